package relevance

import (
	"fmt"
	"slices"

	"culprit/analysis/alias"
	"culprit/cfg"
)

// Fix is a constant in place of what a statement of a program assigns.
type Fix struct {
	edge   *cfg.Edge
	target target
	value  uint64
}

// apply is a copy of prog with the constant in place of what its edge e assigns,
// which is like the edge of the fix.
func (f *Fix) apply(prog *cfg.Program, e *cfg.Edge) *cfg.Program {
	ts := targets(e)
	i := slices.IndexFunc(targets(f.edge), func(t target) bool { return t.v == f.target.v && t.param == f.target.param })
	return patch(prog, e, ts[i].constStmt(e, f.value))
}

// In is a copy of other with the fix, where other is the text of prog lowered in
// another way: with other checks. It is nil if it is not certain which statement
// of other is the same, or if the constant is the address of an object, which
// differs.
func (f *Fix) In(other, prog *cfg.Program) *cfg.Program {
	if slices.ContainsFunc(prog.Objects, func(o *cfg.Object) bool { return o.Addr <= f.value && f.value <= o.Addr+o.Size }) {
		return nil
	}
	of := func(p *cfg.Program) (same []*cfg.Edge) {
		for _, e := range p.Edges {
			if place(e) == place(f.edge) {
				same = append(same, e)
			}
		}
		return same
	}
	here, there := of(prog), of(other)
	i := slices.IndexFunc(here, func(e *cfg.Edge) bool { return e.ID == f.edge.ID })
	if i < 0 || len(here) != len(there) {
		return nil
	}
	return f.apply(other, there[i])
}

// edgePlace is what an edge has in common with the same one of a program that was
// lowered in another way.
type edgePlace struct {
	pos    cfg.Pos
	role   cfg.Role
	proc   string
	stmt   string // its type
	assign string // the targets, by name and type
}

func place(e *cfg.Edge) edgePlace {
	p := edgePlace{pos: e.Pos, role: e.Role, proc: e.From.Proc.Name, stmt: fmt.Sprintf("%T", e.Stmt)}
	for _, t := range targets(e) {
		name := ""
		if t.v != nil {
			name = t.v.Name
		}
		p.assign += fmt.Sprint(name, " ", t.typ, ";")
	}
	return p
}

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
