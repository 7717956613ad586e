// Package graph has the depth-first algorithms that the representations share:
// strongly connected components and postorders, and what is reached.
//
// Nodes are the numbers below n. A graph is a function: next(v, i) is the i-th
// successor of v, or negative where v has no more than i. Nothing recurses, so
// paths may be as long as memory allows.
package graph

import "slices"

// Next gives the i-th successor of v, a negative number beyond the last.
type Next func(v, i int) int

// Lists is the graph whose successors are listed.
func Lists(succ [][]int) Next {
	return func(v, i int) int {
		if i < len(succ[v]) {
			return succ[v][i]
		}
		return -1
	}
}

type frame struct{ node, next int }

// Components numbers the strongly connected components of a graph with n nodes
// in topological order: an edge never leads to a smaller number (Tarjan 1972).
func Components(n int, next Next) (component []int, count int) {
	component = make([]int, n)
	index := make([]int, n) // of the visit, from 1
	low := make([]int, n)
	var open []int // visited, component not complete
	var calls []frame
	visits := 0
	for v := range component {
		component[v] = -1
	}
	enter := func(v int) {
		visits++
		index[v], low[v] = visits, visits
		open = append(open, v)
		calls = append(calls, frame{v, 0})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		enter(root)
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.node
			if w := next(v, f.next); w >= 0 {
				f.next++
				if index[w] == 0 {
					enter(w)
				} else if component[w] < 0 {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				caller := calls[len(calls)-1].node
				low[caller] = min(low[caller], low[v])
			}
			if low[v] < index[v] {
				continue
			}
			first := len(open) - 1
			for open[first] != v {
				first--
			}
			for _, w := range open[first:] {
				component[w] = count
			}
			open = open[:first]
			count++
		}
	}
	for v := range component { // they are complete in the opposite order
		component[v] = count - 1 - component[v]
	}
	return component, count
}

// Cyclic says for each node whether it lies on a cycle, component being the
// result of Components.
func Cyclic(component []int, next Next) []bool {
	size := make([]int, len(component))
	for _, c := range component {
		size[c]++
	}
	out := make([]bool, len(component))
	for v, c := range component {
		out[v] = size[c] > 1
		for i := 0; !out[v]; i++ {
			w := next(v, i)
			if w < 0 {
				break
			}
			out[v] = w == v
		}
	}
	return out
}

// Postorder lists the nodes that the roots reach, each after everything that
// is first reached from it. Read backwards, only back edges of the depth-first
// search lead to an earlier node.
func Postorder(n int, roots []int, next Next) []int {
	seen := make([]bool, n)
	var order []int
	var calls []frame
	for _, root := range roots {
		if seen[root] {
			continue
		}
		seen[root] = true
		calls = append(calls, frame{root, 0})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			w := next(f.node, f.next)
			if w < 0 {
				order = append(order, f.node)
				calls = calls[:len(calls)-1]
				continue
			}
			f.next++
			if !seen[w] {
				seen[w] = true
				calls = append(calls, frame{w, 0})
			}
		}
	}
	return order
}

// Reach marks the nodes that the roots reach, themselves included, on paths
// that avoid the nodes for which without is true; a nil without avoids none.
func Reach(n int, roots []int, next Next, without func(int) bool) []bool {
	seen := make([]bool, n)
	work := slices.Clone(roots)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || without != nil && without(v) {
			continue
		}
		seen[v] = true
		for i := 0; ; i++ {
			w := next(v, i)
			if w < 0 {
				break
			}
			if !seen[w] {
				work = append(work, w)
			}
		}
	}
	return seen
}

// Closure is the set of the nodes that the roots lead to, themselves included. step
// adds the successors of a node, and is called once for each.
func Closure[N comparable](step func(n N, add func(N)), roots ...N) map[N]bool {
	seen := map[N]bool{}
	var work []N
	add := func(n N) {
		if !seen[n] {
			seen[n] = true
			work = append(work, n)
		}
	}
	for _, r := range roots {
		add(r)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		step(n, add)
	}
	return seen
}
