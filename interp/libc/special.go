package libc

import (
	"math"
	"math/big"
)

// The gamma function and its logarithm, nearly always correctly rounded:
// double-double arithmetic without a more precise one behind it.

// stirlingFrom is where Stirling's series is used: its thirteen terms are
// good to 2^-105 from there on.
const stirlingFrom = 32

// stirlingLog is the logarithm of gamma(z) for z >= stirlingFrom.
func (t *tables) stirlingLog(z dd) dd {
	inv := ddOf(1).div(z)
	series := inv.mul(horner(inv.mul(inv), t.stirling[:], len(t.stirling)))
	return z.addF(-0.5).mul(t.log(z)).sub(z).add(t.halfLog2Pi).add(series)
}

// gammaParts gives l and p with gamma(x) = e^l / p, for x > 0.
func (t *tables) gammaParts(x dd) (l, p dd) {
	p = ddOf(1)
	for x.hi < stirlingFrom {
		p = p.mul(x)
		x = x.addF(1)
	}
	return t.stirlingLog(x), p
}

// sinPi is |sin(pi x)|.
func (t *tables) sinPi(x float64) dd {
	r := math.Abs(x - math.RoundToEven(x))
	if r <= 0.25 {
		sin, _ := t.sincos(t.pi.mulF(r))
		return sin
	}
	_, cos := t.sincos(t.pi.mulF(0.5 - r))
	return cos
}

// nearest rounds without a second opinion.
func (s scaled) nearest() float64 {
	return s.round(0, func() *big.Float { panic("no error, no doubt") })
}

func mathTgamma(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1), x < 0 && x == math.Trunc(x):
		return math.NaN()
	case math.Abs(x) < 0x1p-60:
		return 1 / x
	case x > 172:
		return math.Inf(1)
	}
	t := lib()
	if x > 0 {
		l, p := t.gammaParts(ddOf(x))
		e := t.exp(l)
		e.v = e.v.div(p)
		return e.nearest()
	}
	sign := 1.0
	if math.Mod(math.Floor(x), 2) != 0 {
		sign = -1
	}
	if x < -190 {
		return math.Copysign(0, sign)
	}
	// gamma(x) gamma(1-x) = pi / sin(pi x)
	l, p := t.gammaParts(twoSum(1, -x))
	e := t.exp(l.neg())
	e.v = e.v.mul(p).mul(t.pi).div(t.sinPi(x))
	return sign * e.nearest()
}

// mathLgamma is the logarithm of |gamma(x)|.
func mathLgamma(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case math.IsInf(x, 0), x <= 0 && x == math.Trunc(x), x > 2.6e305:
		return math.Inf(1)
	case math.Abs(x) < 0x1p-60:
		return -mathLog(math.Abs(x))
	case x == 1, x == 2:
		return 0
	}
	t := lib()
	if x > 0 {
		l, p := t.gammaParts(ddOf(x))
		return l.sub(t.log(p)).hi
	}
	l, p := t.gammaParts(twoSum(1, -x))
	return t.log(t.pi.div(t.sinPi(x))).sub(l).add(t.log(p)).hi
}

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
