package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Elements of arrays that are parts of larger objects, for package safety: those of
// a[i], and of *(a + i), where a is an array. As for gcc, an array that ends what a
// pointer leads to may be longer than it is declared: a flexible array member, or one
// in its place.

// element is the address of the element i of the array, notes that it must be one, if the
// array is a part of a larger object.
func (f *fn) element(array, n cc.ExpressionNode, a, i emit.Value) cfg.Expr {
	if !f.bounded(array) {
		return f.PtrAdd(a, i, false)
	}
	t := f.ObjectType(array)
	el := f.l.Types.ElemOf(t)
	x := safety.Indexed{Index: f.Conv(i, f.l.Types.PtrDiff), Longer: f.mayBeLonger(array)}
	if !x.Longer || t.Len <= 1 {
		delete(f.l.led, syntax.Unparen(array)) // else longer ones are not checked
	}
	switch {
	case f.l.Types.Dynamic(t):
		x.Length = f.Size(t)
		x.Index = emit.Binary(cfg.Mul, x.Index, f.Size(el))
	default:
		x.Length = f.SizeConst(uint64(t.Len))
	}
	if k, ok := x.Index.(*cfg.Const); ok {
		if k.V < uint64(t.Len) || x.Longer && int64(k.V) >= 0 {
			return f.PtrAdd(a, i, false)
		}
		// An expression of its own, which addresses do not merge with others.
		v := f.TempOf(f.l.Types.PtrDiff, k.T)
		f.Emit(&cfg.Assign{Dst: v, Src: k}, f.At, cfg.RoleImplicit)
		i = emit.Value{Expr: &cfg.VarRef{V: v}, Type: f.l.Types.PtrDiff}
	}
	at := f.l.Linked.Sources.Node(n)
	if !at.Pos.IsValid() {
		at.Pos = f.At.Pos
	}
	x.Pos, x.Text = at.Pos, at.Text
	addr := f.PtrAdd(a, i, false)
	f.l.indexed[addr] = x
	return addr
}

// added lowers *(a + b), of which one is an array that bounded is about.
func (f *fn) added(x *cc.UnaryExpression, a, b cc.ExpressionNode) emit.Place {
	vs := f.pair(x, a, b, func() bool { return false })
	p, i := vs[0], vs[1]
	if !f.bounded(a) {
		a, p, i = b, i, p
	}
	return emit.Place{Type: f.l.Types.ElemOf(p.Type), Addr: f.element(a, x, p, i)}
}

// leads notes an array that becomes a pointer, unless an index follows.
func (f *fn) leads(n cc.ExpressionNode) {
	if f.bounded(n) && (f.ObjectType(n).Len > 1 || !f.mayBeLonger(n)) {
		f.l.led[n] = f.At.Pos
	}
}

// Ends makes it an error that the string which a call has written to a member or row does
// not end in it. Only short ones are looked at, since all their bytes are.
func (f *fn) Ends(arg cc.ExpressionNode, c *library.Call) {
	a := syntax.Unparen(arg)
	if !f.bounded(a) || f.mayBeLonger(a) || !f.l.Linked.Pure(a) {
		return
	}
	t := f.ObjectType(a)
	if f.l.Types.Dynamic(t) || t.Len > maxEnds || !f.l.Types.IsChar(f.l.Types.ElemOf(t)) {
		return
	}
	p := f.rvalue(a)
	delete(f.l.led, a)
	full := cfg.Expr(cfg.True)
	for i := range uint64(t.Len) {
		full = emit.Both(full, emit.Binary(cfg.Ne, &cfg.Load{T: cfg.BV(8), Addr: f.Offset(p.Expr, i)}, emit.Const(cfg.BV(8), 0)))
	}
	at := f.l.Linked.Sources.Node(a)
	f.Forbidden(safety.Bounds, full, emit.Forbidden(c.Name+" goes beyond "+at.Text), c.At)
}

// Spans makes it an error that a call accesses n bytes from where the argument points to,
// if that is a member that has fewer. Rows of a matrix may be accessed together.
func (f *fn) Spans(arg cc.ExpressionNode, n cfg.Expr, c *library.Call) {
	a := syntax.Unparen(arg)
	for cast, ok := a.(*cc.CastExpression); ok; cast, ok = a.(*cc.CastExpression) {
		a = syntax.Unparen(cast.CastExpression)
	}
	x, ok := a.(*cc.PostfixExpression)
	if !ok || x.Case == cc.PostfixExpressionIndex || !f.bounded(a) || f.mayBeLonger(a) {
		return
	}
	delete(f.l.led, a)
	size := f.Size(f.ObjectType(a))
	at := f.l.Linked.Sources.Node(a)
	f.Forbidden(safety.Bounds, emit.Binary(cfg.ULt, size, n), emit.Forbidden(c.Name+" goes beyond "+at.Text), c.At)
}

// bounded reports whether elements of an array must be checked: it is a part of an
// object.
func (f *fn) bounded(array cc.ExpressionNode) bool {
	if f.l.conf.Checks&safety.Bounds == 0 || !f.Asks(safety.Bounds) || f.Procedure == nil || prelude.Is(f.Procedure.Func.Name) || !isArray(array) {
		return false
	}
	switch x := syntax.Unparen(array).(type) {
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionIndex || x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// mayBeLonger reports whether an array may be longer than its type says.
func (f *fn) mayBeLonger(array cc.ExpressionNode) bool {
	t := f.ObjectType(array)
	x, ok := syntax.Unparen(array).(*cc.PostfixExpression)
	if !f.l.Types.Dynamic(t) && t.Len <= 0 {
		return !ok || x.Case != cc.PostfixExpressionSelect || f.ends(x.PostfixExpression.Type(), x.Token2.SrcStr())
	}
	return ok && x.Case != cc.PostfixExpressionIndex && !f.fixed(x)
}

// isArray reports whether an expression denotes an array.
func isArray(n cc.ExpressionNode) bool {
	t := n.Type()
	return t != nil && t.Undecay().Kind() == cc.Array && link.IsLvalue(syntax.Unparen(n))
}

// fixed reports whether a record or member does not end what a pointer leads to.
func (f *fn) fixed(n cc.ExpressionNode) bool {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PrimaryExpression:
		return x.Case == cc.PrimaryExpressionIdent
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return isArray(x.PostfixExpression)
		case cc.PostfixExpressionSelect:
			return !f.ends(x.PostfixExpression.Type(), x.Token2.SrcStr()) || f.fixed(x.PostfixExpression)
		case cc.PostfixExpressionPSelect:
			p, ok := pointedTo(x.PostfixExpression)
			return ok && !f.ends(p, x.Token2.SrcStr())
		}
	}
	return false
}

// ends reports whether a member is the last one of a record.
func (f *fn) ends(record cc.Type, name string) bool {
	if record == nil {
		return true
	}
	t := f.l.Types.Of(record)
	for _, m := range f.l.Types.FindMember(t, name) {
		if t.Kind != ctypes.Union && m != t.Fields[len(t.Fields)-1] {
			return false
		}
		t = m.Type
	}
	return true
}

// past notes that the element of this address, and what it is in, is not accessed.
func (f *fn) past(addr cfg.Expr) {
	for x := range cfg.Pointers(addr) {
		if i, ok := f.l.indexed[x]; ok {
			f.l.led[nil] = i.Pos
			i.Past = true
			f.l.indexed[x] = i
		}
	}
}

// boundsUnchecked notes that pointers lead into such arrays.
func (l *lowerer) boundsUnchecked() {
	var first cfg.Pos
	for _, at := range l.led {
		if !first.IsValid() || at.Line < first.Line || at.Line == first.Line && at.Col < first.Col {
			first = at
		}
	}
	if len(l.led) > 0 {
		l.Notes.Assume(first, "%s", safety.Lookup(safety.UBBounds).Unchecked())
	}
}

func pointedTo(n cc.ExpressionNode) (cc.Type, bool) {
	if t := n.Type(); t != nil {
		if p, ok := t.(*cc.PointerType); ok {
			return p.Elem(), true
		}
	}
	return nil, false
}
