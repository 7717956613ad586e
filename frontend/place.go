package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// selectMember lowers e.m and e->m.
func (f *fn) selectMember(x *cc.PostfixExpression, e cc.ExpressionNode, arrow bool) emit.Place {
	var base emit.Place
	if arrow {
		if a := syntax.AddressOperand(e); a != nil && link.IsLvalue(syntax.Unparen(a)) {
			base = f.place(a)
		} else {
			v := f.rvalue(e)
			if v.Type.Kind != ctypes.Pointer {
				f.Fail(x, "-> applied to %s", v.Type.Name)
			}
			base = emit.Place{Type: f.l.Types.ElemOf(v.Type), Addr: f.follow(v, x)}
		}
	} else {
		base = f.place(e)
	}
	name := x.Token2.SrcStr()
	if !base.Type.Record() {
		f.Fail(x, "member of a value of type %s", base.Type.Name)
	}
	path := f.l.Types.FindMember(base.Type, name)
	if path == nil {
		f.Fail(x, "%s has no member %s", base.Type.Name, name)
	}
	if !arrow && !link.IsLvalue(syntax.Unparen(e)) && path[len(path)-1].Type.Kind == ctypes.Array {
		base = f.Temporary(base)
	}
	return f.Member(base, path)
}

// index lowers a[i].
func (f *fn) index(x *cc.PostfixExpression) emit.Place {
	tt := f.l.Types
	array, index := x.PostfixExpression, cc.ExpressionNode(x.ExpressionList)
	if t := array.Type(); t != nil && cc.IsIntegerType(t) && !ctypes.IsVector(t) && !ctypes.IsVector(index.Type()) { // i[a]
		array, index = index, array
	}
	vs := f.pair(x, array, index, func() bool { return false })
	a, i := vs[0], vs[1]
	if a.Type.Kind == ctypes.Vector {
		return f.Element(x, a, i, link.RootOf(array) != nil)
	}
	if a.Type.Kind != ctypes.Pointer {
		a, i = i, a
	}
	if a.Type.Kind != ctypes.Pointer || i.Type.Kind != ctypes.Int && i.Type.Kind != ctypes.Wide {
		f.Fail(x, "index into a value of type %s", a.Type.Name)
	}
	if !isArray(array) {
		a.Expr = f.follow(a, x)
	}
	return emit.Place{Type: tt.ElemOf(a.Type), Addr: f.element(array, x, a, i)}
}

// follow notes that a pointer is followed to what it points to, at n.
func (f *fn) follow(p emit.Value, n cc.ExpressionNode) cfg.Expr {
	at := f.l.Linked.Sources.Node(n).Pos
	if !at.IsValid() {
		at = f.At.Pos
	}
	f.Follow(p.Expr, f.l.Types.ElemOf(p.Type), at)
	return p.Expr
}

// variable returns the place of the variable or function that d declares.
func (f *fn) variable(d *cc.Declarator, at *cc.PrimaryExpression) emit.Place {
	l := f.l
	if d.Type().Kind() == cc.Function {
		return f.function(d, at)
	}
	if s := f.locals.vars[d]; s != nil {
		if d.IsParam() {
			f.namedInMain(d)
		}
		return f.Of(s)
	}
	if s := f.captured(d); s != nil {
		return f.Of(s)
	}
	if syntax.FileScope(d) && l.Linked.Absent(d) {
		return emit.Place{Type: l.Types.OfDecl(d), Addr: f.SizeConst(0)}
	}
	key := l.Linked.VarKey(d)
	s := l.Statics.Vars[key]
	if s == nil && syntax.FileScope(d) {
		s = l.global(l.Linked.NameOf(d))
	}
	if s != nil && s.Obj != nil && l.Linked.Linked(d) != key {
		return emit.Place{Type: l.Types.OfDecl(d), Addr: f.Of(s).Addr} // an alias, perhaps of another type
	}
	if s == nil && d.IsStatic() {
		s = f.static(d)
	}
	if s == nil && f.Dead() {
		// Outside its scope, as in sizeof at file scope: the type matters.
		return emit.Place{Type: l.Types.OfDecl(d), Addr: f.SizeConst(0)}
	}
	if s == nil {
		// The declaration was not lowered, because control cannot reach it.
		s = f.local(d, false)
		f.uninit(s, &f.Entry)
	}
	return f.Of(s)
}

// function is the address of a function.
func (f *fn) function(d *cc.Declarator, at *cc.PrimaryExpression) emit.Place {
	name := f.l.Linked.FunctionName(at, d)
	if why := f.l.Linked.Symbols.Refused[name]; why != "" {
		f.Fail(at, "%s with attribute %s", name, why)
	}
	t := f.l.Types.OfDecl(d)
	if pr := f.l.Procs.Named[f.l.Linked.RefBody(name)]; pr != nil {
		if pr.Nesting.Chain != nil && !f.Dead() {
			return emit.Place{Type: t, Addr: f.nestedAddr(pr)}
		}
		return emit.Place{Type: t, Addr: &cfg.FuncAddr{Proc: pr.CFG, Bits: f.l.conf.PtrBits}}
	}
	if f.Dead() || f.l.Linked.Absent(d) {
		return emit.Place{Type: t, Addr: f.SizeConst(0)}
	}
	return emit.Place{Type: t, Addr: f.ExternAddr(name, t)}
}

// complexPart is the place of a part of a complex number, or of a real one.
func (f *fn) complexPart(e cc.ExpressionNode, imag bool, at cc.ExpressionNode) emit.Place {
	p := f.place(e)
	i := 0
	if imag {
		i = 1
	}
	switch {
	case p.Type.Kind == ctypes.Complex:
		return f.Member(p, p.Type.Fields[i:i+1])
	case imag || !p.Type.Real():
		f.Fail(at, "part of a value of type %s", p.Type.Name)
	}
	return p
}

// denoted says how the lvalue n is denoted.
func (f *fn) denoted(n cc.ExpressionNode) emit.Lvalue {
	switch x := syntax.Unparen(n).(type) {
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			by := f.denoted(x.PostfixExpression)
			return f.memberOf(by, x.PostfixExpression.Type())
		case cc.PostfixExpressionPSelect:
			if p, ok := pointedTo(x.PostfixExpression); ok {
				return f.memberOf(emit.Lvalue{Root: f.l.Types.Of(p)}, p)
			}
		case cc.PostfixExpressionIndex:
			a := cc.ExpressionNode(x.PostfixExpression)
			if t := a.Type(); t != nil && cc.IsIntegerType(t) {
				a = x.ExpressionList
			}
			return f.through(a)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if e := syntax.AddressOperand(x.CastExpression); e != nil {
				return f.denoted(e)
			}
			return f.through(x.CastExpression)
		}
	}
	return emit.Lvalue{}
}

// through is how an element is denoted that the pointer or array n leads to.
func (f *fn) through(n cc.ExpressionNode) emit.Lvalue {
	if isArray(n) {
		return f.denoted(n)
	}
	if p, ok := pointedTo(n); ok {
		return emit.Lvalue{Root: f.l.Types.Of(p)}
	}
	return emit.Lvalue{}
}

func (f *fn) memberOf(by emit.Lvalue, record cc.Type) emit.Lvalue {
	if record != nil && record.Kind() == cc.Union {
		by.Union = f.l.Types.Of(record)
	}
	return by
}
