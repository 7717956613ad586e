package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

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
		f.indexing(x.CastExpression)
		if op, a, b := binaryParts(syntax.Unparen(x.CastExpression)); op == "+" && (f.bounded(a) || f.bounded(b)) {
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
	argv := f.indexing(array)
	vs := f.pair(x, "the operands", array, index, func() bool { return false })
	a, i := vs[0], vs[1]
	if argv != nil && i.Type.Kind == ctypes.Int {
		i = f.Save(i)
		f.namedInMain(argv, f.Conv(i, tt.PtrDiff))
	}
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
		if d.IsParam() && d != f.locals.indexed {
			f.namedInMain(d, nil)
		} else if d == f.locals.indexed {
			f.locals.indexed = nil
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

// local creates the storage of an automatic variable, which begins here, or at
// the entry of the procedure.
func (f *fn) local(d *cc.Declarator, begins bool) *emit.Storage {
	l := f.l
	t := f.automaticType(d)
	s := &emit.Storage{Type: t}
	pos := l.Linked.Sources.Between(d.NameTok(), d.NameTok()).Pos
	switch {
	case t.Kind == ctypes.Invalid || t.Kind == ctypes.Void || t.Kind == ctypes.Func:
		panic(emit.Unsupported{What: "variable of type " + t.Name, Span: f.At})
	case !l.Linked.Taken[l.Linked.VarKey(d)] && l.Flattens(t):
		s.Flat = l.NewFlat(f.Proc, d.Name(), t, pos)
	case l.Types.Dynamic(t):
		v := l.NewVar(f.pointerOwner(d), "&"+d.Name(), l.Types.PointerTo(t), pos)
		v.Temp = true
		s.Ptr = v
	case begins:
		f.BlockMemory(s, d.Name(), t, pos)
		f.keepAddress(d, s)
	default:
		f.Memory(s, d.Name(), t, pos)
		if s.Obj != nil {
			s.Obj.Align = l.Types.VariableAlign(t, max(l.Types.DeclaredAlign(d), l.Types.AtomicAlign(d, t)))
		}
		f.Entry = append(f.Entry, func() { f.keepAddress(d, s) })
	}
	if s.Obj != nil {
		s.Obj.Kept = ctypes.ReadOnly(d.Type())
	}
	f.locals.vars[d] = s
	return s
}

// uninit makes a variable arbitrary, now or (with later) at the entry.
func (f *fn) uninit(s *emit.Storage, later *[]func()) {
	do := func() {
		p := f.Of(s)
		if p.Flat != nil {
			p.Flat.Each(func(x *emit.Flat) {
				f.Emit(&cfg.Havoc{Dst: x.Var, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
			})
			return
		}
		if size := f.l.Types.SizeOf(s.Type); size > 0 {
			f.Emit(&cfg.MemHavoc{Dst: p.Addr, Size: f.SizeConst(size), Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
		}
	}
	if later != nil {
		*later = append(*later, do)
		return
	}
	do()
}

// stringData returns the elements of a string literal, with the final zero,
// and their type.
func (f *fn) stringData(x *cc.PrimaryExpression) ([]uint64, *ctypes.Type) {
	tt := f.l.Types
	var out []uint64
	el := tt.Char
	switch v := x.Value().(type) {
	case cc.StringValue:
		for i := range len(v) {
			out = append(out, uint64(v[i]))
		}
	case cc.UTF16StringValue:
		el = tt.UShort
		for _, c := range v {
			out = append(out, uint64(c))
		}
	case cc.UTF32StringValue:
		el = tt.Int
		for _, c := range v {
			out = append(out, uint64(uint32(c)))
		}
	default:
		f.Fail(x, "string literal")
	}
	return out, el
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

func pointedTo(n cc.ExpressionNode) (cc.Type, bool) {
	if t := n.Type(); t != nil {
		if p, ok := t.(*cc.PointerType); ok {
			return p.Elem(), true
		}
	}
	return nil, false
}
