package flow

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

// Postdom holds the postdominator tree of one procedure.
type Postdom struct {
	locs  []*cfg.Loc
	index map[*cfg.Loc]int // into locs
	// idom is the immediate postdominator by index; len(locs) is the virtual
	// end of the procedure.
	idom  []int
	depth []int
	// endless marks the locations of cycles that cannot end which lead to the
	// virtual end.
	endless []bool
}

// Postdominators computes the tree for the locations of f.
func Postdominators(prog *cfg.Program, f *cfg.Proc) *Postdom {
	p := &Postdom{index: map[*cfg.Loc]int{}}
	for _, l := range prog.Locs {
		if l.Proc == f {
			p.index[l] = len(p.locs)
			p.locs = append(p.locs, l)
		}
	}
	succ, pred := p.graph()
	order, number := postorder(pred, len(p.locs))
	p.solve(succ, order, number)
	return p
}

// graph lists the successors and predecessors of each location, the virtual
// end included.
func (p *Postdom) graph() (succ, pred [][]int) {
	n := len(p.locs)
	succ, pred = make([][]int, n+1), make([][]int, n+1)
	link := func(from, to int) {
		succ[from] = append(succ[from], to)
		pred[to] = append(pred[to], from)
	}
	for i, l := range p.locs {
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*cfg.Return); !ok {
				link(i, p.index[e.To])
			}
		}
		if len(succ[i]) == 0 {
			link(i, n)
		}
	}
	// Cycles that cannot end: give the end to a location until all reach it.
	reaches := make([]bool, n+1)
	mark := func(from int) {
		graph.Closure(func(x int, add func(int)) {
			reaches[x] = true
			for _, y := range pred[x] {
				if !reaches[y] {
					add(y)
				}
			}
		}, from)
	}
	mark(n)
	p.endless = make([]bool, n)
	for i := n - 1; i >= 0; i-- {
		if !reaches[i] {
			p.endless[i] = true
			link(i, n)
			mark(i)
		}
	}
	return succ, pred
}

// postorder numbers the nodes that root reaches.
func postorder(next [][]int, root int) (order, number []int) {
	order = graph.Postorder(len(next), []int{root}, graph.Lists(next))
	number = make([]int, len(next))
	for i := range number {
		number[i] = -1
	}
	for i, x := range order {
		number[x] = i
	}
	return order, number
}

// solve is the iteration of Cooper, Harvey and Kennedy on the reverse graph.
func (p *Postdom) solve(succ [][]int, order, number []int) {
	root := len(p.locs)
	p.idom = make([]int, root+1)
	for i := range p.idom {
		p.idom[i] = -1
	}
	p.idom[root] = root
	meet := func(a, b int) int {
		for a != b {
			for number[a] < number[b] {
				a = p.idom[a]
			}
			for number[b] < number[a] {
				b = p.idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			x := order[i]
			if x == root {
				continue
			}
			d := -1
			for _, y := range succ[x] {
				if p.idom[y] < 0 {
					continue
				}
				if d < 0 {
					d = y
				} else {
					d = meet(d, y)
				}
			}
			if d != p.idom[x] {
				p.idom[x] = d
				changed = true
			}
		}
	}
	p.depth = make([]int, root+1)
	for i := len(order) - 1; i >= 0; i-- {
		if x := order[i]; x != root {
			p.depth[x] = -1
		}
	}
	for x := range p.depth {
		var path []int
		for y := x; p.depth[y] < 0; y = p.idom[y] {
			path = append(path, y)
		}
		for _, y := range slices.Backward(path) {
			p.depth[y] = p.depth[p.idom[y]] + 1
		}
	}
}

// Immediate returns the immediate postdominator of l, or nil if it is the
// virtual end of the procedure.
func (p *Postdom) Immediate(l *cfg.Loc) *cfg.Loc {
	d := p.idom[p.index[l]]
	if d == len(p.locs) {
		return nil
	}
	return p.locs[d]
}

// ControlDependence lists, for each location of the procedure, the branch
// edges it depends on, by edge id.
func (p *Postdom) ControlDependence() map[*cfg.Loc][]*cfg.Edge {
	out := map[*cfg.Loc][]*cfg.Edge{}
	for _, l := range p.locs {
		if len(l.Out) < 2 {
			continue
		}
		stop := p.idom[p.index[l]]
		for _, e := range l.Out {
			for x := p.index[e.To]; x != stop && x != len(p.locs); x = p.idom[x] {
				out[p.locs[x]] = append(out[p.locs[x]], e)
			}
		}
	}
	for _, l := range p.locs {
		slices.SortFunc(out[l], func(a, b *cfg.Edge) int { return a.ID - b.ID })
	}
	return out
}

// Control holds the direct control dependences of a whole program, by
// location. It serves the run-time detection of control dependences (paper
// 001, Algorithm 1), which asks for each executed statement whether it is
// still inside the branches that are open.
type Control struct {
	deps    [][]*cfg.Edge // by Loc.ID, ascending by edge id
	pdom    []int32       // by Loc.ID
	endless []bool        // by Loc.ID
	calls   [][]*cfg.Edge // by Proc.ID
}

// NewControl computes the control dependences of all procedures.
func NewControl(prog *cfg.Program) *Control {
	c := &Control{
		deps:    make([][]*cfg.Edge, len(prog.Locs)),
		pdom:    make([]int32, len(prog.Locs)),
		endless: make([]bool, len(prog.Locs)),
		calls:   make([][]*cfg.Edge, len(prog.Procs)),
	}
	for _, f := range prog.Procs {
		p := Postdominators(prog, f)
		for l, edges := range p.ControlDependence() {
			c.deps[l.ID] = edges
		}
		for i, l := range p.locs {
			c.endless[l.ID] = p.endless[i]
			c.pdom[l.ID] = -1
			if d := p.Immediate(l); d != nil {
				c.pdom[l.ID] = int32(d.ID)
			}
		}
	}
	for _, e := range prog.Edges {
		if s, ok := e.Stmt.(*cfg.Call); ok {
			c.calls[s.Proc.ID] = append(c.calls[s.Proc.ID], e)
		}
	}
	return c
}

// Of lists the branch edges that l depends on directly, by id. The result
// must not be changed.
func (c *Control) Of(l *cfg.Loc) []*cfg.Edge { return c.deps[l.ID] }

// Calls lists the call edges of f, by id: what nothing inside f controls
// depends on the call.
func (c *Control) Calls(f *cfg.Proc) []*cfg.Edge { return c.calls[f.ID] }

// End is the id of the immediate postdominator of l, where a region that
// begins with a branch at l ends, or -1 if only the end of the procedure ends
// it.
func (c *Control) End(l *cfg.Loc) int32 { return c.pdom[l.ID] }

// Opens reports whether taking an edge out of l opens a region: l is a branch
// or the head of a cycle that cannot end. The latter is not a branch, but without
// it the iterations of such a cycle could not be told apart.
func (c *Control) Opens(l *cfg.Loc) bool { return len(l.Out) > 1 || c.endless[l.ID] }
