package bitblast

import "culprit/smt/sat"

// ownSolver adapts package sat. It counts conflicts and is deterministic.
type ownSolver struct {
	s *sat.Solver
}

func newOwn() *ownSolver { return &ownSolver{sat.New()} }

func (o *ownSolver) newVar() int32        { return o.s.NewVar() }
func (o *ownSolver) addClause(ls []int32) { o.s.AddClause(ls...) }
func (o *ownSolver) value(l int32) bool   { return o.s.Value(l) }
func (o *ownSolver) why() []int32         { return o.s.Failed() }

func (o *ownSolver) solve(assume []int32, l limits) int {
	if l.expired() {
		return 0
	}
	lim := sat.Limits{Conflicts: l.conflicts}
	if l.ctx != nil || !l.deadline.IsZero() {
		lim.Stop = l.expired
	}
	return int(o.s.Solve(assume, lim))
}
