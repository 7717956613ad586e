package repair

import (
	"slices"

	"culprit/frontend"
	"culprit/frontend/ctree"
)

// excludes lists, by relation, the ones that never hold together with it between the
// same operands; covers those of which one always holds.
var (
	excludes = map[string][]string{"<": {">", ">=", "=="}, ">": {"<", "<=", "=="}, "<=": {">"}, ">=": {"<"}, "==": {"<", ">", "!="}, "!=": {"=="}}
	covers   = map[string][]string{"<": {">="}, ">": {"<="}, "<=": {">", ">=", "!="}, ">=": {"<", "<=", "!="}, "==": {"!="}, "!=": {"==", "<=", ">="}}
)

// contradicts reports whether a change writes a conjunction that never holds, such
// as a > b && a < b, or a disjunction that always does, where the text had none.
func (s *search) contradicts(c *Change) bool {
	changed := s.changed(c)
	for name, src := range changed {
		if string(src) == string(s.texts[name]) {
			continue
		}
		files := slices.Clone(s.in.Source.Files)
		for i := range files {
			files[i].Text = changed[files[i].Name]
		}
		tree, err := frontend.NewTree(files, name, s.in.Source.Execute)
		if err == nil && contradictions(src, tree) > contradictions(s.texts[name], s.trees[name]) {
			return true
		}
	}
	return false
}

// contradictions counts the pairs of comparisons by which a condition is constant.
func contradictions(src []byte, tree *ctree.Tree) (n int) {
	g := &generator{src: src}
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(x *ctree.Node) {
			table := excludes
			switch {
			case x.Kind != ctree.NodeBinary || !isLogical(x.Op):
				return
			case x.Op == "||":
				table = covers
			}
			for _, a := range operandsOf(x.Kids[0], x.Op) {
				for _, b := range operandsOf(x.Kids[1], x.Op) {
					if g.opposed(a, b, table) {
						n++
					}
				}
			}
		})
	}
	return n
}

// operandsOf are the operands of a chain of one operator.
func operandsOf(n *ctree.Node, op string) []*ctree.Node {
	if n.Kind == ctree.NodeBinary && n.Op == op {
		return append(operandsOf(n.Kids[0], op), operandsOf(n.Kids[1], op)...)
	}
	return []*ctree.Node{n}
}

// opposed reports whether two comparisons of the same operands, which change
// nothing, are in a table of relations.
func (g *generator) opposed(a, b *ctree.Node, table map[string][]string) bool {
	if a.Kind != ctree.NodeBinary || b.Kind != ctree.NodeBinary || !isRelation(a.Op) || !isRelation(b.Op) || !g.pureText(a) || !g.pureText(b) {
		return false
	}
	left, right := g.text(b.Kids[0]), g.text(b.Kids[1])
	op := b.Op
	if g.text(a.Kids[0]) == right && g.text(a.Kids[1]) == left {
		op = mirrored[op]
	} else if g.text(a.Kids[0]) != left || g.text(a.Kids[1]) != right {
		return false
	}
	for _, k := range a.Kids { // comparisons of NaN do not exclude each other in the same way
		if k.Type.Class != ctree.TypeInteger && !isAddress(k.Type.Class) {
			return false
		}
	}
	return slices.Contains(table[a.Op], op)
}

// pureText reports whether an expression has a text and no effect.
func (g *generator) pureText(n *ctree.Node) bool {
	pure := g.text(n) != ""
	n.Walk(func(n *ctree.Node) {
		pure = pure && n.Kind != ctree.NodeCall && n.Kind != ctree.NodeAssign && n.Kind != ctree.NodeStep && n.Kind != ctree.NodeOpaque
	})
	return pure
}
