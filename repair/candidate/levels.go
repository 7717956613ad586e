package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// An address is taken for what is there: the variable that holds a pointer is freed, or an array is asked for that
// is always there.

// firstElement makes the change of an array that is taken for a condition, which it always fulfils, to its first
// element.
func (g *generator) firstElement(n *ctree.Node) {
	array := n.Type.Class == ctree.TypeArray
	if n.Kind == ctree.NodeMember { // which the type of a condition does not say
		array = array || slices.ContainsFunc(n.Kids[0].Type.Members, func(v ctree.Var) bool { return v.Name == n.Name && v.Type.Class == ctree.TypeArray })
	}
	if array && n.Start >= 0 && isPlace(n) && g.Executed(g.line(n.Start), g.line(n.End-1)) {
		g.change(Variable, n.Start, []Edit{g.edit(n.End, n.End, "[0]")}).Odd = true
	}
}

// oneDeeper makes the changes of the arguments of a call that lead to a pointer, where any pointer is taken, to that:
// what is freed is hardly ever the variable.
func (g *generator) oneDeeper(n *ctree.Node) {
	if g.Fault != interp.BadFree || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
		return
	}
	for _, k := range n.Kids[1:] {
		if k.Kind == ctree.NodeName && k.Start >= 0 && k.Type.Class == ctree.TypePointer && strings.HasPrefix(k.Type.Elem, "pointer to") {
			g.change(Variable, k.Start, []Edit{g.edit(k.Start, k.Start, "*")}).Odd = true
		}
	}
}
