package frontend

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/emit"
	"culprit/frontend/gccorder"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Effects that C leaves unsequenced (C11 6.5p2): one part of an expression changes
// an object that another part changes or reads, as in i = i++ and a[i] = i++. By
// syntax it is certain where both name a scalar in the same words and are always
// evaluated; where only some operator decides whether they are, the answer is
// unknown. What happens within a function that is called is sequenced, the
// evaluation of its arguments is not. Of memory that is named in other words a note
// says what is assumed (unsequencedEffects).

// touches are the scalars that an expression reads and writes, by key: certainly,
// or with maybe also in operands that are not always evaluated.
type touches struct {
	reads, writes map[any]bool
	maybe         bool
}

// unsequencedError makes conflicts of parts that are not sequenced errors, and
// reports whether there certainly is one.
func (f *fn) unsequencedError(at func() parse.Span, parts []part) bool {
	if f.Procedure == nil || prelude.Is(f.Procedure.Func.Name) || !f.Asks(safety.Sequence) || !slices.ContainsFunc(parts, func(p part) bool { return !f.l.Linked.Pure(p.n) }) {
		return false
	}
	certain := f.clash(parts, false)
	if !certain && (f.l.conf.Execute || !f.clash(parts, true)) {
		return false
	}
	s := at()
	if !s.Pos.IsValid() {
		s.Pos = f.At.Pos
	}
	what := "effects that are not sequenced in " + s.Text
	if !certain {
		f.Maybe("evaluation", what, s)
		return false
	}
	f.Forbidden(safety.Sequence, cfg.True, emit.Forbidden(what), s)
	return true
}

// clash reports whether parts that are not sequenced conflict.
func (f *fn) clash(parts []part, maybe bool) bool {
	var all []touches
	for _, p := range parts {
		t := touches{map[any]bool{}, map[any]bool{}, maybe}
		if p.place {
			f.placeTouches(p.n, t)
		} else {
			f.valueTouches(p.n, t)
		}
		for _, o := range all {
			if t.changes(o) || o.changes(t) {
				return true
			}
		}
		all = append(all, t)
	}
	return len(parts) == 2 && parts[0].place && f.assignsItself(parts[0].n, parts[1].n)
}

// changes reports whether t writes what o touches.
func (t touches) changes(o touches) bool {
	for k := range t.writes {
		if o.reads[k] || o.writes[k] {
			return true
		}
	}
	return false
}

// scalarKey identifies the scalar that the lvalue n denotes: a variable, or what
// the same words denote in the same expression. It is nil if n is anything else.
func (f *fn) scalarKey(n cc.ExpressionNode) any {
	n = syntax.Unparen(n)
	if d := gccorder.Variable(n); d != nil {
		if f.l.Types.OfDecl(d).Scalar() {
			return f.l.Linked.VarKey(d)
		}
		return nil
	}
	if link.IsLvalue(n) && f.l.Linked.Pure(n) && !f.Dead() && f.TypeOf(n).Scalar() {
		return cc.NodeSource(n) // the tokens: the text may be that of a whole macro
	}
	return nil
}

// valueTouches adds what evaluating n touches.
func (f *fn) valueTouches(n cc.ExpressionNode, t touches) {
	n = syntax.Unparen(n)
	if op, a, b := syntax.Operation(n); op != "" {
		f.valueTouches(a, t)
		f.valueTouches(b, t)
		return
	}
	write := func(n cc.ExpressionNode, reads bool) {
		f.placeTouches(n, t)
		if k := f.scalarKey(n); k != nil {
			t.writes[k] = true
			if reads {
				t.reads[k] = true
			}
		}
	}
	sometimes := func(n cc.ExpressionNode) {
		if t.maybe && n != nil {
			f.valueTouches(n, t)
		}
	}
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		write(x.UnaryExpression, x.Case != cc.AssignmentExpressionAssign)
		f.valueTouches(x.AssignmentExpression, t)
	case *cc.CastExpression:
		f.valueTouches(x.CastExpression, t)
	case *cc.LogicalAndExpression:
		f.valueTouches(x.LogicalAndExpression, t)
		sometimes(x.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		f.valueTouches(x.LogicalOrExpression, t)
		sometimes(x.LogicalAndExpression)
	case *cc.ConditionalExpression:
		f.valueTouches(x.LogicalOrExpression, t)
		sometimes(x.ExpressionList)
		sometimes(x.ConditionalExpression)
	case *cc.ExpressionList:
		for l := x; l != nil; l = l.ExpressionList {
			f.valueTouches(l.AssignmentExpression, t)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			write(x.UnaryExpression, true)
		case cc.UnaryExpressionAddrof:
			f.placeTouches(x.CastExpression, t)
		case cc.UnaryExpressionMinus, cc.UnaryExpressionPlus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
			f.valueTouches(x.CastExpression, t)
		case cc.UnaryExpressionDeref:
			f.read(n, t)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			write(x.PostfixExpression, true)
		case cc.PostfixExpressionCall:
			if name, _ := f.l.Linked.CalleeOf(x); strings.HasPrefix(name, "__builtin_") {
				return // which may not evaluate what it gets
			}
			f.valueTouches(x.PostfixExpression, t)
			for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
				f.valueTouches(l.AssignmentExpression, t)
			}
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			f.read(n, t)
		}
	case *cc.PrimaryExpression:
		f.read(n, t)
	}
}

// read adds what reading the lvalue n touches.
func (f *fn) read(n cc.ExpressionNode, t touches) {
	f.placeTouches(n, t)
	if k := f.scalarKey(n); k != nil {
		t.reads[k] = true
	}
}

// placeTouches adds what finding the place of the lvalue n touches.
func (f *fn) placeTouches(n cc.ExpressionNode, t touches) {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			f.valueTouches(x.PostfixExpression, t)
			f.valueTouches(x.ExpressionList, t)
		case cc.PostfixExpressionSelect:
			f.placeTouches(x.PostfixExpression, t)
		case cc.PostfixExpressionPSelect, cc.PostfixExpressionCall:
			f.valueTouches(x.PostfixExpression, t)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			f.valueTouches(x.CastExpression, t)
		}
	}
}

// changed reports that what e does may give x another value.
func (f *fn) changed(x cfg.Expr, e *link.Effect) bool {
	if emit.Stable(x) {
		return false
	}
	vars := map[*cfg.Var]bool{}
	for key := range e.Writes {
		s := f.l.Statics.Vars[key]
		if d, ok := key.(*cc.Declarator); ok && f.locals.vars[d] != nil {
			s = f.locals.vars[d]
		}
		if s != nil && s.Flat != nil {
			s.Flat.Each(func(x *emit.Flat) { vars[x.Var] = true })
		}
	}
	out := e.Anything
	cfg.Walk(x, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.Load:
			out = out || e.WritesMemory
		case *cfg.VarRef: // the result of a call is a variable that the next one sets
			out = out || vars[x.V] || x.V.Proc == nil && x.V.Temp && e.Calls
		}
	})
	return out
}

// part is one of the parts whose order is open.
type part struct {
	n     cc.ExpressionNode
	place bool // of an assignment: n is not read
}

func partsOf(ns ...cc.ExpressionNode) []part {
	var out []part
	for _, n := range ns {
		out = append(out, part{n: n})
	}
	return out
}

// assignsItself reports whether right changes the variable that it is assigned
// to, and C does not say which of both comes last.
func (f *fn) assignsItself(dst, right cc.ExpressionNode) bool {
	k := f.scalarKey(dst)
	return k != nil && !f.Dead() && !f.Constant && f.leavesEffect(right, k)
}

// leavesEffect reports whether n changes a variable later, perhaps, than n has a
// value.
func (f *fn) leavesEffect(n cc.ExpressionNode, key any) bool {
	n = syntax.Unparen(n)
	is := func(n cc.ExpressionNode) bool { return f.scalarKey(n) == key }
	if op, a, b := syntax.Operation(n); op != "" {
		return f.leavesEffect(a, key) || f.leavesEffect(b, key)
	}
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		return is(x.UnaryExpression) || f.leavesEffect(x.AssignmentExpression, key)
	case *cc.CastExpression:
		return f.leavesEffect(x.CastExpression, key)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return is(x.UnaryExpression)
		case cc.UnaryExpressionMinus, cc.UnaryExpressionPlus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot, cc.UnaryExpressionDeref:
			return f.leavesEffect(x.CastExpression, key)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return is(x.PostfixExpression)
		case cc.PostfixExpressionIndex:
			return f.leavesEffect(x.PostfixExpression, key) || f.leavesEffect(x.ExpressionList, key)
		}
	}
	return false
}
