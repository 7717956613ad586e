package hoare

import (
	"culprit/cfg"
	"culprit/logic"
	"slices"
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
	for _, w := range r.support(ts, from) {
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

// support lists the writes whose symbols t depends on, ascending, without
// those of instances before from.
func (r *Run) support(t []logic.T, from int) []int32 {
	seen := map[int32]bool{}
	var out []int32
	for work := slices.Clone(t); len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range r.TB.Vars(x) {
			if w, ok := r.owner[v]; ok && !seen[w] && r.nodeOf(w).inst >= from {
				seen[w] = true
				out = append(out, w)
				work = append(work, r.writes[w].Def)
			}
		}
	}
	slices.Sort(out)
	return out
}

// nodeOf is the node of a write.
func (r *Run) nodeOf(w int32) *node {
	k := slices.IndexFunc(r.nodes, func(n node) bool { return n.writes[0] <= w && w < n.writes[1] })
	return &r.nodes[k]
}
