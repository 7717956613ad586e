package entry

import (
	"fmt"
	"slices"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// parameters declares a variable for each parameter and gives it a value. It returns
// the arguments.
func (w *writer) parameters(f *cc.FunctionDefinition, t *cc.FunctionType) (args []string) {
	ps := t.Parameters()
	meant := meant(f)
	if len(ps) == 1 && ps[0].Type().Kind() == cc.Void {
		ps = nil
	}
	if t.IsVariadic() {
		w.assume("there are no arguments after those that are declared")
	}
	for i, p := range ps {
		name := p.Name()
		if name == "" {
			name = fmt.Sprintf("argument%d", i+1)
		}
		args = append(args, name)
		w.line("%s;", w.declarator(decayed(p.Type()), name))
	}
	// Lengths come first, since blocks are made of them.
	of := lengths(ps)
	given := map[int]bool{}
	for i := range ps {
		n, ok := of[i]
		if ok && !given[n] {
			given[n] = true
			w.number(args[n], ps[n].Type(), args[n])
			w.line("__VERIFIER_assume(%s);", w.within(args[n], ps[n].Type()))
		}
		if ok {
			w.assume("%s is the number of elements behind %s, at most %d (--length)", args[n], args[i], w.Length)
		}
	}
	for i, p := range ps {
		if given[i] {
			continue
		}
		t := decayed(p.Type())
		elem := pointee(t)
		if as := meant[args[i]]; as != nil && elem != nil && elem.Kind() == cc.Void {
			w.assume("%s leads to what the function takes it for, %s", args[i], strings.TrimSpace(w.declarator(as, "")))
			t, elem = as.Pointer(), as
		}
		n, counted := of[i]
		w.free = ""
		if elem != nil && !counted && declared(p.Type()) == nil {
			w.free = args[i]
		}
		switch {
		case isEnd(ps, i):
		case isEnd(ps, i+1) && !counted:
			w.between(args[i], args[i+1], elem)
		case counted && elem != nil:
			w.array(args[i], elem, args[n], args[i])
			w.length(args[i], args[n])
		case declared(p.Type()) != nil:
			w.fixed(args[i], declared(p.Type()), args[i])
		case elem != nil && isChar(elem) && w.asks(args[i]):
			w.assume("no pointer is null but those that end a chain (--null)")
			w.length(args[i], w.string(args[i], elem, args[i])+" + 1")
		case elem != nil && w.asks(args[i]):
			n := w.some()
			w.line("long long %s_length = %s;", args[i], n)
			w.assume("there are at most %d elements behind %s (--length)", w.Length, args[i])
			w.array(args[i], elem, n, args[i])
		default:
			w.value(args[i], t, args[i], nil)
		}
	}
	return args
}

// between makes a block that one parameter begins and another one ends: a string, whose
// terminator is where it ends, or an array.
func (w *writer) between(first, end string, elem cc.Type) {
	w.assume("%s leads to the end of what %s begins", end, first)
	w.assume("no pointer is null but those that end a chain (--null)")
	if isChar(elem) {
		n := w.string(first, elem, first)
		w.line("%s = %s + %s;", end, first, n)
		return
	}
	n := w.some()
	w.assume("there are at most %d elements behind %s (--length)", w.Length, first)
	w.array(first, elem, n, first)
	w.line("%s = %s + %s;", end, first, n)
}

// declared is the type of a parameter that is declared as an array of some length.
func declared(t cc.Type) *cc.ArrayType {
	if a, ok := t.Undecay().(*cc.ArrayType); ok && a.Len() > 1 { // cc calls it 1 where nothing is said
		return a
	}
	return nil
}

// meant finds the types to which a body converts pointers to void that have a name.
func meant(f *cc.FunctionDefinition) map[string]cc.Type {
	out := map[string]cc.Type{}
	note := func(from cc.ExpressionNode, to cc.Type) {
		x := syntax.Ident(syntax.Unparen(from))
		e := pointee(to)
		if x == nil || e == nil || e.Kind() == cc.Void || e.IsIncomplete() {
			return
		}
		name := x.Token.SrcStr()
		if known, ok := out[name]; ok && known != nil && !known.IsCompatible(e) {
			out[name] = nil // it is taken for two things
		} else if !ok {
			out[name] = e
		}
	}
	syntax.Each(f.CompoundStatement, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionCast {
				note(x.CastExpression, x.TypeName.Type())
			}
		case *cc.InitDeclarator:
			if x.Initializer != nil && x.Initializer.AssignmentExpression != nil {
				note(x.Initializer.AssignmentExpression, x.Declarator.Type())
			}
		}
	})
	return out
}

// length gives a condition's len(p) its meaning: a signed number, so that i < len(p) lets i
// be negative.
func (w *writer) length(p, n string) {
	if w.asks(p) {
		w.line("long long %s_length = %s;", p, n)
	}
}

// asks reports whether a condition of the user speaks of the length of p.
func (w *writer) asks(p string) bool {
	return slices.ContainsFunc(w.Assume, func(a string) bool { return lengthOf(p).MatchString(a) })
}
