package frontend

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Where the values of a C variable are: in variables of package cfg, one for
// each scalar, or in an object.

// storage is where a variable lives.
type storage struct {
	t    *ctypes.Type
	flat *flat       // scalars in variables
	obj  *cfg.Object // static memory
	ptr  *cfg.Var    // holds the address: automatic memory of recursive functions, variable-length arrays
}

// flat is a scalar variable, or a structure with one variable per scalar.
type flat struct {
	t      *ctypes.Type
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
func (l *lowerer) newVar(p *cfg.Proc, name string, t *ctypes.Type, pos cfg.Pos) *cfg.Var {
	if !t.Scalar() {
		panic(unsupported{what: "values of type " + t.Name})
	}
	v := l.prog.NewVar(p, l.names.unique(p, name), l.tt.Value(t))
	v.CType, v.Signed, v.Pos = l.tt.Described(t), t.Signed, pos
	return v
}

// newFlat adds the variables of a flattened variable.
func (l *lowerer) newFlat(p *cfg.Proc, name string, t *ctypes.Type, pos cfg.Pos) *flat {
	if t.Scalar() {
		return &flat{t: t, v: l.newVar(p, name, t, pos)}
	}
	l.tt.Layout(t)
	s := &flat{t: t}
	for i, f := range t.Fields {
		n := name + "." + f.Name
		if f.Name == "" {
			n = fmt.Sprintf("%s.#%d", name, i)
		}
		s.fields = append(s.fields, l.newFlat(p, n, f.Type, pos))
	}
	return s
}

// flattens reports whether a variable of type t can live in variables.
func (l *lowerer) flattens(t *ctypes.Type) bool { return l.tt.Leaves(t) > 0 }

// newObject adds a memory object for type t.
func (l *lowerer) newObject(p *cfg.Proc, name string, t *ctypes.Type, size uint64, pos cfg.Pos) *cfg.Object {
	o := l.prog.NewObject(p, l.names.unique(p, name), size, l.tt.AlignOf(t))
	l.typing.objects[o] = t
	o.CType, o.Pos, o.Elem = l.tt.ObjectType(t, size), pos, l.uniform(t)
	return o
}

// uniform returns the one scalar type t consists of, or the zero Type.
func (l *lowerer) uniform(t *ctypes.Type) cfg.Type {
	switch {
	case t.Reverse != nil:
		return cfg.Type{}
	case t.Scalar():
		return l.tt.Value(t)
	case t.Kind == ctypes.Array:
		return l.uniform(l.tt.ElemOf(t))
	case t.Kind == ctypes.Struct:
		l.tt.Layout(t)
		var u cfg.Type
		for i, f := range t.Fields {
			ft := l.uniform(f.Type)
			if f.Bit || ft.Bits == 0 || i > 0 && ft != u {
				return cfg.Type{}
			}
			u = ft
		}
		return u
	}
	return cfg.Type{}
}

// hidden creates global storage that no C name denotes.
func (l *lowerer) hidden(name string, t *ctypes.Type) *storage {
	s := &storage{t: t}
	if l.flattens(t) {
		s.flat = l.newFlat(nil, name, t, cfg.Pos{})
		s.flat.each(func(f *flat) { f.v.Temp = true })
		return s
	}
	s.obj = l.newObject(nil, name, t, max(l.tt.SizeOf(t), 1), cfg.Pos{})
	return s
}

// alignment is declaredAlign over all declarations of what d declares.
func (l *lowerer) alignment(d *cc.Declarator) uint64 {
	align := max(l.tt.DeclaredAlign(d), l.tt.AtomicAlign(d, l.tt.OfDecl(d)))
	if !syntax.FileScope(d) {
		return align
	}
	for _, unit := range l.u.Symbols.Attributes.Linked {
		for _, e := range unit {
			if e.Declarator.Name() == d.Name() && l.u.NameOf(e.Declarator) == l.u.NameOf(d) {
				align = max(align, l.tt.DeclaredAlign(e.Declarator))
			}
		}
	}
	return align
}
