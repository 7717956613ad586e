package libc

import "math"

// The functions of math.h: their variants and their errors. Their values are
// computed in the other files.

// monadic describes a function of one argument. Every name stands for two
// functions: of double and of float (f).
type monadic struct {
	name string
	f    func(float64) float64
	// tiny: a result that becomes zero sets ERANGE.
	tiny bool
}

// singles are the functions of float that glibc does not compute by way of
// double, and visibly so.
func singles() map[string]func(float32) float32 {
	return map[string]func(float32) float32{"log10": log10f}
}

type dyadic struct {
	name string
	f    func(x, y float64) float64
	tiny bool
}

func unaries() []monadic {
	return []monadic{
		{"sin", mathSin, false}, {"cos", mathCos, false}, {"tan", mathTan, false},
		{"asin", mathAsin, false}, {"acos", mathAcos, false}, {"atan", mathAtan, false},
		{"sinh", mathSinh, false}, {"cosh", mathCosh, false}, {"tanh", mathTanh, false},
		{"asinh", mathAsinh, false}, {"acosh", mathAcosh, false}, {"atanh", mathAtanh, false},
		{"exp", mathExp, true}, {"exp2", mathExp2, true}, {"exp10", exp10, true}, {"expm1", math.Expm1, false},
		{"log", mathLog, false}, {"log2", mathLog2, false}, {"log10", mathLog10, false}, {"log1p", math.Log1p, false},
		{"cbrt", mathCbrt, false},
		{"erf", mathErf, false}, {"erfc", mathErfc, true}, {"tgamma", mathTgamma, true},
		{"roundeven", math.RoundToEven, false},
	}
}

func binaries() []dyadic {
	return []dyadic{
		{"pow", mathPow, true}, {"atan2", mathAtan2, true}, {"hypot", mathHypot, false},
		{"fmod", math.Mod, false}, {"remainder", math.Remainder, false},
	}
}

// variant is the type that a function computes in.
type variant uint8

const (
	double variant = iota
	single
)

func (v variant) value(x float64) Value {
	if v == single {
		return floatValue(float32(x))
	}
	return doubleValue(x)
}

// least is the smallest normal number.
func (v variant) least() float64 {
	if v == single {
		return 0x1p-126
	}
	return 0x1p-1022
}

// isZero also takes what is below the least float for zero, as expf and its
// like do.
func (v variant) isZero(x float64) bool { return x == 0 || v == single && math.Abs(x) < 0x1p-149 }

func (v variant) isInf(x float64) bool {
	if v == single {
		return math.IsInf(float64(float32(x)), 0)
	}
	return math.IsInf(x, 0)
}

// variants calls add for the functions of double and float of a name.
func variants(add adder, run func(c *call, v variant) Value, name string) {
	add(func(c *call) Value { return run(c, double) }, name)
	add(func(c *call) Value { return run(c, single) }, name+"f")
}

// mathResult checks a result for the errors that glibc reports through errno.
func (c *call) mathResult(v variant, r float64, tiny, finiteArgs, nanArgs bool) Value {
	switch {
	case math.IsNaN(r) && !nanArgs:
		c.mem.SetErrno(edom)
		r = math.Copysign(r, -1) // the NaN that x86 produces
	case finiteArgs && v.isInf(r), tiny && finiteArgs && v.isZero(r):
		c.mem.SetErrno(erange)
	}
	return v.value(r)
}

func addMath(add adder) {
	own := singles()
	for _, u := range unaries() {
		variants(add, func(c *call, v variant) Value {
			x := c.doubleArg(0)
			if f := own[u.name]; f != nil && v == single {
				return c.mathResult(v, float64(f(float32(x))), u.tiny, finite(x), math.IsNaN(x))
			}
			if u.name == "log10" && c.ptr == 4 {
				return c.mathResult(v, log10Exact(x), u.tiny, finite(x), math.IsNaN(x))
			}
			return c.mathResult(v, u.f(x), u.tiny, finite(x), math.IsNaN(x))
		}, u.name)
	}
	for _, b := range binaries() {
		variants(add, func(c *call, v variant) Value {
			x, y := c.doubleArg(0), c.doubleArg(1)
			return c.mathResult(v, b.f(x, y), b.tiny && x != 0 && y != 0, finite(x) && finite(y), math.IsNaN(x) || math.IsNaN(y))
		}, b.name)
	}
}

// Functions of math.h that take numbers apart or have other arguments than
// floating ones.

func addMathParts(add adder) {
	variants(add, frexpCall, "frexp")
	variants(add, ldexpCall, "ldexp")
	variants(add, ldexpCall, "scalbn")
	variants(add, scalblnCall, "scalbln")
	variants(add, ilogbCall, "ilogb")
	variants(add, logbCall, "logb")
	variants(add, remquoCall, "remquo")
	variants(add, nextafterCall, "nextafter")
	variants(add, fmaCall, "fma")
	variants(add, lgammaCall, "lgamma")
	variants(add, sincosCall, "sincos")
}

func frexpCall(c *call, v variant) Value {
	x := c.doubleArg(0)
	frac, exp := x, 0
	if finite(x) {
		frac, exp = math.Frexp(x)
	}
	c.storeWord(c.wordArg(1), 4, uint64(uint32(int32(exp))))
	return v.value(frac)
}

func (c *call) scale(v variant, exp int64) Value {
	x := c.doubleArg(0)
	exp = max(-10000, min(exp, 10000))
	r := scalb(x, int(exp))
	if v == single {
		r = float64(float32(r)) // exact until here: one rounding
	}
	if finite(x) && x != 0 && (r == 0 || math.IsInf(r, 0)) {
		c.mem.SetErrno(erange)
	}
	return v.value(r)
}

func ldexpCall(c *call, v variant) Value   { return c.scale(v, int64(c.intArg(1))) }
func scalblnCall(c *call, v variant) Value { return c.scale(v, c.longArg(1)) }

func ilogbCall(c *call, _ variant) Value {
	x := c.doubleArg(0)
	switch {
	case x == 0, math.IsNaN(x):
		c.mem.SetErrno(edom)
		return intValue(math.MinInt32)
	case math.IsInf(x, 0):
		c.mem.SetErrno(edom)
		return intValue(math.MaxInt32)
	}
	return intValue(int32(math.Ilogb(x)))
}

// remquoCall also gives the low three bits of the quotient.
func remquoCall(c *call, v variant) Value {
	x, y := c.doubleArg(0), c.doubleArg(1)
	r := math.Remainder(x, y)
	q := 0
	if finite(r) && finite(y) {
		q = quotientBits(math.Abs(x), math.Abs(y))
		if math.Signbit(x) != math.Signbit(y) {
			q = -q
		}
	}
	if !math.IsNaN(r) {
		c.storeWord(c.wordArg(2), 4, uint64(uint32(int32(q))))
	}
	return v.value(r)
}

// quotientBits is the integer nearest to x/y, modulo 8.
func quotientBits(x, y float64) int {
	q := 0
	if y <= math.MaxFloat64/16 {
		x = math.Mod(x, 8*y)
	}
	for _, k := range []float64{4, 2, 1} {
		if k*y <= x && !math.IsInf(k*y, 0) {
			x -= k * y
			q += int(k)
		}
	}
	if rest := y - x; x > rest || x == rest && q&1 == 1 {
		q++
	}
	return q // up to 8, as in glibc
}

func nextafterCall(c *call, v variant) Value {
	x, y := c.doubleArg(0), c.doubleArg(1)
	r := math.Nextafter(x, y)
	if v == single {
		r = float64(math.Nextafter32(float32(x), float32(y)))
	}
	if x == y {
		r = y
	}
	if finite(x) && x != 0 && x != y && (v.isInf(r) || math.Abs(r) < v.least()) {
		c.mem.SetErrno(erange)
	}
	return v.value(r)
}

func fmaCall(c *call, v variant) Value {
	x, y, z := c.doubleArg(0), c.doubleArg(1), c.doubleArg(2)
	if v == single {
		return v.value(fmaSingle(x, y, z))
	}
	return v.value(math.FMA(x, y, z))
}

func logbCall(c *call, v variant) Value { return v.value(math.Logb(c.doubleArg(0))) }

// fmaSingle computes in double with rounding to odd, so that rounding to
// float afterwards is right: x*y is exact.
func fmaSingle(x, y, z float64) float64 {
	p := x * y
	s := p + z
	if s == 0 || !finite(s) {
		return s
	}
	t := s - p
	err := (p - (s - t)) + (z - t)
	if b := math.Float64bits(s); err != 0 && b&1 == 0 {
		if (err > 0) == (s > 0) {
			return math.Float64frombits(b + 1)
		}
		return math.Float64frombits(b - 1)
	}
	return s
}

func lgammaCall(c *call, v variant) Value {
	x := c.doubleArg(0)
	return c.mathResult(v, mathLgamma(x), false, finite(x), math.IsNaN(x))
}

func sincosCall(c *call, v variant) Value {
	x := c.doubleArg(0)
	size := 8
	if v == single {
		size = 4
	}
	if math.IsInf(x, 0) {
		c.mem.SetErrno(edom)
	}
	sin, cos := mathSin(x), mathCos(x)
	c.storeFloat(c.wordArg(1), size, sin)
	c.storeFloat(c.wordArg(2), size, cos)
	return void()
}
