package concolic

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Near walks along the run of a program on the values of its inputs (those of kind
// cfg.Nondet, in order) and gives, for each branch where other inputs lead the other way
// while the run up to it remains as it is, the values of those, the first branch first.
// It is a generation of Godefroid, Levin and Molnar's search (Automated whitebox fuzz
// testing, NDSS 2008). A branch that the run comes to many times is turned at some of them.
// It ends with ctx, or when the work on the clock reaches the budget, with what it has.
func Near(ctx context.Context, prog *cfg.Program, values []uint64, engine smt.Factory, clock *work.Clock, budget work.Amount) [][]uint64 {
	ctx, stop := clock.WithLimit(ctx, budget)
	defer stop()
	if !symbolic(prog) {
		return nil
	}
	w := newWalk(ctx, &roadMap{prog: prog}, engine, clock, policy{way: follow, value: func(int) uint64 { return 0 }})
	w.near = &near{given: values}
	w.run()
	return w.near.found
}

// turns looks for inputs with which a branch goes other ways, at the first visits and then at
// ever rarer ones. Where several conditions lead there, each does by itself once.
func (w *walk) turns(conds []logic.T, took, visit int) {
	if visit > maxTurned && visit&(visit-1) != 0 {
		return
	}
	for i, c := range conds {
		if i == took {
			continue
		}
		reasons := w.reasons(c)
		for k, r := range reasons {
			goal := []logic.T{r}
			for j, other := range reasons {
				if j != k {
					goal = append(goal, w.tb.Not(other))
				}
			}
			if w.ctx.Err() != nil {
				return
			}
			w.turn(w.tb.And(goal...))
		}
	}
}

// reasons are the conditions of which one has to hold for another one to hold.
func (w *walk) reasons(c logic.T) []logic.T {
	tb := w.tb
	if tb.Op(c) != logic.OpNot { // no junction is negated otherwise
		return tb.Disjuncts(c)
	}
	out := tb.Conjuncts(tb.Args(c)[0])
	for i, x := range out {
		out[i] = tb.Not(x)
	}
	return out
}

// turn looks for inputs with which a branch goes another way. The inputs after it remain.
func (w *walk) turn(cond logic.T) {
	q, ok := w.ask(cond)
	if !ok {
		return
	}
	mark := w.tb.Mark()
	m := q.free(w.model, q.vars[max(0, len(q.vars)-maxInputs/8):], smt.QueryWork/nearPart)
	w.tb.Release(mark)
	w.ev.Reset(w.model)
	if m == nil {
		return
	}
	var values []uint64
	for _, in := range w.sym.Inputs {
		if cfg.AsksInput(in.Edge.Stmt) {
			values = append(values, m.BV[in.Term])
		}
	}
	values = append(values, w.near.given...)
	if !slices.ContainsFunc(w.near.found, func(o []uint64) bool { return slices.Equal(o, values) }) {
		w.near.found = append(w.near.found, values)
	}
}
