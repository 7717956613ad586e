package smt

import (
	"time"

	"culprit/logic"
)

// Session opens a session for the conjunction of fixed. Close it when done.
func (s *Solver) Session(fixed ...logic.T) *Session {
	return s.session(fixed)
}

func (s *Solver) session(fixed []logic.T) *Session {
	x := &Session{s: s}
	if inc, ok := s.engine.(Incremental); ok {
		x.inst = inc.Open(s.tb)
	}
	x.Assert(fixed...)
	s.open = append(s.open, x)
	return x
}

// Assert adds conjuncts to the fixed formula.
func (x *Session) Assert(fixed ...logic.T) {
	x.fixed = append(x.fixed, fixed...)
	if x.inst != nil {
		for _, f := range fixed {
			x.inst.Assert(f)
		}
	}
}

// Close ends the session and gives up its memory.
func (x *Session) Close() {
	for i, y := range x.s.open {
		if x == y {
			x.s.open = append(x.s.open[:i], x.s.open[i+1:]...)
			break
		}
	}
	x.inst, x.closed = nil, true
}

// Check decides the fixed formula under the assumptions.
func (x *Session) Check(assumptions ...logic.T) Result {
	return x.CheckBudget(x.s.cfg.Budget, assumptions...)
}

// CheckBudget is Check within the budget b.
func (x *Session) CheckBudget(b Budget, assumptions ...logic.T) Result {
	if x.closed {
		panic("smt: Check of a closed session")
	}
	x.model, x.failed = nil, nil
	s := x.s
	start := time.Now()
	defer func() { s.Stats.EngineTime += time.Since(start) }()
	s.Stats.Engine++
	r, m, err := x.decide(b, assumptions)
	if err != nil {
		s.Stats.Errors++
		r = Unknown
	}
	switch r {
	case Sat:
		if !s.holds(x.fixed, m) || !s.holds(assumptions, m) {
			s.Stats.Invalid++
			s.Stats.Unknown++
			return Unknown
		}
		s.Stats.Sat++
		s.models.add(m)
		x.model, s.model = m, m
	case Unsat:
		s.Stats.Unsat++
		if s.cfg.Recheck != nil {
			f := append([]logic.T(nil), x.fixed...)
			for _, i := range x.failed {
				f = append(f, assumptions[i])
			}
			s.recheck(f)
		}
	default:
		s.Stats.Unknown++
	}
	return r
}

// refute is a Check that asks for no model: what is not refuted is not
// validated either.
func (x *Session) refute(b Budget, assumptions []logic.T) (Result, []int) {
	if x.inst == nil {
		r := x.CheckBudget(b, assumptions...)
		return r, x.failed
	}
	x.s.Stats.Engine++
	r, err := x.inst.Check(assumptions, b)
	if err != nil || r != Unsat {
		return r, nil
	}
	return Unsat, x.inst.Failed()
}

// Refuted reports whether the fixed formula excludes the assumptions. No model is
// asked for, so that the answer no costs less than that of CheckBudget.
func (x *Session) Refuted(b Budget, assumptions ...logic.T) bool {
	r, _ := x.refute(b, assumptions)
	return r == Unsat
}

func (x *Session) decide(b Budget, assumptions []logic.T) (r Result, m *logic.Model, err error) {
	if x.inst != nil {
		r, err = x.inst.Check(assumptions, b)
		switch r {
		case Sat:
			m = x.inst.Model()
		case Unsat:
			x.failed = x.inst.Failed()
		}
		return r, m, err
	}
	f := append(append([]logic.T(nil), x.fixed...), assumptions...)
	r, m, err = x.s.engine.Check(x.s.tb, f, b)
	if r == Unsat {
		for i := range assumptions {
			x.failed = append(x.failed, i)
		}
	}
	return r, m, err
}

// Failed gives, after Unsat, ascending indices of assumptions that are
// contradictory with the fixed formula. Valid until the next Check.
func (x *Session) Failed() []int { return x.failed }

// Model gives the model of the last Check, if that was Sat.
func (x *Session) Model() *logic.Model { return x.model }
