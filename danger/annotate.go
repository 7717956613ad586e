package danger

import (
	"context"

	"culprit/automata"
	"culprit/logic"
)

// annotation maps each state of the remaining automaton to predicates.
type annotation struct {
	p   *Pool
	rem *automata.NFA
	of  [][]int32 // alpha
	in  [][]automata.Edge
	// queue holds states whose successors gained a predicate.
	queue  []automata.State
	queued []bool
}

// annotate computes alpha as the least fixpoint, backwards from the final
// states that satisfy target. The predicates of the found trace are put in
// along its run first: the rule holds for them by construction.
func annotate(ctx context.Context, p *Pool, rem *automata.NFA, target func(automata.State) bool, run []automata.State, seq []int32) *annotation {
	n := rem.NumStates()
	a := &annotation{p: p, rem: rem, of: make([][]int32, n), in: make([][]automata.Edge, n), queued: make([]bool, n)}
	for q := range rem.Out {
		for _, e := range rem.Out[q] {
			a.in[e.To] = append(a.in[e.To], automata.Edge{Letter: e.Letter, To: automata.State(q)})
		}
	}
	for q, f := range rem.Final {
		if f && target(automata.State(q)) {
			a.put(automata.State(q), 0)
		}
	}
	for i := len(run) - 1; i >= 0; i-- {
		if !rem.Final[run[i]] {
			a.insert(run[i], seq[i])
		}
	}
	for len(a.queue) > 0 && ctx.Err() == nil {
		q := a.queue[0]
		a.queue = a.queue[1:]
		a.queued[q] = false
		a.extend(q)
	}
	return a
}

// put adds a predicate to a state unless a weaker one is there.
func (a *annotation) put(q automata.State, i int32) {
	for _, j := range a.of[q] {
		if j == i || a.implies(i, j) {
			return
		}
	}
	a.insert(q, i)
}

// insert adds a predicate and wakes the predecessors.
func (a *annotation) insert(q automata.State, i int32) {
	for _, j := range a.of[q] {
		if j == i {
			return
		}
	}
	a.of[q] = append(a.of[q], i)
	a.p.Stats.Annotated++
	for _, e := range a.in[q] {
		if !a.queued[e.To] && !a.rem.Final[e.To] {
			a.queued[e.To] = true
			a.queue = append(a.queue, e.To)
		}
	}
}

// implies is the cheap, syntactic implication between predicates.
func (a *annotation) implies(i, j int32) bool {
	return j == 0 || subset(a.p.preds[j].conj, a.p.preds[i].conj)
}

// extend applies the rule at q to every candidate.
func (a *annotation) extend(q automata.State) {
	var cover []logic.T
	var cands []int32
	seen := map[int32]bool{}
	cand := func(i int32) {
		if !seen[i] {
			seen[i] = true
			cands = append(cands, i)
		}
	}
	for _, e := range a.rem.Out[q] {
		for _, psi := range a.of[e.To] {
			t := a.p.pre(psi, e.Letter)
			if t == a.p.tb.False() {
				continue
			}
			cover = append(cover, t)
			if i, ok := a.p.index[t]; ok {
				cand(i)
			}
		}
	}
	if len(cover) == 0 {
		return
	}
	for _, e := range a.rem.Out[q] {
		for _, psi := range a.of[e.To] {
			cand(psi)
		}
	}
	if a.rem.Label != nil {
		for _, i := range a.p.at[a.rem.Label[q]] {
			cand(i)
		}
	}
	for _, i := range cands {
		known := false
		for _, j := range a.of[q] {
			if j == i || a.implies(i, j) {
				known = true
				break
			}
		}
		if !known && a.p.covered(i, cover) {
			a.put(q, i)
		}
	}
}
