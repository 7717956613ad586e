package emit

import (
	"fmt"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
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
	if pads := l.Types.Padding(t); len(pads) > 0 && pads[0].To-pads[0].From < size {
		o.Padding = pads
	}
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

func (a *Access) Region() *cfg.Region {
	if a.Load != nil {
		return a.Load.Region
	}
	return a.Store.Region
}

// convertsPointer notes the conversion of a pointer.
func (f *Emitter) convertsPointer(v Value, to *ctypes.Type) {
	if v.Type.Kind != ctypes.Pointer || to.Kind != ctypes.Pointer || v.Expr == nil || f.Program.Options.Execute || f.Dead() || f.Constant {
		return
	}
	a, named := cfg.Base(v.Expr).(*cfg.AddrOf)
	if v.Type != to && !IsNumber(v.Expr) || named && len(a.Obj.Kept) > 0 { // the type of &x does not say that x is const
		f.Program.Typing.Conversions = append(f.Program.Typing.Conversions, conversion{v.Expr, v.Type, to, f.At.Pos})
	}
}

// Follow notes that a pointer is followed to a value of type t, and reports whether
// its alignment matters.
func (f *Emitter) Follow(p cfg.Expr, t *ctypes.Type, at cfg.Pos) bool {
	if p == nil || t.Kind == ctypes.Void || t.Kind == ctypes.Func || t.Kind == ctypes.Invalid || f.Procedure == nil || prelude.Is(f.Procedure.Func.Name) ||
		f.Program.Options.Checks&safety.Align == 0 || !f.Asks(safety.Align) {
		return false
	}
	align := f.Program.Types.AlignOf(t)
	if _, named := p.(*cfg.Const); align <= 1 || named {
		return false
	}
	base, back := p, uint64(0)
	if b, ok := base.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
		if k, ok := b.Y.(*cfg.Const); ok {
			base, back = b.X, k.V
		}
	}
	if old, known := f.Program.Followed[base]; !known || old.Align < align {
		f.Program.Followed[base] = safety.Followed{Back: back, Align: align, Type: f.Program.Types.Described(t).String(), Pos: at}
	}
	return true
}

func (f *Emitter) loads(p Place, e *cfg.Load) *cfg.Load {
	if f.Typed(p) {
		f.Program.Typing.Accesses = append(f.Program.Typing.Accesses, Access{Load: e, By: p.Denoted, Type: p.Type, Pos: f.At.Pos})
	}
	return e
}

func (f *Emitter) stores(p Place, s *cfg.Store, at parse.Span) *cfg.Store {
	if f.Typed(p) {
		f.Program.Typing.Accesses = append(f.Program.Typing.Accesses, Access{Store: s, By: p.Denoted, Type: p.Type, Pos: at.Pos})
	}
	return s
}

// Typed reports whether the types of accesses matter.
func (f *Emitter) Typed(p Place) bool {
	return !f.Program.Options.Execute && !f.Dead() && !f.Constant && p.Addr != nil && p.Type.Scalar()
}

// Attribute and pragma scalar_storage_order: the numbers in a structure lie in
// memory with the most significant byte first, as do those of its arrays, and
// bit-fields begin at the most significant bit. Pointers and members that are
// structures themselves stay as they are. A number so stored has a type of its
// own, which only places have: its value is one of the ordinary type.

// Temp adds a temporary for values of C type t.
func (f *Emitter) Temp(t *ctypes.Type) *cfg.Var {
	if f.Dead() {
		return &cfg.Var{Name: "#dead", Type: f.Program.Types.Value(t), Temp: true}
	}
	if !t.Scalar() {
		panic(Unsupported{"values of type " + t.Name, f.At})
	}
	v := f.Program.NewVar(f.Proc, f.Program.Names.temp(), t, f.At.Pos)
	v.Temp = true
	return v
}

// Memory gives s automatic memory: an object, or in recursive functions a
// block allocated at entry.
func (f *Emitter) Memory(s *Storage, name string, t *ctypes.Type, pos cfg.Pos) {
	size := max(f.Program.Types.SizeOf(t), 1)
	if f.Procedure == nil || !f.Procedure.Cyclic {
		s.Obj = f.Program.NewObject(f.Proc, name, t, size, pos)
		return
	}
	v := f.Program.NewVar(f.Proc, "&"+name, f.Program.Types.PointerTo(t), pos)
	v.Temp = true
	s.Ptr = v
	f.Entry = append(f.Entry, func() {
		f.Emit(&cfg.Alloc{Dst: v, Size: f.SizeConst(size), Stack: true, Align: f.Program.Types.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	})
}

// TempOf adds a temporary for an expression of type et.
func (f *Emitter) TempOf(t *ctypes.Type, et cfg.Type) *cfg.Var {
	v := f.Temp(t)
	v.Type = et
	return v
}
