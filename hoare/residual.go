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
//
// Where ask, if it is not nil, answers the question of an unknown value, the
// state has the answer; answered is called with each. And visit, if it is not
// nil, is called with the address and the region of each access of memory, in
// the order of the trace.
func (e *Encoder) Residual(tr *cfg.Trace, open func(*cfg.Edge, cfg.Input) bool, ask func(*cfg.Question, []uint64) (cfg.Answer, bool), answered func(step int, q *cfg.Question, args []uint64, a cfg.Answer), visit func(addr logic.T, r *cfg.Region)) *Sym {
	if visit == nil {
		return e.residual(tr, open, ask, answered, nil)
	}
	return e.residual(tr, open, ask, answered, func(s *Sym, st cfg.Stmt) {
		at := func(x cfg.Expr, r *cfg.Region) { visit(e.Expr(x, s), r) }
		for y := range cfg.StmtParts(st) {
			if l, ok := y.(*cfg.Load); ok && !l.Region.Ghost() {
				at(l.Addr, l.Region)
			}
		}
		r, addr, _ := cfg.Written(st)
		if m, ok := st.(*cfg.MemHavoc); addr == nil || r.Ghost() || ok && m.Everything() {
			return
		}
		if c, ok := st.(*cfg.MemCopy); ok {
			at(c.Src, c.SrcRegion)
		}
		at(addr, r)
	})
}

// Questions is Residual, with all inputs symbols, that calls visit with each
// question to the library, before its statement.
func (e *Encoder) Questions(tr *cfg.Trace, visit func(*Sym, *cfg.Question)) *Sym {
	return e.residual(tr, func(*cfg.Edge, cfg.Input) bool { return true }, nil, nil, func(s *Sym, st cfg.Stmt) {
		if q := cfg.Asks(st); q != nil {
			visit(s, q)
		}
	})
}

func (e *Encoder) residual(tr *cfg.Trace, open func(*cfg.Edge, cfg.Input) bool, ask func(*cfg.Question, []uint64) (cfg.Answer, bool), answered func(step int, q *cfg.Question, args []uint64, a cfg.Answer), before func(*Sym, cfg.Stmt)) *Sym {
	tb := e.TB
	s := NewSym(e)
	for i, t := range e.VarTerm { // variables are set before they are read
		s.Vals[i] = tb.Constant(tb.Sort(t), 0)
	}
	s.Init()
	var at *cfg.Edge
	var answer *cfg.Answer
	s.Choose = func(n int, sort logic.Sort) logic.T {
		if answer != nil && sort.Kind == logic.SBV {
			return tb.BV(int(sort.W), answer.Value)
		}
		if n < len(tr.Inputs) && open(at, tr.Inputs[n]) {
			return tb.Fresh("in", sort)
		}
		return e.choice(tr.Inputs, n, sort)
	}
	act := newActivations(e.Prog)
	for i := range tr.Edges {
		at, answer = tr.Edges[i], nil
		act.before(s, at)
		if q := cfg.Asks(at.Stmt); q != nil && ask != nil {
			if args, ok := s.concrete(q.Args); ok {
				if a, ok := ask(q, args); ok {
					answer = &a
					answered(i, q, args, a)
				}
			}
		}
		if before != nil {
			before(s, at.Stmt)
		}
		s.Exec(at)
		if h, ok := at.Stmt.(*cfg.MemHavoc); ok && answer != nil {
			s.write(h, answer.Text)
		}
		if s.Dead {
			break
		}
		act.after(s, at)
	}
	return s
}

// concrete evaluates expressions; ok is false if a value is not known.
func (s *Sym) concrete(xs []cfg.Expr) (out []uint64, ok bool) {
	tb := s.Enc.TB
	for _, x := range xs {
		t := s.Enc.Expr(x, s)
		if !tb.IsConst(t) || tb.Sort(t).Kind != logic.SBV {
			return nil, false
		}
		out = append(out, tb.ConstVal(t))
	}
	return out, true
}

// write stores the bytes that a MemHavoc makes known.
func (s *Sym) write(h *cfg.MemHavoc, text []byte) {
	tb, w := s.Enc.TB, s.Enc.Prog.PtrBits
	n, ok := s.concrete([]cfg.Expr{h.Size})
	if !ok || h.Region == nil || h.Region.Cell != 8 {
		return
	}
	addr := s.Enc.Expr(h.Dst, s)
	for i, b := range text[:min(uint64(len(text)), n[0])] {
		s.Regs[h.Region.ID] = tb.Store(s.Regs[h.Region.ID], tb.Add(addr, tb.BV(w, uint64(i))), tb.BV(8, uint64(b)))
	}
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

// ReplaceReads replaces every read of the array variable arr in f by a
// variable of its own and returns those variables. That two reads at equal
// addresses agree is forgotten: the result over-approximates f.
func ReplaceReads(tb *logic.Table, f, arr logic.T) (logic.T, []logic.T) {
	memo := map[logic.T]logic.T{}
	var vars, buf []logic.T
	for _, x := range tb.Cone(f) {
		args := tb.Args(x)
		if len(args) == 0 {
			continue
		}
		if tb.Op(x) == logic.OpSelect && args[0] == arr {
			v := tb.Fresh("read", tb.Sort(x))
			vars = append(vars, v)
			memo[x] = v
			continue
		}
		buf = append(buf[:0], args...)
		changed := false
		for i, a := range buf {
			if r, ok := memo[a]; ok {
				buf[i], changed = r, true
			}
		}
		if changed {
			memo[x] = tb.Rebuild(x, buf)
		}
	}
	if r, ok := memo[f]; ok {
		return r, vars
	}
	return f, vars
}
