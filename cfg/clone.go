package cfg

// Copies of whole programs.

// copier finds what belongs to the copy by its id.
type copier struct{ out *Program }

// Clone copies the program. Ids are kept, and nothing that is ever written is
// shared but regions. stmt copies a statement of prog, or one that refers to
// its variables, objects and procedures, for the copy.
func (prog *Program) Clone() (q *Program, stmt func(Stmt) Stmt) {
	p := *prog
	p.Simpler, p.Fewer = nil, nil
	c := &copier{&p}
	p.Procs = make([]*Proc, len(prog.Procs))
	for i, f := range prog.Procs {
		g := *f
		p.Procs[i] = &g
	}
	p.Vars = make([]*Var, len(prog.Vars))
	for i, v := range prog.Vars {
		w := *v
		w.Proc = c.proc(v.Proc)
		p.Vars[i] = &w
	}
	p.Objects = make([]*Object, len(prog.Objects))
	for i, o := range prog.Objects {
		q := *o
		q.Proc = c.proc(o.Proc)
		p.Objects[i] = &q
	}
	p.Locs = make([]*Loc, len(prog.Locs))
	for i, l := range prog.Locs {
		m := *l
		m.Proc = c.proc(l.Proc)
		m.Checks, m.Loops = nil, nil
		for _, k := range l.Checks {
			m.Checks = append(m.Checks, c.check(k))
		}
		for _, x := range l.Loops {
			m.Loops = append(m.Loops, c.loop(x))
		}
		p.Locs[i] = &m
	}
	p.Edges = make([]*Edge, len(prog.Edges))
	for i, e := range prog.Edges {
		f := *e
		f.From, f.To = p.Locs[e.From.ID], p.Locs[e.To.ID]
		f.Stmt = c.stmt(e.Stmt)
		p.Edges[i] = &f
	}
	edges := func(es []*Edge) []*Edge {
		out := make([]*Edge, len(es))
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
	return &p, c.stmt
}

func (c *copier) proc(f *Proc) *Proc {
	if f == nil {
		return nil
	}
	return c.out.Procs[f.ID]
}

func (c *copier) loc(l *Loc) *Loc {
	if l == nil {
		return nil
	}
	return c.out.Locs[l.ID]
}

func (c *copier) variable(v *Var) *Var {
	if v == nil {
		return nil
	}
	return c.out.Vars[v.ID]
}

func (c *copier) object(o *Object) *Object {
	if o == nil {
		return nil
	}
	return c.out.Objects[o.ID]
}

func (c *copier) check(k MemCheck) MemCheck {
	for _, e := range []*Expr{&k.When, &k.Base, &k.Addr, &k.Size} {
		if *e != nil {
			*e = c.expr(*e)
		}
	}
	return k
}

func (c *copier) loop(l *Loop) *Loop {
	n := *l
	n.Scope = nil
	for _, m := range l.Scope {
		m.Var, m.Obj = c.variable(m.Var), c.object(m.Obj)
		n.Scope = append(n.Scope, m)
	}
	return &n
}

func (c *copier) vars(vs []*Var) []*Var {
	out := make([]*Var, len(vs))
	for i, v := range vs {
		out[i] = c.variable(v)
	}
	return out
}

func (c *copier) stmt(s Stmt) Stmt {
	s = RebuildStmt(s, c.variable, c.object, c.expr)
	if call, ok := s.(*Call); ok {
		call.Proc = c.proc(call.Proc)
	}
	return s
}

func (c *copier) expr(x Expr) Expr {
	return RebuildExpr(x, func(x Expr) Expr {
		switch x := x.(type) {
		case *VarRef:
			return &VarRef{V: c.variable(x.V)}
		case *AddrOf:
			return &AddrOf{Obj: c.object(x.Obj), Bits: x.Bits}
		case *FuncAddr:
			return &FuncAddr{Proc: c.proc(x.Proc), Bits: x.Bits}
		}
		return x
	})
}
