package values

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/graph"
)

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
