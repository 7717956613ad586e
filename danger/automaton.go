package danger

import (
	"context"

	"culprit/automata"
)

// Automaton is a canonical danger automaton with its annotation.
type Automaton struct {
	NFA *automata.NFA
	// State and Pred give, per state of NFA, the state of the remaining
	// automaton and the predicate f(q).
	State []automata.State
	Pred  []int32
}

// Build makes the canonical danger automaton of rem and a feasible word with
// its run and predicate sequence. target selects the final states of the
// trace's own error location.
func Build(ctx context.Context, p *Pool, rem *automata.NFA, target func(automata.State) bool, run []automata.State, seq []int32) *Automaton {
	alpha := annotate(ctx, p, rem, target, run, seq)
	d := &Automaton{}
	type key struct {
		q automata.State
		i int32
	}
	id := map[key]automata.State{}
	n := &automata.NFA{}
	mk := func(q automata.State, i int32) automata.State {
		k := key{q, i}
		s, ok := id[k]
		if !ok {
			s = automata.State(len(d.State))
			id[k] = s
			d.State = append(d.State, q)
			d.Pred = append(d.Pred, i)
			n.Final = append(n.Final, rem.Final[q] && target(q))
			n.Out = append(n.Out, nil)
		}
		return s
	}
	for _, q := range rem.Initial {
		for _, i := range alpha.of[q] {
			n.Initial = append(n.Initial, mk(q, i))
		}
	}
	for s := 0; s < len(d.State); s++ {
		q, i := d.State[s], d.Pred[s]
		if n.Final[s] {
			continue
		}
		for _, e := range rem.Out[q] {
			for _, psi := range alpha.of[e.To] {
				if p.intersects(i, p.pre(psi, e.Letter)) {
					n.Out[s] = append(n.Out[s], automata.Edge{Letter: e.Letter, To: mk(e.To, psi)})
				}
			}
		}
		sortEdges(n.Out[s])
	}
	d.NFA = n
	return d
}
