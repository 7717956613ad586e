package emit

import (
	"culprit/cfg"

	"modernc.org/cc/v4"
)

// _Float16: the binary16 format of IEC 60559, a sign, five bits of exponent and
// ten of fraction. Nothing is computed in it (see ctypes.Types.half): there are the
// exact conversion to float, and the one that rounds, by way of long double.

// ofHalf is the float with the value of a half.
func (f *Emitter) ofHalf(v Value) Value {
	t := cfg.BV(32)
	x := f.Let(Cast(cfg.ZExt, t, f.Parts(v)[0].Expr))
	exp, frac := f.Let(And(Binary(cfg.LShr, x, Const(t, 10)), Const(t, 0x1f))), f.Let(And(x, Const(t, 0x3ff)))
	sign := Binary(cfg.Shl, Binary(cfg.LShr, x, Const(t, 15)), Const(t, 31))
	digits := Binary(cfg.Shl, frac, Const(t, 13))
	// A number without a leading bit is a multiple of 2^-24, which float has.
	small := Cast(cfg.FToBits, t, Binary(cfg.FMul, Cast(cfg.UToF, cfg.FP(32), frac), FloatConst(32, 0x1p-24)))
	special := Or(Const(t, 0x7f800000), Or(digits, Ite(Eq(frac, Const(t, 0)), Const(t, 0), Const(t, 1<<22))))
	normal := Or(Binary(cfg.Shl, Binary(cfg.Add, exp, Const(t, 127-15)), Const(t, 23)), digits)
	bits := Ite(Eq(exp, Const(t, 0)), small, Ite(Eq(exp, Const(t, 0x1f)), special, normal))
	return Value{Expr: f.Let(Cast(cfg.BitsToF, cfg.FP(32), f.Let(Or(sign, bits)))), Type: f.Program.Types.HalfValue}
}

// toHalf rounds a number to a half.
func (f *Emitter) toHalf(v Value, n cc.ExpressionNode) Value {
	tt := f.Program.Types
	x := f.ExtOf(f.Convert(v, tt.LongDouble, n))
	r := f.routine("half_of_extended", []int{64}, []cfg.Expr{x.Sig, x.Se}, func(f *Emitter, x []cfg.Expr) []cfg.Expr {
		return f.shortened(f.unpack(x[0], x[1]), 16, 10, 15)
	})
	return f.Composed(tt.Half, Value{Expr: Cast(cfg.Trunc, cfg.BV(16), r[0]), Type: tt.UShort})
}

// halfUnary computes + and -.
func (f *Emitter) halfUnary(op string, v Value, n cc.ExpressionNode) Value {
	x := f.ofHalf(v)
	switch op {
	case "-":
		x.Expr = Unary(cfg.FNeg, x.Expr)
	case "+":
	default:
		f.Fail(n, "complement of a floating value")
	}
	return x
}
