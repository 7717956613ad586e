package libc

import "math"

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
