package link

import (
	"slices"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// nameSet is a set of names in order of insertion.
type nameSet struct {
	list []string
	seen map[string]bool
}

func (s *nameSet) add(n string) {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if !s.seen[n] {
		s.seen[n] = true
		s.list = append(s.list, n)
	}
}

// uses lists what a piece of syntax refers to.
type uses struct {
	u                  *Program
	fn                 *Function // whose body it is, nil for an initialiser
	calls, refs, globs nameSet
	indirect           bool
	callee             map[*cc.PrimaryExpression]bool
	undone             map[cc.ExpressionNode]bool // &e below * or ->
	numbers            numbers
}

func newUses(u *Program) *uses {
	return &uses{u: u, callee: map[*cc.PrimaryExpression]bool{}, undone: map[cc.ExpressionNode]bool{}}
}

func (s *uses) scan(n cc.Node) {
	w := syntax.Walker{}
	w.Pre = func(n cc.Node) bool {
		if _, attributes := n.(*cc.AttributeSpecifierList); attributes {
			return false
		}
		if b, ok := n.(*cc.BlockItem); ok && b.Case == cc.BlockItemFuncDef && s.fn != nil {
			s.u.addNested(s.fn, b)
			return false
		}
		s.visit(n)
		return true
	}
	w.Walk(n)
	for _, name := range s.numbers.functions() {
		s.calls.add(name)
	}
}

// CalleeOf returns the name of the function n calls directly, or "".
func (u *Program) CalleeOf(n *cc.PostfixExpression) (string, *cc.PrimaryExpression) {
	e := syntax.Unparen(n.PostfixExpression)
	for {
		op, ok := e.(*cc.UnaryExpression)
		if !ok || op.Case != cc.UnaryExpressionDeref && op.Case != cc.UnaryExpressionAddrof {
			break
		}
		e = syntax.Unparen(op.CastExpression)
	}
	id := syntax.Ident(e)
	if id == nil {
		return "", nil
	}
	switch d := id.ResolvedTo().(type) {
	case *cc.Declarator:
		if d.Type().Kind() != cc.Function {
			return "", nil
		}
		return u.FunctionName(id, d), id
	case nil:
	default:
		return "", nil
	}
	return u.resolve(id.Token.SrcStr()), id
}

func (s *uses) visit(n cc.Node) {
	s.numbers.visit(n)
	s.u.Tests.visit(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionPSelect {
			s.undone[syntax.Unparen(x.PostfixExpression)] = true
		}
		if x.Case == cc.PostfixExpressionIndex && ctypes.IsVector(x.PostfixExpression.Type()) && !syntax.IsKnown(x.ExpressionList) {
			s.takeAddr(x.PostfixExpression) // which element it is, is not known
		}
		if x.Case != cc.PostfixExpressionCall || syntax.IsString(x.PostfixExpression) { // an operand of inline assembly
			return
		}
		name, id := s.u.CalleeOf(x)
		if id == nil {
			s.indirect = true
			return
		}
		s.callee[id] = true
		s.calls.add(name)
		for _, n := range append(prelude.StringHelpers(name), formatHelpersOf(name, x)...) {
			s.calls.add(prelude.Prefix + n)
		}
		if s.fn != nil && isSetjmp(name) {
			s.fn.Jumps.Setjmps = append(s.fn.Jumps.Setjmps, x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			s.undone[syntax.Unparen(x.CastExpression)] = true
			if e, _ := PartOperand(x); e != nil {
				s.undone[syntax.Unparen(syntax.Unparen(x.CastExpression).(*cc.CastExpression).CastExpression)] = true
			}
		case cc.UnaryExpressionAddrof:
			if !s.undone[x] {
				s.takeAddr(x.CastExpression)
			}
		case cc.UnaryExpressionLabelAddr:
			if s.fn != nil {
				s.fn.addrLabel(x.Token2.SrcStr())
			}
		}
	case *cc.PrimaryExpression:
		s.ident(x)
	case *cc.JumpStatement:
		if x.Case == cc.JumpStatementGoto && s.fn != nil && s.fn.Outer != nil {
			s.fn.Jumps.gotos = append(s.fn.Jumps.gotos, x.Token2.SrcStr())
		}
	case *cc.LabeledStatement:
		if x.Case == cc.LabeledStatementLabel {
			s.fn.label(x)
		}
	case *cc.Declarator:
		if s.fn != nil && s.fn.own != nil {
			s.fn.own[x] = true
		}
	case *cc.Declaration:
		if s.fn != nil && syntax.IsAuto(x.DeclarationSpecifiers) {
			s.u.declareNested(s.fn, x)
		}
	case *cc.InitDeclarator:
		if d := x.Declarator; d != nil && x.Initializer != nil && !syntax.FileScope(d) && d.IsStatic() {
			s.u.Inits[d] = x.Initializer
		}
		if name := s.u.CleanupOf(x.Declarator); name != "" {
			s.calls.add(name)
			s.u.Taken[s.u.VarKey(x.Declarator)] = true
		}
	}
}

// formatHelpersOf names the functions of the prelude that a call needs for its
// format.
func formatHelpersOf(name string, x *cc.PostfixExpression) []string {
	fn := prelude.Func(name)
	if fn == nil {
		return nil
	}
	args := syntax.Arguments(x)
	if at := fn.FormatOf(clib.Printf); at >= 0 && at < len(args) {
		if text, literal := syntax.WideText(args[at]); literal {
			return prelude.FormatHelpers(text, true)
		}
		return prelude.FormatHelpers(syntax.LiteralText(args[at]))
	}
	return nil
}

// takeAddr marks the variable that &e exposes.
func (s *uses) takeAddr(e cc.ExpressionNode) {
	id := RootOf(e)
	if id == nil {
		return
	}
	if d, ok := id.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
		s.u.Taken[s.u.VarKey(d)] = true
	}
}

func (s *uses) ident(x *cc.PrimaryExpression) {
	if x.Case != cc.PrimaryExpressionIdent {
		return
	}
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		switch {
		case d.Type().Kind() == cc.Function:
			if !s.callee[x] {
				s.refs.add(s.u.FunctionName(x, d))
			}
		case syntax.FileScope(d):
			s.globs.add(s.u.NameOf(d))
		default:
			s.u.capture(s.fn, d)
		}
	}
}

// addNested adds the function that a block item of outer defines.
func (u *Program) addNested(outer *Function, b *cc.BlockItem) {
	f := &Function{Name: u.nestedName(outer, b.Declarator), Outer: outer, own: map[*cc.Declarator]bool{}}
	f.Def = &cc.FunctionDefinition{DeclarationSpecifiers: b.DeclarationSpecifiers, Declarator: b.Declarator, CompoundStatement: b.CompoundStatement}
	u.Funcs[f.Name] = f
	outer.Nests = true
	if ft, ok := b.Declarator.Type().(*cc.FunctionType); ok {
		for _, p := range ft.Parameters() {
			f.own[p.Declarator] = true
		}
	}
	u.scan(f)
	for _, name := range f.Jumps.AddrLabels {
		if f.Jumps.Labels[name] == nil { // a label of an outer function
			outer.addrLabel(name)
		}
	}
}

// capture notes that f uses the variable d. If d is one of an outer function,
// that one has to keep it in memory.
func (u *Program) capture(f *Function, d *cc.Declarator) {
	if f == nil || f.Outer == nil || f.own[d] || d.IsTypename() || d.IsStatic() || d.Type().Kind() == cc.Function || syntax.FileScope(d) {
		return
	}
	o := f.Outer
	for o.Outer != nil && !o.own[d] {
		o = o.Outer
	}
	if !slices.Contains(o.Captured, d) {
		o.Captured = append(o.Captured, d)
		u.Taken[u.VarKey(d)] = true
	}
}

// scan lists what a function refers to, in its parameters and its body.
func (u *Program) scan(f *Function) {
	s := newUses(u)
	s.fn = f
	s.scan(f.Def.Declarator)
	s.scan(f.Def.CompoundStatement)
	f.Calls, f.refs, f.globs, f.Indirect = s.calls.list, s.refs.list, s.globs.list, s.indirect
}
