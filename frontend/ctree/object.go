package ctree

import (
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Object is what a name is declared as: a variable, a function, or an enumerator.
// Two uses have the same one iff they mean the same, in all files of a program and
// in all versions of its text that declare the same names in the same order. It is
// the zero Object where the declaration is not known.
type Object struct {
	Name string
	File string // of what only one file knows, "" of what is shared
	Func string // the function that declares it, "" outside
	N    int    // how many of that name the function declares before it
}

// Known reports whether the declaration is known.
func (o Object) Known() bool { return o.Name != "" }

// object is what a declarator declares.
func (p *planter) object(d *cc.Declarator) Object {
	if o, ok := p.objects[d]; ok {
		return o
	}
	o := Object{Name: d.Name()}
	switch {
	case !syntax.FileScope(d) && p.fn == "": // of a prototype
		return Object{}
	case !syntax.FileScope(d):
		o.File, o.Func = p.main.Name, p.fn
		o.N = p.declared[o.Name]
		p.declared[o.Name]++
	case d.IsStatic():
		o.File = p.main.Name
	}
	p.objects[d] = o
	return o
}

// enter makes a function the one that declares names.
func (p *planter) enter(fn string) { p.fn, p.declared = fn, map[string]int{} }

// meant is what an identifier means.
func (p *planter) meant(x *cc.PrimaryExpression) Object {
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		if d != nil {
			return p.object(d)
		}
	case *cc.Enumerator:
		return Object{Name: x.Token.SrcStr()}
	}
	return Object{}
}

// Walk visits a node and all below it, what macros expand to included.
func (n *Node) Walk(f func(*Node)) {
	f(n)
	for _, k := range n.Kids {
		k.Walk(f)
	}
	if n.Expansion != nil {
		n.Expansion.Walk(f)
	}
}

// Callee is the function that a call calls by its name.
func (n *Node) Callee() Object {
	if n.Kind == NodeCall {
		return n.Kids[0].Object
	}
	return Object{}
}

// Base is the variable that an expression is, or is a part of: x in x.a[i].
func (n *Node) Base() (o Object) {
	for k := n; ; k = k.Kids[0] {
		if k.Kind == NodeName {
			o = k.Object
		}
		if len(k.Kids) == 0 {
			return o
		}
	}
}

// Target is the variable that an assignment, ++, -- or the initialiser of a
// declaration gives a value, as a whole or in a part.
func (n *Node) Target() Object {
	switch n.Kind {
	case NodeInit:
		return n.Object
	case NodeAssign, NodeStep:
		return n.Kids[0].Base()
	}
	return Object{}
}
