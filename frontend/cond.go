package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Conditional expressions: control flow where an operand has side effects, lazy
// expressions elsewhere.

func (f *fn) effectCond(x *cc.ConditionalExpression) {
	yes, no, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	f.Start(yes)
	if x.ExpressionList != nil {
		f.Effect(x.ExpressionList)
	}
	f.Jump(end)
	f.Start(no)
	f.Effect(x.ConditionalExpression)
	f.Jump(end)
	f.Start(end)
}

// conditional lowers c ? a : b.
func (f *fn) conditional(x *cc.ConditionalExpression) emit.Value {
	if a := x.ExpressionList; a != nil && f.asksEnumerated() && !(f.small(a) && f.small(x.ConditionalExpression)) {
		f.enumerated("?:", a, x.ConditionalExpression, x)
	}
	if f.l.Linked.Pure(x) {
		return f.pureConditional(x)
	}
	t := f.TypeOf(x)
	if t.Kind == ctypes.Void {
		if !f.Typing {
			f.effectCond(x)
		}
		return f.Void()
	}
	var dst emit.Place
	if t.Aggregate() {
		dst = f.StructTemp(t)
	} else {
		dst = emit.Place{Type: t, Flat: &emit.Flat{Type: t, Var: f.Temp(t)}}
	}
	if f.Typing { // lowering the operands twice at each level would take exponential time
		return f.Load(dst)
	}
	yes, no, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	var c emit.Value
	if x.ExpressionList == nil {
		c = f.Save(f.rvalue(x.LogicalOrExpression))
		f.Fork(f.Truth(c), yes, no, f.l.Linked.Sources.Node(x.LogicalOrExpression))
	} else {
		f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	}
	f.Start(yes)
	if x.ExpressionList != nil {
		c = f.rvalue(x.ExpressionList)
	}
	f.Store(dst, c, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	f.Jump(end)
	f.Start(no)
	f.Store(dst, f.rvalue(x.ConditionalExpression), parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	f.Jump(end)
	f.Start(end)
	return f.Load(dst)
}

// pureConditional is a conditional expression both of whose branches may be
// evaluated, since they have no effects: a choice between values.
func (f *fn) pureConditional(x *cc.ConditionalExpression) emit.Value {
	c := emit.Value{}
	var ce cfg.Expr
	if x.ExpressionList == nil {
		c = f.rvalue(x.LogicalOrExpression)
		ce = f.Truth(c)
	} else {
		ce = f.Cond(x.LogicalOrExpression)
		if k, ok := ce.(*cfg.Const); ok {
			return f.chosen(x, k.V != 0)
		}
		c = f.rvalue(x.ExpressionList)
	}
	b := f.rvalue(x.ConditionalExpression)
	t := f.condType(c, b)
	switch {
	case t.Kind == ctypes.Void:
		return f.Void()
	case t.Aggregate():
		return f.structCond(ce, c, b)
	case t == f.l.Types.Int && c.Expr.Type().Kind == cfg.Bool && b.Expr.Type().Kind == cfg.Bool:
		return emit.Value{Expr: emit.Ite(ce, c.Expr, b.Expr), Type: t}
	}
	return emit.Value{Expr: emit.Ite(ce, f.Implicit(c, t), f.Implicit(b, t)), Type: t}
}

// chosen lowers a conditional whose condition is constant: the other operand
// contributes its type only.
func (f *fn) chosen(x *cc.ConditionalExpression, yes bool) emit.Value {
	t := f.TypeOf(x)
	n := x.ConditionalExpression
	if yes {
		n = x.ExpressionList
	}
	v := f.rvalue(n)
	if t.Scalar() && v.Expr != nil && (v.Expr.Type().Kind != cfg.Bool || t != f.l.Types.Int) {
		return emit.Value{Expr: f.Conv(v, t), Type: t}
	}
	return v
}

func (f *fn) structCond(c cfg.Expr, a, b emit.Value) emit.Value {
	t := f.StructTemp(a.Type)
	f.Choose(c, parse.Span{}, func() {
		f.Store(t, a, parse.Span{}, cfg.RoleImplicit)
	}, func() {
		f.Store(t, b, parse.Span{}, cfg.RoleImplicit)
	})
	return f.Load(t)
}

// condType is the type of a conditional expression.
func (f *fn) condType(a, b emit.Value) *ctypes.Type {
	tt := f.l.Types
	switch {
	case a.Type.Composite() || b.Type.Composite():
		return tt.UsualComposite(a.Type, b.Type)
	case a.Type.Arith() && b.Type.Arith():
		return tt.Usual(a.Type, b.Type)
	case a.Type.Kind == ctypes.Void || b.Type.Kind == ctypes.Void:
		return tt.Void
	case a.Type.Aggregate():
		return a.Type
	case a.Type.Kind == ctypes.Pointer && b.Type.Kind == ctypes.Pointer:
		switch {
		case b.Expr != nil && emit.IsConst(b.Expr, 0):
			return a.Type
		case a.Expr != nil && emit.IsConst(a.Expr, 0):
			return b.Type
		case tt.ElemOf(b.Type).Kind == ctypes.Void:
			return b.Type
		}
		return a.Type
	case a.Type.Kind == ctypes.Pointer:
		return a.Type
	}
	return b.Type
}
