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
