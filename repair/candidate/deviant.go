package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Deviations from what a program does elsewhere may be its faults (Engler, Chen, Hallem,
// Chou, Chelf: Bugs as Deviant Behavior, SOSP 2001): a result is not asked for that is asked for in
// another function, or a function is called nowhere.

// findInUse notes which functions others name than tests.
func (g *generator) findInUse() {
	g.inUse = map[ctree.Object]bool{}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.drives(f) && g.asserts(f) {
			continue
		}
		Walk(f.Body, func(n *ctree.Node) {
			if n.Kind == ctree.NodeName && n.Object != f.Object {
				g.inUse[n.Object] = true
			}
		})
	}
}

// handling is what a function does after it has called another one: it asks for the result, and
// returns.
type handling struct {
	fn   *ctree.Func
	does *ctree.Node // the if
	of   ctree.Object
	typ  ctree.Type
}

// handles notes the handlings in a block.
func (g *generator) handles(block *ctree.Node) {
	for i, n := range block.Kids {
		x := assignmentOf(n)
		if i+1 == len(block.Kids) || x == nil || x.Kids[0].Kind != ctree.NodeName || x.Kids[1].Kind != ctree.NodeCall {
			continue
		}
		does := block.Kids[i+1]
		if does.Kind != ctree.NodeIf || len(does.Kids) != 2 || !mentions(does.Kids[0], x.Kids[0].Object) || g.text(does) == "" || g.labelled(does) || g.Protect.fixed(does) || !returns(does.Kids[1]) {
			continue
		}
		g.handlings = append(g.handlings, handling{g.fn, does, x.Kids[0].Object, x.Kids[0].Type})
	}
}

// returns reports whether a statement ends in a return, and has no other way out.
func returns(n *ctree.Node) bool {
	if n.Kind == ctree.NodeBlock {
		return len(n.Kids) > 0 && returns(n.Kids[len(n.Kids)-1]) && !slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return k.Kind != ctree.NodeExpr && k.Kind != ctree.NodeReturn })
	}
	return n.Kind == ctree.NodeReturn
}

// handled are the handlings of other results, after a call whose result is not asked for: each in a line
// and in the lines that it is to have.
func (g *generator) handled(n *ctree.Node) (out [][2]string) {
	x := assignmentOf(n)
	if x == nil || x.Kids[0].Kind != ctree.NodeName || x.Kids[1].Kind != ctree.NodeCall {
		return nil
	}
	v := x.Kids[0]
	g.neighbouring()
	if m := g.following[n]; m != nil && m.Kind == ctree.NodeIf && mentions(m.Kids[0], v.Object) {
		return nil
	}
	for _, h := range g.handlings {
		if !same(h.typ, v.Type) || h.fn != g.fn && !same(h.fn.Result, g.fn.Result) {
			continue
		}
		known := true
		var edits []Edit
		Walk(h.does, func(k *ctree.Node) {
			switch {
			case k.Kind != ctree.NodeName:
			case k.Object == h.of:
				edits = append(edits, Edit{Extent: ctree.Extent{Start: k.Start - h.does.Start, End: k.End - h.does.Start}, Text: v.Name})
			case k.Object.Func != "":
				w := g.lookup(k.Name)
				known = known && w != nil && same(w.Type, k.Type)
			}
		})
		lines := string(Apply(g.Src[h.does.Start:h.does.End], edits))
		t, ok := Fold(lines)
		if known && ok && !slices.ContainsFunc(out, func(o [2]string) bool { return o[0] == t }) && len(out) < maxElements {
			out = append(out, [2]string{t, strings.ReplaceAll(lines, "\n"+g.indent(h.does.Start), "\n"+g.indent(n.Start))})
		}
	}
	return out
}

// uncalled are calls of functions of the file that only tests call, or nothing: without arguments, or with the
// only variable of the type of each parameter. Beside a call of a function that is called alike is their place.
func (g *generator) uncalled(n *ctree.Node) (out []copied) {
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || f.Object.File == "" || f.At > g.fn.At || f == g.fn || g.inUse[f.Object] || g.Protect.Checks[f.Object] || len(out) == MaxNamed {
			continue
		}
		args, known := make([]string, len(f.Params)), true
		for i, p := range f.Params {
			n := 0
			for _, v := range g.scope() {
				if v.Type.Text == p.Type.Text {
					args[i] = v.Name
					n++
				}
			}
			known = known && n == 1
		}
		if known {
			beside := CallOf(n)
			akin := beside != nil && alikeNames(beside.Kids[0].Name, f.Name)
			out = append(out, copied{text: f.Name + "(" + strings.Join(args, ", ") + ");", odd: akin || len(g.occurrences[f.Name]) == 1, asked: akin})
		}
	}
	return out
}

// alikeNames reports whether two names have at least half of the shorter in common, at the beginning or the end.
func alikeNames(a, b string) bool {
	first, last, short := 0, 0, min(len(a), len(b))
	for first < short && a[first] == b[first] {
		first++
	}
	for last < short && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	return 2*max(first, last) >= short
}
