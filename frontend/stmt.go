package frontend

import (
	"culprit/cfg"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// compound lowers a block.
func (f *fn) compound(c *cc.CompoundStatement) {
	if c == nil {
		return
	}
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
	end()
}

// open begins a block. What it returns ends it.
func (f *fn) open(n cc.Node) func() {
	depth := len(f.blocks)
	f.blocks = append(f.blocks, block{node: n})
	return func() {
		f.endBlocks(depth)
		f.blocks = f.blocks[:depth]
	}
}

// begun notes what a declaration in an inner block declares.
func (f *fn) begun(s *storage) {
	n := len(f.blocks)
	if n < 2 || !f.scoped() {
		return
	}
	b := &f.blocks[n-1]
	switch {
	case s.obj != nil:
		b.objects = append(b.objects, s.obj)
		f.emit(&cfg.Skip{Begins: []*cfg.Object{s.obj}}, span{}, cfg.RoleImplicit)
	case s.flat != nil && f.l.conf.Checks&safety.Memtrack != 0:
		s.flat.each(func(x *flat) {
			if x.v.Type == cfg.BV(f.l.conf.PtrBits) {
				b.vars = append(b.vars, x.v)
			}
		})
	}
}

// endBlocks ends the blocks from a depth on, the innermost first.
func (f *fn) endBlocks(depth int) {
	top := len(f.blocks)
	for i := top - 1; i >= depth; i-- {
		if c := f.blocks[i].cleanups; len(c) > 0 {
			f.endLives(i+1, top)
			f.cleanUp(c)
			top = i + 1
		}
	}
	f.endLives(depth, top)
}

// endLives ends the lives of what some of the inner blocks declare: a pointer
// that is gone keeps no block of the heap.
func (f *fn) endLives(from, to int) {
	var ends []*cfg.Object
	for i := max(from, 1); i < to; i++ {
		ends = append(ends, f.blocks[i].objects...)
	}
	f.endObjects(ends)
	for i := to - 1; i >= max(from, 1); i-- {
		f.endStack(f.blocks[i].stack)
	}
	for i := max(from, 1); i < to; i++ {
		for _, v := range f.blocks[i].vars {
			f.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, span{}, cfg.RoleImplicit)
		}
	}
}

// gotoLabel continues at a label and ends the blocks that this leaves.
func (f *fn) gotoLabel(x *cc.LabeledStatement) {
	depth := f.depthAt(x)
	f.endBlocks(depth)
	f.backTo(x, depth)
	f.jump(f.label(x).loc)
}

// depthAt is the number of the open blocks that a label, or a call, is in.
func (f *fn) depthAt(x cc.Node) int {
	depth := len(f.blocks)
	for f.endsSomething() && depth > 1 && !holds(f.blocks[depth-1].node, x) {
		depth--
	}
	return depth
}

// endsSomething reports whether the end of some open block matters.
func (f *fn) endsSomething() bool {
	for _, b := range f.blocks {
		if len(b.objects)+len(b.vars)+len(b.cleanups)+len(b.stack) > 0 {
			return true
		}
	}
	return false
}

// holds reports whether x is inside of n.
func holds(n, x cc.Node) bool {
	found := false
	walkAll(n, func(n cc.Node) { found = found || n == x })
	return found
}

// entered begins the lives of what the open blocks have declared: control may
// have come by a jump over their declarations.
func (f *fn) entered() {
	var begins []*cfg.Object
	for i := 1; i < len(f.blocks); i++ {
		begins = append(begins, f.blocks[i].objects...)
	}
	if len(begins) > 0 {
		f.emit(&cfg.Skip{Begins: begins}, span{}, cfg.RoleImplicit)
	}
}

func (f *fn) item(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		f.declaration(b.Declaration)
	case cc.BlockItemStmt:
		f.stmt(b.Statement)
	}
}

// stmtExpr lowers ({ ... }): its value is that of the last expression.
func (f *fn) stmtExpr(c *cc.CompoundStatement) val {
	depth, outer := len(f.blocks), f.temporaries
	f.temporaries = nil
	defer func() { f.temporaries = append(outer, f.temporaries...) }()
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if l.BlockItemList == nil && b.Case == cc.BlockItemStmt && b.Statement.Case == cc.StatementExpr {
			if e := b.Statement.ExpressionStatement.ExpressionList; e != nil {
				return f.outlives(f.rvalue(e), depth, end)
			}
		}
		f.item(b)
	}
	end()
	return f.void()
}

// outlives ends the block whose last expression has the value v: it is copied
// first, or a structure keeps what is declared in the block alive.
func (f *fn) outlives(v val, depth int, end func()) val {
	b := f.blocks[depth]
	switch {
	case len(b.objects)+len(b.vars)+len(b.cleanups)+len(b.stack) == 0 || v.t.k == kVoid:
	case v.t.scalar():
		x := f.temp(v.t)
		f.emit(&cfg.Assign{Dst: x, Src: v.e}, span{}, cfg.RoleImplicit)
		v = val{e: &cfg.VarRef{V: x}, t: v.t}
	case len(b.cleanups) > 0:
		p := f.structTemp(v.t)
		f.store(p, v, span{}, cfg.RoleImplicit)
		v = f.load(p)
	default:
		f.blocks = f.blocks[:depth]
		if depth > 0 {
			up := &f.blocks[depth-1]
			up.objects, up.vars, up.stack = append(up.objects, b.objects...), append(up.vars, b.vars...), append(up.stack, b.stack...)
		}
		return v
	}
	end()
	return v
}

// stmt lowers a statement.
func (f *fn) stmt(s *cc.Statement) {
	if s == nil {
		return
	}
	f.l.conf.poll()
	switch s.Case {
	case cc.StatementLabeled:
		f.labeled(s.LabeledStatement)
	case cc.StatementCompound:
		f.compound(s.CompoundStatement)
	case cc.StatementExpr:
		if e := s.ExpressionStatement.ExpressionList; e != nil {
			f.try(f.l.u.src.node(e), func() { f.effect(e) })
			f.endTemporaries()
		}
	case cc.StatementSelection:
		f.selection(s.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(s.IterationStatement)
	case cc.StatementJump:
		f.jumpStmt(s.JumpStatement)
	case cc.StatementAsm:
		f.asm(s.AsmStatement)
	}
}

func (f *fn) selection(x *cc.SelectionStatement) {
	if x.Case == cc.SelectionStatementSwitch {
		f.switchStmt(x)
		return
	}
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	at := f.l.u.src.between(x.Token, x.Token)
	f.mark(at)
	f.try(f.l.u.src.node(x.ExpressionList), func() { f.decide("if", x.Token, x.ExpressionList, yes, no) })
	f.start(yes)
	ended := f.endTemporaries()
	f.within(x.Statement)
	f.jump(end)
	f.start(no)
	f.endObjects(ended)
	f.within(x.Statement2)
	f.jump(end)
	f.start(end)
}

// mark gives the current location the position of the statement there.
func (f *fn) mark(at span) {
	if f.cur != nil && !f.cur.Pos.IsValid() {
		f.cur.Pos = at.pos
	}
}

func (f *fn) iteration(x *cc.IterationStatement) {
	at := f.l.u.src.between(x.Token, x.Token)
	defer f.open(x)()
	head, body, next, end := f.newLoc(at.pos), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	again := next
	if x.Case == cc.IterationStatementWhile {
		again = head
	}
	js := &f.jumps
	js.breaks, js.continues = append(js.breaks, f.target(end)), append(js.continues, f.target(again))
	var ended []*cfg.Object // temporaries of the condition
	switch x.Case {
	case cc.IterationStatementWhile:
		f.jump(head)
		f.startLoop(head, x)
		f.test(x, x.ExpressionList, body, end)
		f.start(body)
		ended = f.endTemporaries()
		f.within(x.Statement)
		f.jump(head)
	case cc.IterationStatementDo:
		f.jump(head)
		f.startLoop(head, x)
		f.within(x.Statement)
		f.jump(next)
		f.start(next)
		f.loop(x, f.cur, true)
		f.test(x, x.ExpressionList, head, end)
	default:
		e1, e2, e3 := x.ExpressionList, x.ExpressionList2, x.ExpressionList3
		if x.Case == cc.IterationStatementForDecl {
			f.declaration(x.Declaration)
			e1, e2, e3 = nil, x.ExpressionList, x.ExpressionList2
		}
		if e1 != nil {
			f.try(f.l.u.src.node(e1), func() { f.effect(e1) })
			f.endTemporaries()
		}
		f.jump(head)
		f.startLoop(head, x)
		if e2 == nil {
			f.jump(body)
		} else {
			f.test(x, e2, body, end)
		}
		f.start(body)
		ended = f.endTemporaries()
		f.within(x.Statement)
		f.jump(next)
		f.start(next)
		if e3 != nil {
			f.try(f.l.u.src.node(e3), func() { f.effect(e3) })
			f.endTemporaries()
		}
		f.jump(head)
	}
	js.breaks, js.continues = js.breaks[:len(js.breaks)-1], js.continues[:len(js.continues)-1]
	f.start(end)
	f.endObjects(ended)
	f.endTemporaries()
}

// startLoop continues at the head of a loop. If nothing leads there, jumps to
// labels inside may yet come back to it: the loop is lowered as if reached.
func (f *fn) startLoop(head *cfg.Loc, x *cc.IterationStatement) {
	h := f.l.locs.find(head)
	if !f.l.locs.reached[h] && hasLabel(x.Statement) {
		f.l.locs.reached[h] = true
	}
	f.start(head)
	f.loop(x, f.cur, false)
}

// hasLabel reports whether there is a label or case in a statement or
// expression.
func hasLabel(s cc.Node) bool {
	found := false
	walkAll(s, func(n cc.Node) {
		if _, ok := n.(*cc.LabeledStatement); ok {
			found = true
		}
	})
	return found
}

// test lowers the condition of a loop.
func (f *fn) test(x *cc.IterationStatement, n cc.ExpressionNode, yes, no *cfg.Loc) {
	f.try(f.l.u.src.node(n), func() { f.decide(loopKeyword(x), x.Token, n, yes, no) })
}

// havocPlace makes a place arbitrary.
func (f *fn) havocPlace(p place, k cfg.HavocKind, name string, at span, role cfg.Role) {
	switch {
	case p.bf != nil:
		v := f.temp(p.t)
		f.emit(&cfg.Havoc{Dst: v, Kind: k, Func: name}, at, role)
		f.store(p, val{e: &cfg.VarRef{V: v}, t: p.t}, at, cfg.RoleImplicit)
	case p.flat != nil:
		p.flat.each(func(x *flat) {
			f.emit(&cfg.Havoc{Dst: x.v, Kind: k, Func: name}, at, role)
			f.boolRange(x)
			f.aligned(x.v, x.t)
		})
	default:
		f.emit(&cfg.MemHavoc{Dst: p.addr, Size: f.size(p.t), Kind: k}, at, role)
	}
}

// boolRange restricts an arbitrary _Bool to 0 and 1.
func (f *fn) boolRange(x *flat) {
	if x.t.isBool {
		f.emit(&cfg.Assume{Cond: binary(cfg.ULe, &cfg.VarRef{V: x.v}, konst(x.v.Type, 1))}, span{}, cfg.RoleImplicit)
	}
}
