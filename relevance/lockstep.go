package relevance

import (
	"slices"

	"culprit/cfg"
)

// This file makes the question whether a statement is relevant in all error paths
// one of reachability. A path in which x := v in place of the statement blocks from
// the state of some execution is one in which it is relevant (Definition 3.1). So
// let several executions take the same path: one of the program as it is, and for
// each of some values one that has it from the first, or the last, instance of the
// statement on, with inputs of its own. Where the error cannot be reached by all of
// them on one path, each error path of the program has an instance at which one of
// the values blocks. A path on which all of them reach it, or without the
// statement, is one to look at: other values may block there.

// Other is a value in place of the one that a statement assigns: Value, or with
// Added that much more than the one assigned, which for a truth value is the other
// one.
type Other struct {
	Value uint64
	Added bool
}

// Lockstep is a program in which executions take the same path, the first of them
// one of another program. Its only error location is reached if all reach theirs.
type Lockstep struct {
	Prog *cfg.Program
	main []*cfg.Edge // by edge: the one of the other program that it stands for, or nil
}

// Trace is the trace of the other program in one of l.Prog.
func (l *Lockstep) Trace(t *cfg.Trace) *cfg.Trace {
	out := &cfg.Trace{}
	at := make([]int, len(t.Edges))
	for k, e := range t.Edges {
		at[k] = -1
		if m := l.main[e.ID]; m != nil {
			at[k] = len(out.Edges)
			out.Edges = append(out.Edges, m)
		}
	}
	for _, in := range t.Inputs {
		if in.Step = at[in.Step]; in.Step >= 0 {
			out.Inputs = append(out.Inputs, in)
		}
	}
	return out
}

// lockstepper makes a Lockstep: p is a copy of the program, to which the statements
// of the other executions are added.
type lockstepper struct {
	p      *cfg.Program
	e      *cfg.Edge // the statement
	target *cfg.Var  // what it assigns
	param  int       // of a Call: the parameter
	last   bool      // the other values come at the last instance, not the first
	others []Other

	differs []bool                 // by variable: the executions may differ in it
	copies  [][]*cfg.Var           // by variable that differs: that of each other execution
	before  map[*cfg.Proc]*cfg.Var // whether done was set when a call began
	done    *cfg.Var               // an instance was replaced
	seen    *cfg.Var               // an instance was executed that was not
	calls   *cfg.CallGraph
	main    []*cfg.Edge
}

// NewLockstep makes the program in which others are assigned to v in place of what
// edge e assigns, at its last instance or its first, on the way to the error
// location at. It is nil where the executions would differ in more than variables.
func NewLockstep(prog *cfg.Program, e *cfg.Edge, v *cfg.Var, at *cfg.Loc, last bool, others []Other) *Lockstep {
	ts := targets(e)
	i := slices.IndexFunc(ts, func(t target) bool { return t.v != nil && t.v == v })
	if i < 0 || at.Forever() {
		return nil
	}
	p, _ := prog.Clone()
	l := &lockstepper{p: p, e: p.Edges[e.ID], target: p.Vars[v.ID], param: ts[i].param, last: last, others: others,
		before: map[*cfg.Proc]*cfg.Var{}, calls: p.CallGraph(), main: slices.Clone(prog.Edges)}
	if !l.compare() || !l.modelled() {
		return nil
	}
	l.declare()
	for _, x := range p.Locs {
		if x.Kind == cfg.Error && x.ID != at.ID {
			x.Kind = cfg.Plain
		}
	}
	for _, x := range p.Edges[:len(prog.Edges)] {
		if x != l.e {
			l.follow(x)
		}
	}
	l.replaced()
	if last {
		l.allOrNone(p.Locs[at.ID])
	}
	return &Lockstep{Prog: p, main: l.main}
}

// declare adds the variables.
func (l *lockstepper) declare() {
	p := l.p
	l.copies = make([][]*cfg.Var, len(p.Vars))
	for i, v := range p.Vars[:len(p.Vars):len(p.Vars)] {
		if !l.differs[i] {
			continue
		}
		of := v.Proc
		if of != nil && v == of.Ret {
			of = nil // read right after the call, like the result itself
		}
		for range l.others {
			c := p.NewVar(of, v.Name+"'", v.Type)
			c.Signed, c.Temp = v.Signed, true
			l.copies[i] = append(l.copies[i], c)
		}
	}
	for _, f := range p.Procs {
		for _, v := range f.Params[:len(f.Params):len(f.Params)] {
			if l.differs[v.ID] {
				f.Params = append(f.Params, l.copies[v.ID]...)
			}
		}
	}
	l.done, l.seen = l.flag(nil, "#done"), l.flag(nil, "#seen")
	entry := p.Main.Entry
	p.Main.Entry = p.NewLoc(p.Main, cfg.Pos{})
	l.chain(p.Main.Entry, entry, set(l.done, false), set(l.seen, false))
}

func (l *lockstepper) flag(f *cfg.Proc, name string) *cfg.Var {
	v := l.p.NewVar(f, name, cfg.BoolType)
	v.Temp = true
	return v
}

// chain leads from one location to another by statements.
func (l *lockstepper) chain(from, to *cfg.Loc, sts ...cfg.Stmt) {
	for i, st := range sts {
		next := to
		if i < len(sts)-1 {
			next = l.p.NewLoc(from.Proc, cfg.Pos{})
		}
		l.p.NewEdge(from, next, st, cfg.Pos{}, "", cfg.RoleImplicit)
		l.main = append(l.main, nil)
		from = next
	}
}

// after executes statements after an edge.
func (l *lockstepper) after(e *cfg.Edge, sts ...cfg.Stmt) {
	if len(sts) == 0 {
		return
	}
	to := e.To
	to.In = slices.DeleteFunc(to.In, func(x *cfg.Edge) bool { return x == e })
	e.To = l.p.NewLoc(to.Proc, cfg.Pos{})
	e.To.In = append(e.To.In, e)
	l.chain(e.To, to, sts...)
}

// ahead executes statements before an edge.
func (l *lockstepper) ahead(e *cfg.Edge, sts ...cfg.Stmt) {
	if len(sts) == 0 {
		return
	}
	from := e.From
	from.Out = slices.DeleteFunc(from.Out, func(x *cfg.Edge) bool { return x == e })
	e.From = l.p.NewLoc(from.Proc, cfg.Pos{})
	e.From.Out = append(e.From.Out, e)
	l.chain(from, e.From, sts...)
}

// follow lets the other executions take an edge. What they do before they differ
// does not matter: begin sets their variables.
func (l *lockstepper) follow(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		l.after(e, l.each(s.Dst, func(k int) cfg.Stmt { return &cfg.Assign{Src: l.in(k, s.Src)} })...)
	case *cfg.Havoc:
		l.after(e, l.each(s.Dst, func(int) cfg.Stmt { return &cfg.Havoc{Kind: cfg.Nondet} })...)
	case *cfg.Assume:
		if !l.reads(s.Cond) {
			return
		}
		all := cfg.Expr(nil)
		for k := range l.others {
			all = both(all, l.in(k, s.Cond))
		}
		s.Cond = both(s.Cond, either(not(ref(l.done)), all))
	case *cfg.Call:
		l.call(e, s, nil)
	}
}

// call passes the parameters of the other executions; replaced, if set, is that of
// one in place of the target. Where an instance is replaced before the call comes
// back, the variables of the caller begin to be followed then.
func (l *lockstepper) call(e *cfg.Edge, s *cfg.Call, replaced func(k int, arg cfg.Expr) cfg.Expr) {
	args := s.Args
	for i, v := range s.Proc.Params[:len(args)] {
		if !l.differs[v.ID] {
			continue
		}
		for k := range l.others {
			if replaced != nil && i == l.param {
				s.Args = append(s.Args, replaced(k, args[i]))
			} else {
				s.Args = append(s.Args, l.in(k, args[i]))
			}
		}
	}
	f := e.From.Proc
	if !l.calls.ReachBack(l.e.From.Proc)[s.Proc.ID] && s.Proc != l.e.From.Proc {
		return
	}
	own := l.followed(f, false)
	if len(own) == 0 {
		return
	}
	if l.before[f] == nil {
		l.before[f] = l.flag(f, "#before")
	}
	begun := both(ref(l.done), not(ref(l.before[f])))
	var sync []cfg.Stmt
	for _, v := range own {
		for _, c := range l.copies[v.ID] {
			sync = append(sync, &cfg.Assign{Dst: c, Src: &cfg.Ite{Cond: begun, Then: ref(v), Else: ref(c)}})
		}
	}
	l.ahead(e, &cfg.Assign{Dst: l.before[f], Src: ref(l.done)})
	l.after(e, sync...)
}

// followed are the variables of a procedure that differ, with those of no
// procedure if globals is set.
func (l *lockstepper) followed(f *cfg.Proc, globals bool) (vs []*cfg.Var) {
	for i, v := range l.p.Vars[:len(l.differs)] {
		if l.differs[i] && (v.Proc == f && v != f.Ret || globals && v.Proc == nil) {
			vs = append(vs, v)
		}
	}
	return vs
}

// replaced makes the ways of the statement: with the other values, and as it is.
func (l *lockstepper) replaced() {
	e := l.e
	from := e.From
	as := l.p.NewEdge(from, e.To, cfg.RebuildStmt(e.Stmt, nil, nil, func(x cfg.Expr) cfg.Expr { return x }), e.Pos, e.Text, e.Role)
	l.main = append(l.main, l.main[e.ID])
	begin := []cfg.Stmt{&cfg.Assume{Cond: not(ref(l.done))}}
	for _, v := range l.followed(from.Proc, true) {
		for _, c := range l.copies[v.ID] {
			begin = append(begin, &cfg.Assign{Dst: c, Src: ref(v)})
		}
	}
	begin = append(begin, set(l.done, true))
	if s, ok := e.Stmt.(*cfg.Call); ok {
		l.call(e, s, func(k int, arg cfg.Expr) cfg.Expr { return l.others[k].in(arg) })
		l.call(as, as.Stmt.(*cfg.Call), nil)
	} else {
		l.after(e, l.each(l.target, func(k int) cfg.Stmt { return &cfg.Assign{Src: l.others[k].in(ref(l.target))} })...)
		if !l.last {
			l.follow(as)
		}
	}
	for e.From != from { // what call put ahead comes after begin
		e = e.From.In[0]
	}
	l.ahead(e, begin...)
	for e = as; e.From != from; {
		e = e.From.In[0]
	}
	if l.last {
		l.ahead(e, &cfg.Assume{Cond: not(ref(l.done))}, set(l.seen, true))
	} else {
		l.ahead(e, &cfg.Assume{Cond: ref(l.done)})
	}
}

// allOrNone lets the error count only where the last instance was replaced, or
// there was none.
func (l *lockstepper) allOrNone(at *cfg.Loc) {
	end := l.p.NewLoc(at.Proc, at.Pos)
	end.Kind, end.Reason, end.Property = at.Kind, at.Reason, at.Property
	at.Kind = cfg.Plain
	l.chain(at, end, &cfg.Assume{Cond: either(ref(l.done), not(ref(l.seen)))})
}

// each assigns to the variables of the other executions for v.
func (l *lockstepper) each(v *cfg.Var, stmt func(k int) cfg.Stmt) (sts []cfg.Stmt) {
	if v.ID >= len(l.differs) || !l.differs[v.ID] {
		return nil
	}
	for k, c := range l.copies[v.ID] {
		st := stmt(k)
		switch s := st.(type) {
		case *cfg.Assign:
			s.Dst = c
		case *cfg.Havoc:
			s.Dst = c
		}
		sts = append(sts, st)
	}
	return sts
}

// in is an expression in the k-th other execution.
func (l *lockstepper) in(k int, x cfg.Expr) cfg.Expr {
	return cfg.ReplaceVars(x, func(v *cfg.Var) cfg.Expr {
		if l.differs[v.ID] {
			return ref(l.copies[v.ID][k])
		}
		return nil
	})
}

// in is the other value for one that is assigned.
func (o Other) in(x cfg.Expr) cfg.Expr {
	t := x.Type()
	switch {
	case !o.Added:
		return &cfg.Const{T: t, V: cfg.Mask(o.Value, t.Width())}
	case t.Kind == cfg.Bool:
		return not(x)
	}
	return &cfg.Binary{Op: cfg.Add, T: t, X: x, Y: &cfg.Const{T: t, V: cfg.Mask(o.Value, t.Width())}}
}

func ref(v *cfg.Var) cfg.Expr { return &cfg.VarRef{V: v} }

func set(v *cfg.Var, to bool) cfg.Stmt {
	k := &cfg.Const{T: cfg.BoolType}
	if to {
		k.V = 1
	}
	return &cfg.Assign{Dst: v, Src: k}
}

func not(x cfg.Expr) cfg.Expr { return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: x} }

// both is the conjunction of two; the first may be nil.
func both(x, y cfg.Expr) cfg.Expr {
	if x == nil {
		return y
	}
	return &cfg.Binary{Op: cfg.LAnd, T: cfg.BoolType, X: x, Y: y}
}

func either(x, y cfg.Expr) cfg.Expr { return &cfg.Binary{Op: cfg.LOr, T: cfg.BoolType, X: x, Y: y} }
