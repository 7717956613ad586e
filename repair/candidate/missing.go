package candidate

import (
	"slices"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// What the text of a function shows to be missing: a bound that it asks another index of the
// same variable for, room for the end of a string, the value of a variable that it never
// sets, a way out behind what is freed.

// upper is a question of the program whether a variable is below a bound.
type upper struct {
	condition
	name, op string
}

// isUpper notes a comparison of a variable with a bound.
func (g *generator) isUpper(n *ctree.Node, names []ctree.Var) {
	if n.Kind != ctree.NodeBinary {
		return
	}
	v, bound, op := n.Kids[0], n.Kids[1], n.Op
	if op == ">" || op == ">=" {
		v, bound, op = bound, v, map[string]string{">": "<", ">=": "<="}[op]
	}
	if (op == "<" || op == "<=") && v.Kind == ctree.NodeName && v.Type.Class == ctree.TypeInteger && g.text(bound) != "" {
		g.uppers = append(g.uppers, upper{condition{g.operand(bound, 11), 15, names, g.fn, n.Start}, v.Name, op})
	}
}

// below are the questions whether an index is below the bounds of a variable in it.
func (g *generator) below(index *ctree.Node) (out []string) {
	if index.Kind == ctree.NodeName || !g.pure(index) || g.text(index) == "" {
		return nil
	}
	names := g.named(index)
	for _, u := range g.uppers {
		t := g.operand(index, 11) + " " + u.op + " " + u.text
		if u.fn == g.fn && slices.Contains(names, u.name) && g.visible(u.names) && len(out) < maxElements && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// belowFirst are conditions by which the farthest index in them is asked for the bound of a
// variable in it before any is used.
func (g *generator) belowFirst(n *ctree.Node) (out []alternative) {
	if g.Fault != interp.OutOfBounds && g.Fault != interp.WildAccess || n != g.whole {
		return nil
	}
	var farthest *ctree.Node
	var most int64
	Walk(n, func(k *ctree.Node) {
		if k.Kind != ctree.NodeIndex || len(g.below(k.Kids[1])) == 0 {
			return
		}
		if far := offset(k.Kids[1]); farthest == nil || far > most {
			farthest, most = k.Kids[1], far
		}
	})
	if farthest == nil {
		return nil
	}
	for _, t := range g.below(farthest) {
		a := alternative{kind: Strengthen, prec: 5, odd: true, text: t + " && " + g.operand(n, 5)}
		if precedence(n) >= a.prec {
			a.edits = []Edit{g.edit(n.Start, n.Start, t+" && ")}
		}
		out = append(out, a)
	}
	return out
}

// offset is the number that is added to an index.
func offset(n *ctree.Node) int64 {
	if isBinary(n, "+") && n.Kids[1].Kind == ctree.NodeNumber {
		return number(n.Kids[1])
	}
	return 0
}

// roomForEnd is the length of a string that a block is allocated for, with room for its end.
func (g *generator) roomForEnd(n *ctree.Node) []alternative {
	if g.allocates == nil || !slices.Contains(g.allocates.Kids[1:], n) || !g.lengths(n) {
		return nil
	}
	return []alternative{{kind: OffByOne, prec: 12, odd: true, text: g.operand(n, 12) + " + 1"}}
}

// allocating is a call that allocates as many bytes as it is given, nil if n is none.
func (g *generator) allocating(n *ctree.Node) *ctree.Node {
	f := clib.Lookup(n.Kids[0].Name)
	if f == nil || g.Fault != interp.OutOfBounds || !slices.Contains([]clib.Model{clib.Malloc, clib.Calloc, clib.ZAlloc, clib.Realloc}, f.Model) {
		return nil
	}
	return n
}

// lengths reports whether a value is the length of a string, or a sum of such.
func (g *generator) lengths(n *ctree.Node) bool {
	switch {
	case n.Kind == ctree.NodeCall:
		f := clib.Lookup(n.Kids[0].Name)
		return f != nil && len(f.Params) == 1 && f.Params[0].Access == clib.String && f.Result == 'z'
	case isBinary(n, "+"):
		return g.lengths(n.Kids[0]) && g.lengths(n.Kids[1])
	}
	return false
}

// neverSet are assignments of a pointer, before it goes on, to those that the function
// reads and never sets: the element before, in a list.
func (g *generator) neverSet(n *ctree.Node) (out []copied) {
	if n.Kind != ctree.NodeExpr || n.Kids[0].Kind != ctree.NodeAssign || n.Kids[0].Op != "=" {
		return nil
	}
	to, value := n.Kids[0].Kids[0], n.Kids[0].Kids[1]
	if to.Kind != ctree.NodeName || to.Type.Class != ctree.TypePointer || value.Kind != ctree.NodeMember || value.Kids[0].Kind != ctree.NodeName || value.Kids[0].Object != to.Object {
		return nil
	}
	for _, v := range g.env {
		if v.Name == to.Name || !same(v.Type, to.Type) || slices.ContainsFunc(g.fn.Params, func(p ctree.Var) bool { return p.At == v.At }) {
			continue
		}
		set, read := false, false
		Walk(g.fn.Body, func(k *ctree.Node) {
			set = set || (k.Kind == ctree.NodeAssign || k.Kind == ctree.NodeStep || k.Kind == ctree.NodeAddr) && k.Kids[0].Kind == ctree.NodeName && k.Kids[0].Object == v.Object
			read = read || k.Kind == ctree.NodeName && k.Object == v.Object
		})
		if read && !set {
			out = append(out, copied{text: v.Name + " = " + to.Name + ";", sets: v.Object})
		}
	}
	return out
}

// leaves are the ways out of a function behind a statement that frees a block, at the end of
// what an if does: what follows is not to be done then.
func (g *generator) leaves(last *ctree.Node) []string {
	call := CallOf(last)
	if call == nil || g.Fault != interp.UseAfterFree && g.Fault != interp.DoubleFree {
		return nil
	}
	if f := clib.Lookup(call.Kids[0].Name); f == nil || f.Model != clib.Free {
		return nil
	}
	return g.bails()
}
