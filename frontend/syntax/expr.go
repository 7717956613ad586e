package syntax

import (
	"reflect"
	"strings"
	"sync"

	"modernc.org/cc/v4"
)

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

// IsString reports whether e is a string literal that cc has as one.
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

// TextType is what the names of the types begin with whose compound literals stand for
// string literals that cc does not know (package ccfix).
const TextType = "__culprit_text_"

// ConstLiteral reports whether the type name of a compound literal says const of the
// object or of its elements: cc does not keep that in the type.
func ConstLiteral(x *cc.PostfixExpression) bool {
	d := x.TypeName.AbstractDeclarator
	for d != nil {
		if d.Pointer != nil {
			return false
		}
		in := d.DirectAbstractDeclarator
		for in != nil && in.Case != cc.DirectAbstractDeclaratorDecl {
			in = in.DirectAbstractDeclarator
		}
		d = nil
		if in != nil {
			d = in.AbstractDeclarator
		}
	}
	for l := x.TypeName.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == cc.TypeQualifierConst {
			return true
		}
	}
	return false
}

// ListedText is the elements of the string literal that a compound literal stands for, its
// end included; ok is false if e is none.
func ListedText(e cc.ExpressionNode) (elements []uint64, ok bool) {
	x, ok := Unparen(e).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionComplit || x.TypeName.SpecifierQualifierList == nil {
		return nil, false
	}
	s := x.TypeName.SpecifierQualifierList.TypeSpecifier
	if s == nil || s.Case != cc.TypeSpecifierTypeName || !strings.HasPrefix(s.Token.SrcStr(), TextType) {
		return nil, false
	}
	for l := x.InitializerList; l != nil; l = l.InitializerList {
		switch v := l.Initializer.AssignmentExpression.Value().(type) {
		case cc.Int64Value:
			elements = append(elements, uint64(v))
		case cc.UInt64Value:
			elements = append(elements, uint64(v))
		}
	}
	return elements, true
}

// IsText reports whether e is a string literal of any kind.
func IsText(e cc.ExpressionNode) bool {
	_, listed := ListedText(e)
	return listed || IsString(e)
}

// WideText is the text of an argument that is a literal of wide characters, all of which
// are ASCII; those with escapes have become compound literals (package ccfix).
func WideText(a cc.ExpressionNode) (string, bool) {
	var text []rune
	if x, ok := Unparen(a).(*cc.PrimaryExpression); ok {
		v, ok := x.Value().(cc.UTF32StringValue)
		if x.Case != cc.PrimaryExpressionLString || !ok {
			return "", false
		}
		text = v
	} else {
		elements, ok := ListedText(a)
		if !ok {
			return "", false
		}
		for _, v := range elements {
			text = append(text, rune(v))
		}
	}
	before, _, _ := strings.Cut(string(text), "\x00")
	return before, strings.IndexFunc(before, func(r rune) bool { return r >= 0x80 }) < 0
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

// Changes reports whether evaluating n changes something by an operator.
func Changes(n cc.ExpressionNode) bool {
	found := false
	w := Walker{}
	w.Pre = func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PostfixExpression:
			found = found || x.Case == cc.PostfixExpressionInc || x.Case == cc.PostfixExpressionDec
		case *cc.UnaryExpression:
			found = found || x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
				return false
			}
		case *cc.AssignmentExpression:
			found = found || x.Case != cc.AssignmentExpressionCond
		case *cc.GenericSelection:
			return false
		}
		return !found
	}
	w.Walk(n)
	return found
}

// Walker visits the syntax tree by reflection over exported fields, since cc
// offers no traversal of its own.
type Walker struct {
	Pre func(cc.Node) bool
}

var nodeType = reflect.TypeOf((*cc.Node)(nil)).Elem()

// nodeFields caches, for each node type, the fields that hold nodes.
var nodeFields sync.Map // reflect.Type -> []int

func fieldsOf(t reflect.Type) []int {
	if v, ok := nodeFields.Load(t); ok {
		return v.([]int)
	}
	var out []int
	for i := range t.NumField() {
		f := t.Field(i)
		if f.PkgPath != "" || f.Anonymous {
			continue
		}
		if (f.Type.Kind() == reflect.Pointer || f.Type.Kind() == reflect.Interface) && f.Type.Implements(nodeType) {
			out = append(out, i)
		}
	}
	nodeFields.Store(t, out)
	return out
}

// Walk visits n and what it contains, in the order of the fields. Children of
// nodes for which pre returns false are skipped. Long lists are followed
// without recursion through their last field of the same type.
func (w *Walker) Walk(n cc.Node) {
	for n != nil {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.IsNil() {
			return
		}
		if !w.Pre(n) {
			return
		}
		e := v.Elem()
		if e.Kind() != reflect.Struct {
			return
		}
		var next cc.Node
		for _, i := range fieldsOf(e.Type()) {
			f := e.Field(i)
			if f.IsNil() {
				continue
			}
			c := f.Interface().(cc.Node)
			if f.Type() == v.Type() {
				next = c
				continue
			}
			w.Walk(c)
		}
		n = next
	}
}

// Each calls f for n and what it contains.
func Each(n cc.Node, f func(cc.Node)) {
	w := Walker{Pre: func(n cc.Node) bool { f(n); return true }}
	w.Walk(n)
}

// CallBelow returns the call n consists of, below at most one cast.
func CallBelow(n cc.ExpressionNode) *cc.PostfixExpression {
	n = Unparen(n)
	if c, ok := n.(*cc.CastExpression); ok {
		n = Unparen(c.CastExpression)
	}
	if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
		return p
	}
	return nil
}

// HasLabel reports whether there is a label or case in a statement or
// expression.
func HasLabel(s cc.Node) bool {
	found := false
	Each(s, func(n cc.Node) {
		if _, ok := n.(*cc.LabeledStatement); ok {
			found = true
		}
	})
	return found
}

// Operation takes an operation apart that computes both operands; op is "" for other
// expressions.
func Operation(n cc.ExpressionNode) (op string, a, b cc.ExpressionNode) {
	t, a, b, _ := Binary(n)
	if op = t.SrcStr(); op == "&&" || op == "||" {
		return "", nil, nil
	}
	return op, a, b
}

// LastExpression is the expression that gives a statement expression its value, or nil.
func LastExpression(c *cc.CompoundStatement) cc.ExpressionNode {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		if l.BlockItemList == nil {
			return ValueItem(l.BlockItem)
		}
	}
	return nil
}

// ValueItem is the expression of a block's item that is an expression statement, or nil.
func ValueItem(b *cc.BlockItem) cc.ExpressionNode {
	if b.Case == cc.BlockItemStmt && b.Statement.Case == cc.StatementExpr && b.Statement.ExpressionStatement.ExpressionList != nil {
		return b.Statement.ExpressionStatement.ExpressionList
	}
	return nil
}

// BitField is the bit-field whose value an expression has unpromoted, or nil.
func BitField(n cc.ExpressionNode) *cc.Field {
	switch x := Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			if f := x.Field(); f != nil && f.IsBitfield() {
				return f
			}
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			return BitField(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
			return BitField(x.UnaryExpression)
		}
	case *cc.AssignmentExpression:
		if x.UnaryExpression != nil {
			return BitField(x.UnaryExpression)
		}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return BitField(x.AssignmentExpression)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			if e := LastExpression(x.CompoundStatement); e != nil {
				return BitField(e)
			}
		}
	}
	return nil
}
