package relevance

import (
	"culprit/cfg"
)

// patch is a copy of prog in which the statement of edge e is st. All ids are
// those of prog. Nothing is shared with prog but regions, sources and what
// is never written.
func patch(prog *cfg.Program, e *cfg.Edge, st cfg.Stmt) *cfg.Program {
	c := copyProgram(prog)
	c.out.Edges[e.ID].Stmt = c.stmt(st)
	return c.out
}

// reachability is a copy of prog in which the locations in at are the error
// locations, and no others: it is violated iff one of them is reachable.
func reachability(prog *cfg.Program, at []*cfg.Loc) *cfg.Program {
	c := copyProgram(prog)
	p := c.out
	for _, l := range p.Locs {
		if l.Kind == cfg.Error {
			l.Kind = cfg.Plain
		}
	}
	dropped := map[*cfg.Edge]bool{}
	for _, l := range at {
		n := p.Locs[l.ID]
		n.Kind, n.What = cfg.Error, "the assertion is reached"
		for _, e := range n.Out {
			dropped[e] = true
		}
	}
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
	return p
}

// copier copies a program; everything is found by its id.
type copier struct{ out *cfg.Program }

func copyProgram(prog *cfg.Program) *copier {
	p := *prog
	c := &copier{&p}
	p.Procs = make([]*cfg.Proc, len(prog.Procs))
	for i, f := range prog.Procs {
		g := *f
		p.Procs[i] = &g
	}
	p.Vars = make([]*cfg.Var, len(prog.Vars))
	for i, v := range prog.Vars {
		w := *v
		w.Proc = c.proc(v.Proc)
		p.Vars[i] = &w
	}
	p.Objects = make([]*cfg.Object, len(prog.Objects))
	for i, o := range prog.Objects {
		q := *o
		q.Proc = c.proc(o.Proc)
		p.Objects[i] = &q
	}
	p.Locs = make([]*cfg.Loc, len(prog.Locs))
	for i, l := range prog.Locs {
		m := *l
		m.Proc = c.proc(l.Proc)
		p.Locs[i] = &m
	}
	p.Edges = make([]*cfg.Edge, len(prog.Edges))
	for i, e := range prog.Edges {
		f := *e
		f.From, f.To = p.Locs[e.From.ID], p.Locs[e.To.ID]
		f.Stmt = c.stmt(e.Stmt)
		p.Edges[i] = &f
	}
	edges := func(es []*cfg.Edge) []*cfg.Edge {
		out := make([]*cfg.Edge, len(es))
		for i, e := range es {
			out[i] = p.Edges[e.ID]
		}
		return out
	}
	for i, l := range prog.Locs {
		p.Locs[i].Out, p.Locs[i].In = edges(l.Out), edges(l.In)
	}
	for i, f := range prog.Procs {
		g := p.Procs[i]
		g.Params, g.Locals, g.Ret = c.vars(f.Params), c.vars(f.Locals), c.variable(f.Ret)
		g.Entry, g.Exit = c.loc(f.Entry), c.loc(f.Exit)
	}
	p.Main = c.proc(prog.Main)
	p.HeapTop = c.variable(prog.HeapTop)
	return c
}

func (c *copier) proc(f *cfg.Proc) *cfg.Proc {
	if f == nil {
		return nil
	}
	return c.out.Procs[f.ID]
}

func (c *copier) loc(l *cfg.Loc) *cfg.Loc {
	if l == nil {
		return nil
	}
	return c.out.Locs[l.ID]
}

func (c *copier) variable(v *cfg.Var) *cfg.Var {
	if v == nil {
		return nil
	}
	return c.out.Vars[v.ID]
}

func (c *copier) vars(vs []*cfg.Var) []*cfg.Var {
	out := make([]*cfg.Var, len(vs))
	for i, v := range vs {
		out[i] = c.variable(v)
	}
	return out
}

func (c *copier) stmt(s cfg.Stmt) cfg.Stmt {
	s = cfg.RebuildStmt(s, c.variable, c.expr)
	if call, ok := s.(*cfg.Call); ok {
		call.Proc = c.proc(call.Proc)
	}
	return s
}

func (c *copier) expr(x cfg.Expr) cfg.Expr {
	return cfg.RebuildExpr(x, func(x cfg.Expr) cfg.Expr {
		switch x := x.(type) {
		case *cfg.VarRef:
			return &cfg.VarRef{V: c.variable(x.V)}
		case *cfg.AddrOf:
			return &cfg.AddrOf{Obj: c.out.Objects[x.Obj.ID], Bits: x.Bits}
		case *cfg.FuncAddr:
			return &cfg.FuncAddr{Proc: c.proc(x.Proc), Bits: x.Bits}
		}
		return x
	})
}
