package danger

import (
	"fmt"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
)

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
		for _, e := range out {
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
		for _, e := range out {
			f = append(f, tb.Not(p.union(d.alpha.pre(automata.Edge{Letter: e.Letter, To: d.State[e.To]}))))
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
