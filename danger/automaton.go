package danger

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
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
	u := p.unfold(rem)
	d := &Automaton{NFA: &automata.NFA{}}
	run := automata.Run(u.NFA, word)
	if len(run) <= len(word) {
		return d // the terms do not follow the execution
	}
	d.alpha = annotate(ctx, p, u, func(q automata.State) bool { return target(u.origin[q]) }, run, seq)
	if ctx.Err() != nil {
		return d
	}
	b := &builder{d: d, rem: rem, id: make([]automata.State, u.NumStates()), top: automata.Dead}
	for q := range b.id {
		b.id[q] = automata.Dead
	}
	n := d.NFA
	for _, q := range u.Initial {
		if len(d.alpha.of[q]) > 0 {
			n.Initial = append(n.Initial, b.state(q))
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
				n.Out[s] = append(n.Out[s], automata.Edge{Letter: e.Letter, To: b.impossible()})
				continue
			}
			e, next = next[0], next[1:]
			if pre := d.alpha.pre(e); len(pre) > 0 && p.intersects(d.alpha.of[q], pre) {
				n.Out[s] = append(n.Out[s], automata.Edge{Letter: e.Letter, To: b.state(e.To)})
			}
		}
	}
	d.alpha.unions, d.alpha.pres = nil, map[unionKey]precondition{} // automata are kept to the end
	return d
}

// builder makes the states of a danger automaton.
type builder struct {
	d   *Automaton
	rem *automata.NFA
	id  []automata.State // by state of the unfolding
	top automata.State   // what impossible gives, Dead before
}

// state is that of a state of the unfolding.
func (b *builder) state(q automata.State) automata.State {
	if b.id[q] == automata.Dead {
		a := b.d.alpha
		b.id[q] = b.add(a.rem.origin[q], q, a.final[q], nil)
	}
	return b.id[q]
}

// impossible accepts everything, after a step that no execution takes.
func (b *builder) impossible() automata.State {
	if b.top == automata.Dead {
		b.top = b.add(automata.Dead, automata.Dead, true, anything(b.rem, automata.State(len(b.d.split))))
	}
	return b.top
}

func (b *builder) add(origin, split automata.State, final bool, out []automata.Edge) automata.State {
	d := b.d
	d.State = append(d.State, origin)
	d.split = append(d.split, split)
	d.NFA.Final = append(d.NFA.Final, final)
	d.NFA.Out = append(d.NFA.Out, out)
	return automata.State(len(d.split) - 1)
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

// Check confirms that d is a danger automaton (Definition 4.2), that it is
// inferior to rem, and that it accepts word. Conditions are decided by fresh
// queries without stored models.
func Check(p *Pool, d *Automaton, rem *automata.NFA, word []automata.Letter) error {
	tb := p.tb
	nonEmpty := false
	for _, s := range d.NFA.Initial {
		for _, i := range d.Preds(s) {
			nonEmpty = nonEmpty || p.c.Solver.Check(p.preds[i].term) == smt.Sat
		}
	}
	if !nonEmpty {
		return fmt.Errorf("danger: condition (4): every initial predicate is false")
	}
	for s, out := range d.NFA.Out {
		q := d.State[s]
		if q == automata.Dead {
			continue
		}
		if err := checkValues(p, d, automata.State(s)); err != nil {
			return err
		}
		var steps []automata.Edge
		for _, e := range out {
			if d.State[e.To] == automata.Dead {
				continue
			}
			steps = append(steps, e)
			if rem.Step(q, e.Letter) != d.State[e.To] {
				return fmt.Errorf("danger: transition of state %d is not one of the remaining automaton", s)
			}
		}
		if d.NFA.Final[s] {
			if !rem.Final[q] {
				return fmt.Errorf("danger: state %d is final, its origin is not", s)
			}
			continue
		}
		f := []logic.T{p.union(d.Preds(automata.State(s)))}
		for _, e := range steps {
			f = append(f, tb.Not(p.union(d.alpha.pre(automata.Edge{Letter: e.Letter, To: d.split[e.To]}))))
		}
		if p.c.Solver.Check(f...) != smt.Unsat {
			return fmt.Errorf("danger: condition (5) fails at state %d", s)
		}
	}
	if !automata.Accepts(d.NFA, word) {
		return fmt.Errorf("danger: the trace is not accepted")
	}
	return nil
}

// checkValues confirms that the values of a state lead to those of its
// successors, and rule out what is accepted for that reason.
func checkValues(p *Pool, d *Automaton, s automata.State) error {
	u, tb := d.alpha.rem, p.tb
	for _, e := range d.NFA.Out[s] {
		f := p.c.Effect(e.Letter)
		if f.False {
			continue
		}
		after := tb.False()
		if d.State[e.To] != automata.Dead {
			after = tb.Subst(u.known(d.split[e.To]), f.Writes)
		}
		if p.c.Solver.Check(append([]logic.T{u.known(d.split[s]), tb.Not(after)}, f.Guard...)...) != smt.Unsat {
			return fmt.Errorf("danger: state %d has more values than those known of it", e.To)
		}
	}
	return nil
}
