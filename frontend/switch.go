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
