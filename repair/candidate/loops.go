package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// Changes of what a loop is about: how far it goes, in which direction, and what moves it on.

// countedDown are the conditions of a loop that go on only as long as a number is left that its body takes
// from, where the loop does not ask for it.
func (g *generator) countedDown(n *ctree.Node) (out []alternative) {
	if n != g.whole || !IsLoop(g.stmt) {
		return nil
	}
	asks := map[ctree.Object]bool{}
	Walk(n, func(k *ctree.Node) { asks[k.Object] = k.Kind == ctree.NodeName })
	Walk(bodyOf(g.stmt), func(k *ctree.Node) {
		if k.Kind != ctree.NodeStep && k.Kind != ctree.NodeAssign || k.Op != "--" && k.Op != "-=" {
			return
		}
		v := k.Kids[0]
		if v.Kind != ctree.NodeName || v.Type.Class != ctree.TypeInteger || asks[v.Object] || g.lookup(v.Name) == nil || len(out) == maxElements {
			return
		}
		asks[v.Object] = true
		out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, text: g.operand(n, 5) + " && " + v.Name + " > 0"})
	})
	return out
}

// bodyOf is the statement that a loop repeats.
func bodyOf(loop *ctree.Node) *ctree.Node {
	i := len(loop.Kids) - 1
	if loop.Kids[i] == loop.Cond { // of do
		i--
	}
	return loop.Kids[i]
}

// alongEnd are the conditions of a loop that moves a pointer which go on only as long as it has not come to
// another pointer of its type: to the beginning where it moves down, to the end where it moves up.
func (g *generator) alongEnd(n *ctree.Node) (out []alternative) {
	if n != g.whole || !IsLoop(g.stmt) || !g.strays() {
		return nil
	}
	Walk(g.stmt, func(k *ctree.Node) {
		if k.Kind != ctree.NodeStep || k.Kids[0].Kind != ctree.NodeName || k.Kids[0].Type.Class != ctree.TypePointer {
			return
		}
		p := k.Kids[0]
		ops := []string{"<", "!="}
		if k.Op == "--" {
			ops = []string{">", "!="}
		}
		for _, v := range g.scope() {
			if v.Name == p.Name || v.Type.Class != ctree.TypePointer || unqualified(v.Type.Elem) != unqualified(p.Type.Elem) || g.lookup(p.Name) == nil {
				continue
			}
			for _, op := range ops {
				a := g.after(p.Name+" "+op+" "+v.Name, n)
				a.plain = true
				if len(out) < MaxPartners && !slices.ContainsFunc(out, func(o alternative) bool { return o.text == a.text }) {
					out = append(out, a)
				}
			}
		}
	})
	return out
}

// unqualified is the text of a type without const.
func unqualified(t string) string { return strings.TrimPrefix(t, "const ") }

// backwards is a loop that moves elements of an array up, each over the next that it is to move, from the
// last one on: for (i = a; i < b; i++) t[i + 1] = t[i] with for (i = b - 1; i >= a; i--).
func (g *generator) backwards(n *ctree.Node) []Edit {
	c, step, d := n.Cond, n.Step, n.Init
	if n.Kind != ctree.NodeFor || c == nil || step == nil || d == nil || !isBinary(c, "<", "<=") || c.Kids[0].Kind != ctree.NodeName || !c.Kids[0].Type.Signed ||
		step.Kind != ctree.NodeStep || step.Op != "++" || step.Kids[0].Object != c.Kids[0].Object {
		return nil
	}
	i := c.Kids[0]
	from := beginning(d, i.Object)
	if from == nil || g.text(from) == "" || g.text(c.Kids[1]) == "" || !g.pure(c.Kids[1]) || !g.pure(from) {
		return nil
	}
	moves := false
	Walk(bodyOf(n), func(k *ctree.Node) {
		if k.Kind == ctree.NodeAssign && k.Op == "=" && k.Kids[0].Kind == ctree.NodeIndex && k.Kids[1].Kind == ctree.NodeIndex {
			to, of := k.Kids[0], k.Kids[1]
			moves = moves || g.text(to.Kids[0]) != "" && g.text(to.Kids[0]) == g.text(of.Kids[0]) && g.text(to.Kids[1]) != g.text(of.Kids[1])
		}
	})
	if !moves {
		return nil
	}
	last := g.text(c.Kids[1])
	if c.Op == "<" {
		last = g.operand(c.Kids[1], 12) + " - 1"
	}
	return []Edit{g.edit(from.Start, from.End, last), g.edit(c.Start, c.End, i.Name+" >= "+g.operand(from, 11)), g.edit(step.Start, step.End, i.Name+"--")}
}

// beginning is the first value that the first part of a for gives a variable, nil if it does something else.
func beginning(init *ctree.Node, v ctree.Object) *ctree.Node {
	switch {
	case init.Kind == ctree.NodeAssign && init.Op == "=" && init.Kids[0].Object == v:
		return init.Kids[1]
	case init.Kind == ctree.NodeDeclare && len(init.Kids) == 1 && len(init.Kids[0].Kids) == 1 && init.Kids[0].Object == v:
		return init.Kids[0].Kids[0]
	}
	return nil
}

// unmoved are the assignments, at the end of what a loop repeats, to what its condition asks and nothing in
// it changes: of what it computes of it, or of the next element of a list.
func (g *generator) unmoved(body *ctree.Node) (out []copied) {
	loop := g.stmt
	if loop == nil || !IsLoop(loop) || bodyOf(loop) != body || loop.Cond == nil {
		return nil
	}
	changes := map[ctree.Object]bool{}
	Walk(loop, func(k *ctree.Node) {
		if (k.Kind == ctree.NodeAssign || k.Kind == ctree.NodeStep || k.Kind == ctree.NodeAddr) && k.Kids[0].Kind == ctree.NodeName {
			changes[k.Kids[0].Object] = true
		}
	})
	var asked []*ctree.Node
	moved := false
	Walk(loop.Cond, func(k *ctree.Node) {
		if k.Kind == ctree.NodeName && g.lookup(k.Name) != nil {
			moved = moved || changes[k.Object]
			asked = append(asked, k)
		}
		moved = moved || k.Kind == ctree.NodeCall || k.Kind == ctree.NodeUnary && k.Op == "*" || k.Kind == ctree.NodeIndex || k.Kind == ctree.NodeMember
	})
	if moved {
		return nil
	}
	for _, k := range asked {
		add := func(text string) { out = append(out, copied{text: k.Name + text + ";", sets: k.Object}) }
		switch k.Type.Class {
		case ctree.TypeInteger:
			for _, d := range body.Kids {
				for _, v := range d.Vars {
					if d.Kind == ctree.NodeDeclare && same(v.Type, k.Type) {
						add(" = " + v.Name)
					}
				}
			}
			add("++")
			add("--")
		case ctree.TypePointer:
			for _, m := range k.Type.Members {
				if same(m.Type, k.Type) {
					add(" = " + k.Name + "->" + m.Name)
				}
			}
		}
	}
	return out
}

// leftBy are returns of constants behind a loop that several conditions end, where the first of
// them does not hold any more: i < n && a[i] == b[i].
func (g *generator) leftBy(n *ctree.Node) (out []string) {
	m := g.previous(n)
	if m == nil || !IsLoop(m) || m.Kind == ctree.NodeDo || g.Fault != interp.NoFault || g.fn.Result.Class != ctree.TypeInteger {
		return nil
	}
	cond := m.Cond
	if cond == nil || !isBinary(cond, "&&") {
		return nil
	}
	for isBinary(cond, "&&") {
		cond = cond.Kids[0]
	}
	if names, ok := g.names(cond); !isBinary(cond, "<", "!=") || !g.pure(cond) || g.text(cond) == "" || !ok || !g.visible(names) {
		return nil
	}
	for _, v := range []string{"0", "1", "-1"} {
		if v != "-1" || g.fn.Result.Signed {
			out = append(out, "if ("+g.operand(cond.Kids[0], 10)+" "+Opposites[cond.Op]+" "+g.operand(cond.Kids[1], 10)+") return "+v+";")
		}
	}
	return out
}
