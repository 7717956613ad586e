package frontend

import (
	"math/big"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// rvalue lowers an expression to its value.
func (f *fn) rvalue(n cc.ExpressionNode) val {
	n = unparen(n)
	tt := f.l.tt
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		return f.primary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.UnaryExpression:
		return f.unaryExpr(x)
	case *cc.CastExpression:
		return f.castExpr(x)
	case *cc.MultiplicativeExpression:
		op := "*"
		switch x.Case {
		case cc.MultiplicativeExpressionDiv:
			op = "/"
		case cc.MultiplicativeExpressionMod:
			op = "%"
		}
		return f.binaryExpr(op, x.MultiplicativeExpression, x.CastExpression, n)
	case *cc.AdditiveExpression:
		op := "+"
		if x.Case == cc.AdditiveExpressionSub {
			op = "-"
		}
		return f.binaryExpr(op, x.AdditiveExpression, x.MultiplicativeExpression, n)
	case *cc.ShiftExpression:
		op := "<<"
		if x.Case == cc.ShiftExpressionRsh {
			op = ">>"
		}
		return f.binaryExpr(op, x.ShiftExpression, x.AdditiveExpression, n)
	case *cc.RelationalExpression:
		op := map[cc.RelationalExpressionCase]string{cc.RelationalExpressionLt: "<", cc.RelationalExpressionGt: ">",
			cc.RelationalExpressionLeq: "<=", cc.RelationalExpressionGeq: ">="}[x.Case]
		return f.binaryExpr(op, x.RelationalExpression, x.ShiftExpression, n)
	case *cc.EqualityExpression:
		op := "=="
		if x.Case == cc.EqualityExpressionNeq {
			op = "!="
		}
		return f.binaryExpr(op, x.EqualityExpression, x.RelationalExpression, n)
	case *cc.AndExpression:
		return f.binaryExpr("&", x.AndExpression, x.EqualityExpression, n)
	case *cc.ExclusiveOrExpression:
		return f.binaryExpr("^", x.ExclusiveOrExpression, x.AndExpression, n)
	case *cc.InclusiveOrExpression:
		return f.binaryExpr("|", x.InclusiveOrExpression, x.ExclusiveOrExpression, n)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		return val{e: f.cond(n), t: tt.intT}
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

// effect lowers an expression whose value nobody uses.
func (f *fn) effect(n cc.ExpressionNode) {
	n = unparen(n)
	if c, ok := n.(*cc.PostfixExpression); f.l.u.pure(n) && !(ok && c.Case == cc.PostfixExpressionCall) {
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
			f.rvalue(n)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionInc, false, false, n)
		default:
			f.effect(x.CastExpression)
		}
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
	case *cc.CastExpression:
		f.effect(x.CastExpression)
	case *cc.LogicalAndExpression, *cc.LogicalOrExpression:
		end := f.newLoc(cfg.Pos{})
		f.branch(n, end, end)
		f.cur = end
	case *cc.ConditionalExpression:
		f.effectCond(x)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			f.stmtExpr(x.CompoundStatement)
		}
	default:
		f.rvalue(n)
	}
}

// discard lowers an expression without side effects whose value nobody uses:
// it matters only for what is not defined about it.
func (f *fn) discard(n cc.ExpressionNode) {
	if f.l.conf.Checks == 0 || n == nil || f.dead() {
		return
	}
	v := f.rvalue(n)
	if v.e == nil || total(v.e) {
		return
	}
	e := f.bits(v)
	f.emit(&cfg.Assign{Dst: f.tempOf(v.t, e.Type()), Src: e}, span{pos: f.at.pos}, cfg.RoleImplicit)
}

func (f *fn) effectCond(x *cc.ConditionalExpression) {
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	f.start(yes)
	if x.ExpressionList != nil {
		f.effect(x.ExpressionList)
	}
	f.jump(end)
	f.start(no)
	f.effect(x.ConditionalExpression)
	f.jump(end)
	f.start(end)
}

// start continues at x, which is dead if nothing leads there.
func (f *fn) start(x *cfg.Loc) {
	y := f.l.find(x)
	f.cur = nil
	if f.l.reached[y] {
		f.cur = y
	}
}

// cond lowers a condition to a Bool expression.
func (f *fn) cond(n cc.ExpressionNode) cfg.Expr {
	n = unparen(n)
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		return f.shortCircuit(n, x.LogicalAndExpression, x.InclusiveOrExpression, cfg.LAnd)
	case *cc.LogicalOrExpression:
		return f.shortCircuit(n, x.LogicalOrExpression, x.LogicalAndExpression, cfg.LOr)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return not(f.cond(x.CastExpression))
		}
	}
	return f.truth(f.rvalue(n))
}

// shortCircuit lowers a && b or a || b to a value.
func (f *fn) shortCircuit(n, a, b cc.ExpressionNode, op cfg.Op) cfg.Expr {
	if f.l.u.pure(b) || f.dead() {
		l := f.cond(a)
		if c, ok := l.(*cfg.Const); ok && (c.V != 0) == (op == cfg.LOr) {
			return l
		}
		return binary(op, l, f.cond(b))
	}
	t := f.temp(f.l.tt.intT)
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.branch(n, yes, no)
	for i, x := range []*cfg.Loc{no, yes} {
		f.start(x)
		f.emit(&cfg.Assign{Dst: t, Src: konst(t.Type, uint64(i))}, span{}, cfg.RoleImplicit)
		f.jump(end)
	}
	f.start(end)
	return binary(cfg.Ne, &cfg.VarRef{V: t}, konst(t.Type, 0))
}

// branch continues at yes if n holds and at no otherwise. Parts without side
// effects stay together in one condition.
func (f *fn) branch(n cc.ExpressionNode, yes, no *cfg.Loc) {
	n = unparen(n)
	if f.l.u.pure(n) {
		f.fork(f.cond(n), yes, no, f.l.src.node(n))
		return
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		mid := f.newLoc(cfg.Pos{})
		f.branch(x.LogicalAndExpression, mid, no)
		f.start(mid)
		f.branch(x.InclusiveOrExpression, yes, no)
	case *cc.LogicalOrExpression:
		mid := f.newLoc(cfg.Pos{})
		f.branch(x.LogicalOrExpression, yes, mid)
		f.start(mid)
		f.branch(x.LogicalAndExpression, yes, no)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.branch(x.CastExpression, no, yes)
			return
		}
		f.fork(f.cond(n), yes, no, f.l.src.node(n))
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.effect(x.AssignmentExpression)
		}
		f.branch(x.AssignmentExpression, yes, no)
	default:
		f.fork(f.cond(n), yes, no, f.l.src.node(n))
	}
}

// conditional lowers c ? a : b.
func (f *fn) conditional(x *cc.ConditionalExpression) val {
	if f.l.u.pure(x) {
		c := val{}
		var ce cfg.Expr
		if x.ExpressionList == nil {
			c = f.rvalue(x.LogicalOrExpression)
			ce = f.truth(c)
		} else {
			ce = f.cond(x.LogicalOrExpression)
			if k, ok := ce.(*cfg.Const); ok {
				return f.chosen(x, k.V != 0)
			}
			c = f.rvalue(x.ExpressionList)
		}
		b := f.rvalue(x.ConditionalExpression)
		t := f.condType(c, b, x)
		switch {
		case t.k == kVoid:
			return f.void()
		case t.aggregate():
			return f.structCond(ce, c, b)
		case c.e.Type().Kind == cfg.Bool && b.e.Type().Kind == cfg.Bool:
			return val{e: ite(ce, c.e, b.e), t: t}
		}
		return val{e: ite(ce, f.conv(c, t), f.conv(b, t)), t: t}
	}
	t := f.typeOf(x)
	if t.k == kVoid {
		f.effectCond(x)
		return f.void()
	}
	var dst place
	if t.aggregate() {
		dst = f.structTemp(t)
	} else {
		dst = place{t: t, flat: &flat{t: t, v: f.temp(t)}}
	}
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	var c val
	if x.ExpressionList == nil {
		c = f.save(f.rvalue(x.LogicalOrExpression))
		f.fork(f.truth(c), yes, no, f.l.src.node(x.LogicalOrExpression))
	} else {
		f.decide("?", x.Token, x.LogicalOrExpression, yes, no)
	}
	f.start(yes)
	if x.ExpressionList != nil {
		c = f.rvalue(x.ExpressionList)
	}
	f.store(dst, c, span{pos: f.at.pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(no)
	f.store(dst, f.rvalue(x.ConditionalExpression), span{pos: f.at.pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return f.load(dst)
}

// chosen lowers a conditional whose condition is constant: the other operand
// contributes its type only.
func (f *fn) chosen(x *cc.ConditionalExpression, yes bool) val {
	t := f.typeOf(x)
	n := x.ConditionalExpression
	if yes {
		n = x.ExpressionList
	}
	v := f.rvalue(n)
	if t.scalar() && v.e != nil && v.e.Type().Kind != cfg.Bool {
		return val{e: f.conv(v, t), t: t}
	}
	return v
}

func (f *fn) structCond(c cfg.Expr, a, b val) val {
	t := f.structTemp(a.t)
	yes, no, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(c, yes, no, span{})
	f.start(yes)
	f.store(t, a, span{}, cfg.RoleImplicit)
	f.jump(end)
	f.start(no)
	f.store(t, b, span{}, cfg.RoleImplicit)
	f.jump(end)
	f.start(end)
	return f.load(t)
}

// condType is the type of a conditional expression.
func (f *fn) condType(a, b val, n cc.ExpressionNode) *ctype {
	tt := f.l.tt
	switch {
	case a.t.arith() && b.t.arith():
		return tt.usual(a.t, b.t)
	case a.t.k == kVoid || b.t.k == kVoid:
		return tt.void
	case a.t.aggregate():
		return a.t
	case a.t.k == kPtr && b.t.k == kPtr:
		switch {
		case b.e != nil && isConst(b.e, 0):
			return a.t
		case a.e != nil && isConst(a.e, 0):
			return b.t
		case tt.elemOf(b.t).k == kVoid:
			return b.t
		}
		return a.t
	case a.t.k == kPtr:
		return a.t
	}
	return b.t
}

// typeOf returns the type of the value of an expression without lowering it.
func (f *fn) typeOf(n cc.ExpressionNode) *ctype {
	saved := f.cur
	f.cur = nil
	defer func() { f.cur = saved }()
	if x, ok := unparen(n).(*cc.ConditionalExpression); ok {
		var a val
		if x.ExpressionList != nil {
			a = f.typeVal(x.ExpressionList)
		} else {
			a = f.typeVal(x.LogicalOrExpression)
		}
		return f.condType(a, f.typeVal(x.ConditionalExpression), n)
	}
	return f.typeVal(n).t
}

// typeVal lowers n where nothing is emitted.
func (f *fn) typeVal(n cc.ExpressionNode) val {
	saved := f.cur
	f.cur = nil
	defer func() { f.cur = saved }()
	return f.rvalue(n)
}

// objectType returns the type of an operand of sizeof: arrays do not decay.
func (f *fn) objectType(n cc.ExpressionNode) *ctype {
	saved := f.cur
	f.cur = nil
	defer func() { f.cur = saved }()
	n = unparen(n)
	if isLvalue(n) {
		return f.place(n).t
	}
	return f.rvalue(n).t
}

// isLvalue reports whether n is lowered by place.
func isLvalue(n cc.ExpressionNode) bool {
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
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
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
		t := tt.of(x.Type())
		switch v := x.Value().(type) {
		case cc.Int64Value:
			return val{e: konst(tt.value(t), uint64(v)), t: t}
		case cc.UInt64Value:
			return val{e: konst(tt.value(t), uint64(v)), t: t}
		}
	case cc.PrimaryExpressionFloat:
		t := tt.of(x.Type())
		if t.k != kFloat {
			f.fail(x, "floating constant of type %s", x.Type())
		}
		switch v := x.Value().(type) {
		case cc.Float64Value:
			return val{e: floatConst(t.bits, float64(v)), t: t}
		case *cc.LongDoubleValue:
			d, _ := (*big.Float)(v).Float64()
			return val{e: floatConst(t.bits, d), t: t}
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

// enumerator is the value of an enumeration constant.
func (f *fn) enumerator(d *cc.Enumerator) val {
	tt := f.l.tt
	if d.ConstantExpression != nil {
		if v, ok := f.l.constInt(d.ConstantExpression); ok {
			return f.enumConst(v)
		}
	}
	switch v := d.Value().(type) {
	case cc.Int64Value:
		return f.enumConst(int64(v))
	case cc.UInt64Value:
		if uint64(v) > 1<<63-1 {
			return val{e: konst(cfg.BV(64), uint64(v)), t: tt.ullong}
		}
		return f.enumConst(int64(v))
	}
	panic(unsupported{"enumeration constant " + d.Token.SrcStr(), f.at})
}

func (f *fn) enumConst(v int64) val {
	tt := f.l.tt
	switch {
	case v == int64(int32(v)):
		return val{e: konst(cfg.BV(32), uint64(v)), t: tt.intT}
	case v == int64(uint32(v)):
		return val{e: konst(cfg.BV(32), uint64(v)), t: tt.uintT}
	}
	return val{e: konst(cfg.BV(64), uint64(v)), t: tt.llong}
}

// castExpr lowers (T)e.
func (f *fn) castExpr(x *cc.CastExpression) val {
	tt := f.l.tt
	t := tt.of(x.TypeName.Type())
	if t.k == kVoid {
		f.effect(x.CastExpression)
		return f.void()
	}
	v := f.rvalue(x.CastExpression)
	switch {
	case t.scalar():
		if v.t.k == kFloat && v.e != nil && t.k == kInt && t.signed && !t.isBool {
			return val{e: f.toSigned(f.l.src.node(x), t, v.e), t: t}
		}
		return val{e: f.conv(v, t), t: t}
	case t.k == kUnion && v.e != nil: // GNU cast to union
		for _, fd := range f.fieldsOf(t) {
			if fd.t.k == v.t.k && tt.sizeOf(fd.t) == tt.sizeOf(v.t) {
				p := f.structTemp(t)
				f.store(f.member(p, []*field{fd}), v, span{}, cfg.RoleImplicit)
				return f.load(p)
			}
		}
	case v.lv != nil:
		return v
	}
	f.fail(x, "cast to %s", t.name)
	return val{}
}

func (f *fn) fieldsOf(t *ctype) []*field {
	f.l.tt.layout(t)
	return t.fields
}

// unaryExpr lowers prefix operators.
func (f *fn) unaryExpr(x *cc.UnaryExpression) val {
	tt := f.l.tt
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return f.increment(x.UnaryExpression, x.Case == cc.UnaryExpressionInc, true, false, x)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x.CastExpression, x)
	case cc.UnaryExpressionDeref:
		return f.load(f.place(x))
	case cc.UnaryExpressionNot:
		return val{e: not(f.cond(x.CastExpression)), t: tt.intT}
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		v := f.rvalue(x.CastExpression)
		if !v.t.arith() {
			f.fail(x, "operand of type %s", v.t.name)
		}
		t := tt.promote(v.t)
		e := f.conv(v, t)
		switch {
		case x.Case == cc.UnaryExpressionPlus:
		case t.k == kFloat && x.Case == cc.UnaryExpressionMinus:
			e = unary(cfg.FNeg, e)
		case t.k == kFloat:
			f.fail(x, "complement of a floating value")
		case x.Case == cc.UnaryExpressionMinus:
			if t.signed {
				e = f.arith(x, t).neg(e)
			} else {
				e = unary(cfg.Neg, e)
			}
		default:
			e = unary(cfg.Not, e)
		}
		return val{e: e, t: t}
	case cc.UnaryExpressionLabelAddr:
		return val{e: f.sizeConst(f.l.labelAddr(x.Token2.SrcStr())), t: tt.voidPtr}
	case cc.UnaryExpressionSizeofExpr:
		return f.sizeofType(f.objectType(x.UnaryExpression), x)
	case cc.UnaryExpressionSizeofType:
		return f.sizeofType(tt.of(x.TypeName.Type()), x)
	case cc.UnaryExpressionAlignofExpr:
		return f.sizeVal(tt.alignOf(f.objectType(x.UnaryExpression)))
	case cc.UnaryExpressionAlignofType:
		return f.sizeVal(tt.alignOf(tt.of(x.TypeName.Type())))
	}
	f.fail(x, "operator %s", x.Token.SrcStr())
	return val{}
}

func (f *fn) sizeVal(n uint64) val { return val{e: f.sizeConst(n), t: f.l.tt.size} }

// sizeofType is sizeof for a type, computed at run time for variable-length
// arrays.
func (f *fn) sizeofType(t *ctype, n cc.ExpressionNode) val {
	if t.vla != nil {
		return val{e: t.vla, t: f.l.tt.size}
	}
	if t.k == kArray && t.n < 0 && t.lenX != nil {
		return val{e: f.vlaSize(t), t: f.l.tt.size}
	}
	if t.k == kInvalid {
		f.fail(n, "values of type %s", t.name)
	}
	return f.sizeVal(f.l.tt.sizeOf(t))
}

// vlaSize computes the size in bytes of an array type of variable length.
func (f *fn) vlaSize(t *ctype) cfg.Expr {
	tt := f.l.tt
	if t.k != kArray {
		return f.sizeConst(tt.sizeOf(t))
	}
	if t.vla != nil {
		return t.vla
	}
	el := f.vlaSize(tt.elemOf(t))
	if t.n >= 0 || t.lenX == nil {
		return binary(cfg.Mul, f.sizeConst(uint64(max(t.n, 0))), el)
	}
	return binary(cfg.Mul, f.conv(f.rvalue(t.lenX), tt.size), el)
}

// addressOf lowers &e.
func (f *fn) addressOf(n, at cc.ExpressionNode) val {
	tt := f.l.tt
	n = unparen(n)
	if !isLvalue(n) {
		v := f.rvalue(n)
		if v.lv == nil || v.lv.addr == nil {
			f.fail(at, "address of a value")
		}
		return val{e: v.lv.addr, t: tt.ptrTo(v.t)}
	}
	p := f.place(n)
	if p.t.k == kFunc {
		return val{e: p.addr, t: tt.ptrTo(p.t)}
	}
	if p.addr == nil || p.bf != nil {
		if f.dead() {
			return val{e: f.sizeConst(0), t: tt.ptrTo(p.t)}
		}
		f.fail(at, "address of a variable that has none")
	}
	return val{e: p.addr, t: tt.ptrTo(p.t)}
}
