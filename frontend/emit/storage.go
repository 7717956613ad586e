package emit

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/ctypes"
)

// The values of a C variable are in variables of package cfg, one for each scalar,
// or in an object.

// Each calls f on the scalars of a flattened variable.
func (s *Flat) Each(f func(*Flat)) {
	if s.Var != nil {
		f(s)
		return
	}
	for _, c := range s.Fields {
		c.Each(f)
	}
}

// NewVar adds a scalar variable of C type t.
func (l *Program) NewVar(p *cfg.Proc, name string, t *ctypes.Type, pos cfg.Pos) *cfg.Var {
	if !t.Scalar() {
		panic(Unsupported{What: "values of type " + t.Name})
	}
	v := l.CFG.NewVar(p, l.Names.Unique(p, name), l.Types.Value(t))
	v.CType, v.Signed, v.Pos = l.Types.Described(t), t.Signed, pos
	return v
}

// NewFlat adds the variables of a flattened variable.
func (l *Program) NewFlat(p *cfg.Proc, name string, t *ctypes.Type, pos cfg.Pos) *Flat {
	if t.Scalar() {
		return &Flat{Type: t, Var: l.NewVar(p, name, t, pos)}
	}
	l.Types.Layout(t)
	s := &Flat{Type: t}
	for i, f := range t.Fields {
		n := name + "." + f.Name
		if f.Name == "" {
			n = fmt.Sprintf("%s.#%d", name, i)
		}
		s.Fields = append(s.Fields, l.NewFlat(p, n, f.Type, pos))
	}
	return s
}

// Flattens reports whether a variable of type t can live in variables.
func (l *Program) Flattens(t *ctypes.Type) bool { return l.Types.Leaves(t) > 0 }

// NewObject adds a memory object for type t.
func (l *Program) NewObject(p *cfg.Proc, name string, t *ctypes.Type, size uint64, pos cfg.Pos) *cfg.Object {
	o := l.CFG.NewObject(p, l.Names.Unique(p, name), size, l.Types.AlignOf(t))
	l.Typing.Objects[o] = t
	o.CType, o.Pos, o.Elem = l.Types.ObjectType(t, size), pos, l.uniform(t)
	return o
}

// uniform returns the one scalar type t consists of, or the zero Type.
func (l *Program) uniform(t *ctypes.Type) cfg.Type {
	switch {
	case t.Reverse != nil:
		return cfg.Type{}
	case t.Scalar():
		return l.Types.Value(t)
	case t.Kind == ctypes.Array:
		return l.uniform(l.Types.ElemOf(t))
	case t.Kind == ctypes.Struct:
		l.Types.Layout(t)
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

// Hidden creates global storage that no C name denotes.
func (l *Program) Hidden(name string, t *ctypes.Type) *Storage {
	s := &Storage{Type: t}
	if l.Flattens(t) {
		s.Flat = l.NewFlat(nil, name, t, cfg.Pos{})
		s.Flat.Each(func(f *Flat) { f.Var.Temp = true })
		return s
	}
	s.Obj = l.NewObject(nil, name, t, max(l.Types.SizeOf(t), 1), cfg.Pos{})
	return s
}
