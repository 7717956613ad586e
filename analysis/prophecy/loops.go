package prophecy

import (
	"slices"

	"culprit/cfg"
)

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
