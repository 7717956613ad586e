package automata

import "fmt"

// Check returns an error naming the first broken invariant of n: parallel
// slices of equal length, ids in range, letters not negative, initial states
// and edges strictly ascending.
func Check(n *NFA) error {
	size := len(n.Out)
	if len(n.Final) != size {
		return fmt.Errorf("automata: %d states but %d entries in Final", size, len(n.Final))
	}
	if n.Label != nil && len(n.Label) != size {
		return fmt.Errorf("automata: %d states but %d entries in Label", size, len(n.Label))
	}
	for i, q := range n.Initial {
		if q < 0 || int(q) >= size {
			return fmt.Errorf("automata: initial state %d out of range", q)
		}
		if i > 0 && n.Initial[i-1] >= q {
			return fmt.Errorf("automata: initial states %d, %d not ascending", n.Initial[i-1], q)
		}
	}
	for q, out := range n.Out {
		for i, e := range out {
			if e.Letter < 0 {
				return fmt.Errorf("automata: state %d has an edge with letter %d", q, e.Letter)
			}
			if e.To < 0 || int(e.To) >= size {
				return fmt.Errorf("automata: edge %d -%d-> %d leaves the automaton", q, e.Letter, e.To)
			}
			if i > 0 && compareEdges(out[i-1], e) >= 0 {
				return fmt.Errorf("automata: edges of state %d not ascending at letter %d", q, e.Letter)
			}
		}
	}
	return nil
}

// CheckDeterministic is Check and at most one initial state and at most one
// successor per state and letter.
func CheckDeterministic(n *NFA) error {
	if err := Check(n); err != nil {
		return err
	}
	if len(n.Initial) > 1 {
		return fmt.Errorf("automata: %d initial states", len(n.Initial))
	}
	for q, out := range n.Out {
		for i := 1; i < len(out); i++ {
			if out[i].Letter == out[i-1].Letter {
				return fmt.Errorf("automata: state %d has two successors under letter %d", q, out[i].Letter)
			}
		}
	}
	return nil
}
