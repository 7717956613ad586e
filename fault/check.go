package fault

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// check is the assertion that fails. A run that passes with a change may have
// gone around it: a branch of the procedure that it is written in led past it.
// That hides the failure and explains nothing. Where the procedure is not
// called at all, the change took away a reason to check, and whether it was a
// good one is the question.
type check struct {
	at   *cfg.Loc // the branch that finds it violated
	last int      // the instance that did
	// proc is the procedure that asks: that of the branch or, where that does
	// nothing but check, the one that calls it. Its activation was opened by the
	// instance since, -1 for that of main.
	proc  *cfg.Proc
	since int
	calls []*cfg.Loc // of proc
}

// checked finds the failed assertion, nil for other failures.
func (in *Input) checked(ctx context.Context) (*check, error) {
	if in.Failure.Kind != FailedAssertion {
		return nil, nil
	}
	return in.check.get(ctx, func(ctx context.Context) (*check, error) {
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		type call struct {
			edge *cfg.Edge
			at   int
		}
		var open, then []call // the calls that are open, and were at the check
		var c *check
		for inst := range instances(ctx, rec, 0) {
			switch e := inst.Edge; e.Stmt.(type) {
			case *cfg.Call:
				open = append(open, call{e, inst.Index})
			case *cfg.Return:
				open = open[:max(0, len(open)-1)]
			default:
				if IsBranch(e) {
					c, then = &check{at: e.From, last: inst.Index, proc: e.From.Proc, since: -1}, append(then[:0], open...)
				}
			}
		}
		if c == nil || ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for len(then) > 0 && onlyChecks(c.proc) {
			c.proc, then = then[len(then)-1].edge.From.Proc, then[:len(then)-1]
		}
		if len(then) > 0 {
			c.since = then[len(then)-1].at
		}
		for _, e := range in.Prog.Edges {
			if s, ok := e.Stmt.(*cfg.Call); ok && s.Proc == c.proc {
				c.calls = append(c.calls, e.From)
			}
		}
		return c, nil
	})
}

// finds reports whether an instance is the one that found the assertion
// violated. To switch it explains nothing.
func (c *check) finds(at int) bool { return c != nil && at == c.last }

// watched lists a location and those at which evasion has to look.
func (c *check) watched(at *cfg.Loc) []*cfg.Loc {
	if c == nil {
		return []*cfg.Loc{at}
	}
	return slices.Concat(c.calls, []*cfg.Loc{c.at, at})
}

// evasion follows a changed run.
type evasion struct {
	c       *check
	entered bool // the procedure that asks was under way after the change
	reached bool
}

// from begins to follow a run that is changed at an instance.
func (c *check) from(at int) *evasion { return &evasion{c: c, entered: c != nil && at > c.since} }

// visit is told of an instance after the change.
func (v *evasion) visit(e *cfg.Edge) {
	if v.c == nil || v.reached {
		return
	}
	v.reached = e.From == v.c.at
	if s, ok := e.Stmt.(*cfg.Call); ok && s.Proc == v.c.proc {
		v.entered = true
	}
}

// evades reports whether the run went around the check.
func (v *evasion) evades() bool { return v.c != nil && v.entered && !v.reached }

// evades reports whether the run with changes, which passes, goes around the
// check that failed.
func (r *Rerunner) evades(c *check, changes ...interp.Force) (bool, error) {
	if c == nil {
		return false, nil
	}
	v := c.from(changes[0].At)
	err := r.after(func(e *cfg.Edge) bool {
		v.visit(e)
		return !v.reached
	}, changes...)
	return v.evades(), err
}
