package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// declaration lowers a declaration inside a function.
func (f *fn) declaration(d *cc.Declaration) {
	if d.Case == cc.DeclarationAuto && d.Declarator != nil {
		if d.Initializer != nil && d.Initializer.AssignmentExpression != nil {
			f.locals.like[d.Declarator] = d.Initializer.AssignmentExpression
		}
		f.declarator(d.Declarator, d.Initializer)
		return
	}
	f.Try(f.At, func() { f.measureSpecifiers(d.DeclarationSpecifiers) })
	like := syntax.TypeofOperand(d.DeclarationSpecifiers)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if like != nil {
			f.locals.like[l.InitDeclarator.Declarator] = like
		}
		f.declarator(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
}

// automaticType is the type of an automatic variable. That of an integer
// declared by typeof(e) or __auto_type follows from e: cc takes all enumerators
// for unsigned if one is; and it mistakes vectors, their elements and complex numbers
// for each other.
func (f *fn) automaticType(d *cc.Declarator) *ctypes.Type {
	t := f.l.Types.OfDecl(d)
	if e := f.locals.like[d]; e != nil {
		return f.followed(t, e)
	}
	return t
}

func (f *fn) declarator(d *cc.Declarator, init *cc.Initializer) {
	if d.Type().Kind() != cc.Function {
		f.Try(f.l.Linked.Sources.Between(d.NameTok(), d.NameTok()), func() { f.measure(d) })
	}
	if d.IsTypename() || d.Type().Kind() == cc.Function || syntax.FileScope(d) {
		return
	}
	at := f.l.Linked.Sources.Between(d.NameTok(), d.NameTok())
	f.Try(at, func() {
		if d.IsStatic() {
			return // created where it is used
		}
		s := f.locals.vars[d]
		if s == nil {
			f.counted(f.l.Types.OfDecl(d), d.Type(), init)
			s = f.local(d, f.BeginsHere())
		}
		defer f.armed(d)
		if f.Dead() { // but a later label may be reached
			f.Begun(s)
			f.uninit(s, &f.Entry)
			return
		}
		if f.l.Types.Dynamic(s.Type) {
			f.AllocDynamic(s, at)
			f.StackBegun(s.Ptr)
			f.keepAddress(d, s)
			return
		}
		f.Begun(s)
		own := init != nil && looksAt(init, d)
		if init == nil || own {
			f.uninit(s, nil)
		}
		if init == nil {
			return
		}
		in := initer{f: f, role: cfg.RoleUser, own: own}
		in.top(f.Of(s), d, init)
		f.EndTemporaries()
	})
}

// looksAt reports whether an initialiser, or a part of one, evaluates a mention of the
// variable itself.
func looksAt(init cc.Node, d *cc.Declarator) (found bool) {
	w := syntax.Walker{Pre: func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			return x.Case != cc.UnaryExpressionSizeofExpr && x.Case != cc.UnaryExpressionSizeofType
		case *cc.PrimaryExpression:
			found = found || x.Case == cc.PrimaryExpressionIdent && x.ResolvedTo() == d
		}
		return !found
	}}
	w.Walk(init)
	return found
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
	l.keep(s, d, l.Types.Constant(d))
	f.locals.vars[d] = s
	return s
}

// keep notes what of a variable in memory is const and not protected: all of it, if it
// is whole, or members. What is known of no object, and of which members not all are
// known, is assumed where the program casts its address; the latter always where constants
// are asked about.
func (l *lowerer) keep(s *emit.Storage, d *cc.Declarator, whole bool) {
	if s.Flat != nil {
		return
	}
	kept, all := l.Types.Constants(s.Type, whole)
	if s.Obj != nil {
		s.Obj.Kept = kept
	}
	if (len(kept) > 0 && s.Obj == nil || !all) && l.Linked.Symbols.Attributes.Cast[d] || !all && l.conf.Checks&safety.Const != 0 {
		l.Notes.Assume(l.Linked.Sources.Between(d.NameTok(), d.NameTok()).Pos, "assumes that %s, which is const, is not changed", d.Name())
	}
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
