package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The recursion of the lowering over expressions: each kind of node goes to the
// function that lowers it, which comes back here for its operands.

// rvalue lowers an expression to its value.
func (f *fn) rvalue(n cc.ExpressionNode) emit.Value {
	n = syntax.Unparen(n)
	tt := f.l.Types
	if v, done := f.evaluated[n]; done {
		return v
	}
	if op, a, b := syntax.Operation(n); op != "" {
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

// TypeOf returns the type of the value of an expression without lowering it.
func (f *fn) TypeOf(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	if x, ok := syntax.Unparen(n).(*cc.ConditionalExpression); ok {
		var a emit.Value
		if x.ExpressionList != nil {
			a = f.TypeVal(x.ExpressionList)
		} else {
			a = f.TypeVal(x.LogicalOrExpression)
		}
		return f.condType(a, f.TypeVal(x.ConditionalExpression))
	}
	return f.TypeVal(n).Type
}

// ObjectType returns the type of an operand of sizeof: arrays do not decay.
func (f *fn) ObjectType(n cc.ExpressionNode) *ctypes.Type {
	saved := f.Cur
	f.Cur = nil
	defer func() { f.Cur = saved }()
	n = syntax.Unparen(n)
	if link.IsLvalue(n) {
		return f.place(n).Type
	}
	return f.rvalue(n).Type
}

// place lowers an lvalue.
func (f *fn) place(n cc.ExpressionNode) emit.Place {
	p := f.placeOf(n)
	if f.Typed(p) {
		p.Denoted = f.denoted(n)
	}
	return p
}

func (f *fn) placeOf(n cc.ExpressionNode) emit.Place {
	n = syntax.Unparen(n)
	tt := f.l.Types
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				return f.variable(d, x)
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return f.stringPlace(x)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return f.index(x)
		case cc.PostfixExpressionSelect:
			return f.selectMember(x, x.PostfixExpression, false)
		case cc.PostfixExpressionPSelect:
			return f.selectMember(x, x.PostfixExpression, true)
		case cc.PostfixExpressionComplit:
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		if e, imag := link.PartOperand(x); e != nil {
			return f.complexPart(e, imag, n)
		}
		if x.Case != cc.UnaryExpressionDeref {
			break
		}
		if e := syntax.AddressOperand(x.CastExpression); e != nil && link.IsLvalue(syntax.Unparen(e)) {
			return f.place(e)
		}
		if p, ok := f.vaArg(x); ok {
			return p
		}
		if op, a, b := syntax.Operation(syntax.Unparen(x.CastExpression)); op == "+" && (f.bounded(a) || f.bounded(b)) {
			return f.added(x, a, b)
		}
		v := f.rvalue(x.CastExpression)
		if v.Type.Kind != ctypes.Pointer {
			f.Fail(n, "dereference of a value of type %s", v.Type.Name)
		}
		return emit.Place{Type: tt.ElemOf(v.Type), Addr: f.follow(v, n)}
	}
	// A structure value (call, conditional, assignment) has a place too.
	v := f.rvalue(n)
	if v.Place != nil {
		return *v.Place
	}
	if v.Type.Kind == ctypes.Pointer && v.Expr != nil {
		f.Fail(n, "not an lvalue")
	}
	f.Fail(n, "not an lvalue")
	return emit.Place{}
}

// Cond lowers a condition to a Bool expression.
func (f *fn) Cond(n cc.ExpressionNode) cfg.Expr {
	n = syntax.Unparen(n)
	if v, done := f.evaluated[n]; done {
		return f.Truth(v)
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		return f.shortCircuit(n, x.LogicalAndExpression, x.InclusiveOrExpression, cfg.LAnd)
	case *cc.LogicalOrExpression:
		return f.shortCircuit(n, x.LogicalOrExpression, x.LogicalAndExpression, cfg.LOr)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			return cfg.Negate(f.Cond(x.CastExpression))
		}
	}
	return f.Truth(f.rvalue(n))
}

// shortCircuit lowers a && b or a || b to a value.
func (f *fn) shortCircuit(n, a, b cc.ExpressionNode, op cfg.Op) cfg.Expr {
	if f.l.Linked.Pure(b) || f.Dead() {
		l := f.Cond(a)
		if c, ok := l.(*cfg.Const); ok && (c.V != 0) == (op == cfg.LOr) {
			return l
		}
		return emit.Binary(op, l, f.Cond(b))
	}
	t := f.Temp(f.l.Types.Int)
	yes, no, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Branch(n, yes, no)
	for i, x := range []*cfg.Loc{no, yes} {
		f.Start(x)
		f.Emit(&cfg.Assign{Dst: t, Src: emit.Const(t.Type, uint64(i))}, parse.Span{}, cfg.RoleImplicit)
		f.Jump(end)
	}
	f.Start(end)
	return emit.IsNot(&cfg.VarRef{V: t}, 0)
}

// Branch continues at yes if n holds and at no otherwise. Parts without side
// effects stay together in one condition.
func (f *fn) Branch(n cc.ExpressionNode, yes, no *cfg.Loc) {
	n = syntax.Unparen(n)
	if _, done := f.evaluated[n]; done || f.l.Linked.Pure(n) {
		f.Fork(f.Cond(n), yes, no, f.l.Linked.Sources.Node(n))
		return
	}
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		mid := f.NewLoc(cfg.Pos{})
		f.Branch(x.LogicalAndExpression, mid, no)
		f.Start(mid)
		f.Branch(x.InclusiveOrExpression, yes, no)
	case *cc.LogicalOrExpression:
		mid := f.NewLoc(cfg.Pos{})
		f.Branch(x.LogicalOrExpression, yes, mid)
		f.Start(mid)
		f.Branch(x.LogicalAndExpression, yes, no)
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.Branch(x.CastExpression, no, yes)
			return
		}
		f.Fork(f.Cond(n), yes, no, f.l.Linked.Sources.Node(n))
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
			f.Effect(x.AssignmentExpression)
		}
		f.Branch(x.AssignmentExpression, yes, no)
	default:
		f.Fork(f.Cond(n), yes, no, f.l.Linked.Sources.Node(n))
	}
}
