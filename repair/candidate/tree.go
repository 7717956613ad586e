package candidate

import (
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// Walk visits a node and all below it.
func Walk(n *ctree.Node, f func(*ctree.Node)) {
	f(n)
	for _, k := range n.Kids {
		Walk(k, f)
	}
}

// IsLoop reports whether a statement is a loop.
func IsLoop(n *ctree.Node) bool {
	return n.Kind == ctree.NodeWhile || n.Kind == ctree.NodeDo || n.Kind == ctree.NodeFor
}

// CallOf is the call that a statement is, nil if it is something else.
func CallOf(n *ctree.Node) *ctree.Node {
	if n.Kind == ctree.NodeExpr && len(n.Kids) == 1 && n.Kids[0].Kind == ctree.NodeCall {
		return n.Kids[0]
	}
	return nil
}

// assignmentOf is the assignment that a statement is, nil if it is something else, or computes
// what it assigns of what is there.
func assignmentOf(n *ctree.Node) *ctree.Node {
	if n.Kind == ctree.NodeExpr && len(n.Kids) == 1 && n.Kids[0].Kind == ctree.NodeAssign && n.Kids[0].Op == "=" {
		return n.Kids[0]
	}
	return nil
}

// FirstStatement is the first statement of a block, nil if it has none.
func FirstStatement(n *ctree.Node) *ctree.Node {
	for n.Kind == ctree.NodeBlock || n.Kind == ctree.NodeLabel {
		if len(n.Kids) == 0 {
			return nil
		}
		n = n.Kids[0]
	}
	return n
}

// scalar reports whether the values of a type can be compared with 0.
func scalar(t ctree.Type) bool {
	return IsNumber(t.Class) || t.Class == ctree.TypePointer
}

// IsNumber reports whether types of a class are arithmetic.
func IsNumber(c ctree.Class) bool {
	return c == ctree.TypeInteger || c == ctree.TypeFloating
}

// same reports whether variables of two types can replace each other.
func same(a, b ctree.Type) bool {
	if a.Class != b.Class {
		return false
	}
	if IsNumber(a.Class) {
		return a.Size == b.Size && a.Signed == b.Signed
	}
	return a.Text == b.Text
}

// converts reports whether a value of one type may stand for one of another without a cast: of
// integers, and of what a pointer to no type in particular may lead to.
func converts(from, to ctree.Type) bool {
	switch {
	case from.Class == ctree.TypeInteger && to.Class == ctree.TypeInteger:
		return true
	case IsAddress(from.Class) && to.Class == ctree.TypePointer:
		return strings.TrimPrefix(to.Elem, "const ") == "void"
	}
	return false
}

// IsRelation reports whether an operator compares.
func IsRelation(op string) bool { return slices.Contains(relations, op) }

// IsLogical reports whether an operator is && or ||.
func IsLogical(op string) bool { return op == "&&" || op == "||" }

var relations = []string{"<", "<=", ">", ">=", "==", "!="}

// Opposites are, by relation, those that hold where it does not.
var Opposites = map[string]string{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}

// precedence is that of the operator at the root of an expression.
func precedence(n *ctree.Node) int {
	switch n.Kind {
	case ctree.NodeComma:
		return 1
	case ctree.NodeAssign:
		return 2
	case ctree.NodeChoice:
		return 3
	case ctree.NodeBinary:
		return OperatorPrecedence(n.Op)
	case ctree.NodeUnary, ctree.NodeAddr, ctree.NodeCast, ctree.NodeSizeof:
		return 14
	case ctree.NodeStep:
		if !n.Postfix {
			return 14
		}
	case ctree.NodeOpaque:
		return 15
	}
	return 15
}

// OperatorPrecedence is the precedence of an operator with two operands: more binds closer.
func OperatorPrecedence(op string) int {
	for p, ops := range [][]string{
		4: {"||"}, 5: {"&&"}, 6: {"|"}, 7: {"^"}, 8: {"&"}, 9: {"==", "!="}, 10: {"<", "<=", ">", ">="},
		11: {"<<", ">>"}, 12: {"+", "-"}, 13: {"*", "/", "%"},
	} {
		if slices.Contains(ops, op) {
			return p
		}
	}
	return 2
}

// IsAddress reports whether types of a class lead to others.
func IsAddress(c ctree.Class) bool {
	return c == ctree.TypePointer || c == ctree.TypeArray
}

func isBinary(n *ctree.Node, ops ...string) bool {
	return n.Kind == ctree.NodeBinary && (len(ops) == 0 || slices.Contains(ops, n.Op))
}

// isPlace reports whether an expression is a name, an element, a member, or what a pointer leads to.
func isPlace(n *ctree.Node) bool {
	return n.Kind == ctree.NodeName || n.Kind == ctree.NodeIndex || n.Kind == ctree.NodeMember || n.Kind == ctree.NodeUnary && n.Op == "*"
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

// number is the value of a node that is a number.
func number(n *ctree.Node) int64 {
	v, _ := strconv.ParseInt(n.Name, 0, 64)
	return v
}
