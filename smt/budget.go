package smt

import (
	"context"
	"time"

	"culprit/internal/work"
)

// Budget bounds the effort of one question. Zero fields do not bound.
type Budget struct {
	Time      time.Duration   // by the clock on the wall: answers depend on the load
	Work      work.Amount     // by the clock of the term table, where the engine counts its work, else as Time
	Conflicts int64           // where the engine can count them
	Ctx       context.Context // cancels; may be nil
}

// allowance is what is left of the budget of a question that takes several
// checks.
type allowance struct {
	b        Budget
	deadline time.Time
	clock    *work.Clock
	due      work.Amount
}

func (s *Solver) allow(b Budget) allowance {
	a := allowance{b: b, clock: s.tb.Clock, due: s.tb.Clock.Now() + b.Work}
	if b.Time > 0 {
		a.deadline = time.Now().Add(b.Time)
	}
	return a
}

// left is the budget of the next check; false if nothing is left.
func (a *allowance) left() (Budget, bool) {
	b := a.b
	if b.Time > 0 {
		if b.Time = time.Until(a.deadline); b.Time <= 0 {
			return b, false
		}
	}
	if b.Work > 0 {
		if b.Work = a.due - a.clock.Now(); b.Work <= 0 {
			return b, false
		}
	}
	return b, true
}
