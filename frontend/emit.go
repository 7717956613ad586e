package frontend

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// unsupported is the panic that aborts the lowering of one statement; the
// path then ends in a location of kind Unsupported.
type unsupported struct {
	what string
	span parse.Span
}

// emitter emits statements of one procedure: control flow, values in all types
// of C, and memory. It knows the program that is made and the blocks that are
// open, but neither the names nor the syntax of the source; fn adds these. cur
// is the location reached so far, nil where control cannot come: then nothing is
// emitted.
type emitter struct {
	l    *lowerer
	pr   *proc
	p    *cfg.Proc
	cur  *cfg.Loc
	at   parse.Span // of the statement being lowered
	role cfg.Role   // role of its edges
	way  decision   // whose condition is being lowered
	// constant: what is lowered are constant expressions, which the compiler
	// evaluates.
	constant bool
	typing   bool // only types are asked for: nothing is emitted

	blocks      []block       // those open, outermost first
	temporaries []*cfg.Object // of the full expression being lowered
	entry       []func()      // statements for the entry of the procedure

	// lower evaluates the expression of an array's size, in the scope of the
	// syntax that is lowered.
	lower func(cc.ExpressionNode) val
}

// fail aborts the current statement.
func (f *emitter) fail(n cc.ExpressionNode, format string, args ...any) {
	s := f.at
	if n != nil {
		if t := f.l.u.Sources.Node(n); t.Pos.IsValid() {
			s = t
		}
	}
	panic(unsupported{fmt.Sprintf(format, args...), s})
}

func (f *emitter) newLoc(pos cfg.Pos) *cfg.Loc { return f.l.prog.NewLoc(f.p, pos) }

// locations merges those that only an empty statement lies between, so
// that no edge is made for it.
type locations struct {
	into    map[*cfg.Loc]*cfg.Loc
	reached map[*cfg.Loc]bool // some jump leads there
}

// find is the location that x was merged into, or x.
func (m *locations) find(x *cfg.Loc) *cfg.Loc {
	for {
		y := m.into[x]
		if y == nil {
			return x
		}
		if z := m.into[y]; z != nil {
			m.into[x] = z
		}
		x = y
	}
}

// emit adds a statement and moves on.
func (f *emitter) emit(s cfg.Stmt, at parse.Span, role cfg.Role) {
	if f.cur == nil {
		return
	}
	to := f.newLoc(cfg.Pos{})
	f.edge(f.cur, to, s, at, role)
	f.cur = to
}

func (f *emitter) edge(from, to *cfg.Loc, s cfg.Stmt, at parse.Span, role cfg.Role) {
	if !at.Pos.IsValid() {
		role = cfg.RoleImplicit // of the prelude, or made up
	}
	e := f.l.prog.NewEdge(f.l.locs.find(from), to, s, at.Pos, at.Text, role)
	e.Call, e.Negated = at.Call, at.Negated
}

// jump continues at to.
func (f *emitter) jump(to *cfg.Loc) {
	if f.cur == nil {
		return
	}
	from := f.l.locs.find(f.cur)
	f.cur = nil
	t := f.l.locs.find(to)
	f.l.locs.reached[t] = true
	if from == t || len(from.Out) > 0 || from == f.p.Entry {
		f.edge(from, t, &cfg.Skip{}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
		return
	}
	f.l.locs.into[from] = t
	if !t.Pos.IsValid() {
		t.Pos = from.Pos
	}
}

// assume restricts the current path to cond.
func (f *emitter) assume(cond cfg.Expr, at parse.Span, role cfg.Role) {
	switch cond {
	case cfg.Expr(cfg.True):
		return
	case cfg.Expr(cfg.False):
		f.cur = nil
		return
	}
	f.emit(&cfg.Assume{Cond: cond}, at, role)
}

// fork continues at yes if cond holds and at no otherwise. A constant condition is a
// branch only where a run is explained, and the user wrote if: it may be the fault.
func (f *emitter) fork(cond cfg.Expr, yes, no *cfg.Loc, at parse.Span) {
	if f.cur == nil {
		return
	}
	from := f.cur
	n := len(f.l.prog.Edges)
	if _, fixed := cond.(*cfg.Const); fixed && f.l.conf.Execute && f.way.keyword == "if" {
		for k, to := range []*cfg.Loc{yes, no} {
			f.cur, n = from, len(f.l.prog.Edges)
			if k == 1 {
				cond, at = cfg.Negate(cond), negated(at)
			}
			f.emit(&cfg.Assume{Cond: cond}, at, cfg.RoleUser)
			f.way.mark(f.l.prog.Edges[n:], to)
			f.jump(to)
		}
		f.cur = nil
		return
	}
	f.assume(cond, at, cfg.RoleUser)
	f.way.mark(f.l.prog.Edges[n:], yes)
	f.jump(yes)
	f.cur = from
	if cond != cfg.Expr(cfg.True) {
		n = len(f.l.prog.Edges)
		f.assume(cfg.Negate(cond), negated(at), cfg.RoleUser)
		f.way.mark(f.l.prog.Edges[n:], no)
		f.jump(no)
	}
	f.cur = nil
}

func negated(at parse.Span) parse.Span {
	if at.Text != "" {
		at.Text, at.Negated = "!("+at.Text+")", !at.Negated
	}
	return at
}

// dead reports that nothing needs to be emitted.
func (f *emitter) dead() bool { return f.cur == nil }

// temp adds a temporary for values of C type t.
func (f *emitter) temp(t *ctypes.Type) *cfg.Var {
	if f.dead() {
		return &cfg.Var{Name: "#dead", Type: f.l.tt.Value(t), Temp: true}
	}
	if !t.Scalar() {
		panic(unsupported{"values of type " + t.Name, f.at})
	}
	v := f.l.newVar(f.p, f.l.names.temp(), t, f.at.Pos)
	v.Temp = true
	return v
}

// end ends the path at a location of kind k that one edge leads to.
func (f *emitter) end(k cfg.LocKind, why cfg.Reason, at parse.Span) {
	if f.dead() {
		return
	}
	to := f.newLoc(at.Pos)
	to.Kind, to.Reason = k, why
	f.edge(f.cur, to, &cfg.Skip{}, at, f.role)
	f.cur = nil
}

// unsupported ends the path at a construct outside the language.
func (f *emitter) unsupported(what string, at parse.Span) {
	f.end(cfg.Unsupported, cfg.Reason{Kind: cfg.Construct, Text: what}, at)
}

// halt ends the program normally. It returns the location where it ends.
func (f *emitter) halt(at parse.Span) *cfg.Loc {
	if f.dead() {
		return nil
	}
	to := f.newLoc(at.Pos)
	f.edge(f.cur, to, &cfg.Skip{}, at, f.role)
	f.cur = nil
	return to
}

// try runs a piece of lowering; a construct outside the language ends the
// path in an Unsupported location.
func (f *emitter) try(at parse.Span, g func()) {
	saved, role := f.at, f.role
	if at.Pos.IsValid() {
		f.at = at
	}
	defer func() { f.at, f.role = saved, role }()
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		u, ok := p.(unsupported)
		if !ok {
			panic(p)
		}
		if !u.span.Pos.IsValid() {
			u.span = f.at
		}
		f.unsupported(u.what, u.span)
	}()
	g()
}

// body lowers the body of pr. start, if not nil, is where it begins;
// otherwise that is the entry of the procedure.
func (l *lowerer) body(pr *proc, start *cfg.Loc) {
	f := l.newFn(pr)
	if start == nil {
		start = l.prog.NewLoc(pr.p, pr.p.Pos)
		pr.p.Entry = start
	}
	f.cur = start
	f.jumps.leave = pr.p.Exit
	main := pr.fn.Name == l.conf.Main
	handlers := main && l.runsAfterMain()
	if handlers || main && l.open() != nil || pr.nest.frame != nil {
		f.jumps.leave = f.newLoc(cfg.Pos{})
	}
	// Entry statements are known only after the body: it starts after them.
	bodyStart := f.newLoc(pr.p.Pos)
	f.cur = bodyStart
	f.at = pr.declPos
	f.try(pr.declPos, func() {
		if pr.bad != "" {
			f.fail(nil, "%s", pr.bad)
		}
		for i, d := range pr.params {
			f.bindParam(pr, i, d)
		}
		f.measureParams()
		f.compound(pr.fn.Def.CompoundStatement)
	})
	if f.cur != nil {
		if r := pr.p.Ret; r != nil && pr.fn.Name == l.conf.Main && pr.t.Result.Kind != ctypes.Void {
			f.emit(&cfg.Assign{Dst: r, Src: konst(r.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
		} else {
			f.noResult()
		}
		f.returns(pr.declPos)
	}
	f.unreached()
	if f.jumps.leave != pr.p.Exit {
		f.start(f.jumps.leave)
		f.closeFrame()
		if handlers {
			if f.scoped() {
				f.endObjects(f.mine())
			}
			f.handlers()
		}
		if main {
			f.leftOpen(pr.declPos)
		}
		f.jump(pr.p.Exit)
	}
	f.cur = start
	f.at = pr.declPos
	f.openFrame()
	f.activated()
	for _, g := range f.entry {
		g()
	}
	f.jump(bodyStart)
	l.prog.NewEdge(pr.p.Exit, pr.p.Exit, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	pr.vars = f.locals.vars
}

// mine lists the objects of the procedure: what runs after main returned does not
// find those of main.
func (f *emitter) mine() (out []*cfg.Object) {
	for _, o := range f.l.prog.Objects {
		if o.Proc == f.p {
			out = append(out, o)
		}
	}
	return out
}

// memory gives s automatic memory: an object, or in recursive functions a
// block allocated at entry.
func (f *emitter) memory(s *storage, name string, t *ctypes.Type, pos cfg.Pos) {
	size := max(f.l.tt.SizeOf(t), 1)
	if f.pr == nil || !f.pr.cyclic {
		s.obj = f.l.newObject(f.p, name, t, size, pos)
		return
	}
	v := f.l.newVar(f.p, "&"+name, f.l.tt.PointerTo(t), pos)
	v.Temp = true
	s.ptr = v
	f.entry = append(f.entry, func() {
		f.emit(&cfg.Alloc{Dst: v, Size: f.sizeConst(size), Stack: true, Align: f.l.tt.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	})
}

func (f *emitter) sizeConst(n uint64) cfg.Expr { return konst(cfg.BV(f.l.conf.PtrBits), n) }
