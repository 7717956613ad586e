package link

import (
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Pure reports that evaluating n changes nothing and calls nothing, and that
// the lowering needs no statement for it: no operand is composite.
func (u *Program) Pure(n cc.ExpressionNode) bool {
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
func (u *Program) compositeOperand(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression, *cc.CastExpression:
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionIndex && ctypes.IsVector(x.PostfixExpression.Type()) { // an element
			return !u.purePlace(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e, _ := PartOperand(x); e != nil {
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
func (u *Program) purePlace(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return u.Pure(x.PostfixExpression) && u.Pure(x.ExpressionList)
		case cc.PostfixExpressionSelect:
			return u.purePlace(x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			return u.Pure(x.PostfixExpression)
		}
	case *cc.UnaryExpression:
		if e, _ := PartOperand(x); e != nil {
			return u.purePlace(e)
		}
		return x.Case == cc.UnaryExpressionDeref && u.Pure(x.CastExpression)
	}
	return false
}

func (u *Program) pureNode(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		return false
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && !u.PureName(x.TypeName) {
			return false
		}
		return u.Pure(x.CastExpression) && u.Pure(x.UnaryExpression)
	case *cc.ConditionalExpression:
		return u.Pure(x.LogicalOrExpression) && u.Pure(x.ExpressionList) && u.Pure(x.ConditionalExpression)
	case *cc.ConstantExpression:
		return u.Pure(x.ConditionalExpression)
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			if !u.Pure(x.AssignmentExpression) {
				return false
			}
		}
		return true
	case *cc.PostfixExpression:
		return u.purePostfix(x)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionExpr:
			return u.Pure(x.ExpressionList)
		case cc.PrimaryExpressionStmt:
			return false
		case cc.PrimaryExpressionIdent:
			d, ok := x.ResolvedTo().(*cc.Declarator)
			return !ok || !u.Watched[d]
		case cc.PrimaryExpressionGeneric:
			a := x.GenericSelection.Associated()
			return a != nil && u.Pure(a.AssignmentExpression)
		}
		return true
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return true // see compositeOperand
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return false
		case cc.UnaryExpressionSizeofExpr: // evaluated if of variable size
			return u.Pure(x.UnaryExpression)
		case cc.UnaryExpressionSizeofType:
			return u.PureName(x.TypeName)
		case cc.UnaryExpressionLabelAddr, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return true
		}
		return u.Pure(x.PostfixExpression) && u.Pure(x.CastExpression) && u.Pure(x.UnaryExpression)
	}
	_, a, b, ok := syntax.Binary(n)
	return ok && u.Pure(a) && u.Pure(b)
}

// PureName reports whether the sizes in a type name have no side effects, and
// nothing looks at them.
func (u *Program) PureName(n *cc.TypeName) bool {
	var m Measured
	m.Scan(n)
	for _, e := range m.Sizes {
		if !u.Pure(e) {
			return false
		}
	}
	for _, t := range m.Typeofs {
		if !u.Pure(t.ExpressionList) {
			return false
		}
	}
	return len(m.Sizes) == 0 || len(m.Records) == 0 && !u.Lengths
}

func (u *Program) purePostfix(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return u.Pure(x.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		if id := syntax.Ident(x.PostfixExpression); id != nil {
			if d, ok := id.ResolvedTo().(*cc.Declarator); ok && u.Watched[d] {
				k, ok := syntax.Unparen(x.ExpressionList).(*cc.PrimaryExpression) // 0 to 7 need no look
				return ok && k.Case == cc.PrimaryExpressionInt
			}
		}
		return (u.Pure(x.PostfixExpression) || ctypes.IsVector(x.PostfixExpression.Type())) && u.Pure(x.ExpressionList)
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return u.Pure(x.PostfixExpression)
	case cc.PostfixExpressionCall:
		name, _ := u.CalleeOf(x)
		if u.Funcs[name] != nil || !u.IsPureBuiltin(name) {
			return false
		}
		for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			if !u.Pure(l.AssignmentExpression) {
				return false
			}
		}
		return true
	}
	_, listed := syntax.ListedText(x)
	return listed
}

// pureBuiltins are builtins of the compiler that compute a value of their
// arguments.
var pureBuiltins = map[string]bool{"expect": true, "constant_p": true, "types_compatible_p": true, "choose_expr": true,
	"inf": true, "inff": true, "infl": true, "huge_val": true, "huge_valf": true, "huge_vall": true, "isinf_sign": true}

func (u *Program) IsPureBuiltin(name string) bool {
	lib := prelude.LibName(name)
	f := clib.Lookup(lib)
	return f != nil && f.Pure && !(f.Errno && u.looksAtErrno()) || pureBuiltins[lib] && strings.HasPrefix(name, "__builtin_")
}
