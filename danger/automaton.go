package danger

import (
	"context"
	"slices"

	"culprit/automata"
)

// Automaton is a danger automaton with its annotation. It is a part of the
// remaining automaton, split by values (values.go), hence deterministic. One more
// state accepts what begins with a step that the values rule out.
type Automaton struct {
	NFA *automata.NFA
	// State gives, per state of NFA, the state of the remaining automaton; Dead for
	// the one that accepts everything.
	State []automata.State
	split []automata.State // the same, of the automaton that is split
	alpha *annotation
}

// Build makes a danger automaton of rem and a feasible word with its predicate
// sequence. target selects the final states of the trace's own error location.
// When ctx ends the automaton is not complete and accepts nothing.
func Build(ctx context.Context, p *Pool, rem *automata.NFA, target func(automata.State) bool, word []automata.Letter, seq []int32) *Automaton {
	p.Stats.Families++
	u := p.unfold(rem)
	d := &Automaton{NFA: &automata.NFA{}}
	run := automata.Run(u.NFA, word)
	if len(run) <= len(word) {
		return d // the terms do not follow the execution
	}
	alpha := annotate(ctx, p, u, func(q automata.State) bool { return target(u.origin[q]) }, run, seq)
	d.alpha = alpha
	id := make([]automata.State, u.NumStates())
	for q := range id {
		id[q] = automata.Dead
	}
	n := d.NFA
	mk := func(q automata.State) automata.State {
		if id[q] == automata.Dead {
			id[q] = automata.State(len(d.split))
			d.State = append(d.State, u.origin[q])
			d.split = append(d.split, q)
			n.Final = append(n.Final, alpha.final[q])
			n.Out = append(n.Out, nil)
		}
		return id[q]
	}
	if ctx.Err() != nil {
		return d
	}
	top := automata.Dead // accepts everything, after a step that no execution takes
	impossible := func(a automata.Letter) automata.Edge {
		if top == automata.Dead {
			top = automata.State(len(d.split))
			d.State = append(d.State, automata.Dead)
			d.split = append(d.split, automata.Dead)
			n.Final = append(n.Final, true)
			n.Out = append(n.Out, anything(rem, top))
		}
		return automata.Edge{Letter: a, To: top}
	}
	for _, q := range u.Initial {
		if len(alpha.of[q]) > 0 {
			n.Initial = append(n.Initial, mk(q))
		}
	}
	for s := 0; s < len(d.split); s++ {
		if n.Final[s] {
			continue
		}
		q := d.split[s]
		next := u.Out[q]
		for _, e := range rem.Out[d.State[s]] {
			if len(next) == 0 || next[0].Letter != e.Letter {
				n.Out[s] = append(n.Out[s], impossible(e.Letter))
				continue
			}
			e, next = next[0], next[1:]
			if pre := alpha.pre(e); len(pre) > 0 && p.intersects(alpha.of[q], pre) {
				n.Out[s] = append(n.Out[s], automata.Edge{Letter: e.Letter, To: mk(e.To)})
			}
		}
	}
	return d
}

// anything is a loop with each letter of rem.
func anything(rem *automata.NFA, top automata.State) []automata.Edge {
	var letters []automata.Letter
	for _, out := range rem.Out {
		for _, e := range out {
			letters = append(letters, e.Letter)
		}
	}
	slices.Sort(letters)
	letters = slices.Compact(letters)
	out := make([]automata.Edge, len(letters))
	for i, a := range letters {
		out[i] = automata.Edge{Letter: a, To: top}
	}
	return out
}

// Preds gives the union of predicates f(q) of a state of the automaton.
func (d *Automaton) Preds(s automata.State) []int32 {
	if d.split[s] == automata.Dead {
		return nil
	}
	return d.alpha.of[d.split[s]]
}
