package frontend

import (
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Jumps that leave functions: longjmp, and goto out of a nested function.
//
// The places where such a jump may arrive are sites: calls of setjmp, and
// labels that nested functions jump to. A jump sets the variable #unwind to the
// number of its site, #unwind.to to the activation that it means, and returns.
// After every call that may return in this way, control continues if #unwind is
// 0, continues at the site if that is in this activation, and else returns, too.
// Locals keep the values that they have at the jump, as in code that gcc does
// not optimise: where a program uses one that is not volatile, and that it has
// changed since setjmp, the answer says so.
//
// A jmp_buf holds the number of the site and that of the activation. Activations
// of functions that call setjmp are counted; those of recursive functions with
// labels for nested ones are distinguished by their frames. A jump to an activation
// that has ended is undefined: it arrives in main, where it is Unsupported. So is
// one to a buffer in which there is no site.

// findSites numbers the sites and finds, for each procedure, those that a call
// of it may jump to.
func (l *lowerer) findSites() {
	u := &l.unwinding
	u.sites = map[cc.Node]*emit.Site{}
	add := func(pr *emit.Proc, n cc.Node) {
		if s := u.sites[n]; s == nil && pr != nil {
			s = &emit.Site{Id: uint64(len(u.sites) + 1), Proc: pr, Node: n}
			u.sites[n] = s
			pr.Jumps.Sites = append(pr.Jumps.Sites, s)
			if s.Setjmp() {
				u.setjmps = append(u.setjmps, s)
			}
		}
	}
	jumps := false
	for _, pr := range l.Procs.Order {
		for _, x := range pr.Func.Jumps.Setjmps {
			if name, _ := l.Linked.CalleeOf(x); l.Procs.Named[name] == nil {
				add(pr, x)
			}
		}
		pr.Func.Outward(func(o *link.Function, lab *cc.LabeledStatement) {
			jumps = true
			add(l.Procs.Named[o.Name], lab)
		})
		jumps = jumps || slices.ContainsFunc(pr.Func.Calls, l.jumpsLong)
	}
	if !jumps {
		return
	}
	word := &ctypes.Type{Kind: ctypes.Int, Name: "unsigned long", Bits: l.conf.PtrBits}
	for _, v := range []struct {
		name string
		t    *ctypes.Type
		v    **cfg.Var
	}{{"#unwind", word, &u.site}, {"#unwind.to", word, &u.to}, {"#unwind.value", l.Types.Int, &u.value}, {"#activations", word, &u.count}} {
		*v.v = l.NewVar(nil, v.name, v.t, cfg.Pos{})
		(*v.v).Temp = true
		l.static.init.Emit(&cfg.Assign{Dst: *v.v, Src: emit.Const((*v.v).Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	}
	for _, pr := range l.Procs.Order {
		if slices.ContainsFunc(pr.Jumps.Sites, (*emit.Site).Setjmp) && (pr.Cyclic || pr.Func.Name != l.conf.Main) {
			pr.Jumps.Activation = l.NewVar(pr.CFG, "#activation", word, cfg.Pos{})
			pr.Jumps.Activation.Temp = true
		}
	}
	l.escapes()
}

func (l *lowerer) jumpsLong(name string) bool {
	return link.IsLongjmp(name) && l.Procs.Named[name] == nil
}

// escapes computes, for each procedure, the sites that a call of it may be on
// the way to when it returns: those of its own jumps and calls, without its own
// sites if it has one live activation.
func (l *lowerer) escapes() {
	for changed := true; changed; {
		changed = false
		for _, pr := range l.Procs.Order {
			add := func(ss ...*emit.Site) {
				for _, s := range ss {
					if (s.Proc != pr || pr.Cyclic) && !slices.Contains(pr.Jumps.Escapes, s) {
						pr.Jumps.Escapes = append(pr.Jumps.Escapes, s)
						changed = true
					}
				}
			}
			if slices.ContainsFunc(pr.Func.Calls, l.jumpsLong) {
				add(l.unwinding.setjmps...)
			}
			pr.Func.Outward(func(o *link.Function, lab *cc.LabeledStatement) { add(l.unwinding.sites[lab]) })
			callees := pr.Func.Calls
			if pr.Func.Indirect {
				callees = append(slices.Clone(callees), l.Reach.Addressed...)
			}
			for _, c := range callees {
				if g := l.Procs.Named[l.Linked.BodyOf(c)]; g != nil {
					add(g.Jumps.Escapes...)
				}
			}
		}
	}
	for _, pr := range l.Procs.Order {
		slices.SortFunc(pr.Jumps.Escapes, func(a, b *emit.Site) int { return int(a.Id) - int(b.Id) })
	}
}

// activated counts the activation at the entry of a procedure that calls
// setjmp.
func (f *fn) activated() {
	if v := f.Procedure.Jumps.Activation; v != nil {
		n := f.l.unwinding.count
		f.Emit(&cfg.Assign{Dst: n, Src: emit.Binary(cfg.Add, &cfg.VarRef{V: n}, f.SizeConst(1))}, parse.Span{}, cfg.RoleImplicit)
		f.Emit(&cfg.Assign{Dst: v, Src: &cfg.VarRef{V: n}}, parse.Span{}, cfg.RoleImplicit)
	}
}

// here is what identifies the current activation as the target of a jump to s,
// nil if there is only one.
func (f *fn) here(s *emit.Site) cfg.Expr {
	switch {
	case s.Setjmp() && f.Procedure.Jumps.Activation != nil:
		return &cfg.VarRef{V: f.Procedure.Jumps.Activation}
	case !s.Setjmp() && f.Procedure.Nesting.Frame != nil:
		return &cfg.VarRef{V: f.Procedure.Nesting.Frame.At}
	}
	return nil
}

// called continues after a call of pr, or elsewhere if a jump is under way.
func (f *fn) called(pr *emit.Proc) {
	if f.Dead() || len(pr.Jumps.Escapes) == 0 {
		return
	}
	next := f.NewLoc(cfg.Pos{})
	from := f.Cur
	site := &cfg.VarRef{V: f.l.unwinding.site}
	none := emit.Binary(cfg.Eq, site, f.SizeConst(0))
	f.Assume(none, parse.Span{}, cfg.RoleImplicit)
	f.Jump(next)
	f.Cur = from
	f.unwind(pr.Jumps.Escapes, cfg.Negate(none))
	f.Start(next)
}

// unwind continues a jump to one of the sites. cond is what else is known.
func (f *fn) unwind(sites []*emit.Site, cond cfg.Expr) {
	u := &f.l.unwinding
	from := f.Cur
	outside := len(u.setjmps) > 0 // where a buffer leads is not certain
	for _, s := range sites {
		if s.Proc != f.Procedure {
			outside = true
			continue
		}
		f.Cur = from
		match := emit.Binary(cfg.Eq, &cfg.VarRef{V: u.site}, f.SizeConst(s.Id))
		if here := f.here(s); here != nil {
			match = emit.Binary(cfg.LAnd, match, emit.Binary(cfg.Eq, &cfg.VarRef{V: u.to}, here))
			outside = true
		}
		cond = emit.Binary(cfg.LAnd, cond, cfg.Negate(match))
		f.Assume(match, parse.Span{}, cfg.RoleImplicit)
		f.arrive(s)
	}
	f.Cur = from
	if !outside {
		f.Cur = nil
		return
	}
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	if len(f.Procedure.Jumps.Escapes) == 0 || f.Procedure.Func.Name == f.l.conf.Main {
		f.Unsupported("jump to a function that has returned", f.At)
		return
	}
	f.Jump(f.jumps.leave)
}

// arrive continues at a site of this function. The blocks that this leaves end
// without cleanups.
func (f *fn) arrive(s *emit.Site) {
	f.EndLives(f.DepthAt(s.Node), len(f.Blocks))
	if lab, ok := s.Node.(*cc.LabeledStatement); ok {
		f.Emit(&cfg.Assign{Dst: f.l.unwinding.site, Src: f.SizeConst(0)}, parse.Span{}, cfg.RoleImplicit)
		f.Jump(f.label(lab).loc)
		return
	}
	f.Jump(f.landing(s).loc)
}

func (f *fn) landing(s *emit.Site) *landing {
	if f.jumps.landings[s] == nil {
		f.jumps.landings[s] = &landing{loc: f.NewLoc(cfg.Pos{})}
	}
	return f.jumps.landings[s]
}

// unreached ends the paths to calls of setjmp that control cannot reach.
func (f *fn) unreached() {
	for _, s := range f.Procedure.Jumps.Sites {
		if x := f.jumps.landings[s]; x != nil && !x.lowered {
			f.Start(x.loc)
			f.Unsupported("jump to a call of setjmp that is not reached", f.At)
		}
	}
}

// jumpOut lowers a goto to a label of an outer function.
func (f *fn) jumpOut(lab *cc.LabeledStatement, at parse.Span) {
	s := f.l.unwinding.sites[lab]
	if s == nil {
		f.Fail(nil, "goto %s", lab.Token.SrcStr())
	}
	u := &f.l.unwinding
	if s.Proc.Nesting.Frame != nil {
		f.Emit(&cfg.Assign{Dst: u.to, Src: f.FrameOf(s.Proc)}, parse.Span{}, cfg.RoleImplicit)
	}
	f.Emit(&cfg.Assign{Dst: u.site, Src: f.SizeConst(s.Id)}, at, cfg.RoleUser)
	f.unwind([]*emit.Site{s}, cfg.True)
}

// setjmpCall lowers a call of setjmp: it leaves site and activation in the
// buffer. Jumps arrive after it.
func setjmpCall(f *fn, c *library.Call) library.Result {
	s := f.l.unwinding.sites[c.X]
	buf := f.Save(f.rvalue(f.Arg(c, 0)))
	f.Effects(c.Args[1:])
	if f.Dead() {
		return f.NoValue(c)
	}
	if s == nil || s.Proc != f.Procedure || buf.Type.Kind != ctypes.Pointer {
		f.Fail(c.X, "call of %s", c.Name)
	}
	here := f.here(s)
	if here == nil {
		here = f.SizeConst(0)
	}
	s.Begin = f.Cur
	f.SetWord(buf.Expr, 0, f.SizeConst(s.Id))
	f.SetWord(buf.Expr, f.l.Word(), here)
	r := f.Temp(f.l.Types.Int)
	next := f.NewLoc(cfg.Pos{})
	s.First = f.Cur
	f.Emit(&cfg.Assign{Dst: r, Src: emit.Const(r.Type, 0)}, c.At, cfg.RoleUser)
	f.Jump(next)
	if f.l.unwinding.site != nil {
		f.landing(s).lowered = true
		f.Cur = f.l.Locations.Find(f.landing(s).loc)
		s.Again = f.Cur
		f.Entered()
		f.Emit(&cfg.Assign{Dst: r, Src: &cfg.VarRef{V: f.l.unwinding.value}}, c.At, cfg.RoleUser)
		f.Emit(&cfg.Assign{Dst: f.l.unwinding.site, Src: f.SizeConst(0)}, parse.Span{}, cfg.RoleImplicit)
		f.Jump(next)
	}
	f.Start(next)
	return library.Give(emit.Value{Expr: &cfg.VarRef{V: r}, Type: f.l.Types.Int})
}

// longjmpCall lowers a call of longjmp.
func longjmpCall(f *fn, c *library.Call) library.Result {
	u := &f.l.unwinding
	vals := f.Values([]cc.ExpressionNode{f.Arg(c, 0), f.Arg(c, 1)})
	if f.Dead() {
		return f.NoValue(c)
	}
	buf, v := f.Save(vals[0]), f.Save(emit.Value{Expr: f.Conv(vals[1], f.l.Types.Int), Type: f.l.Types.Int}).Expr
	if buf.Type.Kind != ctypes.Pointer || u.site == nil {
		f.Fail(c.X, "call of %s", c.Name)
	}
	f.Emit(&cfg.Assign{Dst: u.to, Src: f.Word(buf.Expr, f.l.Word())}, parse.Span{}, cfg.RoleImplicit)
	f.Emit(&cfg.Assign{Dst: u.site, Src: f.Word(buf.Expr, 0)}, parse.Span{}, cfg.RoleImplicit)
	f.Emit(&cfg.Assign{Dst: u.value, Src: emit.Ite(emit.Is(v, 0), emit.Const(v.Type(), 1), v)}, c.At, cfg.RoleUser)
	f.When(emit.Binary(cfg.Eq, &cfg.VarRef{V: u.site}, f.SizeConst(0)), parse.Span{Pos: c.At.Pos}, func() {
		f.Unsupported("jump to a buffer that setjmp has not set", f.At)
	})
	f.unwind(u.setjmps, cfg.True)
	return f.NoValue(c)
}
