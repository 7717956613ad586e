package verifier

import (
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// feasibility is the answer for one word.
type feasibility struct {
	result smt.Result
	// steps is, for an infeasible word whose conditions are contradictory by
	// themselves, the number of letters up to the contradiction.
	letters int
	trace   *cfg.Trace // of a feasible word
	// floats tells that the trace depends on what operations on floats leave
	// open: the bits of a NaN, an integer that cannot hold the number.
	floats bool
}

// decide executes a word symbolically from program start, in a term table of
// its own, and asks whether its conditions can hold together.
func decide(prog *cfg.Program, word []*hoare.Letter, engine smt.Engine, clock *work.Clock, budget smt.Budget) feasibility {
	enc := hoare.NewEncoder(logic.TableOn(clock), prog)
	tb := enc.TB
	s := hoare.NewSym(enc)
	var edges []*cfg.Edge
	for i, l := range word {
		s.ExecLetter(l)
		edges = append(edges, l.Edges...)
		if s.Dead {
			return feasibility{result: smt.Unsat, letters: i + 1}
		}
	}
	solver := smt.New(tb, engine, smt.Config{})
	r := solver.CheckBudget(budget, s.Guard...)
	f := feasibility{result: r, letters: len(word)}
	if r != smt.Sat {
		return f
	}
	cond := tb.And(s.Guard...)
	for _, t := range tb.Cone(cond) {
		if tb.Op(t) == logic.OpApply {
			f.floats = true
			break
		}
	}
	f.trace = &cfg.Trace{Edges: edges, Inputs: s.CfgInputs(plain(tb, cond, s.Inputs, solver.Model()))}
	return f
}
