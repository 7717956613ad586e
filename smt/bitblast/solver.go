package bitblast

import (
	"context"
	"slices"
	"time"

	"culprit/internal/work"
	"culprit/smt"
	"culprit/smt/sat"
	"github.com/irifrance/gini"
	"github.com/irifrance/gini/z"
)

// limits of one call of a SAT solver; zero fields do not bound.
type limits struct {
	deadline  time.Time
	clock     *work.Clock
	due       work.Amount // on the clock
	conflicts int64
	ctx       context.Context
}

func newLimits(b smt.Budget, clock *work.Clock) limits {
	l := limits{ctx: b.Ctx, conflicts: b.Conflicts, clock: clock}
	if b.Time > 0 {
		l.deadline = time.Now().Add(b.Time)
	}
	if b.Work > 0 {
		l.due = clock.Now() + b.Work
	}
	return l
}

func (l limits) expired() bool {
	if !l.deadline.IsZero() && !time.Now().Before(l.deadline) || l.due > 0 && l.clock.Now() >= l.due {
		return true
	}
	return l.ctx != nil && l.ctx.Err() != nil
}

// satSolver is a SAT solver as the engine needs it. solve gives 1, -1 or 0.
type satSolver interface {
	sink
	solve(assume []int32, l limits) int
	value(l int32) bool
	why() []int32 // after -1: failed assumptions
}

// giniSolver adapts gini and keeps clear of its hazards: no call after the
// clauses alone are contradictory, background solving only where a limit has
// to be watched, no Try on the solver itself.
type giniSolver struct {
	g      *gini.Gini
	vars   int32
	size   int  // literals added
	dead   bool // the clauses are contradictory
	last   []z.Lit
	failed []int32

	failedBefore bool // the last answer was -1
}

func newGini() *giniSolver { return &giniSolver{g: gini.NewVc(256, 1024)} }

func (s *giniSolver) newVar() int32 { s.vars++; return s.vars }

func (s *giniSolver) addClause(ls []int32) {
	if len(ls) == 0 {
		s.dead = true
		return
	}
	s.size += len(ls)
	for _, l := range ls {
		s.g.Add(z.Lit(l))
	}
	s.g.Add(0)
}

func (s *giniSolver) value(l int32) bool { return s.g.Value(z.Lit(l)) }

func (s *giniSolver) why() []int32 { return s.failed }

func (s *giniSolver) solve(assume []int32, l limits) int {
	s.failed = s.failed[:0]
	if s.dead {
		return -1
	}
	if l.expired() {
		return 0
	}
	// Gini counts nothing: the time it takes is booked as work, and what is left
	// of a budget of work is its limit of time.
	start := time.Now()
	defer func() { l.clock.Add(work.Of(time.Since(start))) }()
	if left := (l.due - l.clock.Now()).Time(); l.due > 0 && (l.deadline.IsZero() || left < time.Until(l.deadline)) {
		l.deadline = start.Add(left)
	}
	s.last = s.last[:0]
	for _, a := range assume {
		s.last = append(s.last, z.Lit(a))
	}
	if s.failedBefore {
		// Add a tautology, which is dropped, to make gini forget the last
		// conflict: analysing it again may end in a conflict without decisions.
		v := z.Var(1).Pos()
		s.g.Add(v)
		s.g.Add(v.Not())
		s.g.Add(0)
	}
	s.g.Assume(s.last...)
	var r int
	if s.size <= maxDirect || l.deadline.IsZero() && l.ctx == nil {
		r = s.g.Solve()
	} else {
		r = s.background(l)
	}
	s.failedBefore = r == -1
	if r == -1 {
		// A failed assumption occurs in Why with the sign it was given, or,
		// where the assumptions contradict each other, as the pair.
		for _, m := range s.g.Why(nil) {
			if slices.Contains(s.last, m) {
				s.failed = append(s.failed, int32(m))
			} else if slices.Contains(s.last, m.Not()) {
				s.failed = append(s.failed, int32(m.Not()))
			}
		}
		s.dead = len(s.failed) == 0
	}
	return r
}

// background watches a solving goroutine, with growing pauses.
func (s *giniSolver) background(l limits) int {
	run := s.g.GoSolve()
	// Easy formulas must not wait, hard ones not be disturbed. Gini does not
	// count work, so that this is time.
	const shortPause, longPause = 20 * time.Microsecond, 5 * time.Millisecond
	for pause := shortPause; ; pause = min(pause*5/4+1, longPause) {
		if r, done := run.Test(); done {
			return r
		}
		if l.expired() {
			return run.Stop()
		}
		time.Sleep(pause)
	}
}

// ownSolver adapts package sat. It counts its work and is deterministic.
type ownSolver struct {
	s       *sat.Solver
	counted sat.Stats // what a clock was told
}

func newOwn() *ownSolver { return &ownSolver{s: sat.New()} }

func (o *ownSolver) reset() {
	o.s.Reset()
	o.counted = sat.Stats{}
}

func (o *ownSolver) newVar() int32        { return o.s.NewVar() }
func (o *ownSolver) addClause(ls []int32) { o.s.AddClause(ls...) }
func (o *ownSolver) value(l int32) bool   { return o.s.Value(l) }
func (o *ownSolver) why() []int32         { return o.s.Failed() }

func (o *ownSolver) solve(assume []int32, l limits) int {
	if l.expired() {
		return 0
	}
	r := o.s.Solve(assume, sat.Limits{Conflicts: l.conflicts, Stop: func() bool {
		o.count(l.clock)
		return l.expired()
	}})
	o.count(l.clock)
	return int(r)
}

// count moves the clock forward by the work since the last count.
func (o *ownSolver) count(c *work.Clock) {
	n, p := &o.s.Stats, &o.counted
	c.Add(work.Amount(n.Propagations-p.Propagations)*work.Propagation +
		work.Amount(n.Watches-p.Watches)*work.Watch + work.Amount(n.Conflicts-p.Conflicts)*work.Conflict +
		work.Amount(n.Literals-p.Literals)*work.Literal + work.Amount(n.Decisions-p.Decisions)*work.Decision +
		work.Amount(n.Moves-p.Moves)*work.Move)
	*p = *n
}

func init() {
	smt.Register(smt.Default, Default, "")
	smt.Register("gini", func() smt.Engine { return New(Config{SAT: Gini}) }, "")
}

// Default makes the engine that is registered as smt.Default.
func Default() smt.Engine { return New(Config{}) }

// OrDefault is f, or Default where f is nil.
func OrDefault(f smt.Factory) smt.Factory {
	if f == nil {
		return Default
	}
	return f
}
