package relevance

import (
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// suffix is the rest of a trace after the statements at some steps were
// replaced by x := X for a symbol X, as a difference to F. Inputs chosen later
// keep their symbols, so that a condition the replacement does not influence
// is the very same term.
type suffix struct {
	x     logic.T // X
	first int     // first replaced step
	// changed are the conjuncts that differ from those of F at their step,
	// and gone[i] tells that conjunct i of F has no counterpart any more.
	// Assumptions of allocations count as gone and never as changed: a heap
	// that would overflow is not a blocked execution.
	changed []logic.T
	gone    map[int]bool
}

// suffix executes the trace from the first of the ascending steps on with
// t := x at those steps, which execute the same statement: in each activation
// t is a variable of its own. Only statements that read something different from
// the original execution are executed again.
func (r *run) suffix(t *target, steps []int, x logic.T) *suffix {
	r.advance(steps[0])
	sx := &suffix{x: x, first: steps[0], gone: map[int]bool{}}
	s := r.cur.Clone()
	s.Guard, s.Inputs = nil, nil
	step := 0
	s.Choose = func(int, logic.Sort) logic.T { return r.input[step] }
	differs := make([]bool, r.enc.Symbols())
	count := 0
	mark := func(sym int, d bool) {
		if differs[sym] != d {
			differs[sym] = d
			if d {
				count++
			} else {
				count--
			}
		}
	}
	base := r.firstGuard(steps[0])
	for k := steps[0]; k < len(r.tr.Edges); k++ {
		step = k
		e := r.tr.Edges[k]
		replaced := len(steps) > 0 && steps[0] == k
		n := len(r.guards[k])
		switch {
		case replaced:
			steps = steps[1:]
			s.Guard = s.Guard[:0]
			targets(e)[t.param].replace(s, e, x)
			r.compare(sx, k, base, s.Guard, true)
			for _, w := range r.writes[k] { // what t names is among it
				mark(w.sym, value(s, w.sym) != w.val)
			}
		case anyOf(r.reads[k], differs):
			s.Guard = s.Guard[:0]
			s.Exec(e)
			r.compare(sx, k, base, s.Guard, false)
			for _, w := range r.writes[k] {
				mark(w.sym, value(s, w.sym) != w.val)
			}
		default:
			for _, w := range r.writes[k] {
				assign(s, w.sym, w.val)
				mark(w.sym, false)
			}
			if r.isAlloc(k) {
				for i := range n {
					sx.gone[base+i] = true
				}
			}
		}
		base += n
		if count == 0 && len(steps) == 0 {
			r.dropAllocs(sx, base)
			break
		}
	}
	return sx
}

// firstGuard is the index of the first conjunct of F added at step k or later.
func (r *run) firstGuard(k int) int {
	i, _ := slices.BinarySearchFunc(r.all, k, func(g guard, k int) int { return g.step - k })
	return i
}

func (r *run) isAlloc(k int) bool {
	_, ok := r.tr.Edges[k].Stmt.(*cfg.Alloc)
	return ok
}

// dropAllocs makes the allocations' assumptions from conjunct i on gone.
func (r *run) dropAllocs(sx *suffix, i int) {
	for ; i < len(r.all); i++ {
		if r.all[i].alloc {
			sx.gone[i] = true
		}
	}
}

// compare records what is different at step k, whose original conjuncts start
// at index base of F.
func (r *run) compare(sx *suffix, k, base int, now []logic.T, replaced bool) {
	old := r.guards[k]
	if replaced || r.isAlloc(k) {
		for i := range old {
			sx.gone[base+i] = true
		}
		return
	}
	cs := conjuncts(r.tb, now)
	for i, g := range old {
		if !slices.Contains(cs, g) {
			sx.gone[base+i] = true
		}
	}
	for _, c := range cs {
		if !slices.Contains(old, c) && !slices.Contains(sx.changed, c) {
			sx.changed = append(sx.changed, c)
		}
	}
}

func anyOf(syms []int, set []bool) bool {
	for _, s := range syms {
		if set[s] {
			return true
		}
	}
	return false
}

// later tells whether v is an input chosen after the replaced statement; those
// are the ones that Definition 3.1 quantifies over for all.
func (r *run) later(sx *suffix, v logic.T) bool {
	k, ok := r.steps[v]
	return ok && k > sx.first
}

// rest selects the conjuncts of F that belong to the replaced trace: those
// before the replacement and those after it that did not change. The heap's
// assumptions after it do not count.
func (r *run) rest(sx *suffix) func(i int) bool {
	return func(i int) bool { return !sx.gone[i] }
}
