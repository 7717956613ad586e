package purpose

import (
	"maps"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/internal/graph"
)

// Guards tells of the edges whether they do nothing but check: they only lead to an error, or
// belong to a branch that decides only whether something is checked. What is executed under
// such a branch sets at most variables of the procedure that nothing else reads; where one of
// them gets its first value belongs to it, too, if nothing else needs that.
func Guards(prog *cfg.Program) map[*cfg.Edge]bool {
	g := guards{prog: prog, lost: Doomed(prog), controlled: make([][]int, len(prog.Locs)), procs: map[*cfg.Proc]procChecks{}}
	p, _ := prog.Clone()
	Drop(p, Doomed(p))
	for _, f := range p.Procs {
		for l, es := range flow.Postdominators(p, f).ControlDependence() {
			for _, e := range es {
				g.controlled[e.From.ID] = append(g.controlled[e.From.ID], l.ID)
			}
		}
	}
	out := maps.Clone(g.lost)
	for _, l := range p.Locs {
		if len(l.Out) > 1 {
			g.add(out, l.ID)
		}
	}
	return out
}

// guards looks for branches that only guard checks.
type guards struct {
	prog       *cfg.Program
	lost       map[*cfg.Edge]bool
	controlled [][]int // by Loc.ID: the locations that a branch there decides about, without failures
	procs      map[*cfg.Proc]procChecks
}

// procChecks says of a procedure that it checks and that it has no effect.
type procChecks struct{ only, effectless bool }

func (g *guards) proc(f *cfg.Proc) procChecks {
	if _, known := g.procs[f]; !known {
		g.procs[f] = procChecks{OnlyChecks(g.prog, f), Effectless(g.prog, f)}
	}
	return g.procs[f]
}

// add adds the edges under a branch, if all of them serve a check.
func (g *guards) add(out map[*cfg.Edge]bool, branch int) {
	inside, checks := map[*cfg.Loc]bool{}, false
	sets, asked := map[*cfg.Var]bool{}, map[*cfg.Var]bool{}
	var assigned []*cfg.Assign
	ok := true
	graph.Closure(func(id int, add func(int)) {
		l := g.prog.Locs[id]
		inside[l] = true
		for _, e := range l.Out {
			switch s := e.Stmt.(type) {
			case *cfg.Assign:
				sets[s.Dst] = true
				assigned = append(assigned, s)
				ok = ok && s.Dst.Proc == l.Proc && s.Dst != l.Proc.Ret
			case *cfg.Call:
				does := g.proc(s.Proc)
				ok, checks = ok && does.effectless, checks || does.only
			case *cfg.Assume:
				checks = checks || len(l.Out) == 1
				if !slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool { return g.lost[e] }) {
					for x := range cfg.Parts(s.Cond) {
						if r, ok := x.(*cfg.VarRef); ok {
							asked[r.V] = true
						}
					}
				}
			default:
				ok = ok && (g.lost[e] || !affects(e.Stmt))
			}
			checks = checks || g.lost[e]
		}
		for _, c := range g.controlled[id] {
			if !inside[g.prog.Locs[c]] {
				add(c)
			}
		}
	}, branch)
	if !ok || !checks || slices.ContainsFunc(assigned, func(a *cfg.Assign) bool { return !goesThrough(a, asked[a.Dst]) }) {
		return
	}
	for l := range inside {
		for _, e := range l.Out {
			for v := range sets {
				if !inside[e.To] && !g.lost[e] && g.readOutside(e.To, v, inside) {
					return
				}
			}
		}
	}
	for _, e := range g.prog.Edges {
		a, assigns := e.Stmt.(*cfg.Assign)
		if inside[e.From] || assigns && sets[a.Dst] && cfg.ReadFrom(e.To, a.Dst) && !g.readOutside(e.To, a.Dst, inside) {
			out[e] = true
		}
	}
}

// goesThrough reports whether an assignment computes nothing that a check may be about: it
// copies something, or steps to the next, of what a branch asks for.
func goesThrough(a *cfg.Assign, asked bool) bool {
	src := a.Src
	for c, ok := src.(*cfg.Cast); ok; c, ok = src.(*cfg.Cast) {
		src = c.X
	}
	switch x := src.(type) {
	case *cfg.Const, *cfg.Load:
		return true
	case *cfg.Binary:
		if asked && (x.Op == cfg.Add || x.Op == cfg.Sub) && Copied(x.X) == a.Dst {
			return true
		}
	}
	return Copied(src) != nil
}

// readOutside reports whether some way from l reads v before it is set, elsewhere than inside
// some locations.
func (g *guards) readOutside(l *cfg.Loc, v *cfg.Var, inside map[*cfg.Loc]bool) bool {
	read := false
	graph.Closure(func(l *cfg.Loc, add func(*cfg.Loc)) {
		for _, e := range l.Out {
			read = read || !inside[l] && !g.lost[e] && cfg.Uses(e.Stmt, v)
			if cfg.Defined(e.Stmt) != v && !g.lost[e] {
				add(e.To)
			}
		}
	}, l)
	return read
}

// Limits tells of the edges whether they are ways of a branch in main by which the program
// ends at once for inputs that it need not work with: nothing else is asked there. Arguments
// of a program are not such inputs: what it wants of them is its own.
func Limits(prog *cfg.Program) map[*cfg.Edge]bool {
	inputs, arguments := NewInputs(prog), map[*cfg.Var]bool{}
	for _, e := range prog.Edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && e.Role == cfg.RoleImplicit {
			arguments[h.Dst] = h.Kind == cfg.Nondet
		}
	}
	out := map[*cfg.Edge]bool{}
	for _, l := range prog.Locs {
		if l.Proc != prog.Main || len(l.Out) != 2 || !slices.ContainsFunc(l.Out, func(e *cfg.Edge) bool { return leaves(e.To) }) {
			continue
		}
		a, ok := l.Out[0].Stmt.(*cfg.Assume)
		asks := 0
		if ok {
			cfg.Walk(a.Cond, func(x cfg.Expr) {
				switch x := x.(type) {
				case *cfg.Load:
					ok = false
				case *cfg.VarRef:
					asks++
					ok = ok && inputs.given[x.V.ID] && !arguments[x.V]
				}
			})
		}
		if ok && asks > 0 {
			out[l.Out[0]], out[l.Out[1]] = true, true
		}
	}
	return out
}

// leaves reports whether main does nothing from l on but end.
func leaves(l *cfg.Loc) bool {
	for l != l.Proc.Exit && len(l.Out) > 0 {
		if len(l.Out) != 1 || affects(l.Out[0].Stmt) {
			return false
		}
		l = l.Out[0].To
	}
	return l.Kind != cfg.Error
}
