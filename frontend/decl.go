package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
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
	like := typeofOperand(d.DeclarationSpecifiers)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if like != nil {
			f.locals.like[l.InitDeclarator.Declarator] = like
		}
		f.declarator(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
}

// typeofOperand is e of a declaration with typeof(e), or nil.
func typeofOperand(s *cc.DeclarationSpecifiers) cc.ExpressionNode {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierTypeofExpr && t.ExpressionList != nil {
			return t.ExpressionList
		}
	}
	return nil
}

// namedType is the type that a name of a type means. See automaticType.
func (f *fn) namedType(n *cc.TypeName) *ctypes.Type {
	t := f.l.Types.Of(n.Type())
	for s := n.SpecifierQualifierList; s != nil && n.AbstractDeclarator == nil; s = s.SpecifierQualifierList {
		if y := s.TypeSpecifier; y != nil && y.Case == cc.TypeSpecifierTypeofExpr && y.ExpressionList != nil {
			return f.followed(t, y.ExpressionList)
		}
	}
	return t
}

// followed is the type that follows from e, which cc takes for t.
func (f *fn) followed(t *ctypes.Type, e cc.ExpressionNode) *ctypes.Type {
	if !t.Arith() && !t.Composite() {
		return t
	}
	u := f.TypeOf(e)
	if t.Kind == ctypes.Int && u.Kind == ctypes.Int && (u.Bits != t.Bits || u.Signed != t.Signed) || u.Arith() && t.Composite() || u.Composite() && t.Arith() {
		return u
	}
	return t
}

// automaticType is the type of an automatic variable. That of an integer
// declared by typeof(e) or __auto_type follows from e: cc takes all enumerators
// for unsigned if one is, and computes with objects of enumerated types as int;
// and it mistakes vectors, their elements and complex numbers for each other.
func (f *fn) automaticType(d *cc.Declarator) *ctypes.Type {
	t := f.l.Types.OfDecl(d)
	if e := f.locals.like[d]; e != nil {
		return f.followed(t, e)
	}
	return t
}

func (f *fn) declarator(d *cc.Declarator, init *cc.Initializer) {
	if d.Type().Kind() != cc.Function {
		f.Try(f.l.Linked.Sources.Between(d.NameTok(), d.NameTok()), func() { f.measureDeclarator(d) })
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
		if init == nil {
			f.uninit(s, nil)
			return
		}
		in := initer{f: f, role: cfg.RoleUser}
		in.top(f.Of(s), d, init)
		f.EndTemporaries()
	})
}
