package hoare

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// Truth values that are made of branches. The lowering turns a && or || with
// calls in its operands, used as a value, into branches that lead to
// assignments of 1 and 0 to a temporary. The program has no such branches for
// the user: the value is that of the operands. A branch selects the value if
// its other outcome leads straight to the other assignment; where all of them
// went as they did, and only there, the value is the one assigned.

// truthValues is what is known of such values while a run is read and after.
type truthValues struct {
	// other is, by branch edge, the assignment that the other outcome leads to.
	other map[*cfg.Edge]*cfg.Assign
	open  map[truthKey][]truthBranch
	of    map[int][]int // branch instances by instance of the assignment
	by    map[int]int   // the opposite
}

// truthKey names a temporary in an activation.
type truthKey struct {
	v     *cfg.Var
	depth int
}

// truthBranch is a branch that an evaluation has passed.
type truthBranch struct {
	inst  int
	cond  logic.T
	other uint64 // what would have been assigned
}

func newTruthValues(prog *cfg.Program) *truthValues {
	t := &truthValues{other: map[*cfg.Edge]*cfg.Assign{}, open: map[truthKey][]truthBranch{}, of: map[int][]int{}, by: map[int]int{}}
	for _, l := range prog.Locs {
		if len(l.Out) != 2 {
			continue
		}
		for k, e := range l.Out {
			if to := l.Out[1-k].To; len(to.Out) == 1 {
				if a, ok := to.Out[0].Stmt.(*cfg.Assign); ok && truthValue(a) {
					t.other[e] = a
				}
			}
		}
	}
	return t
}

// truthValue reports whether a statement assigns 0 or 1 to a temporary.
func truthValue(a *cfg.Assign) bool {
	k, ok := a.Src.(*cfg.Const)
	return ok && a.Dst.Temp && k.V <= 1 && k.T.Kind == cfg.Bits
}

// mayselect notes a branch whose other outcome would have given a value.
func (r *Run) mayselect(cond logic.T) {
	if r.truth == nil || r.TB.IsConst(cond) {
		return
	}
	if a := r.truth.other[r.inst.Edge]; a != nil {
		key := truthKey{a.Dst, len(r.calls)}
		r.truth.open[key] = append(r.truth.open[key], truthBranch{r.inst.Index, cond, a.Src.(*cfg.Const).V})
	}
}

// selected is the value that an assignment gives, def if no branch selects it.
func (r *Run) selected(a *cfg.Assign, def logic.T) logic.T {
	if r.truth == nil || !truthValue(a) {
		return def
	}
	key := truthKey{a.Dst, len(r.calls)}
	v, all := a.Src.(*cfg.Const).V, logic.True
	for _, b := range r.truth.open[key] {
		if b.other != v {
			all = r.TB.And(all, b.cond)
			r.truth.of[r.inst.Index] = append(r.truth.of[r.inst.Index], b.inst)
			r.truth.by[b.inst] = r.inst.Index
		}
	}
	delete(r.truth.open, key)
	if all == logic.True {
		return def
	}
	return r.TB.Ite(all, def, r.TB.BV(r.TB.Width(def), 1-v))
}

// Selects lists the branch instances whose conditions define the truth value
// that instance i assigned (RunOptions.Select), ascending.
func (r *Run) Selects(i int) []int {
	if r.truth == nil {
		return nil
	}
	return slices.Clone(r.truth.of[i])
}

// SelectedBy is the instance whose value branch instance i selects; ok is
// false if it is a branch like others.
func (r *Run) SelectedBy(i int) (value int, ok bool) {
	if r.truth == nil {
		return 0, false
	}
	value, ok = r.truth.by[i]
	return value, ok
}
