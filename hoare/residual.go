package hoare

import (
	"culprit/cfg"
	"culprit/logic"
)

// Residual executes a trace from program start on the values of its inputs,
// except that those for which open holds are symbols. The conditions of the
// state that it returns are what the trace asks of these values; Inputs with a
// symbol for a term are theirs. Recursion, in which a variable has one value
// for each activation, is allowed.
func (e *Encoder) Residual(tr *cfg.Trace, open func(*cfg.Edge, cfg.Input) bool) *Sym {
	tb := e.TB
	s := NewSym(e)
	for i, t := range e.VarTerm { // variables are set before they are read
		if tb.Sort(t).Kind == logic.SBool {
			s.Vals[i] = tb.False()
		} else {
			s.Vals[i] = tb.BV(tb.Width(t), 0)
		}
	}
	s.Init()
	var at *cfg.Edge
	s.Choose = func(n int, sort logic.Sort) logic.T {
		if n < len(tr.Inputs) && open(at, tr.Inputs[n]) {
			return tb.Fresh("in", sort)
		}
		return e.choice(tr.Inputs, n, sort)
	}
	act := newActivations(e.Prog)
	for _, at = range tr.Edges {
		act.before(s, at)
		s.Exec(at)
		if s.Dead {
			break
		}
		act.after(s, at)
	}
	return s
}

// IsUnknown reports whether a statement chooses a value that is merely not
// known.
func IsUnknown(st cfg.Stmt) bool {
	switch st := st.(type) {
	case *cfg.Havoc:
		return st.Kind == cfg.Unknown
	case *cfg.MemHavoc:
		return st.Kind == cfg.Unknown
	}
	return false
}

// activations keeps the variables of a procedure while it calls itself.
type activations struct {
	open   []activation
	active map[*cfg.Proc]int
	locals map[*cfg.Proc][]*cfg.Var // but not the result
}

// activation is an open call; vals are the variables of an earlier activation
// of the same procedure.
type activation struct {
	proc *cfg.Proc
	vals []logic.T
}

func newActivations(p *cfg.Program) *activations {
	a := &activations{active: map[*cfg.Proc]int{}, locals: map[*cfg.Proc][]*cfg.Var{}}
	for _, v := range p.Vars {
		if v.Proc != nil && v != v.Proc.Ret {
			a.locals[v.Proc] = append(a.locals[v.Proc], v)
		}
	}
	return a
}

// before keeps what the call e overwrites.
func (a *activations) before(s *Sym, e *cfg.Edge) {
	c, ok := e.Stmt.(*cfg.Call)
	if !ok {
		return
	}
	o := activation{proc: c.Proc}
	if a.active[c.Proc] > 0 {
		for _, v := range a.locals[c.Proc] {
			o.vals = append(o.vals, s.Vals[v.ID])
		}
	}
	a.active[c.Proc]++
	a.open = append(a.open, o)
}

// after ends an activation. Traces may leave Return edges out: it ends where
// the exit is reached.
func (a *activations) after(s *Sym, e *cfg.Edge) {
	n := len(a.open) - 1
	if _, ok := e.Stmt.(*cfg.Return); ok || n < 0 || e.To != a.open[n].proc.Exit {
		return
	}
	o := a.open[n]
	a.open = a.open[:n]
	a.active[o.proc]--
	for i, t := range o.vals {
		s.Vals[a.locals[o.proc][i].ID] = t
	}
}
