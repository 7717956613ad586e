package danger

import (
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
)

func sortEdges(out []automata.Edge) {
	slices.SortFunc(out, func(a, b automata.Edge) int {
		if a.Letter != b.Letter {
			return int(a.Letter) - int(b.Letter)
		}
		return int(a.To) - int(b.To)
	})
}

// Check confirms that d is a danger automaton (Definition 4.2), that it is
// inferior to rem, and that it accepts word. Conditions are decided by fresh
// queries without stored models.
func Check(p *Pool, d *Automaton, rem *automata.NFA, word []automata.Letter) error {
	tb := p.tb
	nonEmpty := false
	for _, s := range d.NFA.Initial {
		if p.preds[d.Pred[s]].term != tb.False() {
			nonEmpty = true
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
		f := []logic.T{p.preds[d.Pred[s]].term}
		for _, e := range out {
			f = append(f, tb.Not(p.pre(d.Pred[e.To], e.Letter)))
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
