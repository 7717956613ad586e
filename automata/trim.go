package automata

// Trim returns the states of n that are reachable from an initial state and
// from which a final state is reachable, in their old order, and the map from
// old states to new, Dead where dropped.
func Trim(n *NFA) (*NFA, []State) {
	keep := reachable(n)
	dist := DistanceToFinal(n)
	for q := range keep {
		keep[q] = keep[q] && dist[q] >= 0
	}
	return restrict(n, keep)
}

// Empty tells whether n accepts no word.
func Empty(n *NFA) bool {
	for q, ok := range reachable(n) {
		if ok && n.Final[q] {
			return false
		}
	}
	return true
}

// reachable marks the states reachable from the initial ones.
func reachable(n *NFA) []bool {
	seen := make([]bool, len(n.Out))
	var stack []State
	for _, q := range n.Initial {
		seen[q] = true
		stack = append(stack, q)
	}
	for len(stack) > 0 {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.Out[q] {
			if !seen[e.To] {
				seen[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	return seen
}

// restrict returns the part of n induced by keep, and the map to it.
func restrict(n *NFA, keep []bool) (*NFA, []State) {
	to := make([]State, len(n.Out))
	size := State(0)
	for q, ok := range keep {
		to[q] = Dead
		if ok {
			to[q] = size
			size++
		}
	}
	if int(size) == len(n.Out) {
		return n, to
	}
	edges := 0
	for q, out := range n.Out {
		if keep[q] {
			for _, e := range out {
				if keep[e.To] {
					edges++
				}
			}
		}
	}
	r := &NFA{Final: make([]bool, size), Out: make([][]Edge, size)}
	if n.Label != nil {
		r.Label = make([]int32, size)
	}
	for _, q := range n.Initial {
		if keep[q] {
			r.Initial = append(r.Initial, to[q])
		}
	}
	arena := make([]Edge, 0, edges)
	for q, out := range n.Out {
		if !keep[q] {
			continue
		}
		p := to[q]
		r.Final[p] = n.Final[q]
		if n.Label != nil {
			r.Label[p] = n.Label[q]
		}
		lo := len(arena)
		for _, e := range out {
			if keep[e.To] {
				arena = append(arena, Edge{e.Letter, to[e.To]})
			}
		}
		r.Out[p] = arena[lo:len(arena):len(arena)]
	}
	return r, to
}
