package emit

import (
	"math/big"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/internal/extended"

	"modernc.org/cc/v4"
)

// long double: the extended format of x86, as a significand of 64 bits and a
// word with sign and exponent (package extended has the format). The operations
// are computed in integers, by the textbook: specials apart, the exact result
// with more bits than fit, one rounding. They round to the nearest number, to
// an even one in the middle.

const (
	leadingBit = 1 << 63
	quietBit   = 1 << 62
	ExpMask    = 0x7fff
	expBias    = 16383
)

// Ext is a long double: its two parts, and what they say.
type Ext struct {
	Sig, Se   cfg.Expr // 64 and 16 bits
	Exp, Sign cfg.Expr // 64 bits
}

// unpack takes a long double apart.
func (f *Emitter) unpack(sig, se cfg.Expr) Ext {
	x := Ext{Sig: f.Let(sig), Se: f.Let(se)}
	w := f.Let(Cast(cfg.ZExt, cfg.BV(64), x.Se))
	x.Exp, x.Sign = f.Let(And(w, Word(ExpMask))), f.Let(Shr(w, Word(15)))
	return x
}

// ExtOf takes a value of type long double apart.
func (f *Emitter) ExtOf(v Value) Ext {
	p := f.Parts(v)
	return f.unpack(p[0].Expr, p[1].Expr)
}

// ExtVal is a long double of two parts.
func (f *Emitter) ExtVal(sig, se cfg.Expr) Value {
	tt := f.Program.Types
	return f.Composed(tt.LongDouble, Value{Expr: sig, Type: tt.ULongLong}, Value{Expr: se, Type: tt.UShort})
}

// ExtConst is a constant.
func (f *Emitter) ExtConst(n extended.Number) Value {
	return f.ExtVal(Word(n.Sig), Const(cfg.BV(16), uint64(n.SE)))
}

// ExtLiteral is the value of a floating constant of type long double.
func (f *Emitter) ExtLiteral(x *cc.PrimaryExpression) Value {
	switch v := x.Value().(type) {
	case *cc.LongDoubleValue:
		return f.ExtConst(extended.Of((*big.Float)(v)))
	case cc.Float64Value:
		return f.ExtConst(extended.OfFloat64(float64(v)))
	}
	f.Fail(x, "floating constant of type %s", x.Type())
	return Value{}
}

// Signed16 is the second part of a number.
func Signed16(sign, exp cfg.Expr) cfg.Expr {
	return Cast(cfg.Trunc, cfg.BV(16), Or(Shl(sign, Word(15)), exp))
}

func IsSpecial(x Ext) cfg.Expr { return Eq(x.Exp, Word(ExpMask)) }
func IsNaN(x Ext) cfg.Expr {
	return Both(IsSpecial(x), Binary(cfg.Ne, Shl(x.Sig, Word(1)), Word(0)))
}
func IsZero(x Ext) cfg.Expr { return Eq(x.Sig, Word(0)) }

// ExtValid reports whether the parts are those of a number: its leading bit is
// set unless its exponent is 0.
func ExtValid(x Ext) cfg.Expr {
	return Binary(cfg.Eq, bit(Binary(cfg.SLt, x.Sig, Word(0))), bit(Binary(cfg.Ne, x.Exp, Word(0))))
}

func invalid() []cfg.Expr {
	return []cfg.Expr{Word(extended.NaN.Sig), Const(cfg.BV(16), uint64(extended.NaN.SE))}
}

func infinity(sign cfg.Expr) []cfg.Expr {
	return []cfg.Expr{Word(leadingBit), Signed16(sign, Word(ExpMask))}
}

// extWidths are the widths of the parts.
var extWidths = []int{64, 16}

// ExtCall computes an operation on long doubles whose result is one.
func (f *Emitter) ExtCall(name string, build func(*Emitter, []cfg.Expr) []cfg.Expr, args ...Ext) Value {
	var in []cfg.Expr
	for _, a := range args {
		in = append(in, a.Sig, a.Se)
	}
	r := f.routine(name, extWidths, in, build)
	return f.ExtVal(r[0], r[1])
}

// shiftSticky shifts the number of the words hi and lo to the right by a count
// below 128. The last bit stands for all that it pushes out.
func (f *Emitter) shiftSticky(hi, lo, count cfg.Expr) (cfg.Expr, cfg.Expr) {
	long := f.Let(ult(Word(63), count))
	s := f.Let(And(count, Word(63)))
	r := f.Let(sub(Word(63), s))
	a := f.Let(Shr(hi, s))
	b := f.Let(Or(Shr(lo, s), Shl(Shl(hi, Word(1)), r)))
	out := f.Let(Shl(Shl(lo, Word(1)), r))
	lost := f.Let(bit(Binary(cfg.Ne, Ite(long, Or(b, out), out), Word(0))))
	return f.Let(Ite(long, Word(0), a)), f.Let(Or(Ite(long, a, b), lost))
}

// rounded makes a number of a significand with its leading bit set, of which
// rest are the bits that follow, the last one standing for others. The
// exponent may be out of range.
func (f *Emitter) rounded(sign, exp, sig, rest cfg.Expr) []cfg.Expr {
	low := f.Let(Binary(cfg.SLt, exp, Word(1))) // subnormal
	far := Binary(cfg.SLt, exp, Word(^uint64(125)))
	d := f.Let(Ite(low, Ite(far, Word(127), sub(Word(1), exp)), Word(0)))
	sig, rest = f.shiftSticky(sig, rest, d)
	tail := bit(Binary(cfg.Ne, Shl(rest, Word(1)), Word(0)))
	up := f.Let(And(Shr(rest, Word(63)), Or(sig, tail)))
	r := f.Let(add(sig, up))
	carry := f.Let(ult(r, sig))
	r = f.Let(Or(r, Shl(bit(carry), Word(63))))
	exp = f.Let(Ite(low, Shr(r, Word(63)), add(exp, bit(carry))))
	high := f.Let(Binary(cfg.SLe, Word(ExpMask), exp))
	return []cfg.Expr{f.Let(Ite(high, Word(leadingBit), r)), f.Let(Signed16(sign, Ite(high, Word(ExpMask), exp)))}
}

// normal shifts the leading bit of a number that is not 0 to its place.
func (f *Emitter) normal(x Ext) (sig, exp cfg.Expr) {
	n := f.leadingZeros(x.Sig)
	return f.Let(Shl(x.Sig, n)), f.Let(sub(orOne(x.Exp), n))
}

// orOne is the exponent that the bits of an exponent mean.
func orOne(exp cfg.Expr) cfg.Expr { return Ite(Eq(exp, Word(0)), Word(1), exp) }

// pick is one of two numbers.
func (f *Emitter) pick(c cfg.Expr, a, b Ext) Ext {
	return f.unpack(Ite(c, a.Sig, b.Sig), Ite(c, a.Se, b.Se))
}

// quiet is the result of an operation on a NaN: of two the one with the larger
// significand.
func (f *Emitter) quiet(a, b Ext) []cfg.Expr {
	x := f.pick(f.Let(Both(IsNaN(a), Either(cfg.Negate(IsNaN(b)), Binary(cfg.ULe, b.Sig, a.Sig)))), a, b)
	return []cfg.Expr{f.Let(Or(x.Sig, Word(quietBit))), x.Se}
}

// extAdd is a sum.
func extAdd(f *Emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	// h is the larger one.
	swap := f.Let(Either(ult(a.Exp, b.Exp), Both(Eq(a.Exp, b.Exp), ult(a.Sig, b.Sig))))
	h, l := f.pick(swap, b, a), f.pick(swap, a, b)
	diff := f.Let(Binary(cfg.Ne, h.Sign, l.Sign))
	return f.choose(IsSpecial(h), func() []cfg.Expr {
		return f.choose(IsNaN(h), func() []cfg.Expr { return f.quiet(h, l) }, func() []cfg.Expr {
			bad := f.Let(Both(IsSpecial(l), diff))
			return []cfg.Expr{f.Let(Ite(bad, invalid()[0], h.Sig)), f.Let(Ite(bad, invalid()[1], h.Se))}
		})
	}, func() []cfg.Expr {
		exp := f.Let(orOne(h.Exp))
		d := f.Let(sub(exp, orOne(l.Exp)))
		d = f.Let(Ite(ult(d, Word(128)), d, Word(127)))
		sig, rest := f.shiftSticky(l.Sig, Word(0), d)
		sum := f.Let(add(h.Sig, Ite(diff, Unary(cfg.Neg, add(sig, bit(Binary(cfg.Ne, rest, Word(0))))), sig)))
		rest = f.Let(Ite(diff, Unary(cfg.Neg, rest), rest))
		carry := f.Let(Both(cfg.Negate(diff), ult(sum, h.Sig)))
		rest = f.Let(Ite(carry, Or(Or(Shr(rest, Word(1)), And(rest, Word(1))), Shl(sum, Word(63))), rest))
		sum = f.Let(Ite(carry, Or(Shr(sum, Word(1)), Word(leadingBit)), sum))
		exp = f.Let(add(exp, bit(carry)))
		// Cancelled digits leave leading zeros.
		short := f.Let(Eq(sum, Word(0)))
		zero := f.Let(Both(short, Eq(rest, Word(0))))
		sum, rest = f.Let(Ite(short, rest, sum)), f.Let(Ite(short, Word(0), rest))
		n := f.leadingZeros(sum)
		exp = f.Let(sub(sub(exp, n), Ite(short, Word(64), Word(0))))
		sum, rest = f.Let(Or(Shl(sum, n), over(rest, n))), f.Let(Shl(rest, n))
		r := f.rounded(h.Sign, exp, sum, rest)
		none := Signed16(And(h.Sign, l.Sign), Word(0))
		return []cfg.Expr{f.Let(Ite(zero, Word(0), r[0])), f.Let(Ite(zero, none, r[1]))}
	})
}

// extMul is a product.
func extMul(f *Emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	sign := f.Let(xor(a.Sign, b.Sign))
	zero := f.Let(Either(IsZero(a), IsZero(b)))
	return f.choose(Either(IsSpecial(a), IsSpecial(b)), func() []cfg.Expr {
		return f.choose(Either(IsNaN(a), IsNaN(b)), func() []cfg.Expr { return f.quiet(a, b) }, func() []cfg.Expr {
			return f.choose(zero, invalid, func() []cfg.Expr { return infinity(sign) })
		})
	}, func() []cfg.Expr {
		return f.choose(zero, func() []cfg.Expr { return []cfg.Expr{Word(0), Signed16(sign, Word(0))} }, func() []cfg.Expr {
			as, ae := f.normal(a)
			bs, be := f.normal(b)
			hi, lo := f.product(as, bs)
			n := f.Let(sub(Word(1), Shr(hi, Word(63)))) // 0 or 1 leading zero
			exp := f.Let(sub(add(ae, be), add(Word(expBias-1), n)))
			return f.rounded(sign, exp, f.Let(Or(Shl(hi, n), over(lo, n))), f.Let(Shl(lo, n)))
		})
	})
}

// extDiv is a quotient.
func extDiv(f *Emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	sign := f.Let(xor(a.Sign, b.Sign))
	none := func() []cfg.Expr { return []cfg.Expr{Word(0), Signed16(sign, Word(0))} }
	inf := func() []cfg.Expr { return infinity(sign) }
	special := func() []cfg.Expr {
		return f.choose(Either(IsNaN(a), IsNaN(b)), func() []cfg.Expr { return f.quiet(a, b) }, func() []cfg.Expr {
			return f.choose(Both(IsSpecial(a), IsSpecial(b)), invalid, func() []cfg.Expr {
				return f.choose(IsSpecial(a), inf, none)
			})
		})
	}
	return f.choose(Either(IsSpecial(a), IsSpecial(b)), special, func() []cfg.Expr {
		return f.choose(IsZero(b), func() []cfg.Expr { return f.choose(IsZero(a), invalid, inf) }, func() []cfg.Expr {
			return f.choose(IsZero(a), none, func() []cfg.Expr {
				as, ae := f.normal(a)
				bs, be := f.normal(b)
				n := f.Let(bit(cfg.Negate(ult(as, bs)))) // so that the quotient has 64 bits
				q, r := f.quotient(f.Let(Shr(as, n)), f.Let(Ite(Eq(n, Word(0)), Word(0), Shl(as, Word(63)))), bs)
				// The rest is compared with a half of the divisor.
				other := f.Let(sub(bs, r))
				rest := Ite(ult(other, r), Word(3<<62), Ite(Eq(other, r), Word(leadingBit), bit(Binary(cfg.Ne, r, Word(0)))))
				exp := f.Let(add(sub(ae, be), add(Word(expBias-1), n)))
				return f.rounded(sign, exp, q, f.Let(rest))
			})
		})
	})
}

// extOp computes x op y where one is a long double and the other is real.
func (f *Emitter) extOp(op string, x, y Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	if !x.Type.Real() || !y.Type.Real() {
		f.Fail(n, "operator %s on %s and %s", op, x.Type.Name, y.Type.Name)
	}
	a, b := f.ExtOf(f.Convert(x, tt.LongDouble, n)), f.ExtOf(f.Convert(y, tt.LongDouble, n))
	switch op {
	case "+":
		return f.ExtCall("extended_add", extAdd, a, b)
	case "-":
		// A NaN keeps its sign.
		b.Se = f.Let(Ite(IsNaN(b), b.Se, xor(b.Se, Const(cfg.BV(16), 1<<15))))
		return f.ExtCall("extended_add", extAdd, a, b)
	case "*":
		return f.ExtCall("extended_multiply", extMul, a, b)
	case "/":
		return f.ExtCall("extended_divide", extDiv, a, b)
	}
	c := f.ExtCompare(op, a, b)
	if c == nil {
		f.Fail(n, "operator %s on floating values", op)
	}
	return Value{Expr: c, Type: tt.Int}
}

// ExtCompare is a comparison, nil for other operators.
func (f *Emitter) ExtCompare(op string, a, b Ext) cfg.Expr {
	ordered := cfg.Negate(Either(IsNaN(a), IsNaN(b)))
	zeros := IsZero(Ext{Sig: Or(a.Sig, b.Sig)})
	same := Both(Eq(a.Sig, b.Sig), Eq(a.Se, b.Se))
	below := func(a, b Ext) cfg.Expr { // of the absolute values
		return Either(ult(a.Exp, b.Exp), Both(Eq(a.Exp, b.Exp), ult(a.Sig, b.Sig)))
	}
	less := func(a, b Ext) cfg.Expr {
		neg := func(x Ext) cfg.Expr { return Binary(cfg.Ne, x.Sign, Word(0)) }
		return Both(cfg.Negate(zeros), Ite(neg(a), Either(cfg.Negate(neg(b)), below(b, a)), Both(cfg.Negate(neg(b)), below(a, b))))
	}
	switch op {
	case "==":
		return Both(ordered, Either(same, zeros))
	case "!=":
		return cfg.Negate(Both(ordered, Either(same, zeros)))
	case "<":
		return Both(ordered, less(a, b))
	case ">":
		return Both(ordered, less(b, a))
	case "<=":
		return Both(ordered, cfg.Negate(less(b, a)))
	case ">=":
		return Both(ordered, cfg.Negate(less(a, b)))
	}
	return nil
}

// extUnary computes + and -.
func (f *Emitter) extUnary(op string, v Value, n cc.ExpressionNode) Value {
	x := f.ExtOf(v)
	switch op {
	case "-":
		return f.ExtVal(x.Sig, xor(x.Se, Const(cfg.BV(16), 1<<15)))
	case "+":
		return f.ExtVal(x.Sig, x.Se)
	}
	f.Fail(n, "complement of a floating value")
	return Value{}
}

// toExtended converts a number to long double, which is exact except for integers
// of 128 bits.
func (f *Emitter) toExtended(v Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	switch v.Type.Kind {
	case ctypes.Extended:
		p := f.Parts(v)
		return f.ExtVal(p[0].Expr, p[1].Expr)
	case ctypes.Int:
		if !v.Type.Signed {
			return f.ofMagnitude(f.Let(f.Conv(v, tt.ULongLong)), Word(0))
		}
		x := f.Let(f.Conv(v, tt.LongLong))
		sign := f.Let(Shr(x, Word(63)))
		return f.ofMagnitude(f.Let(Ite(Eq(sign, Word(0)), x, Unary(cfg.Neg, x))), sign)
	case ctypes.Wide:
		hi, lo, n, minus := f.wideDigits(v)
		r := f.rounded(bit(minus), f.Let(sub(Word(expBias+127), n)), hi, lo)
		zero := f.Let(Eq(hi, Word(0)))
		return f.ExtVal(Ite(zero, Word(0), r[0]), Ite(zero, Const(cfg.BV(16), 0), r[1]))
	case ctypes.Float:
		b := f.Let(Cast(cfg.FToBits, cfg.BV(64), f.Conv(v, tt.Double)))
		r := f.routine("extended_of_double", extWidths, []cfg.Expr{b}, extOfDouble)
		return f.ExtVal(r[0], r[1])
	case ctypes.Complex:
		return f.Convert(f.Parts(v)[0], tt.LongDouble, n)
	}
	f.Fail(n, "conversion of %s to %s", v.Type.Name, tt.LongDouble.Name)
	return Value{}
}

// ofMagnitude makes a number of an integer and a sign.
func (f *Emitter) ofMagnitude(m, sign cfg.Expr) Value {
	r := f.routine("extended_of_integer", extWidths, []cfg.Expr{m, sign}, func(f *Emitter, x []cfg.Expr) []cfg.Expr {
		n := f.leadingZeros(x[0])
		exp := Ite(Eq(x[0], Word(0)), Word(0), sub(Word(expBias+63), n))
		return []cfg.Expr{f.Let(Shl(x[0], n)), f.Let(Signed16(x[1], exp))}
	})
	return f.ExtVal(r[0], r[1])
}

// extOfDouble converts the bits of a double.
func extOfDouble(f *Emitter, x []cfg.Expr) []cfg.Expr {
	sign := f.Let(Shr(x[0], Word(63)))
	exp := f.Let(And(Shr(x[0], Word(52)), Word(0x7ff)))
	frac := f.Let(Shr(Shl(x[0], Word(12)), Word(1))) // after the leading bit
	normal := f.Let(Or(frac, Word(leadingBit)))
	return f.choose(Eq(exp, Word(0)), func() []cfg.Expr {
		n := f.leadingZeros(frac)
		e := Ite(Eq(frac, Word(0)), Word(0), sub(Word(expBias-1022), n))
		return []cfg.Expr{f.Let(Shl(frac, n)), f.Let(Signed16(sign, e))}
	}, func() []cfg.Expr {
		special := f.Let(Eq(exp, Word(0x7ff)))
		quiet := Ite(Both(special, Binary(cfg.Ne, frac, Word(0))), Word(quietBit), Word(0))
		e := Ite(special, Word(ExpMask), add(exp, Word(expBias-1023)))
		return []cfg.Expr{f.Let(Or(normal, quiet)), f.Let(Signed16(sign, e))}
	})
}

// fromExtended converts a long double to a scalar.
func (f *Emitter) fromExtended(v Value, to *ctypes.Type) Value {
	tt := f.Program.Types
	x := f.ExtOf(v)
	switch {
	case to.Kind == ctypes.Float && to.Bits == 64:
		r := f.routine("double_of_extended", []int{64}, []cfg.Expr{x.Sig, x.Se}, func(f *Emitter, x []cfg.Expr) []cfg.Expr {
			return f.shortened(f.unpack(x[0], x[1]), 64, 52, 1023)
		})
		return Value{Expr: Cast(cfg.BitsToF, cfg.FP(64), r[0]), Type: tt.Double}
	case to.Kind == ctypes.Float:
		r := f.routine("float_of_extended", []int{64}, []cfg.Expr{x.Sig, x.Se}, func(f *Emitter, x []cfg.Expr) []cfg.Expr {
			return f.shortened(f.unpack(x[0], x[1]), 32, 23, 127)
		})
		return Value{Expr: Cast(cfg.BitsToF, cfg.FP(32), Cast(cfg.Trunc, cfg.BV(32), r[0])), Type: tt.Float}
	case to.Kind != ctypes.Int:
		f.Fail(nil, "conversion of %s to %s", v.Type.Name, to.Name)
	}
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.At, to, func() cfg.Expr { return cfg.Negate(extFits(x, to.Bits)) })
	}
	m := f.Let(Ite(ult(x.Exp, Word(expBias)), Word(0), Ite(ult(Word(expBias+63), x.Exp), Word(leadingBit),
		Shr(x.Sig, And(sub(Word(expBias+63), x.Exp), Word(63))))))
	return Value{Expr: f.Let(Ite(Eq(x.Sign, Word(0)), m, Unary(cfg.Neg, m))), Type: tt.LongLong}
}

// extFits reports whether the integral part of a number fits in w signed bits.
func extFits(x Ext, w int) cfg.Expr {
	end := Word(uint64(expBias + w - 1)) // exponent of 2^(w-1)
	least := Both(Both(Eq(x.Exp, end), Binary(cfg.Ne, x.Sign, Word(0))), Eq(Shr(x.Sig, Word(uint64(63-(w-1)&63))), Word(1<<uint((w-1)&63))))
	if w > 64 {
		least = Both(Both(Eq(x.Exp, end), Binary(cfg.Ne, x.Sign, Word(0))), Eq(x.Sig, Word(leadingBit)))
	}
	return Either(ult(x.Exp, end), least)
}

// shortened rounds to a format of so many bits, p of them after the leading one.
func (f *Emitter) shortened(x Ext, width, p, bias uint64) []cfg.Expr {
	top := 2*bias + 1
	inf := Shl(Word(top), Word(p))
	sign := f.Let(Shl(x.Sign, Word(width-1)))
	return f.choose(IsSpecial(x), func() []cfg.Expr {
		frac := f.Let(Shr(Shl(x.Sig, Word(1)), Word(64-p)))
		nan := Or(frac, Word(1<<(p-1)))
		return []cfg.Expr{f.Let(Or(sign, Or(inf, Ite(IsNaN(x), nan, Word(0)))))}
	}, func() []cfg.Expr {
		exp := f.Let(sub(x.Exp, Word(expBias-bias)))
		low := f.Let(Binary(cfg.SLt, exp, Word(1)))
		far := Binary(cfg.SLt, exp, Word(-p-1))
		s := f.Let(add(Word(63-p), Ite(low, Ite(far, Word(p+2), sub(Word(1), exp)), Word(0))))
		long := f.Let(ult(Word(63), s))
		beyond := f.Let(ult(Word(64), s))
		sh := f.Let(And(s, Word(63)))
		q := f.Let(Ite(long, Word(0), Shr(x.Sig, sh)))
		rest := f.Let(Ite(long, Ite(beyond, bit(cfg.Negate(IsZero(x))), x.Sig), Shl(x.Sig, And(sub(Word(64), sh), Word(63)))))
		tail := bit(Binary(cfg.Ne, Shl(rest, Word(1)), Word(0)))
		up := f.Let(And(Shr(rest, Word(63)), Or(q, tail)))
		// The leading bit of q adds 1 to the exponent.
		r := f.Let(add(add(Shl(Ite(low, Word(0), sub(exp, Word(1))), Word(p)), q), up))
		r = Ite(Either(Binary(cfg.SLe, Word(top), exp), Binary(cfg.ULe, inf, r)), inf, r)
		return []cfg.Expr{f.Let(Or(sign, r))}
	})
}

// ExtSqrt is a square root.
func ExtSqrt(f *Emitter, x []cfg.Expr) []cfg.Expr {
	a := f.unpack(x[0], x[1])
	same := []cfg.Expr{a.Sig, a.Se}
	return f.choose(Either(IsZero(a), IsSpecial(a)), func() []cfg.Expr {
		return f.choose(IsNaN(a), func() []cfg.Expr { return f.quiet(a, a) }, func() []cfg.Expr {
			bad := f.Let(Both(IsSpecial(a), Binary(cfg.Ne, a.Sign, Word(0))))
			return []cfg.Expr{f.Let(Ite(bad, invalid()[0], same[0])), f.Let(Ite(bad, invalid()[1], same[1]))}
		})
	}, func() []cfg.Expr {
		return f.choose(Binary(cfg.Ne, a.Sign, Word(0)), invalid, func() []cfg.Expr {
			sig, exp := f.normal(a)
			// The root of the words hi and lo, which stand for sig or the half of
			// it, times 2^64: between 2^63 and 2^64.
			n := f.Let(xor(And(exp, Word(1)), Word(1))) // 1 if the exponent without bias is odd
			hi := f.Let(Shr(sig, sub(Word(1), n)))
			lo := f.Let(Ite(Eq(n, Word(1)), Word(0), Shl(sig, Word(63))))
			r, rl, rh := f.root(hi, lo)
			// The rest is above the half if it is larger than r.
			above := Either(Binary(cfg.Ne, rh, Word(0)), ult(r, rl))
			rest := f.Let(Ite(above, Word(3<<62), bit(Binary(cfg.Ne, rl, Word(0)))))
			return f.rounded(Word(0), f.Let(Shr(sub(add(exp, Word(expBias)), n), Word(1))), r, rest)
		})
	})
}

// root is the integral square root r of a number of two words, the upper one of
// which is at least 2^62, and the rest. It begins with the root of a double,
// which a step of Newton's makes precise except for the last place.
func (f *Emitter) root(hi, lo cfg.Expr) (r, rl, rh cfg.Expr) {
	most := Word(^uint64(0))
	d := f.Let(Binary(cfg.FMul, Unary(cfg.FSqrt, Cast(cfg.UToF, cfg.FP(64), hi)), FloatConst(64, 0x1p32)))
	g := f.Let(Ite(Binary(cfg.FLe, FloatConst(64, 0x1p64), d), most, Cast(cfg.FToU, cfg.BV(64), d)))
	g = f.Let(Ite(Binary(cfg.ULe, g, hi), most, g))
	q, _ := f.quotient(f.Let(Ite(ult(hi, g), hi, sub(g, Word(1)))), lo, g)
	sum := f.Let(add(g, q))
	r = f.Let(Or(Shr(sum, Word(1)), Shl(bit(ult(sum, g)), Word(63))))
	h, l := f.product(r, r)
	r = f.Let(sub(r, bit(Either(ult(hi, h), Both(Eq(hi, h), ult(lo, l))))))
	h, l = f.product(r, r)
	rl, rh = f.Let(sub(lo, l)), f.Let(sub(sub(hi, h), bit(ult(lo, l))))
	// The next square is larger by 2r+1.
	end := Shr(r, Word(63))
	r = f.Let(add(r, bit(Either(ult(end, rh), Both(Eq(end, rh), ult(Shl(r, Word(1)), rl))))))
	h, l = f.product(r, r)
	return r, f.Let(sub(lo, l)), f.Let(sub(sub(hi, h), bit(ult(lo, l))))
}

// Integral rounds to an integer: "trunc", "floor", "ceil", "round" or "rint".
func Integral(mode string) func(*Emitter, []cfg.Expr) []cfg.Expr {
	return func(f *Emitter, x []cfg.Expr) []cfg.Expr {
		a := f.unpack(x[0], x[1])
		minus := f.Let(Binary(cfg.Ne, a.Sign, Word(0)))
		k := f.Let(And(sub(Word(expBias+63), a.Exp), Word(63))) // bits after the point
		frac := f.Let(And(a.Sig, sub(Shl(Word(1), k), Word(1))))
		half := f.Let(Shr(Shl(Word(1), k), Word(1)))
		nonzero := Binary(cfg.Ne, a.Sig, Word(0))
		var up, one cfg.Expr = cfg.False, cfg.False // away from zero; if below 1
		switch mode {
		case "floor":
			up, one = Both(minus, Binary(cfg.Ne, frac, Word(0))), Both(minus, nonzero)
		case "ceil":
			up, one = Both(cfg.Negate(minus), Binary(cfg.Ne, frac, Word(0))), Both(cfg.Negate(minus), nonzero)
		case "round":
			up, one = Binary(cfg.ULe, half, frac), Eq(a.Exp, Word(expBias-1))
		case "rint":
			odd := Binary(cfg.Ne, And(Shr(a.Sig, k), Word(1)), Word(0))
			up = Either(ult(half, frac), Both(Eq(half, frac), odd))
			one = Both(Eq(a.Exp, Word(expBias-1)), ult(Word(leadingBit), a.Sig))
		}
		up, one = f.Let(up), f.Let(one)
		base := f.Let(sub(a.Sig, frac))
		r := f.Let(add(base, Ite(up, Shl(Word(1), k), Word(0))))
		carry := f.Let(ult(r, base))
		return f.choose(cfg.Negate(ult(a.Exp, Word(expBias+63))), func() []cfg.Expr {
			return []cfg.Expr{f.Let(Or(a.Sig, Ite(IsNaN(a), Word(quietBit), Word(0)))), a.Se}
		}, func() []cfg.Expr {
			small := f.Let(ult(a.Exp, Word(expBias)))
			sig := Ite(small, Ite(one, Word(leadingBit), Word(0)), Or(r, Shl(bit(carry), Word(63))))
			exp := Ite(small, Ite(one, Word(expBias), Word(0)), add(a.Exp, bit(carry)))
			return []cfg.Expr{f.Let(sig), f.Let(Signed16(a.Sign, exp))}
		})
	}
}
