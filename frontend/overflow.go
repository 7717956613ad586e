package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
)

// __builtin_add_overflow and its relatives: the result of an operation on
// integers of any types, in a third type, and whether the exact result is
// another number.

// overflowCall stores the result through the third argument, or only looks at
// its type if the name ends in _p. The value of the call is the overflow.
func overflowCall(f *fn, c *call) callResult {
	tt := f.l.tt
	vs := f.values(c.args)
	f.arg(c, 2)
	name := prelude.LibName(c.name)
	onlyTest := strings.HasSuffix(name, "_p")
	rt := vs[2].t
	if !onlyTest {
		if rt.Kind != ctypes.Pointer {
			f.fail(c.x, "call of %s", c.name)
		}
		rt = tt.ElemOf(rt)
	}
	op := ""
	for _, o := range []string{"add", "sub", "mul"} {
		if strings.Contains(name, o) {
			op = o
		}
	}
	a, b := vs[0], vs[1]
	if !strings.HasPrefix(name, op) { // typed variants convert their arguments
		a, b = f.convert(a, rt, c.x), f.convert(b, rt, c.x)
	}
	for _, t := range []*ctypes.Type{a.t, b.t, rt} {
		if t.Kind != ctypes.Int && t.Kind != ctypes.Wide {
			f.fail(c.x, "call of %s", c.name)
		}
	}
	res, over := f.overflow(op, a, b, rt)
	if !onlyTest {
		// The test reads the operands before the store may change them.
		over = f.let(over)
		f.store(place{t: rt, addr: vs[2].e}, res, c.at, cfg.RoleUser)
	}
	return give(val{e: over, t: tt.Bool})
}

// overflow computes a op b in the type rt and whether the exact result does
// not fit.
func (f *emitter) overflow(op string, a, b val, rt *ctypes.Type) (res val, over cfg.Expr) {
	tt := f.l.tt
	ops := map[string]cfg.Op{"add": cfg.Add, "sub": cfg.Sub, "mul": cfg.Mul}
	if a.t.Bits <= 32 && b.t.Bits <= 32 && rt.Bits <= 32 && !(op == "mul" && !a.t.Signed && !b.t.Signed) {
		// Exact in 64 bits.
		x, y := f.conv(a, tt.LongLong), f.conv(b, tt.LongLong)
		wide := binary(ops[op], x, y)
		res = val{e: f.conv(val{e: wide, t: tt.LongLong}, rt), t: rt}
		return res, binary(cfg.Ne, f.conv(res, tt.LongLong), wide)
	}
	within := func(t *ctypes.Type) bool { return t.Kind == ctypes.Int && t.Signed == rt.Signed && t.Bits <= rt.Bits }
	if op != "mul" && rt.Kind == ctypes.Int && within(a.t) && within(b.t) {
		x, y := f.conv(a, rt), f.conv(b, rt)
		e := binary(ops[op], x, y)
		zero := konst(x.Type(), 0)
		switch {
		case op == "add" && rt.Signed:
			over = binary(cfg.SLt, and(xor(x, e), xor(y, e)), zero)
		case op == "sub" && rt.Signed:
			over = binary(cfg.SLt, and(xor(x, y), xor(x, e)), zero)
		case op == "add":
			over = ult(e, x)
		default:
			over = ult(x, y)
		}
		return val{e: e, t: rt}, over
	}
	x, y := f.exact(a), f.exact(b)
	var r exact
	large := cfg.Expr(cfg.False)
	switch {
	case op == "add":
		r = f.exactSum(x, y)
	case op == "sub":
		r = f.exactDifference(x, y)
	case a.t.Kind == ctypes.Wide || b.t.Kind == ctypes.Wide:
		r, large = f.exactLargeProduct(x, y)
	default:
		r = f.exactProduct(x, y)
	}
	res = val{e: r[0], t: tt.ULongLong}
	if rt.Kind == ctypes.Wide {
		res = f.wideVal(rt, r[0], r[1])
	} else {
		res = val{e: f.let(f.conv(res, rt)), t: rt}
	}
	fits := f.exact(res)
	same := both(eq(r[0], fits[0]), both(eq(r[1], fits[1]), eq(r[2], fits[2])))
	return res, either(large, cfg.Negate(same))
}

// exact is an integer in three words of two's complement, the lowest first,
// which no sum, difference or product of words leaves.
type exact [3]cfg.Expr

// exact is the value of an integer.
func (f *emitter) exact(v val) exact {
	var lo, hi cfg.Expr
	sign := func(x cfg.Expr) cfg.Expr {
		if !v.t.Signed {
			return word(0)
		}
		return f.let(binary(cfg.AShr, x, word(63)))
	}
	if v.t.Kind == ctypes.Wide {
		lo, hi = f.words(v)
		return exact{f.let(lo), f.let(hi), sign(hi)}
	}
	lo = f.let(f.conv(v, f.l.tt.ULongLong))
	hi = sign(lo)
	return exact{lo, hi, hi}
}

func (f *emitter) exactSum(a, b exact) exact {
	lo := f.let(add(a[0], b[0]))
	carry := f.let(bit(ult(lo, a[0])))
	mid := f.let(add(a[1], b[1]))
	hi := f.let(add(mid, carry))
	carry = add(bit(ult(mid, a[1])), bit(ult(hi, mid)))
	return exact{lo, hi, f.let(add(add(a[2], b[2]), carry))}
}

func (f *emitter) exactDifference(a, b exact) exact {
	lo := f.let(sub(a[0], b[0]))
	borrow := f.let(bit(ult(a[0], b[0])))
	mid := f.let(sub(a[1], b[1]))
	hi := f.let(sub(mid, borrow))
	borrow = add(bit(ult(a[1], b[1])), bit(ult(mid, borrow)))
	return exact{lo, hi, f.let(sub(sub(a[2], b[2]), borrow))}
}

// exactProduct multiplies numbers of one word and a sign.
func (f *emitter) exactProduct(a, b exact) exact {
	hi, lo := f.product(a[0], b[0])
	// A negative factor stands for the word less 2^64.
	hi = f.let(sub(hi, add(and(a[1], b[0]), and(b[1], a[0]))))
	return exact{lo, hi, f.productSign(a, b, either(binary(cfg.Ne, lo, word(0)), binary(cfg.Ne, hi, word(0))))}
}

// productSign is the highest word of a product.
func (f *emitter) productSign(a, b exact, nonzero cfg.Expr) cfg.Expr {
	return f.let(ite(nonzero, xor(a[2], b[2]), word(0)))
}

// exactLargeProduct multiplies numbers of two words and a sign by their
// absolute values. large tells that the result has more than two.
func (f *emitter) exactLargeProduct(a, b exact) (r exact, large cfg.Expr) {
	abs := func(x exact) (lo, hi cfg.Expr) {
		nlo, nhi := f.wideNeg(x[0], x[1])
		minus := f.let(binary(cfg.SLt, x[2], word(0)))
		return f.let(ite(minus, nlo, x[0])), f.let(ite(minus, nhi, x[1]))
	}
	nonzero := func(x cfg.Expr) cfg.Expr { return binary(cfg.Ne, x, word(0)) }
	pl, ph := abs(a)
	ql, qh := abs(b)
	x1, x0 := f.product(ph, ql)
	y1, y0 := f.product(pl, qh)
	z1, z0 := f.product(pl, ql)
	mid := f.let(add(x0, y0)) // one of them is 0, or the product is too large
	hi := f.let(add(mid, z1))
	large = f.let(either(either(both(nonzero(ph), nonzero(qh)), either(nonzero(x1), nonzero(y1))), ult(hi, z1)))
	minus := f.let(binary(cfg.SLt, xor(a[2], b[2]), word(0)))
	nlo, nhi := f.wideNeg(z0, hi)
	r = exact{f.let(ite(minus, nlo, z0)), f.let(ite(minus, nhi, hi)), nil}
	r[2] = f.productSign(a, b, either(nonzero(z0), nonzero(hi)))
	return r, large
}
