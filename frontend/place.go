package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// place lowers an lvalue.
func (f *fn) place(n cc.ExpressionNode) place {
	p := f.placeOf(n)
	if f.typed(p) {
		p.by = f.denoted(n)
	}
	return p
}

func (f *fn) placeOf(n cc.ExpressionNode) place {
	n = syntax.Unparen(n)
	tt := f.l.tt
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
		if e := syntax.AddressOperand(x.CastExpression); e != nil && isLvalue(syntax.Unparen(e)) {
			return f.place(e)
		}
		if p, ok := f.vaArg(x); ok {
			return p
		}
		f.indexing(x.CastExpression)
		v := f.rvalue(x.CastExpression)
		if v.t.Kind != ctypes.Pointer {
			f.fail(n, "dereference of a value of type %s", v.t.Name)
		}
		return place{t: tt.ElemOf(v.t), addr: f.follow(v, n)}
	}
	// A structure value (call, conditional, assignment) has a place too.
	v := f.rvalue(n)
	if v.lv != nil {
		return *v.lv
	}
	if v.t.Kind == ctypes.Pointer && v.e != nil {
		f.fail(n, "not an lvalue")
	}
	f.fail(n, "not an lvalue")
	return place{}
}

// selectMember lowers e.m and e->m.
func (f *fn) selectMember(x *cc.PostfixExpression, e cc.ExpressionNode, arrow bool) place {
	var base place
	if arrow {
		if a := syntax.AddressOperand(e); a != nil && isLvalue(syntax.Unparen(a)) {
			base = f.place(a)
		} else {
			v := f.rvalue(e)
			if v.t.Kind != ctypes.Pointer {
				f.fail(x, "-> applied to %s", v.t.Name)
			}
			base = place{t: f.l.tt.ElemOf(v.t), addr: f.follow(v, x)}
		}
	} else {
		base = f.place(e)
	}
	name := x.Token2.SrcStr()
	if !base.t.Record() {
		f.fail(x, "member of a value of type %s", base.t.Name)
	}
	path := f.l.tt.FindMember(base.t, name)
	if path == nil {
		f.fail(x, "%s has no member %s", base.t.Name, name)
	}
	if !arrow && !isLvalue(syntax.Unparen(e)) && path[len(path)-1].Type.Kind == ctypes.Array {
		base = f.temporary(base)
	}
	return f.member(base, path)
}

// index lowers a[i].
func (f *fn) index(x *cc.PostfixExpression) place {
	tt := f.l.tt
	array, index := x.PostfixExpression, cc.ExpressionNode(x.ExpressionList)
	if t := array.Type(); t != nil && cc.IsIntegerType(t) && !ctypes.IsVector(t) && !ctypes.IsVector(index.Type()) { // i[a]
		array, index = index, array
	}
	argv := f.indexing(array)
	vs := f.pair(x, "the operands", array, index, func() bool { return false })
	a, i := vs[0], vs[1]
	if argv != nil && i.t.Kind == ctypes.Int {
		i = f.save(i)
		f.namedInMain(argv, f.conv(i, tt.PtrDiff))
	}
	if a.t.Kind == ctypes.Vector {
		return f.element(x, a, i, link.RootOf(array) != nil)
	}
	if a.t.Kind != ctypes.Pointer {
		a, i = i, a
	}
	if a.t.Kind != ctypes.Pointer || i.t.Kind != ctypes.Int && i.t.Kind != ctypes.Wide {
		f.fail(x, "index into a value of type %s", a.t.Name)
	}
	if t := array.Type(); t == nil || t.Undecay().Kind() != cc.Array || !isLvalue(syntax.Unparen(array)) {
		a.e = f.follow(a, x)
	}
	return place{t: tt.ElemOf(a.t), addr: f.ptrAdd(a, i, false)}
}

// follow notes that a pointer is followed to what it points to, at n.
func (f *fn) follow(p val, n cc.ExpressionNode) cfg.Expr {
	el := f.l.tt.ElemOf(p.t)
	if p.e == nil || el.Kind == ctypes.Void || el.Kind == ctypes.Func || el.Kind == ctypes.Invalid || f.pr == nil || prelude.Is(f.pr.fn.Name) || f.l.conf.Checks&safety.Align == 0 || !f.asks(safety.Align) {
		return p.e
	}
	align := f.l.tt.AlignOf(el)
	if _, named := p.e.(*cfg.Const); align <= 1 || named {
		return p.e
	}
	base, back := p.e, uint64(0)
	if b, ok := base.(*cfg.Binary); ok && b.Op == cfg.PtrAdd {
		if k, ok := b.Y.(*cfg.Const); ok {
			base, back = b.X, k.V
		}
	}
	at := f.l.u.Sources.Node(n).Pos
	if !at.IsValid() {
		at = f.at.Pos
	}
	if old, known := f.l.followed[base]; !known || old.Align < align {
		f.l.followed[base] = safety.Followed{Back: back, Align: align, Type: f.l.tt.Described(el).String(), Pos: at}
	}
	return p.e
}

// ptrAdd computes p + i or p - i in elements.
func (f *emitter) ptrAdd(p, i val, minus bool) cfg.Expr {
	tt := f.l.tt
	el := tt.ElemOf(p.t)
	var size cfg.Expr = f.sizeConst(max(tt.SizeOf(el), 0))
	switch {
	case el.Kind == ctypes.Void || el.Kind == ctypes.Func:
		size = f.sizeConst(1)
	case tt.Dynamic(el):
		size = f.size(el)
	}
	// The index has the width of pointers; a narrower one is extended by its
	// own sign.
	off := binary(cfg.Mul, f.conv(i, tt.PtrDiff), size)
	if minus {
		off = unary(cfg.Neg, off)
	}
	return binary(cfg.PtrAdd, p.e, off)
}

// variable returns the place of the variable or function that d declares.
func (f *fn) variable(d *cc.Declarator, at *cc.PrimaryExpression) place {
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
		return f.of(s)
	}
	if s := f.captured(d); s != nil {
		return f.of(s)
	}
	if syntax.FileScope(d) && l.u.Absent(d) {
		return place{t: l.tt.OfDecl(d), addr: f.sizeConst(0)}
	}
	key := l.u.VarKey(d)
	s := l.static.vars[key]
	if s == nil && syntax.FileScope(d) {
		s = l.global(l.u.NameOf(d))
	}
	if s != nil && s.obj != nil && l.u.Linked(d) != key {
		return place{t: l.tt.OfDecl(d), addr: f.of(s).addr} // an alias, perhaps of another type
	}
	if s == nil && d.IsStatic() {
		s = f.static(d)
	}
	if s == nil && f.dead() {
		// Outside its scope, as in sizeof at file scope: the type matters.
		return place{t: l.tt.OfDecl(d), addr: f.sizeConst(0)}
	}
	if s == nil {
		// The declaration was not lowered, because control cannot reach it.
		s = f.local(d, false)
		f.uninit(s, &f.entry)
	}
	return f.of(s)
}

// function is the address of a function.
func (f *fn) function(d *cc.Declarator, at *cc.PrimaryExpression) place {
	name := f.l.u.FunctionName(at, d)
	if why := f.l.u.Symbols.Refused[name]; why != "" {
		f.fail(at, "%s with attribute %s", name, why)
	}
	t := f.l.tt.OfDecl(d)
	if pr := f.l.procs.named[f.l.u.RefBody(name)]; pr != nil {
		if pr.nest.chain != nil && !f.dead() {
			return place{t: t, addr: f.nestedAddr(pr)}
		}
		return place{t: t, addr: &cfg.FuncAddr{Proc: pr.p, Bits: f.l.conf.PtrBits}}
	}
	if f.dead() || f.l.u.Absent(d) {
		return place{t: t, addr: f.sizeConst(0)}
	}
	return place{t: t, addr: f.externAddr(name, t)}
}

// local creates the storage of an automatic variable, which begins here, or at
// the entry of the procedure.
func (f *fn) local(d *cc.Declarator, begins bool) *storage {
	l := f.l
	t := f.automaticType(d)
	s := &storage{t: t}
	pos := l.u.Sources.Between(d.NameTok(), d.NameTok()).Pos
	switch {
	case t.Kind == ctypes.Invalid || t.Kind == ctypes.Void || t.Kind == ctypes.Func:
		panic(unsupported{"variable of type " + t.Name, f.at})
	case !l.u.Taken[l.u.VarKey(d)] && l.flattens(t):
		s.flat = l.newFlat(f.p, d.Name(), t, pos)
	case l.tt.Dynamic(t):
		v := l.newVar(f.pointerOwner(d), "&"+d.Name(), l.tt.PointerTo(t), pos)
		v.Temp = true
		s.ptr = v
	case begins:
		f.blockMemory(s, d.Name(), t, pos)
		f.keepAddress(d, s)
	default:
		f.memory(s, d.Name(), t, pos)
		if s.obj != nil {
			s.obj.Align = l.tt.VariableAlign(t, max(l.tt.DeclaredAlign(d), l.tt.AtomicAlign(d, t)))
		}
		f.entry = append(f.entry, func() { f.keepAddress(d, s) })
	}
	if s.obj != nil {
		s.obj.Kept = readOnly(d.Type())
	}
	f.locals.vars[d] = s
	return s
}

// uninit makes a variable arbitrary, now or (with later) at the entry.
func (f *fn) uninit(s *storage, later *[]func()) {
	do := func() {
		p := f.of(s)
		if p.flat != nil {
			p.flat.each(func(x *flat) {
				f.emit(&cfg.Havoc{Dst: x.v, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
			})
			return
		}
		if size := f.l.tt.SizeOf(s.t); size > 0 {
			f.emit(&cfg.MemHavoc{Dst: p.addr, Size: f.sizeConst(size), Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
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
	tt := f.l.tt
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
		f.fail(x, "string literal")
	}
	return out, el
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
		if e, _ := link.PartOperand(x); e != nil {
			return isLvalue(syntax.Unparen(e))
		}
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}
