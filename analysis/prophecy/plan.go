package prophecy

import (
	"slices"

	"culprit/cfg"
)

// Plan says what is foretold on the way to one error location.
type Plan struct {
	Error *cfg.Loc
	// Call is the last call of the procedure of Error; nil if any call will do.
	Call *cfg.Edge
	// Sites are the edges whose last execution is foretold: those that read
	// memory, and those that set a flag on a condition that does.
	Sites []*cfg.Edge
}

// Plans are those that together cover the executions that reach err. The
// sites are the edges that read what the condition before err depends on.
func Plans(p *cfg.Program, err *cfg.Loc) []Plan {
	l := loopsOf(p)
	f := factsOf(&Told{Prog: p})
	pl := &planner{loops: l, facts: f, proc: err.Proc}
	conds := conditions(err)
	for _, e := range conds {
		pl.collect(e.Stmt.(*cfg.Assume).Cond, e, 0)
	}
	calls := l.calls[err.Proc]
	if len(pl.params) == 0 || len(calls) == 0 || len(calls) > maxCalls || err.Proc == p.Main {
		return []Plan{{Error: err, Sites: pl.sites}}
	}
	var out []Plan
	for _, call := range calls {
		c := &planner{loops: l, facts: f, proc: call.From.Proc, sites: slices.Clone(pl.sites)}
		for i, v := range err.Proc.Params {
			if args := call.Stmt.(*cfg.Call).Args; pl.params[v] && i < len(args) {
				c.collect(args[i], call, 0)
			}
		}
		out = append(out, Plan{Error: err, Call: call, Sites: c.sites})
	}
	return out
}

// conditions are the edges whose conditions lead to err and to nothing else.
func conditions(err *cfg.Loc) []*cfg.Edge {
	var out []*cfg.Edge
	seen := map[*cfg.Loc]bool{}
	var back func(*cfg.Loc)
	back = func(l *cfg.Loc) {
		if seen[l] {
			return
		}
		seen[l] = true
		for _, e := range l.In {
			if _, ok := e.Stmt.(*cfg.Assume); ok {
				out = append(out, e)
			}
			if len(e.From.In) == 1 && !e.From.LoopHead {
				back(e.From)
			}
		}
	}
	back(err)
	return out
}

// planner collects sites.
type planner struct {
	loops  *loops
	facts  *facts
	proc   *cfg.Proc
	sites  []*cfg.Edge
	params map[*cfg.Var]bool // that conditions depend on
}

// collect adds e if x reads memory; otherwise it follows the variables of x to
// their definitions in the same loop.
func (pl *planner) collect(x cfg.Expr, e *cfg.Edge, steps int) {
	if cfg.Loads(x) {
		if pl.handed(x) {
			return
		}
		if !slices.Contains(pl.sites, e) && len(pl.sites) < maxSites {
			pl.sites = append(pl.sites, e)
		}
		return
	}
	if steps == maxSites {
		return
	}
	cfg.Walk(x, func(x cfg.Expr) {
		r, ok := x.(*cfg.VarRef)
		if !ok {
			return
		}
		if slices.Contains(pl.proc.Params, r.V) {
			if pl.params == nil {
				pl.params = map[*cfg.Var]bool{}
			}
			pl.params[r.V] = true
		}
		for _, d := range pl.loops.defs[r.V] {
			a, ok := d.Stmt.(*cfg.Assign)
			if ok && flag(d) && len(pl.sites) < maxSites && !slices.Contains(pl.sites, d) {
				pl.sites = append(pl.sites, d)
			} else if ok && pl.loops.same(d, e) {
				pl.collect(a.Src, d, steps+1)
			}
		}
	})
}

// handed adds the edges that store what they read where x reads it, and reports
// whether there are such: variables to which a function gets a pointer for its
// result.
func (pl *planner) handed(x cfg.Expr) bool {
	found := false
	cfg.Walk(x, func(x cfg.Expr) {
		l, ok := x.(*cfg.Load)
		if !ok || !constant(l.Addr) {
			return
		}
		for _, e := range pl.facts.t.Prog.Edges {
			s, ok := e.Stmt.(*cfg.Store)
			if !ok || s.Region != l.Region || !cfg.Loads(s.Val) || cfg.Key(pl.facts.at(s.Addr)) != cfg.Key(l.Addr) {
				continue
			}
			if moving := s.Val; slices.Contains(pl.sites, e) || len(pl.sites) < maxSites && !constantLoads(pl.facts.at(moving)) {
				found = true
				if !slices.Contains(pl.sites, e) {
					pl.sites = append(pl.sites, e)
				}
			}
		}
	})
	return found
}

// constantLoads reports whether x reads memory at addresses that never change alone.
func constantLoads(x cfg.Expr) bool {
	all := true
	cfg.Walk(x, func(x cfg.Expr) {
		if l, ok := x.(*cfg.Load); ok {
			all = all && constant(l.Addr)
		}
	})
	return all
}

// flag reports whether an edge sets a variable to a constant, on a condition
// that reads memory.
func flag(e *cfg.Edge) bool { return slices.ContainsFunc(decisions(e), cfg.Loads) }

// decisions are the conditions before an edge that sets a variable to a
// constant. Nothing changes between them and the edge.
func decisions(e *cfg.Edge) []cfg.Expr {
	a, ok := e.Stmt.(*cfg.Assign)
	if !ok {
		return nil
	}
	if _, ok := a.Src.(*cfg.Const); !ok {
		return nil
	}
	var out []cfg.Expr
	for l := e.From; len(l.In) == 1; l = l.In[0].From {
		c, ok := l.In[0].Stmt.(*cfg.Assume)
		if !ok {
			break
		}
		out = append(out, c.Cond)
	}
	return out
}

// reads calls f for each expression whose value is foretold at a site: those of
// its statement and its decisions.
func reads(e *cfg.Edge, f func(cfg.Expr)) {
	cfg.Exprs(e.Stmt, f)
	for _, c := range decisions(e) {
		f(c)
	}
}

// loops knows definitions, calls, and which edges lie on cycles.
type loops struct {
	defs   map[*cfg.Var][]*cfg.Edge
	calls  map[*cfg.Proc][]*cfg.Edge
	comp   []int  // of locations within procedures
	cyclic []bool // by location
	again  map[*cfg.Proc]bool
}

func loopsOf(p *cfg.Program) *loops {
	l := &loops{defs: map[*cfg.Var][]*cfg.Edge{}, calls: map[*cfg.Proc][]*cfg.Edge{}, again: map[*cfg.Proc]bool{}}
	for _, e := range p.Edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Uninit {
			continue
		}
		if v := cfg.Defined(e.Stmt); v != nil {
			l.defs[v] = append(l.defs[v], e)
		}
		if c, ok := e.Stmt.(*cfg.Call); ok {
			l.calls[c.Proc] = append(l.calls[c.Proc], e)
			for _, v := range c.Proc.Params {
				l.defs[v] = append(l.defs[v], e)
			}
		}
	}
	l.comp, l.cyclic = p.Components()
	for n := -1; n < len(l.again); {
		n = len(l.again)
		for f, calls := range l.calls {
			if slices.ContainsFunc(calls, l.repeats) {
				l.again[f] = true
			}
		}
	}
	return l
}

// inside reports whether e lies on a cycle of its procedure.
func (l *loops) inside(e *cfg.Edge) bool {
	return l.cyclic[e.From.ID] && l.comp[e.From.ID] == l.comp[e.To.ID]
}

// repeats reports whether e may be executed more than once.
func (l *loops) repeats(e *cfg.Edge) bool { return l.inside(e) || l.again[e.From.Proc] }

// same reports whether two edges lie in the same loop of one procedure, or both
// in none. An edge that leaves a loop for good belongs to it.
func (l *loops) same(d, e *cfg.Edge) bool {
	if d.From.Proc != e.From.Proc {
		return false
	}
	in := func(e *cfg.Edge) int {
		if l.cyclic[e.From.ID] {
			return l.comp[e.From.ID]
		}
		return -1
	}
	return in(d) == in(e)
}

// foretell reports whether an address is told with a prophecy in place of v: v
// changes, or has its value only after all loops.
func (l *loops) foretell(v *cfg.Var) bool { return !l.stable(v) || l.late(v) }

// late reports whether v is set once, and no loop comes after that. Pointers
// are not taken for indices.
func (l *loops) late(v *cfg.Var) bool {
	d := l.defs[v]
	if len(d) != 1 || v.Pointer() {
		return false
	}
	seen := map[*cfg.Loc]bool{}
	var loop func(*cfg.Loc) bool
	loop = func(at *cfg.Loc) bool {
		if seen[at] {
			return false
		}
		seen[at] = true
		return l.cyclic[at.ID] || slices.ContainsFunc(at.Out, func(e *cfg.Edge) bool { return loop(e.To) })
	}
	return !loop(d[0].To) && (v.Proc == nil || v.Proc == d[0].From.Proc || !loop(v.Proc.Entry))
}

// stable reports whether v does not change while loops run.
func (l *loops) stable(v *cfg.Var) bool { return !slices.ContainsFunc(l.defs[v], l.repeats) }
