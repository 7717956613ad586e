package automata

import "slices"

// SCC returns the strongly connected component of each state and the number
// of components (Tarjan 1972, without recursion). Components are numbered
// topologically: an edge never leads to a smaller number.
func SCC(n *NFA) (component []int32, count int) {
	const unvisited = 0
	size := len(n.Out)
	component = make([]int32, size)
	index := make([]int32, size) // visit number, from 1
	low := make([]int32, size)
	var stack []State // of Tarjan: visited, component still open
	var calls []dfsFrame
	visits := int32(0)
	for q := range component {
		component[q] = -1
	}
	enter := func(q State) {
		visits++
		index[q], low[q] = visits, visits
		stack = append(stack, q)
		calls = append(calls, dfsFrame{q, 0})
	}
	for root := range n.Out {
		if index[root] != unvisited {
			continue
		}
		enter(State(root))
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			q := f.state
			if f.next < len(n.Out[q]) {
				p := n.Out[q][f.next].To
				f.next++
				if index[p] == unvisited {
					enter(p)
				} else if component[p] < 0 {
					low[q] = min(low[q], index[p])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				caller := calls[len(calls)-1].state
				low[caller] = min(low[caller], low[q])
			}
			if low[q] == index[q] {
				for done := false; !done; {
					p := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					component[p] = int32(count)
					done = p == q
				}
				count++
			}
		}
	}
	for q := range component { // Tarjan finds components in reverse
		component[q] = int32(count) - 1 - component[q]
	}
	return component, count
}

// dfsFrame is a state on the depth-first stack and its next edge.
type dfsFrame struct {
	state State
	next  int
}

// EdgeRef names the edge Out[From][Index].
type EdgeRef struct {
	From  State
	Index int
}

// BackEdges returns the edges that close a cycle in a depth-first search from
// the initial states in order: their target is an ancestor of their source.
// Without them the reachable part is acyclic. They are ordered by From, Index.
func BackEdges(n *NFA) []EdgeRef {
	back, _ := depthFirst(n)
	slices.SortFunc(back, func(x, y EdgeRef) int {
		if x.From != y.From {
			return int(x.From) - int(y.From)
		}
		return x.Index - y.Index
	})
	return back
}

// LoopHeads returns the targets of the back edges, ascending.
func LoopHeads(n *NFA) []State {
	back, _ := depthFirst(n)
	heads := make([]State, len(back))
	for i, e := range back {
		heads[i] = n.Out[e.From][e.Index].To
	}
	slices.Sort(heads)
	return slices.Compact(heads)
}

// TopologicalOrder returns the reachable states in an order in which all edges
// but the back edges lead forward: reverse postorder.
func TopologicalOrder(n *NFA) []State {
	_, post := depthFirst(n)
	slices.Reverse(post)
	return post
}

// depthFirst returns the back edges and the postorder of the reachable states.
func depthFirst(n *NFA) (back []EdgeRef, post []State) {
	const (
		unvisited = iota
		open
		closed
	)
	status := make([]uint8, len(n.Out))
	var calls []dfsFrame
	for _, root := range n.Initial {
		if status[root] != unvisited {
			continue
		}
		status[root] = open
		calls = append(calls, dfsFrame{root, 0})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			q := f.state
			if f.next == len(n.Out[q]) {
				status[q] = closed
				post = append(post, q)
				calls = calls[:len(calls)-1]
				continue
			}
			p := n.Out[q][f.next].To
			f.next++
			switch status[p] {
			case unvisited:
				status[p] = open
				calls = append(calls, dfsFrame{p, 0})
			case open:
				back = append(back, EdgeRef{q, f.next - 1})
			}
		}
	}
	return back, post
}
