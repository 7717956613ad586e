package cfg

import (
	"slices"

	"culprit/internal/graph"
)

// CallGraph is who calls whom in a program, as it was when the graph was
// built. Its slices are indexed by Proc.ID.
type CallGraph struct {
	Calls   [][]*Edge // the calls in a procedure
	Callers [][]*Edge // the calls of a procedure

	prog   *Program
	comp   []int
	cyclic []bool
}

// CallGraph builds the call graph of p.
func (p *Program) CallGraph() *CallGraph {
	g := &CallGraph{Calls: make([][]*Edge, len(p.Procs)), Callers: make([][]*Edge, len(p.Procs)), prog: p}
	for _, e := range p.Edges {
		if c, ok := e.Stmt.(*Call); ok {
			g.Callers[c.Proc.ID] = append(g.Callers[c.Proc.ID], e)
			if f := e.From.Proc; f != nil {
				g.Calls[f.ID] = append(g.Calls[f.ID], e)
			}
		}
	}
	g.comp, _ = graph.Components(len(p.Procs), g.callee)
	g.cyclic = graph.Cyclic(g.comp, g.callee)
	return g
}

// callee is the procedure of the i-th call in f.
func (g *CallGraph) callee(f, i int) int {
	if i < len(g.Calls[f]) {
		return g.Calls[f][i].Stmt.(*Call).Proc.ID
	}
	return -1
}

// caller is the procedure that has the i-th call of f.
func (g *CallGraph) caller(f, i int) int {
	if i < len(g.Callers[f]) {
		return g.Callers[f][i].From.Proc.ID
	}
	return -1
}

// Recursive reports whether f may call itself, directly or not.
func (g *CallGraph) Recursive(f *Proc) bool { return g.cyclic[f.ID] }

// Component numbers the sets of procedures that may all call each other;
// those without recursion are sets of their own.
func (g *CallGraph) Component(f *Proc) int { return g.comp[f.ID] }

// Reach marks f and everything that its calls lead to, without those that only
// procedures for which without is true lead to; these are not marked either.
// A nil without leaves nothing out.
func (g *CallGraph) Reach(f *Proc, without func(*Proc) bool) []bool {
	var skip func(int) bool
	if without != nil {
		skip = func(i int) bool { return without(g.prog.Procs[i]) }
	}
	return graph.Reach(len(g.Calls), []int{f.ID}, g.callee, skip)
}

// ReachBack marks f and everything whose calls lead to it.
func (g *CallGraph) ReachBack(f *Proc) []bool {
	return graph.Reach(len(g.Calls), []int{f.ID}, g.caller, nil)
}

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

// ReadFrom reports whether some way from l reads v before it is set.
func ReadFrom(l *Loc, v *Var) bool {
	read := false
	graph.Closure(func(l *Loc, add func(*Loc)) {
		for _, e := range l.Out {
			read = read || Uses(e.Stmt, v)
			if !read && Defined(e.Stmt) != v {
				add(e.To)
			}
		}
	}, l)
	return read
}

// Prune drops the locations that control cannot come to and their edges, and
// numbers the rest in the order in which they were made. Entries and exits of
// procedures stay. The ends of the edges count: Prune links the
// locations to them again.
func (p *Program) Prune() {
	for _, l := range p.Locs {
		l.In, l.Out = nil, nil
	}
	for _, e := range p.Edges {
		e.From.Out = append(e.From.Out, e)
	}
	live := map[*Loc]bool{}
	var work []*Loc
	mark := func(l *Loc) {
		if !live[l] {
			live[l] = true
			work = append(work, l)
		}
	}
	for _, f := range p.Procs {
		mark(f.Entry)
		mark(f.Exit)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			mark(e.To)
		}
	}
	p.Locs = slices.DeleteFunc(p.Locs, func(l *Loc) bool { return !live[l] })
	p.Edges = slices.DeleteFunc(p.Edges, func(e *Edge) bool { return !live[e.From] })
	for i, l := range p.Locs {
		l.ID = i
	}
	for i, e := range p.Edges {
		e.ID = i
		e.To.In = append(e.To.In, e)
	}
}
