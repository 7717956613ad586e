package emit

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

func (f *Emitter) Void() Value { return Value{Type: f.Program.Types.Void} }

// Of returns the place of a variable.
func (f *Emitter) Of(s *Storage) Place {
	switch {
	case s.Flat != nil:
		return Place{Type: s.Type, Flat: s.Flat}
	case s.Obj != nil:
		return Place{Type: s.Type, Addr: &cfg.AddrOf{Obj: s.Obj, Bits: f.Program.Options.PtrBits}}
	}
	return Place{Type: s.Type, Addr: &cfg.VarRef{V: s.Ptr}}
}

// Member selects a field, given by a path through anonymous members.
func (f *Emitter) Member(p Place, path []*ctypes.Field) Place {
	for _, fd := range path {
		if p.parts != nil {
			p = p.parts[slices.Index(p.Type.Fields, fd)]
			continue
		}
		if p.Flat != nil {
			for i, g := range p.Type.Fields {
				if g == fd || g.Name == fd.Name && g.Offset == fd.Offset {
					p = Place{Type: fd.Type, Flat: p.Flat.Fields[i]}
					break
				}
			}
			continue
		}
		if f.Program.Types.Dynamic(p.Type) {
			p = f.dynamicMember(p, fd)
			continue
		}
		if fd.Bit {
			if fd.Type.Composite() {
				f.Fail(nil, "bit-field of type %s", fd.Type.Name)
			}
			return Place{Type: fd.Type, Addr: p.Addr, BitField: fd}
		}
		p = Place{Type: fd.Type, Addr: f.Offset(p.Addr, fd.Offset)}
	}
	return p
}

func (f *Emitter) Offset(addr cfg.Expr, off uint64) cfg.Expr {
	return Binary(cfg.PtrAdd, addr, f.SizeConst(off))
}

// Load reads a place. Arrays and functions decay, structures stay places.
func (f *Emitter) Load(p Place) Value {
	tt := f.Program.Types
	switch p.Type.Kind {
	case ctypes.Array:
		return Value{Expr: p.Addr, Type: tt.PointerTo(tt.ElemOf(p.Type))}
	case ctypes.Func:
		return Value{Expr: p.Addr, Type: tt.PointerTo(p.Type)}
	case ctypes.Struct, ctypes.Union, ctypes.Wide, ctypes.Extended, ctypes.Half, ctypes.Complex, ctypes.Vector:
		return Value{Type: p.Type, Place: &p}
	case ctypes.Void:
		return f.Void()
	case ctypes.Invalid:
		panic(Unsupported{"values of type " + p.Type.Name, f.At})
	}
	switch {
	case p.Expr != nil:
		return Value{Expr: p.Expr, Type: p.Type}
	case p.Flat != nil:
		return Value{Expr: &cfg.VarRef{V: p.Flat.Var}, Type: p.Type}
	case p.BitField != nil:
		return f.loadBits(p)
	}
	if p.Type.Reverse != nil {
		return f.loadReversed(p)
	}
	return Value{Expr: f.loads(p, &cfg.Load{T: tt.Value(p.Type), Addr: p.Addr}), Type: p.Type}
}

func (f *Emitter) loadBits(p Place) Value {
	w := p.BitField.Width
	var x cfg.Expr
	for _, u := range p.BitField.Units() {
		ut := cfg.BV(u.Unit)
		part := Binary(cfg.LShr, &cfg.Load{T: ut, Addr: f.Offset(p.Addr, u.Offset)}, Const(ut, uint64(u.Shift)))
		if u.Width < u.Unit {
			part = Cast(cfg.Trunc, cfg.BV(u.Width), part)
		}
		if u.Width == w {
			x = part
			break
		}
		part = Binary(cfg.Shl, Cast(cfg.ZExt, cfg.BV(w), part), Const(cfg.BV(w), uint64(u.At)))
		if x == nil {
			x = part
		} else {
			x = Binary(cfg.Or, x, part)
		}
	}
	return f.bitsValue(p, x)
}

// truncated is the low bits of e.
func (f *Emitter) truncated(e cfg.Expr, bits int) cfg.Expr {
	if e.Type().Width() > bits {
		return Cast(cfg.Trunc, cfg.BV(bits), e)
	}
	return e
}

// bitsValue is the value of a bit-field with the bits x.
func (f *Emitter) bitsValue(p Place, x cfg.Expr) Value {
	t := f.Program.Types.BitField(p.Type, p.BitField.Width)
	vt := f.Program.Types.Value(t)
	switch w := p.BitField.Width; {
	case w > vt.Width():
		x = Cast(cfg.Trunc, vt, x)
	case w < vt.Width() && p.Type.Signed:
		x = Cast(cfg.SExt, vt, x)
	case w < vt.Width():
		x = Cast(cfg.ZExt, vt, x)
	}
	return Value{Expr: x, Type: t}
}

func (f *Emitter) storeBits(p Place, e cfg.Expr, at parse.Span, role cfg.Role) {
	units := p.BitField.Units()
	if len(units) > 1 && !Stable(e) {
		// The first write must not change what the second one writes.
		v := f.TempOf(p.Type, e.Type())
		f.Emit(&cfg.Assign{Dst: v, Src: e}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
		e = &cfg.VarRef{V: v}
	}
	base := p.Addr
	if len(units) > 1 {
		base = f.Save(Value{Expr: base, Type: f.Program.Types.PointerTo(f.Program.Types.Char)}).Expr
	}
	for i, u := range units {
		r := role
		if i+1 < len(units) && role != cfg.RoleInit { // all of them give a constant its value
			r = cfg.RoleImplicit
		}
		f.storePart(u, base, e, at, r)
	}
}

// storePart writes the bits of e that one unit of a bit-field holds.
func (f *Emitter) storePart(u ctypes.BitPart, base, e cfg.Expr, at parse.Span, role cfg.Role) {
	ut := cfg.BV(u.Unit)
	addr := f.Offset(base, u.Offset)
	if u.At > 0 {
		e = Binary(cfg.LShr, e, Const(e.Type(), uint64(u.At)))
	}
	switch ew := e.Type().Width(); {
	case ew > u.Unit:
		e = Cast(cfg.Trunc, ut, e)
	case ew < u.Unit:
		e = Cast(cfg.ZExt, ut, e)
	}
	if u.Width < u.Unit {
		mask := cfg.Mask(^uint64(0), u.Width)
		e = Binary(cfg.And, e, Const(ut, mask))
		rest := Binary(cfg.And, &cfg.Load{T: ut, Addr: addr}, Const(ut, ^(mask<<u.Shift)))
		e = Binary(cfg.Or, rest, Binary(cfg.Shl, e, Const(ut, uint64(u.Shift))))
	}
	f.Emit(&cfg.Store{Addr: addr, Val: e}, at, role)
}

// Store converts v to the type of p and writes it.
func (f *Emitter) Store(p Place, v Value, at parse.Span, role cfg.Role) {
	if (p.Type.Kind == ctypes.Vector) != (v.Type.Kind == ctypes.Vector) { // only casts convert these
		f.Fail(nil, "assignment of a value of type %s to one of type %s", v.Type.Name, p.Type.Name)
	}
	if p.Type.Composite() {
		v = f.Convert(v, p.Type, nil)
	}
	if p.Type.Aggregate() {
		if v.Place == nil {
			f.Fail(nil, "assignment to a structure from %s", v.Type.Name)
		}
		f.CopyPlace(p, *v.Place, at, role)
		return
	}
	if !p.Type.Scalar() {
		f.Fail(nil, "assignment to a value of type %s", p.Type.Name)
	}
	if p.BitField != nil {
		f.mayChange(v, p.Type, p.BitField.Width)
	} else {
		f.mayChange(v, p.Type, 0)
	}
	e := f.Conv(v, p.Type)
	switch {
	case p.Flat != nil:
		f.Emit(&cfg.Assign{Dst: p.Flat.Var, Src: e}, at, role)
	case p.BitField != nil:
		f.storeBits(p, e, at, role)
	case p.Type.Reverse != nil:
		f.storeReversed(p, e, at, role)
	default:
		f.Emit(f.stores(p, &cfg.Store{Addr: p.Addr, Val: e, CType: f.Program.Types.Described(p.Type)}, at), at, role)
	}
}

// changing is a place that an assignment changes: one of a constant, which it names
// behind a cast, is reached by a pointer, since what names constants gives them their
// first value.
func (f *Emitter) changing(p Place) Place {
	if p.Addr == nil || f.Dead() || f.Constant || f.Typing {
		return p
	}
	a, named := cfg.Base(p.Addr).(*cfg.AddrOf)
	if !named || len(a.Obj.Kept) == 0 {
		return p
	}
	offset, known := cfg.Distance(p.Addr)
	if known && !a.Obj.Keeps(offset, f.Program.Types.SizeOf(p.Type)) {
		return p
	}
	x := f.Temp(f.Program.Types.VoidPtr)
	f.Emit(&cfg.Assign{Dst: x, Src: a}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	p.Addr = rebased(p.Addr, &cfg.VarRef{V: x})
	return p
}

// requireDisjoint makes it an error that an assignment reads a structure that overlaps, in part,
// the one that it writes (C17 6.5.16.1p3). Of numbers, which no compiler writes before
// it read them, that is assumed.
func (f *Emitter) requireDisjoint(p Place, v Value, at parse.Span) {
	if p.Addr == nil || p.BitField != nil || !f.Asks(safety.Sequence) {
		return
	}
	if from, read := origin(v.Expr).(*cfg.Load); read {
		x, known := cfg.Distance(p.Addr)
		y, knows := cfg.Distance(from.Addr)
		n, m := f.Program.Types.SizeOf(p.Type), uint64(from.T.Bytes())
		if known && knows && x < y+m && y < x+n && (x != y || n != m) && !f.Program.Options.Execute && cfg.Key(cfg.Base(p.Addr)) == cfg.Key(cfg.Base(from.Addr)) {
			f.Program.Notes.Assume(at.Pos, "assumes that a number is read before one that overlaps it is written")
		}
		return
	}
	if !p.Type.Record() || v.Place == nil || v.Place.Addr == nil {
		return
	}
	n, m := f.Program.Types.SizeOf(p.Type), f.Program.Types.SizeOf(v.Type)
	a, named := cfg.Base(p.Addr).(*cfg.AddrOf)
	b, both := cfg.Base(v.Place.Addr).(*cfg.AddrOf)
	if n != m || named && both && (a.Obj != b.Obj || cfg.Key(p.Addr) == cfg.Key(v.Place.Addr)) {
		return
	}
	f.Forbidden(safety.Sequence, Overlap(f.Fixed(p).Addr, f.Fixed(*v.Place).Addr, f.SizeConst(n)), cfg.Reason{Kind: cfg.Overlap, Name: "an assignment"}, at)
}

// Overlap is the condition that n bytes at dst and at src overlap and are not the same.
func Overlap(dst, src, n cfg.Expr) cfg.Expr {
	forth := Binary(cfg.ULt, Binary(cfg.Sub, dst, src), n)
	back := Binary(cfg.ULt, Binary(cfg.Sub, src, dst), n)
	return Binary(cfg.LAnd, Binary(cfg.Ne, dst, src), Binary(cfg.LOr, forth, back))
}

// origin is what a number is converted from.
func origin(e cfg.Expr) cfg.Expr {
	for {
		c, ok := e.(*cfg.Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// rebased is an address with another base.
func rebased(addr, base cfg.Expr) cfg.Expr {
	b, ok := addr.(*cfg.Binary)
	if !ok || b.Op != cfg.PtrAdd {
		return base
	}
	c := *b
	c.X = rebased(b.X, base)
	return &c
}

// Assign stores v like store. If used, it returns the value of the assignment:
// what p holds now, also where writing it has changed which place p denotes.
func (f *Emitter) Assign(p Place, v Value, at parse.Span, role cfg.Role, used bool) Value {
	p = f.changing(p)
	f.requireDisjoint(p, v, at)
	switch {
	case !used:
		f.Store(p, v, at, role)
		return f.Void()
	case p.Addr == nil || !cfg.Loads(p.Addr):
		f.Store(p, v, at, role)
		return f.Load(p)
	case !p.Type.Scalar():
		p = f.Fixed(p)
		f.Store(p, v, at, role)
		return f.Load(p)
	}
	v = f.Save(Value{Expr: f.Implicit(v, p.Type), Type: p.Type})
	f.Store(p, v, at, role)
	if p.BitField != nil {
		return f.bitsValue(p, f.truncated(v.Expr, p.BitField.Width))
	}
	return v
}

// Fixed returns the place p with an address that no statement changes.
func (f *Emitter) Fixed(p Place) Place {
	if p.Addr != nil {
		p.Addr = f.Save(Value{Expr: p.Addr, Type: f.Program.Types.VoidPtr}).Expr
	}
	return p
}

// CopyPlace copies a structure. Its statements write one part each: none of
// them may change where the next ones read and write.
func (f *Emitter) CopyPlace(dst, src Place, at parse.Span, role cfg.Role) {
	switch {
	case dst.Addr != nil && src.Addr != nil:
		f.Emit(&cfg.MemCopy{Dst: dst.Addr, Src: src.Addr, Size: f.Size(dst.Type)}, at, role)
		return
	case f.Program.Types.Leaves(dst.Type) == 1: // one statement
	case dst.Addr != nil && cfg.Loads(dst.Addr):
		dst = f.Fixed(dst)
	case src.Addr != nil && mentions(src.Addr, dst.Flat):
		src = f.Fixed(src)
	}
	if dst.Type.Record() {
		f.Unset(dst, at)
	}
	f.copyFields(dst, src, at, role)
}

// Unset makes the padding of an object in memory unknown whose members are all to be
// stored: C does not say what it holds then, and gcc stores the members alone.
func (f *Emitter) Unset(p Place, at parse.Span) {
	if p.Addr == nil || f.Program.Options.Execute {
		return
	}
	for _, s := range f.Program.Types.Padding(p.Type) {
		f.Emit(&cfg.MemHavoc{Dst: f.Offset(p.Addr, s.From), Size: f.SizeConst(s.To - s.From), Kind: cfg.Unknown}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	}
}

func (f *Emitter) copyFields(dst, src Place, at parse.Span, role cfg.Role) {
	as, bs := f.FieldsOf(dst.Type), f.FieldsOf(src.Type)
	if len(as) != len(bs) {
		f.Fail(nil, "assignment between different structures")
	}
	for i := range as {
		a, b := f.Member(dst, as[i:i+1]), f.Member(src, bs[i:i+1])
		if a.Type.Aggregate() {
			f.copyFields(a, b, at, role)
			continue
		}
		f.Store(a, f.Load(b), at, role)
	}
}

// mentions reports that e depends on a variable of s.
func mentions(e cfg.Expr, s *Flat) bool {
	out := false
	cfg.Walk(e, func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok {
			s.Each(func(p *Flat) { out = out || p.Var == r.V })
		}
	})
	return out
}

// Save moves a value into a temporary unless later side effects cannot
// change it.
func (f *Emitter) Save(v Value) Value {
	if v.Expr == nil {
		if v.Place == nil || v.Place.parts != nil {
			return v
		}
		if v.Type.Composite() {
			return f.Composed(v.Type, f.Parts(v)...)
		}
		t := f.StructTemp(v.Type)
		f.CopyPlace(t, *v.Place, f.At, cfg.RoleImplicit)
		return Value{Type: v.Type, Place: &t}
	}
	if f.Dead() || Stable(v.Expr) {
		return v
	}
	e := f.Bits(v)
	x := f.TempOf(v.Type, e.Type())
	f.Emit(&cfg.Assign{Dst: x, Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	return Value{Expr: &cfg.VarRef{V: x}, Type: v.Type}
}

// Stable reports that no side effect can change e.
func Stable(e cfg.Expr) bool {
	ok := true
	cfg.Walk(e, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.Load:
			ok = false
		case *cfg.VarRef:
			ok = ok && x.V.Temp && x.V.Proc != nil
		}
	})
	return ok
}

// StructTemp adds storage for a structure value of type t.
func (f *Emitter) StructTemp(t *ctypes.Type) Place {
	if f.Dead() {
		return Place{Type: t, Addr: f.SizeConst(0)}
	}
	if f.Program.Types.Dynamic(t) {
		return f.dynamicTemp(t)
	}
	s := &Storage{Type: t}
	name := "#struct"
	if f.Program.Flattens(t) {
		s.Flat = f.Program.NewFlat(f.Proc, name, t, f.At.Pos)
		s.Flat.Each(func(x *Flat) { x.Var.Temp = true })
	} else {
		f.Memory(s, name, t, f.At.Pos)
	}
	return f.Of(s)
}

func (f *Emitter) FieldsOf(t *ctypes.Type) []*ctypes.Field {
	f.Program.Types.Layout(t)
	return t.Fields
}

// Parts returns the values of the parts of a composite value.
func (f *Emitter) Parts(v Value) []Value {
	out := make([]Value, len(v.Type.Fields))
	for i := range out {
		out[i] = f.Load(f.Member(*v.Place, v.Type.Fields[i:i+1]))
	}
	return out
}

// Composed makes a value of the composite type t from its parts, each
// converted to the type of the part. The parts are computed now.
func (f *Emitter) Composed(t *ctypes.Type, parts ...Value) Value {
	p := Place{Type: t}
	for i, x := range parts {
		pt := t.Fields[i].Type
		if pt.Composite() {
			x = f.Save(f.Convert(x, pt, nil))
			p.parts = append(p.parts, *x.Place)
			continue
		}
		p.parts = append(p.parts, Place{Type: pt, Expr: f.Let(f.Conv(x, pt))})
	}
	return Value{Type: t, Place: &p}
}

// loadReversed reads a big-endian number.
func (f *Emitter) loadReversed(p Place) Value {
	v := f.loadBits(f.inOrder(p))
	if p.Type.Kind == ctypes.Float {
		v.Expr = Cast(cfg.BitsToF, f.Program.Types.Value(p.Type), v.Expr)
	}
	v.Type = p.Type.Reverse
	return v
}

// storeReversed writes a big-endian number.
func (f *Emitter) storeReversed(p Place, e cfg.Expr, at parse.Span, role cfg.Role) {
	if p.Type.Kind == ctypes.Float {
		e = Cast(cfg.FToBits, cfg.BV(p.Type.Bits), e)
	}
	f.storeBits(f.inOrder(p), e, at, role)
}

// inOrder is a big-endian number seen as a bit-field of bytes.
func (f *Emitter) inOrder(p Place) Place {
	t := f.Program.Types.ULongLong
	switch p.Type.Bits {
	case 16:
		t = f.Program.Types.UShort
	case 32:
		t = f.Program.Types.UInt
	}
	if p.Type.Kind == ctypes.Int {
		t = p.Type.Reverse
	}
	return Place{Type: t, Addr: p.Addr, BitField: &ctypes.Field{Type: t, Bit: true, Width: t.Bits, Parts: ctypes.ReverseBits(0, uint64(t.Bits))}}
}
