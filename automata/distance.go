package automata

// DistanceToFinal returns, per state, the length of the shortest word accepted
// from it, -1 if there is none.
func DistanceToFinal(n *NFA) []int32 {
	return DistanceTo(n, func(q State) bool { return n.Final[q] })
}

// DistanceTo returns, per state, the number of edges to the nearest state that
// satisfies target, -1 if there is none.
func DistanceTo(n *NFA, target func(State) bool) []int32 {
	dist := make([]int32, len(n.Out))
	queue := make([]State, 0, len(n.Out))
	for q := range dist {
		dist[q] = -1
		if target(State(q)) {
			dist[q] = 0
			queue = append(queue, State(q))
		}
	}
	if len(queue) == 0 || len(queue) == len(dist) {
		return dist
	}
	start, from := predecessors(n)
	for i := 0; i < len(queue); i++ {
		q := queue[i]
		for _, p := range from[start[q]:start[q+1]] {
			if dist[p] < 0 {
				dist[p] = dist[q] + 1
				queue = append(queue, p)
			}
		}
	}
	return dist
}

// predecessors returns the reversed edges without letters: the predecessors of
// q are from[start[q]:start[q+1]], ascending, one per edge.
func predecessors(n *NFA) (start []int32, from []State) {
	start = make([]int32, len(n.Out)+1)
	for _, out := range n.Out {
		for _, e := range out {
			start[e.To+1]++
		}
	}
	for q := range n.Out {
		start[q+1] += start[q]
	}
	from = make([]State, start[len(n.Out)])
	for q := len(n.Out) - 1; q >= 0; q-- {
		for _, e := range n.Out[q] {
			start[e.To+1]--
			from[start[e.To+1]] = State(q)
		}
	}
	// Filling from the back has moved start[q+1] to the beginning of q.
	copy(start, start[1:])
	start[len(n.Out)] = int32(len(from))
	return start, from
}
