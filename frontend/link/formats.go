package link

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// A format of printf that is not a literal where it is used often is one
// anyway: the argument of a function that passes it on, or the value of a
// variable that only literals are assigned to. Which ones it may be is found by
// syntax, for one question: may the call store through its arguments, by %n?

// FormatSources are the expressions that variables and parameters get their
// values from, in the functions that main reaches.
type FormatSources struct {
	u        *Program
	reach    *Reach
	main     string                             // whose parameters may be anything
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

// Stores reports whether a format may have a %n.
func (s *FormatSources) Stores(format cc.ExpressionNode) bool {
	s.seen = map[cc.ExpressionNode]bool{}
	return !s.quiet(format)
}

// NewFormatSources reads the functions that main reaches.
func NewFormatSources(u *Program, r *Reach, main string) *FormatSources {
	s := &FormatSources{u: u, reach: r, main: main, assigned: map[any][]cc.ExpressionNode{}, calls: map[string][]*cc.PostfixExpression{}, params: map[*cc.Declarator]formatParameter{}}
	for _, name := range r.Funcs {
		def := u.Funcs[name].Def
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

func (s *FormatSources) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		if id := syntax.Ident(syntax.Unparen(x.UnaryExpression)); id != nil && x.Case == cc.AssignmentExpressionAssign {
			if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
				key := s.u.VarKey(d)
				s.assigned[key] = append(s.assigned[key], x.AssignmentExpression)
			}
		}
	case *cc.InitDeclarator:
		if x.Declarator != nil && x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
			key := s.u.VarKey(x.Declarator)
			s.assigned[key] = append(s.assigned[key], x.Initializer.AssignmentExpression)
		}
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionCall {
			if name, id := s.u.CalleeOf(x); id != nil {
				s.calls[name] = append(s.calls[name], x)
			}
		}
	}
}

// quiet reports whether a format is one of known texts, none of which stores.
func (s *FormatSources) quiet(n cc.ExpressionNode) bool {
	n = syntax.Unparen(n)
	if text, ok := syntax.LiteralText(n); ok {
		parts, ok := clib.PrintParts(text)
		return ok && !StoresCount(parts) || !strings.Contains(text, "n")
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
func (s *FormatSources) quietVariable(d *cc.Declarator) bool {
	u := s.u
	key := u.VarKey(d)
	if d.Type().Kind() != cc.Ptr || u.Taken[key] {
		return false
	}
	from := s.assigned[key]
	if syntax.FileScope(d) {
		g := u.Globals[u.NameOf(d)]
		if g == nil || !g.Defined {
			return false
		}
		if g.Init != nil && g.Init.Case == cc.InitializerExpr {
			from = append(slices.Clone(from), g.Init.AssignmentExpression)
		}
	}
	if d.IsParam() {
		p, ok := s.params[d]
		if !ok || p.of == s.main || slices.Contains(s.reach.Addressed, p.of) {
			return false
		}
		for _, call := range s.calls[p.of] {
			args := syntax.Arguments(call)
			if p.i >= len(args) {
				return false
			}
			from = append(slices.Clone(from), args[p.i])
		}
	}
	return !slices.ContainsFunc(from, func(n cc.ExpressionNode) bool { return !s.quiet(n) })
}

func StoresCount(ds []clib.PrintPart) bool {
	for _, d := range ds {
		if d.Conv == 'n' {
			return true
		}
	}
	return false
}
