// Package gccorder says in which order gcc evaluates operands, as its front end and its
// gimplifier have it at every level of optimisation. gcc brings an expression into a
// canonical form, and takes that apart from left to right: a commutative operator, or a
// comparison, has a declared variable as its last operand (tree_swap_operands_p in
// fold-const), so that x + f() calls f before it reads x, and s.m + f() does not. What
// counts is the form after simplification: conversions that keep the width do not hide a
// variable, others do, and where a value is cut to fewer bits, so are the operands. Of
// the simplifications those are followed that expressions of people contain; the note
// that an order is assumed is printed in any case.
//
// A scalar variable in a register is read by the operation itself, and all other
// operands before the next one is evaluated. Arguments come from the last to the first,
// after the pointer to the function; structures among them are read by the call.
package gccorder

import (
	"strings"

	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Order answers for the expressions of one function, and keeps what is known of their
// surroundings.
type Order struct {
	// Linked and Types are those of the program.
	Linked *link.Program
	Types  *ctypes.Types
	// TypeOf is the type of the value of an expression, Named that of a type name.
	TypeOf func(cc.ExpressionNode) *ctypes.Type
	Named  func(*cc.TypeName) *ctypes.Type
	// Int is the value of a constant expression of integer type.
	Int func(cc.ExpressionNode) (int64, bool)

	cuts    map[cc.ExpressionNode]cut  // operations whose result is cut
	cancels map[cc.ExpressionNode]bool // operations whose left operand cancels with another one
}

// cut says to how many bits the result of an operation is cut.
type cut struct {
	bits int
	cast bool // by a cast, which gcc applies before it simplifies the operation
}

// Cut notes that the value of n is converted to type t, by a cast or otherwise. If that
// has fewer bits, gcc converts the operands.
func (o *Order) Cut(n cc.ExpressionNode, t *ctypes.Type, cast bool) {
	if t.Kind == ctypes.Int && !t.Bool && !o.Linked.Pure(n) {
		o.cutTo(n, cut{t.Bits, cast})
	}
}

// CutToField is Cut for a bit-field of a number of bits.
func (o *Order) CutToField(n cc.ExpressionNode, bits int) {
	if !o.Linked.Pure(n) {
		o.cutTo(n, cut{bits: bits})
	}
}

func (o *Order) cutTo(n cc.ExpressionNode, to cut) {
	n = o.simplified(syntax.Unparen(n))
	if op, a, b := syntax.Operation(n); op != "" {
		if strings.Contains("+-*&|^", op) {
			if was, ok := o.cuts[n]; !ok || to.bits < was.bits {
				if o.cuts == nil {
					o.cuts = map[cc.ExpressionNode]cut{}
				}
				o.cuts[n] = to
			}
			o.cutTo(a, to)
			o.cutTo(b, to)
		}
		return
	}
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionMinus || x.Case == cc.UnaryExpressionCpl || x.Case == cc.UnaryExpressionPlus {
			o.cutTo(x.CastExpression, to)
		}
	case *cc.CastExpression:
		if t := o.Named(x.TypeName); t.Kind == ctypes.Int && precision(t) >= to.bits {
			o.cutTo(x.CastExpression, to)
		}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		o.cutTo(x.AssignmentExpression, to)
	case *cc.ConditionalExpression:
		if x.ExpressionList != nil {
			o.cutTo(x.ExpressionList, to)
		}
		o.cutTo(x.ConditionalExpression, to)
	}
}

// precision is the number of bits of a scalar that is not a float.
func precision(t *ctypes.Type) int {
	switch {
	case t.Bool:
		return 1
	case t.Kind == ctypes.Pointer:
		return int(t.Size) * 8
	case t.Kind == ctypes.Int:
		return t.Bits
	}
	return 0
}

// RightFirst reports whether gcc evaluates b before a, in n, which is a op b.
func (o *Order) RightFirst(op string, a, b, n cc.ExpressionNode) bool {
	if syntax.HasLabel(n) { // to ask for a type would define it
		return false
	}
	ta, tb := o.TypeOf(a), o.TypeOf(b)
	n = syntax.Unparen(n)
	switch {
	case op == "&" && ta.Bool && tb.Bool:
		return false
	case o.cancels[n]:
		return true
	case op == "-" && o.negated(b):
		return o.commuted("+", a, b.(*cc.UnaryExpression).CastExpression, o.Types.Usual(ta, tb), n)
	case op == "-":
		return o.cancelling(a, b)
	case op == "+" && ta.Kind == ctypes.Pointer:
		return false
	case op == "+" && tb.Kind == ctypes.Pointer:
		return true // the pointer comes first
	case op == "/", op == "%", op == "<<", op == ">>":
		return false
	case ta.Kind == ctypes.Pointer || tb.Kind == ctypes.Pointer:
		return o.commuted(op, a, b, o.Types.VoidPtr, n)
	}
	t := o.operationType(op, o.unwidened(a, ta), o.unwidened(b, tb), o.Types.Usual(ta, tb))
	return o.commuted(op, a, b, t, n)
}

// unwidened is the type that the operand n, of type t, has without the casts that
// extend it.
func (o *Order) unwidened(n cc.ExpressionNode, t *ctypes.Type) *ctypes.Type {
	for {
		x, ok := syntax.Unparen(n).(*cc.CastExpression)
		if !ok || t.Kind != ctypes.Int {
			return t
		}
		n = x.CastExpression
		u := o.TypeOf(n)
		if u.Kind != ctypes.Int || precision(u) > precision(t) {
			return t
		}
		t = u
	}
}

// operationType is the type in which gcc computes a op b, of type t by the rules
// of C: the wider one of two narrower types of the same signedness if that
// suffices.
func (o *Order) operationType(op string, ta, tb, t *ctypes.Type) *ctypes.Type {
	p, q := precision(ta), precision(tb)
	switch {
	case op == "+" || op == "*" || ta.Kind != ctypes.Int || tb.Kind != ctypes.Int || ta.Signed != tb.Signed, max(p, q) >= precision(t):
		return t
	case p != q && (op == "&" || op == "|" || op == "^"):
		return t
	case p >= q:
		return ta
	}
	return tb
}

// commuted reports whether gcc exchanges the operands of n, which is a op b with
// operands of type t.
func (o *Order) commuted(op string, a, b cc.ExpressionNode, t *ctypes.Type, n cc.ExpressionNode) bool {
	bits := precision(t)
	cut, narrower := o.cuts[n]
	narrower = narrower && cut.bits < bits && !(op == "*" && !t.Signed && o.TypeOf(a).Signed) // gcc leaves such products wide
	switch {
	case op == "+" && o.negated(a) && (fits(o.TypeOf(a), t, bits) || narrower):
		return true // -a + b is b - a
	case op == "+" && o.negated(b):
		return false // a + -b is a - b
	case op == "*" && o.negated(a) && o.negated(b):
		a, b = a.(*cc.UnaryExpression).CastExpression, b.(*cc.UnaryExpression).CastExpression
	}
	last := func(bits int, wraps bool) bool {
		a := a
		if wraps || op == "*" {
			a = o.withoutConstant(op, a)
			if x, ok := a.(*cc.AdditiveExpression); ok && op == "+" && x.Case == cc.AdditiveExpressionSub && o.isConstant(x.AdditiveExpression) {
				return true // (1 - a) + b is b - a + 1
			}
		}
		return o.isVariable(a, t, bits) && !o.isVariable(b, t, bits) && !o.isConstant(b)
	}
	return !(narrower && cut.cast) && last(bits, t.Kind == ctypes.Int && !t.Signed) || narrower && last(cut.bits, op == "+" || op == "*")
}

// fits reports whether a conversion between u and t, of a number of bits if an
// integer, hides nothing from gcc.
func fits(u, t *ctypes.Type, bits int) bool {
	if bits > 0 {
		return precision(u) == bits
	}
	return u == t
}

// negated reports whether n is the negative of something that gcc does not
// negate otherwise.
func (o *Order) negated(n cc.ExpressionNode) bool {
	x, ok := n.(*cc.UnaryExpression)
	if !ok || x.Case != cc.UnaryExpressionMinus || o.isConstant(n) {
		return false
	}
	switch y := syntax.Unparen(x.CastExpression).(type) {
	case *cc.AdditiveExpression:
		return false
	case *cc.UnaryExpression:
		return y.Case != cc.UnaryExpressionMinus
	}
	return true
}

// withoutConstant is what is left of n if a constant operand of the same
// operator is taken out of it.
func (o *Order) withoutConstant(op string, n cc.ExpressionNode) cc.ExpressionNode {
	of, a, b := syntax.Operation(syntax.Unparen(n))
	switch {
	case of != op && !(of == "-" && op == "+"):
	case o.isConstant(b):
		return syntax.Unparen(a)
	case of == op && o.isConstant(a):
		return syntax.Unparen(b)
	}
	return syntax.Unparen(n)
}

// ValueFirst reports whether gcc computes all of right before it finds the place
// of type t that right is assigned to. It does unless right is the result of a
// call or of a load, which the assignment itself does, or has no place of its
// own.
func (o *Order) ValueFirst(right cc.ExpressionNode, t *ctypes.Type) bool {
	for {
		right = syntax.Unparen(right)
		switch x := right.(type) {
		case *cc.ExpressionList:
			for x.ExpressionList != nil {
				x = x.ExpressionList
			}
			right = x.AssignmentExpression
			continue
		case *cc.CastExpression:
			if to := o.Named(x.TypeName); to.Kind == t.Kind && to.Scalar() && precision(to) == precision(t) && to.Size == t.Size {
				right = x.CastExpression
				continue
			}
			return true
		case *cc.PostfixExpression:
			if name, _ := o.Linked.CalleeOf(x); x.Case == cc.PostfixExpressionCall && o.Linked.IsPureBuiltin(name) && o.Linked.Funcs[name] == nil {
				return true
			}
		}
		break
	}
	if t.Record() || syntax.HasLabel(right) {
		return false
	}
	if syntax.CallBelow(right) == nil && !link.IsLvalue(right) {
		return true
	}
	u := o.TypeOf(right)
	return t.Scalar() && !(t.Kind == ctypes.Pointer && u.Kind == ctypes.Pointer) && !(u.Kind == t.Kind && u.Bits == t.Bits && u.Signed == t.Signed && u.Bool == t.Bool)
}

// cancelling reports whether a - b is simpler without one of its operands, which
// is in the other one as well: gcc drops both. It makes their reads follow what
// remains, so that they see the same value.
func (o *Order) cancelling(a, b cc.ExpressionNode) bool {
	if op, x, _ := syntax.Operation(syntax.Unparen(a)); (op == "+" || op == "-") && o.same(x, b) {
		o.cancel(a)
		return false
	}
	op, x, y := syntax.Operation(syntax.Unparen(b))
	if op == "-" && o.same(a, x) {
		o.cancel(b)
		return true
	}
	return op == "+" && (o.same(a, x) || o.same(a, y))
}

func (o *Order) cancel(n cc.ExpressionNode) {
	if o.cancels == nil {
		o.cancels = map[cc.ExpressionNode]bool{}
	}
	o.cancels[syntax.Unparen(n)] = true
}

// same reports that a and b read the same object.
func (o *Order) same(a, b cc.ExpressionNode) bool {
	a, b = syntax.Unparen(a), syntax.Unparen(b)
	if x := Variable(a); x != nil {
		y := Variable(b)
		return y != nil && o.Linked.VarKey(x) == o.Linked.VarKey(y) && o.Types.OfDecl(x).Kind != ctypes.Float
	}
	x, ok := a.(*cc.UnaryExpression)
	y, too := b.(*cc.UnaryExpression)
	return ok && too && x.Case == cc.UnaryExpressionDeref && y.Case == cc.UnaryExpressionDeref && o.same(x.CastExpression, y.CastExpression)
}

// isVariable reports whether gcc sees a declared variable where the operand n is
// converted to type t, or to an integer of a number of bits.
func (o *Order) isVariable(n cc.ExpressionNode, t *ctypes.Type, bits int) bool {
	for {
		n = o.simplified(syntax.Unparen(n))
		x, ok := n.(*cc.CastExpression)
		if !ok {
			break
		}
		to := o.Named(x.TypeName)
		if !fits(to, t, bits) && !(bits > 0 && precision(to) >= bits) {
			return false
		}
		n = x.CastExpression
	}
	d := Variable(n)
	return d != nil && fits(o.Types.OfDecl(d), t, bits)
}

// Variable is the variable that n names, if it is one with a value.
func Variable(n cc.ExpressionNode) *cc.Declarator {
	id := syntax.Ident(n)
	if id == nil {
		return nil
	}
	d, _ := id.ResolvedTo().(*cc.Declarator)
	if d == nil || d.IsTypename() || d.Type().Kind() == cc.Function || d.Type().Kind() == cc.Array {
		return nil
	}
	return d
}

// simplified is n without operators that do nothing.
func (o *Order) simplified(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		m := n
		op, a, b := syntax.Operation(n)
		switch x := n.(type) {
		case *cc.UnaryExpression:
			y, _ := syntax.Unparen(x.CastExpression).(*cc.UnaryExpression)
			switch {
			case x.Case == cc.UnaryExpressionPlus:
				m = x.CastExpression
			case y != nil && (x.Case == cc.UnaryExpressionMinus || x.Case == cc.UnaryExpressionCpl) && x.Case == y.Case,
				y != nil && x.Case == cc.UnaryExpressionDeref && y.Case == cc.UnaryExpressionAddrof:
				m = y.CastExpression
			}
		case *cc.ExpressionList:
			if last, ok := o.lastOfPure(x); ok {
				m = last
			}
		case *cc.ConditionalExpression:
			if v, ok := o.Int(x.LogicalOrExpression); ok && v == 0 {
				m = x.ConditionalExpression
			} else if ok && x.ExpressionList != nil {
				m = x.ExpressionList
			}
		}
		switch op {
		case "+", "|", "^":
			if o.isInt(b, 0) {
				m = a
			} else if o.isInt(a, 0) {
				m = b
			}
		case "-", "<<", ">>":
			if o.isInt(b, 0) {
				m = a
			}
		case "*":
			if o.isInt(b, 1) {
				m = a
			} else if o.isInt(a, 1) {
				m = b
			}
		case "/":
			if o.isInt(b, 1) {
				m = a
			}
		case "&":
			if o.isInt(b, -1) {
				m = a
			}
		}
		if m = syntax.Unparen(m); m == n {
			return n
		}
		n = m
	}
}

// lastOfPure is the last expression of a list whose others have no effect.
func (o *Order) lastOfPure(x *cc.ExpressionList) (cc.ExpressionNode, bool) {
	for ; x.ExpressionList != nil; x = x.ExpressionList {
		if !o.Linked.Pure(x.AssignmentExpression) {
			return nil, false
		}
	}
	return x.AssignmentExpression, true
}

func (o *Order) isInt(n cc.ExpressionNode, v int64) bool {
	if !Literal(n) {
		return false
	}
	k, ok := o.Int(n)
	return ok && k == v
}

func (o *Order) isConstant(n cc.ExpressionNode) bool {
	if !Literal(n) {
		return false
	}
	_, ok := o.Int(n)
	return ok
}

// Literal reports whether n may be a constant: it names no variable and calls
// nothing.
func Literal(n cc.ExpressionNode) bool {
	ok := true
	w := syntax.Walker{Pre: func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionStmt {
				ok = false
			} else if x.Case == cc.PrimaryExpressionIdent {
				_, enum := x.ResolvedTo().(*cc.Enumerator)
				ok = ok && enum
			}
		case *cc.PostfixExpression:
			ok = ok && x.Case == cc.PostfixExpressionPrimary
		}
		return ok
	}}
	w.Walk(n)
	return ok
}

// InRegister reports whether gcc keeps the variable that n names in a register,
// and reads it where the value of type t is used: it has that type, and no
// address.
func (o *Order) InRegister(n cc.ExpressionNode, t *ctypes.Type) bool {
	d := Variable(n)
	return d != nil && !syntax.FileScope(d) && !d.IsStatic() && !d.IsExtern() && !o.Linked.Taken[o.Linked.VarKey(d)] && !syntax.IsVolatile(d) &&
		o.Types.OfDecl(d) == t && t.Scalar()
}
