package syntax

import "modernc.org/cc/v4"

// Unparen strips parentheses and lists of one expression.
func Unparen(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return n
			}
			n = x.ExpressionList
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return n
			}
			n = x.AssignmentExpression
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionPrimary {
				return n
			}
			n = x.PrimaryExpression
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionPostfix {
				return n
			}
			n = x.PostfixExpression
		case *cc.CastExpression:
			if x.Case != cc.CastExpressionUnary {
				return n
			}
			n = x.UnaryExpression
		case *cc.ConstantExpression:
			n = x.ConditionalExpression
		default:
			return n
		}
		if n == nil {
			return nil
		}
	}
}

// Ident returns the identifier n consists of, or nil.
func Ident(n cc.ExpressionNode) *cc.PrimaryExpression {
	if p, ok := Unparen(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		return p
	}
	return nil
}

// AddressOperand returns e if n is &e.
func AddressOperand(n cc.ExpressionNode) cc.ExpressionNode {
	if u, ok := Unparen(n).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return u.CastExpression
	}
	return nil
}

// Binary takes a binary operation apart; ok is false for other expressions.
func Binary(n cc.ExpressionNode) (op cc.Token, a, b cc.ExpressionNode, ok bool) {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		return x.Token, x.MultiplicativeExpression, x.CastExpression, true
	case *cc.AdditiveExpression:
		return x.Token, x.AdditiveExpression, x.MultiplicativeExpression, true
	case *cc.ShiftExpression:
		return x.Token, x.ShiftExpression, x.AdditiveExpression, true
	case *cc.RelationalExpression:
		return x.Token, x.RelationalExpression, x.ShiftExpression, true
	case *cc.EqualityExpression:
		return x.Token, x.EqualityExpression, x.RelationalExpression, true
	case *cc.AndExpression:
		return x.Token, x.AndExpression, x.EqualityExpression, true
	case *cc.ExclusiveOrExpression:
		return x.Token, x.ExclusiveOrExpression, x.AndExpression, true
	case *cc.InclusiveOrExpression:
		return x.Token, x.InclusiveOrExpression, x.ExclusiveOrExpression, true
	case *cc.LogicalAndExpression:
		return x.Token, x.LogicalAndExpression, x.InclusiveOrExpression, true
	case *cc.LogicalOrExpression:
		return x.Token, x.LogicalOrExpression, x.LogicalAndExpression, true
	}
	return cc.Token{}, nil, nil, false
}
