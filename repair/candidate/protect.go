package candidate

import (
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
)

// Protection says what of a program must not be changed, since a change there
// would make the failure disappear without any merit: the check itself and the
// inputs.
type Protection struct {
	fails  map[ctree.Object]bool // functions whose call is the failure
	Checks map[ctree.Object]bool // functions that check something, and do nothing else
	ends   map[ctree.Object]bool // functions that do not return
	labels map[string]bool       // a jump to one is the failure
	inputs bool                  // functions of the library that read, or end the program, are protected, too
}

// assume is the function without a definition that stops a run quietly.
const assume = "__VERIFIER_assume"

// errorLabel is the label that is an error where no function is called.
const errorLabel = "ERROR"

// NewProtection finds the functions that check something in the files of a program:
// that do nothing else, or have one parameter and call an error function themselves.
func NewProtection(trees map[string]*ctree.Tree, errors []string, inputs bool, onlyChecks func(*ctree.Func) bool) *Protection {
	if errors == nil {
		errors = []string{"reach_error", "__VERIFIER_error"}
	}
	p := &Protection{fails: map[ctree.Object]bool{}, Checks: map[ctree.Object]bool{}, ends: map[ctree.Object]bool{}, labels: map[string]bool{errorLabel: true}, inputs: inputs}
	for _, name := range append(slices.Clone(errors), "assert", "__culprit_assert") {
		p.fails[ctree.Object{Name: name}] = true
	}
	defined := func(f func(*ctree.Func)) {
		for _, t := range trees {
			for _, fn := range t.Funcs {
				if fn.Body != nil && fn.Name != "main" {
					f(fn)
				}
			}
		}
	}
	for _, t := range trees {
		for _, f := range t.Funcs {
			if slices.Contains(errors, f.Name) {
				p.fails[f.Object] = true
			}
		}
	}
	defined(func(f *ctree.Func) {
		if straight(f.Body, p.reports) {
			p.fails[f.Object] = true
		}
		if straight(f.Body, p.stops) {
			p.ends[f.Object] = true
		}
	})
	for _, t := range trees {
		for _, f := range t.Funcs {
			if f.Body != nil {
				Walk(f.Body, func(n *ctree.Node) {
					if n.Kind == ctree.NodeLabel && p.reports(n) {
						p.labels[n.Op] = true
					}
				})
			}
			lib := clib.Lookup(f.Name)
			one := f.Body != nil && f.Name != "main" && len(f.Params) == 1 && f.Result.Class == ctree.TypeVoid
			if p.fails[f.Object] || f.Name == assume || lib != nil && lib.Model == clib.AssertFail || onlyChecks(f) || one && p.calls(f.Body, p.fails) {
				p.Checks[f.Object] = true
			}
		}
	}
	return p
}

// straight reports whether a body always comes to a statement with a property.
func straight(body *ctree.Node, has func(*ctree.Node) bool) bool {
	for _, k := range body.Kids {
		switch {
		case has(k):
			return true
		case k.Kind != ctree.NodeExpr && k.Kind != ctree.NodeDeclare:
			return false
		}
	}
	return false
}

// reports reports whether a statement is a call of an error function.
func (p *Protection) reports(n *ctree.Node) bool {
	if n.Kind == ctree.NodeLabel || n.Kind == ctree.NodeBlock {
		return slices.ContainsFunc(n.Kids, p.reports)
	}
	call := CallOf(n)
	return call != nil && call.Callee().Name != "assert" && p.fails[call.Callee()]
}

// stops reports whether a statement is a call that does not return.
func (p *Protection) stops(n *ctree.Node) bool {
	call := CallOf(n)
	if call == nil {
		return false
	}
	f := clib.Lookup(call.Callee().Name)
	return p.ends[call.Callee()] || p.reports(n) || f != nil && f.NoReturn
}

// calls reports whether a node has a call of one of some functions in it.
func (p *Protection) calls(n *ctree.Node, some map[ctree.Object]bool) bool {
	found := false
	n.Walk(func(n *ctree.Node) { found = found || some[n.Callee()] })
	return found
}

// Check reports whether a node is a call that checks something, also one that a
// macro makes, or a jump to an error.
func (p *Protection) Check(n *ctree.Node) bool {
	switch n.Kind {
	case ctree.NodeCall:
		return p.Checks[n.Callee()] || p.fails[n.Callee()]
	case ctree.NodeJump:
		return n.Op == "goto" && p.labels[n.Name]
	case ctree.NodeOpaque:
		return n.Expansion != nil && (p.calls(n.Expansion, p.Checks) || p.calls(n.Expansion, p.fails))
	}
	return false
}

// fixed reports whether a node has a check or an input in it, so that it has to
// remain as a whole.
func (p *Protection) fixed(n *ctree.Node) bool {
	found := false
	Walk(n, func(n *ctree.Node) { found = found || p.Check(n) || p.Input(n) })
	return found
}

// Input reports whether a node is a call that asks for an input.
func (p *Protection) Input(n *ctree.Node) bool {
	if n.Kind != ctree.NodeCall {
		return false
	}
	name := n.Callee().Name
	f := clib.Lookup(name)
	return strings.HasPrefix(name, "__VERIFIER_nondet") || p.inputs && f != nil && (f.Input || f.NoReturn)
}

// Decides reports whether a statement is a check that is written as a
// condition: one of its branches only fails.
func (p *Protection) Decides(n *ctree.Node) bool {
	return n.Kind == ctree.NodeIf && slices.ContainsFunc(n.Kids[1:], func(k *ctree.Node) bool {
		k = FirstStatement(k)
		return k != nil && (p.Check(k) || k.Kind == ctree.NodeExpr && len(k.Kids) == 1 && p.Check(k.Kids[0]))
	})
}
