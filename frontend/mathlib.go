package frontend

import (
	"math"
	"strings"

	"culprit/cfg"
)

// floatArg returns an argument as a value of floating type: of the function's
// own type if its name says so, else of the argument's type.
func (f *fn) floatArg(c *call, i int) val {
	v := f.rvalue(f.arg(c, i))
	t := v.t
	if t.k != kFloat {
		t = f.l.tt.double
	}
	switch {
	case c.ret.k == kFloat:
		t = c.ret
	case strings.HasPrefix(libName(c.name), "__") && strings.HasSuffix(c.name, "f") && !strings.HasSuffix(c.name, "inf"):
		t = f.l.tt.float
	}
	return val{e: f.conv(v, t), t: t}
}

// floatCall lowers the functions of one argument that cfg has operators for.
func floatCall(f *fn, c *call) callResult {
	x := f.floatArg(c, 0)
	name := libName(c.name)
	base := name
	if _, ok := floatOps[base]; !ok {
		base = strings.TrimRight(base, "fl")
		if base == "cei" {
			base = "ceil"
		}
	}
	op := floatOps[base]
	tt := f.l.tt
	switch {
	case op == cfg.FIsInf && (strings.HasPrefix(name, "__isinf") || name == "isinf_sign"):
		// Of the C library, and the macro isinf: with the sign of x.
		minus := binary(cfg.FLt, x.e, floatConst(x.e.Type().Width(), 0))
		k := func(n int32) cfg.Expr { return konst(cfg.BV(32), uint64(uint32(n))) }
		return give(val{e: ite(unary(op, x.e), ite(minus, k(-1), k(1)), k(0)), t: tt.intT})
	case op == cfg.FIsNaN, op == cfg.FIsInf:
		return give(val{e: unary(op, x.e), t: tt.intT})
	case op != cfg.OpInvalid:
		return give(val{e: unary(op, x.e), t: x.t})
	case strings.Contains(base, "finite"):
		return give(val{e: binary(cfg.LAnd, not(unary(cfg.FIsNaN, x.e)), not(unary(cfg.FIsInf, x.e))), t: tt.intT})
	}
	// signbit
	w := x.e.Type().Width()
	b := cast(cfg.FToBits, cfg.BV(w), x.e)
	return give(val{e: binary(cfg.SLt, b, konst(cfg.BV(w), 0)), t: tt.intT})
}

// floatLiteral lowers the builtins that are floating constants.
func floatLiteral(f *fn, c *call) callResult {
	t := c.ret
	if t.k != kFloat {
		t = f.l.tt.double
	}
	v := math.Inf(1)
	if strings.HasPrefix(libName(c.name), "nan") {
		if t.bits == 32 {
			return give(val{e: &cfg.Const{T: cfg.FP(32), V: 0x7fc00000}, t: t})
		}
		return give(val{e: &cfg.Const{T: cfg.FP(64), V: 0x7ff8000000000000}, t: t})
	}
	return give(val{e: floatConst(t.bits, v), t: t})
}

// floatOrder lowers the quiet comparisons.
func floatOrder(f *fn, c *call) callResult {
	tt := f.l.tt
	a, b := f.rvalue(f.arg(c, 0)), f.rvalue(f.arg(c, 1))
	t := tt.usual(a.t, b.t)
	if t.k != kFloat {
		t = tt.double
	}
	x, y := f.conv(a, t), f.conv(b, t)
	var e cfg.Expr
	switch strings.TrimPrefix(libName(c.name), "is") {
	case "greater":
		e = binary(cfg.FLt, y, x)
	case "greaterequal":
		e = binary(cfg.FLe, y, x)
	case "less":
		e = binary(cfg.FLt, x, y)
	case "lessequal":
		e = binary(cfg.FLe, x, y)
	case "lessgreater":
		e = binary(cfg.LOr, binary(cfg.FLt, x, y), binary(cfg.FLt, y, x))
	default:
		e = binary(cfg.LOr, unary(cfg.FIsNaN, x), unary(cfg.FIsNaN, y))
	}
	return give(val{e: e, t: tt.intT})
}

func copysignCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	f.arg(c, 1)
	t := c.ret
	if t.k != kFloat {
		t = f.l.tt.double
	}
	w := t.bits
	bt := cfg.BV(w)
	sign := uint64(1) << uint(w-1)
	x := cast(cfg.FToBits, bt, f.conv(vs[0], t))
	y := cast(cfg.FToBits, bt, f.conv(vs[1], t))
	b := binary(cfg.Or, binary(cfg.And, x, konst(bt, ^sign)), binary(cfg.And, y, konst(bt, sign)))
	return give(val{e: cast(cfg.BitsToF, cfg.FP(w), b), t: t})
}

// classCall lowers fpclassify and isnormal.
func classCall(f *fn, c *call) callResult {
	tt := f.l.tt
	for i := range len(c.args) - 1 {
		f.effect(c.args[i])
	}
	x := f.floatArg(c, len(c.args)-1)
	w := x.e.Type().Width()
	if len(c.args) > 1 {
		f.fail(c.x, "call of %s", c.name)
	}
	least := floatConst(w, 0x1p-126)
	if w == 64 {
		least = floatConst(w, 0x1p-1022)
	}
	abs := unary(cfg.FAbs, x.e)
	inf, nan := unary(cfg.FIsInf, x.e), unary(cfg.FIsNaN, x.e)
	normal := binary(cfg.LAnd, binary(cfg.FLe, least, abs), not(inf))
	if strings.HasSuffix(c.name, "isnormal") {
		return give(val{e: normal, t: tt.intT})
	}
	k := func(n uint64) cfg.Expr { return konst(cfg.BV(32), n) }
	zero := binary(cfg.FEq, x.e, floatConst(w, 0))
	e := ite(nan, k(0), ite(inf, k(1), ite(zero, k(2), ite(normal, k(4), k(3)))))
	return give(val{e: e, t: tt.intT})
}

// overflowCall lowers __builtin_add_overflow and its relatives: the result is
// stored through the third argument and the value says whether it fits.
func overflowCall(f *fn, c *call) callResult {
	tt := f.l.tt
	vs := f.values(c.args)
	f.arg(c, 2)
	name := libName(c.name)
	onlyTest := strings.HasSuffix(name, "_p")
	rt := vs[2].t
	if !onlyTest {
		if rt.k != kPtr {
			f.fail(c.x, "call of %s", c.name)
		}
		rt = tt.elemOf(rt)
	}
	op := ""
	for _, o := range []string{"add", "sub", "mul"} {
		if strings.Contains(name, o) {
			op = o
		}
	}
	a, b := vs[0], vs[1]
	if !strings.HasPrefix(name, op) { // typed variants convert their arguments
		a, b = val{e: f.conv(a, rt), t: rt}, val{e: f.conv(b, rt), t: rt}
	}
	if a.t.k != kInt || b.t.k != kInt || rt.k != kInt {
		f.fail(c.x, "call of %s", c.name)
	}
	res, over := f.overflow(c, op, a, b, rt)
	if !onlyTest {
		// The test reads the operands before the store may change them.
		if !f.dead() {
			t := f.temp(tt.boolT)
			f.emit(&cfg.Assign{Dst: t, Src: cast(cfg.BoolToBits, t.Type, over)}, span{pos: c.at.pos}, cfg.RoleImplicit)
			over = binary(cfg.Ne, &cfg.VarRef{V: t}, konst(t.Type, 0))
		}
		f.store(place{t: rt, addr: vs[2].e}, val{e: res, t: rt}, c.at, cfg.RoleUser)
	}
	return give(val{e: over, t: tt.boolT})
}

// overflow computes a op b in the type rt and whether the exact result does
// not fit.
func (f *fn) overflow(c *call, op string, a, b val, rt *ctype) (res, over cfg.Expr) {
	tt := f.l.tt
	ops := map[string]cfg.Op{"add": cfg.Add, "sub": cfg.Sub, "mul": cfg.Mul}
	if a.t.bits <= 32 && b.t.bits <= 32 && rt.bits <= 32 && !(op == "mul" && !a.t.signed && !b.t.signed) {
		// Exact in 64 bits.
		x, y := f.conv(a, tt.llong), f.conv(b, tt.llong)
		wide := binary(ops[op], x, y)
		res = f.conv(val{e: wide, t: tt.llong}, rt)
		back := f.conv(val{e: res, t: rt}, tt.llong)
		return res, binary(cfg.Ne, back, wide)
	}
	if a.t.signed != rt.signed || b.t.signed != rt.signed || a.t.bits > rt.bits || b.t.bits > rt.bits {
		f.fail(c.x, "%s with mixed types of 64 bits", c.name)
	}
	x, y := f.conv(a, rt), f.conv(b, rt)
	res = binary(ops[op], x, y)
	zero := konst(x.Type(), 0)
	switch {
	case op == "add" && rt.signed:
		over = binary(cfg.SLt, binary(cfg.And, binary(cfg.Xor, x, res), binary(cfg.Xor, y, res)), zero)
	case op == "sub" && rt.signed:
		over = binary(cfg.SLt, binary(cfg.And, binary(cfg.Xor, x, y), binary(cfg.Xor, x, res)), zero)
	case op == "add":
		over = binary(cfg.ULt, res, x)
	case op == "sub":
		over = binary(cfg.ULt, x, y)
	case rt.signed:
		low := konst(x.Type(), 1<<uint(rt.bits-1))
		minus := konst(x.Type(), ^uint64(0))
		over = binary(cfg.LOr,
			binary(cfg.LAnd, binary(cfg.Eq, x, minus), binary(cfg.Eq, y, low)),
			binary(cfg.LAnd, binary(cfg.LAnd, binary(cfg.Ne, x, zero), binary(cfg.Ne, x, minus)),
				binary(cfg.Ne, binary(cfg.SDiv, res, x), y)))
	default:
		over = binary(cfg.LAnd, binary(cfg.Ne, x, zero), binary(cfg.Ne, binary(cfg.UDiv, res, x), y))
	}
	return res, over
}

// atomicCall lowers the read-modify-write builtins. Programs have one thread.
func atomicCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	f.arg(c, 1)
	if vs[0].t.k != kPtr {
		f.fail(c.x, "call of %s", c.name)
	}
	t := f.l.tt.elemOf(vs[0].t)
	p := place{t: t, addr: vs[0].e}
	old := f.save(f.load(p))
	op := atomicOp(c.name)
	var v val
	if op == "~" {
		v = f.apply("&", old, vs[1], c.x)
		v.e = unary(cfg.Not, f.bits(v))
	} else {
		v = f.apply(op, old, vs[1], c.x)
		v.e = wrapping(v.e)
	}
	now := f.assign(p, v, c.at, cfg.RoleUser, strings.HasSuffix(c.name, "_fetch"))
	if now.e != nil {
		return give(now)
	}
	return give(old)
}

// atomicOp extracts the operator from the name of an atomic builtin.
func atomicOp(name string) string {
	n := strings.TrimPrefix(strings.TrimPrefix(name, "__sync_"), "__atomic_")
	n = strings.TrimPrefix(n, "fetch_and_")
	n = strings.TrimPrefix(n, "fetch_")
	n = strings.TrimSuffix(n, "_and_fetch")
	n = strings.TrimSuffix(n, "_fetch")
	return map[string]string{"add": "+", "sub": "-", "or": "|", "xor": "^", "and": "&", "nand": "~"}[n]
}

// exchangeCall lowers loads, stores and exchanges.
func exchangeCall(f *fn, c *call) callResult {
	tt := f.l.tt
	vs := f.values(c.args)
	f.arg(c, 0)
	if vs[0].t.k != kPtr {
		f.fail(c.x, "call of %s", c.name)
	}
	p := place{t: tt.elemOf(vs[0].t), addr: vs[0].e}
	zero := val{e: konst(cfg.BV(32), 0), t: tt.intT}
	switch c.name {
	case "__atomic_load_n":
		return give(f.load(p))
	case "__sync_lock_release":
		f.store(p, zero, c.at, cfg.RoleUser)
		return f.noValue(c)
	}
	f.arg(c, 1)
	switch c.name {
	case "__atomic_store_n":
		f.store(p, vs[1], c.at, cfg.RoleUser)
		return f.noValue(c)
	case "__sync_lock_test_and_set", "__atomic_exchange_n":
		old := f.save(f.load(p))
		f.store(p, vs[1], c.at, cfg.RoleUser)
		return give(old)
	}
	f.arg(c, 2)
	old := f.save(f.load(p))
	same := f.save(f.compare("==", old, val{e: f.conv(vs[1], p.t), t: p.t}))
	f.store(p, val{e: ite(f.truth(same), f.conv(vs[2], p.t), f.bits(old)), t: p.t}, c.at, cfg.RoleUser)
	if strings.Contains(c.name, "bool") {
		return give(same)
	}
	return give(old)
}

// setRounding lowers fesetround: only rounding to nearest is supported.
func setRounding(f *fn, c *call) callResult {
	tt := f.l.tt
	mode := f.save(val{e: f.conv(f.rvalue(f.arg(c, 0)), tt.intT), t: tt.intT})
	nearest, other := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Eq, mode.e, konst(cfg.BV(32), 0)), nearest, other, span{pos: c.at.pos})
	f.start(other)
	f.end(cfg.Unsupported, "change of the rounding mode", c.at)
	f.start(nearest)
	return give(val{e: konst(cfg.BV(32), 0), t: tt.intT})
}

func getRounding(f *fn, c *call) callResult {
	return give(val{e: konst(cfg.BV(32), 0), t: f.l.tt.intT})
}
