package repair

import (
	"fmt"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// Variables that a program compares, adds, assigns or passes to each other count
// the same kind of thing, however many of them are of type int (O'Callahan,
// Jackson: Lackwit, ICSE 1997; Guo, Perkins, McCamant, Ernst: Dynamic inference
// of abstract types, ISSTA 2006). A change that relates two that the program
// keeps apart, a loop counter with a state, or puts one in the place of the
// other, may make all runs pass, and is seldom what was meant.

// abstractType is a class of variables, members, elements and results.
// Classes that are found to be the same are united (Steensgaard's unification).
type abstractType struct {
	parent *abstractType
	elem   *abstractType // of what it points to, or of its elements
	index  *abstractType // of what its elements are numbered by
	// The program adds to such values, or compares which of two is greater:
	// states and keys are only assigned and compared for equality.
	counted, ordered bool
}

func (k *abstractType) root() *abstractType {
	for k.parent != nil {
		k = k.parent
	}
	return k
}

// abstractTypes is the partition of a program's values into abstract types.
type abstractTypes struct {
	of     map[string]*abstractType // variables, members, results and enumerators, by name
	funcs  map[string]*ctree.Func
	frozen bool // no class is made or united any more

	fn    *ctree.Func
	scope []local // of fn, inner ones last
	count map[string]int
}

// local is a variable of a function, and what it is known by.
type local struct{ name, key string }

func newAbstractTypes() *abstractTypes {
	return &abstractTypes{of: map[string]*abstractType{}, funcs: map[string]*ctree.Func{}}
}

// declare makes the functions of a file known.
func (k *abstractTypes) declare(tree *ctree.Tree) {
	for _, f := range tree.Funcs {
		if f.User {
			k.funcs[f.Name] = f
		}
	}
}

// add unites what a file uses together. All files have been declared.
func (k *abstractTypes) add(tree *ctree.Tree) {
	unite := func(n *ctree.Node, to *abstractType) { k.unite(k.value(n), to) }
	for _, f := range tree.Funcs {
		if f.Body != nil {
			k.enter(f)
			k.walk(f.Body, unite, nil)
		}
	}
	for _, init := range tree.Inits {
		k.fn, k.scope = nil, nil
		k.initial(init, unite)
	}
}

// enter makes the parameters of a function known.
func (k *abstractTypes) enter(fn *ctree.Func) {
	k.fn, k.scope, k.count = fn, nil, map[string]int{}
	for i, p := range fn.Params {
		k.scope = append(k.scope, local{p.Name, parameter(fn.Name, i)})
	}
}

func parameter(fn string, i int) string { return fmt.Sprintf("%s/#%d", fn, i) }
func result(fn string) string           { return fn + "()" }

// local makes a variable of the function known. Variables of one name are told
// apart by their order, which changes of the text do not change.
func (k *abstractTypes) local(name string) {
	n := k.count[name]
	k.count[name]++
	k.scope = append(k.scope, local{name, fmt.Sprintf("%s/%s#%d", k.fn.Name, name, n)})
}

// walk calls f for each expression that a statement, or one below it, evaluates
// as a whole, in its scope, with the class that its value meets. Statements that
// enters refuses, if it is given, are passed over.
func (k *abstractTypes) walk(n *ctree.Node, f func(n *ctree.Node, to *abstractType), enters func(*ctree.Node) bool) {
	if enters != nil && !enters(n) {
		return
	}
	depth := len(k.scope)
	if n.Kind == ctree.NodeDeclare {
		for _, v := range n.Vars {
			k.local(v.Name)
		}
		for _, init := range n.Kids {
			k.initial(init, f)
		}
		return
	}
	for _, c := range n.Kids {
		switch {
		case c.Kind <= ctree.NodeOtherStmt:
			k.walk(c, f, enters)
		case n.Kind == ctree.NodeReturn:
			f(c, k.named(result(k.fn.Name)))
		default:
			f(c, nil)
		}
	}
	k.scope = k.scope[:depth]
}

// initial is walk for what initialises a variable.
func (k *abstractTypes) initial(init *ctree.Node, f func(n *ctree.Node, to *abstractType)) {
	v := k.variable(init.Op)
	switch init.Type.Class {
	case ctree.TypeArray:
		v = k.elem(v)
	case ctree.TypeStruct: // which member is not known
		v = nil
	}
	for _, e := range init.Kids {
		f(e, v)
	}
}

// named is the class of a name.
func (k *abstractTypes) named(key string) *abstractType {
	c := k.of[key]
	if c == nil && !k.frozen {
		c = &abstractType{}
		k.of[key] = c
	}
	if c == nil {
		return nil
	}
	return c.root()
}

// variable is the class of what a name means here, nil if that is not known.
func (k *abstractTypes) variable(name string) *abstractType {
	for i := len(k.scope) - 1; i >= 0; i-- {
		if k.scope[i].name == name {
			return k.named(k.scope[i].key)
		}
	}
	if name == "NULL" || k.funcs[name] != nil {
		return nil
	}
	return k.named(name) // global, or an enumerator
}

// part is the class that a field of c, elem or index, leads to.
func (k *abstractTypes) part(c *abstractType, field func(*abstractType) **abstractType) *abstractType {
	if c == nil {
		return nil
	}
	at := field(c.root())
	if *at == nil {
		if k.frozen {
			return nil
		}
		*at = &abstractType{}
	}
	return (*at).root()
}

func (k *abstractTypes) elem(c *abstractType) *abstractType {
	return k.part(c, func(c *abstractType) **abstractType { return &c.elem })
}
func (k *abstractTypes) index(c *abstractType) *abstractType {
	return k.part(c, func(c *abstractType) **abstractType { return &c.index })
}

// unite makes one class of two, and of their elements.
func (k *abstractTypes) unite(a, b *abstractType) {
	if a == nil || b == nil || k.frozen {
		return
	}
	if a, b = a.root(), b.root(); a == b {
		return
	}
	elem, index := b.elem, b.index
	a.counted, a.ordered = a.counted || b.counted, a.ordered || b.ordered
	b.parent, b.elem, b.index = a, nil, nil
	join := func(to **abstractType, from *abstractType) {
		if *to == nil {
			*to = from
		} else {
			k.unite(*to, from)
		}
	}
	join(&a.elem, elem)
	join(&a.root().index, index)
}

// value is the class of an expression, nil if it has none: a number is of any
// kind, and a product or a truth value of its own. Operands that meet in it are united.
func (k *abstractTypes) value(n *ctree.Node) *abstractType {
	kids := k.operands(n)
	for i, other := range k.partners(n, kids) {
		k.unite(kids[i], other)
	}
	if !k.frozen {
		for _, c := range kids {
			if c != nil {
				c = c.root()
				c.counted, c.ordered = c.counted || counts(n), c.ordered || orders(n)
			}
		}
	}
	return k.class(n, kids)
}

// operands are the classes of the operands of an expression.
func (k *abstractTypes) operands(n *ctree.Node) []*abstractType {
	kids := make([]*abstractType, len(n.Kids))
	for i, c := range n.Kids {
		if i > 0 || n.Kind != ctree.NodeCall {
			kids[i] = k.value(c)
		}
	}
	return kids
}

// class is the class of an expression whose operands have certain ones.
func (k *abstractTypes) class(n *ctree.Node, kids []*abstractType) *abstractType {
	switch n.Kind {
	case ctree.NodeName:
		return k.variable(n.Name)
	case ctree.NodeUnary:
		switch n.Op {
		case "*":
			return k.elem(kids[0])
		case "!":
			return nil
		}
		return kids[0]
	case ctree.NodeAddr:
		if k.frozen || kids[0] == nil {
			return nil
		}
		return &abstractType{elem: kids[0]}
	case ctree.NodeBinary:
		switch n.Op {
		case "+", "-", "&", "|", "^":
			a, b := n.Kids[0].Type.Class, n.Kids[1].Type.Class
			switch {
			case candidate.IsAddress(a) && candidate.IsAddress(b):
				return k.index(kids[0])
			case candidate.IsAddress(b) || kids[0] == nil && !candidate.IsAddress(a):
				return kids[1]
			}
			return kids[0]
		case "*", "/", "%", "<<", ">>": // by a number
			if kids[1] == nil {
				return kids[0]
			}
		}
	case ctree.NodeAssign, ctree.NodeStep, ctree.NodeCast:
		return kids[0]
	case ctree.NodeCall:
		if f := k.called(n); f != nil {
			return k.named(result(f.Name))
		}
	case ctree.NodeIndex:
		return k.elem(kids[0])
	case ctree.NodeMember:
		t := n.Kids[0].Type
		name := t.Text
		if t.Class == ctree.TypePointer {
			name = t.Elem
		}
		return k.named(name + "." + n.Name)
	case ctree.NodeChoice:
		if kids[1] == nil {
			return kids[2]
		}
		return kids[1]
	case ctree.NodeComma:
		return kids[len(kids)-1]
	}
	return nil
}

// called is the function of the program that a call calls, nil if there is none.
func (k *abstractTypes) called(n *ctree.Node) *ctree.Func {
	if n.Kids[0].Kind != ctree.NodeName {
		return nil
	}
	return k.funcs[n.Kids[0].Name]
}

// partners are the classes that the operands of an expression meet there.
func (k *abstractTypes) partners(n *ctree.Node, kids []*abstractType) []*abstractType {
	out := make([]*abstractType, len(kids))
	switch n.Kind {
	case ctree.NodeBinary:
		a, b := n.Kids[0].Type.Class, n.Kids[1].Type.Class
		switch {
		case candidate.IsRelation(n.Op), candidate.IsAddress(a) && candidate.IsAddress(b):
			out[0], out[1] = kids[1], kids[0]
		case candidate.IsAddress(a):
			out[1] = k.index(kids[0])
		case candidate.IsAddress(b):
			out[0] = k.index(kids[1])
		case strings.Contains("+-&|^", n.Op):
			out[0], out[1] = kids[1], kids[0]
		}
	case ctree.NodeAssign:
		switch {
		case strings.ContainsAny(n.Op, "*/%<>"):
		case n.Op != "=" && candidate.IsAddress(n.Kids[0].Type.Class):
			out[1] = k.index(kids[0])
		default:
			out[0], out[1] = kids[1], kids[0]
		}
	case ctree.NodeIndex:
		out[1] = k.index(kids[0])
	case ctree.NodeChoice:
		out[1], out[2] = kids[2], kids[1]
	case ctree.NodeCall:
		if f := k.called(n); f != nil {
			for i := range min(len(f.Params), len(kids)-1) {
				out[i+1] = k.named(parameter(f.Name, i))
			}
		} else if a, b := copies(n); b > 0 {
			out[a], out[b] = kids[b], kids[a]
		}
	}
	return out
}

// copies are the operands of a call of the library between which it copies, or which it
// compares: they lead to things of one kind. They are 0 if there are none.
func copies(n *ctree.Node) (a, b int) {
	f := clib.Lookup(n.Callee().Name)
	if f == nil {
		return 0, 0
	}
	for i := range min(len(f.Params), len(n.Kids)-1) {
		switch x := f.Params[i]; {
		case x.Format != clib.NoFormat || x.Access != clib.Read && x.Access != clib.Write && x.Access != clib.String:
		case a == 0:
			a = i + 1
		default:
			return a, i + 1
		}
	}
	return 0, 0
}

// counts reports whether an expression computes with its operands as numbers,
// orders whether it asks which is greater.
func counts(n *ctree.Node) bool {
	switch n.Kind {
	case ctree.NodeBinary:
		return strings.Contains("+-*/%", n.Op)
	case ctree.NodeAssign:
		return len(n.Op) == 2 && strings.Contains("+-*/%", n.Op[:1])
	case ctree.NodeUnary:
		return n.Op == "-"
	case ctree.NodeIndex:
		return true
	}
	return n.Kind == ctree.NodeStep
}

func orders(n *ctree.Node) bool {
	return n.Kind == ctree.NodeBinary && candidate.IsRelation(n.Op) && n.Op != "==" && n.Op != "!="
}

// number reports whether values are used as numbers, not only as states or keys.
func (k *abstractType) number() bool { return k.counted || k.ordered }
