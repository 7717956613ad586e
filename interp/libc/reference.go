package libc

import (
	"math"
	"math/big"
)

// The functions of math.h with many bits: what the fast ones fall back to
// where they cannot decide a rounding, and what the tests compare them with.
// Arguments are finite and not special.

func (k *constants) bigExp2(x float64) *big.Float { return k.exp(newBig().Mul(k.ln2, bigOf(x))) }

func (k *constants) bigLog2(x float64) *big.Float { return newBig().Quo(k.log(bigOf(x)), k.ln2) }

func (k *constants) bigLog10(x float64) *big.Float {
	return newBig().Quo(k.log(bigOf(x)), k.log(bigInt(10)))
}

func (k *constants) bigPow(x, y float64) *big.Float {
	return k.exp(newBig().Mul(k.log(bigOf(x)), bigOf(y)))
}

// bigSin and the next ones reduce arguments of any size.
func (k *constants) bigSin(x float64) *big.Float {
	r, q := reduceBig(x)
	s, c := k.sincos(r)
	return quadrant(s, c, q)
}

func (k *constants) bigCos(x float64) *big.Float {
	r, q := reduceBig(x)
	s, c := k.sincos(r)
	return quadrant(s, c, q+1)
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

func (k *constants) bigTan(x float64) *big.Float {
	return newBig().Quo(k.bigSin(x), k.bigCos(x))
}

// bigAtan2 is for y > 0.
func (k *constants) bigAtan2(y, x float64) *big.Float {
	a := k.atan(newBig().Quo(bigOf(y), bigOf(math.Abs(x))))
	if x < 0 {
		a.Sub(k.pi, a)
	}
	return a
}

// cosineBig is sqrt(1-x²).
func cosineBig(x float64) *big.Float {
	s := newBig().Mul(bigOf(x), bigOf(x))
	return s.Sqrt(s.Sub(bigInt(1), s))
}

func (k *constants) bigAsin(x float64) *big.Float {
	return k.atan(newBig().Quo(bigOf(x), cosineBig(x)))
}

func (k *constants) bigAcos(x float64) *big.Float {
	a := k.atan(newBig().Quo(cosineBig(x), bigOf(math.Abs(x))))
	if x < 0 {
		a.Sub(k.pi, a)
	}
	return a
}

// bigCbrt is for x > 0, by Newton's iteration.
func bigCbrt(x float64) *big.Float {
	f, e := math.Frexp(x)
	for e%3 != 0 {
		f, e = f/2, e+1
	}
	z := bigOf(math.Cbrt(f))
	for range 4 {
		s := newBig().Mul(z, z)
		d := newBig().Mul(s, z)
		d.Sub(d, bigOf(f))
		z.Sub(z, d.Quo(d, s.Mul(s, bigInt(3))))
	}
	return shift(z, e/3)
}

func bigHypot(x, y float64) *big.Float {
	s := newBig().Mul(bigOf(x), bigOf(x))
	s.Add(s, newBig().Mul(bigOf(y), bigOf(y)))
	return s.Sqrt(s)
}
