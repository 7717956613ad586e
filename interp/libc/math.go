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

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

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
