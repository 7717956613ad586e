package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// EmitCall emits the Call of a procedure that returns to where it was called.
func (f *Emitter) EmitCall(pr *Proc, chain cfg.Expr, vals []Value, at parse.Span) {
	if pr.Unsupported != "" {
		f.Fail(nil, "%s", pr.Unsupported)
	}
	s := &cfg.Call{Proc: pr.CFG}
	if chain != nil {
		s.Args = append(s.Args, chain)
	}
	for i, ps := range pr.Stores {
		t := ps.Type
		if i >= len(vals) {
			ps.Flat.Each(func(x *Flat) {
				v := f.Temp(x.Type)
				f.Emit(&cfg.Havoc{Dst: v, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
				s.Args = append(s.Args, &cfg.VarRef{V: v})
			})
			continue
		}
		v := vals[i]
		if t.Composite() {
			v = f.Convert(v, t, nil)
		}
		switch {
		case t.Scalar():
			s.Args = append(s.Args, f.Implicit(v, t))
		case t.Transparent && v.Type.Kind != ctypes.Union:
			s.Args = append(s.Args, f.throughUnion(t, v))
		case v.Place == nil:
			f.Fail(nil, "argument of type %s for a parameter of type %s", v.Type.Name, t.Name)
		case ps.Flat.Var != nil && ps.Flat.Type.Kind == ctypes.Pointer:
			s.Args = append(s.Args, f.InMemory(*v.Place).Addr)
		default:
			if f.Program.Options.Execute && v.Place.Flat == nil {
				v = f.Save(v) // an argument that is a load would be a use: members may be without value
			}
			f.leafValues(*v.Place, ps.Flat, &s.Args)
		}
	}
	if pr.VarArgs != nil {
		s.Args = append(s.Args, f.slots(vals[min(len(pr.Stores), len(vals)):]))
	}
	f.Emit(s, at, cfg.RoleUser)
}

// InMemory copies a flattened structure to memory.
func (f *Emitter) InMemory(p Place) Place {
	if p.Addr != nil {
		return p
	}
	q := f.MemoryTemp(p.Type)
	if !f.Dead() {
		f.CopyPlace(q, p, parse.Span{}, cfg.RoleImplicit)
	}
	return q
}

// leafValues appends the scalars of a structure in the order of to.
func (f *Emitter) leafValues(p Place, to *Flat, out *[]cfg.Expr) {
	if to.Var != nil {
		*out = append(*out, f.Conv(f.Load(p), to.Type))
		return
	}
	fs := f.FieldsOf(p.Type)
	for i, g := range to.Fields {
		if i >= len(fs) {
			f.Fail(nil, "structure argument of another type")
		}
		f.leafValues(f.Member(p, fs[i:i+1]), g, out)
	}
}

// MemoryTemp adds memory for a value of type t.
func (f *Emitter) MemoryTemp(t *ctypes.Type) Place {
	if f.Dead() {
		return Place{Type: t, Addr: f.SizeConst(0)}
	}
	s := &Storage{Type: t}
	f.Memory(s, "#struct", t, f.At.Pos)
	return f.Of(s)
}

// Promoted applies the default argument promotions.
func (f *Emitter) Promoted(v Value) cfg.Expr { return f.Conv(v, f.Program.Types.Passed(v.Type)) }

// throughUnion is the argument v for a parameter of a transparent union: the
// address of the union with v as the member that fits best.
func (f *Emitter) throughUnion(t *ctypes.Type, v Value) cfg.Expr {
	fit := -1
	for i, m := range f.FieldsOf(t) {
		if fit < 0 && m.Type.Kind == v.Type.Kind || m.Type.Kind == v.Type.Kind && m.Type.Name == v.Type.Name {
			fit = i
		}
	}
	if fit < 0 {
		for i, m := range f.FieldsOf(t) { // a null pointer constant, or conversions that gcc warns of
			if fit < 0 && m.Type.Scalar() && v.Type.Scalar() {
				fit = i
			}
		}
	}
	if fit < 0 {
		f.Fail(nil, "argument of type %s for a parameter of type %s", v.Type.Name, t.Name)
	}
	p := f.StructTemp(t)
	f.Store(f.Member(p, f.FieldsOf(t)[fit:fit+1]), v, parse.Span{}, cfg.RoleImplicit)
	return p.Addr
}

// slotValue is what the slot of a scalar holds.
func (f *Emitter) slotValue(v Value) cfg.Expr {
	tt := f.Program.Types
	switch {
	case v.Type.Kind == ctypes.Float:
		return f.Promoted(v)
	case v.Type.Kind == ctypes.Int && tt.Promote(v.Type).Signed:
		return f.Conv(Value{Expr: f.Promoted(v), Type: tt.Promote(v.Type)}, tt.LongLong)
	}
	return f.Conv(Value{Expr: f.Promoted(v), Type: tt.Promote(v.Type)}, tt.ULongLong)
}

// The type of each argument is stored before it where that is asked for, and after the
// last one that there is no other: va_arg of another type is an error.

// tagSize is the size of what says the type of a variable argument.
func (f *Emitter) tagSize() uint64 {
	asked := safety.Call | safety.Format
	if !f.Program.Options.Execute { // where an access says nothing of types
		asked |= safety.Deref | safety.Uninit
	}
	if f.Program.Options.Checks&asked == 0 {
		return 0
	}
	return ctypes.SlotSize
}

// TypedSlots is the address of variable arguments as the library gets it: an odd one
// says that their types are there.
func (f *Emitter) TypedSlots(slots Value) Value {
	if f.tagSize() == 0 {
		return slots
	}
	return Value{Expr: f.Offset(slots.Expr, 1), Type: slots.Type}
}

// tagOf says the type of a variable argument.
func tagOf(tt *ctypes.Types, t *ctypes.Type) cfg.Expr {
	if t.Kind == ctypes.Int || t.Kind == ctypes.Float {
		t = tt.Passed(t)
	}
	kind, size := clib.OtherArgument+clib.ArgumentKind(t.Kind), uint64(0)
	switch t.Kind {
	case ctypes.Int:
		kind = clib.IntegerArgument
	case ctypes.Pointer:
		kind = clib.PointerArgument
	case ctypes.Float, ctypes.Extended:
		kind = clib.FloatArgument
	}
	if !tt.Dynamic(t) {
		size = tt.SizeOf(t)
	}
	return tag(clib.TypeOfArgument(kind, size))
}

func tag(t clib.ArgumentType) cfg.Expr { return Const(cfg.BV(8*ctypes.SlotSize), uint64(t)) }

// Tagged is the address of a variable argument, behind its type, which must be t.
func (f *Emitter) Tagged(slot cfg.Expr, t *ctypes.Type, at parse.Span) cfg.Expr {
	if f.Program.Options.Checks&safety.Call != 0 && f.tagSize() > 0 {
		_, other := f.TagDiffers(slot, t)
		f.Forbidden(safety.Call, other, Forbidden("va_arg of "+t.Name+", and the argument is of another type"), at)
	}
	return f.Offset(slot, f.tagSize())
}

// TagDiffers reports whether there is no variable argument at a slot, and whether there is
// none of type t.
func (f *Emitter) TagDiffers(slot cfg.Expr, t *ctypes.Type) (none, other cfg.Expr) {
	if f.tagSize() == 0 {
		return cfg.False, cfg.False
	}
	is := f.Let(&cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: slot})
	return Binary(cfg.Eq, is, tag(clib.NoArgument)), Binary(cfg.Ne, is, tagOf(f.Program.Types, t))
}

// Slot is the value of the variable argument of type t at a slot.
func (f *Emitter) Slot(slot cfg.Expr, t *ctypes.Type) Value {
	at := f.Offset(slot, f.tagSize())
	switch {
	case t.Aggregate():
		return Value{Type: t, Place: &Place{Type: t, Addr: at}}
	case t.Kind == ctypes.Float:
		return Value{Expr: &cfg.Load{T: cfg.FP(64), Addr: at}, Type: t}
	}
	word := Value{Expr: &cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: at}, Type: f.Program.Types.ULongLong}
	return Value{Expr: f.Conv(word, t), Type: t}
}

// SlotSize is the size of a variable argument of type t with its type.
func (f *Emitter) SlotSize(t *ctypes.Type) uint64 { return f.tagSize() + f.Program.Types.SlotsOf(t) }

// slots stores the variable arguments of a call and returns their address.
func (f *Emitter) slots(vals []Value) cfg.Expr {
	if len(vals) == 0 && f.tagSize() == 0 || f.Dead() {
		return f.SizeConst(0)
	}
	tt := f.Program.Types
	size, el := f.tagSize(), tt.LongLong
	for _, v := range vals {
		if !v.Type.Scalar() && !v.Type.Aggregate() {
			f.Fail(nil, "variable argument of type %s", v.Type.Name)
		}
		size += f.SlotSize(v.Type)
		if v.Type.Aggregate() {
			el = tt.UChar
		}
	}
	t := &ctypes.Type{Kind: ctypes.Array, Name: "variable arguments", Elem: el, Len: int64(size / el.Size)}
	s := &Storage{Type: t}
	f.Memory(s, "#args", t, f.At.Pos)
	base := f.Of(s).Addr
	off := uint64(0)
	for _, v := range vals {
		if f.tagSize() > 0 {
			if _, read := v.Expr.(*cfg.Load); read && v.Type.Kind == ctypes.Pointer {
				v = f.Save(v) // the variable says that it is a pointer, and what is beside it numbers
			}
			f.Emit(&cfg.Store{Addr: f.Offset(base, off), Val: tagOf(tt, v.Type)}, parse.Span{}, cfg.RoleImplicit)
		}
		at := f.Offset(base, off+f.tagSize())
		off += f.SlotSize(v.Type)
		if tt.Dynamic(v.Type) {
			copied := f.Save(v).Place.Addr
			f.Emit(&cfg.Store{Addr: at, Val: f.Conv(Value{Expr: copied, Type: tt.VoidPtr}, tt.ULongLong)}, parse.Span{}, cfg.RoleImplicit)
			continue
		}
		if v.Type.Aggregate() {
			f.CopyPlace(Place{Type: v.Type, Addr: at}, *v.Place, parse.Span{}, cfg.RoleImplicit)
			continue
		}
		f.Emit(&cfg.Store{Addr: at, Val: f.slotValue(v)}, parse.Span{}, cfg.RoleImplicit)
	}
	if f.tagSize() > 0 {
		f.Emit(&cfg.Store{Addr: f.Offset(base, off), Val: tag(clib.NoArgument)}, parse.Span{}, cfg.RoleImplicit)
	}
	return base
}
