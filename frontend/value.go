package frontend

import (
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// val is a value: a scalar expression, or a structure that lies at lv. A
// comparison has the C type int and an expression of type Bool.
type val struct {
	e  cfg.Expr
	t  *ctypes.Type
	lv *place
}

// place is where a value is stored: in variables, or in memory at addr. The
// parts of a composite value that is being computed are stored nowhere: they
// are expressions, constants or temporary variables.
type place struct {
	t     *ctypes.Type
	flat  *flat
	addr  cfg.Expr
	bf    *ctypes.Field // a bit-field of the structure at addr
	e     cfg.Expr      // of a scalar that is stored nowhere
	parts []place       // of a composite value that is stored nowhere
	by    lvalue        // how it is denoted, if it is a scalar in memory
}

func (f *emitter) void() val { return val{t: f.l.tt.Void} }

// of returns the place of a variable.
func (f *emitter) of(s *storage) place {
	switch {
	case s.flat != nil:
		return place{t: s.t, flat: s.flat}
	case s.obj != nil:
		return place{t: s.t, addr: &cfg.AddrOf{Obj: s.obj, Bits: f.l.conf.PtrBits}}
	}
	return place{t: s.t, addr: &cfg.VarRef{V: s.ptr}}
}

// member selects a field, given by a path through anonymous members.
func (f *emitter) member(p place, path []*ctypes.Field) place {
	for _, fd := range path {
		if p.parts != nil {
			p = p.parts[slices.Index(p.t.Fields, fd)]
			continue
		}
		if p.flat != nil {
			for i, g := range p.t.Fields {
				if g == fd || g.Name == fd.Name && g.Offset == fd.Offset {
					p = place{t: fd.Type, flat: p.flat.fields[i]}
					break
				}
			}
			continue
		}
		if f.l.tt.Dynamic(p.t) {
			p = f.dynamicMember(p, fd)
			continue
		}
		if fd.Bit {
			if fd.Type.Composite() {
				f.fail(nil, "bit-field of type %s", fd.Type.Name)
			}
			return place{t: fd.Type, addr: p.addr, bf: fd}
		}
		p = place{t: fd.Type, addr: f.offset(p.addr, fd.Offset)}
	}
	return p
}

func (f *emitter) offset(addr cfg.Expr, off uint64) cfg.Expr {
	return binary(cfg.PtrAdd, addr, f.sizeConst(off))
}

// load reads a place. Arrays and functions decay, structures stay places.
func (f *emitter) load(p place) val {
	tt := f.l.tt
	switch p.t.Kind {
	case ctypes.Array:
		return val{e: p.addr, t: tt.PointerTo(tt.ElemOf(p.t))}
	case ctypes.Func:
		return val{e: p.addr, t: tt.PointerTo(p.t)}
	case ctypes.Struct, ctypes.Union, ctypes.Wide, ctypes.Extended, ctypes.Complex, ctypes.Vector:
		return val{t: p.t, lv: &p}
	case ctypes.Void:
		return f.void()
	case ctypes.Invalid:
		panic(unsupported{"values of type " + p.t.Name, f.at})
	}
	switch {
	case p.e != nil:
		return val{e: p.e, t: p.t}
	case p.flat != nil:
		return val{e: &cfg.VarRef{V: p.flat.v}, t: p.t}
	case p.bf != nil:
		return f.loadBits(p)
	}
	if p.t.Reverse != nil {
		return f.loadReversed(p)
	}
	return val{e: f.loads(p, &cfg.Load{T: tt.Value(p.t), Addr: p.addr}), t: p.t}
}

func (f *emitter) loadBits(p place) val {
	w := p.bf.Width
	var x cfg.Expr
	for _, u := range p.bf.Units() {
		ut := cfg.BV(u.Unit)
		part := binary(cfg.LShr, &cfg.Load{T: ut, Addr: f.offset(p.addr, u.Offset)}, konst(ut, uint64(u.Shift)))
		if u.Width < u.Unit {
			part = cast(cfg.Trunc, cfg.BV(u.Width), part)
		}
		if u.Width == w {
			x = part
			break
		}
		part = binary(cfg.Shl, cast(cfg.ZExt, cfg.BV(w), part), konst(cfg.BV(w), uint64(u.At)))
		if x == nil {
			x = part
		} else {
			x = binary(cfg.Or, x, part)
		}
	}
	return f.bitsValue(p, x)
}

// truncated is the low bits of e.
func (f *emitter) truncated(e cfg.Expr, bits int) cfg.Expr {
	if e.Type().Width() > bits {
		return cast(cfg.Trunc, cfg.BV(bits), e)
	}
	return e
}

// bitsValue is the value of a bit-field with the bits x.
func (f *emitter) bitsValue(p place, x cfg.Expr) val {
	t := f.l.tt.BitField(p.t, p.bf.Width)
	vt := f.l.tt.Value(t)
	switch w := p.bf.Width; {
	case w > vt.Width():
		x = cast(cfg.Trunc, vt, x)
	case w < vt.Width() && p.t.Signed:
		x = cast(cfg.SExt, vt, x)
	case w < vt.Width():
		x = cast(cfg.ZExt, vt, x)
	}
	return val{e: x, t: t}
}

func (f *emitter) storeBits(p place, e cfg.Expr, at parse.Span, role cfg.Role) {
	units := p.bf.Units()
	if len(units) > 1 && !stable(e) {
		// The first write must not change what the second one writes.
		v := f.tempOf(p.t, e.Type())
		f.emit(&cfg.Assign{Dst: v, Src: e}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
		e = &cfg.VarRef{V: v}
	}
	base := p.addr
	if len(units) > 1 {
		base = f.save(val{e: base, t: f.l.tt.PointerTo(f.l.tt.Char)}).e
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
func (f *emitter) storePart(u ctypes.BitPart, base, e cfg.Expr, at parse.Span, role cfg.Role) {
	ut := cfg.BV(u.Unit)
	addr := f.offset(base, u.Offset)
	if u.At > 0 {
		e = binary(cfg.LShr, e, konst(e.Type(), uint64(u.At)))
	}
	switch ew := e.Type().Width(); {
	case ew > u.Unit:
		e = cast(cfg.Trunc, ut, e)
	case ew < u.Unit:
		e = cast(cfg.ZExt, ut, e)
	}
	if u.Width < u.Unit {
		mask := cfg.Mask(^uint64(0), u.Width)
		e = binary(cfg.And, e, konst(ut, mask))
		rest := binary(cfg.And, &cfg.Load{T: ut, Addr: addr}, konst(ut, ^(mask<<u.Shift)))
		e = binary(cfg.Or, rest, binary(cfg.Shl, e, konst(ut, uint64(u.Shift))))
	}
	f.emit(&cfg.Store{Addr: addr, Val: e}, at, role)
}

// store converts v to the type of p and writes it.
func (f *emitter) store(p place, v val, at parse.Span, role cfg.Role) {
	if (p.t.Kind == ctypes.Vector) != (v.t.Kind == ctypes.Vector) { // only casts convert these
		f.fail(nil, "assignment of a value of type %s to one of type %s", v.t.Name, p.t.Name)
	}
	if p.t.Composite() {
		v = f.convert(v, p.t, nil)
	}
	if p.t.Aggregate() {
		if v.lv == nil {
			f.fail(nil, "assignment to a structure from %s", v.t.Name)
		}
		f.copyPlace(p, *v.lv, at, role)
		return
	}
	if !p.t.Scalar() {
		f.fail(nil, "assignment to a value of type %s", p.t.Name)
	}
	if p.bf != nil {
		f.mayChange(v, p.t, p.bf.Width)
	} else {
		f.mayChange(v, p.t, 0)
	}
	e := f.conv(v, p.t)
	switch {
	case p.flat != nil:
		f.emit(&cfg.Assign{Dst: p.flat.v, Src: e}, at, role)
	case p.bf != nil:
		f.storeBits(p, e, at, role)
	case p.t.Reverse != nil:
		f.storeReversed(p, e, at, role)
	default:
		f.emit(f.stores(p, &cfg.Store{Addr: p.addr, Val: e}, at), at, role)
	}
}

// assign stores v like store. If used, it returns the value of the assignment:
// what p holds now, also where writing it has changed which place p denotes.
func (f *emitter) assign(p place, v val, at parse.Span, role cfg.Role, used bool) val {
	switch {
	case !used:
		f.store(p, v, at, role)
		return f.void()
	case p.addr == nil || !cfg.Loads(p.addr):
		f.store(p, v, at, role)
		return f.load(p)
	case !p.t.Scalar():
		p = f.fixed(p)
		f.store(p, v, at, role)
		return f.load(p)
	}
	v = f.save(val{e: f.implicit(v, p.t), t: p.t})
	f.store(p, v, at, role)
	if p.bf != nil {
		return f.bitsValue(p, f.truncated(v.e, p.bf.Width))
	}
	return v
}

// fixed returns the place p with an address that no statement changes.
func (f *emitter) fixed(p place) place {
	if p.addr != nil {
		p.addr = f.save(val{e: p.addr, t: f.l.tt.VoidPtr}).e
	}
	return p
}

// copyPlace copies a structure. Its statements write one part each: none of
// them may change where the next ones read and write.
func (f *emitter) copyPlace(dst, src place, at parse.Span, role cfg.Role) {
	switch {
	case dst.addr != nil && src.addr != nil:
		f.emit(&cfg.MemCopy{Dst: dst.addr, Src: src.addr, Size: f.size(dst.t)}, at, role)
		return
	case f.l.tt.Leaves(dst.t) == 1: // one statement
	case dst.addr != nil && cfg.Loads(dst.addr):
		dst = f.fixed(dst)
	case src.addr != nil && mentions(src.addr, dst.flat):
		src = f.fixed(src)
	}
	f.copyFields(dst, src, at, role)
}

func (f *emitter) copyFields(dst, src place, at parse.Span, role cfg.Role) {
	as, bs := f.fieldsOf(dst.t), f.fieldsOf(src.t)
	if len(as) != len(bs) {
		f.fail(nil, "assignment between different structures")
	}
	for i := range as {
		a, b := f.member(dst, as[i:i+1]), f.member(src, bs[i:i+1])
		if a.t.Aggregate() {
			f.copyFields(a, b, at, role)
			continue
		}
		f.store(a, f.load(b), at, role)
	}
}

// mentions reports that e depends on a variable of s.
func mentions(e cfg.Expr, s *flat) bool {
	out := false
	cfg.Walk(e, func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok {
			s.each(func(p *flat) { out = out || p.v == r.V })
		}
	})
	return out
}

// bits returns the value of a scalar as an expression that is not a Bool.
func (f *emitter) bits(v val) cfg.Expr {
	if v.e == nil {
		panic(unsupported{"value of type " + v.t.Name, f.at})
	}
	if v.e.Type().Kind == cfg.Bool {
		return cast(cfg.BoolToBits, f.l.tt.Value(v.t), v.e)
	}
	return v.e
}

// truth returns v != 0.
func (f *emitter) truth(v val) cfg.Expr {
	if v.t.Composite() {
		return f.compositeTruth(v)
	}
	if v.e == nil {
		panic(unsupported{"condition of type " + v.t.Name, f.at})
	}
	t := v.e.Type()
	switch t.Kind {
	case cfg.Bool:
		return v.e
	case cfg.Float:
		return binary(cfg.FNe, v.e, &cfg.Const{T: t})
	}
	// A widened value is zero when it is.
	x := v.e
	if c, ok := x.(*cfg.Cast); ok && (c.Op == cfg.ZExt || c.Op == cfg.SExt) {
		x = c.X
	}
	if _, ok := x.(*cfg.AddrOf); ok {
		return cfg.True
	}
	if _, ok := x.(*cfg.FuncAddr); ok {
		return cfg.True
	}
	return binary(cfg.Ne, x, konst(x.Type(), 0))
}

// conv converts a scalar to the C type to.
func (f *emitter) conv(v val, to *ctypes.Type) cfg.Expr {
	tt := f.l.tt
	if v.t.Composite() {
		if to.Bool {
			return cast(cfg.BoolToBits, tt.Value(to), f.truth(v))
		}
		v = f.scalarOf(v, to)
	}
	if v.e == nil || !to.Scalar() {
		panic(unsupported{"conversion from " + v.t.Name + " to " + to.Name, f.at})
	}
	target := tt.Value(to)
	f.convertsPointer(v, to)
	if to.Bool {
		if v.t.Bool && f.l.conf.Execute && v.e.Type() == target {
			return v.e // a copy, also of what has no value yet
		}
		return cast(cfg.BoolToBits, target, f.truth(v))
	}
	if v.e.Type().Kind == cfg.Bool {
		if to.Kind == ctypes.Float {
			return cast(cfg.SToF, target, cast(cfg.BoolToBits, cfg.BV(32), v.e)) // exact
		}
		return cast(cfg.BoolToBits, target, v.e)
	}
	from := v.e.Type()
	switch {
	case from.Kind == cfg.Float && target.Kind == cfg.Float:
		if from == target {
			return v.e
		}
		if c, ok := v.e.(*cfg.Const); ok && f.constant && isNaNConst(c) {
			return nanConst(target.Width(), signOf(c))
		}
		return f.inMode(cast(cfg.FToF, target, v.e))
	case from.Kind == cfg.Float:
		return f.toInteger(f.at, to, v.e)
	case target.Kind == cfg.Float:
		if v.t.Kind == ctypes.Int && v.t.Signed {
			return f.inMode(cast(cfg.SToF, target, v.e))
		}
		return f.inMode(cast(cfg.UToF, target, v.e))
	}
	switch w := target.Width(); {
	case from.Width() > w:
		return cast(cfg.Trunc, target, v.e)
	case from.Width() < w && (v.t.Kind == ctypes.Int && v.t.Signed || v.t.Kind == ctypes.Pointer): // gcc extends pointers by their sign
		return cast(cfg.SExt, target, v.e)
	case from.Width() < w:
		return cast(cfg.ZExt, target, v.e)
	}
	return v.e
}

// castScalar is conv for casts of the program. It marks values that change
// between a pointer and a number, as the verifier must know it (package alias,
// package address).
func (f *emitter) castScalar(v val, to *ctypes.Type) cfg.Expr {
	switch {
	case v.e == nil:
	case to.Kind == ctypes.Pointer && v.t.Kind == ctypes.Int:
		return f.converted(f.conv(v, to), to)
	case to.Kind == ctypes.Int && v.t.Kind == ctypes.Pointer && !to.Bool:
		v.e = f.converted(v.e, f.l.tt.Size)
	}
	return f.conv(v, to)
}

func (f *emitter) converted(e cfg.Expr, to *ctypes.Type) cfg.Expr {
	if _, ok := e.(*cfg.Const); ok || f.dead() || f.constant || f.l.conf.Execute {
		return e
	}
	x := f.tempOf(to, e.Type())
	x.Converted = true
	f.emit(&cfg.Assign{Dst: x, Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	return &cfg.VarRef{V: x}
}

// save moves a value into a temporary unless later side effects cannot
// change it.
func (f *emitter) save(v val) val {
	if v.e == nil {
		if v.lv == nil || v.lv.parts != nil {
			return v
		}
		if v.t.Composite() {
			return f.composed(v.t, f.parts(v)...)
		}
		t := f.structTemp(v.t)
		f.copyPlace(t, *v.lv, f.at, cfg.RoleImplicit)
		return val{t: v.t, lv: &t}
	}
	if f.dead() || stable(v.e) {
		return v
	}
	e := f.bits(v)
	x := f.tempOf(v.t, e.Type())
	f.emit(&cfg.Assign{Dst: x, Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	return val{e: &cfg.VarRef{V: x}, t: v.t}
}

// tempOf adds a temporary for an expression of type et.
func (f *emitter) tempOf(t *ctypes.Type, et cfg.Type) *cfg.Var {
	v := f.temp(t)
	v.Type = et
	return v
}

// stable reports that no side effect can change e.
func stable(e cfg.Expr) bool {
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

// structTemp adds storage for a structure value of type t.
func (f *emitter) structTemp(t *ctypes.Type) place {
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}
	}
	if f.l.tt.Dynamic(t) {
		return f.dynamicTemp(t)
	}
	s := &storage{t: t}
	name := "#struct"
	if f.l.flattens(t) {
		s.flat = f.l.newFlat(f.p, name, t, f.at.Pos)
		s.flat.each(func(x *flat) { x.v.Temp = true })
	} else {
		f.memory(s, name, t, f.at.Pos)
	}
	return f.of(s)
}
