package frontend

import "modernc.org/cc/v4"

// unparen strips parentheses and lists of one expression.
func unparen(n cc.ExpressionNode) cc.ExpressionNode {
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

// identOf returns the identifier n consists of, or nil.
func identOf(n cc.ExpressionNode) *cc.PrimaryExpression {
	if p, ok := unparen(n).(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		return p
	}
	return nil
}

// addrOperand returns e if n is &e.
func addrOperand(n cc.ExpressionNode) cc.ExpressionNode {
	if u, ok := unparen(n).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return u.CastExpression
	}
	return nil
}
