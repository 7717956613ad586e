package cascade

import (
	"context"
	"slices"
	"time"

	"culprit/logic"
	"culprit/smt"
)

// cause is Algorithm 1 for a condition at instance k. It returns the core and
// the instance before which the formula is unsatisfiable, or bounded.
func (b *Builder) cause(ctx context.Context, k int, wanted conjunct) (core []conjunct, stop int, bounded bool) {
	start, solver := time.Now(), b.stats.SolverTime
	mark := b.trace.tb.Mark()
	defer func() {
		b.trace.tb.Release(mark)
		b.stats.WPTime += time.Since(start) - (b.stats.SolverTime - solver)
	}()
	if b.work == 0 && b.hopeless[b.g.Edge(k)] {
		return []conjunct{wanted}, 0, true
	}
	w := b.newWalk(k, wanted, max(leastWork, min(mostWork, b.work/16)))
	sat, ok := w.bracket(ctx)
	if !ok {
		b.work = max(0, b.work-w.work)
		b.hopeless[b.g.Edge(k)] = true
		return []conjunct{wanted}, 0, true
	}
	n := w.boundary(sat)
	return w.core(n), w.stops[n], false
}

// bracket walks until the formula is unsatisfiable. It returns the last number
// of events at which it is known not to be, -1 if there is none; ok is false
// if a limit was reached before.
//
// A formula is unsatisfiable before all instances before one where it is. So
// where the witness is lost, not every formula has to be decided.
func (w *walk) bracket(ctx context.Context) (sat int, ok bool) {
	sat, next, step := -1, 0, 1
	for {
		switch {
		case w.literal:
			if w.check() {
				return sat, true
			}
			sat = w.n
		case w.items[0].now == logic.False || w.false && !w.over:
			return sat, true
		case w.witness.satisfies():
			sat = w.n
		case w.n >= next:
			if w.decides() {
				return sat, true
			}
			if w.witness.holds {
				sat = w.n
			}
			if next = w.n + 1; w.n >= singleSteps {
				next = w.n + step
				step += (step + 1) / 2
			}
		}
		if w.over || w.unknown && !w.literal || ctx.Err() != nil {
			return sat, false
		}
		if !w.advance() {
			// Before the first instance all is constant, and the condition false.
			return sat, !w.over && sat < w.n && (w.literal && w.check() || !w.literal && w.decides())
		}
	}
}

// decides reports whether the formula is unsatisfiable by now. If it is not,
// there is a new witness.
func (w *walk) decides() bool {
	fs := w.formula(w.n)
	r, part, m := w.decide(fs, constraints(fs), nil)
	switch r {
	case smt.Unsat:
		w.part = part
	case smt.Sat:
		w.witness.renew(m)
	default:
		w.unknown = w.unknown || w.b.work > 0
	}
	return r == smt.Unsat
}

// formula lists the terms of all items after n events.
func (w *walk) formula(n int) []logic.T {
	fs := make([]logic.T, len(w.items))
	for k := range w.items {
		if it := &w.items[k]; !w.literal {
			fs[k] = it.at(n)
		} else if fs[k] = it.now; it.operand {
			fs[k] = logic.True
		}
	}
	return fs
}

// constraints lists the items that are not true.
func constraints(fs []logic.T) []int {
	var out []int
	for k, f := range fs {
		if f != logic.True {
			out = append(out, k)
		}
	}
	return out
}

// boundary is the least number of events after which the formula is
// unsatisfiable. It is so after all of them, which is mostly the boundary
// itself or near to it.
func (w *walk) boundary(sat int) int {
	unsat, step := w.n, 1
	for unsat-sat > 1 {
		mid := max(unsat-step, (sat+unsat)/2)
		fs := w.formula(mid)
		if r, part, _ := w.decide(fs, constraints(fs), w.part); r == smt.Unsat {
			unsat, w.part = mid, part
			step *= 2
		} else {
			sat, step = mid, w.n
		}
	}
	return unsat
}

// decide decides the conjunction of the items in which, whose terms are fs.
// After Unsat, part are members that are unsatisfiable together, after Sat m
// is a model.
//
// Not all is handed to the solver: it gets those that are not satisfied by the
// witness, then those as well that are not satisfied by its answer.
func (w *walk) decide(fs []logic.T, which, first []int) (r smt.Result, part []int, m *logic.Model) {
	if w.literal {
		return w.ask(fs, which), which, nil
	}
	for _, k := range which {
		if fs[k] == logic.False {
			return smt.Unsat, []int{k}, nil
		}
	}
	x := w.witness
	m = x.closest(fs, which)
	for _, k := range append([]int{0}, first...) {
		if fs[k] != logic.True && slices.Contains(which, k) && !slices.Contains(part, k) {
			part = append(part, k)
		}
	}
	for round := 0; ; round++ {
		more := x.violated(m, fs, which)
		if len(more) == 0 || x.repair(m, fs, which) {
			return smt.Sat, nil, m
		}
		if round < lazyRounds {
			more = more[:min(len(more), lazyMore)]
		}
		if !slices.ContainsFunc(part, func(k int) bool { return slices.Contains(more, k) }) {
			part = append(part, more...)
		} else if round > 0 {
			return smt.Unknown, nil, nil // no model
		}
		if r = w.ask(fs, part); r != smt.Sat {
			return r, part, nil
		}
		m = x.with(w.b.solver.Model(), fs, part)
		x.last = m
	}
}
