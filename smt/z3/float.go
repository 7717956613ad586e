//go:build z3

package z3

import (
	"math"

	"github.com/aclements/go-z3/z3"

	"culprit/internal/ieee"
	"culprit/logic"
)

var roundings = [ieee.NumModes]z3.RoundingMode{ieee.Nearest: z3.RoundToNearestEven, ieee.Down: z3.RoundToNegative,
	ieee.Up: z3.RoundToPositive, ieee.Zero: z3.RoundToZero, ieee.Away: z3.RoundToNearestAway}

func (tr *translator) floatSort(w int) z3.Sort {
	if w == 32 {
		return tr.ctx.FloatSort(8, 24)
	}
	return tr.ctx.FloatSort(11, 53)
}

// float translates an OpFloat to the theory of floats.
func (tr *translator) float(t logic.T, args []logic.T) z3.Value {
	op, m := tr.tb.FloatOp(t)
	w, aw := tr.tb.Width(t), tr.tb.Width(args[0])
	defer tr.ctx.SetRoundingMode(tr.ctx.SetRoundingMode(roundings[m]))
	x := func(i int) z3.Float { return tr.bv(args[i]).IEEEToFloat(tr.floatSort(aw)) }
	var r z3.Float
	switch op {
	case ieee.Add:
		r = x(0).Add(x(1))
	case ieee.Mul:
		r = x(0).Mul(x(1))
	case ieee.Div:
		r = x(0).Div(x(1))
	case ieee.Sqrt:
		r = x(0).Sqrt()
	case ieee.Integral:
		r = x(0).Round(roundings[m])
	case ieee.Convert:
		r = x(0).ToFloat(tr.floatSort(w))
	case ieee.FromSigned:
		r = tr.bv(args[0]).SToFloat(tr.floatSort(w))
	case ieee.FromUnsigned:
		r = tr.bv(args[0]).UToFloat(tr.floatSort(w))
	case ieee.ToSigned, ieee.ToUnsigned:
		return tr.floatToInt(op, w, aw, x(0))
	}
	nan := tr.number(logic.BVSort(w), ieee.NaN(w))
	return r.IsNaN().IfThenElse(nan, r.ToIEEEBV())
}

// floatToInt says what an integer is that cannot hold the number, which Z3
// leaves open.
func (tr *translator) floatToInt(op ieee.Op, w, aw int, x z3.Float) z3.Value {
	low, high, out := 0.0, math.Ldexp(1, w), uint64(1<<63)
	if op == ieee.ToSigned {
		low, high, out = math.Ldexp(-1, w-1), math.Ldexp(1, w-1), 1<<uint(w-1)
	}
	if w < 64 {
		out &= 1<<uint(w) - 1
	}
	sort := tr.floatSort(aw)
	i := x.Round(z3.RoundToZero)
	fits := i.GE(tr.ctx.FromFloat64(low, sort)).And(i.LT(tr.ctx.FromFloat64(high, sort)))
	r := x.ToUBV(w)
	if op == ieee.ToSigned {
		r = x.ToSBV(w)
	}
	return fits.IfThenElse(r, tr.number(logic.BVSort(w), out))
}
