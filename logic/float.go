package logic

import "culprit/internal/ieee"

// Float gives an operation of IEEE 754 on bit patterns, with a result of w bits; integers are operands and results
// of conversions. It is a function: a NaN is ieee.NaN, an integer that cannot hold the number is what ieee says. A
// consumer for whom these are not determined has to say so with a term of its own.
func (tb *Table) Float(op ieee.Op, m ieee.Mode, w int, args ...T) T {
	a := args[0]
	b := a
	if op.Binary() {
		b = args[1]
		tb.checkBV2("float", a, b)
	}
	aw := int(tb.nodes[a].sort.W)
	if op.ToInt() {
		m = ieee.Zero
	}
	if tb.isBVConst(a) && tb.isBVConst(b) {
		v, _ := ieee.Eval(op, m, w, aw, tb.nodes[a].aux, tb.nodes[b].aux)
		return tb.BV(w, v)
	}
	if op == ieee.Convert && m == ieee.Nearest && w == 32 {
		if r, ok := tb.narrowFloat(a); ok {
			return r
		}
	}
	if !op.Binary() {
		return tb.mk(OpFloat, BVSort(w), floatAux(op, m), a)
	}
	if op != ieee.Div && a > b {
		a, b = b, a
	}
	return tb.mk(OpFloat, BVSort(w), floatAux(op, m), a, b)
}

func floatAux(op ieee.Op, m ieee.Mode) uint64 { return uint64(m)<<8 | uint64(op) }

// FloatOp gives the operation and the mode of an OpFloat.
func (tb *Table) FloatOp(t T) (ieee.Op, ieee.Mode) {
	aux := tb.nodes[t].aux
	return ieee.Op(aux & 255), ieee.Mode(aux >> 8)
}

// narrowFloat gives what a result of binary64 is in binary32, where one operation in binary32 computes it: rounding
// twice is then harmless, since 53 >= 2*24+2.
func (tb *Table) narrowFloat(t T) (T, bool) {
	if tb.nodes[t].op != OpFloat {
		return 0, false
	}
	op, m := tb.FloatOp(t)
	if m != ieee.Nearest {
		return 0, false
	}
	x := tb.arg(t, 0)
	switch {
	case op.FromInt() && tb.nodes[x].sort.W <= 53:
		return tb.Float(op, m, 32, x), true
	case op > ieee.Sqrt:
		return 0, false
	}
	a, ok := tb.narrow(x)
	if !ok || !op.Binary() {
		return tb.floatIf(ok, op, a)
	}
	b, ok := tb.narrow(tb.arg(t, 1))
	return tb.floatIf(ok, op, a, b)
}

func (tb *Table) floatIf(ok bool, op ieee.Op, args ...T) (T, bool) {
	if !ok {
		return 0, false
	}
	return tb.Float(op, ieee.Nearest, 32, args...), true
}

// narrow gives a term of binary32 with the same number, or also a NaN.
func (tb *Table) narrow(t T) (T, bool) {
	nd := tb.nodes[t]
	switch nd.op {
	case OpConst:
		v, ok := ieee.Eval(ieee.Convert, ieee.Nearest, 32, 64, nd.aux, 0)
		back, _ := ieee.Eval(ieee.Convert, ieee.Nearest, 64, 32, v, 0)
		if ok && back == nd.aux {
			return tb.BV(32, v), true
		}
	case OpFloat:
		if op, _ := tb.FloatOp(t); op == ieee.Convert {
			return tb.arg(t, 0), true
		}
	case OpBvXor:
		if k := tb.arg(t, 1); tb.isBVConst(k) && tb.nodes[k].aux == 1<<63 {
			if r, ok := tb.narrow(tb.arg(t, 0)); ok {
				return tb.BvXor(r, tb.BV(32, 1<<31)), true
			}
		}
	}
	return 0, false
}
