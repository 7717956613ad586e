// Package hoaretest looks at the terms of a recorded run by substitution alone, as a
// naive twin of what packages hoare and cascade compute from them.
package hoaretest

import (
	"fmt"
	"slices"

	"culprit/hoare"
	"culprit/logic"
)

// Check evaluates all definitions, conditions and alias conjuncts in the run
// and says which of them does not have the value that the run recorded.
func Check(r *hoare.Run) error {
	for _, i := range r.Instances() {
		for _, w := range r.Writes(i) {
			if v := r.Eval(w.Def); v != w.Value {
				return fmt.Errorf("instance %d: %s is %#x, the run wrote %#x", i, r.TB.String(w.Def), v, w.Value)
			}
		}
		for _, t := range append(slices.Clone(r.Alias(i)), r.Cond(i)) {
			if r.Eval(t) != 1 {
				return fmt.Errorf("instance %d: %s does not hold in the run", i, r.TB.String(t))
			}
		}
	}
	return nil
}

// Expand replaces the symbols in terms by their definitions, and so on down to
// the symbols of instances before from and of those for which symbolic holds
// (nil: none), which stay. It is the weakest precondition of the terms before
// instance from, with the writes of symbolic instances taken as inputs.
func Expand(r *hoare.Run, from int, symbolic func(i int) bool, ts ...logic.T) []logic.T {
	defs := map[logic.T]logic.T{} // by symbol
	for _, i := range r.Instances() {
		if i < from || symbolic != nil && symbolic(i) {
			continue
		}
		for _, w := range r.Writes(i) {
			m := map[logic.T]logic.T{}
			for _, v := range r.TB.Vars(w.Def) {
				if d, ok := defs[v]; ok {
					m[v] = d
				}
			}
			defs[w.Sym] = r.TB.Subst(w.Def, m)
		}
	}
	return r.TB.SubstAll(ts, defs)
}
