package ccfix

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The types of arithmetic. cc takes bit-fields for numbers of the type that they are
// declared with, objects of an enumeration for ints, one side of a conditional
// expression for both, and products of real and complex numbers for numbers like one
// of them.

// arithmetic is the type of an operation on numbers; without a type it is any other
// expression.
func (q *qualifier) arithmetic(n cc.ExpressionNode) qtype {
	switch x := n.(type) {
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return q.promoted(x.CastExpression)
		}
		return qtype{}
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
	return qtype{}
}

// promoted is the type of a number after promotion; any other expression has none.
func (q *qualifier) promoted(n cc.ExpressionNode) qtype {
	x := q.expr(syntax.Unparen(n))
	k := x.t.Kind()
	if e, ok := x.t.(*cc.EnumType); ok {
		k = syntax.EnumKind(e)
	}
	switch part := partKind(x.t); {
	case x.parts || x.bits > 32:
		return x
	case x.bits > 0:
		return qtype{t: q.ast.Int}
	case part != cc.InvalidKind:
		return qtype{t: q.partOfKind(part), parts: true}
	case vectorSize(x.t) > 0:
		return qtype{}
	}
	return qtype{t: q.ofKind(k)}
}

// Parts gives the kind of the parts of each kind of complex numbers.
var Parts = map[cc.Kind]cc.Kind{
	cc.ComplexChar: cc.Char, cc.ComplexShort: cc.Short, cc.ComplexUShort: cc.UShort, cc.ComplexInt: cc.Int,
	cc.ComplexUInt: cc.UInt, cc.ComplexLong: cc.Long, cc.ComplexLongLong: cc.LongLong,
	cc.ComplexFloat: cc.Float, cc.ComplexDouble: cc.Double, cc.ComplexLongDouble: cc.LongDouble,
}

// partKind is the kind of the parts of a complex number.
func partKind(t cc.Type) cc.Kind {
	if k, ok := Parts[t.Kind()]; ok {
		return k
	}
	switch vectorSize(t) {
	case ComplexSize:
		return t.Kind()
	case ComplexSize << 1:
		return cc.Float
	case ComplexSize << 2:
		return cc.Double
	case ComplexSize << 3:
		return cc.LongDouble
	}
	return cc.InvalidKind
}

// ofBits is the type that gcc gives the value of a bit-field: its own if it is as wide,
// else the standard type of its width, and without one a type that has no name.
func (q *qualifier) ofBits(f *cc.Field) qtype {
	out := qtype{t: f.Type()}
	n, signed := int(f.ValueBits()), cc.IsSignedInteger(out.t)
	if e, ok := out.t.(*cc.EnumType); ok {
		signed = q.ofKind(syntax.EnumKind(e)) != q.ast.UInt
	}
	if out.t.Kind() == cc.Bool || int64(n) == 8*out.t.Size() {
		return out
	}
	named, ok := map[int][2]cc.Type{8: {q.ast.UChar, q.ast.SChar}, 16: {q.ast.UShort, q.ast.Short}, 32: {q.ast.UInt, q.ast.Int}}[n]
	switch {
	case !ok:
		out.bits = n
	case signed:
		out.t = named[1]
	default:
		out.t = named[0]
	}
	return out
}

// ofKind is the promoted type of a kind of real numbers, nil for other kinds.
func (q *qualifier) ofKind(k cc.Kind) cc.Type {
	switch k {
	case cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort:
		return q.ast.Int
	}
	return q.partOfKind(k)
}

// partOfKind is the type of parts of a kind: those that are integers are not
// promoted.
func (q *qualifier) partOfKind(k cc.Kind) cc.Type {
	switch k {
	case cc.Char:
		return q.ast.Char
	case cc.SChar:
		return q.ast.SChar
	case cc.UChar:
		return q.ast.UChar
	case cc.Short:
		return q.ast.Short
	case cc.UShort:
		return q.ast.UShort
	case cc.Bool, cc.Int:
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
func (q *qualifier) common(x, y qtype) qtype {
	a, b := x.t, y.t
	if a == nil || b == nil {
		return qtype{}
	}
	for _, t := range []cc.Type{q.ast.LongDouble, q.ast.Double, q.ast.Float} {
		if a == t || b == t {
			return qtype{t: t, parts: x.parts || y.parts}
		}
	}
	if x.parts || y.parts {
		return qtype{t: q.commonPart(a, b), parts: true}
	}
	if x.bits > 0 || y.bits > 0 {
		if width(x) >= width(y) {
			return x
		}
		return y
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
		return qtype{t: signed[s]}
	case s <= u:
		return qtype{t: unsigned[u]}
	case signed[s].Size() > unsigned[u].Size():
		return qtype{t: signed[s]}
	}
	return qtype{t: unsigned[s]}
}

// commonPart is the type that the parts of two complex integers have in common.
func (q *qualifier) commonPart(a, b cc.Type) cc.Type {
	switch size := q.ast.Int.Size(); {
	case a.Size() >= size || b.Size() >= size:
		return q.common(qtype{t: q.ofKind(a.Kind())}, qtype{t: q.ofKind(b.Kind())}).t
	case a.Size() > b.Size() || a.Size() == b.Size() && !cc.IsSignedInteger(a):
		return a
	}
	return b
}

// width is the number of bits of an integer type.
func width(x qtype) int {
	if x.bits > 0 {
		return x.bits
	}
	return int(8 * x.t.Size())
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
	case is.parts && partKind(has) == is.t.Kind() || is.bits > 0:
	case is.parts:
		return names[is.t.Kind()] + " _Complex"
	case vectorSize(has) > 0 || vectorSize(is.t) > 0:
	case isPointer(has) && isPointer(is.t) && is.elem().t.Kind() == cc.Void && (qtype{t: has}).elem().t.Kind() != cc.Void:
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
