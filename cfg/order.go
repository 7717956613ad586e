package cfg

import "culprit/internal/graph"

// successor is the graph of the locations within their procedures.
func (p *Program) successor(v, i int) int {
	l := p.Locs[v]
	if i >= len(l.Out) {
		return -1
	}
	if _, ret := l.Out[i].Stmt.(*Return); ret { // the only edge of an exit
		return -1
	}
	return l.Out[i].To.ID
}

// BackEdges are the edges that close a cycle within a procedure in depth-first
// searches from the entries, in the order of their targets in these searches.
// Without them no procedure that is executed has a cycle.
func (p *Program) BackEdges() []*Edge {
	entries := make([]int, len(p.Procs))
	for i, f := range p.Procs {
		entries[i] = f.Entry.ID
	}
	order := graph.Postorder(len(p.Locs), entries, p.successor)
	number := make([]int, len(p.Locs)) // from 1
	for i, v := range order {
		number[v] = i + 1
	}
	var out []*Edge
	for i := len(order) - 1; i >= 0; i-- {
		to := p.Locs[order[i]]
		for _, e := range to.In {
			from := number[e.From.ID]
			if _, ret := e.Stmt.(*Return); !ret && from > 0 && from <= number[to.ID] {
				out = append(out, e)
			}
		}
	}
	return out
}

// Components numbers the strongly connected components of the locations within
// their procedures in topological order, and says which locations lie on a cycle.
func (p *Program) Components() (component []int, cyclic []bool) {
	component, _ = graph.Components(len(p.Locs), p.successor)
	return component, graph.Cyclic(component, p.successor)
}
