package verifier

import (
	"context"
	"time"

	"culprit/cfg"
	"culprit/hoare"
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
	// unknown names an over-approximated construct whose value the trace
	// depends on.
	unknown *cfg.Edge
	// floats tells that the trace depends on float operations, which the
	// solver does not interpret.
	floats bool
}

// decide executes a word symbolically from program start, in a term table of
// its own, and asks whether its conditions can hold together.
func decide(ctx context.Context, prog *cfg.Program, word []*hoare.Letter, engine smt.Engine, budget time.Duration) feasibility {
	enc := hoare.NewEncoder(logic.NewTable(), prog)
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
	r := solver.CheckBudget(smt.Budget{Time: budget, Ctx: ctx}, s.Guard...)
	f := feasibility{result: r, letters: len(word)}
	if r != smt.Sat {
		return f
	}
	cond := tb.And(s.Guard...)
	used := map[logic.T]bool{}
	for _, v := range tb.Vars(cond) {
		used[v] = true
	}
	for _, in := range s.Inputs {
		if h, ok := in.Edge.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Unknown && used[in.Term] {
			f.unknown = in.Edge
			break
		}
		if h, ok := in.Edge.Stmt.(*cfg.MemHavoc); ok && h.Kind == cfg.Unknown && used[in.Term] {
			f.unknown = in.Edge
			break
		}
	}
	for _, t := range tb.Cone(cond) {
		if tb.Op(t) == logic.OpApply {
			f.floats = true
			break
		}
	}
	f.trace = &cfg.Trace{Edges: edges, Inputs: s.CfgInputs(solver.Model())}
	return f
}
