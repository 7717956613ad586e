package frontend

import (
	"math/big"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// rvalue lowers an expression to its value.
func (f *fn) rvalue(n cc.ExpressionNode) emit.Value {
	n = syntax.Unparen(n)
	tt := f.l.Types
	if v, done := f.evaluated[n]; done {
		return v
	}
	if op, a, b := binaryParts(n); op != "" {
		return f.binaryExpr(op, a, b, n)
	}
	f.leads(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unaryExpr(x)
	case *cc.CastExpression:
		return f.castExpr(x)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return emit.Value{Expr: f.Cond(n), Type: tt.Int}
	case *cc.ConditionalExpression:
		return f.conditional(x)
	case *cc.AssignmentExpression:
		return f.assignment(x, true)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.Effect(x.AssignmentExpression)
		}
		return f.rvalue(x.AssignmentExpression)
	}
	f.Fail(n, "expression")
	return emit.Value{}
}

// Effect lowers an expression whose value is unused.
func (f *fn) Effect(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
	if _, done := f.evaluated[n]; done {
		return
	}
	if c, ok := n.(*cc.PostfixExpression); f.l.Linked.Pure(n) && !(ok && c.Case == cc.PostfixExpressionCall) {
		f.discard(n)
		return
	}
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		f.assignment(x, false)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionInc, false, true, n)
		case cc.PostfixExpressionCall:
			f.call(x, library.Use{})
		default:
			f.drop(f.rvalue(n))
		}
	case *cc.UnaryExpression:
		if _, ok := f.vaArg(x); ok {
			return
		}
		switch {
		case x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec:
			f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionInc, false, false, n)
		case f.checked():
			f.discard(n)
		case x.CastExpression == nil: // sizeof and parts of complex numbers
			f.rvalue(n)
		default:
			f.Effect(x.CastExpression)
		}
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.Effect(x.AssignmentExpression)
		}
	case *cc.CastExpression:
		if f.checked() {
			f.discard(n)
			return
		}
		f.measureName(x.TypeName)
		f.Effect(x.CastExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		end := f.NewLoc(cfg.Pos{})
		f.Branch(n, end, end)
		f.Cur = end
	case *cc.ConditionalExpression:
		f.effectCond(x)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			f.drop(f.stmtExpr(x.CompoundStatement))
		}
	default:
		f.drop(f.rvalue(n))
	}
}

// checked reports that it matters whether C defines an unused value.
func (f *fn) checked() bool { return f.l.conf.Checks != 0 || f.l.conf.Execute }

// discard lowers an expression whose value is unused, but which C may leave
// undefined.
func (f *fn) discard(n cc.ExpressionNode) {
	if !f.checked() || n == nil || f.Dead() {
		return
	}
	if x, ok := syntax.Unparen(n).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionDeref {
		if p := f.place(x); p.Type.Kind == ctypes.Void { // only the pointer is evaluated
			f.drop(emit.Value{Expr: p.Addr, Type: f.l.Types.VoidPtr})
		} else {
			f.drop(f.Load(p))
		}
		return
	}
	f.drop(f.rvalue(n))
}

// drop evaluates an unused value where that may be undefined.
func (f *fn) drop(v emit.Value) {
	if !f.checked() || f.Dead() {
		return
	}
	if v.Place != nil && v.Place.Flat == nil {
		if _, object := v.Place.Addr.(*cfg.AddrOf); !object {
			f.Save(v)
		}
		return
	}
	if v.Expr == nil || emit.Total(v.Expr) && !f.l.conf.Execute {
		return
	}
	switch v.Expr.(type) {
	case *cfg.Const, *cfg.VarRef, *cfg.AddrOf, *cfg.FuncAddr:
		return
	}
	e := f.Bits(v)
	f.Emit(&cfg.Assign{Dst: f.TempOf(v.Type, e.Type()), Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
}

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
		f.measureName(x.TypeName)
		return f.sizeofType(f.namedType(x.TypeName), x)
	case cc.UnaryExpressionAlignofExpr:
		return f.sizeVal(f.alignofExpr(x.UnaryExpression))
	case cc.UnaryExpressionAlignofType:
		t := f.namedType(x.TypeName)
		if a := x.TypeName.Type().Attributes(); a != nil && t.Kind == ctypes.Int && uint64(max(a.Aligned(), 0)) == t.Size { // of an atomic type
			return f.sizeVal(t.Size)
		}
		if strings.HasPrefix(x.Token.SrcStr(), "__") {
			return f.sizeVal(tt.PreferredAlign(t))
		}
		return f.sizeVal(tt.AlignOf(t))
	}
	f.Fail(x, "operator %s", x.Token.SrcStr())
	return emit.Value{}
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
	for e := p.Addr; e != nil; { // nothing is accessed
		delete(f.l.Followed, e)
		b, ok := e.(*cfg.Binary)
		if !ok || b.Op != cfg.PtrAdd {
			break
		}
		e = b.X
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

// binaryParts takes an operation apart that computes both operands; op is "" for
// other expressions.
func binaryParts(n cc.ExpressionNode) (op string, a, b cc.ExpressionNode) {
	t, a, b, _ := syntax.Binary(n)
	if op = t.SrcStr(); op == "&&" || op == "||" {
		return "", nil, nil
	}
	return op, a, b
}
