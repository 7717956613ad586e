package frontend

import (
	"culprit/frontend/ctypes"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// pure reports that evaluating n changes nothing and calls nothing, and that
// the lowering needs no statement for it: no operand is composite.
func (u *unit) pure(n cc.ExpressionNode) bool {
	if n == nil {
		return true
	}
	if v, ok := u.pureMemo[n]; ok {
		return v
	}
	v := !u.compositeOperand(n) && u.pureNode(n)
	u.pureMemo[n] = v
	return v
}

// compositeOperand reports that n is an operand of composite type, or the
// result of an operation of its own. What cc says of results of operators does
// not matter: their operands decide.
func (u *unit) compositeOperand(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression, *cc.CastExpression:
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex && ctypes.IsVector(x.PostfixExpression.Type()) { // an element
			return !u.purePlace(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e, _ := partOperand(x); e != nil {
			return !u.purePlace(e)
		}
		if x.Case != cc.UnaryExpressionDeref {
			return false
		}
	default:
		return false
	}
	return ctypes.IsComposite(n.Type())
}

// purePlace reports that n is an lvalue and that finding it changes nothing.
func (u *unit) purePlace(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return u.pure(x.PostfixExpression) && u.pure(x.ExpressionList)
		case cc.PostfixExpressionSelect:
			return u.purePlace(x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return u.pure(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e, _ := partOperand(x); e != nil {
			return u.purePlace(e)
		}
		return x.Case == cc.UnaryExpressionDeref && u.pure(x.CastExpression)
	}
	return false
}

func (u *unit) pureNode(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.AdditiveExpression:
		return u.pure(x.AdditiveExpression) && u.pure(x.MultiplicativeExpression)
	case *cc.AndExpression:
		return u.pure(x.AndExpression) && u.pure(x.EqualityExpression)
	case *cc.AssignmentExpression:
		return false
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && !u.pureName(x.TypeName) {
			return false
		}
		return u.pure(x.CastExpression) && u.pure(x.UnaryExpression)
	case *cc.ConditionalExpression:
		return u.pure(x.LogicalOrExpression) && u.pure(x.ExpressionList) && u.pure(x.ConditionalExpression)
	case *cc.ConstantExpression:
		return u.pure(x.ConditionalExpression)
	case *cc.EqualityExpression:
		return u.pure(x.EqualityExpression) && u.pure(x.RelationalExpression)
	case *cc.ExclusiveOrExpression:
		return u.pure(x.ExclusiveOrExpression) && u.pure(x.AndExpression)
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			if !u.pure(x.AssignmentExpression) {
				return false
			}
		}
		return true
	case *cc.InclusiveOrExpression:
		return u.pure(x.InclusiveOrExpression) && u.pure(x.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		return u.pure(x.LogicalAndExpression) && u.pure(x.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return u.pure(x.LogicalOrExpression) && u.pure(x.LogicalAndExpression)
	case *cc.MultiplicativeExpression:
		return u.pure(x.MultiplicativeExpression) && u.pure(x.CastExpression)
	case *cc.RelationalExpression:
		return u.pure(x.RelationalExpression) && u.pure(x.ShiftExpression)
	case *cc.ShiftExpression:
		return u.pure(x.ShiftExpression) && u.pure(x.AdditiveExpression)
	case *cc.PostfixExpression:
		return u.purePostfix(x)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionExpr:
			return u.pure(x.ExpressionList)
		case cc.PrimaryExpressionStmt:
			return false
		case cc.PrimaryExpressionIdent:
			d, ok := x.ResolvedTo().(*cc.Declarator)
			return !ok || !u.watched[d]
		case cc.PrimaryExpressionGeneric:
			a := x.GenericSelection.Associated()
			return a != nil && u.pure(a.AssignmentExpression)
		}
		return true
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return true // see compositeOperand
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return false
		case cc.UnaryExpressionSizeofExpr: // evaluated if of variable size
			return u.pure(x.UnaryExpression)
		case cc.UnaryExpressionSizeofType:
			return u.pureName(x.TypeName)
		case cc.UnaryExpressionLabelAddr, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return true
		}
		return u.pure(x.PostfixExpression) && u.pure(x.CastExpression) && u.pure(x.UnaryExpression)
	}
	return false
}

// pureName reports whether the sizes in a type name have no side effects, and
// nothing looks at them.
func (u *unit) pureName(n *cc.TypeName) bool {
	var m measured
	m.scan(n)
	for _, e := range m.sizes {
		if !u.pure(e) {
			return false
		}
	}
	return len(m.sizes) == 0 || len(m.records) == 0 && !u.lengths
}

func (u *unit) purePostfix(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return u.pure(x.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		if id := syntax.Ident(x.PostfixExpression); id != nil {
			if d, ok := id.ResolvedTo().(*cc.Declarator); ok && u.watched[d] {
				k, ok := syntax.Unparen(x.ExpressionList).(*cc.PrimaryExpression) // 0 to 7 need no look
				return ok && k.Case == cc.PrimaryExpressionInt
			}
		}
		return (u.pure(x.PostfixExpression) || ctypes.IsVector(x.PostfixExpression.Type())) && u.pure(x.ExpressionList)
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return u.pure(x.PostfixExpression)
	case cc.PostfixExpressionCall:
		name, _ := u.calleeOf(x)
		if u.funcs[name] != nil || !u.isPureBuiltin(name) {
			return false
		}
		for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			if !u.pure(l.AssignmentExpression) {
				return false
			}
		}
		return true
	}
	return false
}
