package frontend

import (
	"fmt"

	"culprit/cfg"
)

// Where the values of a C variable are: in variables of package cfg, one for
// each scalar, or in an object.

// storage is where a variable lives.
type storage struct {
	t    *ctype
	flat *flat       // scalars in variables
	obj  *cfg.Object // static memory
	ptr  *cfg.Var    // holds the address: automatic memory of recursive functions, variable-length arrays
}

// flat is a scalar variable, or a structure with one variable per scalar.
type flat struct {
	t      *ctype
	v      *cfg.Var
	fields []*flat
}

// each calls f on the scalars of a flattened variable.
func (s *flat) each(f func(*flat)) {
	if s.v != nil {
		f(s)
		return
	}
	for _, c := range s.fields {
		c.each(f)
	}
}

// newVar adds a scalar variable of C type t.
func (l *lowerer) newVar(p *cfg.Proc, name string, t *ctype, pos cfg.Pos) *cfg.Var {
	if !t.scalar() {
		panic(unsupported{what: "values of type " + t.name})
	}
	v := l.prog.NewVar(p, l.names.unique(p, name), l.tt.value(t))
	v.CType, v.Signed, v.Pos = l.tt.described(t), t.signed, pos
	return v
}

// newFlat adds the variables of a flattened variable.
func (l *lowerer) newFlat(p *cfg.Proc, name string, t *ctype, pos cfg.Pos) *flat {
	if t.scalar() {
		return &flat{t: t, v: l.newVar(p, name, t, pos)}
	}
	l.tt.layout(t)
	s := &flat{t: t}
	for i, f := range t.fields {
		n := name + "." + f.name
		if f.name == "" {
			n = fmt.Sprintf("%s.#%d", name, i)
		}
		s.fields = append(s.fields, l.newFlat(p, n, f.t, pos))
	}
	return s
}

// flattens reports whether a variable of type t can live in variables.
func (l *lowerer) flattens(t *ctype) bool { return l.tt.leaves(t) > 0 }

// newObject adds a memory object for type t.
func (l *lowerer) newObject(p *cfg.Proc, name string, t *ctype, size uint64, pos cfg.Pos) *cfg.Object {
	o := l.prog.NewObject(p, l.names.unique(p, name), size, l.tt.alignOf(t))
	l.typing.objects[o] = t
	o.CType, o.Pos, o.Elem = l.tt.objectType(t, size), pos, l.uniform(t)
	return o
}

// variableAlign is the alignment of a variable: an array of at least 16 bytes has 16
// by the psABI of x86-64, if the program does not ask for another one.
func (tt *types) variableAlign(t *ctype, declared uint64) uint64 {
	align := max(tt.alignOf(t), declared)
	if declared == 0 && tt.ptrBits == 64 && t.k == kArray && tt.sizeOf(t) >= 16 {
		align = max(align, 16)
	}
	return align
}

// uniform returns the one scalar type t consists of, or the zero Type.
func (l *lowerer) uniform(t *ctype) cfg.Type {
	switch {
	case t.reverse != nil:
		return cfg.Type{}
	case t.scalar():
		return l.tt.value(t)
	case t.k == kArray:
		return l.uniform(l.tt.elemOf(t))
	case t.k == kStruct:
		l.tt.layout(t)
		var u cfg.Type
		for i, f := range t.fields {
			ft := l.uniform(f.t)
			if f.bit || ft.Bits == 0 || i > 0 && ft != u {
				return cfg.Type{}
			}
			u = ft
		}
		return u
	}
	return cfg.Type{}
}

// hidden creates global storage that no C name denotes.
func (l *lowerer) hidden(name string, t *ctype) *storage {
	s := &storage{t: t}
	if l.flattens(t) {
		s.flat = l.newFlat(nil, name, t, cfg.Pos{})
		s.flat.each(func(f *flat) { f.v.Temp = true })
		return s
	}
	s.obj = l.newObject(nil, name, t, max(l.tt.sizeOf(t), 1), cfg.Pos{})
	return s
}
