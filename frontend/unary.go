package frontend

import (
	"math/big"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// primary lowers identifiers and literals.
func (f *fn) primary(x *cc.PrimaryExpression) emit.Value {
	tt := f.l.Types
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Enumerator:
			return f.enumerator(d)
		case *cc.Declarator:
			return f.Load(f.variable(d, x))
		}
		f.Fail(x, "undeclared identifier %s", x.Token.SrcStr())
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		t := tt.Of(x.Type())
		switch v := x.Value().(type) {
		case cc.Int64Value:
			return emit.Value{Expr: emit.Const(tt.Value(t), uint64(v)), Type: t}
		case cc.UInt64Value:
			return emit.Value{Expr: emit.Const(tt.Value(t), uint64(v)), Type: t}
		}
	case cc.PrimaryExpressionFloat:
		if v, ok := f.Imaginary(x); ok {
			return v
		}
		t := tt.Of(x.Type())
		if t.Kind == ctypes.Extended {
			return f.ExtLiteral(x)
		}
		if t.Kind != ctypes.Float {
			f.Fail(x, "floating constant of type %s", x.Type())
		}
		switch v := x.Value().(type) {
		case cc.Float64Value:
			return emit.Value{Expr: emit.FloatConst(t.Bits, float64(v)), Type: t}
		case *cc.LongDoubleValue:
			d, _ := (*big.Float)(v).Float64()
			return emit.Value{Expr: emit.FloatConst(t.Bits, d), Type: t}
		}
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.Load(f.stringPlace(x))
	case cc.PrimaryExpressionStmt:
		return f.stmtExpr(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return f.rvalue(a.AssignmentExpression)
		}
	}
	f.Fail(x, "expression %s", x.Token.SrcStr())
	return emit.Value{}
}

// castExpr lowers (T)e.
func (f *fn) castExpr(x *cc.CastExpression) emit.Value {
	tt := f.l.Types
	if name := link.PartName(x.TypeName.Type()); name != "" {
		return f.partCast(x, name)
	}
	f.measureName(x.TypeName)
	t := f.namedType(x.TypeName)
	if t.Kind == ctypes.Void {
		f.Effect(x.CastExpression)
		return f.Void()
	}
	if v, ok := f.ConvertVector(x, t); ok {
		return v
	}
	f.cut(x.CastExpression, t, true)
	v := f.rvalue(x.CastExpression)
	switch {
	case t.Composite():
		return f.Convert(v, t, x)
	case t.Scalar():
		if v.Type.Kind == ctypes.Float && v.Expr != nil && t.Kind == ctypes.Int && !t.Bool {
			return emit.Value{Expr: f.ToInteger(f.l.Linked.Sources.Node(x), t, v.Expr), Type: t}
		}
		return emit.Value{Expr: f.CastScalar(v, t), Type: t}
	case t.Kind == ctypes.Union && v.Expr != nil: // GNU cast to union
		for _, fd := range f.FieldsOf(t) {
			if fd.Type.Kind == v.Type.Kind && tt.SizeOf(fd.Type) == tt.SizeOf(v.Type) {
				p := f.StructTemp(t)
				f.Store(f.Member(p, []*ctypes.Field{fd}), v, parse.Span{}, cfg.RoleImplicit)
				return f.Load(p)
			}
		}
	case v.Place != nil:
		return v
	}
	f.Fail(x, "cast to %s", t.Name)
	return emit.Value{}
}

// unaryExpr lowers prefix operators.
func (f *fn) unaryExpr(x *cc.UnaryExpression) emit.Value {
	tt := f.l.Types
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionInc, true, false, x)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression, x)
	case cc.UnaryExpressionDeref, cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.Load(f.place(x))
	case cc.UnaryExpressionNot:
		return emit.Value{Expr: cfg.Negate(f.Cond(x.CastExpression)), Type: tt.Int}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		f.enumerated(x.Token.SrcStr(), nil, x.CastExpression, x)
		v := f.rvalue(x.CastExpression)
		if v.Type.Composite() {
			return f.CompositeUnary(x.Token.SrcStr(), v, x)
		}
		if !v.Type.Arith() {
			f.Fail(x, "operand of type %s", v.Type.Name)
		}
		t := tt.Promote(v.Type)
		e := f.Conv(v, t)
		switch {
		case x.Case == cc.UnaryExpressionPlus:
		case t.Kind == ctypes.Float && x.Case == cc.UnaryExpressionMinus:
			e = emit.Unary(cfg.FNeg, e)
		case t.Kind == ctypes.Float:
			f.Fail(x, "complement of a floating value")
		case x.Case == cc.UnaryExpressionMinus:
			if t.Signed {
				e = f.Arith(x, t).Neg(e)
			} else {
				e = emit.Unary(cfg.Neg, e)
			}
		default:
			e = emit.Unary(cfg.Not, e)
		}
		return emit.Value{Expr: e, Type: t}
	case cc.UnaryExpressionLabelAddr:
		return emit.Value{Expr: f.SizeConst(f.l.Names.Label(x.Token2.SrcStr())), Type: tt.VoidPtr}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofExpr(x)
	case cc.UnaryExpressionSizeofType:
		t := f.namedType(x.TypeName)
		if tt.Dynamic(t) {
			f.measureName(x.TypeName)
		}
		return f.sizeofType(t, x)
	case cc.UnaryExpressionAlignofExpr:
		return f.sizeVal(f.alignofExpr(x.UnaryExpression))
	case cc.UnaryExpressionAlignofType:
		t := f.namedType(x.TypeName)
		if a := x.TypeName.Type().Attributes(); saysAtomic(x.TypeName) || a != nil && t.Kind == ctypes.Int && uint64(max(a.Aligned(), 0)) == t.Size {
			return f.sizeVal(max(tt.AlignOf(t), tt.LockFree(t)))
		}
		if strings.HasPrefix(x.Token.SrcStr(), "__") {
			return f.sizeVal(tt.PreferredAlign(t))
		}
		return f.sizeVal(tt.AlignOf(t))
	}
	f.Fail(x, "operator %s", x.Token.SrcStr())
	return emit.Value{}
}

// saysAtomic reports whether a type name without declarator has the word _Atomic.
func saysAtomic(n *cc.TypeName) bool {
	if n.AbstractDeclarator != nil {
		return false
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil && l.TypeQualifier.Case == cc.TypeQualifierAtomic || l.TypeSpecifier != nil && l.TypeSpecifier.Case == cc.TypeSpecifierAtomic {
			return true
		}
	}
	return false
}

// addressOf lowers &e.
func (f *fn) addressOf(n, at cc.ExpressionNode) emit.Value {
	tt := f.l.Types
	n = syntax.Unparen(n)
	if !link.IsLvalue(n) {
		v := f.rvalue(n)
		if v.Place == nil || v.Place.Addr == nil {
			f.Fail(at, "address of a value")
		}
		return emit.Value{Expr: v.Place.Addr, Type: tt.PointerTo(v.Type)}
	}
	p := f.place(n)
	if p.Type.Kind == ctypes.Func {
		return emit.Value{Expr: p.Addr, Type: tt.PointerTo(p.Type)}
	}
	f.past(p.Addr)
	for x := range cfg.Pointers(p.Addr) { // nothing is accessed
		delete(f.l.Followed, x)
	}
	if p.Addr == nil || p.BitField != nil {
		if f.Dead() {
			return emit.Value{Expr: f.SizeConst(0), Type: tt.PointerTo(p.Type)}
		}
		f.Fail(at, "address of a variable that has none")
	}
	return emit.Value{Expr: p.Addr, Type: tt.PointerTo(p.Type)}
}

// partCast is the value of (__culprit_real)e or (__culprit_imag)e.
func (f *fn) partCast(x *cc.CastExpression, name string) emit.Value {
	v := f.rvalue(x.CastExpression)
	i := 0
	if name == ccfix.ImagName {
		i = 1
	}
	switch {
	case v.Type.Kind == ctypes.Complex:
		return f.Parts(v)[i]
	case !v.Type.Real():
		f.Fail(x, "part of a value of type %s", v.Type.Name)
	case i == 1:
		return f.ZeroOf(v.Type)
	}
	return v
}

func (f *fn) sizeVal(n uint64) emit.Value {
	return emit.Value{Expr: f.SizeConst(n), Type: f.l.Types.Size}
}

// sizeofType is sizeof for a type.
func (f *fn) sizeofType(t *ctypes.Type, n cc.ExpressionNode) emit.Value {
	if t.Kind == ctypes.Invalid {
		f.Fail(n, "values of type %s", t.Name)
	}
	return emit.Value{Expr: f.Size(t), Type: f.l.Types.Size}
}

// sizeofExpr is sizeof for an expression, which is evaluated if its type is of
// variable size.
func (f *fn) sizeofExpr(x *cc.UnaryExpression) emit.Value {
	n := x.UnaryExpression
	f.enumerated("sizeof", nil, n, x)
	t := f.ObjectType(n)
	if f.l.Types.Dynamic(t) && !f.l.Linked.Pure(n) && !f.Dead() {
		f.locate(n)
	}
	return f.sizeofType(t, x)
}

// alignofExpr is the alignment of an expression in both spellings: that of the
// variable, the function or the member it designates, or the preferred one of
// its type.
func (f *fn) alignofExpr(n cc.ExpressionNode) uint64 {
	if x, ok := syntax.Unparen(n).(*cc.PostfixExpression); ok && (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
		t := f.ObjectType(x.PostfixExpression)
		if x.Case == cc.PostfixExpressionPSelect {
			t = f.l.Types.ElemOf(f.TypeOf(x.PostfixExpression))
		}
		if path := f.l.Types.FindMember(t, x.Token2.SrcStr()); len(path) > 0 && !path[len(path)-1].Bit {
			return path[len(path)-1].Align
		}
	}
	align := f.l.Types.PreferredAlign(f.ObjectType(n))
	if id := syntax.Ident(n); id != nil {
		if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
			align = max(align, f.l.alignment(d))
		}
	}
	return align
}
