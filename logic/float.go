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
