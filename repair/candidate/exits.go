package candidate

import (
	"cmp"
	"slices"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// Ways out: what a function does where it cannot go on, in the statements that it is left by under a
// condition. A guard that is missing ends as its other guards do, or is one of them, asked once more.

// exit is what a function does under a condition before it is left, or a loop or a case is.
type exit struct {
	copied
	jump   string // break, continue, goto, or "" of a return
	bare   bool   // it is nothing but a return
	times  int    // under so many conditions
	guards bool   // the whole statement, with its condition
}

// leaving notes an if that does nothing but leave.
func (g *generator) leaving(n *ctree.Node) {
	if n.Kind != ctree.NodeIf || len(n.Kids) != 2 {
		return
	}
	body := n.Kids[1]
	does := []*ctree.Node{body}
	if body.Kind == ctree.NodeBlock {
		does = body.Kids
	}
	if len(does) == 0 || len(does) > maxElements+1 || g.Protect.fixed(body) {
		return
	}
	last := does[len(does)-1]
	if last.Kind != ctree.NodeReturn && last.Kind != ctree.NodeJump || slices.ContainsFunc(does[:len(does)-1], func(k *ctree.Node) bool { return k.Kind != ctree.NodeExpr }) {
		return
	}
	of := body
	if len(does) == 1 {
		of = last
	}
	jump := last.Op
	if last.Kind == ctree.NodeReturn {
		jump = ""
	}
	add := func(k *ctree.Node, whole bool) {
		t := g.text(k)
		names, ok := g.names(k)
		if t == "" || !ok {
			return
		}
		for i := range g.exits {
			if x := &g.exits[i]; x.text == t && x.fn == g.fn && x.guards == whole {
				x.times++
				return
			}
		}
		g.exits = append(g.exits, exit{copied: copied{text: t, names: names, fn: g.fn, at: n.Start}, jump: jump, bare: len(does) == 1 && jump == "", times: 1, guards: whole})
	}
	add(of, false)
	if !g.Protect.fixed(n) {
		add(n, true)
	}
}

// usable are the exits, or the guards, of this function that can stand here, the closest first.
func (g *generator) usable(at int, guards bool) (out []exit) {
	for _, x := range g.exits {
		if x.fn == g.fn && x.guards == guards && g.visible(x.names) && g.defined(x.text) &&
			(x.jump != "break" || g.inside > 0) && (x.jump != "continue" || g.loops > 0) {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b exit) int { return g.distance(a.fn, a.at, at) - g.distance(b.fn, b.at, at) })
	return out
}

// customary is the way out that the function takes under most conditions, "" if a return alone is that of
// one only.
func (g *generator) customary(at int) string {
	all := g.usable(at, false)
	if len(all) == 0 {
		return ""
	}
	x := slices.MaxFunc(all, func(a, b exit) int { return cmp.Compare(a.times, b.times) })
	if x.bare && x.times < 2 {
		return ""
	}
	return x.text
}

// askedAgain are the guards of the function that may be missing before a statement that leads to undefined
// behaviour.
func (g *generator) askedAgain(n *ctree.Node) (out []string) {
	if g.Fault == interp.NoFault {
		return nil
	}
	before := ""
	if m := g.previous(n); m != nil {
		before = g.text(m)
	}
	for _, x := range g.usable(n.Start, true) {
		if x.text != g.text(n) && x.text != before && len(out) < maxSelected {
			out = append(out, x.text)
		}
	}
	return out
}

// cleaning are the jumps to labels by which the function is left elsewhere, in place of a return.
func (g *generator) cleaning(n *ctree.Node) (out []string) {
	if n.Kind != ctree.NodeReturn {
		return nil
	}
	for _, x := range g.usable(n.Start, false) {
		if x.jump == "goto" && len(out) < maxElements {
			out = append(out, x.text)
		}
	}
	return out
}
