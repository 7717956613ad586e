package candidate

import (
	"slices"

	"culprit/frontend/ctree"
)

// Who forgets that two numbers may be equal forgets it in each of the comparisons that
// belong together: fixes of one mistake at several similar places are siblings (Saha,
// Saha, Prasad: Harnessing Evolution for Multi-Hunk Program Repair, ICSE 2019). Where
// each operand is in two of the comparisons at least, as in a < b && a < c && b < c, it
// is likelier that they are all wrong than that one is.

// symmetric reports whether each operand of some relations is one of another of them, too.
func symmetric(parts []bounds) bool {
	count := map[string]int{}
	for _, p := range parts {
		for _, t := range p.operands {
			count[t]++
		}
	}
	for _, n := range count {
		if n < 2 {
			return false
		}
	}
	return true
}

// siblings makes the changes of several relations of a function in the same way: those
// of an operand of a condition, of a condition, of a chain of conditions, and all.
func (g *generator) siblings() {
	var groups []ctree.Extent
	g.scoped(g.fn.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeBinary && IsLogical(n.Op) || n.Kind == ctree.NodeIf {
			groups = append(groups, n.Extent)
		}
	})
	groups = append(groups, g.fn.Body.Extent)
	slices.SortStableFunc(groups, func(a, b ctree.Extent) int { return (b.End - b.Start) - (a.End - a.Start) })
	made := map[[3]int]bool{} // the first relation, the last, and which way
	for _, of := range groups {
		for way, closed := range []bool{false, true} {
			var parts []bounds
			for _, b := range g.bounding {
				if b.closed != closed && of.Start <= b.Start && b.End <= of.End {
					parts = append(parts, b)
				}
			}
			if len(parts) < 2 {
				continue
			}
			key := [3]int{parts[0].Start, parts[len(parts)-1].Start, way}
			if made[key] {
				continue
			}
			made[key] = true
			var edits []Edit
			var where []Choice
			for _, p := range parts {
				edits, where = append(edits, p.change.Edits...), append(where, p.change.At...)
			}
			c := g.change(Relation, parts[0].Start, edits, where...)
			c.Bound, c.Plain = true, symmetric(parts)
			c.Far = !c.Plain
		}
	}
}
