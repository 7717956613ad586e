package bitblast

import (
	"culprit/internal/work"
	"culprit/smt/sat"
)

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
		work.Amount(n.Literals-p.Literals)*work.Literal + work.Amount(n.Decisions-p.Decisions)*work.Decision)
	*p = *n
}
