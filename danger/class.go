package danger

import (
	"slices"

	"culprit/automata"
)

// A danger automaton is a class of error paths (section 6.6): those that fail like
// the trace it was built of.

// Shared returns the letters that are on every word of the automaton, in the order
// in which word, one of them, has them first. Words that no execution can follow
// do not count.
func (d *Automaton) Shared(word []automata.Letter) []automata.Letter {
	n := d.NFA
	index := map[automata.Letter]int{}
	var shared []automata.Letter
	for _, a := range word {
		if _, ok := index[a]; !ok {
			index[a] = len(shared)
			shared = append(shared, a)
		}
	}
	// on[q][i] says that letter i is on all words to q, once some word leads there.
	on := make([][]bool, n.NumStates())
	work := slices.Clone(n.Initial)
	for _, q := range n.Initial {
		on[q] = make([]bool, len(shared))
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.Out[q] {
			if d.State[e.To] == automata.Dead {
				continue
			}
			if meet(&on[e.To], on[q], index, e.Letter) {
				work = append(work, e.To)
			}
		}
	}
	keep := make([]bool, len(shared))
	for i := range keep {
		keep[i] = true
	}
	for q, final := range n.Final {
		if final && on[q] != nil {
			for i := range keep {
				keep[i] = keep[i] && on[q][i]
			}
		}
	}
	out := shared[:0]
	for i, a := range shared {
		if keep[i] {
			out = append(out, a)
		}
	}
	return out
}

// meet takes the letters to a state into account that lead there from another
// one by letter a, and reports whether that changed something.
func meet(to *[]bool, from []bool, index map[automata.Letter]int, a automata.Letter) (changed bool) {
	own, ok := index[a]
	if *to == nil {
		*to = slices.Clone(from)
		if ok {
			(*to)[own] = true
		}
		return true
	}
	for i, on := range *to {
		if on && !from[i] && !(ok && i == own) {
			(*to)[i] = false
			changed = true
		}
	}
	return changed
}

// Follows returns how many letters of a word begin a word of the automaton.
func (d *Automaton) Follows(word []automata.Letter) int { return len(automata.Run(d.NFA, word)) - 1 }
