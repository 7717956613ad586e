package candidate

import (
	"slices"

	"culprit/frontend/ctree"
)

// added notes a sum of numbers and its operands.
func (g *generator) added(n *ctree.Node) {
	if !isBinary(n, "+", "-", "*") || !scalar(n.Type) {
		return
	}
	t := g.text(n)
	names, ok := g.names(n)
	if t == "" || !ok {
		return
	}
	for i, k := range n.Kids {
		if isSummand(k) && g.text(k) != "" && exchangeable(k.Type, n.Type) && g.pure(n.Kids[1-i]) {
			g.sums = append(g.sums, sum{selected{condition{text: t, prec: precedence(n), names: names, fn: g.fn, at: n.Start}, n.Type}, g.text(k), n.End})
		}
	}
}

// exchangeable reports whether values of one type can be where those of another are.
func exchangeable(a, b ctree.Type) bool {
	return IsNumber(a.Class) && IsNumber(b.Class) || same(a, b)
}

// isSummand reports whether something may be missing that is added to an expression: it is a value by itself.
func isSummand(n *ctree.Node) bool {
	return isPlace(n) || n.Kind == ctree.NodeCall || n.Kind == ctree.NodeUnary && n.Op == "*"
}

// completed are the sums with an operand that stands alone here, the closest
// first.
func (g *generator) completed(n *ctree.Node) (out []alternative) {
	own := g.text(n)
	var near []sum
	for _, s := range g.sums {
		if s.operand == own && (n.Start < s.at || s.end < n.End) && exchangeable(n.Type, s.typ) && g.visible(s.names) && g.defined(s.text) {
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
