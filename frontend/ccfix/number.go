package ccfix

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The types of arithmetic. cc takes bit-fields for numbers of the type that they are
// declared with, objects of an enumeration for ints, and one side of a conditional
// expression for both.

// arithmetic is the type of an operation on real numbers, nil of any other expression.
func (q *qualifier) arithmetic(n cc.ExpressionNode) cc.Type {
	switch x := n.(type) {
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return q.promoted(x.CastExpression)
		}
		return nil
	case *cc.ConditionalExpression:
		a := x.ExpressionList
		if id := syntax.Ident(a); a == nil || id != nil && id.Token.SrcStr() == sameName {
			a = x.LogicalOrExpression
		}
		return q.common(q.promoted(a), q.promoted(x.ConditionalExpression))
	}
	switch op, a, b := syntax.Operation(n); op {
	case "<<", ">>":
		return q.promoted(a)
	case "+", "-", "*", "/", "%", "&", "|", "^":
		return q.common(q.promoted(a), q.promoted(b))
	}
	return nil
}

// promoted is the type of a real number after promotion, nil of any other expression.
func (q *qualifier) promoted(n cc.ExpressionNode) cc.Type {
	n = syntax.Unparen(n)
	t := q.expr(n).t
	k := t.Kind()
	if e, ok := t.(*cc.EnumType); ok {
		k = syntax.EnumKind(e)
	}
	if vectorSize(t) > 0 {
		return nil
	}
	if f := bitField(n); f != nil && f.ValueBits() <= 32 {
		if f.ValueBits() == 32 && !cc.IsSignedInteger(q.ofKind(k)) {
			return q.ast.UInt
		}
		return q.ast.Int
	}
	return q.ofKind(k)
}

// bitField is the bit-field whose value an expression has unpromoted, or nil.
func bitField(n cc.ExpressionNode) *cc.Field {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if f := x.Field(); f != nil && f.IsBitfield() {
				return f
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return bitField(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
			return bitField(x.UnaryExpression)
		}
	case *cc.AssignmentExpression:
		if x.UnaryExpression != nil {
			return bitField(x.UnaryExpression)
		}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return bitField(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			if e := syntax.LastExpression(x.CompoundStatement); e != nil {
				return bitField(e)
			}
		}
	}
	return nil
}

// ofKind is the promoted type of a kind of real numbers, nil for other kinds.
func (q *qualifier) ofKind(k cc.Kind) cc.Type {
	switch k {
	case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Int:
		return q.ast.Int
	case cc.UInt:
		return q.ast.UInt
	case cc.Long:
		return q.ast.Long
	case cc.ULong:
		return q.ast.ULong
	case cc.LongLong:
		return q.ast.LongLong
	case cc.ULongLong:
		return q.ast.ULongLong
	case cc.Float:
		return q.ast.Float
	case cc.Double:
		return q.ast.Double
	case cc.LongDouble:
		return q.ast.LongDouble
	}
	return nil
}

// common is the type that two promoted types have in common.
func (q *qualifier) common(a, b cc.Type) cc.Type {
	if a == nil || b == nil {
		return nil
	}
	for _, t := range []cc.Type{q.ast.LongDouble, q.ast.Double, q.ast.Float} {
		if a == t || b == t {
			return t
		}
	}
	// From the lowest rank to the highest.
	signed := []cc.Type{q.ast.Int, q.ast.Long, q.ast.LongLong}
	unsigned := []cc.Type{q.ast.UInt, q.ast.ULong, q.ast.ULongLong}
	s, u := -1, -1 // the highest ranks of both
	for i := range signed {
		if a == signed[i] || b == signed[i] {
			s = i
		}
		if a == unsigned[i] || b == unsigned[i] {
			u = i
		}
	}
	switch {
	case u < 0:
		return signed[s]
	case s <= u:
		return unsigned[u]
	case signed[s].Size() > unsigned[u].Size():
		return signed[s]
	}
	return unsigned[s]
}

// autoType is the keyword that declares a variable of the type of its initialiser.
const autoType = "__auto_type"

// names are the types of numbers.
var names = map[cc.Kind]string{
	cc.Bool: "_Bool", cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char", cc.Short: "short", cc.UShort: "unsigned short",
	cc.Int: "int", cc.UInt: "unsigned", cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
	cc.Float: "float", cc.Double: "double", cc.LongDouble: "long double",
}

// mistaken is the name of the type of an expression that cc takes for another one: that
// of a number, or of a pointer to void. It is "" where cc is right or nothing is known.
func (q *qualifier) mistaken(e cc.ExpressionNode) string {
	has, is := e.Type(), q.expr(e)
	switch {
	case vectorSize(has) > 0 || vectorSize(is.t) > 0:
	case isPointer(has) && isPointer(is.t) && is.elem().t.Kind() == cc.Void && (qtype{has, nil}).elem().t.Kind() != cc.Void:
		name := "void *"
		if to := is.elem().quals(); to&qualConst != 0 {
			name = "const " + name
		}
		if to := is.elem().quals(); to&qualVolatile != 0 {
			name = "volatile " + name
		}
		return name
	case (names[has.Kind()] != "" || has.Kind() == cc.Enum) && has.Kind() != is.t.Kind():
		return names[is.t.Kind()]
	}
	return ""
}
