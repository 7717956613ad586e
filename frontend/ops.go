package frontend

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/gccorder"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// binaryExpr lowers a op b.
func (f *fn) binaryExpr(op string, a, b, n cc.ExpressionNode) emit.Value {
	f.enumerated(op, a, b, n)
	vs := f.pair(n, a, b, func() bool { return f.gcc.RightFirst(op, a, b, n) })
	return f.Apply(op, vs[0], vs[1], n)
}

var compound = map[cc.AssignmentExpressionCase]string{
	cc.AssignmentExpressionMul: "*", cc.AssignmentExpressionDiv: "/", cc.AssignmentExpressionMod: "%",
	cc.AssignmentExpressionAdd: "+", cc.AssignmentExpressionSub: "-", cc.AssignmentExpressionLsh: "<<",
	cc.AssignmentExpressionRsh: ">>", cc.AssignmentExpressionAnd: "&", cc.AssignmentExpressionXor: "^",
	cc.AssignmentExpressionOr: "|",
}

// assignment lowers a = b and a op= b.
func (f *fn) assignment(x *cc.AssignmentExpression, used bool) emit.Value {
	at := f.l.Linked.Sources.Node(x)
	if !at.Pos.IsValid() {
		at.Pos = f.At.Pos
	}
	if x.Case != cc.AssignmentExpressionAssign {
		return f.compoundAssignment(x, at, used)
	}
	dst, right := x.UnaryExpression, x.AssignmentExpression
	if f.l.Linked.Pure(right) && f.l.Linked.Pure(dst) || f.Dead() {
		p := f.place(dst)
		return f.Assign(p, f.rvalue(right), at, cfg.RoleUser, used)
	}
	first := !syntax.HasLabel(dst) && f.gcc.ValueFirst(right, f.TypeOf(dst))
	parts := []part{{n: dst, place: true}, {n: right}}
	return f.unsequenced(func() parse.Span { return at }, "the sides", first, parts, func(reversed bool) []emit.Value {
		return []emit.Value{f.assignInOrder(dst, right, at, used, reversed)}
	})[0]
}

// assignInOrder lowers dst = right, with right first if reversed. Otherwise, as
// in gcc, what a call or a load on the right needs comes before dst.
func (f *fn) assignInOrder(dst, right cc.ExpressionNode, at parse.Span, used, reversed bool) emit.Value {
	if reversed && !(syntax.CallBelow(right) != nil && syntax.Ident(dst) != nil) { // a variable's place asks for nothing
		f.cut(right, f.TypeOf(dst), false)
		v := f.held(right, dst)
		return f.Assign(f.place(dst), v, at, cfg.RoleUser, used)
	}
	right = f.lastOf(right)
	var p emit.Place
	var v emit.Value
	switch c := syntax.CallBelow(right); {
	case c == nil && link.IsLvalue(syntax.Unparen(right)) && !isLiteral(right):
		q := f.place(right)
		if !f.l.Linked.Pure(dst) {
			q = f.Fixed(q)
		}
		p, v = f.place(dst), f.Load(q)
	default:
		if c != nil && link.RootOf(dst) == nil {
			defer f.argumentsBefore(c, !f.l.Linked.Pure(dst))()
		}
		if p = f.place(dst); p.Addr != nil && f.changed(p.Addr, f.l.Effects.Of(right)) {
			p = f.Fixed(p)
		}
		v = f.valueFor(right, p, at)
	}
	if v.Type != nil {
		return f.Assign(p, v, at, cfg.RoleUser, used)
	}
	if !used {
		return f.Void()
	}
	return f.Load(p)
}

// lastOf evaluates the expressions of a list but the last, which it returns.
func (f *fn) lastOf(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		list, ok := syntax.Unparen(n).(*cc.ExpressionList)
		if !ok {
			return n
		}
		for ; list.ExpressionList != nil; list = list.ExpressionList {
			f.Effect(list.AssignmentExpression)
		}
		n = list.AssignmentExpression
	}
}

// argumentsBefore evaluates those arguments of a call that have side effects, or
// all that are not constant. It returns what forgets them again.
func (f *fn) argumentsBefore(x *cc.PostfixExpression, all bool) (forget func()) {
	var args []cc.ExpressionNode
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		a := syntax.Unparen(l.AssignmentExpression)
		if !f.l.Linked.Pure(a) || all && !gccorder.Literal(a) && !link.IsLvalue(a) {
			args = append(args, a)
		}
	}
	if f.evaluated == nil {
		f.evaluated = map[cc.ExpressionNode]emit.Value{}
	}
	for _, a := range slices.Backward(args) {
		f.evaluated[a] = f.Save(f.rvalue(a))
	}
	return func() {
		for _, a := range args {
			delete(f.evaluated, a)
		}
	}
}

// compoundAssignment lowers a op= b. What b does comes first.
func (f *fn) compoundAssignment(x *cc.AssignmentExpression, at parse.Span, used bool) emit.Value {
	left, right := x.UnaryExpression, x.AssignmentExpression
	if op := compound[x.Case]; !bitwise(op) { // whose bits are the same in either type
		f.enumerated(op, left, right, x)
	}
	return f.unsequenced(func() parse.Span { return at }, "the sides", !f.l.Linked.Pure(right), partsOf(left, right), func(reversed bool) []emit.Value {
		var y emit.Value
		if reversed {
			y = f.rvalue(right)
			if !f.l.Linked.Pure(left) {
				y = f.Save(y)
			}
		}
		dst := f.place(left)
		old, read := f.evaluated[syntax.Unparen(left)]
		if !read {
			old = f.Load(dst)
		}
		if y.Type == nil {
			if !f.l.Linked.Pure(right) {
				dst = f.Fixed(dst)
				old = f.Save(f.Load(dst))
			}
			y = f.rvalue(right)
		}
		return []emit.Value{f.Assign(dst, f.Apply(compound[x.Case], old, y, x), at, cfg.RoleUser, used)}
	})[0]
}

// valueFor lowers the right-hand side of an assignment to dst. If a call
// there can leave its result in dst directly, it does, and the val has no
// type.
func (f *fn) valueFor(n cc.ExpressionNode, dst emit.Place, at parse.Span) emit.Value {
	c := syntax.CallBelow(n)
	f.cut(n, dst.Type, false)
	if dst.BitField != nil {
		f.gcc.CutToField(n, dst.BitField.Width)
	}
	if _, done := f.evaluated[syntax.Unparen(n)]; done || c == nil || dst.Flat == nil || dst.Flat.Var == nil {
		return f.rvalue(n)
	}
	if t := f.l.Types.Of(c.Type()); f.Asks(safety.Lossy) && (t.Kind != dst.Type.Kind || t.Size != dst.Type.Size || t.Signed != dst.Type.Signed) {
		return f.rvalue(n) // whose conversion is looked at
	}
	if x, ok := syntax.Unparen(n).(*cc.CastExpression); ok {
		// The casts between the call and the assignment must not matter.
		t := f.namedType(x.TypeName)
		if !ctypes.SameBits(t, dst.Type) {
			return f.rvalue(n)
		}
	}
	u := library.Use{Dst: dst.Flat.Var, DstT: dst.Type, At: at}
	v := f.call(c, u)
	if v.Done {
		return emit.Value{}
	}
	if x, ok := syntax.Unparen(n).(*cc.CastExpression); ok && (v.Expr != nil || v.Type.Composite()) {
		return f.Convert(v.Value, f.namedType(x.TypeName), n)
	}
	return v.Value
}

// increment lowers ++ and --, prefix or postfix.
func (f *fn) increment(e cc.ExpressionNode, inc, used, post bool, n cc.ExpressionNode) emit.Value {
	tt := f.l.Types
	at := f.l.Linked.Sources.Node(n)
	if !at.Pos.IsValid() {
		at.Pos = f.At.Pos
	}
	dst := f.place(e)
	old := f.Load(dst)
	if post && used && old.Type.Composite() {
		old = f.Save(old)
	} else if post && used {
		v := f.TempOf(old.Type, f.Bits(old).Type())
		f.Emit(&cfg.Assign{Dst: v, Src: f.Bits(old)}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
		old = emit.Value{Expr: &cfg.VarRef{V: v}, Type: old.Type}
	}
	op := "+"
	if !inc {
		op = "-"
	}
	one := emit.Value{Expr: emit.Const(cfg.BV(32), 1), Type: tt.Int}
	v := f.Assign(dst, f.Apply(op, old, one, n), at, cfg.RoleUser, used && !post)
	if post && used {
		return old
	}
	return v
}

// postfix lowers the postfix operators.
func (f *fn) postfix(x *cc.PostfixExpression) emit.Value {
	switch x.Case {
	case cc.PostfixExpressionCall:
		return f.call(x, library.Use{Used: true}).Value
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionInc, true, true, x)
	}
	return f.Load(f.place(x))
}

// isLiteral reports whether n is a compound literal.
func isLiteral(n cc.ExpressionNode) bool {
	x, ok := syntax.Unparen(n).(*cc.PostfixExpression)
	return ok && x.Case == cc.PostfixExpressionComplit
}
