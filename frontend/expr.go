package frontend

import (
	"math/big"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// rvalue lowers an expression to its value.
func (f *fn) rvalue(n cc.ExpressionNode) val {
	n = syntax.Unparen(n)
	tt := f.l.tt
	if v, done := f.evaluated[n]; done {
		return v
	}
	if op, a, b := binaryParts(n); op != "" {
		return f.binaryExpr(op, a, b, n)
	}
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
		return val{e: f.cond(n), t: tt.Int}
	case *cc.ConditionalExpression:
		return f.conditional(x)
	case *cc.AssignmentExpression:
		return f.assignment(x, true)
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
		return f.rvalue(x.AssignmentExpression)
	}
	f.fail(n, "expression")
	return val{}
}

// effect lowers an expression whose value is unused.
func (f *fn) effect(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
	if _, done := f.evaluated[n]; done {
		return
	}
	if c, ok := n.(*cc.PostfixExpression); f.l.u.Pure(n) && !(ok && c.Case == cc.PostfixExpressionCall) {
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
			f.call(x, callUse{})
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
			f.effect(x.CastExpression)
		}
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
	case *cc.CastExpression:
		if f.checked() {
			f.discard(n)
			return
		}
		f.measureName(x.TypeName)
		f.effect(x.CastExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		end := f.newLoc(cfg.Pos{})
		f.branch(n, end, end)
		f.cur = end
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
	if !f.checked() || n == nil || f.dead() {
		return
	}
	if x, ok := syntax.Unparen(n).(*cc.UnaryExpression); ok && x.Case == cc.UnaryExpressionDeref {
		if p := f.place(x); p.t.Kind == ctypes.Void { // only the pointer is evaluated
			f.drop(val{e: p.addr, t: f.l.tt.VoidPtr})
		} else {
			f.drop(f.load(p))
		}
		return
	}
	f.drop(f.rvalue(n))
}

// drop evaluates an unused value where that may be undefined.
func (f *fn) drop(v val) {
	if !f.checked() || f.dead() {
		return
	}
	if v.lv != nil && v.lv.flat == nil {
		if _, object := v.lv.addr.(*cfg.AddrOf); !object {
			f.save(v)
		}
		return
	}
	if v.e == nil || total(v.e) && !f.l.conf.Execute {
		return
	}
	switch v.e.(type) {
	case *cfg.Const, *cfg.VarRef, *cfg.AddrOf, *cfg.FuncAddr:
		return
	}
	e := f.bits(v)
	f.emit(&cfg.Assign{Dst: f.tempOf(v.t, e.Type()), Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
}

// primary lowers identifiers and literals.
func (f *fn) primary(x *cc.PrimaryExpression) val {
	tt := f.l.tt
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		switch d := x.ResolvedTo().(type) {
		case *cc.Enumerator:
			return f.enumerator(d)
		case *cc.Declarator:
			return f.load(f.variable(d, x))
		}
		f.fail(x, "undeclared identifier %s", x.Token.SrcStr())
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		t := tt.Of(x.Type())
		switch v := x.Value().(type) {
		case cc.Int64Value:
			return val{e: konst(tt.Value(t), uint64(v)), t: t}
		case cc.UInt64Value:
			return val{e: konst(tt.Value(t), uint64(v)), t: t}
		}
	case cc.PrimaryExpressionFloat:
		if v, ok := f.imaginary(x); ok {
			return v
		}
		t := tt.Of(x.Type())
		if t.Kind == ctypes.Extended {
			return f.extLiteral(x)
		}
		if t.Kind != ctypes.Float {
			f.fail(x, "floating constant of type %s", x.Type())
		}
		switch v := x.Value().(type) {
		case cc.Float64Value:
			return val{e: floatConst(t.Bits, float64(v)), t: t}
		case *cc.LongDoubleValue:
			d, _ := (*big.Float)(v).Float64()
			return val{e: floatConst(t.Bits, d), t: t}
		}
	case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
		return f.load(f.stringPlace(x))
	case cc.PrimaryExpressionStmt:
		return f.stmtExpr(x.CompoundStatement)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return f.rvalue(a.AssignmentExpression)
		}
	}
	f.fail(x, "expression %s", x.Token.SrcStr())
	return val{}
}

// castExpr lowers (T)e.
func (f *fn) castExpr(x *cc.CastExpression) val {
	tt := f.l.tt
	if name := link.PartName(x.TypeName.Type()); name != "" {
		return f.partCast(x, name)
	}
	f.measureName(x.TypeName)
	t := f.namedType(x.TypeName)
	if t.Kind == ctypes.Void {
		f.effect(x.CastExpression)
		return f.void()
	}
	if v, ok := f.convertVector(x, t); ok {
		return v
	}
	f.cut(x.CastExpression, t, true)
	v := f.rvalue(x.CastExpression)
	switch {
	case t.Composite():
		return f.convert(v, t, x)
	case t.Scalar():
		if v.t.Kind == ctypes.Float && v.e != nil && t.Kind == ctypes.Int && !t.Bool {
			return val{e: f.toInteger(f.l.u.Sources.Node(x), t, v.e), t: t}
		}
		return val{e: f.castScalar(v, t), t: t}
	case t.Kind == ctypes.Union && v.e != nil: // GNU cast to union
		for _, fd := range f.fieldsOf(t) {
			if fd.Type.Kind == v.t.Kind && tt.SizeOf(fd.Type) == tt.SizeOf(v.t) {
				p := f.structTemp(t)
				f.store(f.member(p, []*ctypes.Field{fd}), v, parse.Span{}, cfg.RoleImplicit)
				return f.load(p)
			}
		}
	case v.lv != nil:
		return v
	}
	f.fail(x, "cast to %s", t.Name)
	return val{}
}

func (f *emitter) fieldsOf(t *ctypes.Type) []*ctypes.Field {
	f.l.tt.Layout(t)
	return t.Fields
}

// unaryExpr lowers prefix operators.
func (f *fn) unaryExpr(x *cc.UnaryExpression) val {
	tt := f.l.tt
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionInc, true, false, x)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression, x)
	case cc.UnaryExpressionDeref, cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return f.load(f.place(x))
	case cc.UnaryExpressionNot:
		return val{e: cfg.Negate(f.cond(x.CastExpression)), t: tt.Int}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := f.rvalue(x.CastExpression)
		if v.t.Composite() {
			return f.compositeUnary(x.Token.SrcStr(), v, x)
		}
		if !v.t.Arith() {
			f.fail(x, "operand of type %s", v.t.Name)
		}
		t := tt.Promote(v.t)
		e := f.conv(v, t)
		switch {
		case x.Case == cc.UnaryExpressionPlus:
		case t.Kind == ctypes.Float && x.Case == cc.UnaryExpressionMinus:
			e = unary(cfg.FNeg, e)
		case t.Kind == ctypes.Float:
			f.fail(x, "complement of a floating value")
		case x.Case == cc.UnaryExpressionMinus:
			if t.Signed {
				e = f.arith(x, t).neg(e)
			} else {
				e = unary(cfg.Neg, e)
			}
		default:
			e = unary(cfg.Not, e)
		}
		return val{e: e, t: t}
	case cc.UnaryExpressionLabelAddr:
		return val{e: f.sizeConst(f.l.names.label(x.Token2.SrcStr())), t: tt.VoidPtr}
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
	f.fail(x, "operator %s", x.Token.SrcStr())
	return val{}
}

// addressOf lowers &e.
func (f *fn) addressOf(n, at cc.ExpressionNode) val {
	tt := f.l.tt
	n = syntax.Unparen(n)
	if !isLvalue(n) {
		v := f.rvalue(n)
		if v.lv == nil || v.lv.addr == nil {
			f.fail(at, "address of a value")
		}
		return val{e: v.lv.addr, t: tt.PointerTo(v.t)}
	}
	p := f.place(n)
	if p.t.Kind == ctypes.Func {
		return val{e: p.addr, t: tt.PointerTo(p.t)}
	}
	for e := p.addr; e != nil; { // nothing is accessed
		delete(f.l.followed, e)
		b, ok := e.(*cfg.Binary)
		if !ok || b.Op != cfg.PtrAdd {
			break
		}
		e = b.X
	}
	if p.addr == nil || p.bf != nil {
		if f.dead() {
			return val{e: f.sizeConst(0), t: tt.PointerTo(p.t)}
		}
		f.fail(at, "address of a variable that has none")
	}
	return val{e: p.addr, t: tt.PointerTo(p.t)}
}
