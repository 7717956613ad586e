package frontend

import (
	"slices"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
	"culprit/internal/graph"

	"modernc.org/cc/v4"
)

// What main can reach: the functions that are called or whose address is
// taken, and the globals that these mention.

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
	u                  *unit
	fn                 *function // whose body it is, nil for an initialiser
	calls, refs, globs nameSet
	indirect           bool
	callee             map[*cc.PrimaryExpression]bool
	undone             map[cc.ExpressionNode]bool // &e below * or ->
	numbers            numbers
}

func newUses(u *unit) *uses {
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

// calleeOf returns the name of the function n calls directly, or "".
func (u *unit) calleeOf(n *cc.PostfixExpression) (string, *cc.PrimaryExpression) {
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
		return u.functionName(id, d), id
	case nil:
	default:
		return "", nil
	}
	return u.resolve(id.Token.SrcStr()), id
}

func (s *uses) visit(n cc.Node) {
	s.numbers.visit(n)
	s.u.tests.visit(n)
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionPSelect {
			s.undone[syntax.Unparen(x.PostfixExpression)] = true
		}
		if x.Case == cc.PostfixExpressionIndex && ctypes.IsVector(x.PostfixExpression.Type()) && !isKnown(x.ExpressionList) {
			s.takeAddr(x.PostfixExpression) // which element it is, is not known
		}
		if x.Case != cc.PostfixExpressionCall || isString(x.PostfixExpression) { // an operand of inline assembly
			return
		}
		name, id := s.u.calleeOf(x)
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
			s.fn.jumps.setjmps = append(s.fn.jumps.setjmps, x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			s.undone[syntax.Unparen(x.CastExpression)] = true
			if e, _ := partOperand(x); e != nil {
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
		if x.Case == cc.JumpStatementGoto && s.fn != nil && s.fn.outer != nil {
			s.fn.jumps.gotos = append(s.fn.jumps.gotos, x.Token2.SrcStr())
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
		if s.fn != nil && isAuto(x.DeclarationSpecifiers) {
			s.u.declareNested(s.fn, x)
		}
	case *cc.InitDeclarator:
		if d := x.Declarator; d != nil && x.Initializer != nil && !syntax.FileScope(d) && d.IsStatic() {
			s.u.inits[d] = x.Initializer
		}
		if name := s.u.cleanupOf(x.Declarator); name != "" {
			s.calls.add(name)
			s.u.taken[s.u.varKey(x.Declarator)] = true
		}
	}
}

// formatHelpersOf names the functions of the prelude that a call needs for its
// format.
func formatHelpersOf(name string, x *cc.PostfixExpression) []string {
	fn := clib.Lookup(prelude.LibName(name))
	if fn == nil {
		return nil
	}
	args := argumentsOf(x)
	if at := fn.FormatOf(clib.Printf); at >= 0 && at < len(args) {
		return prelude.FormatHelpers(literalText(args[at]))
	}
	return nil
}

// isKnown reports that cc knows the value of n.
func isKnown(n cc.ExpressionNode) bool {
	switch n.Value().(type) {
	case cc.Int64Value, cc.UInt64Value:
		return true
	}
	return false
}

// takeAddr marks the variable that &e exposes.
func (s *uses) takeAddr(e cc.ExpressionNode) {
	id := rootOf(e)
	if id == nil {
		return
	}
	if d, ok := id.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
		s.u.taken[s.u.varKey(d)] = true
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
				s.refs.add(s.u.functionName(x, d))
			}
		case syntax.FileScope(d):
			s.globs.add(s.u.nameOf(d))
		default:
			s.u.capture(s.fn, d)
		}
	}
}

// reach is the part of a unit that main can reach.
type reach struct {
	funcs   []string // in order of discovery
	in      map[string]bool
	globals []string
	addr    []string // functions whose address is used
	cyclic  map[string]bool
}

// reachable follows calls and references from main.
func (u *unit) reachable(main string, skip func(string) bool) *reach {
	r := &reach{in: map[string]bool{}}
	var globs, addrs nameSet
	var work []string
	var visit func(name string)
	visit = func(name string) {
		name = u.bodyOf(name)
		if u.funcs[name] != nil && !r.in[name] && !skip(name) {
			r.in[name] = true
			r.funcs = append(r.funcs, name)
			work = append(work, name)
			if name == prelude.Prefix+prelude.SetAtexit {
				visit(prelude.RunAtexit)
			}
		}
	}
	var glob func(string)
	glob = func(name string) {
		if globs.seen[name] {
			return
		}
		globs.add(name)
		if g := u.globals[name]; g != nil {
			for _, f := range g.refs {
				addrs.add(u.refBody(f))
				visit(u.refBody(f))
			}
			for _, h := range g.globs {
				glob(h)
			}
		}
	}
	visit(main)
	for _, name := range u.sym.before {
		visit(name)
	}
	for _, name := range u.sym.after {
		visit(name)
	}
	for len(work) > 0 {
		f := u.funcs[work[0]]
		work = work[1:]
		for _, g := range f.globs {
			glob(g)
		}
		for _, c := range f.calls {
			visit(c)
		}
		for _, c := range f.refs {
			addrs.add(u.refBody(c))
			visit(u.refBody(c))
		}
	}
	r.globals, r.addr = globs.list, addrs.list
	r.cyclic = u.cycles(r)
	return r
}

// bodyOf returns the name of the function whose body a call of name runs.
func (u *unit) bodyOf(name string) string {
	if u.funcs[name] == nil {
		if lib := prelude.Prefix + prelude.LibName(name); u.funcs[lib] != nil {
			return lib
		}
	}
	return name
}

// refBody returns the name of the function that the address of name is of.
func (u *unit) refBody(name string) string {
	b := u.bodyOf(name)
	if w := prelude.RefPrefix + prelude.LibName(name); u.funcs[b] == nil && u.funcs[w] != nil {
		return w
	}
	return b
}

// cycles finds the functions that may call themselves.
func (u *unit) cycles(r *reach) map[string]bool {
	node := map[string]int{}
	for i, f := range r.funcs {
		node[f] = i
	}
	succ := make([][]int, len(r.funcs))
	for i, name := range r.funcs {
		f := u.funcs[name]
		calls := f.calls
		if f.indirect {
			calls = append(slices.Clone(calls), r.addr...)
		}
		if slices.ContainsFunc(f.calls, func(c string) bool { return prelude.ModelOf(c) == clib.Exit }) {
			calls = append(slices.Clone(calls), u.sym.after...)
		}
		for _, g := range calls {
			if j, ok := node[u.bodyOf(g)]; ok {
				succ[i] = append(succ[i], j)
			}
		}
	}
	comp, _ := graph.Components(len(succ), graph.Lists(succ))
	out := map[string]bool{}
	for i, cyclic := range graph.Cyclic(comp, graph.Lists(succ)) {
		if cyclic {
			out[r.funcs[i]] = true
		}
	}
	return out
}
