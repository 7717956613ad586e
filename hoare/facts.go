package hoare

import (
	"culprit/analysis/values"
	"culprit/cfg"
	"culprit/logic"
)

// Facts is the conjunction of what the value analysis knows at a node.
func (e *Encoder) Facts(n *values.Node) []logic.T {
	out := make([]logic.T, 0, len(n.Facts))
	for i := range n.Facts {
		out = append(out, e.fact(&n.Facts[i]))
	}
	return out
}

// fact is the term of one fact of the value analysis.
func (e *Encoder) fact(f *values.Fact) logic.T {
	tb := e.TB
	var x logic.T
	if f.Cell && f.Region.Cell != 8 && f.Region.Cell != f.Width {
		return tb.True() // of a part of a cell, which only an address that is not one of the program's can name
	}
	if f.Cell {
		s := &Sym{Enc: e, Regs: e.RegTerm}
		x = e.load(s, f.Region, tb.BV(e.Prog.PtrBits, f.Addr), cfg.BV(f.Width))
	} else {
		x = e.VarTerm[f.Var.ID]
		if f.Var.Type.Kind == cfg.Bool {
			x = tb.Ite(x, tb.BV(1, 1), tb.BV(1, 0))
		}
	}
	w := f.Width
	lo, hi := tb.BV(w, f.Lo), tb.BV(w, f.Hi)
	switch f.Kind {
	case values.Const:
		return tb.Eq(x, lo)
	case values.UnsignedRange:
		return tb.And(tb.ULe(lo, x), tb.ULe(x, hi))
	case values.SignedRange:
		return tb.And(tb.SLe(lo, x), tb.SLe(x, hi))
	}
	alt := make([]logic.T, len(f.Set))
	for i, v := range f.Set {
		alt[i] = tb.Eq(x, tb.BV(w, v))
	}
	return tb.Or(alt...)
}
