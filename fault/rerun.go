package fault

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"culprit/cfg"
	"culprit/interp"
)

// Rerunner executes the failing run again, with changes. Runs share what lies
// before their first change: the run is copied at regular distances, once for
// all rerunners of an Input.
type Rerunner struct {
	N    int // instances of the failing run
	Runs int // re-executions so far
	Work int // statements executed for them

	ctx    context.Context
	want   Expectation
	points *snapshots
	most   int // re-executions
	limit  int // of Work
	places int // locations of the program
}

// snapshots are copies of the failing run between two instances, ascending.
type snapshots struct {
	mu  sync.Mutex // of copying them
	all []snapshot
}

type snapshot struct {
	at   int
	live *interp.Session
}

// ErrBudget says that no further re-execution is allowed.
var ErrBudget = errors.New("the limit of re-executions is reached")

// NewRerunner prepares re-executions of the failing run of in.
func NewRerunner(ctx context.Context, in *Input) (*Rerunner, error) {
	want, err := in.Oracle.Expectation(ctx, in.Failing)
	if err != nil {
		return nil, fmt.Errorf("what is expected of the failing run is not known: %w", err)
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	if o, f := want.Judge(&rec.Result); o != Fail || !f.Same(in.Failure) {
		return nil, fmt.Errorf("the failing run cannot be repeated: %v", o)
	}
	budget := in.Budget.WithDefaults()
	r := &Rerunner{N: rec.N, ctx: ctx, want: want, places: len(in.Prog.Locs), most: budget.Runs, limit: budget.Work}
	r.points, err = in.snapshots.get(ctx, func(ctx context.Context) (*snapshots, error) { return takeSnapshots(ctx, in, rec.N) })
	return r, err
}

// takeSnapshots executes the failing run, of n instances, once more.
func takeSnapshots(ctx context.Context, in *Input, n int) (*snapshots, error) {
	// A changed run may take longer; one that takes much longer hangs.
	const slower, more = 4, 100_000
	conf := Config(in.Prog, in.Failing, in.Budget)
	conf.Limits.Steps = min(conf.Limits.Steps, slower*n+more)
	conf.Context = ctx
	s := interp.NewSession(in.Prog, conf)
	p := &snapshots{}
	for i := range MaxSnapshots {
		at := i * n / MaxSnapshots
		if i > 0 && at == p.all[len(p.all)-1].at {
			continue
		}
		if !s.RunTo(at) && at > 0 {
			break
		}
		p.all = append(p.all, snapshot{at, s.Fork()})
	}
	return p, context.Cause(ctx)
}

// fork is the run before the instance at, or some way before that.
func (r *Rerunner) fork(at int) *interp.Session {
	p := r.points
	i := len(p.all) - 1
	for i > 0 && p.all[i].at > at {
		i--
	}
	p.mu.Lock()
	s := p.all[i].live.Fork()
	p.mu.Unlock()
	s.SetContext(r.ctx)
	return s
}

// Try executes the run with changes at instances, which must not be empty.
// The error is that of the context, or ErrBudget.
func (r *Rerunner) Try(changes ...interp.Force) (Outcome, *interp.RunResult, error) {
	return r.TryTo(0, changes...)
}

// TryTo is Try for whoever needs the output to be right up to an offset: it ends
// with the first byte before that which is not, with the status Stopped.
func (r *Rerunner) TryTo(right int, changes ...interp.Force) (Outcome, *interp.RunResult, error) {
	s, err := r.start(changes)
	if err != nil {
		return Unresolved, nil, err
	}
	from := s.At()
	o, got := r.want.Finish(s, right)
	r.Work += s.At() - from
	if err := context.Cause(r.ctx); err != nil {
		return Unresolved, nil, err
	}
	return o, got, nil
}

// TryAll executes the run with a change of every instance of a statement, from
// an instance on: visit is called after each one that leaves one of the
// locations, and may change the session. Locations may be nil.
func (r *Rerunner) TryAll(from int, visit func(*interp.Session, *cfg.Instance), at ...*cfg.Loc) (Outcome, error) {
	if err := r.next(); err != nil {
		return Unresolved, err
	}
	locs := make([]bool, r.places)
	for _, l := range at {
		if l != nil {
			locs[l.ID] = true
		}
	}
	s := r.fork(from)
	from = s.At()
	got := s.WatchAt(locs, func(i *cfg.Instance) bool {
		visit(s, i)
		return true
	})
	r.Work += s.At() - from
	if err := context.Cause(r.ctx); err != nil {
		return Unresolved, err
	}
	o, _ := r.want.Judge(&got)
	return o, nil
}

// next counts a re-execution, if another one is allowed.
func (r *Rerunner) next() error {
	switch {
	case r.ctx.Err() != nil:
		return context.Cause(r.ctx)
	case r.Runs >= r.most || r.Work >= r.limit:
		return ErrBudget
	}
	r.Runs++
	return nil
}

func (r *Rerunner) start(changes []interp.Force) (*interp.Session, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	first := changes[0].At
	for _, c := range changes {
		first = min(first, c.At)
	}
	s := r.fork(first)
	s.Force(changes...)
	return s, nil
}

// Judge decides whether a run of Try or Record is as expected.
func (r *Rerunner) Judge(got *interp.RunResult) (Outcome, *Failure) { return r.want.Judge(got) }

// Record executes the run with changes and records it, from the instance given
// or some way before it on: 0 is the whole run. The caller closes the
// recording, whose Result is that of the whole run.
func (r *Rerunner) Record(from int, changes ...interp.Force) (*interp.Recording, error) {
	if err := r.next(); err != nil {
		return nil, err
	}
	s := r.fork(from)
	s.Force(changes...)
	return r.record(s)
}

// record executes a run to its end. Whoever looks at what was recorded executes it
// once more.
func (r *Rerunner) record(s *interp.Session) (*interp.Recording, error) {
	from := s.At()
	rec, err := s.Record()
	if err == nil {
		const again = 8
		r.Work += again * (rec.N - from)
	}
	return rec, err
}

// Reaches reports whether the run with the changes executes an edge out of a
// location after the first change.
func (r *Rerunner) Reaches(l *cfg.Loc, changes ...interp.Force) (bool, error) {
	reached := false
	err := r.after(func(e *cfg.Edge) bool {
		reached = e.From == l
		return !reached
	}, changes...)
	return reached, err
}

// after executes the run with the changes and calls visit on what it executes
// after the first one, until that is false.
func (r *Rerunner) after(visit func(*cfg.Edge) bool, changes ...interp.Force) error {
	s, err := r.start(changes)
	if err != nil {
		return err
	}
	from := s.At()
	s.Watch(func(i *cfg.Instance) bool { return i.Index <= changes[0].At || visit(i.Edge) })
	r.Work += s.At() - from
	return context.Cause(r.ctx)
}

func compact(at []int) []int {
	slices.Sort(at)
	return slices.Compact(at)
}
