package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/internal/extended"
)

// The functions of long double that are computed here, exactly or correctly
// rounded; they include the macros of math.h for any floating type where the
// argument is a long double.

// extendedFuncs are the functions by their name without prefix and suffix, with
// what computes their value from the arguments.
var extendedFuncs map[string]func(f *fn, c *call, x []ext) val

func init() {
	rounding := func(mode string) func(f *fn, c *call, x []ext) val {
		build := integral(mode)
		return func(f *fn, c *call, x []ext) val { return f.extCall("extended_"+mode, build, x[0]) }
	}
	test := func(g func(x ext) cfg.Expr) func(f *fn, c *call, x []ext) val {
		return func(f *fn, c *call, x []ext) val { return val{e: g(x[0]), t: f.l.tt.intT} }
	}
	compare := func(op string) func(f *fn, c *call, x []ext) val {
		return func(f *fn, c *call, x []ext) val { return val{e: f.extCompare(op, x[0], x[1]), t: f.l.tt.intT} }
	}
	literal := func(n extended.Number) func(f *fn, c *call, x []ext) val {
		return func(f *fn, c *call, x []ext) val { return f.extConst(n) }
	}
	finite := test(func(x ext) cfg.Expr { return cfg.Negate(isSpecial(x)) })
	unordered := func(x []ext) cfg.Expr { return either(isNaN(x[0]), isNaN(x[1])) }
	extendedFuncs = map[string]func(f *fn, c *call, x []ext) val{
		"fabs": func(f *fn, c *call, x []ext) val {
			return f.extVal(x[0].sig, and(x[0].se, konst(cfg.BV(16), expMask)))
		},
		"copysign": func(f *fn, c *call, x []ext) val {
			return f.extVal(x[0].sig, signed16(x[1].sign, x[0].exp))
		},
		"sqrt":  func(f *fn, c *call, x []ext) val { return f.extCall("extended_root", extSqrt, x[0]) },
		"trunc": rounding("trunc"), "floor": rounding("floor"), "ceil": rounding("ceil"), "round": rounding("round"),
		"rint": rounding("rint"), "nearbyint": rounding("rint"), "roundeven": rounding("rint"),
		"isnan": test(isNaN), "isfinite": finite, "finite": finite,
		"isinf": extIsInf, "isinf_sign": extIsInf,
		"isnormal": test(func(x ext) cfg.Expr { return both(cfg.Negate(isSpecial(x)), binary(cfg.Ne, x.exp, word(0))) }),
		"signbit":  test(func(x ext) cfg.Expr { return binary(cfg.Ne, x.sign, word(0)) }),
		"fpclassify": func(f *fn, c *call, x []ext) val {
			k := func(n uint64) cfg.Expr { return konst(cfg.BV(32), n) }
			a := x[0]
			special := ite(isNaN(a), k(0), k(1))
			return val{e: ite(isSpecial(a), special, ite(isZero(a), k(2), ite(eq(a.exp, word(0)), k(3), k(4)))), t: f.l.tt.intT}
		},
		"isgreater": compare(">"), "isgreaterequal": compare(">="), "isless": compare("<"), "islessequal": compare("<="),
		"islessgreater": func(f *fn, c *call, x []ext) val {
			return val{e: cfg.Negate(either(unordered(x), f.extCompare("==", x[0], x[1]))), t: f.l.tt.intT}
		},
		"isunordered": func(f *fn, c *call, x []ext) val { return val{e: unordered(x), t: f.l.tt.intT} },
		"inf":         literal(extended.Inf(false)), "huge_val": literal(extended.Inf(false)),
		"nan": literal(extended.NaN.Abs()), "nans": literal(extended.Number{Sig: 5 << 61, SE: expMask}),
	}
}

// extIsInf is isinf, which gives the sign of an infinity.
func extIsInf(f *fn, c *call, x []ext) val {
	inf := both(isSpecial(x[0]), cfg.Negate(isNaN(x[0])))
	if libName(c.name) == "isinf" && strings.HasPrefix(c.name, "__builtin_") {
		return val{e: inf, t: f.l.tt.intT}
	}
	k := func(n uint64) cfg.Expr { return konst(cfg.BV(32), n) }
	return val{e: ite(inf, ite(eq(x[0].sign, word(0)), k(1), k(^uint64(0))), k(0)), t: f.l.tt.intT}
}

// anyFloat are the functions that take arguments of any floating type.
var anyFloat = map[string]bool{"isnan": true, "isinf": true, "isinf_sign": true, "isfinite": true, "finite": true, "isnormal": true,
	"signbit": true, "fpclassify": true, "isgreater": true, "isgreaterequal": true, "isless": true, "islessequal": true,
	"islessgreater": true, "isunordered": true}

// extendedCall lowers a call of a function of long double, and reports whether
// c is one.
func (f *fn) extendedCall(c *call) (r callResult, ok bool) {
	name := strings.TrimPrefix(libName(c.name), "__")
	base, long := strings.CutSuffix(name, "l")
	g := extendedFuncs[base]
	args := c.args
	if extendedArgs(base) == 0 {
		args = nil // nan("...") has one that does not matter
	}
	if g == nil || !long {
		if g = extendedFuncs[name]; g == nil || !anyFloat[name] {
			return r, false
		}
		base = name
		if base == "fpclassify" && len(args) > 1 { // the numbers of the classes come first
			args = args[len(args)-1:]
		}
		for _, a := range args {
			ok = ok || f.typeOf(a).k == kExtended
		}
		if !ok {
			return r, false
		}
		if len(args) != len(c.args) {
			f.fail(c.x, "call of %s", c.name)
		}
	}
	var xs []ext
	for _, v := range f.values(args) {
		if !v.t.real() {
			f.fail(c.x, "argument of type %s for %s", v.t.name, c.name)
		}
		xs = append(xs, f.extOf(f.convert(v, f.l.tt.ldouble, c.x)))
	}
	if len(xs) < extendedArgs(base) {
		f.fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	return give(g(f, c, xs)), true
}

// extendedArgs is the number of arguments of a function.
func extendedArgs(base string) int {
	switch base {
	case "inf", "huge_val", "nan", "nans":
		return 0
	case "copysign", "isunordered", "islessgreater", "isgreater", "isgreaterequal", "isless", "islessequal":
		return 2
	}
	return 1
}
