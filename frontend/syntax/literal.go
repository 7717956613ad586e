package syntax

import (
	"strings"

	"modernc.org/cc/v4"
)

func IsString(e cc.ExpressionNode) bool {
	x, ok := Unparen(e).(*cc.PrimaryExpression)
	return ok && (x.Case == cc.PrimaryExpressionString || x.Case == cc.PrimaryExpressionLString)
}

// Arguments are the arguments of a call.
func Arguments(x *cc.PostfixExpression) (out []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

// LiteralText is the text of an argument that is a string literal.
func LiteralText(a cc.ExpressionNode) (string, bool) {
	s, ok := Unparen(a).(*cc.PrimaryExpression)
	if !ok || s.Case != cc.PrimaryExpressionString {
		return "", false
	}
	v, ok := s.Value().(cc.StringValue)
	text, _, _ := strings.Cut(string(v), "\x00")
	return text, ok
}

// IsAuto reports whether the storage class auto is given.
func IsAuto(s *cc.DeclarationSpecifiers) bool {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if c := s.StorageClassSpecifier; c != nil && c.Case == cc.StorageClassSpecifierAuto {
			return true
		}
	}
	return false
}

// IsZero reports whether n is the constant 0.
func IsZero(n cc.ExpressionNode) bool {
	x, ok := Unparen(n).(*cc.PrimaryExpression)
	return ok && x.Case == cc.PrimaryExpressionInt && x.Token.SrcStr() == "0"
}

// IsKnown reports that cc knows the value of n.
func IsKnown(n cc.ExpressionNode) bool {
	switch n.Value().(type) {
	case cc.Int64Value, cc.UInt64Value:
		return true
	}
	return false
}
