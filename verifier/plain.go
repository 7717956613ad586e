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
			if size*len(inputs) > 1000*maxPlain {
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
	large := func(in cfg.Input) bool {
		h := number(t.Edges[in.Step])
		if h == nil {
			return false
		}
		x, w := in.Value, h.Dst.Type.Width()
		if h.Dst.Signed && cfg.SignExtend(x, w) < 0 {
			x = cfg.Mask(-x, w)
		}
		return x > plainBounds[len(plainBounds)-1]
	}
	if len(t.Edges) > maxPlain || !slices.ContainsFunc(t.Inputs, large) {
		return nil
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), v.task.orig)
	tb := enc.TB
	s := enc.Residual(t, func(e *cfg.Edge, _ cfg.Input) bool { return number(e) != nil }, nil, nil, nil)
	if s.Dead {
		return nil
	}
	open := func(in hoare.SymInput) *cfg.Havoc {
		if tb.IsConst(in.Term) {
			return nil
		}
		return number(in.Edge)
	}
	solver := smt.New(tb, v.engine, smt.Config{})
	budget := v.question(ctx)
	budget.Work /= smallPart
	for _, most := range plainBounds {
		conds := slices.Clone(s.Guard)
		for _, in := range s.Inputs {
			h := open(in)
			if h == nil {
				continue
			}
			x, w := in.Term, h.Dst.Type.Width()
			switch {
			case most >= 1<<(w-1): // all are
			case h.Dst.Signed:
				conds = append(conds, tb.ULe(tb.Add(x, tb.BV(w, most)), tb.BV(w, 2*most)))
			default:
				conds = append(conds, tb.ULe(x, tb.BV(w, most)))
			}
		}
		if solver.CheckBudget(budget, conds...) != smt.Sat {
			continue
		}
		m := plain(tb, tb.And(conds...), s.Inputs, solver.Model())
		before = slices.Clone(t.Inputs)
		for i, in := range s.Inputs {
			if open(in) != nil {
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
