package libc

import (
	"math"
	"math/big"
)

// Elementary functions with many bits, by textbook series. They make the
// tables of the fast functions, decide the roundings that those cannot, and
// are their twins in the tests.

// precision of the results, with room for what the series lose.
const precision = 320

func newBig() *big.Float { return new(big.Float).SetPrec(precision) }

func bigOf(x float64) *big.Float { return newBig().SetFloat64(x) }

func bigInt(n int64) *big.Float { return newBig().SetInt64(n) }

// shift multiplies by 2^n in place.
func shift(x *big.Float, n int) *big.Float { return x.SetMantExp(x, n) }

// small reports whether t no longer changes a sum of the size of s.
func small(t, s *big.Float) bool {
	return t.Sign() == 0 || s.Sign() != 0 && t.MantExp(nil) < s.MantExp(nil)-precision-4
}

// arctanInverse is arctan(1/n), or artanh(1/n), times 2^bits.
func arctanInverse(n int64, bits uint, hyperbolic bool) *big.Int {
	sum := new(big.Int)
	term := new(big.Int).Lsh(big.NewInt(1), bits)
	term.Quo(term, big.NewInt(n))
	square := big.NewInt(n * n)
	for k := int64(1); term.Sign() != 0; k += 2 {
		t := new(big.Int).Quo(term, big.NewInt(k))
		if hyperbolic || k%4 == 1 {
			sum.Add(sum, t)
		} else {
			sum.Sub(sum, t)
		}
		term.Quo(term, square)
	}
	return sum
}

// piBits is pi times 2^bits (Machin).
func piBits(bits uint) *big.Int {
	p := new(big.Int).Mul(big.NewInt(16), arctanInverse(5, bits+32, false))
	p.Sub(p, new(big.Int).Mul(big.NewInt(4), arctanInverse(239, bits+32, false)))
	return p.Rsh(p, 32)
}

// constants that the functions share.
type constants struct {
	pi, ln2 *big.Float
}

func makeConstants() *constants {
	const bits = precision + 64
	fixed := func(n *big.Int) *big.Float {
		x := new(big.Float).SetPrec(bits).SetInt(n)
		return x.SetMantExp(x, -bits)
	}
	// ln 2 = 18 artanh(1/26) - 2 artanh(1/4801) + 8 artanh(1/8749)
	l := new(big.Int).Mul(big.NewInt(18), arctanInverse(26, bits, true))
	l.Sub(l, new(big.Int).Mul(big.NewInt(2), arctanInverse(4801, bits, true)))
	l.Add(l, new(big.Int).Mul(big.NewInt(8), arctanInverse(8749, bits, true)))
	return &constants{pi: fixed(piBits(bits)), ln2: fixed(l)}
}

// exp needs |x| < 2^20.
func (k *constants) exp(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bigInt(1)
	}
	f, _ := x.Float64()
	n := int(math.Round(f / math.Ln2))
	const halvings = 16
	r := newBig().Mul(k.ln2, bigInt(int64(n)))
	r.Sub(x, r)
	shift(r, -halvings)
	sum, term := newBig().Set(r), newBig().Set(r) // e^r - 1
	for i := int64(2); !small(term, sum); i++ {
		term.Mul(term, r).Quo(term, bigInt(i))
		sum.Add(sum, term)
	}
	for range halvings { // (1+s)² - 1 = s (2 + s)
		sum.Mul(sum, newBig().Add(sum, bigInt(2)))
	}
	return shift(sum.Add(sum, bigInt(1)), n)
}

// artanh is the series, for |x| at most about 1/4.
func artanh(x *big.Float) *big.Float { return oddSeries(x, newBig().Mul(x, x)) }

// oddSeries is x + x s/3 + x s²/5 + …
func oddSeries(x, square *big.Float) *big.Float {
	sum, power := newBig().Set(x), newBig().Set(x)
	for i := int64(3); power.Sign() != 0; i += 2 {
		power.Mul(power, square)
		term := newBig().Quo(power, bigInt(i))
		if small(term, sum) {
			break
		}
		sum.Add(sum, term)
	}
	return sum
}

// log reduces to a number within 1/32 of 1 by a double approximation e^y.
func (k *constants) log(x *big.Float) *big.Float {
	m := newBig()
	e := x.MantExp(m)
	f, _ := m.Float64()
	if f < math.Sqrt2/2 {
		f, e = 2*f, e-1
		shift(m, 1)
	}
	y := bigOf(math.Log(f))
	z := m
	if math.Abs(f-1) > 1.0/16 {
		z = newBig().Mul(m, k.exp(newBig().Neg(y)))
	} else {
		y = newBig()
	}
	s := newBig().Quo(newBig().Sub(z, bigInt(1)), newBig().Add(z, bigInt(1)))
	sum := y.Add(y, shift(artanh(s), 1))
	return sum.Add(sum, newBig().Mul(k.ln2, bigInt(int64(e))))
}

// sincos needs |x| < 2^20.
func (k *constants) sincos(x *big.Float) (sin, cos *big.Float) {
	f, _ := x.Float64()
	n := int64(math.Round(f / (math.Pi / 2)))
	r := newBig().Mul(k.pi, bigInt(n))
	r.Sub(x, shift(r, -1))
	square := newBig().Mul(r, r)
	sin, cos = newBig().Set(r), bigInt(1)
	ts, tc := newBig().Set(r), bigInt(1)
	for i := int64(1); r.Sign() != 0 && !small(tc, cos); i += 2 {
		tc.Mul(tc, square).Quo(tc, bigInt(i*(i+1))).Neg(tc)
		ts.Mul(ts, square).Quo(ts, bigInt((i+1)*(i+2))).Neg(ts)
		cos.Add(cos, tc)
		sin.Add(sin, ts)
	}
	switch n & 3 {
	case 1:
		return cos, sin.Neg(sin)
	case 2:
		return sin.Neg(sin), cos.Neg(cos)
	case 3:
		return cos.Neg(cos), sin
	}
	return sin, cos
}

// atan is y plus the arctangent of the small (x - tan y) / (1 + x tan y).
func (k *constants) atan(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return newBig()
	}
	if x.MantExp(nil) > 1 { // from 2 on: pi/2 - atan(1/x)
		r := k.atan(newBig().Quo(bigInt(1), x))
		half := shift(newBig().Set(k.pi), -1)
		if x.Sign() < 0 {
			half.Neg(half)
		}
		return half.Sub(half, r)
	}
	d, y := newBig().Set(x), newBig()
	if x.MantExp(nil) > -8 {
		f, _ := x.Float64()
		y = bigOf(math.Atan(f))
		sin, cos := k.sincos(y)
		num := newBig().Mul(x, cos)
		num.Sub(num, sin)
		den := newBig().Mul(x, sin)
		d.Quo(num, den.Add(den, cos))
	}
	square := newBig().Mul(d, d)
	return y.Add(y, oddSeries(d, square.Neg(square)))
}

// The functions of math.h with many bits: those of long double, what the fast ones
// of double fall back to where they cannot decide a rounding, and what the tests
// compare them with. Arguments are finite and not special.

// expAny is e^x, with infinity and zero for what is far out of range.
func (k *constants) expAny(x *big.Float) *big.Float {
	switch f, _ := x.Float64(); {
	case f > 12000:
		return newBig().SetInf(false)
	case f < -12000:
		return newBig()
	}
	return k.exp(x)
}

func (k *constants) logAny(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return newBig().SetInf(true)
	}
	return k.log(x)
}

// sine is that of an angle that is n quadrants larger.
func (k *constants) sine(x *big.Float, n int) *big.Float {
	size := uint(max(x.MantExp(nil), 0) + precision)
	pi := new(big.Float).SetPrec(size).SetInt(piBits(size))
	pi.SetMantExp(pi, -int(size)-1) // pi/2
	q := new(big.Float).SetPrec(size).Quo(x, pi)
	q.Add(q, big.NewFloat(math.Copysign(0.5, float64(x.Sign()))))
	i, _ := q.Int(nil)
	r := new(big.Float).SetPrec(size).SetInt(i)
	r.Sub(new(big.Float).SetPrec(size+64).Set(x), new(big.Float).SetPrec(size+64).Mul(pi, r))
	s, c := k.sincos(newBig().Set(r))
	return quadrant(s, c, int(new(big.Int).And(i, big.NewInt(3)).Int64())+n)
}

// cathetus is sqrt(1-x²).
func cathetus(x *big.Float) *big.Float {
	s := newBig().Mul(newBig().Sub(bigInt(1), x), newBig().Add(bigInt(1), x))
	return s.Sqrt(s)
}

// angle is the angle of the point (x, y), which is not the origin.
func (k *constants) angle(y, x *big.Float) *big.Float {
	a := shift(newBig().Set(k.pi), -1)
	if x.Sign() != 0 {
		a = k.atan(newBig().Quo(newBig().Abs(y), newBig().Abs(x)))
	}
	if x.Sign() < 0 {
		a.Sub(k.pi, a)
	}
	if y.Signbit() {
		a.Neg(a)
	}
	return a
}

func cubeRoot(x *big.Float) *big.Float {
	m := newBig()
	e := newBig().Abs(x).MantExp(m)
	for e%3 != 0 {
		shift(m, -1)
		e++
	}
	f, _ := m.Float64()
	z := bigOf(math.Cbrt(math.Abs(f)))
	for range 4 {
		s := newBig().Mul(z, z)
		d := newBig().Mul(s, z)
		d.Sub(d, newBig().Abs(m))
		z.Sub(z, d.Quo(d, s.Mul(s, bigInt(3))))
	}
	if shift(z, e/3); x.Signbit() {
		z.Neg(z)
	}
	return z
}

// quadrant is the sine of an angle q quadrants beyond that of s and c.
func quadrant(s, c *big.Float, q int) *big.Float {
	if q&1 == 1 {
		s = c
	}
	if q&2 == 2 {
		s = newBig().Neg(s)
	}
	return s
}

func (k *constants) tangent(x *big.Float) *big.Float {
	return newBig().Quo(k.sine(x, 0), k.sine(x, 1))
}

func (k *constants) arcsine(x *big.Float) *big.Float { return k.angle(x, cathetus(x)) }

func (k *constants) arccosine(x *big.Float) *big.Float { return k.angle(cathetus(x), x) }

// power is x^y for x > 0.
func (k *constants) power(x, y *big.Float) *big.Float {
	l := k.log(x)
	return k.expAny(l.Mul(l, y))
}

// logTo is the logarithm to a base.
func (k *constants) logTo(base int64, x *big.Float) *big.Float {
	return newBig().Quo(k.logAny(x), k.log(bigInt(base)))
}

func hypotenuse(x, y *big.Float) *big.Float {
	s := newBig().Mul(x, x)
	s.Add(s, newBig().Mul(y, y))
	return s.Sqrt(s)
}
