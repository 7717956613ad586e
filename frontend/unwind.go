package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
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
// that has ended is undefined: it arrives in main, where it is Unsupported.

// site is a place where jumps from other functions arrive.
type site struct {
	id   uint64
	pr   *proc
	node cc.Node // *cc.LabeledStatement, or the *cc.PostfixExpression of a setjmp
	// begin is where a call of setjmp begins, first where it continues then, and
	// again where jumps to it arrive.
	begin, first, again *cfg.Loc
}

func (s *site) setjmp() bool {
	_, ok := s.node.(*cc.PostfixExpression)
	return ok
}

// nonlocalJumps are the jumps into a procedure and out of it.
type nonlocalJumps struct {
	sites      []*site  // where jumps from other functions arrive
	escapes    []*site  // those that a call of it may jump to
	activation *cfg.Var // counts the calls
}

// unwinding is what the lowering knows of these jumps.
type unwinding struct {
	sites   map[cc.Node]*site
	setjmps []*site
	// site is the number of the one that a jump is on its way to, to the
	// activation, value the result of setjmp; count numbers the activations.
	site, to, value, count *cfg.Var
}

// findSites numbers the sites and finds, for each procedure, those that a call
// of it may jump to.
func (l *lowerer) findSites() {
	u := &l.unwinding
	u.sites = map[cc.Node]*site{}
	add := func(pr *proc, n cc.Node) {
		if s := u.sites[n]; s == nil && pr != nil {
			s = &site{id: uint64(len(u.sites) + 1), pr: pr, node: n}
			u.sites[n] = s
			pr.jumps.sites = append(pr.jumps.sites, s)
			if s.setjmp() {
				u.setjmps = append(u.setjmps, s)
			}
		}
	}
	jumps := false
	for _, pr := range l.procs.order {
		for _, x := range pr.fn.Jumps.Setjmps {
			if name, _ := l.u.CalleeOf(x); l.procs.named[name] == nil {
				add(pr, x)
			}
		}
		pr.fn.Outward(func(o *link.Function, lab *cc.LabeledStatement) {
			jumps = true
			add(l.procs.named[o.Name], lab)
		})
		jumps = jumps || slices.ContainsFunc(pr.fn.Calls, l.jumpsLong)
	}
	if !jumps {
		return
	}
	word := &ctypes.Type{Kind: ctypes.Int, Name: "unsigned long", Bits: l.conf.PtrBits}
	for _, v := range []struct {
		name string
		t    *ctypes.Type
		v    **cfg.Var
	}{{"#unwind", word, &u.site}, {"#unwind.to", word, &u.to}, {"#unwind.value", l.tt.Int, &u.value}, {"#activations", word, &u.count}} {
		*v.v = l.newVar(nil, v.name, v.t, cfg.Pos{})
		(*v.v).Temp = true
		l.static.init.emit(&cfg.Assign{Dst: *v.v, Src: konst((*v.v).Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	}
	for _, pr := range l.procs.order {
		if slices.ContainsFunc(pr.jumps.sites, (*site).setjmp) && (pr.cyclic || pr.fn.Name != l.conf.Main) {
			pr.jumps.activation = l.newVar(pr.p, "#activation", word, cfg.Pos{})
			pr.jumps.activation.Temp = true
		}
	}
	l.escapes()
}

func (l *lowerer) jumpsLong(name string) bool {
	return link.IsLongjmp(name) && l.procs.named[name] == nil
}

// escapes computes, for each procedure, the sites that a call of it may be on
// the way to when it returns: those of its own jumps and calls, without its own
// sites if it has one live activation.
func (l *lowerer) escapes() {
	for changed := true; changed; {
		changed = false
		for _, pr := range l.procs.order {
			add := func(ss ...*site) {
				for _, s := range ss {
					if (s.pr != pr || pr.cyclic) && !slices.Contains(pr.jumps.escapes, s) {
						pr.jumps.escapes = append(pr.jumps.escapes, s)
						changed = true
					}
				}
			}
			if slices.ContainsFunc(pr.fn.Calls, l.jumpsLong) {
				add(l.unwinding.setjmps...)
			}
			pr.fn.Outward(func(o *link.Function, lab *cc.LabeledStatement) { add(l.unwinding.sites[lab]) })
			callees := pr.fn.Calls
			if pr.fn.Indirect {
				callees = append(slices.Clone(callees), l.reach.Addressed...)
			}
			for _, c := range callees {
				if g := l.procs.named[l.u.BodyOf(c)]; g != nil {
					add(g.jumps.escapes...)
				}
			}
		}
	}
	for _, pr := range l.procs.order {
		slices.SortFunc(pr.jumps.escapes, func(a, b *site) int { return int(a.id) - int(b.id) })
	}
}

// activated counts the activation at the entry of a procedure that calls
// setjmp.
func (f *fn) activated() {
	if v := f.pr.jumps.activation; v != nil {
		n := f.l.unwinding.count
		f.emit(&cfg.Assign{Dst: n, Src: binary(cfg.Add, &cfg.VarRef{V: n}, f.sizeConst(1))}, parse.Span{}, cfg.RoleImplicit)
		f.emit(&cfg.Assign{Dst: v, Src: &cfg.VarRef{V: n}}, parse.Span{}, cfg.RoleImplicit)
	}
}

// here is what identifies the current activation as the target of a jump to s,
// nil if there is only one.
func (f *fn) here(s *site) cfg.Expr {
	switch {
	case s.setjmp() && f.pr.jumps.activation != nil:
		return &cfg.VarRef{V: f.pr.jumps.activation}
	case !s.setjmp() && f.pr.nest.frame != nil:
		return &cfg.VarRef{V: f.pr.nest.frame.at}
	}
	return nil
}

// called continues after a call of pr, or elsewhere if a jump is under way.
func (f *fn) called(pr *proc) {
	if f.dead() || len(pr.jumps.escapes) == 0 {
		return
	}
	next := f.newLoc(cfg.Pos{})
	from := f.cur
	site := &cfg.VarRef{V: f.l.unwinding.site}
	none := binary(cfg.Eq, site, f.sizeConst(0))
	f.assume(none, parse.Span{}, cfg.RoleImplicit)
	f.jump(next)
	f.cur = from
	f.unwind(pr.jumps.escapes, cfg.Negate(none))
	f.start(next)
}

// unwind continues a jump to one of the sites. cond is what else is known.
func (f *fn) unwind(sites []*site, cond cfg.Expr) {
	u := &f.l.unwinding
	from := f.cur
	outside := len(u.setjmps) > 0 // where a buffer leads is not certain
	for _, s := range sites {
		if s.pr != f.pr {
			outside = true
			continue
		}
		f.cur = from
		match := binary(cfg.Eq, &cfg.VarRef{V: u.site}, f.sizeConst(s.id))
		if here := f.here(s); here != nil {
			match = binary(cfg.LAnd, match, binary(cfg.Eq, &cfg.VarRef{V: u.to}, here))
			outside = true
		}
		cond = binary(cfg.LAnd, cond, cfg.Negate(match))
		f.assume(match, parse.Span{}, cfg.RoleImplicit)
		f.arrive(s)
	}
	f.cur = from
	if !outside {
		f.cur = nil
		return
	}
	f.assume(cond, parse.Span{}, cfg.RoleImplicit)
	if len(f.pr.jumps.escapes) == 0 || f.pr.fn.Name == f.l.conf.Main {
		f.unsupported("jump to a function that has returned", f.at)
		return
	}
	f.jump(f.jumps.leave)
}

// arrive continues at a site of this function. The blocks that this leaves end
// without cleanups.
func (f *fn) arrive(s *site) {
	f.endLives(f.depthAt(s.node), len(f.blocks))
	if lab, ok := s.node.(*cc.LabeledStatement); ok {
		f.emit(&cfg.Assign{Dst: f.l.unwinding.site, Src: f.sizeConst(0)}, parse.Span{}, cfg.RoleImplicit)
		f.jump(f.label(lab).loc)
		return
	}
	f.jump(f.landing(s).loc)
}

// landing is where jumps to a call of setjmp arrive.
type landing struct {
	loc     *cfg.Loc
	lowered bool // the call
}

func (f *fn) landing(s *site) *landing {
	if f.jumps.landings[s] == nil {
		f.jumps.landings[s] = &landing{loc: f.newLoc(cfg.Pos{})}
	}
	return f.jumps.landings[s]
}

// unreached ends the paths to calls of setjmp that control cannot reach.
func (f *fn) unreached() {
	for _, s := range f.pr.jumps.sites {
		if x := f.jumps.landings[s]; x != nil && !x.lowered {
			f.start(x.loc)
			f.unsupported("jump to a call of setjmp that is not reached", f.at)
		}
	}
}

// jumpOut lowers a goto to a label of an outer function.
func (f *fn) jumpOut(lab *cc.LabeledStatement, at parse.Span) {
	s := f.l.unwinding.sites[lab]
	if s == nil {
		f.fail(nil, "goto %s", lab.Token.SrcStr())
	}
	u := &f.l.unwinding
	if s.pr.nest.frame != nil {
		f.emit(&cfg.Assign{Dst: u.to, Src: f.frameOf(s.pr)}, parse.Span{}, cfg.RoleImplicit)
	}
	f.emit(&cfg.Assign{Dst: u.site, Src: f.sizeConst(s.id)}, at, cfg.RoleUser)
	f.unwind([]*site{s}, cfg.True)
}

// setjmpCall lowers a call of setjmp: it leaves site and activation in the
// buffer. Jumps arrive after it.
func setjmpCall(f *fn, c *call) callResult {
	s := f.l.unwinding.sites[c.x]
	buf := f.save(f.rvalue(f.arg(c, 0)))
	f.effects(c.args[1:])
	if f.dead() {
		return f.noValue(c)
	}
	if s == nil || s.pr != f.pr || buf.t.Kind != ctypes.Pointer {
		f.fail(c.x, "call of %s", c.name)
	}
	here := f.here(s)
	if here == nil {
		here = f.sizeConst(0)
	}
	s.begin = f.cur
	f.setWord(buf.e, 0, f.sizeConst(s.id))
	f.setWord(buf.e, f.l.word(), here)
	r := f.temp(f.l.tt.Int)
	next := f.newLoc(cfg.Pos{})
	s.first = f.cur
	f.emit(&cfg.Assign{Dst: r, Src: konst(r.Type, 0)}, c.at, cfg.RoleUser)
	f.jump(next)
	if f.l.unwinding.site != nil {
		f.landing(s).lowered = true
		f.cur = f.l.locs.find(f.landing(s).loc)
		s.again = f.cur
		f.entered()
		f.emit(&cfg.Assign{Dst: r, Src: &cfg.VarRef{V: f.l.unwinding.value}}, c.at, cfg.RoleUser)
		f.emit(&cfg.Assign{Dst: f.l.unwinding.site, Src: f.sizeConst(0)}, parse.Span{}, cfg.RoleImplicit)
		f.jump(next)
	}
	f.start(next)
	return give(val{e: &cfg.VarRef{V: r}, t: f.l.tt.Int})
}

// longjmpCall lowers a call of longjmp.
func longjmpCall(f *fn, c *call) callResult {
	u := &f.l.unwinding
	vals := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	if f.dead() {
		return f.noValue(c)
	}
	buf, v := f.save(vals[0]), f.save(val{e: f.conv(vals[1], f.l.tt.Int), t: f.l.tt.Int}).e
	if buf.t.Kind != ctypes.Pointer || u.site == nil {
		f.fail(c.x, "call of %s", c.name)
	}
	f.emit(&cfg.Assign{Dst: u.to, Src: f.word(buf.e, f.l.word())}, parse.Span{}, cfg.RoleImplicit)
	f.emit(&cfg.Assign{Dst: u.site, Src: f.word(buf.e, 0)}, parse.Span{}, cfg.RoleImplicit)
	f.emit(&cfg.Assign{Dst: u.value, Src: ite(binary(cfg.Eq, v, konst(v.Type(), 0)), konst(v.Type(), 1), v)}, c.at, cfg.RoleUser)
	f.unwind(u.setjmps, cfg.True)
	return f.noValue(c)
}

// changedLocals notes the variables of functions that call setjmp, other than
// volatile ones, that may be changed before a jump arrives there and are read then:
// C does not say what they are.
func (l *lowerer) changedLocals() {
	for _, s := range l.unwinding.setjmps {
		if s.again == nil {
			continue
		}
		begin, again := l.locs.find(s.begin), l.locs.find(s.again)
		after := reachable(l.locs.find(s.first), begin, nil)
		for _, v := range l.locals(s.pr) {
			changed := false
			for x := range after {
				for _, e := range x.Out {
					changed = changed || v.changedBy(e) && reachable(e.To, begin, nil)[again]
				}
			}
			if !changed {
				continue
			}
			for x := range reachable(again, nil, v.setBy) {
				if slices.ContainsFunc(x.Out, v.readBy) {
					l.notes.assume(s.pr.declPos.Pos, "assumes that %s, which is not volatile, keeps its value when longjmp returns to setjmp", v.name)
					break
				}
			}
		}
	}
}

// reachable are the locations of its procedure that control reaches from a location,
// not beyond another one or the statements that stop it.
func reachable(from, end *cfg.Loc, stops func(*cfg.Edge) bool) map[*cfg.Loc]bool {
	seen := map[*cfg.Loc]bool{from: true}
	for work := []*cfg.Loc{from}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == end {
			continue
		}
		for _, e := range x.Out {
			if _, ret := e.Stmt.(*cfg.Return); !ret && !seen[e.To] && (stops == nil || !stops(e)) {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return seen
}

// local is a variable of a procedure, or an object.
type local struct {
	name string
	v    *cfg.Var
	o    *cfg.Object
}

// locals are the variables that a function declares, without volatile ones.
func (l *lowerer) locals(pr *proc) (out []local) {
	for d, s := range pr.vars {
		switch {
		case isVolatile(d) || d.IsStatic() || d.IsExtern():
		case s.flat != nil:
			s.flat.each(func(x *flat) { out = append(out, local{name: x.v.Name, v: x.v}) })
		case s.obj != nil:
			out = append(out, local{name: s.obj.Name, o: s.obj})
		}
	}
	slices.SortFunc(out, func(a, b local) int { return strings.Compare(a.name, b.name) })
	return out
}

// changedBy reports whether a statement changes the variable by its name.
func (x local) changedBy(e *cfg.Edge) bool {
	if x.v != nil {
		return cfg.Defined(e.Stmt) == x.v
	}
	_, addr := changes(e.Stmt)
	if addr == nil {
		return false
	}
	a, ok := cfg.Base(addr).(*cfg.AddrOf)
	return ok && a.Obj == x.o
}

// setBy reports whether a statement sets all of the variable.
func (x local) setBy(e *cfg.Edge) bool { return x.v != nil && cfg.Defined(e.Stmt) == x.v }

// readBy reports whether a statement reads the variable.
func (x local) readBy(e *cfg.Edge) (found bool) {
	cfg.Exprs(e.Stmt, func(y cfg.Expr) {
		cfg.Walk(y, func(y cfg.Expr) {
			switch y := y.(type) {
			case *cfg.VarRef:
				found = found || y.V == x.v
			case *cfg.Load:
				a, ok := cfg.Base(y.Addr).(*cfg.AddrOf)
				found = found || ok && a.Obj == x.o
			}
		})
	})
	return found
}
