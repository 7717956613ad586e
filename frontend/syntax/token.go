package syntax

import "modernc.org/cc/v4"

// First returns the first token of an expression.
func First(n cc.ExpressionNode) cc.Token {
	for {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			n = x.UnaryExpression
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionCast {
				return x.Token
			}
			n = x.UnaryExpression
		case *cc.ConditionalExpression:
			n = x.LogicalOrExpression
		case *cc.ConstantExpression:
			n = x.ConditionalExpression
		case *cc.ExpressionList:
			n = x.AssignmentExpression
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionPrimary:
				n = x.PrimaryExpression
			case cc.PostfixExpressionComplit:
				return x.Token
			default:
				n = x.PostfixExpression
			}
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionGeneric {
				return x.GenericSelection.Token
			}
			return x.Token
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionPostfix {
				return x.Token
			}
			n = x.PostfixExpression
		default:
			_, n, _, _ = Binary(n)
		}
		if n == nil {
			return cc.Token{}
		}
	}
}

// Last returns the last token of an expression.
func Last(n cc.ExpressionNode) cc.Token {
	for {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			n = x.AssignmentExpression
		case *cc.CastExpression:
			if n = x.CastExpression; n == nil {
				n = x.UnaryExpression
			}
		case *cc.ConditionalExpression:
			n = x.ConditionalExpression
		case *cc.ConstantExpression:
			n = x.ConditionalExpression
		case *cc.ExpressionList:
			for x.ExpressionList != nil {
				x = x.ExpressionList
			}
			n = x.AssignmentExpression
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionPrimary:
				n = x.PrimaryExpression
			case cc.PostfixExpressionIndex, cc.PostfixExpressionCall, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
				return x.Token2
			case cc.PostfixExpressionComplit:
				if x.Token5.Ch != 0 {
					return x.Token5
				}
				return x.Token4
			default:
				return x.Token
			}
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionExpr, cc.PrimaryExpressionStmt:
				return x.Token2
			case cc.PrimaryExpressionGeneric:
				return x.GenericSelection.Token4
			}
			return x.Token
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionPostfix:
				n = x.PostfixExpression
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec, cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr,
				cc.UnaryExpressionReal, cc.UnaryExpressionImag:
				n = x.UnaryExpression
			case cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType:
				return x.Token3
			case cc.UnaryExpressionLabelAddr:
				return x.Token2
			default:
				n = x.CastExpression
			}
		default:
			_, _, n, _ = Binary(n)
		}
		if n == nil {
			return cc.Token{}
		}
	}
}
