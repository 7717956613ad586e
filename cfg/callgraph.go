package cfg

import "culprit/internal/graph"

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
