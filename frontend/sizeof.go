package frontend

import (
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// typeOf returns the type of the value of an expression without lowering it.
func (f *fn) typeOf(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	if x, ok := syntax.Unparen(n).(*cc.ConditionalExpression); ok {
		var a emit.Value
		if x.ExpressionList != nil {
			a = f.typeVal(x.ExpressionList)
		} else {
			a = f.typeVal(x.LogicalOrExpression)
		}
		return f.condType(a, f.typeVal(x.ConditionalExpression), n)
	}
	return f.typeVal(n).Type
}

// typeVal lowers n where nothing is emitted.
func (f *fn) typeVal(n cc.ExpressionNode) emit.Value {
	saved, typing := f.Cur, f.Typing
	f.Cur, f.Typing = nil, true
	defer func() { f.Cur, f.Typing = saved, typing }()
	return f.rvalue(n)
}

// objectType returns the type of an operand of sizeof: arrays do not decay.
func (f *fn) objectType(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	n = syntax.Unparen(n)
	if isLvalue(n) {
		return f.place(n).Type
	}
	return f.rvalue(n).Type
}

func (f *fn) sizeVal(n uint64) emit.Value {
	return emit.Value{Expr: f.SizeConst(n), Type: f.l.Types.Size}
}

// sizeofType is sizeof for a type.
func (f *fn) sizeofType(t *ctypes.Type, n cc.ExpressionNode) emit.Value {
	if t.Kind == ctypes.Invalid {
		f.Fail(n, "values of type %s", t.Name)
	}
	return emit.Value{Expr: f.Size(t), Type: f.l.Types.Size}
}

// sizeofExpr is sizeof for an expression, which is evaluated if its type is of
// variable size.
func (f *fn) sizeofExpr(x *cc.UnaryExpression) emit.Value {
	n := x.UnaryExpression
	t := f.objectType(n)
	if f.l.Types.Dynamic(t) && !f.l.Linked.Pure(n) && !f.Dead() {
		if m := syntax.Unparen(n); isLvalue(m) {
			f.place(m)
		} else {
			f.effect(m)
		}
	}
	return f.sizeofType(t, x)
}

// alignofExpr is the alignment of an expression in both spellings: that of the
// variable, the function or the member it designates, or the preferred one of
// its type.
func (f *fn) alignofExpr(n cc.ExpressionNode) uint64 {
	if x, ok := syntax.Unparen(n).(*cc.PostfixExpression); ok && (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
		t := f.objectType(x.PostfixExpression)
		if x.Case == cc.PostfixExpressionPSelect {
			t = f.l.Types.ElemOf(f.typeOf(x.PostfixExpression))
		}
		if path := f.l.Types.FindMember(t, x.Token2.SrcStr()); len(path) > 0 && !path[len(path)-1].Bit {
			return path[len(path)-1].Align
		}
	}
	align := f.l.Types.PreferredAlign(f.objectType(n))
	if id := syntax.Ident(n); id != nil {
		if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
			align = max(align, f.l.alignment(d))
		}
	}
	return align
}
