package link

import (
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
	"modernc.org/cc/v4"
)

// PartOperand returns e if x is __real__ e or __imag__ e, or what a rewritten text
// has in place of them where they are assigned to: *(__culprit_real *)&e.
func PartOperand(x *cc.UnaryExpression) (e cc.ExpressionNode, imag bool) {
	switch x.Case {
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return x.UnaryExpression, x.Case == cc.UnaryExpressionImag
	case cc.UnaryExpressionDeref:
		if c, ok := syntax.Unparen(x.CastExpression).(*cc.CastExpression); ok {
			if p, ok := c.TypeName.Type().(*cc.PointerType); ok && PartName(p.Elem()) != "" {
				return syntax.AddressOperand(c.CastExpression), PartName(p.Elem()) == ccfix.ImagName
			}
		}
	}
	return nil, false
}

// PartName is the name that rewritten texts have for __real__ or __imag__, if t is
// that, else "".
func PartName(t cc.Type) string {
	if d := t.Typedef(); d != nil && (d.Name() == ccfix.RealName || d.Name() == ccfix.ImagName) {
		return d.Name()
	}
	return ""
}

// RootOf returns the identifier whose storage the lvalue n is a direct part
// of (by selection of members, of elements of vectors and of parts of complex
// numbers only), or nil.
func RootOf(n cc.ExpressionNode) *cc.PrimaryExpression {
	for {
		n = syntax.Unparen(n)
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
				if !ctypes.IsVector(x.PostfixExpression.Type()) {
					return nil
				}
				n = x.PostfixExpression
			case cc.PostfixExpressionPSelect:
				a := syntax.AddressOperand(x.PostfixExpression)
				if a == nil {
					return nil
				}
				n = a
			default:
				return nil
			}
		case *cc.UnaryExpression:
			if e, _ := PartOperand(x); e != nil {
				n = e
				continue
			}
			if x.Case != cc.UnaryExpressionDeref {
				return nil
			}
			a := syntax.AddressOperand(x.CastExpression)
			if a == nil {
				return nil
			}
			n = a
		default:
			return nil
		}
	}
}

// Measured is what a piece of syntax has of sizes and of definitions of
// structures.
type Measured struct {
	Sizes   []cc.ExpressionNode
	Records []*cc.StructOrUnionSpecifier
	Typeofs []*cc.TypeSpecifier // typeof(e)
}

func (m *Measured) Scan(n cc.Node) {
	w := syntax.Walker{}
	w.Pre = func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.DirectDeclarator:
			m.add(x.AssignmentExpression)
		case *cc.DirectAbstractDeclarator:
			m.add(x.AssignmentExpression)
		case *cc.StructOrUnionSpecifier:
			if x.Case == cc.StructOrUnionSpecifierDef {
				m.Records = append(m.Records, x)
			}
		case *cc.TypeSpecifier:
			if x.Case == cc.TypeSpecifierTypeofExpr {
				m.Typeofs = append(m.Typeofs, x)
				return false
			}
		case *cc.ParameterTypeList, *cc.EnumSpecifier, *cc.AttributeSpecifierList, *cc.AlignmentSpecifier, cc.ExpressionNode:
			return false
		}
		return true
	}
	w.Walk(n)
}

func (m *Measured) add(e cc.ExpressionNode) {
	if e != nil {
		m.Sizes = append(m.Sizes, e)
	}
}

// numbers is what a piece of syntax does with complex numbers, as far as it
// matters for the functions that its lowering needs. cc has some expressions
// whose values are complex as real ones; therefore what occurs together counts.
type numbers struct {
	complex  bool
	mul, div bool
	ranks    [4]bool // of the floating types that occur
}

func (s *numbers) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.MultiplicativeExpression:
		s.mul = s.mul || x.Case == cc.MultiplicativeExpressionMul
		s.div = s.div || x.Case == cc.MultiplicativeExpressionDiv
	case *cc.AssignmentExpression:
		s.mul = s.mul || x.Case == cc.AssignmentExpressionMul
		s.div = s.div || x.Case == cc.AssignmentExpressionDiv
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall && syntax.Ident(x.PostfixExpression) != nil {
			s.complex = s.complex || syntax.Ident(x.PostfixExpression).Token.SrcStr() == ccfix.ImaginaryName
		}
	case *cc.PrimaryExpression:
		if _, long := x.Value().(*cc.ComplexLongDoubleValue); long {
			s.ranks[3] = true // cc takes it for an integer
		}
	}
	if e, ok := n.(cc.ExpressionNode); ok && e.Type() != nil {
		s.complex = s.complex || cc.IsComplexType(e.Type()) || ctypes.IsMarked(e.Type())
		s.ranks[floatRanks[e.Type().Kind()]] = true
		if ctypes.IsMarked(e.Type()) {
			s.ranks[ctypes.MarkedRank(e.Type())] = true
		}
	}
}

// functions lists the functions for the products and quotients.
func (s *numbers) functions() (out []string) {
	if !s.complex {
		return nil
	}
	for rank := 1; rank <= 3; rank++ {
		if s.ranks[rank] && s.mul {
			out = append(out, prelude.ComplexFunction("mul", rank))
		}
		if s.ranks[rank] && s.div {
			out = append(out, prelude.ComplexFunction("div", rank))
		}
	}
	return out
}

// floatRanks gives the ranks of real and complex floating types.
var floatRanks = map[cc.Kind]int{cc.Float: 1, cc.ComplexFloat: 1, cc.Float32: 1, cc.Double: 2, cc.ComplexDouble: 2, cc.Float64: 2, cc.Float32x: 2,
	cc.LongDouble: 3, cc.ComplexLongDouble: 3, cc.Float64x: 3}

// IsLvalue reports whether n is an lvalue, by its syntax.
func IsLvalue(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		case cc.PrimaryExpressionIdent:
			_, ok := x.ResolvedTo().(*cc.Declarator)
			return ok
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		if e, _ := PartOperand(x); e != nil {
			return IsLvalue(syntax.Unparen(e))
		}
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// OnlyBuffer reports whether an expression names an array of static storage duration
// that the functions which main reaches mention nowhere but in calls that give it to a
// stream for its buffer, and below sizeof: what the stream does with it is not seen.
func (u *Program) OnlyBuffer(n cc.ExpressionNode, r *Reach) bool {
	id := syntax.Ident(syntax.Unparen(n))
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	if !ok || d.Type().Kind() != cc.Array || !syntax.FileScope(d) && !d.IsStatic() {
		return false
	}
	if g := u.Globals[u.NameOf(d)]; syntax.FileScope(d) && (g == nil || !g.Defined) {
		return false
	}
	key := u.VarKey(d)
	is := func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return false
		}
		other, ok := x.ResolvedTo().(*cc.Declarator)
		return ok && u.VarKey(other) == key
	}
	others := 0
	count := func(n cc.Node, by int) {
		syntax.Each(n, func(n cc.Node) {
			if is(n) {
				others += by
			}
		})
	}
	visit := func(n cc.Node) {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionSizeofExpr {
				count(x.UnaryExpression, -1)
			}
		case *cc.PostfixExpression:
			name, id := "", (*cc.PrimaryExpression)(nil)
			if x.Case == cc.PostfixExpressionCall {
				name, id = u.CalleeOf(x)
			}
			if fn := prelude.Func(name); id != nil && fn != nil && fn.Buffers() && u.Funcs[name] == nil {
				for _, i := range fn.Keeps {
					if args := syntax.Arguments(x); i < len(args) && is(syntax.Unparen(args[i])) {
						others--
					}
				}
			}
		}
	}
	for _, name := range r.Funcs {
		count(u.Funcs[name].Def.CompoundStatement, 1)
		syntax.Each(u.Funcs[name].Def.CompoundStatement, visit)
	}
	for _, name := range r.Globals {
		if g := u.Globals[name]; g != nil && g.Init != nil {
			count(g.Init, 1)
			syntax.Each(g.Init, visit)
		}
	}
	return others == 0
}
