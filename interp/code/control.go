package code

import (
	"culprit/cfg"
	"culprit/interp/libc"
)

// Control: chains of locations, the accounting of steps, and branches.

// chain emits code from l up to a stop or to code that exists.
func (c *compiler) chain(l *cfg.Loc) {
	c.count = -1
	for l != nil {
		if c.PcOf[l.ID] >= 0 {
			if !c.again(l) {
				c.target(c.emit(Instr{Op: Jump}), l)
			}
			return
		}
		if len(l.In) > 1 || l.LoopHead {
			c.count = -1 // others may enter here
		}
		c.PcOf[l.ID] = int32(len(c.Instrs))
		c.cur = -1
		if l.Kind != cfg.Plain || len(l.Out) == 0 {
			c.confirm(l)
			c.emit(Instr{Op: Stop, Dst: int32(l.ID)})
			return
		}
		l = c.out(l)
		c.temp = 0
	}
}

// again emits a fork a second time, at the end of a chain that comes to it:
// most often the way back of a loop, which then has one branch and no jump.
func (c *compiler) again(l *cfg.Loc) bool {
	if !c.counts() || !c.Head[l.ID] || len(l.Out) != 2 {
		return false
	}
	a, okA := l.Out[0].Stmt.(*cfg.Assume)
	b, okB := l.Out[1].Stmt.(*cfg.Assume)
	if !okA || !okB || !complementary(a.Cond, b.Cond) {
		return false
	}
	size := 0
	cfg.Walk(a.Cond, func(cfg.Expr) { size++ })
	if size > maxAgain {
		return false
	}
	c.enter(l)
	c.cur = int32(l.Out[0].ID)
	c.step(l.Out[0])
	for _, pc := range c.jump(a.Cond, true) {
		c.target(pc, l.Out[0].To)
	}
	c.target(c.emit(Instr{Op: Jump}), l.Out[1].To)
	c.temp = 0
	return true
}

// enter prepares the code of a location.
func (c *compiler) enter(l *cfg.Loc) {
	c.loc, c.known = l, c.known[:0]
	clear(c.led)
	for _, e := range l.Out {
		c.ledBy(e)
	}
}

// thread makes branches to a jump go where that leads.
func (c *compiler) thread() {
	end := func(pc int32) int32 {
		for n := 0; c.Instrs[pc].Op == Jump && n < 8; n++ {
			pc = c.Instrs[pc].Dst
		}
		return pc
	}
	for i := range c.Instrs {
		if in := &c.Instrs[i]; in.Op >= Jump && in.Op <= BrSLe {
			in.Dst = end(in.Dst)
		}
	}
	for i, pc := range c.After {
		c.After[i] = end(pc)
	}
	for _, t := range c.Tables {
		for v, pc := range t.Pcs {
			t.Pcs[v] = end(pc)
		}
	}
}

// out emits the ways out of a location. It returns where the code continues, nil
// if it does not.
func (c *compiler) out(l *cfg.Loc) *cfg.Loc {
	c.enter(l)
	e := l.Out[0]
	a, ok := e.Stmt.(*cfg.Assume)
	if len(l.Out) > 1 || ok && c.Opt.Trace {
		return c.branch(l)
	}
	c.cur = int32(e.ID)
	if !ok {
		c.step(e)
		if c.stmt(e) {
			return nil
		}
		c.done(e)
		return e.To
	}
	if c.counts() {
		c.step(e)
	}
	holds := c.jump(a.Cond, true)
	c.rank--
	c.emit(Instr{Op: Stop, Dst: int32(l.ID)})
	c.rank++
	c.land(holds)
	if !c.counts() {
		c.step(e)
	}
	return e.To
}

// step emits the accounting of one edge.
func (c *compiler) step(e *cfg.Edge) {
	switch {
	case c.Opt.Announce:
		c.emit(Instr{Op: Edge, Dst: int32(e.ID)})
	case c.Opt.Trace:
		c.Begin[e.ID] = int32(c.emit(Instr{Op: Begin, Dst: int32(e.ID)}))
	case c.count < 0:
		c.rank = 1
		c.Head[e.From.ID] = true
		c.count = int32(len(c.Instrs))
		if c.Opt.Cover {
			c.emit(Instr{Op: Cover, Dst: int32(e.From.ID), Mask: 1, A: int32(len(c.Chains))})
			c.Chains = append(c.Chains, []int32{int32(e.From.ID)})
		} else {
			c.emit(Instr{Op: Count, Dst: int32(e.From.ID), Mask: 1})
		}
	default:
		c.rank++
		in := &c.Instrs[c.count]
		in.Mask++
		if c.Opt.Cover {
			c.Chains[in.A] = append(c.Chains[in.A], int32(e.From.ID))
		}
	}
}

// arm emits the accounting of a taken Assume edge, if it was not counted
// before, and the way to its end.
func (c *compiler) arm(e *cfg.Edge) {
	c.cur = int32(e.ID)
	if !c.counts() {
		c.step(e)
		c.done(e)
	}
	c.target(c.emit(Instr{Op: Jump}), e.To)
}

// branch emits a location with several ways out, or in code that traces with
// one that may be closed.
func (c *compiler) branch(l *cfg.Loc) *cfg.Loc {
	if c.counts() {
		c.cur = int32(l.Out[0].ID)
		c.step(l.Out[0]) // whichever is taken
	}
	if len(l.Out) == 2 {
		a, okA := l.Out[0].Stmt.(*cfg.Assume)
		b, okB := l.Out[1].Stmt.(*cfg.Assume)
		if okA && okB && complementary(a.Cond, b.Cond) {
			return c.fork(l, a.Cond)
		}
	}
	if !c.switchTable(l) {
		c.choose(l)
	}
	return nil
}

// fork emits a location whose first way out is open if cond holds, and the
// second if not.
func (c *compiler) fork(l *cfg.Loc, cond cfg.Expr) *cfg.Loc {
	c.cur = int32(l.Out[0].ID)
	other := c.jump(cond, false)
	if c.counts() {
		for _, pc := range other {
			c.target(pc, l.Out[1].To)
		}
		c.count = -1
		return l.Out[0].To
	}
	c.arm(l.Out[0])
	c.land(other)
	c.arm(l.Out[1])
	return nil
}

// choose evaluates the conditions of all edges out of l.
func (c *compiler) choose(l *cfg.Loc) {
	first := c.newTemp()
	for range l.Out[1:] {
		c.newTemp()
	}
	for i, e := range l.Out {
		c.cur = int32(e.ID)
		if c.Opt.Trace {
			c.emit(Instr{Op: Mark})
		}
		if a, ok := e.Stmt.(*cfg.Assume); ok {
			c.into(a.Cond, first+int32(i))
		} else {
			c.emit(Instr{Op: Move, Dst: first + int32(i), A: c.constant(1), Mask: 1})
		}
	}
	c.cur = -1
	c.rank-- // none is taken if none is open
	c.emit(Instr{Op: Choose, Dst: int32(len(c.Choices)), A: first})
	c.rank++
	c.temp = 0
	ch := Choice{Loc: l, Edges: l.Out, Pcs: make([]int32, len(l.Out))}
	c.Choices = append(c.Choices, ch)
	for i, e := range l.Out {
		ch.Pcs[i] = int32(len(c.Instrs))
		c.armStmt(e)
	}
}

// armStmt is arm for an edge of any statement.
func (c *compiler) armStmt(e *cfg.Edge) {
	if _, ok := e.Stmt.(*cfg.Assume); ok {
		c.arm(e)
		return
	}
	c.cur = int32(e.ID)
	if !c.counts() {
		c.step(e)
	}
	if !c.stmt(e) {
		c.done(e)
		c.target(c.emit(Instr{Op: Jump}), e.To)
	}
	c.temp = 0
}

// switchTable emits a location all of whose edges assume x = c for distinct
// constants c and one expression x without memory access, with at most one
// further edge that assumes the conjunction of all x ≠ c.
func (c *compiler) switchTable(l *cfg.Loc) bool {
	var x cfg.Expr
	cases := make(map[uint64]*cfg.Edge)
	var rest *cfg.Edge
	for _, e := range l.Out {
		a, ok := e.Stmt.(*cfg.Assume)
		if !ok {
			return false
		}
		y, v, ok := equation(a.Cond, cfg.Eq)
		switch {
		case !ok && rest == nil:
			rest = e
			continue
		case !ok || x != nil && !sameExpr(x, y) || cases[v] != nil:
			return false
		}
		x = y
		cases[v] = e
	}
	if len(cases) < 2 || rest != nil && !excludes(rest.Stmt.(*cfg.Assume).Cond, x, cases) {
		return false
	}
	c.cur = int32(l.Out[0].ID)
	slot := c.value(x)
	c.rank-- // none is taken if none is open
	c.emit(Instr{Op: Switch, Dst: int32(len(c.Tables)), A: slot})
	c.rank++
	c.temp = 0
	t := Table{Loc: l, Pcs: make(map[uint64]int32), Def: -1}
	for _, e := range l.Out {
		pc := int32(len(c.Instrs))
		if e == rest {
			t.Def = pc
		} else {
			_, v, _ := equation(e.Stmt.(*cfg.Assume).Cond, cfg.Eq)
			t.Pcs[v] = pc
		}
		c.arm(e)
	}
	c.Tables = append(c.Tables, t)
	return true
}

// excludes reports whether cond is the conjunction of x ≠ v over all cases.
func excludes(cond, x cfg.Expr, cases map[uint64]*cfg.Edge) bool {
	seen := make(map[uint64]bool)
	var visit func(e cfg.Expr) bool
	visit = func(e cfg.Expr) bool {
		if b, ok := e.(*cfg.Binary); ok && b.Op == cfg.LAnd {
			return visit(b.X) && visit(b.Y)
		}
		y, v, ok := equation(e, cfg.Ne)
		if !ok || !sameExpr(x, y) || cases[v] == nil {
			return false
		}
		seen[v] = true
		return true
	}
	return visit(cond) && len(seen) == len(cases)
}

// equation decomposes x op constant, looking through LNot.
func equation(e cfg.Expr, op cfg.Op) (cfg.Expr, uint64, bool) {
	if u, ok := e.(*cfg.Unary); ok && u.Op == cfg.LNot {
		if op == cfg.Eq {
			return equation(u.X, cfg.Ne)
		}
		return equation(u.X, cfg.Eq)
	}
	b, ok := e.(*cfg.Binary)
	if !ok || b.Op != op {
		return nil, 0, false
	}
	k, ok := b.Y.(*cfg.Const)
	if !ok || k.T.Kind != cfg.Bits {
		return nil, 0, false
	}
	return b.X, cfg.Mask(k.V, k.T.Width()), true
}

// lib emits a call of the C library.
func (c *compiler) lib(s *cfg.Lib) {
	site := libSite{Stmt: s, Fn: libc.Lookup(s.Func), Dst: -1}
	for _, a := range s.Args {
		site.Args = append(site.Args, c.value(a))
		t := a.Type()
		site.Vals = append(site.Vals, libc.Value{Float: t.Kind == cfg.Float, Width: t.Width()})
	}
	in := Instr{Op: Lib, Dst: int32(len(c.Libs))}
	if s.Dst != nil {
		site.Dst = int32(s.Dst.ID)
		in.Mask = MaskOf(s.Dst.Type.Width())
	}
	c.Libs = append(c.Libs, site)
	c.emit(in)
	if s.Dst != nil {
		c.wrote(s.Dst)
		c.define(s.Dst, 0)
	}
}

// number is what digits answers, as an expression.
func number(text []cfg.Expr) cfg.Expr {
	word := cfg.BV(64)
	konst := func(v uint64) cfg.Expr { return &cfg.Const{T: word, V: v} }
	bin := func(op cfg.Op, x, y cfg.Expr) cfg.Expr { return &cfg.Binary{Op: op, T: word, X: x, Y: y} }
	n := konst(0)
	for _, b := range text {
		d := bin(cfg.Sub, &cfg.Cast{Op: cfg.ZExt, T: word, X: b}, konst('0'))
		is := cfg.Compare(cfg.ULt, d, konst(10))
		n = bin(cfg.Add, bin(cfg.Mul, n, &cfg.Ite{Cond: is, Then: konst(10), Else: konst(1)}), &cfg.Ite{Cond: is, Then: d, Else: konst(0)})
	}
	return n
}

// confirm emits the checks of an error location.
func (c *compiler) confirm(l *cfg.Loc) {
	if len(l.Checks) > 0 && len(l.In) > 0 {
		c.cur = int32(l.In[0].ID)
	}
	for i := range l.Checks {
		k := &l.Checks[i]
		skip := c.jump(k.When, false)
		site := ConfirmSite{Check: k}
		if len(l.In) > 0 {
			site.From = l.In[0].From
		}
		if k.Addr != nil {
			site.Base, site.Addr, site.Size = c.copied(k.Base), c.copied(k.Addr), c.copied(k.Size)
		}
		c.Sites = append(c.Sites, site)
		c.at(k.Addr)
		c.emit(Instr{Op: Confirm, B: int32(len(c.Sites) - 1)})
		c.land(skip)
		c.temp = 0
	}
	c.cur = -1
}
