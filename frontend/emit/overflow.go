package emit

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
)

// __builtin_add_overflow and its relatives: the result of an operation on
// integers of any types, in a third type, and whether the exact result is
// another number.

// Overflow computes a op b in the type rt and whether the exact result does
// not fit.
func (f *Emitter) Overflow(op string, a, b Value, rt *ctypes.Type) (res Value, over cfg.Expr) {
	tt := f.Program.Types
	ops := map[string]cfg.Op{"add": cfg.Add, "sub": cfg.Sub, "mul": cfg.Mul}
	if a.Type.Bits <= 32 && b.Type.Bits <= 32 && rt.Bits <= 32 && !(op == "mul" && !a.Type.Signed && !b.Type.Signed) {
		// Exact in 64 bits.
		x, y := f.Conv(a, tt.LongLong), f.Conv(b, tt.LongLong)
		wide := Binary(ops[op], x, y)
		res = Value{Expr: f.Conv(Value{Expr: wide, Type: tt.LongLong}, rt), Type: rt}
		return res, Binary(cfg.Ne, f.Conv(res, tt.LongLong), wide)
	}
	within := func(t *ctypes.Type) bool { return t.Kind == ctypes.Int && t.Signed == rt.Signed && t.Bits <= rt.Bits }
	if op != "mul" && rt.Kind == ctypes.Int && within(a.Type) && within(b.Type) {
		x, y := f.Conv(a, rt), f.Conv(b, rt)
		e := Binary(ops[op], x, y)
		zero := Const(x.Type(), 0)
		switch {
		case op == "add" && rt.Signed:
			over = Binary(cfg.SLt, And(xor(x, e), xor(y, e)), zero)
		case op == "sub" && rt.Signed:
			over = Binary(cfg.SLt, And(xor(x, y), xor(x, e)), zero)
		case op == "add":
			over = ult(e, x)
		default:
			over = ult(x, y)
		}
		return Value{Expr: e, Type: rt}, over
	}
	x, y := f.exact(a), f.exact(b)
	var r exact
	large := cfg.Expr(cfg.False)
	switch {
	case op == "add":
		r = f.exactSum(x, y)
	case op == "sub":
		r = f.exactDifference(x, y)
	case a.Type.Kind == ctypes.Wide || b.Type.Kind == ctypes.Wide:
		r, large = f.exactLargeProduct(x, y)
	default:
		r = f.exactProduct(x, y)
	}
	res = Value{Expr: r[0], Type: tt.ULongLong}
	if rt.Kind == ctypes.Wide {
		res = f.WideVal(rt, r[0], r[1])
	} else {
		res = Value{Expr: f.Let(f.Conv(res, rt)), Type: rt}
	}
	fits := f.exact(res)
	same := Both(Eq(r[0], fits[0]), Both(Eq(r[1], fits[1]), Eq(r[2], fits[2])))
	return res, Either(large, cfg.Negate(same))
}

// exact is an integer in three words of two's complement, the lowest first,
// which no sum, difference or product of words leaves.
type exact [3]cfg.Expr

// exact is the value of an integer.
func (f *Emitter) exact(v Value) exact {
	var lo, hi cfg.Expr
	sign := func(x cfg.Expr) cfg.Expr {
		if !v.Type.Signed {
			return Word(0)
		}
		return f.Let(Binary(cfg.AShr, x, Word(63)))
	}
	if v.Type.Kind == ctypes.Wide {
		lo, hi = f.Words(v)
		return exact{f.Let(lo), f.Let(hi), sign(hi)}
	}
	lo = f.Let(f.Conv(v, f.Program.Types.ULongLong))
	hi = sign(lo)
	return exact{lo, hi, hi}
}

func (f *Emitter) exactSum(a, b exact) exact {
	lo := f.Let(add(a[0], b[0]))
	carry := f.Let(bit(ult(lo, a[0])))
	mid := f.Let(add(a[1], b[1]))
	hi := f.Let(add(mid, carry))
	carry = add(bit(ult(mid, a[1])), bit(ult(hi, mid)))
	return exact{lo, hi, f.Let(add(add(a[2], b[2]), carry))}
}

func (f *Emitter) exactDifference(a, b exact) exact {
	lo := f.Let(sub(a[0], b[0]))
	borrow := f.Let(bit(ult(a[0], b[0])))
	mid := f.Let(sub(a[1], b[1]))
	hi := f.Let(sub(mid, borrow))
	borrow = add(bit(ult(a[1], b[1])), bit(ult(mid, borrow)))
	return exact{lo, hi, f.Let(sub(sub(a[2], b[2]), borrow))}
}

// exactProduct multiplies numbers of one word and a sign.
func (f *Emitter) exactProduct(a, b exact) exact {
	hi, lo := f.product(a[0], b[0])
	// A negative factor stands for the word less 2^64.
	hi = f.Let(sub(hi, add(And(a[1], b[0]), And(b[1], a[0]))))
	return exact{lo, hi, f.productSign(a, b, Either(Binary(cfg.Ne, lo, Word(0)), Binary(cfg.Ne, hi, Word(0))))}
}

// productSign is the highest word of a product.
func (f *Emitter) productSign(a, b exact, nonzero cfg.Expr) cfg.Expr {
	return f.Let(Ite(nonzero, xor(a[2], b[2]), Word(0)))
}

// exactLargeProduct multiplies numbers of two words and a sign by their
// absolute values. large tells that the result has more than two.
func (f *Emitter) exactLargeProduct(a, b exact) (r exact, large cfg.Expr) {
	abs := func(x exact) (lo, hi cfg.Expr) {
		nlo, nhi := f.wideNeg(x[0], x[1])
		minus := f.Let(Binary(cfg.SLt, x[2], Word(0)))
		return f.Let(Ite(minus, nlo, x[0])), f.Let(Ite(minus, nhi, x[1]))
	}
	nonzero := func(x cfg.Expr) cfg.Expr { return Binary(cfg.Ne, x, Word(0)) }
	pl, ph := abs(a)
	ql, qh := abs(b)
	x1, x0 := f.product(ph, ql)
	y1, y0 := f.product(pl, qh)
	z1, z0 := f.product(pl, ql)
	mid := f.Let(add(x0, y0)) // one of them is 0, or the product is too large
	hi := f.Let(add(mid, z1))
	large = f.Let(Either(Either(Both(nonzero(ph), nonzero(qh)), Either(nonzero(x1), nonzero(y1))), ult(hi, z1)))
	minus := f.Let(Binary(cfg.SLt, xor(a[2], b[2]), Word(0)))
	nlo, nhi := f.wideNeg(z0, hi)
	r = exact{f.Let(Ite(minus, nlo, z0)), f.Let(Ite(minus, nhi, hi)), nil}
	r[2] = f.productSign(a, b, Either(nonzero(z0), nonzero(hi)))
	return r, large
}
