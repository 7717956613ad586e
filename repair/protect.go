package repair

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// protection says what of the text must not be changed, since a change there
// would make the failure disappear without any merit: the check itself and the
// inputs (see Disarms for what a run shows).
type protection struct {
	errors []string // functions whose call is the error
	labels []string // a jump to one is the error
	inputs bool     // functions of the library that read, or end the program, are protected, too
	checks map[string]bool
}

// newProtection finds the functions that check something in a file: that call
// an error function themselves.
func newProtection(t *ctree.Tree, errors []string, inputs bool) protection {
	if errors == nil {
		errors = []string{"reach_error", "__VERIFIER_error"}
	}
	p := protection{errors: append(slices.Clone(errors), "assert"), labels: []string{errorLabel}, inputs: inputs, checks: map[string]bool{}}
	for _, f := range t.Funcs {
		if f.Body != nil && f.Name != "main" && p.onlyFails(f.Body) {
			p.errors = append(p.errors, f.Name)
		}
	}
	for _, f := range t.Funcs {
		if f.Body != nil {
			walk(f.Body, func(n *ctree.Node) {
				if n.Kind == ctree.NodeLabel && p.reports(n) {
					p.labels = append(p.labels, n.Op)
				}
			})
		}
		switch {
		case slices.Contains(p.errors, f.Name) || strings.Contains(f.Name, "assert") || strings.Contains(f.Name, "assume"):
			p.checks[f.Name] = true
		case f.Body != nil && f.Name != "main" && len(f.Params) == 1 && f.Result.Class == ctree.TypeVoid && p.fails(f.Body):
			p.checks[f.Name] = true
		}
	}
	return p
}

// function reports whether a function is a check as a whole.
func (p *protection) function(name string) bool { return p.checks[name] }

// onlyFails reports whether the body of a function always comes to a call of an
// error function.
func (p *protection) onlyFails(body *ctree.Node) bool {
	for _, k := range body.Kids {
		switch {
		case p.reports(k):
			return true
		case k.Kind != ctree.NodeExpr && k.Kind != ctree.NodeDeclare:
			return false
		}
	}
	return false
}

// reports reports whether a statement is a call of an error function.
func (p *protection) reports(n *ctree.Node) bool {
	switch {
	case n.Kind == ctree.NodeLabel || n.Kind == ctree.NodeBlock:
		return slices.ContainsFunc(n.Kids, p.reports)
	case n.Kind == ctree.NodeExpr && len(n.Kids) == 1 && n.Kids[0].Kind == ctree.NodeCall:
		name := n.Kids[0].Kids[0].Name
		return name != "assert" && slices.Contains(p.errors, name)
	}
	return false
}

// fails reports whether a node calls an error function.
func (p *protection) fails(n *ctree.Node) bool {
	found := false
	walk(n, func(n *ctree.Node) {
		if n.Kind == ctree.NodeCall && slices.Contains(p.errors, n.Kids[0].Name) {
			found = true
		}
	})
	return found
}

// check reports whether a node is a call that checks something, an opaque piece
// of text that looks like one, or a jump to an error.
func (p *protection) check(g *generator, n *ctree.Node) bool {
	switch n.Kind {
	case ctree.NodeCall:
		name := n.Kids[0].Name
		return p.checks[name] || slices.Contains(p.errors, name)
	case ctree.NodeJump:
		ws := words(g.text(n))
		return n.Op == "goto" && len(ws) == 2 && slices.Contains(p.labels, ws[1])
	case ctree.NodeOpaque:
		t := g.text(n)
		i := strings.IndexByte(t, '(')
		return i > 0 && strings.Contains(t[:i], "assert")
	}
	return false
}

// contains reports whether a node has a check in it.
func (p *protection) contains(g *generator, n *ctree.Node) bool {
	found := false
	walk(n, func(n *ctree.Node) { found = found || p.check(g, n) || p.input(n) })
	return found
}

// input reports whether a node is a call that asks for an input.
func (p *protection) input(n *ctree.Node) bool {
	if n.Kind != ctree.NodeCall {
		return false
	}
	name := n.Kids[0].Name
	f := clib.Lookup(name)
	return strings.HasPrefix(name, "__VERIFIER_nondet") || p.inputs && f != nil && (f.Input || f.NoReturn)
}

// expression reports whether nothing in an expression may be changed.
func (p *protection) expression(g *generator, n *ctree.Node) bool { return p.check(g, n) }

// whole reports whether an expression may not be replaced as a whole.
func (p *protection) whole(g *generator, n *ctree.Node) bool { return p.contains(g, n) }

// statement reports whether a statement has to remain where it is: it is, or
// decides about, a check, or an input is in it.
func (p *protection) statement(g *generator, n *ctree.Node) bool { return p.contains(g, n) }

// errorLabel is the label that is an error where no function is called.
const errorLabel = "ERROR"

// decides reports whether a statement is a check that is written as a
// condition: one of its branches only fails.
func (p *protection) decides(g *generator, n *ctree.Node) bool {
	if n.Kind != ctree.NodeIf {
		return false
	}
	return slices.ContainsFunc(n.Kids[1:], func(k *ctree.Node) bool {
		for k.Kind == ctree.NodeBlock || k.Kind == ctree.NodeLabel {
			if len(k.Kids) == 0 {
				return false
			}
			k = k.Kids[0]
		}
		return p.check(g, k) || k.Kind == ctree.NodeExpr && len(k.Kids) == 1 && p.check(g, k.Kids[0])
	})
}
