package candidate

import (
	"slices"

	"culprit/frontend/ctree"
)

// Omissions beside what is there: a member that a function forgets among those that it sets, an else
// between two questions.

// leftUnset are assignments to the members of a structure that the function does not set, behind
// the last of those that it sets, where it sets several: with what they are set to elsewhere, if
// that is a constant, or else 0.
func (g *generator) leftUnset(n *ctree.Node) (out []copied) {
	to := memberSet(n)
	if to == nil || !g.pure(to.Kids[0]) || g.text(to.Kids[0]) == "" {
		return nil
	}
	of := g.text(to.Kids[0])
	if m := g.next(n); m != nil {
		if next := memberSet(m); next != nil && g.text(next.Kids[0]) == of {
			return nil
		}
	}
	set := map[string]bool{}
	Walk(g.fn.Body, func(k *ctree.Node) {
		if (k.Kind == ctree.NodeAssign || k.Kind == ctree.NodeStep || k.Kind == ctree.NodeAddr) && k.Kids[0].Kind == ctree.NodeMember && g.text(k.Kids[0].Kids[0]) == of {
			set[k.Kids[0].Name] = true
		}
	})
	if len(set) < 2 {
		return nil
	}
	for _, m := range to.Kids[0].Type.Members {
		if set[m.Name] || !scalar(m.Type) || len(out) >= MaxPartners {
			continue
		}
		values := g.setElsewhere(m, to.Kids[0].Type)
		if len(values) == 0 {
			values = []string{"0"}
			if m.Type.Class == ctree.TypePointer {
				values = []string{g.null()}
			}
		}
		for _, v := range values[:min(len(values), maxElements)] {
			out = append(out, copied{text: g.operand(to.Kids[0], 15) + to.Op + m.Name + " = " + v + ";", sets: to.Object})
		}
	}
	return out
}

// memberSet is the member that a statement assigns to, nil if it does something else.
func memberSet(n *ctree.Node) *ctree.Node {
	if assignmentOf(n) == nil || n.Kids[0].Kids[0].Kind != ctree.NodeMember {
		return nil
	}
	return n.Kids[0].Kids[0]
}

// setElsewhere are the constants that a member is set to in the file, the commonest first.
func (g *generator) setElsewhere(m ctree.Var, of ctree.Type) (out []string) {
	times := map[string]int{}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil {
			continue
		}
		Walk(f.Body, func(n *ctree.Node) {
			if n.Kind != ctree.NodeAssign || n.Op != "=" || n.Kids[0].Kind != ctree.NodeMember || n.Kids[0].Name != m.Name || !slices.EqualFunc(n.Kids[0].Kids[0].Type.Members, of.Members, func(a, b ctree.Var) bool { return a.Name == b.Name }) {
				return
			}
			if t := g.text(n.Kids[1]); t != "" && g.isConstant(n.Kids[1]) && g.defined(t) {
				if times[t] == 0 {
					out = append(out, t)
				}
				times[t]++
			}
		})
	}
	slices.SortStableFunc(out, func(a, b string) int { return times[b] - times[a] })
	return out
}

// otherwise makes the change by which a question is asked only where that before it, in the same
// block, came out false.
func (g *generator) otherwise(n *ctree.Node) {
	m := g.previous(n)
	if n.Kind != ctree.NodeIf || m == nil || m.Kind != ctree.NodeIf || len(m.Kids) != 2 || !g.ran(m) || n.Start < 0 {
		return
	}
	g.change(Guard, n.Start, []Edit{g.edit(n.Start, n.Start, "else ")})
	g.changes[len(g.changes)-1].Plain = true
}
