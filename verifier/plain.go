package verifier

import (
	"context"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// plain replaces the inputs of a model by the simplest values for which the
// condition, evaluated, still holds: nobody wants to read 2147483663 where 1
// does it.
func plain(tb *logic.Table, cond logic.T, inputs []hoare.SymInput, m *logic.Model) *logic.Model {
	size := tb.Size(cond)
	out := *m
	out.BV = maps.Clone(m.BV)
	ev := logic.NewEvaluator(tb)
	for _, in := range inputs {
		if tb.Sort(in.Term).Kind == logic.SArray {
			continue
		}
		old := out.BV[in.Term]
		for v := uint64(0); v < 2 && v < old; v++ {
			if size*len(inputs) > maxPlainWork {
				return m
			}
			out.BV[in.Term] = v
			ev.Reset(&out)
			if ev.Holds(cond) {
				break
			}
			out.BV[in.Term] = old
		}
	}
	return &out
}

// plainBounds are how large the numbers in the inputs of a trace may be for
// people, and what is asked for instead of larger ones.
var plainBounds = [...]uint64{16, 1000}

// smaller gives a trace other inputs, if it has large numbers in them and can do
// with small ones: they are easier to read, and a failure on the way of which
// numbers overflow hides what is wrong with the program on others. It returns the
// inputs as they were, nil if it changes nothing.
func (v *run) smaller(ctx context.Context, t *cfg.Trace) (before []cfg.Input) {
	large := func(in cfg.Input, most uint64) bool {
		h := number(t.Edges[in.Step])
		if h == nil {
			return false
		}
		x := in.Value
		if h.Dst.Signed && x>>(h.Dst.Type.Width()-1) != 0 {
			x = -x & (1<<(h.Dst.Type.Width()-1)<<1 - 1)
		}
		return x > most
	}
	if len(t.Edges) > maxPlainEdges || !slices.ContainsFunc(t.Inputs, func(in cfg.Input) bool { return large(in, plainBounds[len(plainBounds)-1]) }) {
		return nil
	}
	enc := hoare.NewEncoder(newTable(v.clock), v.task.orig)
	tb := enc.TB
	s := enc.Residual(t, func(e *cfg.Edge, _ cfg.Input) bool { return number(e) != nil }, nil, nil)
	if s.Dead {
		return nil
	}
	solver := smt.New(tb, v.engine, smt.Config{})
	budget := v.question(ctx)
	budget.Work /= plainShare
	for _, most := range plainBounds {
		conds := slices.Clone(s.Guard)
		for i := range s.Inputs {
			h := number(s.Inputs[i].Edge)
			if h == nil || tb.IsConst(s.Inputs[i].Term) {
				continue
			}
			x, w := s.Inputs[i].Term, h.Dst.Type.Width()
			if most >= 1<<(w-1) {
				continue
			}
			if h.Dst.Signed {
				x = tb.Add(x, tb.BV(w, most))
				conds = append(conds, tb.ULe(x, tb.BV(w, min(2*most, 1<<(w-1)<<1-1))))
			} else {
				conds = append(conds, tb.ULe(x, tb.BV(w, most)))
			}
		}
		if solver.CheckBudget(budget, conds...) != smt.Sat {
			continue
		}
		m := plain(tb, tb.And(conds...), s.Inputs, solver.Model())
		before = slices.Clone(t.Inputs)
		for i, in := range s.Inputs {
			if number(in.Edge) != nil && !tb.IsConst(in.Term) {
				t.Inputs[i].Value = m.BV[in.Term]
			}
		}
		return before
	}
	return nil
}

// number is the statement of an edge that takes a whole number as an input, or
// nil.
func number(e *cfg.Edge) *cfg.Havoc {
	h, ok := e.Stmt.(*cfg.Havoc)
	if !ok || h.Kind != cfg.Nondet || h.Dst.Type.Kind != cfg.Bits || h.Dst.CType != nil && h.Dst.CType.Pointer() {
		return nil
	}
	return h
}
