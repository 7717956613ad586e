package danger

import (
	"context"

	"culprit/automata"
)

// Automaton is a danger automaton with its annotation. It is a part of the
// remaining automaton, hence deterministic.
type Automaton struct {
	NFA *automata.NFA
	// State gives, per state of NFA, the state of the remaining automaton.
	State []automata.State
	alpha *annotation
}

// Build makes a danger automaton of rem and a feasible word with its run and
// predicate sequence. target selects the final states of the trace's own error
// location. When ctx ends the automaton is not complete and accepts nothing.
func Build(ctx context.Context, p *Pool, rem *automata.NFA, target func(automata.State) bool, run []automata.State, seq []int32) *Automaton {
	p.Stats.Families++
	alpha := annotate(ctx, p, rem, target, run, seq)
	d := &Automaton{NFA: &automata.NFA{}, alpha: alpha}
	id := make([]automata.State, rem.NumStates())
	for q := range id {
		id[q] = automata.Dead
	}
	n := d.NFA
	mk := func(q automata.State) automata.State {
		if id[q] == automata.Dead {
			id[q] = automata.State(len(d.State))
			d.State = append(d.State, q)
			n.Final = append(n.Final, alpha.final[q])
			n.Out = append(n.Out, nil)
		}
		return id[q]
	}
	if ctx.Err() != nil {
		return d
	}
	for _, q := range rem.Initial {
		if len(alpha.of[q]) > 0 {
			n.Initial = append(n.Initial, mk(q))
		}
	}
	for s := 0; s < len(d.State); s++ {
		if n.Final[s] {
			continue
		}
		q := d.State[s]
		for _, e := range rem.Out[q] {
			if pre := alpha.pre(e); len(pre) > 0 && p.intersects(alpha.of[q], pre) {
				n.Out[s] = append(n.Out[s], automata.Edge{Letter: e.Letter, To: mk(e.To)})
			}
		}
	}
	return d
}

// Preds gives the union of predicates f(q) of a state of the automaton.
func (d *Automaton) Preds(s automata.State) []int32 { return d.alpha.of[d.State[s]] }
