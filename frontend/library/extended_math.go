package library

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
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
	value func(f *Caller, c *Call, x []emit.Ext) emit.Value
}

// extendedFuncs are the functions by their name without prefix and suffix.
var extendedFuncs map[string]extendedFunc

func init() {
	unary := func(g func(f *Caller, x emit.Ext) emit.Value) extendedFunc {
		return extendedFunc{args: 1, value: func(f *Caller, c *Call, x []emit.Ext) emit.Value { return g(f, x[0]) }}
	}
	rounding := func(mode string) extendedFunc {
		build := emit.Integral(mode)
		return unary(func(f *Caller, x emit.Ext) emit.Value { return f.ExtCall("extended_"+mode, build, x) })
	}
	test := func(g func(x emit.Ext) cfg.Expr) extendedFunc {
		return extendedFunc{args: 1, macro: true, value: func(f *Caller, c *Call, x []emit.Ext) emit.Value {
			return emit.Value{Expr: g(x[0]), Type: f.l.Types.Int}
		}}
	}
	relation := func(g func(f *Caller, x, y emit.Ext) cfg.Expr) extendedFunc {
		return extendedFunc{args: 2, macro: true, value: func(f *Caller, c *Call, x []emit.Ext) emit.Value {
			return emit.Value{Expr: g(f, x[0], x[1]), Type: f.l.Types.Int}
		}}
	}
	compare := func(op string) extendedFunc {
		return relation(func(f *Caller, x, y emit.Ext) cfg.Expr { return f.ExtCompare(op, x, y) })
	}
	literal := func(n extended.Number) extendedFunc {
		return extendedFunc{value: func(f *Caller, c *Call, x []emit.Ext) emit.Value { return f.ExtConst(n) }}
	}
	finite := test(func(x emit.Ext) cfg.Expr { return cfg.Negate(emit.IsSpecial(x)) })
	unordered := func(x, y emit.Ext) cfg.Expr { return emit.Either(emit.IsNaN(x), emit.IsNaN(y)) }
	isInf := extendedFunc{args: 1, macro: true, value: extIsInf}
	extendedFuncs = map[string]extendedFunc{
		"fabs": unary(func(f *Caller, x emit.Ext) emit.Value {
			return f.ExtVal(x.Sig, emit.And(x.Se, emit.Const(cfg.BV(16), emit.ExpMask)))
		}),
		"copysign": {args: 2, value: func(f *Caller, c *Call, x []emit.Ext) emit.Value {
			return f.ExtVal(x[0].Sig, emit.Signed16(x[1].Sign, x[0].Exp))
		}},
		"sqrt": {args: 1, value: func(f *Caller, c *Call, x []emit.Ext) emit.Value {
			f.failsIf(emit.Both(emit.Binary(cfg.Ne, x[0].Sign, emit.Word(0)), cfg.Negate(emit.Either(emit.IsNaN(x[0]), emit.IsZero(x[0])))), errnoDomain, c.At)
			return f.ExtCall("extended_root", emit.ExtSqrt, x[0])
		}},
		"trunc": rounding("trunc"), "floor": rounding("floor"), "ceil": rounding("ceil"), "round": rounding("round"),
		"rint": rounding("rint"), "nearbyint": rounding("rint"), "roundeven": rounding("rint"),
		"isnan": test(emit.IsNaN), "isfinite": finite, "finite": finite,
		"iszero": test(emit.IsZero),
		"isinf":  isInf, "isinf_sign": isInf,
		"isnormal": test(func(x emit.Ext) cfg.Expr {
			return emit.Both(cfg.Negate(emit.IsSpecial(x)), emit.Binary(cfg.Ne, x.Exp, emit.Word(0)))
		}),
		"signbit": test(func(x emit.Ext) cfg.Expr { return emit.Binary(cfg.Ne, x.Sign, emit.Word(0)) }),
		"fpclassify": test(func(x emit.Ext) cfg.Expr {
			k := func(n uint64) cfg.Expr { return emit.Const(cfg.BV(32), n) }
			special := emit.Ite(emit.IsNaN(x), k(0), k(1))
			return emit.Ite(emit.IsSpecial(x), special, emit.Ite(emit.IsZero(x), k(2), emit.Ite(emit.Eq(x.Exp, emit.Word(0)), k(3), k(4))))
		}),
		"isgreater": compare(">"), "isgreaterequal": compare(">="), "isless": compare("<"), "islessequal": compare("<="),
		"islessgreater": relation(func(f *Caller, x, y emit.Ext) cfg.Expr {
			return cfg.Negate(emit.Either(unordered(x, y), f.ExtCompare("==", x, y)))
		}),
		"isunordered": relation(func(f *Caller, x, y emit.Ext) cfg.Expr { return unordered(x, y) }),
		"inf":         literal(extended.Inf(false)), "huge_val": literal(extended.Inf(false)),
		"nan": literal(extended.NaN.Abs()), "nans": literal(extended.Number{Sig: 5 << 61, SE: emit.ExpMask}),
	}
}

// extIsInf is isinf, which gives the sign of an infinity.
func extIsInf(f *Caller, c *Call, x []emit.Ext) emit.Value {
	inf := emit.Both(emit.IsSpecial(x[0]), cfg.Negate(emit.IsNaN(x[0])))
	if prelude.LibName(c.Name) == "isinf" && strings.HasPrefix(c.Name, "__builtin_") {
		return emit.Value{Expr: inf, Type: f.l.Types.Int}
	}
	k := func(n uint64) cfg.Expr { return emit.Const(cfg.BV(32), n) }
	return emit.Value{Expr: emit.Ite(inf, emit.Ite(emit.Eq(x[0].Sign, emit.Word(0)), k(1), k(^uint64(0))), k(0)), Type: f.l.Types.Int}
}

// extendedCall lowers a call of a function of long double, and reports whether
// c is one.
func (f *Caller) extendedCall(c *Call) (r Result, ok bool) {
	name := strings.TrimPrefix(prelude.LibName(c.Name), "__")
	base, long := strings.CutSuffix(name, "l")
	g, known := extendedFuncs[base]
	args := c.Args
	if g.args == 0 {
		args = nil
	}
	if !known || !long {
		if g = extendedFuncs[name]; !g.macro {
			return r, false
		}
		args = c.Args
		if name == "fpclassify" && len(args) > 1 { // the numbers of the classes come first
			args = args[len(args)-1:]
		}
		for _, a := range args {
			ok = ok || f.body.TypeOf(a).Kind == ctypes.Extended
		}
		if !ok {
			return r, false
		}
		if len(args) != len(c.Args) {
			f.Fail(c.X, "call of %s", c.Name)
		}
	}
	if base == "nan" && long {
		if _, number := nanBits(f.Arg(c, 0), 64, false); !number {
			f.nanText(c)
		}
	}
	var xs []emit.Ext
	for _, v := range f.body.Values(args) {
		if !v.Type.Real() {
			f.Fail(c.X, "argument of type %s for %s", v.Type.Name, c.Name)
		}
		xs = append(xs, f.ExtOf(f.Convert(v, f.l.Types.LongDouble, c.X)))
	}
	if len(xs) < g.args {
		f.Fail(c.X, "call of %s with %d arguments", c.Name, len(c.Args))
	}
	return Give(g.value(f, c, xs)), true
}
