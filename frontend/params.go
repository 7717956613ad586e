package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/argv"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Parameters that are declared as arrays. Their outermost size has no effect on the
// type, but with static, as in int a[static 3], a call must give access to as many
// elements (C17 6.7.6.3p7): to those of the definition whoever calls it, and where a
// call is, to those of the declarations that it sees, in which sizes that are no
// constants mean nothing (6.7.6.2p5).

// measureParams evaluates the sizes in the parameters of the function. gcc
// leaves those of parameters that are arrays, which have no effect on the type,
// to the end.
func (f *fn) measureParams() {
	var outer []*cc.Declarator
	one := func(s *cc.DeclarationSpecifiers, d *cc.Declarator) {
		f.measureSpecifiers(s)
		var m link.Measured
		m.Scan(d)
		n := len(m.Sizes)
		if e, _ := firstDimension(d); n > 0 && e == m.Sizes[n-1] {
			outer = append(outer, d)
			n--
		}
		for _, e := range m.Sizes[:n] {
			f.measureLength(e)
		}
	}
	dd := syntax.OwnParameters(f.Procedure.Func.Def.Declarator)
	if dd == nil {
		return
	}
	if dd.ParameterTypeList != nil {
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			if p := l.ParameterDeclaration; p != nil && p.Declarator != nil {
				one(p.DeclarationSpecifiers, p.Declarator)
			}
		}
	}
	for l := f.Procedure.Func.Def.DeclarationList; l != nil; l = l.DeclarationList {
		for i := l.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
			one(nil, i.InitDeclarator.Declarator)
		}
	}
	for _, d := range outer {
		e, least := firstDimension(d)
		switch s := f.locals.vars[d]; {
		case least && s != nil && f.asksElements():
			at := f.l.Linked.Sources.Between(d.NameTok(), d.NameTok())
			at.Text = d.Name()
			f.measureLength(e)
			f.leadsTo(f.Load(f.Of(s)).Expr, f.lengthOf(e), s.Type, at)
		case !f.l.Linked.Pure(e):
			f.Effect(e)
		}
	}
}

// firstDimension is the size expression of the array that d declares, nil if it
// declares something else, and whether a parameter must lead to as many elements.
func firstDimension(d *cc.Declarator) (size cc.ExpressionNode, least bool) {
	for dd := d.DirectDeclarator; dd != nil; {
		switch next := dd.DirectDeclarator; {
		case dd.Case == cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
		case next != nil && (next.Case == cc.DirectDeclaratorIdent || next.Case == cc.DirectDeclaratorDecl && next.Declarator.Pointer == nil):
			return dd.AssignmentExpression, dd.Case == cc.DirectDeclaratorStaticArr
		default:
			dd = next
		}
	}
	return nil, false
}

// asksElements reports whether an argument must lead to the elements that a parameter
// asks for: no access has to follow, so that memory safety alone does not ask.
func (f *fn) asksElements() bool {
	const both = safety.Deref | safety.Bounds
	asked := f.l.conf.Execute || f.l.conf.Checks&both == both
	return asked && f.Asks(both) && f.Procedure != nil && !prelude.Is(f.Procedure.Func.Name)
}

// lengthOf is the value of a size expression that is measured.
func (f *fn) lengthOf(e cc.ExpressionNode) cfg.Expr {
	if k, ok := f.l.constInt(e); ok {
		return f.SizeConst(uint64(k))
	}
	return f.Value(f.l.Dynamic.Lengths[e])
}

// leadsTo makes it an error that a pointer of type t does not lead to n elements.
func (f *fn) leadsTo(p, n cfg.Expr, t *ctypes.Type, at parse.Span) {
	p = f.Let(p)
	f.Emit(&cfg.MemCopy{Dst: p, Src: p, Size: f.elements(n, t)}, at, cfg.RoleUser)
}

// elements is the size of n elements of what a pointer of type t leads to, the
// largest size if there is none.
func (f *fn) elements(n cfg.Expr, t *ctypes.Type) cfg.Expr {
	each := f.Size(f.l.Types.ElemOf(t))
	return emit.Ite(f.Multiplies(n, each), emit.Binary(cfg.Mul, n, each), f.SizeConst(^uint64(0)))
}

// leadFar makes it an error that the arguments of a call do not lead to as many
// elements as the declarations of the function ask for, of which pr is the definition
// if that is known.
func (f *fn) leadFar(c *library.Call, pr *emit.Proc, vals []emit.Value) {
	if f.Dead() || !f.asksElements() {
		return
	}
	types := []cc.Type{c.X.PostfixExpression.Type()}
	if c.Decl != nil && c.Decl.LexicalScope() != nil {
		for _, n := range c.Decl.LexicalScope().Nodes[c.Decl.Name()] {
			if d, ok := n.(*cc.Declarator); ok {
				types = append(types, d.Type())
			}
		}
	}
	for _, t := range types {
		if p, ok := t.(*cc.PointerType); ok {
			t = p.Elem()
		}
		ft, ok := t.(*cc.FunctionType)
		if !ok {
			continue
		}
		for i, p := range ft.Parameters() {
			if i >= len(c.Args) || i >= len(vals) || vals[i].Expr == nil || p.Declarator == nil {
				continue
			}
			e, least := firstDimension(p.Declarator)
			if !least {
				continue
			}
			n, known := f.l.constInt(e)
			if !known {
				continue
			}
			pt := f.l.Types.Of(p.Type())
			if f.l.Types.Dynamic(f.l.Types.ElemOf(pt)) {
				continue // of which only the definition knows the size
			}
			f.Spans(c.Args[i], f.elements(f.SizeConst(uint64(n)), pt), c)
			if pr == nil || i >= len(pr.Params) || pr.Params[i] != p.Declarator {
				f.leadsTo(f.Conv(vals[i], f.l.Types.VoidPtr), f.SizeConst(uint64(n)), pt, c.At)
			}
		}
	}
}

// numberInMain is the number of the parameter d of main, or -1.
func (f *fn) numberInMain(d *cc.Declarator) int {
	if f.Procedure == nil || f.Procedure.Func.Name != f.l.conf.Main || f.l.conf.Execute {
		return -1
	}
	for i, p := range f.Procedure.Params {
		if p == d {
			return i
		}
	}
	return -1
}

// namedInMain is called where the program names the variable d. If that is a
// parameter of main that may point anywhere, the path ends.
func (f *fn) namedInMain(d *cc.Declarator) {
	i := f.numberInMain(d)
	if i < 0 || f.Dead() {
		return
	}
	if t := f.Procedure.Stores[i].Type; t.Kind == ctypes.Pointer && (i != 1 || !argv.Strings(f.l.Types, t)) {
		f.Unsupported("use of "+d.Name()+", a parameter of main that may point anywhere", f.At)
	}
}
