package contracts

import (
	"slices"

	"culprit/analysis/contract"
	"culprit/internal/work"
)

// Observe executes the program and its recursive procedures.
func Observe(pl *contract.Plan, clock *work.Clock) *contract.Runs {
	runs := pl.NewRuns()
	pool := runs.Constants()
	pool = append(slices.Clone(pool[:min(len(pool), observedPool)]), 1<<31-1, 1<<31)
	const grid, constants = observedLine, observedLine + observedGrid*observedGrid
	for n := range observedRuns {
		if runs.Steps > observedSteps || runs.Failed != nil {
			break
		}
		switch {
		case n < observedLine:
			runs.FromMain(uint64(n))
		case n < constants:
			k := n - grid
			runs.FromMain(uint64(k%observedGrid)-1, uint64(k/observedGrid)-1)
		case n < constants+len(pool)*len(pool):
			k := n - constants
			runs.FromMain(pool[k%len(pool)], pool[k/len(pool)])
		default:
			runs.FromMain()
		}
	}
	for range observedDirect {
		for _, fr := range pl.Frames {
			if runs.Steps < 2*observedSteps {
				runs.Direct(fr)
			}
		}
	}
	clock.Count(runs.Steps, work.Step/4)
	return runs
}
