package frontend

import (
	"culprit/cfg"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

func (f *fn) item(b *cc.BlockItem) {
	switch b.Case {
	case cc.BlockItemDecl:
		f.declaration(b.Declaration)
	case cc.BlockItemStmt:
		f.stmt(b.Statement)
	}
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
			f.try(f.l.u.Sources.Node(e), func() { f.effect(e) })
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
	at := f.l.u.Sources.Between(x.Token, x.Token)
	f.mark(at)
	f.try(f.l.u.Sources.Node(x.ExpressionList), func() { f.decide("if", x.Token, x.ExpressionList, yes, no) })
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
func (f *fn) mark(at parse.Span) {
	if f.cur != nil && !f.cur.Pos.IsValid() {
		f.cur.Pos = at.Pos
	}
}

func (f *fn) iteration(x *cc.IterationStatement) {
	at := f.l.u.Sources.Between(x.Token, x.Token)
	defer f.open(x)()
	head, body, next, end := f.newLoc(at.Pos), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
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
		ended = f.forLoop(x, head, body, next, end)
	}
	js.breaks, js.continues = js.breaks[:len(js.breaks)-1], js.continues[:len(js.continues)-1]
	f.start(end)
	f.endObjects(ended)
	f.endTemporaries()
}

// forLoop emits a for statement between its locations. It returns the
// temporaries of the condition, which end with the loop, too.
func (f *fn) forLoop(x *cc.IterationStatement, head, body, next, end *cfg.Loc) (ended []*cfg.Object) {
	e1, e2, e3 := x.ExpressionList, x.ExpressionList2, x.ExpressionList3
	if x.Case == cc.IterationStatementForDecl {
		f.declaration(x.Declaration)
		e1, e2, e3 = nil, x.ExpressionList, x.ExpressionList2
	}
	if e1 != nil {
		f.try(f.l.u.Sources.Node(e1), func() { f.effect(e1) })
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
		f.try(f.l.u.Sources.Node(e3), func() { f.effect(e3) })
		f.endTemporaries()
	}
	f.jump(head)
	return ended
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
	syntax.Each(s, func(n cc.Node) {
		if _, ok := n.(*cc.LabeledStatement); ok {
			found = true
		}
	})
	return found
}

// test lowers the condition of a loop.
func (f *fn) test(x *cc.IterationStatement, n cc.ExpressionNode, yes, no *cfg.Loc) {
	f.try(f.l.u.Sources.Node(n), func() { f.decide(loopKeyword(x), x.Token, n, yes, no) })
}

// havocPlace makes a place arbitrary.
func (f *fn) havocPlace(p place, k cfg.HavocKind, name string, at parse.Span, role cfg.Role) {
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
	if x.t.Bool {
		f.emit(&cfg.Assume{Cond: binary(cfg.ULe, &cfg.VarRef{V: x.v}, konst(x.v.Type, 1))}, parse.Span{}, cfg.RoleImplicit)
	}
}
