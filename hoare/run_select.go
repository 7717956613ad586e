package hoare

import (
	"culprit/cfg"
	"culprit/logic"
)

// Truth values that are made of branches. The lowering turns a && or || with
// calls in its operands, used as a value, into branches that lead to
// assignments of 1 and 0 to a temporary. The program has no such branches for
// the user: the value is that of the operands. A branch selects the value if
// its other outcome leads straight to the other assignment; where all of them
// went as they did, and only there, the value is the one assigned. An operand
// with effects that last decides about more than the value, so that the
// branches before it stay what they are.

// truthValues is what is known of such values while a run is read and after.
type truthValues struct {
	// other is, by branch edge, the assignment that the other outcome leads to.
	other   map[*cfg.Edge]*cfg.Assign
	open    map[truthKey][]truthBranch
	effects int           // instances so far that wrote memory or a global variable
	selects map[int]bool  // branch instances that select a value
	of      map[int][]int // the same by instance of the assignment
}

// truthKey names a temporary in an activation.
type truthKey struct {
	v     *cfg.Var
	depth int
}

// truthBranch is a branch that an evaluation has passed.
type truthBranch struct {
	inst    int
	cond    logic.T
	other   uint64 // what would have been assigned
	effects int    // when it was passed
}

func newTruthValues(prog *cfg.Program) *truthValues {
	t := &truthValues{other: map[*cfg.Edge]*cfg.Assign{}, open: map[truthKey][]truthBranch{}, selects: map[int]bool{}, of: map[int][]int{}}
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

// effect counts an instance whose effects outlast the operand it belongs to.
func (t *truthValues) effect(i *cfg.Instance) {
	for _, w := range i.Writes {
		if w.Var == nil || w.Var.Proc == nil {
			t.effects++
			return
		}
	}
	if _, ok := i.Edge.Stmt.(*cfg.Lib); ok {
		t.effects++
	}
}

// end forgets the branches of an evaluation at the assignment that ends it,
// whether the instance gets terms or not, and returns them.
func (t *truthValues) end(i *cfg.Instance, depth int) []truthBranch {
	a, ok := i.Edge.Stmt.(*cfg.Assign)
	if !ok || !truthValue(a) {
		return nil
	}
	key := truthKey{a.Dst, depth}
	open := t.open[key]
	delete(t.open, key)
	return open
}

// mayselect notes a branch whose other outcome would have given a value.
func (r *Run) mayselect(cond logic.T) {
	if r.truth == nil || r.TB.IsConst(cond) {
		return
	}
	if a := r.truth.other[r.inst.Edge]; a != nil {
		key := truthKey{a.Dst, len(r.calls)}
		r.truth.open[key] = append(r.truth.open[key], truthBranch{r.inst.Index, cond, a.Src.(*cfg.Const).V, r.truth.effects})
	}
}

// selected is the value that an assignment gives, def if no branch selects it.
func (r *Run) selected(a *cfg.Assign, def logic.T) logic.T {
	if r.truth == nil {
		return def
	}
	all := logic.True
	for _, b := range r.truth.end(r.inst, len(r.calls)) {
		if b.other != a.Src.(*cfg.Const).V && b.effects == r.truth.effects {
			all = r.TB.And(all, b.cond)
			r.truth.selects[b.inst] = true
			r.truth.of[r.inst.Index] = append(r.truth.of[r.inst.Index], b.inst)
		}
	}
	if all == logic.True {
		return def
	}
	return r.TB.Ite(all, def, r.TB.BV(r.TB.Width(def), 1-a.Src.(*cfg.Const).V))
}

// Selects reports whether the condition of branch instance i is a part of the
// truth value that it led to (RunOptions.Select).
func (r *Run) Selects(i int) bool { return r.truth != nil && r.truth.selects[i] }

// Selected lists the branch instances whose conditions are parts of the truth
// value that instance i assigned, ascending. The slice must not be changed.
func (r *Run) Selected(i int) []int {
	if r.truth == nil {
		return nil
	}
	return r.truth.of[i]
}
