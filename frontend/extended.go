package frontend

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
	expMask    = 0x7fff
	expBias    = 16383
)

// ext is a long double: its two parts, and what they say.
type ext struct {
	sig, se   cfg.Expr // 64 and 16 bits
	exp, sign cfg.Expr // 64 bits
}

// unpack takes a long double apart.
func (f *emitter) unpack(sig, se cfg.Expr) ext {
	x := ext{sig: f.let(sig), se: f.let(se)}
	w := f.let(cast(cfg.ZExt, cfg.BV(64), x.se))
	x.exp, x.sign = f.let(and(w, word(expMask))), f.let(shr(w, word(15)))
	return x
}

// extOf takes a value of type long double apart.
func (f *emitter) extOf(v val) ext {
	p := f.parts(v)
	return f.unpack(p[0].e, p[1].e)
}

// extVal is a long double of two parts.
func (f *emitter) extVal(sig, se cfg.Expr) val {
	tt := f.l.tt
	return f.composed(tt.LongDouble, val{e: sig, t: tt.ULongLong}, val{e: se, t: tt.UShort})
}

// extConst is a constant.
func (f *emitter) extConst(n extended.Number) val {
	return f.extVal(word(n.Sig), konst(cfg.BV(16), uint64(n.SE)))
}

// extLiteral is the value of a floating constant of type long double.
func (f *emitter) extLiteral(x *cc.PrimaryExpression) val {
	switch v := x.Value().(type) {
	case *cc.LongDoubleValue:
		return f.extConst(extended.Of((*big.Float)(v)))
	case cc.Float64Value:
		return f.extConst(extended.OfFloat64(float64(v)))
	}
	f.fail(x, "floating constant of type %s", x.Type())
	return val{}
}

// signed16 is the second part of a number.
func signed16(sign, exp cfg.Expr) cfg.Expr {
	return cast(cfg.Trunc, cfg.BV(16), or(shl(sign, word(15)), exp))
}

func isSpecial(x ext) cfg.Expr { return eq(x.exp, word(expMask)) }
func isNaN(x ext) cfg.Expr {
	return both(isSpecial(x), binary(cfg.Ne, shl(x.sig, word(1)), word(0)))
}
func isZero(x ext) cfg.Expr { return eq(x.sig, word(0)) }

// extValid reports whether the parts are those of a number: its leading bit is
// set unless its exponent is 0.
func extValid(x ext) cfg.Expr {
	return binary(cfg.Eq, bit(binary(cfg.SLt, x.sig, word(0))), bit(binary(cfg.Ne, x.exp, word(0))))
}

func invalid() []cfg.Expr {
	return []cfg.Expr{word(extended.NaN.Sig), konst(cfg.BV(16), uint64(extended.NaN.SE))}
}

func infinity(sign cfg.Expr) []cfg.Expr {
	return []cfg.Expr{word(leadingBit), signed16(sign, word(expMask))}
}

// extWidths are the widths of the parts.
var extWidths = []int{64, 16}

// extCall computes an operation on long doubles whose result is one.
func (f *emitter) extCall(name string, build func(*emitter, []cfg.Expr) []cfg.Expr, args ...ext) val {
	var in []cfg.Expr
	for _, a := range args {
		in = append(in, a.sig, a.se)
	}
	r := f.routine(name, extWidths, in, build)
	return f.extVal(r[0], r[1])
}

// shiftSticky shifts the number of the words hi and lo to the right by a count
// below 128. The last bit stands for all that it pushes out.
func (f *emitter) shiftSticky(hi, lo, count cfg.Expr) (cfg.Expr, cfg.Expr) {
	long := f.let(ult(word(63), count))
	s := f.let(and(count, word(63)))
	r := f.let(sub(word(63), s))
	a := f.let(shr(hi, s))
	b := f.let(or(shr(lo, s), shl(shl(hi, word(1)), r)))
	out := f.let(shl(shl(lo, word(1)), r))
	lost := f.let(bit(binary(cfg.Ne, ite(long, or(b, out), out), word(0))))
	return f.let(ite(long, word(0), a)), f.let(or(ite(long, a, b), lost))
}

// rounded makes a number of a significand with its leading bit set, of which
// rest are the bits that follow, the last one standing for others. The
// exponent may be out of range.
func (f *emitter) rounded(sign, exp, sig, rest cfg.Expr) []cfg.Expr {
	low := f.let(binary(cfg.SLt, exp, word(1))) // subnormal
	far := binary(cfg.SLt, exp, word(^uint64(125)))
	d := f.let(ite(low, ite(far, word(127), sub(word(1), exp)), word(0)))
	sig, rest = f.shiftSticky(sig, rest, d)
	tail := bit(binary(cfg.Ne, shl(rest, word(1)), word(0)))
	up := f.let(and(shr(rest, word(63)), or(sig, tail)))
	r := f.let(add(sig, up))
	carry := f.let(ult(r, sig))
	r = f.let(or(r, shl(bit(carry), word(63))))
	exp = f.let(ite(low, shr(r, word(63)), add(exp, bit(carry))))
	high := f.let(binary(cfg.SLe, word(expMask), exp))
	return []cfg.Expr{f.let(ite(high, word(leadingBit), r)), f.let(signed16(sign, ite(high, word(expMask), exp)))}
}

// normal shifts the leading bit of a number that is not 0 to its place.
func (f *emitter) normal(x ext) (sig, exp cfg.Expr) {
	n := f.leadingZeros(x.sig)
	return f.let(shl(x.sig, n)), f.let(sub(orOne(x.exp), n))
}

// orOne is the exponent that the bits of an exponent mean.
func orOne(exp cfg.Expr) cfg.Expr { return ite(eq(exp, word(0)), word(1), exp) }

// pick is one of two numbers.
func (f *emitter) pick(c cfg.Expr, a, b ext) ext {
	return f.unpack(ite(c, a.sig, b.sig), ite(c, a.se, b.se))
}

// quiet is the result of an operation on a NaN: of two the one with the larger
// significand.
func (f *emitter) quiet(a, b ext) []cfg.Expr {
	x := f.pick(f.let(both(isNaN(a), either(cfg.Negate(isNaN(b)), binary(cfg.ULe, b.sig, a.sig)))), a, b)
	return []cfg.Expr{f.let(or(x.sig, word(quietBit))), x.se}
}

// extAdd is a sum.
func extAdd(f *emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	// h is the larger one.
	swap := f.let(either(ult(a.exp, b.exp), both(eq(a.exp, b.exp), ult(a.sig, b.sig))))
	h, l := f.pick(swap, b, a), f.pick(swap, a, b)
	diff := f.let(binary(cfg.Ne, h.sign, l.sign))
	return f.choose(isSpecial(h), func() []cfg.Expr {
		return f.choose(isNaN(h), func() []cfg.Expr { return f.quiet(h, l) }, func() []cfg.Expr {
			bad := f.let(both(isSpecial(l), diff))
			return []cfg.Expr{f.let(ite(bad, invalid()[0], h.sig)), f.let(ite(bad, invalid()[1], h.se))}
		})
	}, func() []cfg.Expr {
		exp := f.let(orOne(h.exp))
		d := f.let(sub(exp, orOne(l.exp)))
		d = f.let(ite(ult(d, word(128)), d, word(127)))
		sig, rest := f.shiftSticky(l.sig, word(0), d)
		sum := f.let(add(h.sig, ite(diff, unary(cfg.Neg, add(sig, bit(binary(cfg.Ne, rest, word(0))))), sig)))
		rest = f.let(ite(diff, unary(cfg.Neg, rest), rest))
		carry := f.let(both(cfg.Negate(diff), ult(sum, h.sig)))
		rest = f.let(ite(carry, or(or(shr(rest, word(1)), and(rest, word(1))), shl(sum, word(63))), rest))
		sum = f.let(ite(carry, or(shr(sum, word(1)), word(leadingBit)), sum))
		exp = f.let(add(exp, bit(carry)))
		// What cancels leaves leading zeros.
		short := f.let(eq(sum, word(0)))
		zero := f.let(both(short, eq(rest, word(0))))
		sum, rest = f.let(ite(short, rest, sum)), f.let(ite(short, word(0), rest))
		n := f.leadingZeros(sum)
		exp = f.let(sub(sub(exp, n), ite(short, word(64), word(0))))
		sum, rest = f.let(or(shl(sum, n), over(rest, n))), f.let(shl(rest, n))
		r := f.rounded(h.sign, exp, sum, rest)
		none := signed16(and(h.sign, l.sign), word(0))
		return []cfg.Expr{f.let(ite(zero, word(0), r[0])), f.let(ite(zero, none, r[1]))}
	})
}

// extMul is a product.
func extMul(f *emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	sign := f.let(xor(a.sign, b.sign))
	zero := f.let(either(isZero(a), isZero(b)))
	return f.choose(either(isSpecial(a), isSpecial(b)), func() []cfg.Expr {
		return f.choose(either(isNaN(a), isNaN(b)), func() []cfg.Expr { return f.quiet(a, b) }, func() []cfg.Expr {
			return f.choose(zero, invalid, func() []cfg.Expr { return infinity(sign) })
		})
	}, func() []cfg.Expr {
		return f.choose(zero, func() []cfg.Expr { return []cfg.Expr{word(0), signed16(sign, word(0))} }, func() []cfg.Expr {
			as, ae := f.normal(a)
			bs, be := f.normal(b)
			hi, lo := f.product(as, bs)
			n := f.let(sub(word(1), shr(hi, word(63)))) // 0 or 1 leading zero
			exp := f.let(sub(add(ae, be), add(word(expBias-1), n)))
			return f.rounded(sign, exp, f.let(or(shl(hi, n), over(lo, n))), f.let(shl(lo, n)))
		})
	})
}

// extDiv is a quotient.
func extDiv(f *emitter, x []cfg.Expr) []cfg.Expr {
	a, b := f.unpack(x[0], x[1]), f.unpack(x[2], x[3])
	sign := f.let(xor(a.sign, b.sign))
	none := func() []cfg.Expr { return []cfg.Expr{word(0), signed16(sign, word(0))} }
	inf := func() []cfg.Expr { return infinity(sign) }
	special := func() []cfg.Expr {
		return f.choose(either(isNaN(a), isNaN(b)), func() []cfg.Expr { return f.quiet(a, b) }, func() []cfg.Expr {
			return f.choose(both(isSpecial(a), isSpecial(b)), invalid, func() []cfg.Expr {
				return f.choose(isSpecial(a), inf, none)
			})
		})
	}
	return f.choose(either(isSpecial(a), isSpecial(b)), special, func() []cfg.Expr {
		return f.choose(isZero(b), func() []cfg.Expr { return f.choose(isZero(a), invalid, inf) }, func() []cfg.Expr {
			return f.choose(isZero(a), none, func() []cfg.Expr {
				as, ae := f.normal(a)
				bs, be := f.normal(b)
				n := f.let(bit(cfg.Negate(ult(as, bs)))) // so that the quotient has 64 bits
				q, r := f.quotient(f.let(shr(as, n)), f.let(ite(eq(n, word(0)), word(0), shl(as, word(63)))), bs)
				// The rest is compared with a half of the divisor.
				other := f.let(sub(bs, r))
				rest := ite(ult(other, r), word(3<<62), ite(eq(other, r), word(leadingBit), bit(binary(cfg.Ne, r, word(0)))))
				exp := f.let(add(sub(ae, be), add(word(expBias-1), n)))
				return f.rounded(sign, exp, q, f.let(rest))
			})
		})
	})
}

// extOp computes x op y where one is a long double and the other is real.
func (f *emitter) extOp(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	if !x.t.Real() || !y.t.Real() {
		f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	}
	a, b := f.extOf(f.convert(x, tt.LongDouble, n)), f.extOf(f.convert(y, tt.LongDouble, n))
	switch op {
	case "+":
		return f.extCall("extended_add", extAdd, a, b)
	case "-":
		// A NaN keeps its sign.
		b.se = f.let(ite(isNaN(b), b.se, xor(b.se, konst(cfg.BV(16), 1<<15))))
		return f.extCall("extended_add", extAdd, a, b)
	case "*":
		return f.extCall("extended_multiply", extMul, a, b)
	case "/":
		return f.extCall("extended_divide", extDiv, a, b)
	}
	c := f.extCompare(op, a, b)
	if c == nil {
		f.fail(n, "operator %s on floating values", op)
	}
	return val{e: c, t: tt.Int}
}

// extCompare is a comparison, nil for other operators.
func (f *emitter) extCompare(op string, a, b ext) cfg.Expr {
	ordered := cfg.Negate(either(isNaN(a), isNaN(b)))
	zeros := isZero(ext{sig: or(a.sig, b.sig)})
	same := both(eq(a.sig, b.sig), eq(a.se, b.se))
	below := func(a, b ext) cfg.Expr { // of the absolute values
		return either(ult(a.exp, b.exp), both(eq(a.exp, b.exp), ult(a.sig, b.sig)))
	}
	less := func(a, b ext) cfg.Expr {
		neg := func(x ext) cfg.Expr { return binary(cfg.Ne, x.sign, word(0)) }
		return both(cfg.Negate(zeros), ite(neg(a), either(cfg.Negate(neg(b)), below(b, a)), both(cfg.Negate(neg(b)), below(a, b))))
	}
	switch op {
	case "==":
		return both(ordered, either(same, zeros))
	case "!=":
		return cfg.Negate(both(ordered, either(same, zeros)))
	case "<":
		return both(ordered, less(a, b))
	case ">":
		return both(ordered, less(b, a))
	case "<=":
		return both(ordered, cfg.Negate(less(b, a)))
	case ">=":
		return both(ordered, cfg.Negate(less(a, b)))
	}
	return nil
}

// extUnary computes + and -.
func (f *emitter) extUnary(op string, v val, n cc.ExpressionNode) val {
	x := f.extOf(v)
	switch op {
	case "-":
		return f.extVal(x.sig, xor(x.se, konst(cfg.BV(16), 1<<15)))
	case "+":
		return f.extVal(x.sig, x.se)
	}
	f.fail(n, "complement of a floating value")
	return val{}
}

// toExtended converts a number to long double, which is exact except for integers
// of 128 bits.
func (f *emitter) toExtended(v val, n cc.ExpressionNode) val {
	tt := f.l.tt
	switch v.t.Kind {
	case ctypes.Extended:
		p := f.parts(v)
		return f.extVal(p[0].e, p[1].e)
	case ctypes.Int:
		if !v.t.Signed {
			return f.ofMagnitude(f.let(f.conv(v, tt.ULongLong)), word(0))
		}
		x := f.let(f.conv(v, tt.LongLong))
		sign := f.let(shr(x, word(63)))
		return f.ofMagnitude(f.let(ite(eq(sign, word(0)), x, unary(cfg.Neg, x))), sign)
	case ctypes.Wide:
		hi, lo, n, minus := f.wideDigits(v)
		r := f.rounded(bit(minus), f.let(sub(word(expBias+127), n)), hi, lo)
		zero := f.let(eq(hi, word(0)))
		return f.extVal(ite(zero, word(0), r[0]), ite(zero, konst(cfg.BV(16), 0), r[1]))
	case ctypes.Float:
		b := f.let(cast(cfg.FToBits, cfg.BV(64), f.conv(v, tt.Double)))
		r := f.routine("extended_of_double", extWidths, []cfg.Expr{b}, extOfDouble)
		return f.extVal(r[0], r[1])
	case ctypes.Complex:
		return f.convert(f.parts(v)[0], tt.LongDouble, n)
	}
	f.fail(n, "conversion of %s to %s", v.t.Name, tt.LongDouble.Name)
	return val{}
}

// ofMagnitude makes a number of an integer and a sign.
func (f *emitter) ofMagnitude(m, sign cfg.Expr) val {
	r := f.routine("extended_of_integer", extWidths, []cfg.Expr{m, sign}, func(f *emitter, x []cfg.Expr) []cfg.Expr {
		n := f.leadingZeros(x[0])
		exp := ite(eq(x[0], word(0)), word(0), sub(word(expBias+63), n))
		return []cfg.Expr{f.let(shl(x[0], n)), f.let(signed16(x[1], exp))}
	})
	return f.extVal(r[0], r[1])
}

// extOfDouble converts the bits of a double.
func extOfDouble(f *emitter, x []cfg.Expr) []cfg.Expr {
	sign := f.let(shr(x[0], word(63)))
	exp := f.let(and(shr(x[0], word(52)), word(0x7ff)))
	frac := f.let(shr(shl(x[0], word(12)), word(1))) // after the leading bit
	normal := f.let(or(frac, word(leadingBit)))
	return f.choose(eq(exp, word(0)), func() []cfg.Expr {
		n := f.leadingZeros(frac)
		e := ite(eq(frac, word(0)), word(0), sub(word(expBias-1022), n))
		return []cfg.Expr{f.let(shl(frac, n)), f.let(signed16(sign, e))}
	}, func() []cfg.Expr {
		special := f.let(eq(exp, word(0x7ff)))
		quiet := ite(both(special, binary(cfg.Ne, frac, word(0))), word(quietBit), word(0))
		e := ite(special, word(expMask), add(exp, word(expBias-1023)))
		return []cfg.Expr{f.let(or(normal, quiet)), f.let(signed16(sign, e))}
	})
}

// fromExtended converts a long double to a scalar.
func (f *emitter) fromExtended(v val, to *ctypes.Type) val {
	tt := f.l.tt
	x := f.extOf(v)
	switch {
	case to.Kind == ctypes.Float && to.Bits == 64:
		r := f.routine("double_of_extended", []int{64}, []cfg.Expr{x.sig, x.se}, func(f *emitter, x []cfg.Expr) []cfg.Expr {
			return f.shortened(f.unpack(x[0], x[1]), 52, 1023)
		})
		return val{e: cast(cfg.BitsToF, cfg.FP(64), r[0]), t: tt.Double}
	case to.Kind == ctypes.Float:
		r := f.routine("float_of_extended", []int{64}, []cfg.Expr{x.sig, x.se}, func(f *emitter, x []cfg.Expr) []cfg.Expr {
			return f.shortened(f.unpack(x[0], x[1]), 23, 127)
		})
		return val{e: cast(cfg.BitsToF, cfg.FP(32), cast(cfg.Trunc, cfg.BV(32), r[0])), t: tt.Float}
	case to.Kind != ctypes.Int:
		f.fail(nil, "conversion of %s to %s", v.t.Name, to.Name)
	}
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.at, to, func() cfg.Expr { return cfg.Negate(extFits(x, to.Bits)) })
	}
	m := f.let(ite(ult(x.exp, word(expBias)), word(0), ite(ult(word(expBias+63), x.exp), word(leadingBit),
		shr(x.sig, and(sub(word(expBias+63), x.exp), word(63))))))
	return val{e: f.let(ite(eq(x.sign, word(0)), m, unary(cfg.Neg, m))), t: tt.LongLong}
}

// extFits reports whether the integral part of a number fits in w signed bits.
func extFits(x ext, w int) cfg.Expr {
	end := word(uint64(expBias + w - 1)) // exponent of 2^(w-1)
	least := both(both(eq(x.exp, end), binary(cfg.Ne, x.sign, word(0))), eq(shr(x.sig, word(uint64(63-(w-1)&63))), word(1<<uint((w-1)&63))))
	if w > 64 {
		least = both(both(eq(x.exp, end), binary(cfg.Ne, x.sign, word(0))), eq(x.sig, word(leadingBit)))
	}
	return either(ult(x.exp, end), least)
}

// shortened rounds to a format with p bits after the leading one.
func (f *emitter) shortened(x ext, p, bias uint64) []cfg.Expr {
	width := uint64(64)
	if p == 23 {
		width = 32
	}
	top := 2*bias + 1
	inf := shl(word(top), word(p))
	sign := f.let(shl(x.sign, word(width-1)))
	return f.choose(isSpecial(x), func() []cfg.Expr {
		frac := f.let(shr(shl(x.sig, word(1)), word(64-p)))
		nan := or(frac, word(1<<(p-1)))
		return []cfg.Expr{f.let(or(sign, or(inf, ite(isNaN(x), nan, word(0)))))}
	}, func() []cfg.Expr {
		exp := f.let(sub(x.exp, word(expBias-bias)))
		low := f.let(binary(cfg.SLt, exp, word(1)))
		far := binary(cfg.SLt, exp, word(-p-1))
		s := f.let(add(word(63-p), ite(low, ite(far, word(p+2), sub(word(1), exp)), word(0))))
		long := f.let(ult(word(63), s))
		beyond := f.let(ult(word(64), s))
		sh := f.let(and(s, word(63)))
		q := f.let(ite(long, word(0), shr(x.sig, sh)))
		rest := f.let(ite(long, ite(beyond, bit(cfg.Negate(isZero(x))), x.sig), shl(x.sig, and(sub(word(64), sh), word(63)))))
		tail := bit(binary(cfg.Ne, shl(rest, word(1)), word(0)))
		up := f.let(and(shr(rest, word(63)), or(q, tail)))
		// The leading bit of q adds 1 to the exponent.
		r := f.let(add(add(shl(ite(low, word(0), sub(exp, word(1))), word(p)), q), up))
		r = ite(either(binary(cfg.SLe, word(top), exp), binary(cfg.ULe, inf, r)), inf, r)
		return []cfg.Expr{f.let(or(sign, r))}
	})
}

// wideOfExtended converts a long double to an integer of 128 bits.
func (f *emitter) wideOfExtended(v val, to *ctypes.Type) val {
	x := f.extOf(v)
	if to.Signed {
		f.undefinedIf(safety.Conversion, f.at, to, func() cfg.Expr { return cfg.Negate(extFits(x, 128)) })
	}
	// The integer is the number of the words sig and 0, shifted to the right.
	d := f.let(sub(word(expBias+127), x.exp))
	s := f.let(and(d, word(63)))
	long := f.let(ult(word(63), d))
	a := f.let(shr(x.sig, s))
	none := f.let(ult(word(127), d))
	hi := f.let(ite(long, word(0), a))
	lo := f.let(ite(long, ite(none, word(0), a), shl(shl(x.sig, word(1)), sub(word(63), s))))
	nlo, nhi := f.wideNeg(lo, hi)
	minus := f.let(binary(cfg.Ne, x.sign, word(0)))
	return f.wideVal(to, ite(minus, nlo, lo), ite(minus, nhi, hi))
}

// extSqrt is a square root.
func extSqrt(f *emitter, x []cfg.Expr) []cfg.Expr {
	a := f.unpack(x[0], x[1])
	same := []cfg.Expr{a.sig, a.se}
	return f.choose(either(isZero(a), isSpecial(a)), func() []cfg.Expr {
		return f.choose(isNaN(a), func() []cfg.Expr { return f.quiet(a, a) }, func() []cfg.Expr {
			bad := f.let(both(isSpecial(a), binary(cfg.Ne, a.sign, word(0))))
			return []cfg.Expr{f.let(ite(bad, invalid()[0], same[0])), f.let(ite(bad, invalid()[1], same[1]))}
		})
	}, func() []cfg.Expr {
		return f.choose(binary(cfg.Ne, a.sign, word(0)), invalid, func() []cfg.Expr {
			sig, exp := f.normal(a)
			// The root of the words hi and lo, which stand for sig or the half of
			// it, times 2^64: between 2^63 and 2^64.
			n := f.let(xor(and(exp, word(1)), word(1))) // 1 if the exponent without bias is odd
			hi := f.let(shr(sig, sub(word(1), n)))
			lo := f.let(ite(eq(n, word(1)), word(0), shl(sig, word(63))))
			r, rl, rh := f.root(hi, lo)
			// The rest is above the half if it is larger than r.
			above := either(binary(cfg.Ne, rh, word(0)), ult(r, rl))
			rest := f.let(ite(above, word(3<<62), bit(binary(cfg.Ne, rl, word(0)))))
			return f.rounded(word(0), f.let(shr(sub(add(exp, word(expBias)), n), word(1))), r, rest)
		})
	})
}

// root is the integral square root r of a number of two words, the upper one of
// which is at least 2^62, and the rest. It begins with the root of a double,
// which a step of Newton's makes precise except for the last place.
func (f *emitter) root(hi, lo cfg.Expr) (r, rl, rh cfg.Expr) {
	most := word(^uint64(0))
	d := f.let(binary(cfg.FMul, unary(cfg.FSqrt, cast(cfg.UToF, cfg.FP(64), hi)), floatConst(64, 0x1p32)))
	g := f.let(ite(binary(cfg.FLe, floatConst(64, 0x1p64), d), most, cast(cfg.FToU, cfg.BV(64), d)))
	g = f.let(ite(binary(cfg.ULe, g, hi), most, g))
	q, _ := f.quotient(f.let(ite(ult(hi, g), hi, sub(g, word(1)))), lo, g)
	sum := f.let(add(g, q))
	r = f.let(or(shr(sum, word(1)), shl(bit(ult(sum, g)), word(63))))
	h, l := f.product(r, r)
	r = f.let(sub(r, bit(either(ult(hi, h), both(eq(hi, h), ult(lo, l))))))
	h, l = f.product(r, r)
	rl, rh = f.let(sub(lo, l)), f.let(sub(sub(hi, h), bit(ult(lo, l))))
	// The next square is larger by 2r+1.
	end := shr(r, word(63))
	r = f.let(add(r, bit(either(ult(end, rh), both(eq(end, rh), ult(shl(r, word(1)), rl))))))
	h, l = f.product(r, r)
	return r, f.let(sub(lo, l)), f.let(sub(sub(hi, h), bit(ult(lo, l))))
}

// integral rounds to an integer: "trunc", "floor", "ceil", "round" or "rint".
func integral(mode string) func(*emitter, []cfg.Expr) []cfg.Expr {
	return func(f *emitter, x []cfg.Expr) []cfg.Expr {
		a := f.unpack(x[0], x[1])
		minus := f.let(binary(cfg.Ne, a.sign, word(0)))
		k := f.let(and(sub(word(expBias+63), a.exp), word(63))) // bits after the point
		frac := f.let(and(a.sig, sub(shl(word(1), k), word(1))))
		half := f.let(shr(shl(word(1), k), word(1)))
		nonzero := binary(cfg.Ne, a.sig, word(0))
		var up, one cfg.Expr = cfg.False, cfg.False // away from zero; if below 1
		switch mode {
		case "floor":
			up, one = both(minus, binary(cfg.Ne, frac, word(0))), both(minus, nonzero)
		case "ceil":
			up, one = both(cfg.Negate(minus), binary(cfg.Ne, frac, word(0))), both(cfg.Negate(minus), nonzero)
		case "round":
			up, one = binary(cfg.ULe, half, frac), eq(a.exp, word(expBias-1))
		case "rint":
			odd := binary(cfg.Ne, and(shr(a.sig, k), word(1)), word(0))
			up = either(ult(half, frac), both(eq(half, frac), odd))
			one = both(eq(a.exp, word(expBias-1)), ult(word(leadingBit), a.sig))
		}
		up, one = f.let(up), f.let(one)
		base := f.let(sub(a.sig, frac))
		r := f.let(add(base, ite(up, shl(word(1), k), word(0))))
		carry := f.let(ult(r, base))
		return f.choose(cfg.Negate(ult(a.exp, word(expBias+63))), func() []cfg.Expr {
			return []cfg.Expr{f.let(or(a.sig, ite(isNaN(a), word(quietBit), word(0)))), a.se}
		}, func() []cfg.Expr {
			small := f.let(ult(a.exp, word(expBias)))
			sig := ite(small, ite(one, word(leadingBit), word(0)), or(r, shl(bit(carry), word(63))))
			exp := ite(small, ite(one, word(expBias), word(0)), add(a.exp, bit(carry)))
			return []cfg.Expr{f.let(sig), f.let(signed16(a.sign, exp))}
		})
	}
}
