package frontend

import (
	"math/bits"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// constant evaluates a constant expression.
func (l *lowerer) constant(n cc.ExpressionNode) (v emit.Value, f *fn, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(emit.Unsupported); !is {
				panic(p)
			}
			ok = false
		}
	}()
	f = l.newFn(nil)
	f.Constant = true
	v = f.rvalue(n)
	return v, f, v.Type != nil
}

// constWide evaluates an integer constant expression and converts it to the
// type t of 128 bits.
func (l *lowerer) constWide(n cc.ExpressionNode, t *ctypes.Type) (emit.Value, bool) {
	x, f, ok := l.constant(n)
	if !ok || x.Type.Kind != ctypes.Int && x.Type.Kind != ctypes.Wide {
		return emit.Value{}, false
	}
	x = f.ToWide(x, t, n)
	for _, p := range f.Parts(x) {
		if _, c := p.Expr.(*cfg.Const); !c {
			return emit.Value{}, false
		}
	}
	return x, true
}

// constInt evaluates an integer constant expression.
func (l *lowerer) constInt(n cc.ExpressionNode) (int64, bool) {
	x, ok := l.constVal(n)
	if !ok {
		return 0, false
	}
	c := x.Expr.(*cfg.Const)
	if x.Type.Signed {
		return cfg.SignExtend(c.V, c.T.Width()), true
	}
	return int64(c.V), true
}

// constVal evaluates an integer constant expression to a constant of at most
// 64 bits.
func (l *lowerer) constVal(n cc.ExpressionNode) (v emit.Value, ok bool) {
	x, f, ok := l.constant(n)
	if ok && x.Type.Kind == ctypes.Wide {
		x = emit.Value{Expr: f.Conv(x, l.Types.LongLong), Type: l.Types.LongLong}
	}
	if !ok || x.Type.Kind != ctypes.Int {
		return emit.Value{}, false
	}
	c, isC := f.Bits(x).(*cfg.Const)
	return emit.Value{Expr: c, Type: x.Type}, isC
}

// Enumerations as C23 and, in all its modes, gcc since version 13 have them. An
// enumeration with an underlying type has that, and so have its constants, within
// the list that defines them and after it. Of any other the type is the first of
// unsigned int, int, and the same with 64 bits that holds all constants, or with
// the attribute packed the smallest type. Its constants are ints if all fit in
// int, else of its type; within the list a constant that does not fit in int has
// the type of its expression, or the next wider one if it follows the last of a
// type.

// elder is the type of n where constants that fit in int are ints, as in C17 and in
// gcc before version 13, and nil where that is its type anyway.
func (f *fn) elder(n cc.ExpressionNode) *ctypes.Type {
	n = syntax.Unparen(n)
	if x, ok := n.(*cc.ConditionalExpression); ok && x.ExpressionList != nil {
		return f.elderCommon("?:", x.ExpressionList, x.ConditionalExpression)
	}
	if op, a, b := syntax.Operation(n); bitwise(op) || f.sum(op, n) {
		return f.elderCommon(op, a, b)
	}
	id := syntax.Ident(n)
	if id == nil {
		return nil
	}
	d, ok := id.ResolvedTo().(*cc.Enumerator)
	if !ok || syntax.Underlying(f.l.enumOf(d)) != nil {
		return nil
	}
	v := f.enumerator(d)
	if _, fits := asInt(v); !fits || v.Type.Kind == ctypes.Int && v.Type.Bits == 32 && v.Type.Signed {
		return nil
	}
	return f.l.Types.Int
}

// elderCommon is the type that the operands of op would have in common if elder's
// were those of its operands, and nil if it is the one that they have.
func (f *fn) elderCommon(op string, a, b cc.ExpressionNode) *ctypes.Type {
	tt := f.l.Types
	x, y := f.elder(a), f.elder(b)
	if x == nil && (y == nil || op == "<<" || op == ">>") {
		return nil
	}
	is, other := [2]*ctypes.Type{f.TypeOf(a), f.TypeOf(b)}, [2]*ctypes.Type{x, y}
	for i, t := range other {
		if t == nil {
			other[i] = is[i]
		}
	}
	if op == "<<" || op == ">>" {
		return x
	}
	if !is[0].Arith() || !is[1].Arith() {
		return nil
	}
	if t := tt.Usual(other[0], other[1]); !ctypes.Same(t, tt.Usual(is[0], is[1])) {
		return t
	}
	return nil
}

// sum reports whether n is a sum, product or set of bits with a constant value that is
// not negative and that an int holds: of either type it is the same.
func (f *fn) sum(op string, n cc.ExpressionNode) bool {
	return (op == "+" || op == "-" || op == "*" || bitwise(op)) && f.small(n)
}

func bitwise(op string) bool { return op == "&" || op == "|" || op == "^" }

// enumerated notes that the result of n, op applied to a and b, depends on which type
// constants have that fit in int while others of their enumeration do not. a is nil
// where op has one operand.
func (f *fn) enumerated(op string, a, b, n cc.ExpressionNode) {
	switch {
	case !f.asksEnumerated():
		return
	case a == nil && f.elder(b) == nil:
		return
	case a != nil && (f.elderCommon(op, a, b) == nil || harmless(op) && (f.small(a) || f.small(b)) || f.sum(op, n)):
		return
	}
	f.l.enums.noted = true
	f.l.Notes.AssumeEither(f.l.Linked.Sources.Node(b).Pos, "assumes that all constants of an enumeration have its type if one does not fit in int, as in C23 and in gcc since version 13: before, the others are ints")
}

// asksEnumerated reports whether it matters which type constants of an enumeration have: finding that out
// looks at operands once more at each level.
func (f *fn) asksEnumerated() bool {
	return f.l.enums.wide && !f.l.enums.noted && !f.Typing && (!f.Dead() || f.Constant)
}

// harmless reports whether both types give the same value to an operation one of whose
// operands is a constant that is not negative.
func harmless(op string) bool { return op == "==" || op == "!=" || op == "&" }

// small reports whether n is a constant that is not negative and that an int holds.
func (f *fn) small(n cc.ExpressionNode) bool {
	e := &f.l.enums
	noted := e.noted
	e.noted = true // here nothing is evaluated but to know it
	v, ok := f.l.constVal(n)
	e.noted = noted
	if !ok {
		return false
	}
	k, fits := asInt(v)
	return fits && k >= 0
}

// enumOf finds the list of constants that d belongs to, nil if it is unknown.
func (l *lowerer) enumOf(d *cc.Enumerator) *cc.EnumSpecifier {
	return l.Linked.Symbols.Attributes.EnumOf[d]
}

// enumerator is the value of an enumeration constant.
func (f *fn) enumerator(d *cc.Enumerator) emit.Value {
	known := &f.l.enums
	if _, ok := known.values[d]; !ok {
		if e := f.l.enumOf(d); e != nil {
			f.l.enumType(syntax.Enumerators(e))
		}
	}
	v, ok := known.values[d]
	if !ok {
		panic(emit.Unsupported{What: "enumeration constant " + d.Token.SrcStr(), Span: f.At})
	}
	return v
}

// enumType evaluates the constants of an enumeration and returns the type of
// its values, without name.
func (l *lowerer) enumType(list []*cc.Enumerator) *ctypes.Type {
	tt := l.Types
	if len(list) == 0 {
		return tt.UInt // not defined
	}
	if t := l.enums.types[list[0]]; t != nil {
		return t
	}
	spec := l.enumOf(list[0])
	if base := syntax.Underlying(spec); base != nil {
		t := tt.Of(base)
		if t.Kind != ctypes.Int || t.Bits > 64 {
			l.Linked.RefuseAt(l.Linked.Sources.Position(spec), "an enumeration cannot have the underlying type %s", t.Name)
			t = tt.Int
		}
		l.enums.types[list[0]] = t
		l.enumValues(list, t)
		return t
	}
	l.enums.types[list[0]] = tt.Int // should a constant mention its own type
	values := l.enumValues(list, nil)
	if len(values) < len(list) {
		return tt.UInt
	}
	negative, width, wide := false, 0, false
	for _, v := range values {
		n := v.Expr.(*cfg.Const).V
		if s := cfg.SignExtend(n, v.Type.Bits); v.Type.Signed && s < 0 {
			negative = true
			width = max(width, bits.Len64(uint64(^s))+1)
		} else {
			width = max(width, bits.Len64(n)+1) // with a sign
		}
		wide = wide || v.Type != tt.Int
	}
	packed := slices.ContainsFunc(l.Linked.Symbols.Attributes.Enums[list[0]], func(a syntax.Attribute) bool { return a.Name == "packed" })
	t := tt.EnumBase(negative, width, packed)
	l.enums.types[list[0]] = t
	for i, d := range list {
		if wide {
			l.enums.values[d] = emit.Value{Expr: (&emit.Emitter{Program: &l.Program}).Conv(values[i], t), Type: t}
		}
	}
	return t
}

// enumValues evaluates the constants of an enumeration as they are within its
// list: of type fixed or, if that is nil, of int or of what holds them. It stops
// at one that is not known.
func (l *lowerer) enumValues(list []*cc.Enumerator, fixed *ctypes.Type) []emit.Value {
	tt := l.Types
	first := tt.Int
	if fixed != nil {
		first = fixed
	}
	next, last := emit.Value{Expr: emit.Const(tt.Value(first), 0), Type: first}, false
	var out []emit.Value
	for _, d := range list {
		v := next
		if d.ConstantExpression != nil {
			x, ok := l.constVal(d.ConstantExpression)
			if !ok {
				return out
			}
			v = x
		} else if last {
			if v.Type = tt.Wider(v.Type); fixed != nil || v.Type == nil {
				l.Linked.RefuseAt(l.Linked.Sources.Position(d), "enumeration constant %s has no value: the one before it is the last of its type", d.Token.SrcStr())
				return out
			}
			v = emit.Value{Expr: emit.Const(tt.Value(v.Type), next.Expr.(*cfg.Const).V), Type: v.Type}
		}
		if n, fits := asInt(v); fits && fixed == nil {
			v = emit.Value{Expr: emit.Const(cfg.BV(32), uint64(n)), Type: tt.Int}
		} else if fixed != nil {
			c := emit.Value{Expr: (&emit.Emitter{Program: &l.Program}).Conv(v, fixed), Type: fixed}
			if !sameNumber(v, c) {
				l.Linked.RefuseAt(l.Linked.Sources.Position(d), "enumeration constant %s does not fit in %s", d.Token.SrcStr(), fixed.Name)
			}
			v = c
		}
		l.enums.values[d] = v
		out = append(out, v)
		n := v.Expr.(*cfg.Const).V + 1
		next = emit.Value{Expr: emit.Const(v.Expr.Type(), n), Type: v.Type}
		last = n == ctypes.LastOf(v.Type)+1
		if last {
			next.Expr = emit.Const(cfg.BV(64), n)
		}
	}
	return out
}

// sameNumber reports whether two constants of integer types are equal.
func sameNumber(a, b emit.Value) bool {
	negative := func(v emit.Value) bool {
		return v.Type.Signed && cfg.SignExtend(v.Expr.(*cfg.Const).V, v.Type.Bits) < 0
	}
	number := func(v emit.Value) uint64 {
		if negative(v) {
			return uint64(cfg.SignExtend(v.Expr.(*cfg.Const).V, v.Type.Bits))
		}
		return v.Expr.(*cfg.Const).V
	}
	return negative(a) == negative(b) && number(a) == number(b)
}

// asInt returns the value of a constant that an int holds.
func asInt(v emit.Value) (int64, bool) {
	c := v.Expr.(*cfg.Const)
	n := int64(c.V)
	if v.Type.Signed {
		n = cfg.SignExtend(c.V, v.Type.Bits)
	} else if n < 0 {
		return 0, false
	}
	return n, n == int64(int32(n))
}
