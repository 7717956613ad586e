package libc

import "math"

// The functions of math.h: their variants and their errors. What they compute
// is in the other files.

// monadic describes a function of one argument. Every name stands for three
// functions: of double, of float (f) and of long double (l), which is
// computed in double.
type monadic struct {
	name string
	f    func(float64) float64
	// tiny: a result too small for a normal number sets ERANGE.
	tiny bool
}

type dyadic struct {
	name string
	f    func(x, y float64) float64
	tiny bool
}

func unaries() []monadic {
	return []monadic{
		{"sin", math.Sin, false}, {"cos", math.Cos, false}, {"tan", math.Tan, false},
		{"asin", math.Asin, false}, {"acos", math.Acos, false}, {"atan", math.Atan, false},
		{"sinh", math.Sinh, false}, {"cosh", math.Cosh, false}, {"tanh", math.Tanh, false},
		{"asinh", math.Asinh, false}, {"acosh", math.Acosh, false}, {"atanh", math.Atanh, false},
		{"exp", math.Exp, true}, {"exp2", math.Exp2, true}, {"exp10", exp10, true}, {"expm1", math.Expm1, false},
		{"log", math.Log, false}, {"log2", math.Log2, false}, {"log10", math.Log10, false}, {"log1p", math.Log1p, false},
		{"sqrt", math.Sqrt, false}, {"cbrt", math.Cbrt, false},
		{"erf", math.Erf, false}, {"erfc", math.Erfc, true}, {"tgamma", math.Gamma, true},
		{"fabs", math.Abs, false}, {"floor", math.Floor, false}, {"ceil", math.Ceil, false}, {"trunc", math.Trunc, false},
		{"round", math.Round, false}, {"rint", math.RoundToEven, false}, {"nearbyint", math.RoundToEven, false},
		{"roundeven", math.RoundToEven, false}, {"logb", logb, false},
	}
}

func exp10(x float64) float64 { return math.Pow(10, x) }

func logb(x float64) float64 { return math.Logb(x) }

func binaries() []dyadic {
	return []dyadic{
		{"pow", math.Pow, true}, {"atan2", math.Atan2, false}, {"hypot", math.Hypot, false},
		{"fmod", math.Mod, false}, {"remainder", math.Remainder, false}, {"drem", math.Remainder, false},
		{"copysign", math.Copysign, false},
		{"fmin", fmin, false}, {"fmax", fmax, false}, {"fdim", fdim, false},
	}
}

func fmin(x, y float64) float64 {
	if x != x || y < x {
		return y
	}
	return x
}

func fmax(x, y float64) float64 {
	if x != x || y > x {
		return y
	}
	return x
}

func fdim(x, y float64) float64 {
	if x <= y {
		return 0
	}
	return x - y
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

func (v variant) isInf(x float64) bool {
	if v == single {
		return math.IsInf(float64(float32(x)), 0)
	}
	return math.IsInf(x, 0)
}

// variants calls add for the three functions of a name.
func variants(add adder, params int, run func(c *call, v variant) Value, name string) {
	add(params, func(c *call) Value { return run(c, double) }, name, name+"l")
	add(params, func(c *call) Value { return run(c, single) }, name+"f")
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// result checks a result for the errors that glibc reports through errno.
func (c *call) mathResult(v variant, r float64, tiny, finiteArgs, nanArgs bool) Value {
	switch {
	case math.IsNaN(r) && !nanArgs:
		c.mem.SetErrno(edom)
		r = math.Copysign(r, -1) // the NaN that x86 produces
	case finiteArgs && v.isInf(r), tiny && finiteArgs && math.Abs(r) < v.least():
		c.mem.SetErrno(erange)
	}
	return v.value(r)
}

func addMath(add adder) {
	for _, u := range unaries() {
		variants(add, 1, func(c *call, v variant) Value {
			x := c.doubleArg(0)
			return c.mathResult(v, u.f(x), u.tiny, finite(x), math.IsNaN(x))
		}, u.name)
	}
	for _, b := range binaries() {
		variants(add, 2, func(c *call, v variant) Value {
			x, y := c.doubleArg(0), c.doubleArg(1)
			return c.mathResult(v, b.f(x, y), b.tiny && x != 0, finite(x) && finite(y), math.IsNaN(x) || math.IsNaN(y))
		}, b.name)
	}
	addMathParts(add)
}
