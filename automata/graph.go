package automata

import (
	"slices"

	"culprit/internal/graph"
)

// next is the graph of the states.
func (n *NFA) next(q, i int) int {
	if i < len(n.Out[q]) {
		return int(n.Out[q][i].To)
	}
	return -1
}

// SCC returns the strongly connected component of each state and the number
// of components, which are numbered topologically: an edge never leads to a
// smaller number.
func SCC(n *NFA) (component []int32, count int) {
	comp, count := graph.Components(len(n.Out), n.next)
	component = make([]int32, len(comp))
	for q, c := range comp {
		component[q] = int32(c)
	}
	return component, count
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
	order := TopologicalOrder(n)
	pos := make([]int, len(n.Out))
	for i, q := range order {
		pos[q] = i
	}
	slices.Sort(order)
	var back []EdgeRef
	for _, q := range order {
		for i, e := range n.Out[q] {
			if pos[e.To] <= pos[q] {
				back = append(back, EdgeRef{q, i})
			}
		}
	}
	return back
}

// LoopHeads returns the targets of the back edges, ascending.
func LoopHeads(n *NFA) []State {
	back := BackEdges(n)
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
	roots := make([]int, len(n.Initial))
	for i, q := range n.Initial {
		roots[i] = int(q)
	}
	post := graph.Postorder(len(n.Out), roots, n.next)
	order := make([]State, 0, len(post))
	for _, q := range slices.Backward(post) {
		order = append(order, State(q))
	}
	return order
}
