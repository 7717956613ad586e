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
// syntax.

// FormatSources are the expressions that variables and parameters get their
// values from, in the functions that main reaches.
type FormatSources struct {
	u        *Program
	reach    *Reach
	main     string                             // whose parameters may be anything
	entry    map[cc.Node]bool                   // the expressions of a text that makes the arguments of a call
	assigned map[any][]cc.ExpressionNode        // by varKey
	calls    map[string][]*cc.PostfixExpression // by the name of the callee
	indirect []*cc.PostfixExpression            // calls through pointers
	parts    []cc.ExpressionNode                // stored into members and elements
	params   map[*cc.Declarator]formatParameter // of functions with a body
}

// formatParameter is parameter i of a function.
type formatParameter struct {
	of string
	i  int
}

// Format is what a format may be.
type Format struct {
	// Texts are the literals that it may be, or may point into, in the order in which
	// they are found.
	Texts []string
	// Other is the first expression that may give it another value, nil if there is
	// none.
	Other cc.ExpressionNode
	// Given says that it may come from where the arguments of a call are made that
	// the program begins with.
	Given bool
}

// Stores reports whether a format may have a %n. One that is given has none.
func (f Format) Stores() bool {
	return f.Other != nil || slices.ContainsFunc(f.Texts, func(text string) bool {
		parts, ok := clib.PrintParts(text)
		return (!ok || StoresCount(parts)) && strings.Contains(text, "n")
	})
}

// Find looks for what a format may be, which consists of wide characters or of others.
func (s *FormatSources) Find(format cc.ExpressionNode, wide bool) Format {
	f := &formatSearch{FormatSources: s, literal: syntax.LiteralText, seen: map[cc.ExpressionNode]bool{}}
	if wide {
		f.literal = syntax.WideText
	}
	f.expression(format)
	return f.found
}

// formatSearch is a question under way.
type formatSearch struct {
	*FormatSources
	literal func(cc.ExpressionNode) (text string, ok bool)
	seen    map[cc.ExpressionNode]bool
	found   Format
}

// NewFormatSources reads the functions that main reaches. With entered, main is the text
// that makes the arguments of a call.
func NewFormatSources(u *Program, r *Reach, main string, entered bool) *FormatSources {
	s := &FormatSources{u: u, reach: r, main: main, entry: map[cc.Node]bool{}, assigned: map[any][]cc.ExpressionNode{}, calls: map[string][]*cc.PostfixExpression{}, params: map[*cc.Declarator]formatParameter{}}
	if def := u.Funcs[main]; entered && def != nil {
		syntax.Each(def.Def.CompoundStatement, func(n cc.Node) { s.entry[n] = true })
	}
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
	for _, name := range r.Globals {
		if g := u.Globals[name]; g != nil && g.Init != nil {
			syntax.Each(g.Init, s.visit)
		}
	}
	return s
}

func (s *FormatSources) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.InitializerList:
		if x.Initializer.Case == cc.InitializerExpr {
			s.parts = append(s.parts, x.Initializer.AssignmentExpression)
		}
	case *cc.AssignmentExpression:
		if partOf(x.UnaryExpression) && x.Case == cc.AssignmentExpressionAssign {
			s.parts = append(s.parts, x.AssignmentExpression)
		}
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
			} else {
				s.indirect = append(s.indirect, x)
			}
		}
	}
}

// partOf reports whether an expression is a member or an element of something.
func partOf(n cc.ExpressionNode) bool {
	p, ok := syntax.Unparen(n).(*cc.PostfixExpression)
	return ok && (p.Case == cc.PostfixExpressionIndex || p.Case == cc.PostfixExpressionSelect || p.Case == cc.PostfixExpressionPSelect)
}

// expression looks at what a format may be.
func (f *formatSearch) expression(n cc.ExpressionNode) {
	n = syntax.Unparen(n)
	if text, ok := f.literal(n); ok {
		if !slices.Contains(f.found.Texts, text) {
			f.found.Texts = append(f.found.Texts, text)
		}
		return
	}
	if f.seen[n] {
		return
	}
	f.seen[n] = true
	switch x := n.(type) {
	case *cc.ConditionalExpression:
		if x.ExpressionList != nil {
			f.expression(x.ExpressionList)
			f.expression(x.ConditionalExpression)
			return
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast {
			f.expression(x.CastExpression)
			return
		}
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAssign {
			f.expression(x.AssignmentExpression)
			return
		}
	case *cc.AdditiveExpression: // a part of a text
		if x.Case == cc.AdditiveExpressionAdd {
			f.expression(x.AdditiveExpression)
			return
		}
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			f.variable(n, d)
			return
		}
	}
	f.unknown(n)
	if partOf(n) && len(f.parts) <= MaxFormats { // it may be one that is stored so
		for _, n := range f.parts {
			f.expression(n)
		}
	}
}

// unknown notes an expression whose value is not known.
func (f *formatSearch) unknown(n cc.ExpressionNode) {
	switch {
	case f.entry[n]:
		f.found.Given = true
	case f.found.Other == nil:
		f.found.Other = n
	}
}

// variable looks at what the pointer that n names may be. That it is moved along its
// text does not matter.
func (f *formatSearch) variable(n cc.ExpressionNode, d *cc.Declarator) {
	key := f.u.VarKey(d)
	if d.Type().Kind() != cc.Ptr || f.u.Taken[key] {
		f.unknown(n)
		return
	}
	from := slices.Clone(f.assigned[key])
	if syntax.FileScope(d) {
		g := f.u.Globals[f.u.NameOf(d)]
		switch {
		case g == nil || !g.Defined:
			f.unknown(n)
		case g.Init != nil && g.Init.Case == cc.InitializerExpr:
			from = append(from, g.Init.AssignmentExpression)
		}
	}
	if d.IsParam() {
		p, ok := f.params[d]
		if !ok || p.of == f.main {
			f.unknown(n)
		}
		calls := f.calls[p.of]
		if ok && slices.Contains(f.reach.Addressed, p.of) {
			f.unknown(n)
			calls = slices.Concat(calls, f.indirect)
		}
		for _, call := range calls {
			if args := syntax.Arguments(call); p.i < len(args) {
				from = append(from, args[p.i])
			} else {
				f.unknown(call)
			}
		}
	}
	for _, n := range from {
		f.expression(n)
	}
}

func StoresCount(ds []clib.PrintPart) bool {
	return slices.ContainsFunc(ds, func(d clib.PrintPart) bool { return d.Conv == 'n' })
}
