package frontend

import (
	"math"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
)

// floatArg returns an argument as a value of floating type: of the function's
// own type if its name says so, else of the argument's type.
func (f *fn) floatArg(c *call, i int) val {
	v := f.rvalue(f.arg(c, i))
	t := v.t
	if t.Kind != ctypes.Float {
		t = f.l.tt.Double
	}
	switch {
	case c.ret.Kind == ctypes.Float:
		t = c.ret
	case strings.HasPrefix(prelude.LibName(c.name), "__") && strings.HasSuffix(c.name, "f") && !strings.HasSuffix(c.name, "inf"):
		t = f.l.tt.Float
	}
	return val{e: f.conv(v, t), t: t}
}

// floatCall lowers the functions of one argument that cfg has operators for.
func floatCall(f *fn, c *call) callResult {
	x := f.floatArg(c, 0)
	model := prelude.ModelOf(c.name)
	if model == clib.NoModel {
		model = clib.IsInfSign // the builtin isinf_sign
	}
	op := floatOps[model]
	tt := f.l.tt
	switch {
	case model == clib.IsInfSign:
		minus := binary(cfg.FLt, x.e, floatConst(x.e.Type().Width(), 0))
		k := func(n int32) cfg.Expr { return konst(cfg.BV(32), uint64(uint32(n))) }
		return give(val{e: ite(unary(op, x.e), ite(minus, k(-1), k(1)), k(0)), t: tt.Int})
	case op == cfg.FIsNaN, op == cfg.FIsInf:
		return give(val{e: unary(op, x.e), t: tt.Int})
	case op == cfg.FSqrt:
		if f.errno() != nil {
			x.e = f.let(x.e)
			f.failsIf(binary(cfg.FLt, x.e, floatConst(x.e.Type().Width(), 0)), errnoDomain, c.at)
		}
		return give(val{e: f.inMode(unary(op, x.e)), t: x.t})
	case op != cfg.OpInvalid:
		return give(val{e: unary(op, x.e), t: x.t})
	case model == clib.IsZero:
		return give(val{e: binary(cfg.FEq, x.e, floatConst(x.e.Type().Width(), 0)), t: tt.Int})
	case model == clib.IsFinite:
		return give(val{e: binary(cfg.LAnd, cfg.Negate(unary(cfg.FIsNaN, x.e)), cfg.Negate(unary(cfg.FIsInf, x.e))), t: tt.Int})
	}
	// signbit
	w := x.e.Type().Width()
	b := cast(cfg.FToBits, cfg.BV(w), x.e)
	return give(val{e: binary(cfg.SLt, b, konst(cfg.BV(w), 0)), t: tt.Int})
}

// bitsCall is the representation of a floating number.
func bitsCall(f *fn, c *call) callResult {
	t := f.l.tt.Double
	if c.ret.Bits == 32 {
		t = f.l.tt.Float
	}
	return give(val{e: cast(cfg.FToBits, cfg.BV(t.Bits), f.conv(f.rvalue(f.arg(c, 0)), t)), t: c.ret})
}

// realCall is the floating number of a representation.
func realCall(f *fn, c *call) callResult {
	t := f.l.tt.ULongLong
	if c.ret.Bits == 32 {
		t = f.l.tt.UInt
	}
	return give(val{e: cast(cfg.BitsToF, cfg.FP(t.Bits), f.conv(f.rvalue(f.arg(c, 0)), t)), t: c.ret})
}

// floatLiteral lowers the builtins that are floating constants.
func floatLiteral(f *fn, c *call) callResult {
	t := c.ret
	if t.Kind != ctypes.Float {
		t = f.l.tt.Double
	}
	name := prelude.LibName(c.name)
	if !strings.HasPrefix(name, "nan") {
		return give(val{e: floatConst(t.Bits, math.Inf(1)), t: t})
	}
	f.effects(c.args)
	bits, ok := nanBits(f.arg(c, 0), t.Bits, strings.HasPrefix(name, "nans"))
	if !ok {
		f.nanText(c)
		bits, _ = nanBits(nil, t.Bits, strings.HasPrefix(name, "nans"))
	}
	return give(val{e: &cfg.Const{T: cfg.FP(t.Bits), V: bits}, t: t})
}

// nanText refuses a call of nan where memory is checked and its text, which it
// reads, is not a literal: the call belongs to what is lowered without statements.
func (f *fn) nanText(c *call) {
	if _, literal := syntax.LiteralText(f.arg(c, 0)); !literal && f.l.conf.Checks&safety.Deref != 0 {
		f.fail(c.x, "call of %s whose argument cannot be checked", c.name)
	}
}

// floatOrder lowers the quiet comparisons.
func floatOrder(f *fn, c *call) callResult {
	tt := f.l.tt
	a, b := f.rvalue(f.arg(c, 0)), f.rvalue(f.arg(c, 1))
	t := tt.Usual(a.t, b.t)
	if t.Kind != ctypes.Float {
		t = tt.Double
	}
	x, y := f.conv(a, t), f.conv(b, t)
	var e cfg.Expr
	switch strings.TrimPrefix(prelude.LibName(c.name), "is") {
	case "greater":
		e = binary(cfg.FLt, y, x)
	case "greaterequal":
		e = binary(cfg.FLe, y, x)
	case "less":
		e = binary(cfg.FLt, x, y)
	case "lessequal":
		e = binary(cfg.FLe, x, y)
	case "lessgreater":
		e = binary(cfg.LOr, binary(cfg.FLt, x, y), binary(cfg.FLt, y, x))
	default:
		e = binary(cfg.LOr, unary(cfg.FIsNaN, x), unary(cfg.FIsNaN, y))
	}
	return give(val{e: e, t: tt.Int})
}

func copysignCall(f *fn, c *call) callResult {
	vs := f.values(c.args)
	f.arg(c, 1)
	t := c.ret
	if t.Kind != ctypes.Float {
		t = f.l.tt.Double
	}
	w := t.Bits
	bt := cfg.BV(w)
	sign := uint64(1) << uint(w-1)
	x := cast(cfg.FToBits, bt, f.conv(vs[0], t))
	y := cast(cfg.FToBits, bt, f.conv(vs[1], t))
	b := binary(cfg.Or, binary(cfg.And, x, konst(bt, ^sign)), binary(cfg.And, y, konst(bt, sign)))
	return give(val{e: cast(cfg.BitsToF, cfg.FP(w), b), t: t})
}

// classCall lowers fpclassify and isnormal.
func classCall(f *fn, c *call) callResult {
	tt := f.l.tt
	k := func(i int) cfg.Expr { return konst(cfg.BV(32), uint64(i)) }
	if len(c.args) == 6 { // the builtin is given the results: NaN, infinite, normal, subnormal, zero
		var results []cfg.Expr
		for _, a := range c.args[:5] {
			results = append(results, f.save(val{e: f.conv(f.rvalue(a), tt.Int), t: tt.Int}).e)
		}
		k = func(i int) cfg.Expr { return results[[]int{0, 1, 4, 3, 2}[i]] }
	} else if len(c.args) != 1 {
		f.fail(c.x, "call of %s", c.name)
	}
	x := f.floatArg(c, len(c.args)-1)
	w := x.e.Type().Width()
	least := floatConst(w, 0x1p-126)
	if w == 64 {
		least = floatConst(w, 0x1p-1022)
	}
	abs := unary(cfg.FAbs, x.e)
	inf, nan := unary(cfg.FIsInf, x.e), unary(cfg.FIsNaN, x.e)
	normal := binary(cfg.LAnd, binary(cfg.FLe, least, abs), cfg.Negate(inf))
	if prelude.ModelOf(c.name) == clib.IsNormal {
		return give(val{e: normal, t: tt.Int})
	}
	zero := binary(cfg.FEq, x.e, floatConst(w, 0))
	e := ite(nan, k(0), ite(inf, k(1), ite(zero, k(2), ite(normal, k(4), k(3)))))
	return give(val{e: e, t: tt.Int})
}
