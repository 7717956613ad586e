package hoare

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// Values that are made of branches. The lowering turns a && or || with calls in
// its operands, used as a value, into branches that lead to assignments of 1
// and 0 to a temporary; users write if and else around assignments of constants
// to one variable. In both the value is that of the conditions: a branch
// selects it if its other outcome leads to other assignments of this variable
// and nothing else. An operand with effects that last decides about more than
// the value, so that the branches before it stay what they are.

// truthValues is what is known of such values while a run is read and after.
type truthValues struct {
	other   map[*cfg.Edge]choice // by branch edge: where its other outcome leads
	open    map[truthKey][]truthBranch
	effects int           // instances so far that wrote memory or a global variable
	selects map[int]bool  // branch instances that select a value
	of      map[int][]int // the same by instance of the assignment
}

// truthKey names a variable in an activation.
type truthKey struct {
	v     *cfg.Var
	depth int
}

// truthBranch is a branch that an evaluation has passed.
type truthBranch struct {
	inst    int
	cond    logic.T
	other   choice
	effects int // when it was passed
}

// choice is what all paths from a location do first: they assign a constant to
// v, which is c if that is known, and meet at a location.
type choice struct {
	v     *cfg.Var
	meet  *cfg.Loc
	c     uint64
	known bool
}

func newTruthValues(prog *cfg.Program) *truthValues {
	t := &truthValues{other: map[*cfg.Edge]choice{}, open: map[truthKey][]truthBranch{}, selects: map[int]bool{}, of: map[int][]int{}}
	for _, l := range prog.Locs {
		if len(l.Out) != 2 {
			continue
		}
		for k, e := range l.Out {
			// A branch of the user must lead to an assignment as well. The
			// evaluation of a temporary always ends with an assignment.
			d := chosen(l.Out[1-k].To, maxChoices)
			if d.v == nil {
				continue
			}
			if o := chosen(e.To, maxChoices); d.v.Temp || o.v == d.v && o.meet == d.meet {
				t.other[e] = d
			}
		}
	}
	return t
}

// chosen is the choice at a location; its v is nil if there is none.
func chosen(l *cfg.Loc, n int) choice {
	switch {
	case n == 0:
	case len(l.Out) == 1:
		switch st := l.Out[0].Stmt.(type) {
		case *cfg.Assign:
			if constant(st) {
				return choice{st.Dst, past(l.Out[0].To), st.Src.(*cfg.Const).V, true}
			}
		case *cfg.Skip:
			return chosen(l.Out[0].To, n-1)
		}
	case len(l.Out) == 2:
		x, y := chosen(l.Out[0].To, n-1), chosen(l.Out[1].To, n-1)
		if x.v == y.v && x.meet == y.meet {
			return choice{x.v, x.meet, x.c, x.known && y.known && x.c == y.c}
		}
	}
	return choice{}
}

// past is the location after statements that do nothing.
func past(l *cfg.Loc) *cfg.Loc {
	for range maxChoices {
		if len(l.Out) != 1 {
			break
		}
		if _, ok := l.Out[0].Stmt.(*cfg.Skip); !ok {
			break
		}
		l = l.Out[0].To
	}
	return l
}

// constant reports whether a statement assigns a constant to a local variable.
func constant(a *cfg.Assign) bool {
	k, ok := a.Src.(*cfg.Const)
	return ok && a.Dst.Proc != nil && k.T.Kind == cfg.Bits
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
	if !ok {
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
	if d := r.truth.other[r.state.Inst.Edge]; d.v != nil {
		key := truthKey{d.v, r.state.Depth()}
		r.truth.open[key] = append(r.truth.open[key], truthBranch{r.state.Inst.Index, cond, d, r.truth.effects})
	}
}

// selected is the value that an assignment gives, def if no branch selects it.
// The value on the way not taken is unknown if it depends on branches that
// were not executed.
func (r *Run) selected(a *cfg.Assign, def logic.T) logic.T {
	if r.truth == nil {
		return def
	}
	passed := r.truth.end(r.state.Inst, r.state.Depth())
	if !constant(a) {
		return def
	}
	value, w := def, r.TB.Width(def)
	for _, b := range slices.Backward(passed) {
		if b.other.known && b.other.c == a.Src.(*cfg.Const).V || b.effects != r.truth.effects {
			continue
		}
		other := r.TB.BV(w, b.other.c)
		if !b.other.known {
			other = r.TB.Fresh(fmt.Sprintf("else@%d", b.inst), logic.BVSort(w))
		}
		value = r.TB.Ite(b.cond, value, other)
		r.truth.selects[b.inst] = true
		r.truth.of[r.state.Inst.Index] = append(r.truth.of[r.state.Inst.Index], b.inst)
	}
	slices.Sort(r.truth.of[r.state.Inst.Index])
	return value
}

// Selects reports whether the condition of branch instance i is a part of the
// value that it led to (RunOptions.Select).
func (r *Run) Selects(i int) bool { return r.truth != nil && r.truth.selects[i] }

// Selected lists the branch instances whose conditions are parts of the
// value that instance i assigned, ascending. The slice must not be changed.
func (r *Run) Selected(i int) []int {
	if r.truth == nil {
		return nil
	}
	return r.truth.of[i]
}
