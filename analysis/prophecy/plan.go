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
	f := factsOf(p, nil)
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
	for x := range cfg.Parts(x) {
		r, ok := x.(*cfg.VarRef)
		if !ok {
			continue
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
	}
}

// handed adds the edges that store what they read where x reads it, and reports
// whether there are such: variables to which a function gets a pointer for its
// result.
func (pl *planner) handed(x cfg.Expr) bool {
	found := false
	for x := range cfg.Parts(x) {
		l, ok := x.(*cfg.Load)
		if !ok || !constant(l.Addr) {
			continue
		}
		for _, e := range pl.facts.prog.Edges {
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
	}
	return found
}

// constantLoads reports whether x reads memory at addresses that never change alone.
func constantLoads(x cfg.Expr) bool {
	all := true
	for x := range cfg.Parts(x) {
		if l, ok := x.(*cfg.Load); ok {
			all = all && constant(l.Addr)
		}
	}
	return all
}

// flag reports whether an edge sets a variable to a constant, on a condition
// that reads memory.
func flag(e *cfg.Edge) bool { return slices.ContainsFunc(decisions(e), cfg.Loads) }

// reads calls f for each expression whose value is foretold at a site: those of
// its statement and its decisions.
func reads(e *cfg.Edge, f func(cfg.Expr)) {
	cfg.Exprs(e.Stmt, f)
	for _, c := range decisions(e) {
		f(c)
	}
}
