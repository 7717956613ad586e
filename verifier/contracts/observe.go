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
	pool = append(slices.Clone(pool[:min(len(pool), maxSide-2)]), 1<<31-1, 1<<31)
	grid, constants := maxSide*maxSide, 2*maxSide*maxSide
	for n := range 4 * maxSide * maxSide {
		if runs.Steps > maxSteps || runs.Failed != nil {
			break
		}
		switch {
		case n < maxSide*maxSide:
			runs.FromMain(uint64(n))
		case n < constants:
			k := n - grid
			runs.FromMain(uint64(k%maxSide)-1, uint64(k/maxSide)-1)
		case n < constants+len(pool)*len(pool):
			k := n - constants
			runs.FromMain(pool[k%len(pool)], pool[k/len(pool)])
		default:
			runs.FromMain()
		}
	}
	for range maxSide * maxSide {
		for _, fr := range pl.Frames {
			if runs.Steps < 2*maxSteps {
				runs.Direct(fr)
			}
		}
	}
	clock.Count(runs.Steps, work.Step/4)
	return runs
}
