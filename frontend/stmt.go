package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
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
	if f.Constant && s.Case != cc.StatementExpr && s.Case != cc.StatementCompound {
		f.Fail(nil, "statement in a constant expression")
	}
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
	defer f.open(x)()
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
	if !f.l.Locations.Reached[h] && syntax.HasLabel(x.Statement) {
		f.l.Locations.Reached[h] = true
	}
	f.Start(head)
	f.loop(x, f.Cur)
}

// test lowers the condition of a loop.
func (f *fn) test(x *cc.IterationStatement, n cc.ExpressionNode, yes, no *cfg.Loc) {
	f.Try(f.l.Linked.Sources.Node(n), func() { f.decide(loopKeyword(x), x.Token, n, yes, no) })
}

// switchStmt lowers a switch: one edge per case, one for the rest.
func (f *fn) switchStmt(x *cc.SelectionStatement) {
	end := f.NewLoc(cfg.Pos{})
	at := f.l.Linked.Sources.Node(x.ExpressionList)
	f.mark(f.l.Linked.Sources.Between(x.Token, x.Token))
	for _, ls := range x.LabeledStatements() {
		if ls.Case != cc.LabeledStatementLabel {
			f.jumps.cases[ls] = f.NewLoc(cfg.Pos{})
		}
	}
	f.Try(at, func() { f.dispatch(x, at, end) })
	f.Cur = nil
	js := &f.jumps
	js.breaks = append(js.breaks, f.target(end))
	f.within(x.Statement)
	js.breaks = js.breaks[:len(js.breaks)-1]
	f.Jump(end)
	f.Start(end)
}

// dispatch emits the edges to the cases, and leaves f.cur undefined.
func (f *fn) dispatch(x *cc.SelectionStatement, at parse.Span, end *cfg.Loc) {
	w, t := f.switchValue(x, at)
	from := f.Cur
	if from == nil {
		return
	}
	keyword := f.l.Linked.Sources.Between(x.Token, x.Token).Pos
	ranges := slices.ContainsFunc(x.LabeledStatements(), func(l *cc.LabeledStatement) bool { return l.Case == cc.LabeledStatementRange })
	assume := func(cond cfg.Expr, at parse.Span, outcome string) {
		n := len(f.l.CFG.Edges)
		f.Assume(cond, at, cfg.RoleUser)
		if n < len(f.l.CFG.Edges) && !ranges { // the value in a range is not known
			f.l.CFG.Edges[n].Branch = &cfg.Branch{Keyword: "switch", Pos: keyword, Outcome: outcome}
		}
	}
	rest := cfg.Expr(cfg.True)
	deflt := end
	deflAt := at
	if deflAt.Text != "" {
		deflAt.Text = "switch (" + at.Text + ") default"
	}
	for _, ls := range x.LabeledStatements() {
		if ls.Case == cc.LabeledStatementDefault {
			deflt = f.jumps.cases[ls]
			deflAt.Pos = f.l.Linked.Sources.Between(ls.Token, ls.Token2).Pos
		}
	}
	for _, ls := range x.LabeledStatements() {
		cond, ca, outcome := f.caseCondition(ls, w, t, at)
		if cond == nil {
			continue
		}
		f.Cur = from
		assume(cond, ca, outcome)
		f.Jump(f.jumps.cases[ls])
		rest = emit.Binary(cfg.LAnd, rest, cfg.Negate(cond))
	}
	f.Cur = from
	assume(rest, deflAt, "default")
	f.Jump(deflt)
}

// switchValue is the value that is compared with the labels, and its promoted
// type. Where evaluating it counts by itself it gets a statement: the line of
// the switch takes part in what a run depends on, or may violate a property, but
// the edges are at the cases.
func (f *fn) switchValue(x *cc.SelectionStatement, at parse.Span) (w emit.Value, t *ctypes.Type) {
	tt := f.l.Types
	v := f.rvalue(x.ExpressionList)
	if v.Type.Kind != ctypes.Int && v.Type.Kind != ctypes.Wide {
		f.Fail(x.ExpressionList, "switch on a value of type %s", v.Type.Name)
	}
	t = tt.Canon(tt.Promote(v.Type))
	if t.Kind != ctypes.Int {
		return f.Save(v), t
	}
	w = emit.Value{Expr: f.Conv(v, t), Type: t}
	if (f.l.conf.Execute || f.l.conf.Checks != 0 && !emit.Total(w.Expr)) && !f.Dead() {
		tmp := f.Temp(t)
		f.Emit(&cfg.Assign{Dst: tmp, Src: w.Expr}, at, cfg.RoleUser)
		w.Expr = &cfg.VarRef{V: tmp}
	}
	return w, t
}

// caseCondition is the condition under which a switch on w goes to a case label,
// nil if ls is another label. outcome is the value, if there is one.
func (f *fn) caseCondition(ls *cc.LabeledStatement, w emit.Value, t *ctypes.Type, at parse.Span) (cond cfg.Expr, ca parse.Span, outcome string) {
	src := f.l.Linked.Sources
	var text string
	switch ls.Case {
	case cc.LabeledStatementCaseLabel:
		c := f.caseConst(ls.ConstantExpression, t)
		if t.Kind == ctypes.Int {
			outcome = caseText(c)
		}
		cond = f.Apply("==", w, c, ls.ConstantExpression).Expr
		text = src.Node(ls.ConstantExpression).Text
	case cc.LabeledStatementRange:
		lo, hi := f.caseConst(ls.ConstantExpression, t), f.caseConst(ls.ConstantExpression2, t)
		cond = emit.Binary(cfg.LAnd, f.Apply("<=", lo, w, ls.ConstantExpression).Expr, f.Apply("<=", w, hi, ls.ConstantExpression).Expr)
		text = src.Between(syntax.First(ls.ConstantExpression), syntax.Last(ls.ConstantExpression2)).Text
	default:
		return nil, parse.Span{}, ""
	}
	ca.Pos = src.Between(ls.Token, syntax.Last(ls.ConstantExpression)).Pos
	if at.Text != "" {
		ca.Text = operand(at.Text) + " == " + text
	}
	return cond, ca, outcome
}

// operand puts parentheses around a text that is not a single operand.
func operand(s string) string {
	if strings.ContainsAny(s, " +-*/%&|^<>=!?,") && !strings.HasSuffix(s, ")") {
		return "(" + s + ")"
	}
	return s
}

func (f *fn) caseConst(n cc.ExpressionNode, t *ctypes.Type) emit.Value {
	if t.Kind == ctypes.Wide {
		if v, ok := f.l.constWide(n, t); ok {
			return v
		}
		f.Fail(n, "case label that is not constant")
	}
	v, ok := f.l.constInt(n)
	if !ok {
		f.Fail(n, "case label that is not constant")
	}
	return emit.Value{Expr: emit.Const(f.l.Types.Value(t), uint64(v)), Type: t}
}

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

// stmtExpr lowers ({ ... }): its value is that of the last expression.
func (f *fn) stmtExpr(c *cc.CompoundStatement) emit.Value {
	depth, outer := len(f.Blocks), f.Temporaries
	f.Temporaries = nil
	defer func() { f.Temporaries = append(outer, f.Temporaries...) }()
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if e := syntax.ValueItem(b); e != nil && l.BlockItemList == nil {
			return f.Outlives(f.rvalue(e), depth, end)
		}
		f.item(b)
	}
	end()
	return f.Void()
}

// within lowers a statement that is a block of its own, as the parts of
// selections and loops are.
func (f *fn) within(s *cc.Statement) {
	if s == nil || s.Case == cc.StatementCompound {
		f.stmt(s)
		return
	}
	end := f.open(s)
	f.stmt(s)
	end()
}

func (f *fn) labeled(x *cc.LabeledStatement) {
	switch x.Case {
	case cc.LabeledStatementLabel:
		name := x.Token.SrcStr()
		at := f.l.Linked.Sources.Between(x.Token, x.Token)
		lab := f.label(x)
		loc := lab.loc
		loc.Pos = at.Pos
		f.Jump(loc)
		f.Cur = loc
		if f.l.Errs.Labels && name == "ERROR" {
			f.End(cfg.Error, cfg.Reason{Kind: cfg.ErrorLabel, Name: name}, at)
		}
		lab.lowered = true
		f.labelled(lab)
		f.Entered()
	default:
		if loc := f.jumps.cases[x]; loc != nil {
			f.Jump(loc)
			f.Cur = f.l.Locations.Find(loc)
			f.Entered()
		}
	}
	f.stmt(x.Statement)
}
