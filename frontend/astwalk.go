package frontend

import (
	"reflect"
	"sync"

	"modernc.org/cc/v4"
)

// walker visits the syntax tree by reflection over exported fields, since cc
// offers no traversal of its own.
type walker struct {
	pre func(cc.Node) bool
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

// walk visits n and what it contains, in the order of the fields. Children of
// nodes for which pre returns false are skipped. Long lists are followed
// without recursion through their last field of the same type.
func (w *walker) walk(n cc.Node) {
	for n != nil {
		v := reflect.ValueOf(n)
		if v.Kind() != reflect.Pointer || v.IsNil() {
			return
		}
		if !w.pre(n) {
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
			w.walk(c)
		}
		n = next
	}
}

func walkAll(n cc.Node, f func(cc.Node)) {
	w := walker{pre: func(n cc.Node) bool { f(n); return true }}
	w.walk(n)
}

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

// rootOf returns the identifier whose storage the lvalue n is a direct part
// of (by selection of members, of elements of vectors and of parts of complex
// numbers only), or nil.
func rootOf(n cc.ExpressionNode) *cc.PrimaryExpression {
	for {
		n = unparen(n)
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				return x
			}
			return nil
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionSelect:
				n = x.PostfixExpression
			case cc.PostfixExpressionIndex:
				if !isVector(x.PostfixExpression.Type()) {
					return nil
				}
				n = x.PostfixExpression
			case cc.PostfixExpressionPSelect:
				a := addrOperand(x.PostfixExpression)
				if a == nil {
					return nil
				}
				n = a
			default:
				return nil
			}
		case *cc.UnaryExpression:
			if e, _ := partOperand(x); e != nil {
				n = e
				continue
			}
			if x.Case != cc.UnaryExpressionDeref {
				return nil
			}
			a := addrOperand(x.CastExpression)
			if a == nil {
				return nil
			}
			n = a
		default:
			return nil
		}
	}
}

// addrOperand returns e if n is &e.
func addrOperand(n cc.ExpressionNode) cc.ExpressionNode {
	if u, ok := unparen(n).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return u.CastExpression
	}
	return nil
}

// lastToken returns the last token of an expression.
func lastToken(n cc.ExpressionNode) cc.Token {
	for {
		switch x := n.(type) {
		case *cc.AdditiveExpression:
			n = x.MultiplicativeExpression
		case *cc.AndExpression:
			n = x.EqualityExpression
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
		case *cc.EqualityExpression:
			n = x.RelationalExpression
		case *cc.ExclusiveOrExpression:
			n = x.AndExpression
		case *cc.ExpressionList:
			for x.ExpressionList != nil {
				x = x.ExpressionList
			}
			n = x.AssignmentExpression
		case *cc.InclusiveOrExpression:
			n = x.ExclusiveOrExpression
		case *cc.LogicalAndExpression:
			n = x.InclusiveOrExpression
		case *cc.LogicalOrExpression:
			n = x.LogicalAndExpression
		case *cc.MultiplicativeExpression:
			n = x.CastExpression
		case *cc.RelationalExpression:
			n = x.ShiftExpression
		case *cc.ShiftExpression:
			n = x.AdditiveExpression
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
			return cc.Token{}
		}
		if n == nil {
			return cc.Token{}
		}
	}
}
