package library

import (
	"math"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
)

// floatArg returns an argument as a value of floating type: of the function's
// own type if its name says so, else of the argument's type.
func (f *Caller) floatArg(c *Call, i int) emit.Value {
	v := f.Lower(f.Arg(c, i))
	t := v.Type
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	switch {
	case c.Ret.Kind == ctypes.Float:
		t = c.Ret
	case takesFloat(prelude.LibName(c.Name), i):
		t = f.l.Types.Float
	}
	return emit.Value{Expr: f.Conv(v, t), Type: t}
}

// takesFloat reports whether the parameter i of a function is a float, to which the
// argument is converted: a large one is infinite there.
func takesFloat(name string, i int) bool {
	l := clib.Lookup(name)
	return l != nil && i < len(l.Params) && l.Params[i].Type == 'f' ||
		l == nil && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "f") && !strings.HasSuffix(name, "inf")
}

// floatCall lowers the functions of one argument that cfg has operators for.
func floatCall(f *Caller, c *Call) Result {
	x := f.floatArg(c, 0)
	model := prelude.ModelOf(c.Name)
	if model == clib.NoModel {
		model = clib.IsInfSign // the builtin isinf_sign
	}
	op := floatOps[model]
	tt := f.l.Types
	switch {
	case model == clib.IsInfSign:
		minus := emit.Binary(cfg.FLt, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0))
		k := func(n int32) cfg.Expr { return emit.Const(cfg.BV(32), uint64(uint32(n))) }
		return Give(emit.Value{Expr: emit.Ite(emit.Unary(op, x.Expr), emit.Ite(minus, k(-1), k(1)), k(0)), Type: tt.Int})
	case op == cfg.FIsNaN, op == cfg.FIsInf:
		return Give(emit.Value{Expr: emit.Unary(op, x.Expr), Type: tt.Int})
	case op == cfg.FSqrt:
		if f.errno() != nil {
			x.Expr = f.Let(x.Expr)
			f.failsIf(emit.Binary(cfg.FLt, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0)), errnoDomain, c.At)
		}
		return Give(emit.Value{Expr: f.InMode(emit.Unary(op, x.Expr)), Type: x.Type})
	case op != cfg.OpInvalid:
		return Give(emit.Value{Expr: emit.Unary(op, x.Expr), Type: x.Type})
	case model == clib.IsZero:
		return Give(emit.Value{Expr: emit.Binary(cfg.FEq, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0)), Type: tt.Int})
	case model == clib.IsFinite:
		return Give(emit.Value{Expr: emit.Binary(cfg.LAnd, cfg.Negate(emit.Unary(cfg.FIsNaN, x.Expr)), cfg.Negate(emit.Unary(cfg.FIsInf, x.Expr))), Type: tt.Int})
	}
	// signbit
	w := x.Expr.Type().Width()
	b := emit.Cast(cfg.FToBits, cfg.BV(w), x.Expr)
	return Give(emit.Value{Expr: emit.Binary(cfg.SLt, b, emit.Const(cfg.BV(w), 0)), Type: tt.Int})
}

// bitsCall is the representation of a floating number.
func bitsCall(f *Caller, c *Call) Result {
	t := f.l.Types.Double
	if c.Ret.Bits == 32 {
		t = f.l.Types.Float
	}
	return Give(emit.Value{Expr: emit.Cast(cfg.FToBits, cfg.BV(t.Bits), f.Conv(f.Lower(f.Arg(c, 0)), t)), Type: c.Ret})
}

// realCall is the floating number of a representation.
func realCall(f *Caller, c *Call) Result {
	t := f.l.Types.ULongLong
	if c.Ret.Bits == 32 {
		t = f.l.Types.UInt
	}
	return Give(emit.Value{Expr: emit.Cast(cfg.BitsToF, cfg.FP(t.Bits), f.Conv(f.Lower(f.Arg(c, 0)), t)), Type: c.Ret})
}

// floatLiteral lowers the builtins that are floating constants.
func floatLiteral(f *Caller, c *Call) Result {
	t := c.Ret
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	name := prelude.LibName(c.Name)
	if !strings.HasPrefix(name, "nan") {
		return Give(emit.Value{Expr: emit.FloatConst(t.Bits, math.Inf(1)), Type: t})
	}
	f.Effects(c.Args)
	bits, ok := nanBits(f.Arg(c, 0), t.Bits, strings.HasPrefix(name, "nans"))
	if !ok {
		f.nanText(c)
		bits, _ = nanBits(nil, t.Bits, strings.HasPrefix(name, "nans"))
	}
	return Give(emit.Value{Expr: &cfg.Const{T: cfg.FP(t.Bits), V: bits}, Type: t})
}

// nanText refuses a call of nan whose text is not that of a number, where something
// depends on it: the memory that it reads, and errno, which glibc sets for a number
// that is too large. The call belongs to what is lowered without statements.
func (f *Caller) nanText(c *Call) {
	_, literal := syntax.LiteralText(f.Arg(c, 0))
	if !literal && f.l.conf.Checks&safety.Deref != 0 || f.errno() != nil && !f.l.conf.Execute {
		f.Fail(c.X, "call of %s whose argument is not a number", c.Name)
	}
}

// floatOrder lowers the quiet comparisons.
func floatOrder(f *Caller, c *Call) Result {
	tt := f.l.Types
	a, b := f.Lower(f.Arg(c, 0)), f.Lower(f.Arg(c, 1))
	t := tt.Usual(a.Type, b.Type)
	if t.Kind != ctypes.Float {
		t = tt.Double
	}
	x, y := f.Conv(a, t), f.Conv(b, t)
	var e cfg.Expr
	switch strings.TrimPrefix(prelude.LibName(c.Name), "is") {
	case "greater":
		e = emit.Binary(cfg.FLt, y, x)
	case "greaterequal":
		e = emit.Binary(cfg.FLe, y, x)
	case "less":
		e = emit.Binary(cfg.FLt, x, y)
	case "lessequal":
		e = emit.Binary(cfg.FLe, x, y)
	case "lessgreater":
		e = emit.Binary(cfg.LOr, emit.Binary(cfg.FLt, x, y), emit.Binary(cfg.FLt, y, x))
	default:
		e = emit.Binary(cfg.LOr, emit.Unary(cfg.FIsNaN, x), emit.Unary(cfg.FIsNaN, y))
	}
	return Give(emit.Value{Expr: e, Type: tt.Int})
}

func copysignCall(f *Caller, c *Call) Result {
	vs := f.body.Values(c.Args)
	f.Arg(c, 1)
	t := c.Ret
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	w := t.Bits
	bt := cfg.BV(w)
	sign := uint64(1) << uint(w-1)
	x := emit.Cast(cfg.FToBits, bt, f.Conv(vs[0], t))
	y := emit.Cast(cfg.FToBits, bt, f.Conv(vs[1], t))
	b := emit.Binary(cfg.Or, emit.Binary(cfg.And, x, emit.Const(bt, ^sign)), emit.Binary(cfg.And, y, emit.Const(bt, sign)))
	return Give(emit.Value{Expr: emit.Cast(cfg.BitsToF, cfg.FP(w), b), Type: t})
}

// classCall lowers fpclassify and isnormal.
func classCall(f *Caller, c *Call) Result {
	tt := f.l.Types
	k := func(i int) cfg.Expr { return emit.Const(cfg.BV(32), uint64(i)) }
	if len(c.Args) == 6 { // the builtin is given the results: NaN, infinite, normal, subnormal, zero
		var results []cfg.Expr
		for _, a := range c.Args[:5] {
			results = append(results, f.Save(emit.Value{Expr: f.Conv(f.Lower(a), tt.Int), Type: tt.Int}).Expr)
		}
		k = func(i int) cfg.Expr { return results[[]int{0, 1, 4, 3, 2}[i]] }
	} else if len(c.Args) != 1 {
		f.Fail(c.X, "call of %s", c.Name)
	}
	x := f.floatArg(c, len(c.Args)-1)
	w := x.Expr.Type().Width()
	least := emit.FloatConst(w, 0x1p-126)
	if w == 64 {
		least = emit.FloatConst(w, 0x1p-1022)
	}
	abs := emit.Unary(cfg.FAbs, x.Expr)
	inf, nan := emit.Unary(cfg.FIsInf, x.Expr), emit.Unary(cfg.FIsNaN, x.Expr)
	normal := emit.Binary(cfg.LAnd, emit.Binary(cfg.FLe, least, abs), cfg.Negate(inf))
	if prelude.ModelOf(c.Name) == clib.IsNormal {
		return Give(emit.Value{Expr: normal, Type: tt.Int})
	}
	zero := emit.Binary(cfg.FEq, x.Expr, emit.FloatConst(w, 0))
	e := emit.Ite(nan, k(0), emit.Ite(inf, k(1), emit.Ite(zero, k(2), emit.Ite(normal, k(4), k(3)))))
	return Give(emit.Value{Expr: e, Type: tt.Int})
}

// floatOps are the byModel that are one operator of cfg.
var floatOps = map[clib.Model]cfg.Op{
	clib.FAbs: cfg.FAbs, clib.FSqrt: cfg.FSqrt, clib.FFloor: cfg.FFloor, clib.FCeil: cfg.FCeil, clib.FTrunc: cfg.FTruncF, clib.FRound: cfg.FRound,
	clib.IsNaN: cfg.FIsNaN, clib.IsInf: cfg.FIsInf, clib.IsInfSign: cfg.FIsInf,
}
