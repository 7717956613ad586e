package candidate

import (
	"slices"

	"culprit/frontend/ctree"
)

// added notes a sum of numbers and its operands.
func (g *generator) added(n *ctree.Node) {
	if n.Kind != ctree.NodeBinary || n.Op != "+" && n.Op != "-" && n.Op != "*" || !IsNumber(n.Type.Class) || !g.pure(n) {
		return
	}
	t := g.text(n)
	names, ok := g.names(n)
	if t == "" || !ok {
		return
	}
	for _, k := range n.Kids {
		if (k.Kind == ctree.NodeName || k.Kind == ctree.NodeMember || k.Kind == ctree.NodeIndex) && g.text(k) != "" {
			g.sums = append(g.sums, sum{selected{condition{t, precedence(n), names, g.fn, n.Start}, n.Type}, g.text(k), n.End})
		}
	}
}

// completed are the sums with an operand that stands alone here, the closest
// first.
func (g *generator) completed(n *ctree.Node) (out []alternative) {
	own := g.text(n)
	var near []sum
	for _, s := range g.sums {
		if s.operand == own && (n.Start < s.at || s.end < n.End) && IsNumber(n.Type.Class) && g.visible(s.names) && g.defined(s.text) {
			near = append(near, s)
		}
	}
	slices.SortStableFunc(near, func(a, b sum) int { return g.distance(a.fn, a.at, n.Start) - g.distance(b.fn, b.at, n.Start) })
	for _, s := range near {
		if len(out) < maxSelected && !slices.ContainsFunc(out, func(a alternative) bool { return a.text == s.text }) {
			out = append(out, alternative{kind: Arithmetic, prec: s.prec, far: true, text: s.text})
		}
	}
	return out
}
