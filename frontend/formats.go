package frontend

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// A format of printf that is not a literal where it is used often is one
// anyway: the argument of a function that passes it on, or the value of a
// variable that only literals are assigned to. Which ones it may be is found by
// syntax, for one question: may the call store through its arguments, by %n?

// formatSources are the expressions that variables and parameters get their
// values from, in the functions that main reaches.
type formatSources struct {
	l        *lowerer
	assigned map[any][]cc.ExpressionNode        // by varKey
	calls    map[string][]*cc.PostfixExpression // by the name of the callee
	params   map[*cc.Declarator]formatParameter // of functions with a body
	seen     map[cc.ExpressionNode]bool         // in the question under way
}

// formatParameter is parameter i of a function.
type formatParameter struct {
	of string
	i  int
}

// stores reports whether a format may have a %n.
func (l *lowerer) stores(format cc.ExpressionNode) bool {
	if l.formats == nil {
		l.formats = newFormatSources(l)
	}
	l.formats.seen = map[cc.ExpressionNode]bool{}
	return !l.formats.quiet(format)
}

func newFormatSources(l *lowerer) *formatSources {
	s := &formatSources{l: l, assigned: map[any][]cc.ExpressionNode{}, calls: map[string][]*cc.PostfixExpression{}, params: map[*cc.Declarator]formatParameter{}}
	for _, name := range l.reach.funcs {
		def := l.u.funcs[name].def
		if ft, ok := def.Declarator.Type().(*cc.FunctionType); ok {
			for i, p := range ft.Parameters() {
				if p.Declarator != nil {
					s.params[p.Declarator] = formatParameter{name, i}
				}
			}
		}
		syntax.Each(def.CompoundStatement, s.visit)
	}
	return s
}

func (s *formatSources) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		if id := syntax.Ident(syntax.Unparen(x.UnaryExpression)); id != nil && x.Case == cc.AssignmentExpressionAssign {
			if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
				key := s.l.u.varKey(d)
				s.assigned[key] = append(s.assigned[key], x.AssignmentExpression)
			}
		}
	case *cc.InitDeclarator:
		if x.Declarator != nil && x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
			key := s.l.u.varKey(x.Declarator)
			s.assigned[key] = append(s.assigned[key], x.Initializer.AssignmentExpression)
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			if name, id := s.l.u.calleeOf(x); id != nil {
				s.calls[name] = append(s.calls[name], x)
			}
		}
	}
}

// quiet reports whether a format is one of known texts, none of which stores.
func (s *formatSources) quiet(n cc.ExpressionNode) bool {
	n = syntax.Unparen(n)
	if text, ok := literalText(n); ok {
		parts, ok := clib.PrintParts(text)
		return ok && !storesCount(parts) || !strings.Contains(text, "n")
	}
	if s.seen[n] {
		return true
	}
	s.seen[n] = true
	switch x := n.(type) {
	case *cc.ConditionalExpression:
		return x.ExpressionList != nil && s.quiet(x.ExpressionList) && s.quiet(x.ConditionalExpression)
	case *cc.CastExpression:
		return x.Case == cc.CastExpressionCast && s.quiet(x.CastExpression)
	case *cc.AssignmentExpression:
		return x.Case == cc.AssignmentExpressionAssign && s.quiet(x.AssignmentExpression)
	case *cc.AdditiveExpression: // a part of a text
		return x.Case == cc.AdditiveExpressionAdd && s.quiet(x.AdditiveExpression)
	case *cc.PrimaryExpression:
		d, ok := x.ResolvedTo().(*cc.Declarator)
		return ok && x.Case == cc.PrimaryExpressionIdent && s.quietVariable(d)
	}
	return false
}

// quietVariable is quiet of a pointer. That a variable is moved along its text
// does not matter.
func (s *formatSources) quietVariable(d *cc.Declarator) bool {
	u := s.l.u
	key := u.varKey(d)
	if d.Type().Kind() != cc.Ptr || u.taken[key] {
		return false
	}
	from := s.assigned[key]
	if syntax.FileScope(d) {
		g := u.globals[u.nameOf(d)]
		if g == nil || !g.def {
			return false
		}
		if g.init != nil && g.init.Case == cc.InitializerExpr {
			from = append(slices.Clone(from), g.init.AssignmentExpression)
		}
	}
	if d.IsParam() {
		p, ok := s.params[d]
		if !ok || p.of == s.l.conf.Main || slices.Contains(s.l.reach.addr, p.of) {
			return false
		}
		for _, call := range s.calls[p.of] {
			args := argumentsOf(call)
			if p.i >= len(args) {
				return false
			}
			from = append(slices.Clone(from), args[p.i])
		}
	}
	return !slices.ContainsFunc(from, func(n cc.ExpressionNode) bool { return !s.quiet(n) })
}

// argumentsOf are the arguments of a call.
func argumentsOf(x *cc.PostfixExpression) (out []cc.ExpressionNode) {
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		out = append(out, l.AssignmentExpression)
	}
	return out
}

// refuseStores ends the path at a call of the printf family that may store
// through its arguments, and whose format is not one that the call has as a
// literal.
func (f *fn) refuseStores(c *call, at int) {
	lf := clib.Lookup(prelude.LibName(c.name))
	led := lf.TakesList()
	for _, a := range c.args[min(at+1, len(c.args)):] {
		led = led || f.l.tt.PointsIn(f.typeOf(a)) && !isString(a)
	}
	if led && f.l.stores(f.arg(c, at)) {
		f.fail(c.x, "call of %s, whose format may store through its arguments", c.name)
	}
}
