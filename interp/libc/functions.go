package libc

import (
	"math"
	"math/big"
)

// The functions of math.h, correctly rounded: special values first, then a
// kernel, then rounding.

const (
	tinyOdd   = 0x1p-28 // x - x³/6 and the like round to x
	tinyFirst = 0x1p-54 // 1 + x and the like round to 1
)

// lib is the tables under the name that the functions use them by.
func lib() *tables { return mathTables() }

func (v dd) round(precise func() *big.Float) float64 { return scaled{v, 0}.round(errUsual, precise) }

func mathExp(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	case math.Abs(x) < tinyFirst:
		return 1
	}
	t := lib()
	return t.exp(ddOf(x)).round(errUsual, func() *big.Float { return t.precise.exp(bigOf(x)) })
}

func mathExp2(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x > 1025:
		return math.Inf(1)
	case x < -1080:
		return 0
	case math.Abs(x) < 0x1p-56:
		return 1
	}
	t := lib()
	return t.exp(t.ln2.mulF(x)).round(errPow, func() *big.Float { return t.precise.power(bigInt(2), bigOf(x)) })
}

func mathLog(x float64) float64 {
	if r, special := logSpecial(x); special {
		return r
	}
	t := lib()
	return t.log(ddOf(x)).round(func() *big.Float { return t.precise.log(bigOf(x)) })
}

// logSpecial handles what has no finite logarithm, and 1.
func logSpecial(x float64) (r float64, special bool) {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x, true
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	case x == 1:
		return 0, true
	}
	return 0, false
}

func mathLog2(x float64) float64 {
	if r, special := logSpecial(x); special {
		return r
	}
	t := lib()
	return t.log(ddOf(x)).mul(t.log2e).round(func() *big.Float { return t.precise.logTo(2, bigOf(x)) })
}

// log10Exact is what the processor computes where glibc asks it to (ILP32).
func log10Exact(x float64) float64 {
	if r, special := logSpecial(x); special {
		return r
	}
	t := lib()
	return t.log(ddOf(x)).mul(t.log10e).round(func() *big.Float { return t.precise.logTo(10, bigOf(x)) })
}

func mathPow(x, y float64) float64 {
	if x == 0 || x == 1 || y == 0 || y == 1 || !finite(x) || !finite(y) {
		return math.Pow(x, y)
	}
	sign := 1.0
	if x < 0 {
		if y != math.Trunc(y) {
			return math.NaN()
		}
		if math.Mod(y, 2) != 0 {
			sign = -1
		}
		if x = -x; x == 1 {
			return sign
		}
	}
	t := lib()
	l := t.log(ddOf(x))
	switch p := y * l.hi; {
	case p > 710:
		return math.Copysign(math.Inf(1), sign)
	case p < -746:
		return math.Copysign(0, sign)
	case math.Abs(p) < 0x1p-60:
		return sign
	}
	return sign * t.exp(l.mulF(y)).round(errPow, func() *big.Float { return t.precise.power(bigOf(x), bigOf(y)) })
}

// trig is the sine of an angle that is so many quadrants ahead of x.
func trig(x float64, ahead int) float64 {
	if !finite(x) {
		return math.NaN()
	}
	t := lib()
	r, q := t.reduce(x)
	sin, cos := t.sincos(r)
	v := [4]dd{sin, cos, sin.neg(), cos.neg()}[(q+ahead)&3]
	return v.round(func() *big.Float { return t.precise.sine(bigOf(x), ahead) })
}

func mathSin(x float64) float64 {
	if math.Abs(x) < tinyOdd {
		return x
	}
	return trig(x, 0)
}

func mathCos(x float64) float64 {
	if math.Abs(x) < tinyOdd {
		return 1
	}
	return trig(x, 1)
}

func mathTan(x float64) float64 {
	switch {
	case math.Abs(x) < tinyOdd:
		return x
	case !finite(x):
		return math.NaN()
	}
	t := lib()
	r, q := t.reduce(x)
	sin, cos := t.sincos(r)
	v := sin.div(cos)
	if q&1 == 1 {
		v = cos.div(sin).neg()
	}
	return v.round(func() *big.Float { return t.precise.tangent(bigOf(x)) })
}

func mathAtan(x float64) float64 {
	switch {
	case math.Abs(x) < tinyOdd, math.IsNaN(x):
		return x
	case math.Abs(x) > 0x1p60:
		return math.Copysign(math.Pi/2, x)
	}
	t := lib()
	v := t.atan2(ddOf(math.Abs(x)), ddOf(1))
	return math.Copysign(v.round(func() *big.Float { return t.precise.atan(bigOf(math.Abs(x))) }), x)
}

func mathAtan2(y, x float64) float64 {
	if x == 0 || y == 0 || !finite(x) || !finite(y) {
		return math.Atan2(y, x)
	}
	t := lib()
	fy, ey := math.Frexp(math.Abs(y))
	fx, ex := math.Frexp(math.Abs(x))
	precise := func() *big.Float { return t.precise.angle(bigOf(math.Abs(y)), bigOf(x)) }
	var r float64
	switch d := ey - ex; {
	case d < -60 && x > 0:
		r = scaled{ddOf(fy).div(ddOf(fx)), d}.round(errUsual, precise)
	case d < -60:
		r = math.Pi
	case d > 60:
		r = math.Pi / 2
	default:
		v := t.atan2(ddOf(math.Ldexp(fy, d)), ddOf(fx))
		if x < 0 {
			v = t.pi.sub(v)
		}
		r = v.round(precise)
	}
	return math.Copysign(r, y)
}

// cosine is sqrt(1-x²).
func cosine(x float64) dd { return twoSum(1, -x).mul(twoSum(1, x)).sqrt() }

func mathAsin(x float64) float64 {
	switch {
	case math.Abs(x) < tinyOdd, math.IsNaN(x):
		return x
	case math.Abs(x) > 1:
		return math.NaN()
	case math.Abs(x) == 1:
		return math.Copysign(math.Pi/2, x)
	}
	t := lib()
	v := t.atan2(ddOf(math.Abs(x)), cosine(x))
	return math.Copysign(v.round(func() *big.Float { return t.precise.arcsine(bigOf(math.Abs(x))) }), x)
}

func mathAcos(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case math.Abs(x) > 1:
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case math.Abs(x) < 0x1p-60:
		return math.Pi / 2
	}
	t := lib()
	v := t.atan2(cosine(x), ddOf(math.Abs(x)))
	if x < 0 {
		v = t.pi.sub(v)
	}
	return v.round(func() *big.Float { return t.precise.arccosine(bigOf(x)) })
}

func mathCbrt(x float64) float64 {
	if x == 0 || !finite(x) {
		return x
	}
	f, e := math.Frexp(math.Abs(x))
	for e%3 != 0 {
		f, e = f/2, e+1
	}
	y := math.Cbrt(f)
	r := twoProd(y, y).mulF(y).sub(ddOf(f)) // y³ - f
	v := fastSum(y, -r.hi/(3*y*y))
	return math.Copysign(scaled{v, e / 3}.round(errUsual, func() *big.Float { return cubeRoot(bigOf(math.Abs(x))) }), x)
}

func mathHypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	if x == 0 || y == 0 || !finite(x) || !finite(y) {
		return math.Hypot(x, y)
	}
	if x < y {
		x, y = y, x
	}
	f, e := math.Frexp(x)
	g := scalb(y, -e)
	if g < 0x1p-60 {
		return x
	}
	v := twoProd(f, f).add(twoProd(g, g)).sqrt()
	return scaled{v, e}.round(errUsual, func() *big.Float { return hypotenuse(bigOf(x), bigOf(y)) })
}

// Functions that glibc computes from exp, expm1, log and log1p by formulas
// that do not round correctly. To give the same results, the same formulas
// are used here; Go's Expm1 and Log1p are of the same origin as glibc's. The
// conversions keep compilers from fusing a product with a sum.

func exp10(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x > 309:
		return math.Inf(1)
	case x < -332:
		return 0
	case math.Abs(x) < 0x1p-56:
		return 1
	}
	// Both factors of x * ln 10 are split so that the product of their high
	// parts is exact.
	const lnHigh = 0x24d7637p-24
	const lnLow = math.Ln10 - lnHigh
	high := math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1))
	low := x - high
	return mathExp(high*lnHigh) * mathExp(float64(high*lnLow)+float64(low*math.Ln10))
}

func mathLog10(x float64) float64 {
	if r, special := logSpecial(x); special {
		return r
	}
	const log2High = 0x1.34413509f6p-2 // log10(2) in 40 bits
	const log2Low = math.Ln2/math.Ln10 - log2High
	m, e := math.Frexp(x)
	e--
	if e < 0 {
		e++ // then m stays below 1
	} else {
		m *= 2
	}
	return float64(float64(e)*log2High) + (float64(float64(e)*log2Low) + float64(1/math.Ln10*mathLog(m)))
}

// log10f is mathLog10 in single precision.
func log10f(x float32) float32 {
	if r, special := logSpecial(float64(x)); special {
		return float32(r)
	}
	const log2High = 0x1.3441p-2 // log10(2) in 17 bits
	const log2Low = math.Ln2/math.Ln10 - log2High
	m, e := math.Frexp(float64(x))
	e--
	if e < 0 {
		e++
	} else {
		m *= 2
	}
	y := float32(e)
	z := float32(y*float32(log2Low)) + float32(float32(1/math.Ln10)*float32(mathLog(m)))
	return z + float32(y*float32(log2High))
}

func mathSinh(x float64) float64 {
	a, h := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case !finite(x), a < tinyOdd:
		return x
	case a < 1:
		t := math.Expm1(a)
		return h * (float64(2*t) - t*t/(t+1))
	case a < 22:
		t := math.Expm1(a)
		return h * (t + t/(t+1))
	case a < 709.78:
		return h * mathExp(a)
	}
	w := mathExp(0.5 * a)
	return float64(h*w) * w
}

func mathCosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !finite(x):
		return a
	case a < 0x1p-55:
		return 1
	case a < math.Ln2/2:
		t := math.Expm1(a)
		w := 1 + t
		return 1 + t*t/(w+w)
	case a < 22:
		t := mathExp(a)
		return float64(0.5*t) + 0.5/t
	case a < 709.78:
		return 0.5 * mathExp(a)
	}
	w := mathExp(0.5 * a)
	return float64(0.5*w) * w
}

func mathTanh(x float64) float64 {
	a := math.Abs(x)
	r := 1.0
	switch {
	case math.IsNaN(x), a < 0x1p-55:
		return x
	case a < 1:
		t := math.Expm1(-2 * a)
		r = -t / (t + 2)
	case a < 22:
		r = 1 - 2/(math.Expm1(2*a)+2)
	}
	return math.Copysign(r, x)
}

func mathAsinh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case !finite(x), a < 0x1p-28:
		return x
	case a > 0x1p28:
		return math.Copysign(mathLog(a)+math.Ln2, x)
	case a > 2:
		return math.Copysign(mathLog(float64(2*a)+1/(math.Sqrt(float64(x*x)+1)+a)), x)
	}
	t := float64(x * x)
	return math.Copysign(math.Log1p(a+t/(1+math.Sqrt(1+t))), x)
}

func mathAcosh(x float64) float64 {
	switch {
	case math.IsNaN(x), math.IsInf(x, 1):
		return x
	case x < 1:
		return math.NaN()
	case x == 1:
		return 0
	case x > 0x1p28:
		return mathLog(x) + math.Ln2
	case x > 2:
		return mathLog(float64(2*x) - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(float64(2*t)+float64(t*t)))
}

func mathAtanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case math.IsNaN(x), a < 0x1p-28:
		return x
	case a > 1:
		return math.NaN()
	case a == 1:
		return math.Copysign(math.Inf(1), x)
	case a < 0.5:
		t := a + a
		return math.Copysign(0.5*math.Log1p(t+t*a/(1-a)), x)
	}
	return math.Copysign(0.5*math.Log1p((a+a)/(1-a)), x)
}
