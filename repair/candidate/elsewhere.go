package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Expressions in which a function has a variable elsewhere say what is meant where it stands alone.

// enlarged are expressions of the function, with a constant, in the place of the variable in them: i < n + 1
// for i < n, where the function has n + 1 elsewhere. The oftener it has that, the likelier it is meant.
func (g *generator) enlarged(n *ctree.Node) (out []alternative) {
	if n.Kind != ctree.NodeName || !IsNumber(n.Type.Class) || n.Object.Func == "" {
		return nil
	}
	var found []*ctree.Node
	inside := false
	Walk(g.fn.Body, func(k *ctree.Node) {
		if !isBinary(k, "+", "-", "*", "/", "%", "&", "<<", ">>") || g.text(k) == "" {
			return
		}
		for i, o := range k.Kids {
			if o.Kind != ctree.NodeName || o.Object != n.Object || !g.isConstant(k.Kids[1-i]) && k.Kids[1-i].Kind != ctree.NodeOpaque {
				continue
			}
			found = append(found, k)
			inside = inside || k.Start <= n.Start && n.End <= k.End
		}
	})
	if inside || slices.Contains(g.steps, n.Name) {
		return nil
	}
	body := string(g.Src[g.fn.Body.Start:g.fn.Body.End]) // in which arguments of macros are to be seen
	for i, k := range found {
		t := g.text(k)
		if len(out) < maxElements && !slices.ContainsFunc(found[:i], func(o *ctree.Node) bool { return g.text(o) == t }) {
			again := strings.Count(body, t) > 1
			out = append(out, alternative{kind: Variable, prec: precedence(k), plain: again, far: !again, text: t})
		}
	}
	return out
}
