package values

import (
	"cmp"
	"context"
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
	"culprit/internal/work"
)

// Limits bound the analysis. The zero value means the defaults.
type Limits struct {
	// MaxNodes is the largest number of nodes of the graph (default 20000).
	// The analysis gives up precision, not completeness, to stay below it.
	MaxNodes int
	// MaxFacts is the largest number of facts in the states of all nodes (default
	// 32 million, half a gigabyte). The analysis ends there: each statement that
	// initialises a table adds a state with all of it so far.
	MaxFacts int
	// MaxPerLoc is how many states are kept apart at a merge point with one
	// return stack (default 200).
	MaxPerLoc int
	// MaxDepth bounds the return stack (default 200).
	MaxDepth int
	// NoFloats leaves floating-point operations uninterpreted, for callers
	// whose recheck would take too long with them.
	NoFloats bool
	// Work bounds the run (default: none), counted on Clock, if that is set.
	Work  work.Amount
	Clock *work.Clock
	// Ctx, if not nil, ends the run when done.
	Ctx context.Context
}

func (l Limits) withDefaults() Limits {
	l.MaxNodes = cmp.Or(l.MaxNodes, maxNodes)
	l.MaxFacts = cmp.Or(l.MaxFacts, maxFacts)
	l.MaxPerLoc = cmp.Or(l.MaxPerLoc, maxPerLoc)
	l.MaxDepth = cmp.Or(l.MaxDepth, maxDepth)
	if l.Clock == nil {
		l.Clock = &work.Clock{}
	}
	if l.Ctx == nil {
		l.Ctx = context.Background()
	}
	return l
}

// Graph is an abstract reachability graph of the whole program: every
// execution is a path from Entry. Nodes at Error and Unsupported locations
// have no arcs.
type Graph struct {
	Nodes    []*Node
	Entry    int
	Complete bool // false: a limit was hit, the graph is of no use
}

// Stack is an interned list of open calls; nil is the empty one.
type Stack struct {
	CallEdge *cfg.Edge
	Parent   *Stack
	depth    int
	path     []int  // order positions of the calls, outermost first
	active   bitset // procedures with an open call, without Main
}

// Node is a location with a return stack and facts that hold whenever an
// execution is there by a path of the graph.
type Node struct {
	ID    int
	Loc   *cfg.Loc
	Stack *Stack
	Facts []Fact // by variable id, then cells
	Out   []Arc  // in the order of Loc.Out
}

// Arc is an edge that may be taken from a node. A Return leads to the target
// of the call on top of the stack. An edge without an arc cannot be taken.
type Arc struct {
	Edge *cfg.Edge
	To   int
}

// FactKind is the form of a fact.
type FactKind uint8

// The kinds of facts.
const (
	Const         FactKind = iota // equals Lo
	UnsignedRange                 // Lo <= value <= Hi, unsigned
	SignedRange                   // Lo <= value <= Hi as signed numbers of the width
	Set                           // one of Set
)

// Fact restricts the value of a variable or of a memory cell.
type Fact struct {
	Var  *cfg.Var // nil for a cell
	Kind FactKind
	// Lo and Hi are masked to the width.
	Lo, Hi uint64
	Set    []uint64

	Cell   bool
	Region *cfg.Region // nil without alias analysis
	Addr   uint64
	Width  int // in bits, for variables too
}

// Analyze explores the program. If precision was lost, errors remain and the
// first run was small, a second run keeps more states apart; it counts only
// if it leaves no error.
func Analyze(prog *cfg.Program, lim Limits) *Graph {
	lim = lim.withDefaults()
	g, a := analyzeOnce(prog, lim, false)
	if g.Complete && a.coarsened > 0 && a.limit == lim.MaxPerLoc && len(a.cells) <= maxRetryCells &&
		len(a.nodes) <= lim.MaxNodes/reducePart && len(g.Reaches()) > 0 {
		lim.MaxPerLoc *= retryFactor
		if again, _ := analyzeOnce(prog, lim, true); again.Complete && len(again.Reaches()) == 0 {
			g = again
		}
	}
	return g
}

// analyzeOnce is one run; a strict one gives up instead of losing precision
// for the sake of MaxNodes.
func analyzeOnce(prog *cfg.Program, lim Limits, strict bool) (*Graph, *analysis) {
	a := newAnalysis(prog, lim)
	a.strict = strict
	ok := a.explore()
	g := &Graph{}
	if ok {
		a.narrow()
		a.export(g)
		g.Complete = true
	}
	return g, a
}

// Reaches lists the nodes at Error and Unsupported locations.
func (g *Graph) Reaches() []*Node {
	var out []*Node
	for _, n := range g.Nodes {
		if n.Loc.Kind != cfg.Plain {
			out = append(out, n)
		}
	}
	return out
}

// factsOf turns a value into at most two facts.
func factsOf(base Fact, v *val) []Fact {
	w := int(v.w)
	base.Width = w
	n := len(v.set)
	switch {
	case n == 1:
		base.Kind, base.Lo, base.Hi = Const, v.set[0], v.set[0]
		return []Fact{base}
	case n > 1 && v.uhi-v.ulo == uint64(n-1):
		base.Kind, base.Lo, base.Hi = UnsignedRange, v.ulo, v.uhi
		return []Fact{base}
	case n > 1 && uint64(v.shi)-uint64(v.slo) == uint64(n-1):
		base.Kind, base.Lo, base.Hi = SignedRange, cfg.Mask(uint64(v.slo), w), cfg.Mask(uint64(v.shi), w)
		return []Fact{base}
	case n > 1:
		base.Kind, base.Set = Set, v.set
		return []Fact{base}
	}
	u, s := base, base
	u.Kind, u.Lo, u.Hi = UnsignedRange, v.ulo, v.uhi
	s.Kind, s.Lo, s.Hi = SignedRange, cfg.Mask(uint64(v.slo), w), cfg.Mask(uint64(v.shi), w)
	switch {
	case plainU(v):
		return []Fact{u}
	case plainS(v):
		return []Fact{s}
	}
	return []Fact{u, s}
}

// export copies the graph with the facts its missing arcs depend on, nodes
// that then look alike united, in breadth-first order.
func (a *analysis) export(g *Graph) {
	list := a.reachable()
	need := a.demandFacts(list)
	for i, n := range list {
		n.id = i
	}
	rep := a.unify(list, need)
	ids := make([]int, len(list))
	for i := range ids {
		ids[i] = -1
	}
	var order []int
	visit := func(n *gnode) int {
		i := rep[n.id]
		if ids[i] < 0 {
			ids[i] = len(order)
			order = append(order, i)
		}
		return ids[i]
	}
	g.Entry = visit(a.entry)
	for at := 0; at < len(order); at++ {
		n := list[order[at]]
		out := &Node{ID: at, Loc: n.p.loc, Stack: n.p.stack}
		for _, arc := range n.out {
			out.Out = append(out.Out, Arc{arc.edge, visit(arc.to)})
		}
		for _, k := range need[n.id] {
			out.Facts = append(out.Facts, factsOf(a.factBase(k), a.valueAt(n.s, k))...)
		}
		g.Nodes = append(g.Nodes, out)
	}
}

// unify maps each node to one whose demanded facts its own imply. A node from
// which an error is reachable stands only for such nodes.
func (a *analysis) unify(list []*gnode, need [][]key) []int {
	bad := a.leadsToError(list)
	rep := make([]int, len(list))
	byPoint := map[*point][]int{}
	var points []*point
	for i, n := range list {
		if byPoint[n.p] == nil {
			points = append(points, n.p)
		}
		byPoint[n.p] = append(byPoint[n.p], i)
	}
	for _, p := range points {
		ns := byPoint[p]
		slices.SortStableFunc(ns, func(x, y int) int { return len(need[x]) - len(need[y]) })
		var kept []int
		for _, i := range ns {
			rep[i] = i
			own := a.only(list[i].s, need[i])
			for _, j := range kept {
				if (bad[i] || !bad[j]) && a.implies(own, list[j].s, need[j]) {
					rep[i] = j
					break
				}
			}
			if rep[i] == i {
				kept = append(kept, i)
			}
		}
	}
	return rep
}

// implies reports whether s implies the facts of t about ks.
func (d *domain) implies(s, t *state, ks []key) bool {
	return !slices.ContainsFunc(ks, func(k key) bool { return !d.valueAt(s, k).leq(d.valueAt(t, k)) })
}

// leadsToError marks the nodes from which an error or unsupported location is
// reachable in the graph.
func (a *analysis) leadsToError(list []*gnode) []bool {
	pred := make([][]int, len(list))
	for i, n := range list {
		for _, arc := range n.out {
			pred[arc.to.id] = append(pred[arc.to.id], i)
		}
	}
	var bad []int
	for i, n := range list {
		if n.p.loc.Kind != cfg.Plain {
			bad = append(bad, i)
		}
	}
	return graph.Reach(len(list), bad, graph.Lists(pred), nil)
}

func (d *domain) factBase(k key) Fact {
	if !d.isCell(k) {
		return Fact{Var: d.prog.Vars[k]}
	}
	c := d.cellOf(k)
	f := Fact{Cell: true, Addr: c.addr}
	if c.region >= 0 {
		f.Region = d.prog.Regions[c.region]
	}
	return f
}
