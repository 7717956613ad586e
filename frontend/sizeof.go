package frontend

import (
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// TypeOf returns the type of the value of an expression without lowering it.
func (f *fn) TypeOf(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	if x, ok := syntax.Unparen(n).(*cc.ConditionalExpression); ok {
		var a emit.Value
		if x.ExpressionList != nil {
			a = f.TypeVal(x.ExpressionList)
		} else {
			a = f.TypeVal(x.LogicalOrExpression)
		}
		return f.condType(a, f.TypeVal(x.ConditionalExpression))
	}
	return f.TypeVal(n).Type
}

// ObjectType returns the type of an operand of sizeof: arrays do not decay.
func (f *fn) ObjectType(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	n = syntax.Unparen(n)
	if link.IsLvalue(n) {
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
	t := f.ObjectType(n)
	if f.l.Types.Dynamic(t) && !f.l.Linked.Pure(n) && !f.Dead() {
		if m := syntax.Unparen(n); link.IsLvalue(m) {
			f.place(m)
		} else {
			f.Effect(m)
		}
	}
	return f.sizeofType(t, x)
}

// alignofExpr is the alignment of an expression in both spellings: that of the
// variable, the function or the member it designates, or the preferred one of
// its type.
func (f *fn) alignofExpr(n cc.ExpressionNode) uint64 {
	if x, ok := syntax.Unparen(n).(*cc.PostfixExpression); ok && (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
		t := f.ObjectType(x.PostfixExpression)
		if x.Case == cc.PostfixExpressionPSelect {
			t = f.l.Types.ElemOf(f.TypeOf(x.PostfixExpression))
		}
		if path := f.l.Types.FindMember(t, x.Token2.SrcStr()); len(path) > 0 && !path[len(path)-1].Bit {
			return path[len(path)-1].Align
		}
	}
	align := f.l.Types.PreferredAlign(f.ObjectType(n))
	if id := syntax.Ident(n); id != nil {
		if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
			align = max(align, f.l.alignment(d))
		}
	}
	return align
}
