package cascade

import (
	"context"

	"culprit/logic"
	"culprit/smt"
)

// conjunct is a constraint of a weakest precondition: where it comes from and
// its term over the symbols of the run.
type conjunct struct {
	inst int
	term logic.T
	also []logic.T // symbols that an opaque condition is a function of
	// alone: the alias conjuncts of its own instance do not count. Those of an
	// access that fails would contradict that it should have been another.
	alone bool
}

// walk is the search without the optimisations of section 4.3: the weakest
// precondition is carried back instance by instance, and checked before each.
type walk struct {
	*search
	p       int       // the formula is that before this position
	terms   []logic.T // the condition and all members, before p
	members []member
	changed []bool // since the last check
}

// walk returns the last position before which the formula is unsatisfiable, and
// members that are so together.
func (s *search) walk(ctx context.Context) (p int, part []member, ok bool) {
	w := &walk{search: s, p: s.top}
	w.join(s.wanted.term)
	if !s.wanted.alone {
		w.joinAll(s.k)
	}
	for !w.check() {
		if w.p == 0 || ctx.Err() != nil {
			return 0, nil, false
		}
		w.p--
		for k, x := range w.terms {
			y := s.b.sums.term(w.p, x)
			w.terms[k], w.changed[k] = y, w.changed[k] || x != y
		}
		w.joinAll(s.b.insts[w.p])
	}
	r, part := s.decide(w.p, everything, nil, nil)
	if r != smt.Unsat {
		part = w.members
	}
	return w.p, part, true
}

// joinAll adds what an instance assumes.
func (w *walk) joinAll(i int) {
	for n, c := range w.assumed(i) {
		w.members = append(w.members, member{i, n})
		w.join(c)
	}
}

func (w *walk) join(x logic.T) {
	w.terms, w.changed = append(w.terms, w.b.sums.term(w.p, x)), append(w.changed, true)
}

// check decides whether the formula is unsatisfiable by now. Constraints that do
// not transitively intersect with the condition are left out (section 4.3), and
// nothing is asked if none of the others changed.
func (w *walk) check() bool {
	in := w.component()
	var which []logic.T
	changed := false
	for k, x := range w.terms {
		connected := in == nil || in[k]
		changed = changed || connected && w.changed[k]
		w.changed[k] = false
		if (connected || w.b.conf.NoIndependence) && x != logic.True {
			which = append(which, x)
		}
	}
	if !changed && !w.b.conf.NoSkipping {
		w.b.stats.Skipped++
		return false
	}
	return w.ask(which) == smt.Unsat
}

// component marks the terms that transitively share a symbol with the condition,
// which is the first; nil means all. A value without terms shares those that it
// is a function of.
func (w *walk) component() []bool {
	if w.b.conf.NoIndependence && w.b.conf.NoSkipping {
		return nil
	}
	tb := w.t.tb
	at := map[logic.T][]int{}
	for k, x := range w.terms {
		for _, v := range tb.Vars(x) {
			at[v] = append(at[v], k)
		}
	}
	in := make([]bool, len(w.terms))
	in[0] = true
	seen := map[logic.T]bool{}
	for work := tb.Vars(w.terms[0]); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, k := range at[v] {
			if !in[k] {
				in[k] = true
				work = append(work[:len(work):len(work)], tb.Vars(w.terms[k])...)
			}
		}
		if i := w.t.ownerOf(v); i >= 0 && w.t.isOpaque(i) && int(w.b.at[i]) >= w.p {
			for _, o := range w.t.opaque[i] {
				work = append(work[:len(work):len(work)], tb.Vars(w.b.sums.of(w.p, o))...)
			}
		}
	}
	return in
}
