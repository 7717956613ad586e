package automata

import "slices"

// Accepts tells whether n accepts the word.
func Accepts(n *NFA, word []Letter) bool {
	cur := n.Initial
	var mark []int // position+1 at which the state was last added; nil while one run suffices
	for i, a := range word {
		var next []State
		if len(cur) > 1 && mark == nil {
			mark = make([]int, len(n.Out))
		}
		for _, q := range cur {
			for _, e := range n.Succ(q, a) {
				if mark != nil {
					if mark[e.To] == i+1 {
						continue
					}
					mark[e.To] = i + 1
				}
				next = append(next, e.To)
			}
		}
		if len(next) == 0 {
			return false
		}
		cur = next
	}
	return slices.ContainsFunc(cur, func(q State) bool { return n.Final[q] })
}

// Run returns the states that a deterministic automaton visits while it reads
// the word, at most len(word)+1, fewer if it gets stuck.
func Run(n *NFA, word []Letter) []State {
	if len(n.Initial) == 0 {
		return nil
	}
	q := n.Initial[0]
	run := append(make([]State, 0, len(word)+1), q)
	for _, a := range word {
		if q = n.Step(q, a); q == Dead {
			break
		}
		run = append(run, q)
	}
	return run
}
