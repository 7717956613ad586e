package cascade

import (
	"slices"
	"time"

	"culprit/logic"
	"culprit/smt"
)

// Bounds of one question to the solver.
const (
	mostConflicts  = 300
	leastConflicts = 20
	mostAsked      = 4000 // terms
)

// check decides whether the formula is unsatisfiable by now. Constraints that
// do not transitively intersect with the condition are left out (section
// 4.3), and nothing is asked if none of the others changed.
func (w *walk) check() bool {
	in := w.component()
	var fs []logic.T
	changed := false
	for k := range w.items {
		it := &w.items[k]
		connected := in == nil || in[k]
		changed = changed || connected && it.changed && !it.operand
		if (connected || w.b.conf.NoIndependence) && !it.operand && it.now != logic.True {
			fs = append(fs, it.now)
		}
	}
	for k := range w.items {
		w.items[k].changed = false
	}
	if !changed && !w.b.conf.NoSkipping {
		w.b.stats.Skipped++
		return false
	}
	w.b.stats.Checks++
	w.b.stats.Constraints += len(fs)
	w.work += len(fs)
	r := w.b.ask(fs)
	w.unknown = w.unknown || r == smt.Unknown && w.b.work > 0
	return r == smt.Unsat
}

// ask asks the solver. An answer that is not known counts as satisfiable: the
// formula before an earlier instance is decided, at the latest where all is
// constant.
func (b *Builder) ask(fs []logic.T) smt.Result {
	start := time.Now()
	defer func() { b.stats.SolverTime += time.Since(start) }()
	size := 0
	for _, f := range fs {
		if f == logic.False {
			return smt.Unsat
		}
		size += b.trace.tb.Size(f)
	}
	left := float64(b.work) / treeWork
	if size > int(left*mostAsked) {
		return smt.Unknown
	}
	asked := b.solver.Stats.Engine
	r := b.solver.CheckBudget(smt.Budget{Conflicts: max(leastConflicts, int64(left*mostConflicts))}, fs...)
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

// core is a minimal unsatisfiable core of the formula: the one that is left
// when conjuncts are dropped as far as possible, the earliest of the run
// first. So it depends on nothing but the formula, and conjuncts that do not
// intersect with the condition are never in it. Instead of dropping them one
// by one, each member is found by bisection: it is the last of the shortest
// beginning of the rest, latest first, that is unsatisfiable together with the
// members found before.
func (w *walk) core() []conjunct {
	rest := make([]int, 0, len(w.items))
	for k := 1; k < len(w.items); k++ {
		if it := &w.items[k]; !it.operand && it.now != logic.True {
			rest = append(rest, k)
		}
	}
	slices.SortStableFunc(rest, func(a, b int) int { return w.items[b].inst - w.items[a].inst })
	fixed := []logic.T{w.items[0].now}
	core := []conjunct{w.items[0].conjunct}
	for w.b.ask(fixed) != smt.Unsat {
		lo, hi := 0, len(rest) // rest[:hi] is enough, rest[:lo] is not
		for lo+1 < hi {
			mid := (lo + hi) / 2
			fs := slices.Clone(fixed)
			for _, k := range rest[:mid] {
				fs = append(fs, w.items[k].now)
			}
			if w.b.ask(fs) == smt.Unsat {
				hi = mid
			} else {
				lo = mid
			}
		}
		if hi == 0 {
			break
		}
		k := rest[hi-1]
		fixed = append(fixed, w.items[k].now)
		core = append(core, w.items[k].conjunct)
		rest = rest[:hi-1]
	}
	return core
}
