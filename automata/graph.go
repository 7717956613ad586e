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

// Nest is an element of a weak topological order: a state, or a loop with its
// head first and the rest of it as a weak topological order of its own.
type Nest struct {
	State State
	Loop  bool
	Body  []Nest // of a loop, without its head
}

// Nesting is a weak topological order of the reachable states (Bourdoncle,
// Efficient chaotic iteration strategies with widenings, 1993): an edge that does
// not lead forward leads to the head of a loop that it is in.
func Nesting(n *NFA) []Nest {
	order := TopologicalOrder(n)
	pos := make([]int, len(n.Out))
	for i, q := range order {
		pos[q] = i
	}
	local := make([]int, len(n.Out)) // number in the part at hand, and one
	var nest func(states []State) []Nest
	nest = func(states []State) []Nest {
		for i, q := range states {
			local[q] = i + 1
		}
		succ := make([][]int, len(states))
		for i, q := range states {
			for _, e := range n.Out[q] {
				if to := local[e.To]; to > 0 {
					succ[i] = append(succ[i], to-1)
				}
			}
		}
		for _, q := range states {
			local[q] = 0
		}
		comp, count := graph.Components(len(states), graph.Lists(succ))
		cyclic := graph.Cyclic(comp, graph.Lists(succ))
		members := make([][]State, count)
		loop := make([]bool, count)
		for i, q := range states {
			members[comp[i]] = append(members[comp[i]], q)
			loop[comp[i]] = cyclic[i]
		}
		var out []Nest
		for c, m := range members {
			head := slices.MinFunc(m, func(p, q State) int { return pos[p] - pos[q] })
			x := Nest{State: head, Loop: loop[c]}
			if len(m) > 1 {
				x.Body = nest(slices.DeleteFunc(m, func(q State) bool { return q == head }))
			}
			out = append(out, x)
		}
		return out
	}
	return nest(order)
}
