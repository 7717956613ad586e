package interp

import (
	"context"

	"culprit/cfg"
)

// Search runs the program on a few simple and random inputs and returns the
// trace of the first run that reaches an Error location without depending on
// an over-approximated construct, or nil. seed selects the inputs; steps
// bounds each run. It finds deep failures that few inputs avoid, which are
// out of reach of every symbolic method.
func Search(ctx context.Context, prog *cfg.Program, seed uint64, steps int) *cfg.Trace {
	var fast, slow *Code
	for i := uint64(0); i < 6 && ctx.Err() == nil; i++ {
		src := searchInputs(seed, i)
		if fast == nil {
			fast = Compile(prog, false)
		}
		if o := fast.Execute(src(), Limits{Steps: steps}); o.Status != ReachedError || len(o.Unknown) > 0 {
			continue
		}
		if slow == nil {
			slow = Compile(prog, true)
		}
		o := slow.Execute(src(), Limits{Steps: steps, Record: true})
		if o.Status == ReachedError && len(o.Unknown) == 0 {
			return o.Trace
		}
	}
	return nil
}

// searchInputs makes the i-th source of inputs, the same one at each call.
func searchInputs(seed, i uint64) func() InputSource {
	if seed == 0 && i < 3 {
		return func() InputSource { return Constant{V: []uint64{0, 1, 5}[i]} }
	}
	return func() InputSource { return NewRandom(seed*100 + i) }
}
