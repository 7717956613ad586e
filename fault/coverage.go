package fault

import (
	"context"

	"culprit/cfg"
)

// Coverage is which statements the runs of an Input execute.
type Coverage struct {
	Failed, Passed int // runs that fail, that pass; the others do not count
	// InFailed and InPassed are by Loc.ID: in how many of these runs control
	// leaves the location.
	InFailed, InPassed []int
	// Like says of each test of Input.Passing how similar it is to the failing
	// run: the share of the locations that either executes which both do.
	Like []float64
}

// Coverage executes the failing run, the further failing ones and the passing
// ones when it is first asked for. The oracle says which fail.
func (in *Input) Coverage(ctx context.Context) (*Coverage, error) {
	return in.coverage.get(ctx, func(ctx context.Context) (*Coverage, error) {
		n, runs := len(in.Prog.Locs), NewRuns(in.Prog, in.Budget)
		c := &Coverage{InFailed: make([]int, n), InPassed: make([]int, n)}
		failing, err := c.add(ctx, in, runs, in.Failing)
		for _, t := range in.Others {
			if err == nil {
				_, err = c.add(ctx, in, runs, t)
			}
		}
		for _, t := range in.Passing {
			var covered []bool
			if err == nil {
				covered, err = c.add(ctx, in, runs, t)
				c.Like = append(c.Like, alike(failing, covered))
			}
		}
		return c, err
	})
}

// alike is the share of the locations of two runs that are in both.
func alike(a, b []bool) float64 {
	both, any := 0, 0
	for l := range a {
		if a[l] || b[l] {
			any++
		}
		if a[l] && b[l] {
			both++
		}
	}
	if any == 0 {
		return 0
	}
	return float64(both) / float64(any)
}

// add executes one more test. It returns the locations that were executed.
func (c *Coverage) add(ctx context.Context, in *Input, runs *Runs, t *Test) ([]bool, error) {
	covered := make([]bool, len(c.InFailed))
	r := runs.execute(ctx, t, covered)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	var counts []int
	switch o, _ := in.Oracle.Judge(ctx, t, r); o {
	case Fail:
		c.Failed++
		counts = c.InFailed
	case Pass:
		c.Passed++
		counts = c.InPassed
	default:
		return covered, nil
	}
	for l, ok := range covered {
		if ok {
			counts[l]++
		}
	}
	return covered, nil
}

// Statements lists the statements of the user, one edge for each; a branch is
// one statement.
func Statements(prog *cfg.Program) []*cfg.Edge {
	var out []*cfg.Edge
	for _, e := range prog.Edges {
		if Shown(e) && statement(e) == e {
			out = append(out, e)
		}
	}
	return out
}
