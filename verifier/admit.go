package verifier

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// The one gate that traces pass before they are reported, wherever they come
// from: the error must be reached in a replay, and whatever the values are
// that the program's text does not determine but the world does not choose
// either (cfg.Unknown).

// refusal says why a trace is not reported.
type refusal struct{ kind, reason string }

// admit returns nil if t is an error trace of the program.
func (v *run) admit(t *cfg.Trace) (no *refusal) {
	v.phase(PhaseFeasibility, func() {
		if what := v.dependence(t); what != "" {
			no = &refusal{"abstraction", "a trace depends on " + what}
		}
	})
	if no != nil {
		return no
	}
	v.phase(PhaseReplay, func() {
		if err := v.cfg.Replay(v.orig, t); err != nil {
			no = &refusal{"replay", fmt.Sprintf("a trace could not be replayed: %v", err)}
		}
	})
	return no
}

// dependence names an unknown value that matters for t: with the inputs of t,
// another value of it may not reach the error. It is "" if there is none.
func (v *run) dependence(t *cfg.Trace) string {
	first := slices.IndexFunc(t.Edges, func(e *cfg.Edge) bool { return hoare.IsUnknown(e.Stmt) })
	if first < 0 {
		return ""
	}
	enc := hoare.NewEncoder(newTable(v.clock), v.orig)
	tb := enc.TB
	s := enc.Residual(t)
	var facts, conds []logic.T
	for i, g := range s.Guard {
		if known(t.Edges[s.GuardStep[i]]) {
			facts = append(facts, g)
		} else {
			conds = append(conds, g)
		}
	}
	cond := tb.And(conds...)
	vars := tb.Vars(cond)
	if len(vars) == 0 {
		return "" // also where a condition is false whatever they are: the replay will tell
	}
	if smt.New(tb, v.engine, smt.Config{}).CheckBudget(v.question(), append(facts, tb.Not(cond))...) == smt.Unsat {
		return ""
	}
	for _, in := range s.Inputs {
		if slices.Contains(vars, in.Term) {
			return unknownName(t.Edges, in.Step)
		}
	}
	return unknownName(t.Edges, first)
}

// known reports whether the condition of an edge is no decision of the program
// but a fact that the lowering states, such as the range of a result.
func known(e *cfg.Edge) bool { return e.Role == cfg.RoleImplicit && len(e.From.Out) == 1 }

// unknownName describes the statement of a trace that chooses an unknown value.
func unknownName(edges []*cfg.Edge, i int) string {
	e := edges[i]
	pos := e.Pos
	for ; i >= 0 && !pos.IsValid(); i-- { // inside a library function that is described in C
		pos = edges[i].Pos
	}
	if s, ok := e.Stmt.(*cfg.Havoc); ok && s.Func != "" {
		return fmt.Sprintf("the result of %s at %s, which is not modelled", s.Func, pos)
	}
	if e.Text != "" {
		return fmt.Sprintf("what %s at %s stores, which is not modelled", e.Text, pos)
	}
	return fmt.Sprintf("the value of %s at %s", e.Stmt, pos)
}
