package safety

import "culprit/cfg"

// Changes of the graph: statements, checks and error locations are put into
// it.

// editor changes a program.
type editor struct{ p *cfg.Program }

// before executes s before e.
func (g *editor) before(e *cfg.Edge, s cfg.Stmt) {
	from, mid := e.From, g.p.NewLoc(e.From.Proc, e.Pos)
	g.move(e, mid)
	g.p.NewEdge(from, mid, s, e.Pos, "", cfg.RoleImplicit)
}

// after executes s right after e, before what was put there earlier.
func (g *editor) after(e *cfg.Edge, s cfg.Stmt) {
	to, mid := e.To, g.p.NewLoc(e.From.Proc, e.Pos)
	to.In = without(to.In, e)
	e.To = mid
	mid.In = append(mid.In, e)
	g.p.NewEdge(mid, to, s, e.Pos, "", cfg.RoleImplicit)
}

// move makes e leave from.
func (g *editor) move(e *cfg.Edge, from *cfg.Loc) {
	e.From.Out = without(e.From.Out, e)
	e.From = from
	from.Out = append(from.Out, e)
}

// prefix puts statements before a procedure.
func (g *editor) prefix(f *cfg.Proc, list []cfg.Stmt) {
	for i := len(list) - 1; i >= 0; i-- {
		l := g.p.NewLoc(f, f.Pos)
		g.p.NewEdge(l, f.Entry, list[i], cfg.Pos{}, "", cfg.RoleImplicit)
		f.Entry = l
	}
}

// suffix puts statements before the exit of a procedure.
func (g *editor) suffix(f *cfg.Proc, list []cfg.Stmt) {
	if !arrives(f.Exit) {
		return
	}
	first := g.p.NewLoc(f, f.Exit.Pos)
	g.redirect(f.Exit, first)
	for i, s := range list {
		next := f.Exit
		if i < len(list)-1 {
			next = g.p.NewLoc(f, f.Exit.Pos)
		}
		g.p.NewEdge(first, next, s, cfg.Pos{}, "", cfg.RoleImplicit)
		first = next
	}
}

// redirect makes all edges into l but a Return lead to other.
func (g *editor) redirect(l, other *cfg.Loc) {
	in := l.In
	l.In = nil
	for _, e := range in {
		if _, ok := e.Stmt.(*cfg.Return); ok {
			l.In = append(l.In, e)
			continue
		}
		e.To = other
		other.In = append(other.In, e)
	}
	if l.Proc.Entry == l {
		l.Proc.Entry = other
	}
}

// unless ends the path before e where cond holds, for a reason that makes the
// answer unknown.
func (g *editor) unless(e *cfg.Edge, cond cfg.Expr, why cfg.Reason) {
	from := e.From
	fail, next := g.p.NewLoc(from.Proc, e.Pos), g.p.NewLoc(from.Proc, from.Pos)
	fail.Kind, fail.Reason = cfg.Unsupported, why
	g.move(e, next)
	g.p.NewEdge(from, next, &cfg.Assume{Cond: cfg.Negate(cond)}, e.Pos, "", cfg.RoleImplicit)
	g.p.NewEdge(from, fail, &cfg.Assume{Cond: cond}, e.Pos, "", cfg.RoleImplicit)
}

func (g *editor) end(l *cfg.Loc, bad cfg.Expr, property string, why cfg.ReasonKind, kind cfg.MemCheckKind, at cfg.Pos) {
	if !arrives(l) {
		return
	}
	first := g.p.NewLoc(l.Proc, at)
	g.redirect(l, first)
	first.LoopHead, l.LoopHead = l.LoopHead, false
	fail := g.p.NewLoc(l.Proc, at)
	g.lose(fail, property, why, kind)
	g.p.NewEdge(first, l, &cfg.Assume{Cond: cfg.Negate(bad)}, at, "", cfg.RoleImplicit)
	g.p.NewEdge(first, fail, &cfg.Assume{Cond: bad}, at, "", cfg.RoleImplicit)
}

// lose makes l an error location about heap blocks.
func (g *editor) lose(l *cfg.Loc, property string, why cfg.ReasonKind, kind cfg.MemCheckKind) {
	l.Kind, l.Reason, l.Property = cfg.Error, cfg.Reason{Kind: why}, property
	l.Checks = []cfg.MemCheck{{Kind: kind, When: cfg.True}}
}

// temp makes a variable of the pass.
func (g *editor) temp(f *cfg.Proc, name string, t cfg.Type) *cfg.Var {
	v := g.p.NewVar(f, name, t)
	v.Temp = true
	return v
}

// guard sends control to an error location if some use is wrong.
func (g *editor) guard(l *cfg.Loc, uses []use, property string, why cfg.Reason, e *cfg.Edge) {
	if len(uses) == 0 {
		return
	}
	bad := cfg.Expr(cfg.False)
	for _, u := range uses {
		bad = cfg.Disjunction(bad, cfg.Conjunction(u.When, cfg.Negate(u.ok)))
	}
	n := len(g.p.Locs)
	guard(g.p, l, []check{{bad, property, why, e.Pos}})
	fail := g.p.Locs[n]
	for _, u := range uses {
		fail.Checks = append(fail.Checks, u.MemCheck)
	}
}

// arrives reports whether control may come to l.
func arrives(l *cfg.Loc) bool {
	for _, e := range l.In {
		if _, ok := e.Stmt.(*cfg.Return); !ok {
			return true
		}
	}
	return l == l.Proc.Entry
}

func without(edges []*cfg.Edge, e *cfg.Edge) []*cfg.Edge {
	var out []*cfg.Edge
	for _, x := range edges {
		if x != e {
			out = append(out, x)
		}
	}
	return out
}

// use is one use of memory by a statement.
type use struct {
	cfg.MemCheck
	ok cfg.Expr // whether it is right
}
