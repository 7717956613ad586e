package ccfix

import (
	"math"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Types with their qualifiers. cc forgets those of the specifiers in the names
// of types and in members, and those of some pointers: they are read off the
// syntax here, and kept next to the type.

// quals are the qualifiers of a type.
type quals uint8

const (
	qualConst quals = 1 << iota
	qualVolatile
	// qualExact says that cc's qualifiers do not count.
	qualExact
)

// qtype is a type with the qualifiers that cc lost: more[i] are those of what
// i steps from pointer to target, array to element or function to result lead
// to. bits is the width of an integer that no named type has, as values of
// bit-fields have it, else 0; parts says that the type is that of complex
// numbers with parts of the type t.
type qtype struct {
	t     cc.Type
	more  []quals
	bits  int
	parts bool
}

func (x qtype) quals() quals {
	var q quals
	if len(x.more) > 0 {
		q = x.more[0]
	}
	if q&qualExact != 0 {
		return q &^ qualExact
	}
	if x.t.Attributes().IsConst() {
		q |= qualConst
	}
	if x.t.Attributes().IsVolatile() {
		q |= qualVolatile
	}
	return q
}

// next is the type that one step leads to.
func (x qtype) next(t cc.Type) qtype {
	if len(x.more) > 0 {
		return qtype{t: t, more: x.more[1:]}
	}
	return qtype{t: t}
}

// elem is what a pointer points to or an array consists of. The qualifiers of an
// array are those of its elements.
func (x qtype) elem() qtype {
	switch t := x.t.(type) {
	case *cc.PointerType:
		return x.next(t.Elem())
	case *cc.ArrayType:
		return x.next(t.Elem()).with(x.quals())
	}
	return x
}

// pointer is t, a pointer to x.
func (x qtype) pointer(t cc.Type) qtype {
	return qtype{t: t, more: append([]quals{0, x.quals() | qualExact}, tail(x.more, 1)...)}
}

// with adds qualifiers.
func (x qtype) with(q quals) qtype {
	if q == 0 {
		return x
	}
	more := append([]quals(nil), x.more...)
	if len(more) == 0 {
		more = []quals{0}
	}
	more[0] |= q
	x.more = more
	return x
}

// qualifier finds the qualifiers of expressions.
type qualifier struct {
	declared map[*cc.Declarator][]quals
	wide     map[*cc.Enumerator]cc.Type // of constants that are not ints
	// like has e of declarators with __auto_type or typeof(e).
	like map[*cc.Declarator]cc.ExpressionNode
	ast  *cc.AST
}

func newQualifier(ast *cc.AST) *qualifier {
	q := &qualifier{declared: map[*cc.Declarator][]quals{}, wide: map[*cc.Enumerator]cc.Type{}, like: map[*cc.Declarator]cc.ExpressionNode{}, ast: ast}
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		switch n := n.(type) {
		case *cc.StructDeclaration:
			base := specifierQuals(n.SpecifierQualifierList)
			for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
				if d := l.StructDeclarator.Declarator; d != nil {
					q.declared[d] = append(declaratorQuals(d), base)
				}
			}
		case *cc.Declarator:
			if _, ok := q.declared[n]; !ok {
				q.declared[n] = declaratorQuals(n)
			}
		case *cc.Declaration:
			if n.Case == cc.DeclarationAuto && n.Declarator != nil && n.Initializer != nil && n.Initializer.AssignmentExpression != nil {
				q.like[n.Declarator] = n.Initializer.AssignmentExpression
			}
			e := syntax.TypeofOperand(n.DeclarationSpecifiers)
			for l := n.InitDeclaratorList; l != nil && e != nil; l = l.InitDeclaratorList {
				if d := l.InitDeclarator.Declarator; syntax.Plain(d) {
					q.like[d] = e
				}
			}
		case *cc.EnumSpecifier:
			t, ok := n.Type().(*cc.EnumType)
			if !ok || syntax.Underlying(n) == nil && t.Min() >= math.MinInt32 && t.Max() <= math.MaxInt32 {
				return
			}
			for _, d := range syntax.Enumerators(n) {
				q.wide[d] = t
				if u := syntax.Underlying(n); u != nil && syntax.Tag(t.Tag()) == "" {
					q.wide[d] = u
				}
			}
		}
	})
	return q
}

func specifierQuals(l *cc.SpecifierQualifierList) (q quals) {
	for ; l != nil; l = l.SpecifierQualifierList {
		q |= qualsOf(l.TypeQualifier)
	}
	return q
}

func qualsOf(t *cc.TypeQualifier) quals {
	switch {
	case t == nil:
		return 0
	case t.Case == cc.TypeQualifierConst:
		return qualConst
	case t.Case == cc.TypeQualifierVolatile:
		return qualVolatile
	}
	return 0
}

// declaratorQuals are the qualifiers that a declarator adds, step by step.
func declaratorQuals(d *cc.Declarator) []quals {
	return append(directQuals(d.DirectDeclarator), pointerQuals(d.Pointer)...)
}

func directQuals(d *cc.DirectDeclarator) []quals {
	switch {
	case d == nil || d.Case == cc.DirectDeclaratorIdent:
		return nil
	case d.Case == cc.DirectDeclaratorDecl:
		return declaratorQuals(d.Declarator)
	}
	return append(directQuals(d.DirectDeclarator), qualExact)
}

func pointerQuals(p *cc.Pointer) []quals {
	if p == nil {
		return nil
	}
	q := qualExact
	for l := p.TypeQualifiers; l != nil; l = l.TypeQualifiers {
		q |= qualsOf(l.TypeQualifier)
	}
	return append(pointerQuals(p.Pointer), q)
}

func abstractQuals(d *cc.AbstractDeclarator) []quals {
	if d == nil {
		return nil
	}
	return append(directAbstractQuals(d.DirectAbstractDeclarator), pointerQuals(d.Pointer)...)
}

func directAbstractQuals(d *cc.DirectAbstractDeclarator) []quals {
	switch {
	case d == nil:
		return nil
	case d.Case == cc.DirectAbstractDeclaratorDecl:
		return abstractQuals(d.AbstractDeclarator)
	}
	return append(directAbstractQuals(d.DirectAbstractDeclarator), qualExact)
}

// typeName is the type that a name of a type names.
func (q *qualifier) typeName(n *cc.TypeName) qtype {
	return qtype{t: n.Type(), more: append(abstractQuals(n.AbstractDeclarator), specifierQuals(n.SpecifierQualifierList))}
}

// expr is the type of an expression, before it loses qualifiers as a value.
func (q *qualifier) expr(n cc.ExpressionNode) qtype {
	n = syntax.Unparen(n)
	plain := qtype{t: n.Type()}
	if f := syntax.BitField(n); f != nil {
		return q.ofBits(f)
	}
	if t := q.arithmetic(n); t.t != nil {
		return t
	}
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch d := x.ResolvedTo().(type) {
		case *cc.Declarator:
			if e := q.like[d]; e != nil && !isArray(d.Type()) {
				delete(q.like, d) // a declarator may mention itself
				t := q.expr(e)
				q.like[d] = e
				return t.with(qtype{t: d.Type()}.quals())
			}
			if x.Case == cc.PrimaryExpressionIdent {
				return qtype{t: d.Type(), more: q.declared[d]}
			}
		case *cc.Enumerator:
			if t := q.wide[d]; t != nil {
				return qtype{t: t}
			}
			return qtype{t: q.ast.Int}
		}
		if x.Case == cc.PrimaryExpressionStmt {
			if e := syntax.LastExpression(x.CompoundStatement); e != nil {
				return q.expr(e)
			}
		}
	case *cc.PostfixExpression:
		return q.postfix(x)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return q.expr(x.UnaryExpression)
		case cc.UnaryExpressionAddrof:
			return q.expr(x.CastExpression).pointer(n.Type())
		case cc.UnaryExpressionDeref:
			if in := q.expr(x.CastExpression); in.t.Kind() != cc.Function {
				return in.elem()
			}
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast {
			return q.typeName(x.TypeName)
		}
	case *cc.ConditionalExpression:
		return q.conditional(x)
	case *cc.AdditiveExpression:
		for _, side := range []cc.ExpressionNode{x.AdditiveExpression, x.MultiplicativeExpression} {
			if in := q.expr(side); isPointer(plain.t) && (isPointer(in.t) || in.t.Kind() == cc.Array) {
				return in.elem().pointer(plain.t)
			}
		}
	case *cc.AssignmentExpression:
		if x.UnaryExpression != nil {
			return q.expr(x.UnaryExpression)
		}
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return q.expr(x.AssignmentExpression)
	}
	return plain
}

func isPointer(t cc.Type) bool { return t.Kind() == cc.Ptr }

func isArray(t cc.Type) bool { return t.Kind() == cc.Array }

func (q *qualifier) postfix(x *cc.PostfixExpression) qtype {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		if in := q.expr(x.PostfixExpression); isPointer(in.t) || in.t.Kind() == cc.Array {
			return in.elem()
		}
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		in := q.expr(x.PostfixExpression)
		if x.Case == cc.PostfixExpressionPSelect {
			in = in.elem()
		}
		if f := x.Field(); f != nil && f.Declarator() != nil {
			return qtype{t: f.Type(), more: q.declared[f.Declarator()]}.with(in.quals())
		}
	case cc.PostfixExpressionCall:
		if id := syntax.Ident(x.PostfixExpression); id != nil && id.Token.SrcStr() == ImaginaryName && x.ArgumentExpressionList != nil {
			return qtype{t: x.ArgumentExpressionList.AssignmentExpression.Type(), parts: true}
		}
		f := q.expr(x.PostfixExpression)
		if isPointer(f.t) {
			f = f.elem()
		}
		if t, ok := f.t.(*cc.FunctionType); ok {
			return f.next(t.Result())
		}
	case cc.PostfixExpressionComplit:
		return q.typeName(x.TypeName)
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return q.expr(x.PostfixExpression)
	}
	return qtype{t: x.Type()}
}

// conditional is the type of a conditional expression: pointers point to what
// has the qualifiers of both sides.
func (q *qualifier) conditional(x *cc.ConditionalExpression) qtype {
	out := qtype{t: x.Type()}
	if !isPointer(out.t) || x.ConditionalExpression == nil {
		return out
	}
	b := q.expr(x.ConditionalExpression)
	a := b
	if l := x.ExpressionList; l != nil {
		a = q.expr(l)
	}
	if b.t.Kind() == cc.Ptr && a.t.Kind() != cc.Ptr {
		a = b
	} else if a.t.Kind() == cc.Ptr && b.t.Kind() != cc.Ptr {
		b = a
	}
	// cc takes the type of the first: it is void where either leads to that, unless it is
	// a null pointer constant.
	void := func(q qtype, n cc.ExpressionNode) bool {
		return isPointer(q.t) && q.elem().t.Kind() == cc.Void && n.Value() == cc.Unknown
	}
	switch l := x.ExpressionList; {
	case l == nil || !isPointer(a.t) || !isPointer(b.t):
	case void(b, x.ConditionalExpression):
		out.t = b.t
	case a.elem().t.Kind() == cc.Void && !void(a, l):
		out.t = b.t
	}
	both := a.elem().quals() | b.elem().quals()
	out.more = append([]quals{0, both}, tail(a.more, 2)...)
	return out
}

// tail is m without its first n.
func tail(m []quals, n int) []quals { return m[min(n, len(m)):] }
