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
}

// Coverage executes the failing run, the further failing ones and the passing
// ones when it is first asked for. The oracle says which fail.
func (in *Input) Coverage(ctx context.Context) (*Coverage, error) {
	return in.coverage.get(ctx, func(ctx context.Context) (*Coverage, error) {
		n := len(in.Prog.Locs)
		c := &Coverage{InFailed: make([]int, n), InPassed: make([]int, n)}
		for _, tests := range [][]*Test{{in.Failing}, in.Others, in.Passing} {
			for _, t := range tests {
				if err := c.add(ctx, in, t); err != nil {
					return nil, err
				}
			}
		}
		return c, nil
	})
}

// add executes one more test.
func (c *Coverage) add(ctx context.Context, in *Input, t *Test) error {
	covered := make([]bool, len(c.InFailed))
	r := execute(ctx, in.Prog, t, in.Budget, covered)
	if ctx.Err() != nil {
		return context.Cause(ctx)
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
		return nil
	}
	for l, ok := range covered {
		if ok {
			counts[l]++
		}
	}
	return nil
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
