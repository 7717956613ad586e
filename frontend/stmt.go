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
			f.Try(f.l.Linked.Sources.Node(e), func() { f.Effect(e) })
			f.EndTemporaries()
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
	yes, no, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	at := f.l.Linked.Sources.Between(x.Token, x.Token)
	f.mark(at)
	f.Try(f.l.Linked.Sources.Node(x.ExpressionList), func() { f.decide("if", x.Token, x.ExpressionList, yes, no) })
	f.Start(yes)
	ended := f.EndTemporaries()
	f.within(x.Statement)
	f.Jump(end)
	f.Start(no)
	f.EndObjects(ended)
	f.within(x.Statement2)
	f.Jump(end)
	f.Start(end)
}

// mark gives the current location the position of the statement there.
func (f *fn) mark(at parse.Span) {
	if f.Cur != nil && !f.Cur.Pos.IsValid() {
		f.Cur.Pos = at.Pos
	}
}

func (f *fn) iteration(x *cc.IterationStatement) {
	at := f.l.Linked.Sources.Between(x.Token, x.Token)
	defer f.open(x)()
	head, body, next, end := f.NewLoc(at.Pos), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	again := next
	if x.Case == cc.IterationStatementWhile {
		again = head
	}
	js := &f.jumps
	js.breaks, js.continues = append(js.breaks, f.target(end)), append(js.continues, f.target(again))
	var ended []*cfg.Object // temporaries of the condition
	switch x.Case {
	case cc.IterationStatementWhile:
		f.Jump(head)
		f.startLoop(head, x)
		f.test(x, x.ExpressionList, body, end)
		f.Start(body)
		ended = f.EndTemporaries()
		f.within(x.Statement)
		f.Jump(head)
	case cc.IterationStatementDo:
		f.Jump(head)
		f.startLoop(head, x)
		f.within(x.Statement)
		f.Jump(next)
		f.Start(next)
		f.loop(x, f.Cur)
		f.test(x, x.ExpressionList, head, end)
	default:
		ended = f.forLoop(x, head, body, next, end)
	}
	js.breaks, js.continues = js.breaks[:len(js.breaks)-1], js.continues[:len(js.continues)-1]
	f.Start(end)
	f.EndObjects(ended)
	f.EndTemporaries()
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
		f.Try(f.l.Linked.Sources.Node(e1), func() { f.Effect(e1) })
		f.EndTemporaries()
	}
	f.Jump(head)
	f.startLoop(head, x)
	if e2 == nil {
		f.Jump(body)
	} else {
		f.test(x, e2, body, end)
	}
	f.Start(body)
	ended = f.EndTemporaries()
	f.within(x.Statement)
	f.Jump(next)
	f.Start(next)
	if e3 != nil {
		f.Try(f.l.Linked.Sources.Node(e3), func() { f.Effect(e3) })
		f.EndTemporaries()
	}
	f.Jump(head)
	return ended
}

// startLoop continues at the head of a loop. If nothing leads there, jumps to
// labels inside may yet come back to it: the loop is lowered as if reached.
func (f *fn) startLoop(head *cfg.Loc, x *cc.IterationStatement) {
	h := f.l.Locations.Find(head)
	if !f.l.Locations.Reached[h] && hasLabel(x.Statement) {
		f.l.Locations.Reached[h] = true
	}
	f.Start(head)
	f.loop(x, f.Cur)
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
	f.Try(f.l.Linked.Sources.Node(n), func() { f.decide(loopKeyword(x), x.Token, n, yes, no) })
}
