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
