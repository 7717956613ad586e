package frontend

import (
	"strings"

	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The order in which gcc evaluates operands, as its front end and its gimplifier
// have it at every level of optimisation. It brings an expression into a
// canonical form, and takes that apart from left to right: a commutative
// operator, or a comparison, has a declared variable as its last operand
// (tree_swap_operands_p in fold-const), so that x + f() calls f before it reads
// x, and s.m + f() does not. What counts is the form after simplification:
// conversions that keep the width do not hide a variable, others do, and where a
// value is cut to fewer bits, so are the operands. Of the simplifications those
// are followed that expressions of people contain; the note that an order is
// assumed is printed in any case.
//
// A scalar variable in a register is read by the operation itself, and all other
// operands before the next one is evaluated. Arguments come from the last to the
// first, after the pointer to the function; structures among them are read by
// the call.

// cut notes that the value of n is converted to type t. If that has fewer bits,
// gcc converts the operands.
func (f *fn) cut(n cc.ExpressionNode, t *ctypes.Type, cast bool) {
	if t.Kind == ctypes.Int && !t.Bool && !f.Dead() && !f.l.Linked.Pure(n) {
		f.cutTo(n, cut{t.Bits, cast})
	}
}

// cutArguments is cut for the arguments of a call of a function of type t.
func (f *fn) cutArguments(args []cc.ExpressionNode, t *ctypes.Type) {
	for i, a := range args {
		if t.Proto && i < len(t.Params) {
			f.cut(a, t.Params[i], false)
		}
	}
}

// cutFor is cut for the place dst.
func (f *fn) cutFor(n cc.ExpressionNode, dst emit.Place) {
	if f.cut(n, dst.Type, false); dst.BitField != nil && !f.l.Linked.Pure(n) {
		f.cutTo(n, cut{bits: dst.BitField.Width})
	}
}

func (f *fn) cutTo(n cc.ExpressionNode, to cut) {
	n = f.simplified(syntax.Unparen(n))
	if op, a, b := binaryParts(n); op != "" {
		if strings.Contains("+-*&|^", op) {
			if was, ok := f.locals.cut[n]; !ok || to.bits < was.bits {
				f.locals.cut[n] = to
			}
			f.cutTo(a, to)
			f.cutTo(b, to)
		}
		return
	}
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionMinus || x.Case == cc.UnaryExpressionCpl || x.Case == cc.UnaryExpressionPlus {
			f.cutTo(x.CastExpression, to)
		}
	case *cc.CastExpression:
		if t := f.namedType(x.TypeName); t.Kind == ctypes.Int && precision(t) >= to.bits {
			f.cutTo(x.CastExpression, to)
		}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		f.cutTo(x.AssignmentExpression, to)
	case *cc.ConditionalExpression:
		if x.ExpressionList != nil {
			f.cutTo(x.ExpressionList, to)
		}
		f.cutTo(x.ConditionalExpression, to)
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

// rightFirst reports whether gcc evaluates b before a, in n, which is a op b.
func (f *fn) rightFirst(op string, a, b, n cc.ExpressionNode) bool {
	if syntax.HasLabel(n) { // to ask for a type would define it
		return false
	}
	ta, tb := f.TypeOf(a), f.TypeOf(b)
	n = syntax.Unparen(n)
	switch {
	case op == "&" && ta.Bool && tb.Bool:
		return false
	case f.locals.cancels[n]:
		return true
	case op == "-" && f.negated(b):
		return f.commuted("+", a, b.(*cc.UnaryExpression).CastExpression, f.l.Types.Usual(ta, tb), n)
	case op == "-":
		return f.cancelling(a, b)
	case op == "+" && ta.Kind == ctypes.Pointer:
		return false
	case op == "+" && tb.Kind == ctypes.Pointer:
		return true // the pointer comes first
	case op == "/", op == "%", op == "<<", op == ">>":
		return false
	case ta.Kind == ctypes.Pointer || tb.Kind == ctypes.Pointer:
		return f.commuted(op, a, b, f.l.Types.VoidPtr, n)
	}
	t := f.operationType(op, f.unwidened(a, ta), f.unwidened(b, tb), f.l.Types.Usual(ta, tb))
	return f.commuted(op, a, b, t, n)
}

// unwidened is the type that the operand n, of type t, has without the casts that
// extend it.
func (f *fn) unwidened(n cc.ExpressionNode, t *ctypes.Type) *ctypes.Type {
	for {
		x, ok := syntax.Unparen(n).(*cc.CastExpression)
		if !ok || t.Kind != ctypes.Int {
			return t
		}
		n = x.CastExpression
		u := f.TypeOf(n)
		if u.Kind != ctypes.Int || precision(u) > precision(t) {
			return t
		}
		t = u
	}
}

// operationType is the type in which gcc computes a op b, of type t by the rules
// of C: the wider one of two narrower types of the same signedness if that
// suffices.
func (f *fn) operationType(op string, ta, tb, t *ctypes.Type) *ctypes.Type {
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
func (f *fn) commuted(op string, a, b cc.ExpressionNode, t *ctypes.Type, n cc.ExpressionNode) bool {
	bits := precision(t)
	cut, narrower := f.locals.cut[n]
	narrower = narrower && cut.bits < bits && !(op == "*" && !t.Signed && f.TypeOf(a).Signed) // gcc leaves such products wide
	switch {
	case op == "+" && f.negated(a) && (fits(f.TypeOf(a), t, bits) || narrower):
		return true // -a + b is b - a
	case op == "+" && f.negated(b):
		return false // a + -b is a - b
	case op == "*" && f.negated(a) && f.negated(b):
		a, b = a.(*cc.UnaryExpression).CastExpression, b.(*cc.UnaryExpression).CastExpression
	}
	last := func(bits int, wraps bool) bool {
		a := a
		if wraps || op == "*" {
			a = f.withoutConstant(op, a)
			if x, ok := a.(*cc.AdditiveExpression); ok && op == "+" && x.Case == cc.AdditiveExpressionSub && f.isConstant(x.AdditiveExpression) {
				return true // (1 - a) + b is b - a + 1
			}
		}
		return f.isVariable(a, t, bits) && !f.isVariable(b, t, bits) && !f.isConstant(b)
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
func (f *fn) negated(n cc.ExpressionNode) bool {
	x, ok := n.(*cc.UnaryExpression)
	if !ok || x.Case != cc.UnaryExpressionMinus || f.isConstant(n) {
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
func (f *fn) withoutConstant(op string, n cc.ExpressionNode) cc.ExpressionNode {
	o, a, b := binaryParts(syntax.Unparen(n))
	switch {
	case o != op && !(o == "-" && op == "+"):
	case f.isConstant(b):
		return syntax.Unparen(a)
	case o == op && f.isConstant(a):
		return syntax.Unparen(b)
	}
	return syntax.Unparen(n)
}

// valueFirst reports whether gcc computes all of right before it finds the place
// of type t that right is assigned to. It does unless right is the result of a
// call or of a load, which the assignment itself does, or has no place of its
// own.
func (f *fn) valueFirst(right cc.ExpressionNode, t *ctypes.Type) bool {
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
			if to := f.namedType(x.TypeName); to.Kind == t.Kind && to.Scalar() && precision(to) == precision(t) && to.Size == t.Size {
				right = x.CastExpression
				continue
			}
			return true
		case *cc.PostfixExpression:
			if name, _ := f.l.Linked.CalleeOf(x); x.Case == cc.PostfixExpressionCall && f.l.Linked.IsPureBuiltin(name) && f.l.Linked.Funcs[name] == nil {
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
	u := f.TypeOf(right)
	return t.Scalar() && !(t.Kind == ctypes.Pointer && u.Kind == ctypes.Pointer) && !(u.Kind == t.Kind && u.Bits == t.Bits && u.Signed == t.Signed && u.Bool == t.Bool)
}

// cancelling reports whether a - b is simpler without one of its operands, which
// is in the other one as well: gcc drops both. It makes their reads follow what
// remains, so that they see the same value.
func (f *fn) cancelling(a, b cc.ExpressionNode) bool {
	if op, x, _ := binaryParts(syntax.Unparen(a)); (op == "+" || op == "-") && f.same(x, b) {
		f.locals.cancels[syntax.Unparen(a)] = true
		return false
	}
	op, x, y := binaryParts(syntax.Unparen(b))
	if op == "-" && f.same(a, x) {
		f.locals.cancels[syntax.Unparen(b)] = true
		return true
	}
	return op == "+" && (f.same(a, x) || f.same(a, y))
}

// same reports that a and b read the same object.
func (f *fn) same(a, b cc.ExpressionNode) bool {
	a, b = syntax.Unparen(a), syntax.Unparen(b)
	if x := variableNamed(a); x != nil {
		y := variableNamed(b)
		return y != nil && f.l.Linked.VarKey(x) == f.l.Linked.VarKey(y) && f.l.Types.OfDecl(x).Kind != ctypes.Float
	}
	x, ok := a.(*cc.UnaryExpression)
	y, too := b.(*cc.UnaryExpression)
	return ok && too && x.Case == cc.UnaryExpressionDeref && y.Case == cc.UnaryExpressionDeref && f.same(x.CastExpression, y.CastExpression)
}

// isVariable reports whether gcc sees a declared variable where the operand n is
// converted to type t, or to an integer of a number of bits.
func (f *fn) isVariable(n cc.ExpressionNode, t *ctypes.Type, bits int) bool {
	for {
		n = f.simplified(syntax.Unparen(n))
		x, ok := n.(*cc.CastExpression)
		if !ok {
			break
		}
		to := f.namedType(x.TypeName)
		if !fits(to, t, bits) && !(bits > 0 && precision(to) >= bits) {
			return false
		}
		n = x.CastExpression
	}
	d := variableNamed(n)
	return d != nil && fits(f.l.Types.OfDecl(d), t, bits)
}

// variableNamed is the variable that n names, if it is one with a value.
func variableNamed(n cc.ExpressionNode) *cc.Declarator {
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
func (f *fn) simplified(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		m := n
		op, a, b := binaryParts(n)
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
			if last, ok := f.lastOfPure(x); ok {
				m = last
			}
		case *cc.ConditionalExpression:
			if v, ok := f.l.constInt(x.LogicalOrExpression); ok && v == 0 {
				m = x.ConditionalExpression
			} else if ok && x.ExpressionList != nil {
				m = x.ExpressionList
			}
		}
		switch op {
		case "+", "|", "^":
			if f.isInt(b, 0) {
				m = a
			} else if f.isInt(a, 0) {
				m = b
			}
		case "-", "<<", ">>":
			if f.isInt(b, 0) {
				m = a
			}
		case "*":
			if f.isInt(b, 1) {
				m = a
			} else if f.isInt(a, 1) {
				m = b
			}
		case "/":
			if f.isInt(b, 1) {
				m = a
			}
		case "&":
			if f.isInt(b, -1) {
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
func (f *fn) lastOfPure(x *cc.ExpressionList) (cc.ExpressionNode, bool) {
	for ; x.ExpressionList != nil; x = x.ExpressionList {
		if !f.l.Linked.Pure(x.AssignmentExpression) {
			return nil, false
		}
	}
	return x.AssignmentExpression, true
}

func (f *fn) isInt(n cc.ExpressionNode, v int64) bool {
	if !literal(n) {
		return false
	}
	k, ok := f.l.constInt(n)
	return ok && k == v
}

func (f *fn) isConstant(n cc.ExpressionNode) bool {
	if !literal(n) {
		return false
	}
	_, ok := f.l.constInt(n)
	return ok
}

// literal reports whether n may be a constant: it names no variable and calls
// nothing.
func literal(n cc.ExpressionNode) bool {
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

// isLiteral reports whether n is a compound literal.
func isLiteral(n cc.ExpressionNode) bool {
	x, ok := syntax.Unparen(n).(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionComplit
}

// inRegister reports whether gcc keeps the variable that n names in a register,
// and reads it where the value of type t is used: it has that type, and no
// address.
func (f *fn) inRegister(n cc.ExpressionNode, t *ctypes.Type) bool {
	d := variableNamed(n)
	return d != nil && !syntax.FileScope(d) && !d.IsStatic() && !d.IsExtern() && !f.l.Linked.Taken[f.l.Linked.VarKey(d)] && !syntax.IsVolatile(d) &&
		f.l.Types.OfDecl(d) == t && t.Scalar()
}
