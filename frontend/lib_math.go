package frontend

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
func (f *fn) floatArg(c *call, i int) emit.Value {
	v := f.rvalue(f.arg(c, i))
	t := v.Type
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	switch {
	case c.ret.Kind == ctypes.Float:
		t = c.ret
	case strings.HasPrefix(prelude.LibName(c.name), "__") && strings.HasSuffix(c.name, "f") && !strings.HasSuffix(c.name, "inf"):
		t = f.l.Types.Float
	}
	return emit.Value{Expr: f.Conv(v, t), Type: t}
}

// floatCall lowers the functions of one argument that cfg has operators for.
func floatCall(f *fn, c *call) callResult {
	x := f.floatArg(c, 0)
	model := prelude.ModelOf(c.name)
	if model == clib.NoModel {
		model = clib.IsInfSign // the builtin isinf_sign
	}
	op := floatOps[model]
	tt := f.l.Types
	switch {
	case model == clib.IsInfSign:
		minus := emit.Binary(cfg.FLt, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0))
		k := func(n int32) cfg.Expr { return emit.Const(cfg.BV(32), uint64(uint32(n))) }
		return give(emit.Value{Expr: emit.Ite(emit.Unary(op, x.Expr), emit.Ite(minus, k(-1), k(1)), k(0)), Type: tt.Int})
	case op == cfg.FIsNaN, op == cfg.FIsInf:
		return give(emit.Value{Expr: emit.Unary(op, x.Expr), Type: tt.Int})
	case op == cfg.FSqrt:
		if f.errno() != nil {
			x.Expr = f.Let(x.Expr)
			f.failsIf(emit.Binary(cfg.FLt, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0)), errnoDomain, c.at)
		}
		return give(emit.Value{Expr: f.InMode(emit.Unary(op, x.Expr)), Type: x.Type})
	case op != cfg.OpInvalid:
		return give(emit.Value{Expr: emit.Unary(op, x.Expr), Type: x.Type})
	case model == clib.IsZero:
		return give(emit.Value{Expr: emit.Binary(cfg.FEq, x.Expr, emit.FloatConst(x.Expr.Type().Width(), 0)), Type: tt.Int})
	case model == clib.IsFinite:
		return give(emit.Value{Expr: emit.Binary(cfg.LAnd, cfg.Negate(emit.Unary(cfg.FIsNaN, x.Expr)), cfg.Negate(emit.Unary(cfg.FIsInf, x.Expr))), Type: tt.Int})
	}
	// signbit
	w := x.Expr.Type().Width()
	b := emit.Cast(cfg.FToBits, cfg.BV(w), x.Expr)
	return give(emit.Value{Expr: emit.Binary(cfg.SLt, b, emit.Const(cfg.BV(w), 0)), Type: tt.Int})
}

// bitsCall is the representation of a floating number.
func bitsCall(f *fn, c *call) callResult {
	t := f.l.Types.Double
	if c.ret.Bits == 32 {
		t = f.l.Types.Float
	}
	return give(emit.Value{Expr: emit.Cast(cfg.FToBits, cfg.BV(t.Bits), f.Conv(f.rvalue(f.arg(c, 0)), t)), Type: c.ret})
}

// realCall is the floating number of a representation.
func realCall(f *fn, c *call) callResult {
	t := f.l.Types.ULongLong
	if c.ret.Bits == 32 {
		t = f.l.Types.UInt
	}
	return give(emit.Value{Expr: emit.Cast(cfg.BitsToF, cfg.FP(t.Bits), f.Conv(f.rvalue(f.arg(c, 0)), t)), Type: c.ret})
}

// floatLiteral lowers the builtins that are floating constants.
func floatLiteral(f *fn, c *call) callResult {
	t := c.ret
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	name := prelude.LibName(c.name)
	if !strings.HasPrefix(name, "nan") {
		return give(emit.Value{Expr: emit.FloatConst(t.Bits, math.Inf(1)), Type: t})
	}
	f.effects(c.args)
	bits, ok := nanBits(f.arg(c, 0), t.Bits, strings.HasPrefix(name, "nans"))
	if !ok {
		f.nanText(c)
		bits, _ = nanBits(nil, t.Bits, strings.HasPrefix(name, "nans"))
	}
	return give(emit.Value{Expr: &cfg.Const{T: cfg.FP(t.Bits), V: bits}, Type: t})
}

// nanText refuses a call of nan where memory is checked and its text, which it
// reads, is not a literal: the call belongs to what is lowered without statements.
func (f *fn) nanText(c *call) {
	if _, literal := syntax.LiteralText(f.arg(c, 0)); !literal && f.l.conf.Checks&safety.Deref != 0 {
		f.Fail(c.x, "call of %s whose argument cannot be checked", c.name)
	}
}

// floatOrder lowers the quiet comparisons.
func floatOrder(f *fn, c *call) callResult {
	tt := f.l.Types
	a, b := f.rvalue(f.arg(c, 0)), f.rvalue(f.arg(c, 1))
	t := tt.Usual(a.Type, b.Type)
	if t.Kind != ctypes.Float {
		t = tt.Double
	}
	x, y := f.Conv(a, t), f.Conv(b, t)
	var e cfg.Expr
	switch strings.TrimPrefix(prelude.LibName(c.name), "is") {
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
	return give(emit.Value{Expr: e, Type: tt.Int})
}

func copysignCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	f.arg(c, 1)
	t := c.ret
	if t.Kind != ctypes.Float {
		t = f.l.Types.Double
	}
	w := t.Bits
	bt := cfg.BV(w)
	sign := uint64(1) << uint(w-1)
	x := emit.Cast(cfg.FToBits, bt, f.Conv(vs[0], t))
	y := emit.Cast(cfg.FToBits, bt, f.Conv(vs[1], t))
	b := emit.Binary(cfg.Or, emit.Binary(cfg.And, x, emit.Const(bt, ^sign)), emit.Binary(cfg.And, y, emit.Const(bt, sign)))
	return give(emit.Value{Expr: emit.Cast(cfg.BitsToF, cfg.FP(w), b), Type: t})
}

// classCall lowers fpclassify and isnormal.
func classCall(f *fn, c *call) callResult {
	tt := f.l.Types
	k := func(i int) cfg.Expr { return emit.Const(cfg.BV(32), uint64(i)) }
	if len(c.args) == 6 { // the builtin is given the results: NaN, infinite, normal, subnormal, zero
		var results []cfg.Expr
		for _, a := range c.args[:5] {
			results = append(results, f.Save(emit.Value{Expr: f.Conv(f.rvalue(a), tt.Int), Type: tt.Int}).Expr)
		}
		k = func(i int) cfg.Expr { return results[[]int{0, 1, 4, 3, 2}[i]] }
	} else if len(c.args) != 1 {
		f.Fail(c.x, "call of %s", c.name)
	}
	x := f.floatArg(c, len(c.args)-1)
	w := x.Expr.Type().Width()
	least := emit.FloatConst(w, 0x1p-126)
	if w == 64 {
		least = emit.FloatConst(w, 0x1p-1022)
	}
	abs := emit.Unary(cfg.FAbs, x.Expr)
	inf, nan := emit.Unary(cfg.FIsInf, x.Expr), emit.Unary(cfg.FIsNaN, x.Expr)
	normal := emit.Binary(cfg.LAnd, emit.Binary(cfg.FLe, least, abs), cfg.Negate(inf))
	if prelude.ModelOf(c.name) == clib.IsNormal {
		return give(emit.Value{Expr: normal, Type: tt.Int})
	}
	zero := emit.Binary(cfg.FEq, x.Expr, emit.FloatConst(w, 0))
	e := emit.Ite(nan, k(0), emit.Ite(inf, k(1), emit.Ite(zero, k(2), emit.Ite(normal, k(4), k(3)))))
	return give(emit.Value{Expr: e, Type: tt.Int})
}
