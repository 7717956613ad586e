package danger

import (
	"slices"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
)

// This file annotates loops beyond what a bounded number of rounds reaches.
//
// A predicate W at a loop head h and a bit-vector term t over the state are
// accepted if every state of W has an execution along edges of the loop, and
// states annotated already, that either leaves through annotated states or
// comes back to h in W with a smaller t (unsigned). By induction on t every
// state of W reaches the error, so adding W, and what follows from it around
// the loop, stays below the least fixpoint over all predicates; it is never
// the greatest one, which would annotate "true" everywhere. And (5) holds: it
// does not ask which way leads to the error.
//
// One query decides this: with k a fresh constant, let F be the precondition
// of W ∧ t < k at h, and of the annotated states, once around the loop. The
// condition is that W implies F with t in place of k.

// loop is a strongly connected component whose heads are tried.
type loop struct {
	*annotation
	states []automata.State // successors first
	place  map[automata.State]int
	mod    map[logic.T]bool // symbols written in the loop
	ranks  []logic.T
	stay   map[automata.State][]logic.T // guards of edges that stay in the loop
}

// accelerate tries to annotate the heads of a component with predicates that
// a ranking term justifies. It reports whether it changed anything.
func (a *annotation) accelerate(states []automata.State) bool {
	if len(states) > maxLoop || a.exhausted() {
		return false
	}
	l := &loop{annotation: a, states: states, place: map[automata.State]int{}, mod: map[logic.T]bool{}, stay: map[automata.State][]logic.T{}}
	for i, q := range states {
		l.place[q] = i
	}
	var heads []automata.State
	for i, q := range states {
		for _, e := range a.rem.Out[q] {
			j, in := l.place[e.To]
			if !in || !a.p.used[e.Letter] {
				continue
			}
			if j >= i && !slices.Contains(heads, e.To) {
				heads = append(heads, e.To)
			}
			l.letter(q, e.Letter)
		}
	}
	return slices.ContainsFunc(heads, func(h automata.State) bool { return len(a.of[h]) > 0 && l.head(h) })
}

// letter collects what a letter of the loop tests and writes.
func (l *loop) letter(q automata.State, a automata.Letter) {
	f, tb := l.p.c.Effect(a), l.p.tb
	for _, s := range f.Mod {
		l.mod[l.p.c.Enc.SymbolTerm(s)] = true
	}
	if len(f.Guard) > 0 && len(f.Guard) <= maxResidual {
		l.stay[q] = append(l.stay[q], tb.And(f.Guard...))
	}
	for _, g := range f.Guard {
		if tb.Op(g) == logic.OpNot {
			g = tb.Args(g)[0]
		}
		switch tb.Op(g) {
		case logic.OpULt, logic.OpSLt, logic.OpEq:
			x := tb.Args(g)
			if tb.Sort(x[0]).Kind != logic.SBV {
				continue
			}
			for _, t := range []logic.T{tb.Sub(x[1], x[0]), tb.Sub(x[0], x[1]), x[0], x[1], tb.BvNot(x[0]), tb.BvNot(x[1])} {
				if !tb.IsConst(t) && !slices.Contains(l.ranks, t) && len(l.ranks) < maxConjuncts {
					l.ranks = append(l.ranks, t)
				}
			}
		}
	}
}

// head tries the candidates of one head.
func (l *loop) head(h automata.State) bool {
	for _, t := range l.weaker(h) {
		if l.exhausted() {
			return false
		}
		w := l.p.intern(t, nil)
		if w == none || l.p.known(w, l.of[h]) || l.p.covered(w, l.of[h]) {
			continue
		}
		// Without a rank first: most candidates are not even invariant.
		g, once := l.around(h, w)
		if !l.p.covered(w, once) {
			continue
		}
		for _, r := range l.ranks {
			if l.ranked(h, w, r) {
				for i, q := range l.states {
					if q != h {
						l.set(q, g[i])
					}
				}
				return l.set(h, l.p.join(l.of[h], w))
			}
		}
	}
	return false
}

// around is the precondition of w at h, and of what is annotated, once around
// the loop: at the other states, which keep what is annotated there, and at h.
func (l *loop) around(h automata.State, w int32) (g [][]int32, once []int32) {
	g = make([][]int32, len(l.states))
	for i, q := range l.states {
		if q == h {
			continue
		}
		g[i] = l.once(q, h, w, g, l.of[q])
	}
	return g, l.once(h, h, w, g, nil)
}

func (l *loop) once(q, h automata.State, w int32, g [][]int32, union []int32) []int32 {
	for _, e := range l.rem.Out[q] {
		if !l.p.used[e.Letter] {
			continue
		}
		next := l.of[e.To]
		if e.To == h {
			next = []int32{w}
		} else if j, in := l.place[e.To]; in && g[j] != nil {
			next = g[j]
		}
		for _, i := range next {
			for _, r := range l.p.pre(i, e.Letter).preds {
				if u := l.p.join(union, r); len(u) <= maxUnion {
					union = u
				}
			}
		}
	}
	return union
}

// ranked decides whether the way around can make rank smaller.
func (l *loop) ranked(h automata.State, w int32, rank logic.T) bool {
	p, tb := l.p, l.p.tb
	k := tb.Var("danger rank", tb.Sort(rank))
	wk := p.intern(tb.And(p.preds[w].term, tb.ULt(rank, k)), nil)
	if wk == none {
		return false
	}
	_, once := l.around(h, wk)
	f := tb.Subst(p.union(once), map[logic.T]logic.T{k: rank})
	p.Stats.Queries++
	return p.c.Solver.CheckBudget(smt.Budget{Work: p.Budget, Ctx: p.c.Ctx}, p.preds[w].term, tb.Not(f)) == smt.Unsat
}

// weaker proposes predicates for a head: what is annotated there, and
// predicates computed at its location, in weaker forms.
func (l *loop) weaker(h automata.State) []logic.T {
	p, tb := l.p, l.p.tb
	from := slices.Clone(l.of[h])
	if l.rem.Label != nil {
		for _, i := range p.at[l.rem.Label[h]] {
			if !slices.Contains(from, i) {
				from = append(from, i)
			}
		}
	}
	var out []logic.T
	add := func(t logic.T) {
		if t = p.simplify(t); t != tb.False() && len(out) < maxUnion && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, i := range from {
		conj := p.preds[i].conj
		if len(conj) == 0 || len(conj) > maxConjuncts {
			continue
		}
		l.shifted(conj, add)
		// Without what the loop changes and compares with constants.
		var kept []logic.T
		for _, c := range conj {
			if !l.bound(c) {
				kept = append(kept, c)
			}
		}
		add(tb.And(kept...))
		for _, g := range l.stay[h] {
			add(tb.Or(p.preds[i].term, g))
		}
		for j, c := range conj {
			if l.writes(c) {
				add(tb.And(slices.Delete(slices.Clone(conj), j, j+1)...))
			}
		}
	}
	return out
}

// writes reports whether the loop changes a symbol of t.
func (l *loop) writes(t logic.T) bool {
	return slices.ContainsFunc(l.p.tb.Vars(t), func(v logic.T) bool { return l.mod[v] })
}

// bound recognises a literal that compares one changing variable.
func (l *loop) bound(c logic.T) bool {
	return len(l.p.tb.Vars(c)) == 1 && l.writes(c)
}

// shifted proposes, for conjuncts x == c and u == v, u == v + (x-c) and
// u == v - (x-c) instead of both: under x == c they say the same.
func (l *loop) shifted(conj []logic.T, add func(logic.T)) {
	tb := l.p.tb
	for i, c := range conj {
		x, k, ok := l.p.value(c)
		if !ok || tb.Sort(x).Kind != logic.SBV || !l.mod[x] {
			continue
		}
		d := tb.Sub(x, k)
		for j, e := range conj {
			if i == j {
				continue
			}
			neg := tb.Op(e) == logic.OpNot
			if neg {
				e = tb.Args(e)[0]
			}
			if tb.Op(e) != logic.OpEq || tb.Sort(tb.Args(e)[0]) != tb.Sort(x) {
				continue
			}
			u := tb.Args(e)
			for _, s := range []logic.T{tb.Eq(u[0], tb.Add(u[1], d)), tb.Eq(u[0], tb.Sub(u[1], d))} {
				if neg {
					s = tb.Not(s)
				}
				rest := []logic.T{s}
				for m, r := range conj {
					if m != i && m != j {
						rest = append(rest, r)
					}
				}
				add(tb.And(rest...))
			}
		}
	}
}
