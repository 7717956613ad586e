package fault

import (
	"context"
	"errors"
	"fmt"

	"culprit/cfg"
	"culprit/interp"
)

// Rerunner executes the failing run again, with changes. Runs share what lies
// before their first change: the run is copied at snapshots regions evenly
// spread over it.
type Rerunner struct {
	N    int // instances of the failing run
	Runs int // re-executions so far

	ctx    context.Context
	in     *Input
	want   Expectation
	points []snapshot
	most   int
}

// snapshots is how many copies of the run are kept.
const snapshots = 64

// snapshot is the run between two instances.
type snapshot struct {
	at   int
	live *interp.Session
}

// ErrBudget says that no further re-execution is allowed.
var ErrBudget = errors.New("the limit of re-executions is reached")

// NewRerunner prepares re-executions of the failing run of in.
func NewRerunner(ctx context.Context, in *Input) (*Rerunner, error) {
	want, err := in.Oracle.expectation(ctx, in.Failing)
	if err != nil {
		return nil, fmt.Errorf("what is expected of the failing run is not known: %w", err)
	}
	budget := in.Budget.WithDefaults()
	r := &Rerunner{ctx: ctx, in: in, want: want, most: budget.Runs}
	first := r.session(budget.Steps)
	res := first.Finish()
	r.N = first.At()
	o, f := want.Judge(&res)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case o != Fail || !f.Same(in.Failure):
		return nil, fmt.Errorf("the failing run cannot be repeated: %v", o)
	}
	// A changed run may take longer; one that takes much longer hangs.
	const slower, more = 4, 100_000
	s := r.session(min(budget.Steps, slower*r.N+more))
	for i := range snapshots {
		at := i * r.N / snapshots
		if i > 0 && at == r.points[len(r.points)-1].at {
			continue
		}
		if !s.RunTo(at) && at > 0 {
			break
		}
		r.points = append(r.points, snapshot{at, s.Fork()})
	}
	return r, nil
}

// session starts the failing run.
func (r *Rerunner) session(steps int) *interp.Session {
	conf := Config(r.in.Prog, r.in.Failing, r.in.Budget)
	conf.Limits.Steps = steps
	conf.Context = r.ctx
	return interp.NewSession(r.in.Prog, conf)
}

// fork is the run before the instance at, or some way before that.
func (r *Rerunner) fork(at int) *interp.Session {
	i := len(r.points) - 1
	for i > 0 && r.points[i].at > at {
		i--
	}
	return r.points[i].live.Fork()
}

// Try executes the run with changes at instances, which must not be empty.
// The error is that of the context, or ErrBudget.
func (r *Rerunner) Try(changes ...interp.Force) (Outcome, *interp.RunResult, error) {
	s, err := r.start(changes)
	if err != nil {
		return Unresolved, nil, err
	}
	got := s.Finish()
	if err := context.Cause(r.ctx); err != nil {
		return Unresolved, nil, err
	}
	o, _ := r.want.Judge(&got)
	return o, &got, nil
}

func (r *Rerunner) start(changes []interp.Force) (*interp.Session, error) {
	switch {
	case r.ctx.Err() != nil:
		return nil, context.Cause(r.ctx)
	case r.Runs >= r.most:
		return nil, ErrBudget
	}
	r.Runs++
	first := changes[0].At
	for _, c := range changes {
		first = min(first, c.At)
	}
	s := r.fork(first)
	s.Force(changes...)
	return s, nil
}

// Reaches reports whether the run with the changes executes an edge out of a
// location after the first change.
func (r *Rerunner) Reaches(l *cfg.Loc, changes ...interp.Force) (bool, error) {
	s, err := r.start(changes)
	if err != nil {
		return false, err
	}
	from := s.At()
	rec, err := s.Record()
	if err != nil {
		return false, err
	}
	defer rec.Close()
	for inst := range instances(r.ctx, rec, from) {
		if inst.Index > changes[0].At && inst.Edge.From == l {
			return true, nil
		}
	}
	return false, nil
}
