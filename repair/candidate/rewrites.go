package candidate

import (
	"slices"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// rewrite is a row of the table of changes of expressions: what it matches, and what it
// writes in the place of that.
type rewrite struct {
	match func(n *ctree.Node, cond bool) bool // cond: it decides something
	write func(g *generator, n *ctree.Node) []alternative
}

// rewrites is the table. The earlier of two changes that do the same in all runs, and
// whose kinds are as likely, comes first.
var rewrites = []rewrite{
	{func(n *ctree.Node, _ bool) bool { return n.Type.Class == ctree.TypeInteger }, (*generator).roomForEnd},

	// Operators and their operands.
	{operation(), (*generator).operators},
	{operation(relations...), (*generator).roomLeft},
	{operation(relations...), (*generator).parities},
	{func(n *ctree.Node, _ bool) bool { // of two names another relation does it
		return isBinary(n, relations...) && (n.Kids[0].Kind != ctree.NodeName || n.Kids[1].Kind != ctree.NodeName)
	}, (*generator).exchanged},
	{operation("&&", "||"), func(g *generator, n *ctree.Node) []alternative { // a copy that was not adapted
		out := g.exchanged(n)
		for i := range out {
			out[i].far = true
		}
		return out
	}},
	{operation("&"), func(g *generator, n *ctree.Node) []alternative { // what the mask has was to be cleared
		return []alternative{{kind: Arithmetic, prec: 8, text: g.operand(n.Kids[0], 8) + " & ~" + g.operand(n.Kids[1], 14)}}
	}},
	{func(n *ctree.Node, cond bool) bool { // meant was && or ||
		return isBinary(n, "&", "|") && (cond || decides(n.Kids[0]) && decides(n.Kids[1]))
	}, func(g *generator, n *ctree.Node) []alternative {
		return g.joined(Logical, n.Kids[0], n.Op+n.Op, n.Kids[1])
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "==") && n.Unused }, func(g *generator, n *ctree.Node) []alternative { // meant was an assignment
		return []alternative{{kind: Arithmetic, prec: 2, text: g.operand(n.Kids[0], 14) + " = " + g.operand(n.Kids[1], 2)}}
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n) && (IsLogical(n.Op) || arithmetic(n)) }, (*generator).dropped},
	{operation("&", "|"), (*generator).complemented},
	{operation("&&", "||"), (*generator).lexicographic},
	{operation("%"), (*generator).positive},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n) && arithmetic(n) }, (*generator).extracted},
	{operation("+", "-", "*"), (*generator).analogous},
	{operation(relations...), (*generator).chained},
	{operation(), (*generator).regrouped},
	{operation("&&", "||"), func(g *generator, n *ctree.Node) []alternative { // what the second asks has to be asked first
		if g.Fault == interp.NoFault {
			return nil
		}
		return g.joined(Swap, n.Kids[1], n.Op, n.Kids[0])
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "-", "/", "%", "<<", ">>") && arithmetic(n) }, func(g *generator, n *ctree.Node) []alternative {
		return g.joined(Swap, n.Kids[1], n.Op, n.Kids[0])
	}},
	{func(n *ctree.Node, _ bool) bool {
		return isBinary(n) && arithmetic(n) && n.Type.Class == ctree.TypeInteger
	}, (*generator).neighbours},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "/") && arithmetic(n) && !floating(n) }, func(g *generator, n *ctree.Node) []alternative { // rounded up
		if !g.pure(n.Kids[1]) {
			return nil
		}
		return []alternative{{kind: Arithmetic, prec: 13, far: true, text: "(" + g.operand(n.Kids[0], 12) + " + " + g.operand(n.Kids[1], 13) + " - 1) / " + g.operand(n.Kids[1], 14)}}
	}},
	{operation("*"), func(g *generator, n *ctree.Node) (out []alternative) { // what is divided first loses its remainder
		for i, k := range n.Kids {
			if other := n.Kids[1-i]; isBinary(k, "/") && !floating(k) && !floating(n) && g.pure(k) && g.pure(other) {
				out = append(out, alternative{kind: Swap, prec: 13, text: g.operand(k.Kids[0], 13) + " * " + g.operand(other, 14) + " / " + g.operand(k.Kids[1], 14)})
			}
		}
		return out
	}},
	{func(n *ctree.Node, _ bool) bool { return n.Kind == ctree.NodeUnary && n.Op != "*" }, (*generator).dropped},
	{func(n *ctree.Node, _ bool) bool {
		return n.Kind == ctree.NodeCast && (IsNumber(n.Type.Class) && IsNumber(n.Kids[0].Type.Class) || n.Unused)
	}, (*generator).dropped},
	{of(ctree.NodeChoice), (*generator).dropped},
	{of(ctree.NodeChoice), func(g *generator, n *ctree.Node) []alternative {
		return []alternative{{kind: Swap, prec: 3, text: g.operand(n.Kids[0], 4) + " ? " + g.operand(n.Kids[2], 2) + " : " + g.operand(n.Kids[1], 3)}}
	}},

	// What is read, set and called.
	{of(ctree.NodeNumber), (*generator).number},
	{func(n *ctree.Node, _ bool) bool {
		return isPlace(n) || n.Kind == ctree.NodeOpaque || n.Kind == ctree.NodeUnary && n.Op == "*"
	}, (*generator).variable},
	{of(ctree.NodeName), (*generator).multiplied},
	{func(n *ctree.Node, _ bool) bool {
		return n.Kind == ctree.NodeIndex || n.Kind == ctree.NodeMember && n.Op == "->" || n.Kind == ctree.NodeUnary && n.Op == "*"
	}, (*generator).orNothing},
	{func(n *ctree.Node, _ bool) bool { return isPlace(n) }, (*generator).completed},
	{func(n *ctree.Node, _ bool) bool { return isPlace(n) }, (*generator).decidedByUnused},
	{of(ctree.NodeAssign), (*generator).assignment},
	{of(ctree.NodeStep), (*generator).step},
	{of(ctree.NodeCall), (*generator).call},
	{of(ctree.NodeString), func(g *generator, n *ctree.Node) (out []alternative) {
		if n == g.reads {
			return g.otherReadings(n)
		}
		for _, s := range g.otherTexts(n) {
			out = append(out, alternative{kind: Literal, prec: 15, text: s})
		}
		return out
	}},

	{func(n *ctree.Node, _ bool) bool { return n.Type.Class == ctree.TypeInteger }, (*generator).halved},

	// Conditions.
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).decision},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).belowFirst},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).overfull},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).besides},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).askedBefore},
}

// of matches nodes of some kind.
func of(kind ctree.NodeKind) func(*ctree.Node, bool) bool {
	return func(n *ctree.Node, _ bool) bool { return n.Kind == kind }
}

// operation matches binary expressions, with one of some operators if there are any.
func operation(ops ...string) func(*ctree.Node, bool) bool {
	return func(n *ctree.Node, _ bool) bool { return isBinary(n, ops...) }
}

func isBinary(n *ctree.Node, ops ...string) bool {
	return n.Kind == ctree.NodeBinary && (len(ops) == 0 || slices.Contains(ops, n.Op))
}

// isPlace reports whether an expression is a name, an element or a member.
func isPlace(n *ctree.Node) bool {
	return n.Kind == ctree.NodeName || n.Kind == ctree.NodeIndex || n.Kind == ctree.NodeMember
}

// arithmetic reports whether an operator computes a number of two.
func arithmetic(n *ctree.Node) bool {
	return !IsRelation(n.Op) && !IsLogical(n.Op) && !slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return IsAddress(k.Type.Class) })
}

// decides reports whether an expression says no more than yes or no.
func decides(n *ctree.Node) bool {
	return isBinary(n) && (IsRelation(n.Op) || IsLogical(n.Op)) || n.Kind == ctree.NodeUnary && n.Op == "!"
}

// floating reports whether an operand of an operator is a float.
func floating(n *ctree.Node) bool {
	return slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return k.Type.Class == ctree.TypeFloating })
}
