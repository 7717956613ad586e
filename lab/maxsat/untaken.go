package maxsat

import (
	"culprit/cfg"
	"culprit/logic"
)

// others follows the ways that an edge of the run did not take, up to where
// they meet. It reports whether one of them comes there.
func (u *unroller) others(took *cfg.Edge) bool {
	var rest []*cfg.Edge
	for _, e := range took.From.Out {
		if e != took {
			rest = append(rest, e)
		}
	}
	return u.fork(rest, u.endOf(took.From))
}

// fork follows edges of which one is taken.
func (u *unroller) fork(edges []*cfg.Edge, end *cfg.Loc) bool {
	e := edges[0]
	u.edge, u.soft.event = e, -1
	a, ok := e.Stmt.(*cfg.Assume)
	if len(edges) == 1 || !ok {
		u.goes(e)
		return u.walk(e.To, end) // none of the others is taken
	}
	t := u.doubt(u.expr(a.Cond))
	switch t {
	case logic.True:
		u.goes(e)
		return u.walk(e.To, end)
	case logic.False:
		return u.fork(edges[1:], end)
	}
	outer, mark := u.path, u.journal.mark()
	u.path = u.also(outer, t)
	u.goes(e)
	okHere := u.walk(e.To, end)
	here := u.journal.undo(mark)
	u.path = u.also(outer, u.tb.Not(t))
	okThere := u.fork(edges[1:], end)
	there := u.journal.undo(mark)
	u.path = outer
	switch {
	case okHere && okThere:
		u.journal.merge(t, here, there, u.any)
	case okHere:
		u.journal.merge(logic.True, here, there, u.any)
	case okThere:
		u.journal.merge(logic.False, here, there, u.any)
	}
	return okHere || okThere
}

// walk follows the program from l to end, in one activation and what it calls.
// It returns false if end is not reached: the path condition is then excluded
// or, where the program ends, allowed only if that avoids the failure.
func (u *unroller) walk(l, end *cfg.Loc) bool {
	for l != end {
		u.off.steps++
		u.off.walked++
		switch {
		case u.path == logic.False:
			return false
		case l.Kind == cfg.Error:
			u.require(u.tb.Not(u.path))
			return false
		case len(l.Out) == 0:
			return u.ended()
		case u.off.steps > maxSteps || u.tb.Len() > u.scope.terms || l.Kind != cfg.Plain:
			return u.tooFar()
		}
		if len(l.Out) > 1 {
			if u.off.visits[l] >= maxVisits {
				return u.tooFar()
			}
			u.off.visits[l]++
			stop := u.endOf(l)
			ok := u.fork(l.Out, stop)
			u.off.visits[l]--
			if !ok {
				return false
			}
			l = stop
			continue
		}
		e := l.Out[0]
		u.edge = e
		u.begin()
		switch s := e.Stmt.(type) {
		case *cfg.Return:
			return u.tooFar() // beyond the end of the activation
		case *cfg.Lib:
			u.prints(s)
			u.statement(e)
		case *cfg.Call:
			if !u.walkCall(s) {
				return false
			}
		case *cfg.Assume:
			if c := u.doubt(u.expr(s.Cond)); c != logic.True {
				u.require(u.tb.Implies(u.path, c))
			}
		default:
			u.statement(e)
		}
		l = e.To
	}
	return true
}

// walkCall walks through a called procedure.
func (u *unroller) walkCall(s *cfg.Call) bool {
	defs := make([]logic.T, len(s.Args))
	for k, a := range s.Args {
		defs[k] = u.doubt(u.expr(a))
	}
	if u.st.Open(s.Proc) > 0 && u.depth > 64 {
		return u.tooFar()
	}
	u.enter(s.Proc)
	for k, p := range s.Proc.Params {
		if k < len(defs) {
			u.st.SetVar(p, defs[k])
		}
	}
	ok := u.walk(s.Proc.Entry, s.Proc.Exit)
	u.exit()
	return ok
}

// ended is for a way on which the program ends early.
func (u *unroller) ended() bool {
	if u.reached {
		u.require(u.tb.Not(u.path))
	}
	return false
}

// tooFar is for a way that is not followed to its end.
func (u *unroller) tooFar() bool {
	u.off.cut++
	u.require(u.tb.Not(u.path))
	return false
}

// enter and exit open and close an activation of a procedure.
func (u *unroller) enter(f *cfg.Proc) {
	u.depth++
	u.st.Enter(f)
}

func (u *unroller) exit() {
	u.depth = max(u.depth-1, 0)
	u.st.Exit()
}
