package hoare

import (
	"culprit/cfg"
	"culprit/logic"
)

// What only tests ask a run.

// N is the number of instances that have terms.
func (r *Run) N() int { return len(r.nodes) }

// Edge is the edge of instance i, nil if it has no terms.
func (r *Run) Edge(i int) *cfg.Edge {
	if n := r.node(i); n != nil {
		return n.edge
	}
	return nil
}

// Value is the value that instance i wrote first, as a term over the symbols
// it read; ok is false if it has no terms or wrote nothing.
func (r *Run) Value(i int) (t logic.T, ok bool) {
	if ws := r.Writes(i); len(ws) > 0 {
		return ws[0].Def, true
	}
	return 0, false
}

// Model gives every symbol the value it had in the run. Free symbols are zero.
// It must not be changed.
func (r *Run) Model() *logic.Model { return r.state.Model }

// Support lists the instances from number from on whose values the terms
// depend on, directly or through definitions, ascending: the transforming
// instances of a predicate that is carried back to there.
func (r *Run) Support(from int, ts ...logic.T) []int {
	var out []int
	for _, w := range r.support(ts, from, nil) {
		if i := r.nodeOf(w).inst; len(out) == 0 || out[len(out)-1] != i {
			out = append(out, i)
		}
	}
	return out
}

// Equations are the definitions of what an instance wrote, as formulas over
// its symbols: an encoding that keeps each instance apart.
func (r *Run) Equations(i int) []logic.T {
	var out []logic.T
	for _, w := range r.Writes(i) {
		out = append(out, r.TB.Eq(w.Sym, w.Def))
	}
	return out
}
