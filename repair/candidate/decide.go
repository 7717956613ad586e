package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// decision changes a condition as a whole.
func (g *generator) decision(n *ctree.Node) (out []alternative) {
	add := func(kind Kind, prec int, text string) {
		out = append(out, alternative{kind: kind, prec: prec, text: text})
	}
	negated := "!" + within(g.text(n), precedence(n), 14)
	if n.Kind == ctree.NodeUnary && n.Op == "!" && strings.HasPrefix(g.text(n), "!") {
		negated = g.text(n)[1:]
	}
	add(Negation, 14, negated)
	out[0].far = n.Kind == ctree.NodeBinary && IsRelation(n.Op) // which one writes as the opposite relation
	add(Fixed, 15, "0")
	add(Fixed, 15, "1")
	out = append(out, g.special(n)...)
	if n == g.whole {
		out = slices.Concat(out, g.compared(n), g.alike(n))
	}
	own := g.text(n)
	k := 0
	early := g.strays() && accesses(n) // behind what is not there it would come too late
	with := func(text, op string, prec int) string {
		if early {
			return text + op + g.operand(n, prec)
		}
		return g.operand(n, prec) + op + text
	}
	for _, c := range g.nearby(n.Start) {
		if c.text == own || k >= MaxConstants {
			continue
		}
		k++
		not := "!" + within(c.text, c.prec, 14)
		add(Strengthen, 5, with(within(c.text, c.prec, 6), " && ", 5))
		add(Weaken, 4, with(within(c.text, c.prec, 5), " || ", 4))
		add(Strengthen, 5, with(not, " && ", 5))
		add(Weaken, 4, with(not, " || ", 4))
	}
	return out
}

// special makes a case of its own of a value of a variable in a condition.
func (g *generator) special(n *ctree.Node) (out []alternative) {
	var names []string
	Walk(n, func(k *ctree.Node) {
		if k.Kind == ctree.NodeName && k.Type.Class == ctree.TypeInteger && len(names) < MaxNamed && !slices.Contains(names, k.Name) {
			names = append(names, k.Name)
		}
	})
	values := slices.Clone(g.constants[:min(len(g.constants), MaxPartners)])
	for _, c := range []string{"0", "1", "2"} {
		if !slices.Contains(values, c) {
			values = append(values, c)
		}
	}
	for _, v := range names {
		for _, c := range values {
			out = append(out, alternative{kind: Weaken, prec: 4, far: true, special: true, text: g.operand(n, 4) + " || " + v + " == " + c},
				alternative{kind: Strengthen, prec: 5, far: true, special: true, text: g.operand(n, 5) + " && " + v + " != " + c})
		}
	}
	return out
}

// nearby lists the conditions of the program that can be asked here, those of the
// same function first, and of them the closest.
func (g *generator) nearby(at int) []condition {
	var out []condition
	for _, c := range g.conditions {
		if g.visible(c.names) && g.defined(c.text) && !(c.derived && g.stmt != nil && g.stmt.Start <= c.at && c.at < g.stmt.End) {
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b condition) int { return g.distance(a.fn, a.at, at) - g.distance(b.fn, b.at, at) })
	return out
}
