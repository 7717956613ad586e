package values

import "culprit/cfg"

// export copies the live part of the graph, in breadth-first order.
func (a *analysis) export(g *Graph) {
	ids := map[*gnode]int{}
	var list []*gnode
	visit := func(n *gnode) int {
		id, ok := ids[n]
		if !ok {
			id = len(list)
			ids[n] = id
			list = append(list, n)
		}
		return id
	}
	g.Entry = visit(a.entry)
	for i := 0; i < len(list); i++ {
		n := list[i]
		out := &Node{ID: i, Loc: n.p.loc, Stack: n.p.stack}
		for _, arc := range n.out {
			out.Out = append(out.Out, Arc{arc.edge, visit(arc.to)})
		}
		for _, e := range n.s.e {
			out.Facts = append(out.Facts, factsOf(a.factBase(e.k), e.v)...)
		}
		g.Nodes = append(g.Nodes, out)
	}
	g.Stats.Before = len(list)
}

func (a *analysis) factBase(k key) Fact {
	if !a.isCell(k) {
		return Fact{Var: a.prog.Vars[k]}
	}
	c := a.cellOf(k)
	f := Fact{Cell: true, Addr: c.addr}
	if c.region >= 0 {
		f.Region = a.prog.Regions[c.region]
	}
	return f
}

var _ = cfg.Plain
