package hoare

import (
	"fmt"
	"slices"

	"culprit/logic"
)

// A naive twin of package cascade's summaries: the tests of both packages compare the
// two.

// Check evaluates all definitions, conditions and alias conjuncts in the run
// and says which of them does not have the value that the run recorded.
func (r *Run) Check() error {
	for k := range r.nodes {
		n := &r.nodes[k]
		for _, w := range r.writes[n.writes[0]:n.writes[1]] {
			if v := r.state.Eval(w.Def); v != w.Value {
				return fmt.Errorf("hoare: instance %d (%s): %s is %#x, the run wrote %#x", n.inst, n.edge.Text, r.TB.String(w.Def), v, w.Value)
			}
		}
		for _, t := range append(r.terms[n.alias[0]:n.alias[1]:n.alias[1]], n.cond) {
			if !r.state.ev.Holds(t) {
				return fmt.Errorf("hoare: instance %d (%s): %s does not hold in the run", n.inst, n.edge.Text, r.TB.String(t))
			}
		}
	}
	return nil
}

// support lists the writes whose symbols t depends on, ascending, without
// those of instances before from and without looking through those that stay.
func (r *Run) support(t []logic.T, from int, stays func(i int) bool) []int32 {
	seen := map[int32]bool{}
	var out []int32
	work := slices.Clone(t)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range r.TB.Vars(x) {
			w, ok := r.owner[v]
			if !ok || seen[w] {
				continue
			}
			seen[w] = true
			i := r.nodeOf(w).inst
			if i < from || stays != nil && stays(i) {
				continue
			}
			out = append(out, w)
			work = append(work, r.writes[w].Def)
		}
	}
	slices.Sort(out)
	return out
}

// Expand replaces the symbols in terms by their definitions, and so on down to
// the symbols of instances before from and of those for which symbolic holds
// (nil: none), which stay. It is the weakest precondition of the terms before
// instance from, with the writes of symbolic instances taken as inputs.
func (r *Run) Expand(from int, symbolic func(i int) bool, ts ...logic.T) ([]logic.T, error) {
	ws := r.support(ts, from, symbolic)
	value := make(map[logic.T]logic.T, len(ws))
	m := map[logic.T]logic.T{}
	subst := func(t logic.T) logic.T {
		clear(m)
		for _, v := range r.TB.Vars(t) {
			if x, ok := value[v]; ok {
				m[v] = x
			}
		}
		if len(m) == 0 {
			return t
		}
		return r.TB.Subst(t, m)
	}
	for _, w := range ws {
		value[r.writes[w].Sym] = subst(r.writes[w].Def)
		if r.TB.Len()-r.base > r.opt.MaxTerms {
			return nil, fmt.Errorf("%w: %d while definitions are substituted", ErrRunTooLong, r.opt.MaxTerms)
		}
	}
	out := make([]logic.T, len(ts))
	for k, t := range ts {
		out[k] = subst(t)
	}
	return out, nil
}

// nodeOf is the node of a write.
func (r *Run) nodeOf(w int32) *node {
	k, ok := slices.BinarySearchFunc(r.nodes, w, func(n node, w int32) int {
		switch {
		case n.writes[1] <= w:
			return -1
		case n.writes[0] > w:
			return 1
		}
		return 0
	})
	if !ok {
		panic("hoare: a write without instance")
	}
	return &r.nodes[k]
}
