package relevance

import (
	"culprit/cfg"
	"culprit/cfg/alias"
)

// patch is a copy of prog in which the statement of edge e is st. All ids are
// those of prog. Nothing is shared with prog but regions, sources and what
// is never written.
func patch(prog *cfg.Program, e *cfg.Edge, st cfg.Stmt) *cfg.Program {
	q := patchToRun(prog, e, st)
	if len(q.Regions) > 0 {
		alias.Assign(q) // what a pointer points to may change with the statement
	}
	return q
}

// patchToRun is patch for execution, which knows of no regions: those of the
// copy are not right any more.
func patchToRun(prog *cfg.Program, e *cfg.Edge, st cfg.Stmt) *cfg.Program {
	q, stmt := prog.Clone()
	q.Edges[e.ID].Stmt = stmt(st)
	return q
}

// reachability is a copy of prog in which the locations in at are the error
// locations, and no others: it is violated iff one of them is reachable.
func reachability(prog *cfg.Program, at []*cfg.Loc) *cfg.Program {
	p, _ := prog.Clone()
	for _, l := range p.Locs {
		if l.Kind == cfg.Error {
			l.Kind = cfg.Plain
		}
	}
	dropped := map[*cfg.Edge]bool{}
	for _, l := range at {
		n := p.Locs[l.ID]
		n.Kind, n.Reason = cfg.Error, cfg.Reason{Kind: cfg.Reached}
		for _, e := range n.Out {
			dropped[e] = true
		}
	}
	dropEdges(p, dropped)
	return p
}

// dropEdges removes edges from a program.
func dropEdges(p *cfg.Program, dropped map[*cfg.Edge]bool) {
	var edges []*cfg.Edge
	for _, l := range p.Locs {
		l.Out, l.In = nil, nil
	}
	for _, e := range p.Edges {
		if !dropped[e] {
			e.ID = len(edges)
			edges = append(edges, e)
			e.From.Out = append(e.From.Out, e)
			e.To.In = append(e.To.In, e)
		}
	}
	p.Edges = edges
}
