package frontend

import (
	"slices"

	"culprit/cfg"
)

// val is a value: a scalar expression, or a structure that lies at lv. A
// comparison has the C type int and an expression of type Bool.
type val struct {
	e  cfg.Expr
	t  *ctype
	lv *place
}

// place is where a value is stored: in variables, or in memory at addr. The
// parts of a composite value that is being computed are stored nowhere: they
// are expressions, constants or temporary variables.
type place struct {
	t     *ctype
	flat  *flat
	addr  cfg.Expr
	bf    *field   // a bit-field of the structure at addr
	e     cfg.Expr // of a scalar that is stored nowhere
	parts []place  // of a composite value that is stored nowhere
	by    lvalue   // how it is denoted, if it is a scalar in memory
}

func (f *emitter) void() val { return val{t: f.l.tt.void} }

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
func (f *emitter) member(p place, path []*field) place {
	for _, fd := range path {
		if p.parts != nil {
			p = p.parts[slices.Index(p.t.fields, fd)]
			continue
		}
		if p.flat != nil {
			for i, g := range p.t.fields {
				if g == fd || g.name == fd.name && g.off == fd.off {
					p = place{t: fd.t, flat: p.flat.fields[i]}
					break
				}
			}
			continue
		}
		if f.l.tt.dynamic(p.t) {
			p = f.dynamicMember(p, fd)
			continue
		}
		if fd.bit {
			if fd.t.composite() {
				f.fail(nil, "bit-field of type %s", fd.t.name)
			}
			return place{t: fd.t, addr: p.addr, bf: fd}
		}
		p = place{t: fd.t, addr: f.offset(p.addr, fd.off)}
	}
	return p
}

func (f *emitter) offset(addr cfg.Expr, off uint64) cfg.Expr {
	return binary(cfg.PtrAdd, addr, f.sizeConst(off))
}

// load reads a place. Arrays and functions decay, structures stay places.
func (f *emitter) load(p place) val {
	tt := f.l.tt
	switch p.t.k {
	case kArray:
		return val{e: p.addr, t: tt.ptrTo(tt.elemOf(p.t))}
	case kFunc:
		return val{e: p.addr, t: tt.ptrTo(p.t)}
	case kStruct, kUnion, kWide, kExtended, kComplex, kVector:
		return val{t: p.t, lv: &p}
	case kVoid:
		return f.void()
	case kInvalid:
		panic(unsupported{"values of type " + p.t.name, f.at})
	}
	switch {
	case p.e != nil:
		return val{e: p.e, t: p.t}
	case p.flat != nil:
		return val{e: &cfg.VarRef{V: p.flat.v}, t: p.t}
	case p.bf != nil:
		return f.loadBits(p)
	}
	if p.t.reverse != nil {
		return f.loadReversed(p)
	}
	return val{e: f.loads(p, &cfg.Load{T: tt.value(p.t), Addr: p.addr}), t: p.t}
}

// units returns the parts of a bit-field; most have one.
func (b *field) units() []bitPart {
	if b.unit == 0 {
		return b.parts
	}
	return []bitPart{{off: b.off, unit: b.unit, shift: b.shift, width: b.width}}
}

func (f *emitter) loadBits(p place) val {
	w := p.bf.width
	var x cfg.Expr
	for _, u := range p.bf.units() {
		ut := cfg.BV(u.unit)
		part := binary(cfg.LShr, &cfg.Load{T: ut, Addr: f.offset(p.addr, u.off)}, konst(ut, uint64(u.shift)))
		if u.width < u.unit {
			part = cast(cfg.Trunc, cfg.BV(u.width), part)
		}
		if u.width == w {
			x = part
			break
		}
		part = binary(cfg.Shl, cast(cfg.ZExt, cfg.BV(w), part), konst(cfg.BV(w), uint64(u.at)))
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
	t := f.l.tt.bitField(p.t, p.bf.width)
	vt := f.l.tt.value(t)
	switch w := p.bf.width; {
	case w > vt.Width():
		x = cast(cfg.Trunc, vt, x)
	case w < vt.Width() && p.t.signed:
		x = cast(cfg.SExt, vt, x)
	case w < vt.Width():
		x = cast(cfg.ZExt, vt, x)
	}
	return val{e: x, t: t}
}

func (f *emitter) storeBits(p place, e cfg.Expr, at span, role cfg.Role) {
	units := p.bf.units()
	if len(units) > 1 && !stable(e) {
		// The first write must not change what the second one writes.
		v := f.tempOf(p.t, e.Type())
		f.emit(&cfg.Assign{Dst: v, Src: e}, span{pos: at.pos}, cfg.RoleImplicit)
		e = &cfg.VarRef{V: v}
	}
	base := p.addr
	if len(units) > 1 {
		base = f.save(val{e: base, t: f.l.tt.ptrTo(f.l.tt.char)}).e
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
func (f *emitter) storePart(u bitPart, base, e cfg.Expr, at span, role cfg.Role) {
	ut := cfg.BV(u.unit)
	addr := f.offset(base, u.off)
	if u.at > 0 {
		e = binary(cfg.LShr, e, konst(e.Type(), uint64(u.at)))
	}
	switch ew := e.Type().Width(); {
	case ew > u.unit:
		e = cast(cfg.Trunc, ut, e)
	case ew < u.unit:
		e = cast(cfg.ZExt, ut, e)
	}
	if u.width < u.unit {
		mask := cfg.Mask(^uint64(0), u.width)
		e = binary(cfg.And, e, konst(ut, mask))
		rest := binary(cfg.And, &cfg.Load{T: ut, Addr: addr}, konst(ut, ^(mask<<u.shift)))
		e = binary(cfg.Or, rest, binary(cfg.Shl, e, konst(ut, uint64(u.shift))))
	}
	f.emit(&cfg.Store{Addr: addr, Val: e}, at, role)
}

// store converts v to the type of p and writes it.
func (f *emitter) store(p place, v val, at span, role cfg.Role) {
	if (p.t.k == kVector) != (v.t.k == kVector) { // only casts convert these
		f.fail(nil, "assignment of a value of type %s to one of type %s", v.t.name, p.t.name)
	}
	if p.t.composite() {
		v = f.convert(v, p.t, nil)
	}
	if p.t.aggregate() {
		if v.lv == nil {
			f.fail(nil, "assignment to a structure from %s", v.t.name)
		}
		f.copyPlace(p, *v.lv, at, role)
		return
	}
	if !p.t.scalar() {
		f.fail(nil, "assignment to a value of type %s", p.t.name)
	}
	if p.bf != nil {
		f.mayChange(v, p.t, p.bf.width)
	} else {
		f.mayChange(v, p.t, 0)
	}
	e := f.conv(v, p.t)
	switch {
	case p.flat != nil:
		f.emit(&cfg.Assign{Dst: p.flat.v, Src: e}, at, role)
	case p.bf != nil:
		f.storeBits(p, e, at, role)
	case p.t.reverse != nil:
		f.storeReversed(p, e, at, role)
	default:
		f.emit(f.stores(p, &cfg.Store{Addr: p.addr, Val: e}, at), at, role)
	}
}

// assign stores v like store. If used, it returns the value of the assignment:
// what p holds now, also where writing it has changed which place p denotes.
func (f *emitter) assign(p place, v val, at span, role cfg.Role, used bool) val {
	switch {
	case !used:
		f.store(p, v, at, role)
		return f.void()
	case p.addr == nil || !cfg.Loads(p.addr):
		f.store(p, v, at, role)
		return f.load(p)
	case !p.t.scalar():
		p = f.fixed(p)
		f.store(p, v, at, role)
		return f.load(p)
	}
	v = f.save(val{e: f.implicit(v, p.t), t: p.t})
	f.store(p, v, at, role)
	if p.bf != nil {
		return f.bitsValue(p, f.truncated(v.e, p.bf.width))
	}
	return v
}

// fixed returns the place p with an address that no statement changes.
func (f *emitter) fixed(p place) place {
	if p.addr != nil {
		p.addr = f.save(val{e: p.addr, t: f.l.tt.voidPtr}).e
	}
	return p
}

// copyPlace copies a structure. Its statements write one part each: none of
// them may change where the next ones read and write.
func (f *emitter) copyPlace(dst, src place, at span, role cfg.Role) {
	switch {
	case dst.addr != nil && src.addr != nil:
		f.emit(&cfg.MemCopy{Dst: dst.addr, Src: src.addr, Size: f.size(dst.t)}, at, role)
		return
	case f.l.tt.leaves(dst.t) == 1: // one statement
	case dst.addr != nil && cfg.Loads(dst.addr):
		dst = f.fixed(dst)
	case src.addr != nil && mentions(src.addr, dst.flat):
		src = f.fixed(src)
	}
	f.copyFields(dst, src, at, role)
}

func (f *emitter) copyFields(dst, src place, at span, role cfg.Role) {
	as, bs := f.fieldsOf(dst.t), f.fieldsOf(src.t)
	if len(as) != len(bs) {
		f.fail(nil, "assignment between different structures")
	}
	for i := range as {
		a, b := f.member(dst, as[i:i+1]), f.member(src, bs[i:i+1])
		if a.t.aggregate() {
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
		panic(unsupported{"value of type " + v.t.name, f.at})
	}
	if v.e.Type().Kind == cfg.Bool {
		return cast(cfg.BoolToBits, f.l.tt.value(v.t), v.e)
	}
	return v.e
}

// truth returns v != 0.
func (f *emitter) truth(v val) cfg.Expr {
	if v.t.composite() {
		return f.compositeTruth(v)
	}
	if v.e == nil {
		panic(unsupported{"condition of type " + v.t.name, f.at})
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
func (f *emitter) conv(v val, to *ctype) cfg.Expr {
	tt := f.l.tt
	if v.t.composite() {
		if to.isBool {
			return cast(cfg.BoolToBits, tt.value(to), f.truth(v))
		}
		v = f.scalarOf(v, to)
	}
	if v.e == nil || !to.scalar() {
		panic(unsupported{"conversion from " + v.t.name + " to " + to.name, f.at})
	}
	target := tt.value(to)
	f.convertsPointer(v, to)
	if to.isBool {
		if v.t.isBool && f.l.conf.Execute && v.e.Type() == target {
			return v.e // a copy, also of what has no value yet
		}
		return cast(cfg.BoolToBits, target, f.truth(v))
	}
	if v.e.Type().Kind == cfg.Bool {
		if to.k == kFloat {
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
		if v.t.k == kInt && v.t.signed {
			return f.inMode(cast(cfg.SToF, target, v.e))
		}
		return f.inMode(cast(cfg.UToF, target, v.e))
	}
	switch w := target.Width(); {
	case from.Width() > w:
		return cast(cfg.Trunc, target, v.e)
	case from.Width() < w && (v.t.k == kInt && v.t.signed || v.t.k == kPtr): // gcc extends pointers by their sign
		return cast(cfg.SExt, target, v.e)
	case from.Width() < w:
		return cast(cfg.ZExt, target, v.e)
	}
	return v.e
}

// castScalar is conv for casts of the program. It marks values that change
// between a pointer and a number, as the verifier must know it (package alias,
// package address).
func (f *emitter) castScalar(v val, to *ctype) cfg.Expr {
	switch {
	case v.e == nil:
	case to.k == kPtr && v.t.k == kInt:
		return f.converted(f.conv(v, to), to)
	case to.k == kInt && v.t.k == kPtr && !to.isBool:
		v.e = f.converted(v.e, f.l.tt.size)
	}
	return f.conv(v, to)
}

func (f *emitter) converted(e cfg.Expr, to *ctype) cfg.Expr {
	if _, ok := e.(*cfg.Const); ok || f.dead() || f.constant || f.l.conf.Execute {
		return e
	}
	x := f.tempOf(to, e.Type())
	x.Converted = true
	f.emit(&cfg.Assign{Dst: x, Src: e}, span{pos: f.at.pos}, cfg.RoleImplicit)
	return &cfg.VarRef{V: x}
}

// save moves a value into a temporary unless later side effects cannot
// change it.
func (f *emitter) save(v val) val {
	if v.e == nil {
		if v.lv == nil || v.lv.parts != nil {
			return v
		}
		if v.t.composite() {
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
	f.emit(&cfg.Assign{Dst: x, Src: e}, span{pos: f.at.pos}, cfg.RoleImplicit)
	return val{e: &cfg.VarRef{V: x}, t: v.t}
}

// tempOf adds a temporary for an expression of type et.
func (f *emitter) tempOf(t *ctype, et cfg.Type) *cfg.Var {
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
func (f *emitter) structTemp(t *ctype) place {
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}
	}
	if f.l.tt.dynamic(t) {
		return f.dynamicTemp(t)
	}
	s := &storage{t: t}
	name := "#struct"
	if f.l.flattens(t) {
		s.flat = f.l.newFlat(f.p, name, t, f.at.pos)
		s.flat.each(func(x *flat) { x.v.Temp = true })
	} else {
		f.memory(s, name, t, f.at.pos)
	}
	return f.of(s)
}
