package interp

import (
	"context"

	"culprit/cfg"
	"culprit/internal/work"
)

// Search runs the program on a few simple and random inputs and returns the
// trace of the first run that reaches an Error location without depending on
// an over-approximated construct, or nil. round selects the inputs; the runs
// share the budget of work evenly. It finds deep failures that few inputs
// avoid, which are out of reach of every symbolic method.
func Search(ctx context.Context, prog *cfg.Program, round uint64, clock *work.Clock, budget work.Amount) *cfg.Trace {
	steps := min(int(budget/work.Statement/searchRuns), searchSteps)
	var fast, slow *Code
	for i := uint64(0); i < searchRuns && ctx.Err() == nil; i++ {
		src := searchInputs(round, i)
		if fast == nil {
			fast = Compile(prog, false)
		}
		o := fast.Execute(src(), Limits{Steps: steps})
		clock.Count(o.Steps, work.Statement)
		if o.Status != ReachedError || len(o.Unknown) > 0 {
			continue
		}
		if slow == nil {
			slow = Compile(prog, true)
		}
		o = slow.Execute(src(), Limits{Steps: steps, Record: true})
		if o.Status == ReachedError && len(o.Unknown) == 0 {
			return o.Trace
		}
	}
	return nil
}

// searchInputs makes the i-th source of inputs, the same one at each call.
func searchInputs(round, i uint64) func() InputSource {
	if round == 0 && i < 3 {
		return func() InputSource { return Constant{V: []uint64{0, 1, 5}[i]} }
	}
	return func() InputSource { return NewRandom(round*100 + i) }
}
