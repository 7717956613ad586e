package libc

import "math"

// The error functions, nearly always correctly rounded.

// erf is the error function for 0 <= x < 6: 2/sqrt(pi) e^(-x²) times the sum
// of 2^n x^(2n+1) / (1 3 5 ... (2n+1)), which has no cancellation.
func (t *tables) erf(x float64) dd {
	square := twoProd(x, x)
	term, sum := ddOf(x), ddOf(x)
	for n := 3.0; term.hi > sum.hi*0x1p-106; n += 2 {
		term = term.mul(square).scale(2).div(ddOf(n))
		sum = sum.add(term)
	}
	return sum.mul(t.exp(square.neg()).value()).scale(2).div(t.rootPi)
}

// erfcFar is the complement for 5 <= x < 28, by its continued fraction.
func (t *tables) erfcFar(x float64) scaled {
	f := ddOf(x)
	for n := 70.0; n > 0; n-- {
		f = ddOf(n / 2).div(f).addF(x)
	}
	e := t.exp(twoProd(x, x).neg())
	e.v = e.v.div(t.rootPi).div(f)
	return e
}

func mathErf(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x), x == 0:
		return x
	case a > 6:
		return math.Copysign(1, x)
	}
	t := lib()
	if a < tinyOdd { // 2/sqrt(pi) x: the next term is beyond the last place
		f, e := math.Frexp(x)
		return scaled{ddOf(2 * f).div(t.rootPi), e}.nearest()
	}
	return math.Copysign(t.erf(a).hi, x)
}

func mathErfc(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 28:
		return 0
	case x < -6:
		return 2
	case math.Abs(x) < 0x1p-60:
		return 1
	case x >= 5:
		return lib().erfcFar(x).nearest()
	}
	e := lib().erf(math.Abs(x))
	if x > 0 {
		e = e.neg()
	}
	return e.addF(1).hi
}
