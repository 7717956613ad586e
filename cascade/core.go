package cascade

import (
	"slices"
	"time"

	"culprit/logic"
	"culprit/smt"
)

// check decides whether the formula is unsatisfiable by now, for a walk over
// all instances. Constraints that do not transitively intersect with the
// condition are left out (section 4.3), and nothing is asked if none of the
// others changed.
func (w *walk) check() bool {
	in := w.component()
	fs := w.formula(w.n)
	var which []int
	changed := false
	for k := range w.items {
		it := &w.items[k]
		connected := in == nil || in[k]
		changed = changed || connected && it.changed && !it.operand
		it.changed = false
		if (connected || w.b.conf.NoIndependence) && fs[k] != logic.True {
			which = append(which, k)
		}
	}
	if !changed && !w.b.conf.NoSkipping {
		w.b.stats.Skipped++
		return false
	}
	return w.ask(fs, which) == smt.Unsat
}

// ask asks the solver about items. An answer that is not known counts as
// satisfiable: the formula before an earlier instance is decided, at the
// latest where all is constant. Nothing is asked where a conjunct is false or
// all are true by simplification alone.
func (w *walk) ask(fs []logic.T, which []int) smt.Result {
	b := w.b
	start := time.Now()
	defer func() { b.stats.SolverTime += time.Since(start) }()
	size := 0
	terms := make([]logic.T, 0, len(which))
	for _, k := range which {
		switch fs[k] {
		case logic.False:
			return smt.Unsat
		case logic.True:
		default:
			terms = append(terms, fs[k])
			size += b.trace.tb.Size(fs[k])
		}
	}
	if len(terms) == 0 {
		return smt.Sat
	}
	w.work += len(terms)
	left := float64(b.work) / treeWork
	if size > int(left*mostAsked) {
		return smt.Unknown
	}
	b.stats.Checks++
	b.stats.Constraints += len(terms)
	asked := b.solver.Stats.Engine
	r := b.solver.CheckBudget(smt.Budget{Conflicts: max(leastConflicts, int64(left*mostConflicts))}, terms...)
	if r == smt.Unknown && b.solver.Stats.Engine > asked {
		b.work = max(0, b.work-unknownWork)
	}
	return r
}

// component marks the items that transitively share a symbol with the
// condition, which is the first; nil means all. A walk that follows symbols
// has no others.
func (w *walk) component() []bool {
	if !w.literal || w.b.conf.NoIndependence && w.b.conf.NoSkipping {
		return nil
	}
	at := map[logic.T][]int{}
	for k := range w.items {
		for _, v := range w.t.tb.Vars(w.items[k].now) {
			at[v] = append(at[v], k)
		}
	}
	in := make([]bool, len(w.items))
	in[0] = true
	seen := map[logic.T]bool{}
	for work := []int{0}; len(work) > 0; {
		k := work[len(work)-1]
		work = work[:len(work)-1]
		add := func(k int) {
			if !in[k] {
				in[k] = true
				work = append(work, k)
			}
		}
		for _, v := range w.t.tb.Vars(w.items[k].now) {
			if seen[v] {
				continue
			}
			seen[v] = true
			for _, u := range at[v] {
				add(u)
			}
			if w.pending[v] {
				for _, o := range w.t.opaque[w.t.ownerOf(v)] {
					add(w.operand[o])
				}
			}
		}
	}
	return in
}

// core is a minimal unsatisfiable core of the formula after n events: the one
// that is left when conjuncts are dropped as far as possible, the earliest of
// the run first. So it depends only on the formula, and conjuncts that
// do not intersect with the condition are never in it. Instead of dropping
// them one by one, each member is found as the last of the shortest beginning
// of the rest, latest first, that is unsatisfiable together with the members
// found before.
func (w *walk) core(n int) []conjunct {
	fs := w.formula(n)
	rest := slices.DeleteFunc(constraints(fs), func(k int) bool { return k == 0 })
	slices.SortStableFunc(rest, func(a, b int) int { return w.items[b].inst - w.items[a].inst })
	fixed := []int{0}
	core := []conjunct{w.items[0].conjunct}
	known := w.part // unsatisfiable
	if w.literal {
		known = rest
	}
	for {
		lo, hi := -1, last(rest, known) // rest[:hi] is enough, rest[:lo] is not
		for lo+1 < hi {
			mid := (lo + hi) / 2
			if lo < 0 && !w.literal {
				mid = hi - 1
			}
			r, part, m := w.decide(fs, slices.Concat(fixed, rest[:mid]), fixed)
			if r == smt.Unsat {
				known = part
				hi = last(rest, known)
				continue
			}
			for lo = mid; m != nil && lo < hi-1 && w.one.Holds(fs[rest[lo]]); {
				lo++
			}
		}
		if hi == 0 {
			return core
		}
		k := rest[hi-1]
		fixed = append(fixed, k)
		core = append(core, w.items[k].conjunct)
		rest = rest[:hi-1]
	}
}

// last is the length of the shortest beginning of a list that has all of its
// elements that are among others.
func last(list, others []int) int {
	for k := len(list); k > 0; k-- {
		if slices.Contains(others, list[k-1]) {
			return k
		}
	}
	return 0
}
