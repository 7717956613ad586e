package frontend

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// binaryExpr lowers a op b.
func (f *fn) binaryExpr(op string, a, b, n cc.ExpressionNode) val {
	vs := f.pair(n, "the operands", a, b, func() bool { return f.rightFirst(op, a, b, n) })
	return f.apply(op, vs[0], vs[1], n)
}

// pair evaluates the operands a and b of n, in the order of gcc, which is that
// of the text unless rightFirst.
func (f *fn) pair(n cc.ExpressionNode, what string, a, b cc.ExpressionNode, rightFirst func() bool) []val {
	if f.l.u.Pure(a) && f.l.u.Pure(b) || f.dead() {
		return []val{f.rvalue(a), f.rvalue(b)}
	}
	return f.unsequenced(func() parse.Span { return f.l.u.Sources.Node(n) }, what, rightFirst(), partsOf(a, b), func(reversed bool) []val {
		if reversed {
			y := f.held(b, a)
			return []val{f.rvalue(a), y}
		}
		x := f.held(a, b)
		return []val{x, f.rvalue(b)}
	})
}

// held evaluates n, before next is, and keeps its value.
func (f *fn) held(n, next cc.ExpressionNode) val {
	v := f.rvalue(n)
	if f.l.u.Pure(next) || f.inRegister(n, v.t) {
		return v
	}
	return f.save(v)
}

// apply computes x op y by the rules of C.
func (f *emitter) apply(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	if x.t.Composite() || y.t.Composite() {
		return f.compositeOp(op, x, y, n)
	}
	if !x.t.Scalar() || !y.t.Scalar() {
		f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	}
	switch op {
	case "<<", ">>":
		return f.shift(op, x, y, n)
	case "==", "!=", "<", ">", "<=", ">=":
		return f.compare(op, x, y, n)
	}
	if x.t.Kind == ctypes.Pointer || y.t.Kind == ctypes.Pointer {
		return f.pointerOp(op, x, y, n)
	}
	t := tt.Usual(x.t, y.t)
	ex, ey := f.implicit(x, t), f.implicit(y, t)
	var o cfg.Op
	switch op {
	case "+":
		o = cfg.Add
	case "-":
		o = cfg.Sub
	case "*":
		o = cfg.Mul
	case "/":
		o = cfg.UDiv
		if t.Signed {
			o = cfg.SDiv
		}
	case "%":
		o = cfg.URem
		if t.Signed {
			o = cfg.SRem
		}
	case "&":
		o = cfg.And
	case "|":
		o = cfg.Or
	case "^":
		o = cfg.Xor
	}
	if t.Kind == ctypes.Float {
		fo, ok := map[cfg.Op]cfg.Op{cfg.Add: cfg.FAdd, cfg.Sub: cfg.FSub, cfg.Mul: cfg.FMul, cfg.UDiv: cfg.FDiv}[o]
		if !ok {
			f.fail(n, "operator %s on floating values", op)
		}
		o = fo
		if nan := foldNaN(o, ex, ey); nan != nil && f.constant {
			return val{e: nan, t: t}
		}
		return val{e: f.inMode(binary(o, ex, ey)), t: t}
	}
	if t.Kind == ctypes.Int && t.Signed {
		return val{e: f.arith(n, t).binary(o, ex, ey), t: t}
	}
	if asked := f.l.conf.Checks; (o == cfg.UDiv || o == cfg.URem) && asked&safety.Division != 0 ||
		(o == cfg.Add || o == cfg.Sub || o == cfg.Mul) && t.Kind == ctypes.Int && asked&safety.Wrap != 0 {
		return val{e: f.arith(n, t).unsigned(o, ex, ey), t: t}
	}
	return val{e: binary(o, ex, ey), t: t}
}

func (f *emitter) shift(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	if x.t.Kind != ctypes.Int || y.t.Kind != ctypes.Int {
		f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	}
	t := tt.Promote(x.t)
	a := f.conv(x, t)
	// Only the width of the count changes: it is read as unsigned there.
	yt := tt.Promote(y.t)
	c := f.conv(y, yt)
	switch w := c.Type().Width(); {
	case w > t.Bits: // one that is too large must stay so
		bt := cfg.BV(t.Bits)
		c = ite(binary(cfg.ULt, c, konst(cfg.BV(w), uint64(t.Bits))), cast(cfg.Trunc, bt, c), konst(bt, ^uint64(0)))
	case w < t.Bits:
		c = cast(cfg.ZExt, cfg.BV(t.Bits), c)
	}
	o := cfg.Shl
	if op == ">>" {
		o = cfg.LShr
		if t.Signed {
			o = cfg.AShr
		}
	}
	switch {
	case t.Signed:
		return val{e: f.arith(n, t).binary(o, a, c), t: t}
	case f.l.conf.Checks&safety.Shift != 0:
		return val{e: f.arith(n, t).unsigned(o, a, c), t: t}
	}
	return val{e: binary(o, a, c), t: t}
}

// compare lowers the relational and equality operators.
func (f *emitter) compare(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	var ex, ey cfg.Expr
	var t *ctypes.Type
	switch {
	case x.t.Kind == ctypes.Pointer || y.t.Kind == ctypes.Pointer:
		t = tt.VoidPtr
		ex, ey = f.conv(x, t), f.conv(y, t)
	default:
		if r := f.compareBool(op, x, y); r != nil {
			return val{e: r, t: tt.Int}
		}
		t = tt.Usual(x.t, y.t)
		f.mayChange(x, t, 0)
		f.mayChange(y, t, 0)
		if (op == "==" || op == "!=") && t.Kind == ctypes.Int {
			if u := f.narrow(x, y); u != nil {
				t = u
			}
		}
		ex, ey = f.conv(x, t), f.conv(y, t)
	}
	if op == ">" || op == ">=" {
		ex, ey = ey, ex
		op = map[string]string{">": "<", ">=": "<="}[op]
	}
	var o cfg.Op
	switch {
	case t.Kind == ctypes.Float:
		o = map[string]cfg.Op{"==": cfg.FEq, "!=": cfg.FNe, "<": cfg.FLt, "<=": cfg.FLe}[op]
	case t.Signed:
		o = map[string]cfg.Op{"==": cfg.Eq, "!=": cfg.Ne, "<": cfg.SLt, "<=": cfg.SLe}[op]
	default:
		o = map[string]cfg.Op{"==": cfg.Eq, "!=": cfg.Ne, "<": cfg.ULt, "<=": cfg.ULe}[op]
	}
	if t.Kind == ctypes.Pointer && (o == cfg.ULt || o == cfg.ULe) {
		return val{e: f.pointers(o, ex, ey, n), t: tt.Int}
	}
	return val{e: binary(o, ex, ey), t: tt.Int}
}

// pointers marks the difference or comparison n of pointers, for executions and
// package safety, which look whether both point into one object (C11 6.5.6p9, 6.5.8p5).
func (f *emitter) pointers(op cfg.Op, x, y cfg.Expr, n cc.ExpressionNode) cfg.Expr {
	e := binary(op, x, y)
	b, ok := e.(*cfg.Binary)
	if !ok || b.X != x || b.Y != y || n == nil || !f.asks(safety.Compare) {
		return e
	}
	if at := f.l.u.Sources.Node(n); at.Pos.IsValid() {
		b.Site = &cfg.Site{Pos: at.Pos, Text: at.Text}
	}
	return e
}

// narrow returns a type below int in which x == y can be decided: both
// operands have it already.
func (f *emitter) narrow(x, y val) *ctypes.Type {
	if x.t.Kind == ctypes.Int && y.t.Kind == ctypes.Int && x.t.Rank < ctypes.RankInt && x.t.Bits == y.t.Bits && x.t.Signed == y.t.Signed &&
		!x.t.Bool && !y.t.Bool && x.e.Type() == y.e.Type() {
		return x.t
	}
	return nil
}

// compareBool compares a truth value with 0 or 1.
func (f *emitter) compareBool(op string, x, y val) cfg.Expr {
	if op != "==" && op != "!=" || x.e == nil || y.e == nil {
		return nil
	}
	if x.e.Type().Kind != cfg.Bool {
		x, y = y, x
	}
	if x.e.Type().Kind != cfg.Bool {
		return nil
	}
	switch {
	case y.e.Type().Kind == cfg.Bool:
		if op == "==" {
			return binary(cfg.Eq, x.e, y.e)
		}
		return binary(cfg.Ne, x.e, y.e)
	case isConst(y.e, 0):
		if op == "==" {
			return cfg.Negate(x.e)
		}
		return x.e
	case isConst(y.e, 1):
		if op == "==" {
			return x.e
		}
		return cfg.Negate(x.e)
	}
	return nil
}

// pointerOp lowers pointer arithmetic.
func (f *emitter) pointerOp(op string, x, y val, n cc.ExpressionNode) val {
	tt := f.l.tt
	switch {
	case op == "+" && x.t.Kind == ctypes.Pointer && y.t.Kind == ctypes.Int:
		return val{e: f.ptrAdd(x, y, false), t: x.t}
	case op == "+" && y.t.Kind == ctypes.Pointer && x.t.Kind == ctypes.Int:
		return val{e: f.ptrAdd(y, x, false), t: y.t}
	case op == "-" && x.t.Kind == ctypes.Pointer && y.t.Kind == ctypes.Int:
		return val{e: f.ptrAdd(x, y, true), t: x.t}
	case op == "-" && x.t.Kind == ctypes.Pointer && y.t.Kind == ctypes.Pointer:
		d := f.pointers(cfg.Sub, x.e, y.e, n)
		el := tt.ElemOf(x.t)
		size := uint64(1)
		if el.Kind != ctypes.Void && el.Kind != ctypes.Func {
			size = tt.SizeOf(el)
		}
		dt := tt.Value(tt.PtrDiff)
		// The distance of elements of one array is a multiple of their size.
		switch {
		case tt.Dynamic(el):
			d = binary(cfg.SDiv, d, f.size(el))
		case size == 0:
			f.fail(n, "difference of pointers to objects of size 0")
		case size&(size-1) == 0:
			sh := uint64(0)
			for s := size; s > 1; s >>= 1 {
				sh++
			}
			d = binary(cfg.AShr, d, konst(dt, sh))
		default:
			d = binary(cfg.SDiv, d, konst(dt, size))
		}
		return val{e: d, t: tt.PtrDiff}
	}
	f.fail(n, "operator %s on %s and %s", op, x.t.Name, y.t.Name)
	return val{}
}

var compound = map[cc.AssignmentExpressionCase]string{
	cc.AssignmentExpressionMul: "*", cc.AssignmentExpressionDiv: "/", cc.AssignmentExpressionMod: "%",
	cc.AssignmentExpressionAdd: "+", cc.AssignmentExpressionSub: "-", cc.AssignmentExpressionLsh: "<<",
	cc.AssignmentExpressionRsh: ">>", cc.AssignmentExpressionAnd: "&", cc.AssignmentExpressionXor: "^",
	cc.AssignmentExpressionOr: "|",
}

// assignment lowers a = b and a op= b.
func (f *fn) assignment(x *cc.AssignmentExpression, used bool) val {
	at := f.l.u.Sources.Node(x)
	if !at.Pos.IsValid() {
		at.Pos = f.at.Pos
	}
	if x.Case != cc.AssignmentExpressionAssign {
		return f.compoundAssignment(x, at, used)
	}
	dst, right := x.UnaryExpression, x.AssignmentExpression
	if f.l.u.Pure(right) && f.l.u.Pure(dst) || f.dead() {
		p := f.place(dst)
		return f.assign(p, f.rvalue(right), at, cfg.RoleUser, used)
	}
	first := !hasLabel(dst) && f.valueFirst(right, f.typeOf(dst))
	parts := []part{{n: dst, place: true}, {n: right}}
	return f.unsequenced(func() parse.Span { return at }, "the sides", first, parts, func(reversed bool) []val {
		return []val{f.assignInOrder(dst, right, at, used, reversed)}
	})[0]
}

// assignInOrder lowers dst = right, with right first if reversed. Otherwise, as
// in gcc, what a call or a load on the right needs comes before dst.
func (f *fn) assignInOrder(dst, right cc.ExpressionNode, at parse.Span, used, reversed bool) val {
	if reversed && !(callBelow(right) != nil && syntax.Ident(dst) != nil) { // a variable's place asks for nothing
		f.cut(right, f.typeOf(dst), false)
		v := f.held(right, dst)
		return f.assign(f.place(dst), v, at, cfg.RoleUser, used)
	}
	right = f.lastOf(right)
	var p place
	var v val
	switch c := callBelow(right); {
	case c == nil && isLvalue(syntax.Unparen(right)) && !isLiteral(right):
		q := f.place(right)
		if !f.l.u.Pure(dst) {
			q = f.fixed(q)
		}
		p, v = f.place(dst), f.load(q)
	default:
		if c != nil && link.RootOf(dst) == nil {
			defer f.argumentsBefore(c, !f.l.u.Pure(dst))()
		}
		if p = f.place(dst); p.addr != nil && f.changed(p.addr, f.l.effects.Of(right)) {
			p = f.fixed(p)
		}
		v = f.valueFor(right, p, at)
	}
	if v.t != nil {
		return f.assign(p, v, at, cfg.RoleUser, used)
	}
	if !used {
		return f.void()
	}
	return f.load(p)
}

// lastOf evaluates the expressions of a list but the last, which it returns.
func (f *fn) lastOf(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		list, ok := syntax.Unparen(n).(*cc.ExpressionList)
		if !ok {
			return n
		}
		for ; list.ExpressionList != nil; list = list.ExpressionList {
			f.effect(list.AssignmentExpression)
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
		if !f.l.u.Pure(a) || all && !literal(a) && !isLvalue(a) {
			args = append(args, a)
		}
	}
	if f.evaluated == nil {
		f.evaluated = map[cc.ExpressionNode]val{}
	}
	for _, a := range slices.Backward(args) {
		f.evaluated[a] = f.save(f.rvalue(a))
	}
	return func() {
		for _, a := range args {
			delete(f.evaluated, a)
		}
	}
}

// compoundAssignment lowers a op= b. What b does comes first.
func (f *fn) compoundAssignment(x *cc.AssignmentExpression, at parse.Span, used bool) val {
	left, right := x.UnaryExpression, x.AssignmentExpression
	return f.unsequenced(func() parse.Span { return at }, "the sides", !f.l.u.Pure(right), partsOf(left, right), func(reversed bool) []val {
		var y val
		if reversed {
			y = f.rvalue(right)
			if !f.l.u.Pure(left) {
				y = f.save(y)
			}
		}
		dst := f.place(left)
		old, read := f.evaluated[syntax.Unparen(left)]
		if !read {
			old = f.load(dst)
		}
		if y.t == nil {
			if !f.l.u.Pure(right) {
				dst = f.fixed(dst)
				old = f.save(f.load(dst))
			}
			y = f.rvalue(right)
		}
		return []val{f.assign(dst, f.apply(compound[x.Case], old, y, x), at, cfg.RoleUser, used)}
	})[0]
}

// valueFor lowers the right-hand side of an assignment to dst. If a call
// there can leave its result in dst directly, it does, and the val has no
// type.
func (f *fn) valueFor(n cc.ExpressionNode, dst place, at parse.Span) val {
	c := callBelow(n)
	f.cutFor(n, dst)
	if _, done := f.evaluated[syntax.Unparen(n)]; done || c == nil || dst.flat == nil || dst.flat.v == nil {
		return f.rvalue(n)
	}
	if x, ok := syntax.Unparen(n).(*cc.CastExpression); ok {
		// The casts between the call and the assignment must not matter.
		t := f.namedType(x.TypeName)
		if !sameBits(t, dst.t) {
			return f.rvalue(n)
		}
	}
	u := callUse{dst: dst.flat.v, dstT: dst.t, at: at}
	v := f.call(c, u)
	if v.done {
		return val{}
	}
	if x, ok := syntax.Unparen(n).(*cc.CastExpression); ok && (v.e != nil || v.t.Composite()) {
		return f.convert(v.val, f.namedType(x.TypeName), n)
	}
	return v.val
}

// sameBits reports that converting between a and b keeps all bits.
func sameBits(a, b *ctypes.Type) bool {
	return a.Scalar() && b.Scalar() && a.Kind != ctypes.Float && b.Kind != ctypes.Float && !a.Bool && !b.Bool && a.Size == b.Size
}

// callBelow returns the call n consists of, below at most one cast.
func callBelow(n cc.ExpressionNode) *cc.PostfixExpression {
	n = syntax.Unparen(n)
	if c, ok := n.(*cc.CastExpression); ok {
		n = syntax.Unparen(c.CastExpression)
	}
	if p, ok := n.(*cc.PostfixExpression); ok && p.Case == cc.PostfixExpressionCall {
		return p
	}
	return nil
}

// increment lowers ++ and --, prefix or postfix.
func (f *fn) increment(e cc.ExpressionNode, inc, used, post bool, n cc.ExpressionNode) val {
	tt := f.l.tt
	at := f.l.u.Sources.Node(n)
	if !at.Pos.IsValid() {
		at.Pos = f.at.Pos
	}
	dst := f.place(e)
	old := f.load(dst)
	if post && used && old.t.Composite() {
		old = f.save(old)
	} else if post && used {
		v := f.tempOf(old.t, f.bits(old).Type())
		f.emit(&cfg.Assign{Dst: v, Src: f.bits(old)}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
		old = val{e: &cfg.VarRef{V: v}, t: old.t}
	}
	op := "+"
	if !inc {
		op = "-"
	}
	one := val{e: konst(cfg.BV(32), 1), t: tt.Int}
	v := f.assign(dst, f.apply(op, old, one, n), at, cfg.RoleUser, used && !post)
	if post && used {
		return old
	}
	return v
}

// postfix lowers the postfix operators.
func (f *fn) postfix(x *cc.PostfixExpression) val {
	switch x.Case {
	case cc.PostfixExpressionCall:
		return f.call(x, callUse{used: true}).val
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return f.increment(x.PostfixExpression, x.Case == cc.PostfixExpressionInc, true, true, x)
	}
	return f.load(f.place(x))
}
