package concolic

import (
	"context"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/smt"
)

// Search returns the trace of an execution that reaches an Error location, or
// nil. round selects inputs and policies; the search ends with ctx, or when
// the work on the clock reaches the budget.
func Search(ctx context.Context, prog *cfg.Program, round uint64, engine smt.Factory, clock *work.Clock, budget work.Amount) *cfg.Trace {
	if t := interp.Search(ctx, prog, round, clock, budget); t != nil { // deep failures need long runs
		return t
	}
	ctx, stop := clock.WithLimit(ctx, budget-budget/walkPart)
	defer stop()
	m := newMap(prog)
	if m == nil {
		return nil
	}
	for i := uint64(0); i < maxWalks && ctx.Err() == nil; i++ {
		// The walks share what is left evenly, but the first have most.
		each, done := clock.WithLimit(ctx, budget/walkPart)
		w := newWalk(each, m, engine, clock, newPolicy(round, i))
		t := w.run()
		done()
		if t != nil && interp.Replay(prog, t) == nil {
			return t
		}
		if !w.chose {
			break // no input decides anything: all walks are the same
		}
	}
	return nil
}
