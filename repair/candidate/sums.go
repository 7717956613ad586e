package candidate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// carried is a sum for a disjunction of bits, if a part that is shifted to its place may share bits with the
// other: they are carried.
func (g *generator) carried(n *ctree.Node) []alternative {
	shifted := func(k *ctree.Node) bool { return isBinary(k, "<<") && k.Kids[0].Kind != ctree.NodeNumber }
	if !slices.ContainsFunc(n.Kids, shifted) || bitsOf(n.Kids[0])&bitsOf(n.Kids[1]) == 0 {
		return nil
	}
	out := g.joined(Arithmetic, n.Kids[0], "+", n.Kids[1])
	out[0].odd = true
	return out
}

// bitsOf are the bits that a value may have.
func bitsOf(n *ctree.Node) uint64 {
	switch {
	case n.Kind == ctree.NodeNumber:
		if v, err := strconv.ParseUint(strings.TrimRight(n.Name, "uUlL"), 0, 64); err == nil {
			return v
		}
	case n.Kind == ctree.NodeCast:
		return bitsOf(n.Kids[0]) & bitsOfType(n.Type)
	case isBinary(n, "&"):
		return bitsOf(n.Kids[0]) & bitsOf(n.Kids[1])
	case isBinary(n, "|"):
		return bitsOf(n.Kids[0]) | bitsOf(n.Kids[1])
	case isBinary(n, "<<") && n.Kids[1].Kind == ctree.NodeNumber:
		if k, err := strconv.ParseUint(n.Kids[1].Name, 0, 6); err == nil {
			return bitsOf(n.Kids[0]) << k
		}
	}
	return bitsOfType(n.Type)
}

// bitsOfType are those that a value of a type may have. A sign has no place.
func bitsOfType(t ctree.Type) uint64 {
	if t.Class != ctree.TypeInteger || t.Signed || t.Size >= 8 {
		return math.MaxUint64
	}
	return 1<<(8*t.Size) - 1
}

// signedHalf are numbers with the sign of a value, where a function divides and so may round: what is added to
// a negative value has to be negative.
func (g *generator) signedHalf(n *ctree.Node) (out []alternative) {
	if n.Type.Class != ctree.TypeInteger || !n.Type.Signed || bitsOf(n) < 2 {
		return nil
	}
	divides := slices.ContainsFunc(g.divisions, func(k *ctree.Node) bool { return !slices.Contains(k.Kids, n) })
	for _, v := range g.fn.Params {
		if divides && v.Name != "" && v.Type.Class == ctree.TypeInteger && v.Type.Signed && len(out) < MaxPartners {
			out = append(out, alternative{kind: Guard, prec: 3, text: v.Name + " < 0 ? -" + n.Name + " : " + n.Name})
		}
	}
	return out
}
