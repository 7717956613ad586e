package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/internal/extended"
)

// The functions of long double that are computed here, exactly or correctly
// rounded; they include the macros of math.h for any floating type where the
// argument is a long double.

// extendedFunc is a function of long double.
type extendedFunc struct {
	args  int  // that matter: nan("...") has one that does not
	macro bool // takes arguments of any floating type
	value func(f *fn, c *call, x []ext) val
}

// extendedFuncs are the functions by their name without prefix and suffix.
var extendedFuncs map[string]extendedFunc

func init() {
	unary := func(g func(f *fn, x ext) val) extendedFunc {
		return extendedFunc{args: 1, value: func(f *fn, c *call, x []ext) val { return g(f, x[0]) }}
	}
	rounding := func(mode string) extendedFunc {
		build := integral(mode)
		return unary(func(f *fn, x ext) val { return f.extCall("extended_"+mode, build, x) })
	}
	test := func(g func(x ext) cfg.Expr) extendedFunc {
		return extendedFunc{args: 1, macro: true, value: func(f *fn, c *call, x []ext) val { return val{e: g(x[0]), t: f.l.tt.Int} }}
	}
	relation := func(g func(f *fn, x, y ext) cfg.Expr) extendedFunc {
		return extendedFunc{args: 2, macro: true, value: func(f *fn, c *call, x []ext) val { return val{e: g(f, x[0], x[1]), t: f.l.tt.Int} }}
	}
	compare := func(op string) extendedFunc {
		return relation(func(f *fn, x, y ext) cfg.Expr { return f.extCompare(op, x, y) })
	}
	literal := func(n extended.Number) extendedFunc {
		return extendedFunc{value: func(f *fn, c *call, x []ext) val { return f.extConst(n) }}
	}
	finite := test(func(x ext) cfg.Expr { return cfg.Negate(isSpecial(x)) })
	unordered := func(x, y ext) cfg.Expr { return either(isNaN(x), isNaN(y)) }
	isInf := extendedFunc{args: 1, macro: true, value: extIsInf}
	extendedFuncs = map[string]extendedFunc{
		"fabs": unary(func(f *fn, x ext) val { return f.extVal(x.sig, and(x.se, konst(cfg.BV(16), expMask))) }),
		"copysign": {args: 2, value: func(f *fn, c *call, x []ext) val {
			return f.extVal(x[0].sig, signed16(x[1].sign, x[0].exp))
		}},
		"sqrt": {args: 1, value: func(f *fn, c *call, x []ext) val {
			f.failsIf(both(binary(cfg.Ne, x[0].sign, word(0)), cfg.Negate(either(isNaN(x[0]), isZero(x[0])))), errnoDomain, c.at)
			return f.extCall("extended_root", extSqrt, x[0])
		}},
		"trunc": rounding("trunc"), "floor": rounding("floor"), "ceil": rounding("ceil"), "round": rounding("round"),
		"rint": rounding("rint"), "nearbyint": rounding("rint"), "roundeven": rounding("rint"),
		"isnan": test(isNaN), "isfinite": finite, "finite": finite,
		"iszero": test(isZero),
		"isinf":  isInf, "isinf_sign": isInf,
		"isnormal": test(func(x ext) cfg.Expr { return both(cfg.Negate(isSpecial(x)), binary(cfg.Ne, x.exp, word(0))) }),
		"signbit":  test(func(x ext) cfg.Expr { return binary(cfg.Ne, x.sign, word(0)) }),
		"fpclassify": test(func(x ext) cfg.Expr {
			k := func(n uint64) cfg.Expr { return konst(cfg.BV(32), n) }
			special := ite(isNaN(x), k(0), k(1))
			return ite(isSpecial(x), special, ite(isZero(x), k(2), ite(eq(x.exp, word(0)), k(3), k(4))))
		}),
		"isgreater": compare(">"), "isgreaterequal": compare(">="), "isless": compare("<"), "islessequal": compare("<="),
		"islessgreater": relation(func(f *fn, x, y ext) cfg.Expr {
			return cfg.Negate(either(unordered(x, y), f.extCompare("==", x, y)))
		}),
		"isunordered": relation(func(f *fn, x, y ext) cfg.Expr { return unordered(x, y) }),
		"inf":         literal(extended.Inf(false)), "huge_val": literal(extended.Inf(false)),
		"nan": literal(extended.NaN.Abs()), "nans": literal(extended.Number{Sig: 5 << 61, SE: expMask}),
	}
}

// extIsInf is isinf, which gives the sign of an infinity.
func extIsInf(f *fn, c *call, x []ext) val {
	inf := both(isSpecial(x[0]), cfg.Negate(isNaN(x[0])))
	if prelude.LibName(c.name) == "isinf" && strings.HasPrefix(c.name, "__builtin_") {
		return val{e: inf, t: f.l.tt.Int}
	}
	k := func(n uint64) cfg.Expr { return konst(cfg.BV(32), n) }
	return val{e: ite(inf, ite(eq(x[0].sign, word(0)), k(1), k(^uint64(0))), k(0)), t: f.l.tt.Int}
}

// extendedCall lowers a call of a function of long double, and reports whether
// c is one.
func (f *fn) extendedCall(c *call) (r callResult, ok bool) {
	name := strings.TrimPrefix(prelude.LibName(c.name), "__")
	base, long := strings.CutSuffix(name, "l")
	g, known := extendedFuncs[base]
	args := c.args
	if g.args == 0 {
		args = nil
	}
	if !known || !long {
		if g = extendedFuncs[name]; !g.macro {
			return r, false
		}
		args = c.args
		if name == "fpclassify" && len(args) > 1 { // the numbers of the classes come first
			args = args[len(args)-1:]
		}
		for _, a := range args {
			ok = ok || f.typeOf(a).Kind == ctypes.Extended
		}
		if !ok {
			return r, false
		}
		if len(args) != len(c.args) {
			f.fail(c.x, "call of %s", c.name)
		}
	}
	if base == "nan" && long {
		f.nanText(c)
	}
	var xs []ext
	for _, v := range f.values(args) {
		if !v.t.Real() {
			f.fail(c.x, "argument of type %s for %s", v.t.Name, c.name)
		}
		xs = append(xs, f.extOf(f.convert(v, f.l.tt.LongDouble, c.x)))
	}
	if len(xs) < g.args {
		f.fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	return give(g.value(f, c, xs)), true
}
