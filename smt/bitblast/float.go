package bitblast

import (
	"math/bits"

	"culprit/internal/ieee"
)

// Floats: an operation is the exact result, as a significand with more bits
// than fit, of which the last stands for all that were cut off, and one
// rounding. Special operands are chosen at the end. (Brain, Schanda and Sun,
// Building better bit-blasting for floating-point problems, 2019, measure the
// alternatives.)

// format is a format of IEEE 754: eb bits of exponent, sb of significand, the
// hidden one included. The circuits are for any, so that tests can try all
// operands of small ones.
type format struct{ eb, sb int }

// formatOf is the format of width w.
func formatOf(w int) format {
	if w == 32 {
		return format{8, 24}
	}
	return format{11, 53}
}

func (f format) width() int   { return f.eb + f.sb }
func (f format) bias() int    { return 1<<uint(f.eb-1) - 1 }
func (f format) ones() uint64 { return 1<<uint(f.eb) - 1 } // the exponent of infinity
func (f format) ew() int      { return f.eb + 2 }          // bits of a signed exponent

// unpacked is a float taken apart.
type unpacked struct {
	sign           lit
	exp            word // biased, 1 of subnormals, signed
	sig            word // with hidden bit
	mag            word // the pattern without sign
	nan, inf, zero lit
}

func (c *circuit) unpackFloat(f format, x word) unpacked {
	frac, exp := x[:f.sb-1:f.sb-1], x[f.sb-1:f.width()-1]
	ones, fracZero := litTrue, c.isZero(frac)
	for _, l := range exp {
		ones = c.and(ones, l)
	}
	normal := c.isZero(exp).not()
	u := unpacked{sign: x.sign(), mag: x[: f.width()-1 : f.width()-1]}
	u.nan, u.inf = c.and(ones, fracZero.not()), c.and(ones, fracZero)
	u.zero = c.and(normal.not(), fracZero)
	u.sig = c.zext(frac, f.sb)
	u.sig[f.sb-1] = normal
	u.exp = c.zext(exp, f.ew())
	u.exp[0] = c.or(u.exp[0], normal.not())
	return u
}

func (c *circuit) isZero(x word) lit { return c.any(x).not() }

func (c *circuit) any(x word) lit {
	r := litFalse
	for _, l := range x {
		r = c.or(r, l)
	}
	return r
}

// packed is a sign above a magnitude.
func (c *circuit) packed(sign lit, mag word) word {
	r := c.word(len(mag) + 1)
	copy(r, mag)
	r[len(mag)] = sign
	return r
}

func (c *circuit) pattern(f format, frac, exp uint64) word {
	return c.constWord(f.width()-1, exp<<uint(f.sb-1)|frac)
}

func (c *circuit) infMag(f format) word { return c.pattern(f, 0, f.ones()) }

func (c *circuit) nanFloat(f format) word {
	return c.packed(litFalse, c.pattern(f, 1<<uint(f.sb-2), f.ones()))
}

// int is a constant of an exponent.
func (c *circuit) int(f format, v int) word { return c.constWord(f.ew(), uint64(v)) }

// shiftSticky shifts x to the right by n, of any width and not negative; the
// last bit of the result stands for all bits lost.
func (c *circuit) shiftSticky(x, n word) word {
	w := len(x)
	sticky := litFalse
	stages := bits.Len(uint(w))
	for k := 0; k < stages && k < len(n); k++ {
		d := 1 << k
		t := c.word(w)
		for i := range t {
			moved := litFalse
			if i+d < w {
				moved = x[i+d]
			}
			t[i] = c.ite(n[k], moved, x[i])
		}
		sticky = c.or(sticky, c.and(n[k], c.any(x[:min(d, w)])))
		x = t
	}
	if len(n) > stages {
		far := c.any(n[stages:])
		sticky = c.or(sticky, c.and(far, c.any(x)))
		x = c.iteWord(far, c.word(w), x)
	}
	r := c.word(w)
	copy(r, x)
	r[0] = c.or(x[0], sticky)
	return r
}

// normalize shifts x to the left until its first bit is set, and takes the
// shift off the exponent.
func (c *circuit) normalize(x, exp word) (word, word) {
	w := len(x)
	shift := c.word(len(exp))
	for k := bits.Len(uint(w-1)) - 1; k >= 0; k-- {
		d := 1 << k
		zero := c.isZero(x[w-d:])
		x = c.iteWord(zero, c.shl(x, d), x)
		shift[k] = zero
	}
	return x, c.sub(exp, shift)
}

// normalizeTo is normalize that stops at exponent 1, for results that are exact
// where they are subnormal.
func (c *circuit) normalizeTo(x, exp word) (word, word) {
	w := len(x)
	for k := bits.Len(uint(w-1)) - 1; k >= 0; k-- {
		d := 1 << k
		less := c.sub(exp, c.constWord(len(exp), uint64(d)))
		fits := c.and(less.sign().not(), c.any(less)) // exp - d >= 1
		move := c.and(c.isZero(x[w-d:]), fits)
		x = c.iteWord(move, c.shl(x, d), x)
		exp = c.iteWord(move, less, exp)
	}
	return x, exp
}

// roundUp tells whether a magnitude is rounded away from zero: odd is its last
// bit, half the next one, rest whether others follow.
func (c *circuit) roundUp(m ieee.Mode, sign, odd, half, rest lit) lit {
	switch m {
	case ieee.Nearest:
		return c.and(half, c.or(rest, odd))
	case ieee.Away:
		return half
	case ieee.Up:
		return c.and(sign.not(), c.or(half, rest))
	case ieee.Down:
		return c.and(sign, c.or(half, rest))
	}
	return litFalse
}

// round makes a magnitude of a significand with at least two bits more than
// fit, the last one standing for all that follow, whose first bit is set or
// whose exponent is at most 1. Exponents below 1 make subnormals, unless that
// cannot be.
func (c *circuit) round(f format, m ieee.Mode, sign lit, exp, sig word, low bool) word {
	n := len(sig)
	if low {
		d := c.sub(c.int(f, 1), exp) // how far it is below
		below := c.and(d.sign().not(), c.any(d))
		sig = c.shiftSticky(sig, c.zeroUnless(below, d))
		exp = c.iteWord(below, c.int(f, 1), exp)
	}
	top := sig[n-f.sb:]
	up := c.roundUp(m, sign, top[0], sig[n-f.sb-1], c.any(sig[:n-f.sb-1]))
	// A carry out of the fraction belongs to the exponent, and so does the
	// hidden bit: without it the exponent is 0.
	hidden := top.sign()
	field := c.add(exp, c.constWord(len(exp), ^uint64(0)), hidden)
	mag := c.word(f.width() - 1)
	copy(mag, top[:f.sb-1])
	copy(mag[f.sb-1:], field)
	mag = c.add(mag, c.word(len(mag)), up)
	over := c.sle(c.int(f, int(f.ones())), exp)
	inf := c.infMag(f)
	most := c.pattern(f, 1<<uint(f.sb-1)-1, f.ones()-1)
	var toInf lit
	switch m {
	case ieee.Up:
		toInf = sign.not()
	case ieee.Down:
		toInf = sign
	case ieee.Zero:
		toInf = litFalse
	default:
		toInf = litTrue
	}
	return c.iteWord(over, c.iteWord(toInf, inf, most), mag)
}

func (c *circuit) zeroUnless(l lit, x word) word {
	r := c.word(len(x))
	for i := range x {
		r[i] = c.and(l, x[i])
	}
	return r
}

// addFloat is a sum.
func (c *circuit) addFloat(f format, m ieee.Mode, x, y word) word {
	a, b := c.unpackFloat(f, x), c.unpackFloat(f, y)
	// h is the one with the larger magnitude.
	swap := c.ult(a.mag, b.mag)
	sh, sl := c.ite(swap, b.sign, a.sign), c.ite(swap, a.sign, b.sign)
	eh, el := c.iteWord(swap, b.exp, a.exp), c.iteWord(swap, a.exp, b.exp)
	mh, ml := c.iteWord(swap, b.sig, a.sig), c.iteWord(swap, a.sig, b.sig)
	differ := c.xor(sh, sl)
	n := f.sb + 4 // a carry, the significand and three bits
	wide := func(s word) word {
		r := c.word(n)
		copy(r[3:], s)
		return r
	}
	d := c.sub(eh, el)
	low := c.shiftSticky(wide(ml), d[:f.eb])
	for i := range low {
		low[i] = c.xor(low[i], differ)
	}
	total := c.add(wide(mh), low, differ)
	zero := c.isZero(total)
	sig, exp := c.normalizeTo(total, c.add(eh, c.int(f, 1), litFalse))
	// A zero of opposite numbers is positive, except for rounding down.
	zeroSign := c.and(a.sign, b.sign)
	if m == ieee.Down {
		zeroSign = c.or(a.sign, b.sign)
	}
	sign := c.ite(zero, zeroSign, sh)
	r := c.zeroUnless(zero.not(), c.round(f, m, sign, exp, sig, false))
	nan := c.or(c.or(a.nan, b.nan), c.and(c.and(a.inf, b.inf), differ))
	inf := c.or(a.inf, b.inf)
	out := c.packed(sign, c.iteWord(inf, c.infMag(f), r))
	return c.iteWord(nan, c.nanFloat(f), out)
}

// product is the product of two words at the sum of their widths, which may
// be above 64.
func (c *circuit) product(x, y word) word {
	if x.rows() < y.rows() {
		x, y = y, x
	}
	n := len(x)
	r := c.word(n + len(y))
	for i, l := range y {
		sum, carry := c.addc(r[i:i+n], c.zeroUnless(l, x), litFalse)
		copy(r[i:], sum)
		r[i+n] = carry
	}
	return r
}

// mulFloat is a product.
func (c *circuit) mulFloat(f format, m ieee.Mode, x, y word) word {
	a, b := c.unpackFloat(f, x), c.unpackFloat(f, y)
	sign := c.xor(a.sign, b.sign)
	p := c.product(a.sig, b.sig)
	exp := c.add(c.add(a.exp, b.exp, litFalse), c.int(f, 1-f.bias()), litFalse)
	sig, exp := c.normalize(p, exp)
	r := c.round(f, m, sign, exp, sig, true)
	nan := c.or(c.or(a.nan, b.nan), c.or(c.and(a.inf, b.zero), c.and(a.zero, b.inf)))
	r = c.zeroUnless(c.or(a.zero, b.zero).not(), r)
	out := c.packed(sign, c.iteWord(c.or(a.inf, b.inf), c.infMag(f), r))
	return c.iteWord(nan, c.nanFloat(f), out)
}

// divFloat is a quotient, by subtraction and shift.
func (c *circuit) divFloat(f format, m ieee.Mode, x, y word) word {
	a, b := c.unpackFloat(f, x), c.unpackFloat(f, y)
	sign := c.xor(a.sign, b.sign)
	n, ea := c.normalize(a.sig, a.exp)
	d, eb := c.normalize(b.sig, b.exp)
	// The quotient of the significands is above 1/2 and below 2; q has a bit
	// before the point and sb+1 after it, and one for the remainder.
	w := f.sb + 1
	dx := c.notWord(c.zext(d, w))
	rest := c.zext(n, w)
	q := c.word(f.sb + 3)
	for i := f.sb + 2; i >= 1; i-- {
		diff, fits := c.addc(rest, dx, litTrue)
		q[i] = fits
		rest = c.shl(c.iteWord(fits, diff, rest), 1)
	}
	q[0] = c.any(rest)
	exp := c.add(c.sub(ea, eb), c.int(f, f.bias()), litFalse)
	below := q.sign().not()
	q = c.iteWord(below, c.shl(q, 1), q)
	exp = c.iteWord(below, c.sub(exp, c.int(f, 1)), exp)
	r := c.round(f, m, sign, exp, q, true)
	nan := c.or(c.or(a.nan, b.nan), c.or(c.and(a.inf, b.inf), c.and(a.zero, b.zero)))
	r = c.zeroUnless(c.or(a.zero, b.inf).not(), r)
	out := c.packed(sign, c.iteWord(c.or(a.inf, b.zero), c.infMag(f), r))
	return c.iteWord(nan, c.nanFloat(f), out)
}

// sqrtFloat is a square root, digit by digit.
func (c *circuit) sqrtFloat(f format, m ieee.Mode, x word) word {
	a := c.unpackFloat(f, x)
	sig, exp := c.normalize(a.sig, a.exp)
	exp = c.sub(exp, c.int(f, f.bias()))
	odd := exp[0]
	// The radicand has two bits before the point.
	digits := f.sb + 2
	rad := c.word(2 * digits)
	for i, l := range sig {
		k := len(rad) - 1 - f.sb + i
		rad[k] = c.or(rad[k], c.and(odd.not(), l))
		rad[k+1] = c.or(rad[k+1], c.and(odd, l))
	}
	w := digits + 2
	root, rest := c.word(w), c.word(w)
	for i := digits - 1; i >= 0; i-- {
		rest = c.shl(rest, 2)
		rest[1], rest[0] = rad[2*i+1], rad[2*i]
		try := c.shl(root, 2)
		try[0] = litTrue
		diff, fits := c.addc(rest, c.notWord(try), litTrue)
		rest = c.iteWord(fits, diff, rest)
		root = c.shl(root, 1)
		root[0] = fits
	}
	q := c.word(digits + 1)
	copy(q[1:], root)
	q[0] = c.any(rest)
	half := c.sext(exp[1:], f.ew()) // of the even exponent
	subnormal := f.sb > f.bias()    // the root of a subnormal may be one
	r := c.round(f, m, litFalse, c.add(half, c.int(f, f.bias()), litFalse), q, subnormal)
	r = c.zeroUnless(a.zero.not(), r)
	out := c.packed(c.and(a.sign, a.zero), c.iteWord(a.inf, c.infMag(f), r))
	return c.iteWord(c.or(a.nan, c.and(a.sign, a.zero.not())), c.nanFloat(f), out)
}

// integralFloat rounds to an integral number.
func (c *circuit) integralFloat(f format, m ieee.Mode, x word) word {
	a := c.unpackFloat(f, x)
	// before[i] tells that bit i of the fraction comes before the point.
	field := x[f.sb-1 : f.width()-1]
	before := c.word(f.sb - 1)
	for i := range before {
		before[i] = c.ule(c.constWord(f.eb, uint64(f.bias()+f.sb-1-i)), field)
	}
	one := c.ule(c.constWord(f.eb, uint64(f.bias())), field) // at least 1
	kept := c.word(len(a.mag))
	copy(kept, a.mag)
	ulp := c.word(len(a.mag)) // of the integral numbers, where one holds
	odd, half, rest := litFalse, litFalse, litFalse
	for i := range before {
		kept[i] = c.and(a.mag[i], before[i])
		next := one // the next bit up comes before the point
		if i+1 < len(before) {
			next = before[i+1]
		}
		prev := litFalse
		if i > 0 {
			prev = before[i-1]
		}
		last := c.and(before[i], prev.not()) // the last one before it
		first := c.and(next, before[i].not())
		ulp[i] = last
		odd = c.or(odd, c.and(last, a.mag[i]))
		half = c.or(half, c.and(first, a.mag[i]))
		rest = c.or(rest, c.and(c.and(next.not(), before[i].not()), a.mag[i]))
	}
	units := c.and(one, before[len(before)-1].not()) // only the hidden bit is
	ulp[f.sb-1] = units
	odd = c.or(odd, units)
	up := c.roundUp(m, a.sign, odd, half, rest)
	big := c.add(kept, c.zeroUnless(up, ulp), litFalse)
	// Below 1 the half is the number whose exponent is one less.
	isHalf := c.eq(field, c.constWord(f.eb, uint64(f.bias()-1)))
	frac := c.any(a.mag[:f.sb-1])
	upOne := c.roundUp(m, a.sign, litFalse, isHalf, c.ite(isHalf, frac, a.zero.not()))
	small := c.zeroUnless(upOne, c.pattern(f, 0, uint64(f.bias())))
	r := c.iteWord(one, big, small)
	r = c.iteWord(a.inf, a.mag, r)
	return c.iteWord(a.nan, c.nanFloat(f), c.packed(a.sign, r))
}

// convertFloat converts to another format.
func (c *circuit) convertFloat(from, to format, m ieee.Mode, x word) word {
	a := c.unpackFloat(from, x)
	sig, exp := c.normalize(a.sig, a.exp)
	wide := format{max(from.eb, to.eb), to.sb}
	exp = c.add(c.sext(exp, wide.ew()), c.int(wide, to.bias()-from.bias()), litFalse)
	n := max(from.sb, to.sb+2)
	s := c.word(n)
	copy(s[n-from.sb:], sig)
	r := c.roundWide(to, wide, m, a.sign, exp, s)
	r = c.zeroUnless(a.zero.not(), r)
	r = c.iteWord(a.inf, c.infMag(to), r)
	return c.iteWord(a.nan, c.nanFloat(to), c.packed(a.sign, r))
}

// roundWide is round with an exponent of another format, which is made to fit:
// far above and below, all exponents are alike.
func (c *circuit) roundWide(f, wide format, m ieee.Mode, sign lit, exp, sig word) word {
	if wide.eb > f.eb {
		most, least := int(f.ones()), -f.sb-2
		over, under := c.sle(c.int(wide, most), exp), c.sle(exp, c.int(wide, least))
		exp = c.iteWord(over, c.int(f, most), c.iteWord(under, c.int(f, least), exp[:f.ew()]))
	}
	return c.round(f, m, sign, exp, sig, true)
}

// ofInt converts an integer.
func (c *circuit) ofInt(f format, m ieee.Mode, x word, signed bool) word {
	sign := litFalse
	if signed {
		sign = x.sign()
		x = c.iteWord(sign, c.neg(x), x)
	}
	n := max(len(x), f.sb+2)
	s := c.word(n)
	copy(s[n-len(x):], x)
	wide := format{max(f.eb, bits.Len(uint(n))+1), f.sb}
	sig, exp := c.normalize(s, c.int(wide, f.bias()+len(x)-1))
	r := c.roundWide(f, wide, m, sign, exp, sig)
	return c.packed(c.and(sign, c.any(x)), c.zeroUnless(c.any(x), r))
}

// toInt converts to an integer of w bits, toward zero.
func (c *circuit) toInt(f format, w int, x word, signed bool) word {
	a := c.unpackFloat(f, x)
	e := c.sub(a.exp, c.int(f, f.bias()))
	most := w // no number whose exponent is that or more fits
	if signed {
		most = w - 1
	}
	negative := e.sign() // below 1
	far := c.or(c.and(negative.not(), c.slt(e, c.intAt(f, most)).not()), c.or(a.nan, a.inf))
	s := c.word(w + f.sb)
	copy(s, a.sig)
	s = c.shift(shiftLeft, s, c.zext(e[:min(len(e), bits.Len(uint(w)))], max(1, bits.Len(uint(w)))))
	i := c.zeroUnless(negative.not(), s[f.sb-1:f.sb-1+w])
	if signed {
		return c.iteWord(far, c.shl(c.constWord(w, 1), w-1), c.iteWord(a.sign, c.neg(i), i))
	}
	far = c.or(far, c.and(a.sign, c.any(i)))
	return c.iteWord(far, c.constWord(w, mask(1<<63, w)), i)
}

// intAt is a constant that may be above all exponents.
func (c *circuit) intAt(f format, v int) word { return c.int(f, min(v, 1<<uint(f.eb+1)-1)) }

// float is the circuit of an operation on words of any format.
func (c *circuit) float(op ieee.Op, m ieee.Mode, from, to format, w int, args []word) word {
	x := args[0]
	switch op {
	case ieee.Add:
		return c.addFloat(from, m, x, args[1])
	case ieee.Mul:
		return c.mulFloat(from, m, x, args[1])
	case ieee.Div:
		return c.divFloat(from, m, x, args[1])
	case ieee.Sqrt:
		return c.sqrtFloat(from, m, x)
	case ieee.Integral:
		return c.integralFloat(from, m, x)
	case ieee.Convert:
		return c.convertFloat(from, to, m, x)
	case ieee.ToSigned, ieee.ToUnsigned:
		return c.toInt(from, w, x, op == ieee.ToSigned)
	case ieee.FromSigned, ieee.FromUnsigned:
		return c.ofInt(to, m, x, op == ieee.FromSigned)
	}
	panic("bitblast: operation " + op.String() + " on floats")
}
