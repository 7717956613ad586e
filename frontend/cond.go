package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Conditions: control flow where an operand has side effects, lazy expressions
// elsewhere.

func (f *fn) effectCond(x *cc.ConditionalExpression) {
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	f.start(yes)
	if x.ExpressionList != nil {
		f.effect(x.ExpressionList)
	}
	f.jump(end)
	f.start(no)
	f.effect(x.ConditionalExpression)
	f.jump(end)
	f.start(end)
}

// start continues at x, which is dead if nothing leads there.
func (f *emitter) start(x *cfg.Loc) {
	y := f.l.locs.find(x)
	f.cur = nil
	if f.l.locs.reached[y] {
		f.cur = y
	}
}

// cond lowers a condition to a Bool expression.
func (f *fn) cond(n cc.ExpressionNode) cfg.Expr {
	n = syntax.Unparen(n)
	if v, done := f.evaluated[n]; done {
		return f.truth(v)
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		return f.shortCircuit(n, x.LogicalAndExpression, x.InclusiveOrExpression, cfg.LAnd)
	case *cc.LogicalOrExpression:
		return f.shortCircuit(n, x.LogicalOrExpression, x.LogicalAndExpression, cfg.LOr)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return cfg.Negate(f.cond(x.CastExpression))
		}
	}
	return f.truth(f.rvalue(n))
}

// shortCircuit lowers a && b or a || b to a value.
func (f *fn) shortCircuit(n, a, b cc.ExpressionNode, op cfg.Op) cfg.Expr {
	if f.l.u.Pure(b) || f.dead() {
		l := f.cond(a)
		if c, ok := l.(*cfg.Const); ok && (c.V != 0) == (op == cfg.LOr) {
			return l
		}
		return binary(op, l, f.cond(b))
	}
	t := f.temp(f.l.tt.Int)
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.branch(n, yes, no)
	for i, x := range []*cfg.Loc{no, yes} {
		f.start(x)
		f.emit(&cfg.Assign{Dst: t, Src: konst(t.Type, uint64(i))}, parse.Span{}, cfg.RoleImplicit)
		f.jump(end)
	}
	f.start(end)
	return binary(cfg.Ne, &cfg.VarRef{V: t}, konst(t.Type, 0))
}

// branch continues at yes if n holds and at no otherwise. Parts without side
// effects stay together in one condition.
func (f *fn) branch(n cc.ExpressionNode, yes, no *cfg.Loc) {
	n = syntax.Unparen(n)
	if _, done := f.evaluated[n]; done || f.l.u.Pure(n) {
		f.fork(f.cond(n), yes, no, f.l.u.Sources.Node(n))
		return
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		mid := f.newLoc(cfg.Pos{})
		f.branch(x.LogicalAndExpression, mid, no)
		f.start(mid)
		f.branch(x.InclusiveOrExpression, yes, no)
	case *cc.LogicalOrExpression:
		mid := f.newLoc(cfg.Pos{})
		f.branch(x.LogicalOrExpression, yes, mid)
		f.start(mid)
		f.branch(x.LogicalAndExpression, yes, no)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.branch(x.CastExpression, no, yes)
			return
		}
		f.fork(f.cond(n), yes, no, f.l.u.Sources.Node(n))
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
		f.branch(x.AssignmentExpression, yes, no)
	default:
		f.fork(f.cond(n), yes, no, f.l.u.Sources.Node(n))
	}
}

// conditional lowers c ? a : b.
func (f *fn) conditional(x *cc.ConditionalExpression) val {
	if f.l.u.Pure(x) {
		return f.pureConditional(x)
	}
	t := f.typeOf(x)
	if t.Kind == ctypes.Void {
		if !f.typing {
			f.effectCond(x)
		}
		return f.void()
	}
	var dst place
	if t.Aggregate() {
		dst = f.structTemp(t)
	} else {
		dst = place{t: t, flat: &flat{t: t, v: f.temp(t)}}
	}
	if f.typing { // lowering the operands twice at each level would take exponential time
		return f.load(dst)
	}
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	var c val
	if x.ExpressionList == nil {
		c = f.save(f.rvalue(x.LogicalOrExpression))
		f.fork(f.truth(c), yes, no, f.l.u.Sources.Node(x.LogicalOrExpression))
	} else {
		f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	}
	f.start(yes)
	if x.ExpressionList != nil {
		c = f.rvalue(x.ExpressionList)
	}
	f.store(dst, c, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(no)
	f.store(dst, f.rvalue(x.ConditionalExpression), parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return f.load(dst)
}

// pureConditional is a conditional expression both of whose branches may be
// evaluated, since they have no effects: a choice between values.
func (f *fn) pureConditional(x *cc.ConditionalExpression) val {
	c := val{}
	var ce cfg.Expr
	if x.ExpressionList == nil {
		c = f.rvalue(x.LogicalOrExpression)
		ce = f.truth(c)
	} else {
		ce = f.cond(x.LogicalOrExpression)
		if k, ok := ce.(*cfg.Const); ok {
			return f.chosen(x, k.V != 0)
		}
		c = f.rvalue(x.ExpressionList)
	}
	b := f.rvalue(x.ConditionalExpression)
	t := f.condType(c, b, x)
	switch {
	case t.Kind == ctypes.Void:
		return f.void()
	case t.Aggregate():
		return f.structCond(ce, c, b)
	case t == f.l.tt.Int && c.e.Type().Kind == cfg.Bool && b.e.Type().Kind == cfg.Bool:
		return val{e: ite(ce, c.e, b.e), t: t}
	}
	return val{e: ite(ce, f.implicit(c, t), f.implicit(b, t)), t: t}
}

// chosen lowers a conditional whose condition is constant: the other operand
// contributes its type only.
func (f *fn) chosen(x *cc.ConditionalExpression, yes bool) val {
	t := f.typeOf(x)
	n := x.ConditionalExpression
	if yes {
		n = x.ExpressionList
	}
	v := f.rvalue(n)
	if t.Scalar() && v.e != nil && (v.e.Type().Kind != cfg.Bool || t != f.l.tt.Int) {
		return val{e: f.conv(v, t), t: t}
	}
	return v
}

func (f *fn) structCond(c cfg.Expr, a, b val) val {
	t := f.structTemp(a.t)
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(c, yes, no, parse.Span{})
	f.start(yes)
	f.store(t, a, parse.Span{}, cfg.RoleImplicit)
	f.jump(end)
	f.start(no)
	f.store(t, b, parse.Span{}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return f.load(t)
}

// condType is the type of a conditional expression.
func (f *fn) condType(a, b val, n cc.ExpressionNode) *ctypes.Type {
	tt := f.l.tt
	switch {
	case a.t.Composite() || b.t.Composite():
		return tt.UsualComposite(a.t, b.t)
	case a.t.Arith() && b.t.Arith():
		return tt.Usual(a.t, b.t)
	case a.t.Kind == ctypes.Void || b.t.Kind == ctypes.Void:
		return tt.Void
	case a.t.Aggregate():
		return a.t
	case a.t.Kind == ctypes.Pointer && b.t.Kind == ctypes.Pointer:
		switch {
		case b.e != nil && isConst(b.e, 0):
			return a.t
		case a.e != nil && isConst(a.e, 0):
			return b.t
		case tt.ElemOf(b.t).Kind == ctypes.Void:
			return b.t
		}
		return a.t
	case a.t.Kind == ctypes.Pointer:
		return a.t
	}
	return b.t
}
