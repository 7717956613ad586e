package candidate

import (
	"strings"

	"culprit/cfg/clib"
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
	{operation("/", "%"), func(g *generator, n *ctree.Node) []alternative { // of nothing, nothing
		if g.Fault != interp.DivByZero || g.refuses() || !g.pure(n.Kids[1]) {
			return nil
		}
		return []alternative{{kind: Guard, prec: 3, plain: true, text: g.operand(n.Kids[1], 4) + " ? " + g.operand(n, 2) + " : 0"}}
	}},
	{operation("/", "%"), (*generator).wrapping},
	{func(n *ctree.Node, _ bool) bool {
		return isBinary(n, "<<", ">>") || n.Kind == ctree.NodeAssign && (n.Op == "<<=" || n.Op == ">>=")
	}, func(g *generator, n *ctree.Node) []alternative { // by all bits, or more
		x, by := n.Kids[0], n.Kids[1]
		if g.Fault != interp.ShiftRange || !g.pure(by) || !g.pure(x) || x.Type.Signed {
			return nil
		}
		of := g.operand(x, 14)
		a := alternative{kind: Guard, prec: 3, plain: true, text: g.operand(by, 10) + " < 8 * sizeof " + of + " ? " + g.operand(x, 11) + " " + n.Op[:2] + " " + g.operand(by, 12) + " : 0"}
		if n.Kind == ctree.NodeAssign {
			a.prec, a.text = 2, of+" = "+a.text
		}
		return []alternative{a}
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "|") && arithmetic(n) }, (*generator).carried},
	{operation(relations...), (*generator).elapsed},
	{operation("&"), func(g *generator, n *ctree.Node) []alternative { // what the mask has was to be cleared
		return []alternative{{kind: Arithmetic, prec: 8, text: g.operand(n.Kids[0], 8) + " & ~" + g.operand(n.Kids[1], 14)}}
	}},
	{func(n *ctree.Node, cond bool) bool { // meant was && or ||
		return isBinary(n, "&", "|") && (cond || decides(n.Kids[0]) && decides(n.Kids[1]))
	}, func(g *generator, n *ctree.Node) []alternative {
		return g.joined(Logical, n.Kids[0], n.Op+n.Op, n.Kids[1])
	}},
	{func(n *ctree.Node, _ bool) bool { // meant was & or |
		return isBinary(n, "&&", "||") && n.Kids[0].Type.Class == ctree.TypeInteger && !decides(n.Kids[0])
	}, func(g *generator, n *ctree.Node) []alternative {
		if !isBound(n.Kids[1]) && !g.isNamed(n.Kids[1]) {
			return nil
		}
		out := g.joined(Arithmetic, n.Kids[0], n.Op[:1], n.Kids[1])
		out[0].odd = true
		return out
	}},
	{func(n *ctree.Node, _ bool) bool { // a difference without a sign is never negative
		return isBinary(n, relations...) && isBinary(n.Kids[0], "-") && arithmetic(n.Kids[0]) && n.Kids[0].Type.Class == ctree.TypeInteger && !n.Kids[0].Type.Signed && n.Kids[1].Name == "0"
	}, func(g *generator, n *ctree.Node) []alternative {
		a, p := n.Kids[0], OperatorPrecedence(n.Op)
		return []alternative{{kind: Arithmetic, prec: p, odd: true, text: g.operand(a.Kids[0], p) + " " + n.Op + " " + g.operand(a.Kids[1], p+1)}}
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "-") && arithmetic(n) }, (*generator).signOf},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n, "==") && n.Unused }, func(g *generator, n *ctree.Node) []alternative { // meant was an assignment
		return []alternative{{kind: Arithmetic, prec: 2, text: g.operand(n.Kids[0], 14) + " = " + g.operand(n.Kids[1], 2)}}
	}},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n) && (IsLogical(n.Op) || arithmetic(n)) }, (*generator).dropped},
	{operation("&", "|"), (*generator).complemented},
	{func(n *ctree.Node, _ bool) bool { return isBinary(n) && arithmetic(n) }, (*generator).extracted},
	{operation("+", "-", "*"), (*generator).analogous},
	{operation(relations...), (*generator).chained},
	{operation(), (*generator).regrouped},
	{operation("&&", "||"), func(g *generator, n *ctree.Node) []alternative { // what the second asks has to be asked first
		if g.Fault == interp.NoFault {
			return nil
		}
		out := g.joined(Swap, n.Kids[1], n.Op, n.Kids[0])
		for i := range out {
			out[i].odd = g.usesBefore(n.Kids[0], n.Kids[1])
		}
		return out
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
	{of(ctree.NodeNumber), (*generator).signedHalf},
	{operation("*"), func(g *generator, n *ctree.Node) (out []alternative) { // what is divided first loses its remainder
		for i, k := range n.Kids {
			other, cast := n.Kids[1-i], ""
			if k.Kind == ctree.NodeCast {
				cast, k = "("+k.Type.Text+")", k.Kids[0]
			}
			if !isBinary(k, "/") || floating(k) || floating(n) || !g.pure(k) || !g.pure(other) {
				continue
			}
			a := alternative{kind: Swap, prec: 13, text: g.operand(k.Kids[0], 13) + " * " + g.operand(other, 14) + " / " + g.operand(k.Kids[1], 14)}
			if cast != "" {
				a.text, a.prec = cast+"("+a.text+")", 14
			}
			out = append(out, a)
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
		return isPlace(n) || n.Kind == ctree.NodeOpaque
	}, (*generator).variable},
	{func(n *ctree.Node, _ bool) bool { return leafName(n) != "" }, (*generator).adapted},
	{of(ctree.NodeName), (*generator).enlarged},
	{func(_ *ctree.Node, cond bool) bool { return cond }, (*generator).askedForOthers},
	{of(ctree.NodeAssign), (*generator).assignment},
	{of(ctree.NodeAssign), (*generator).copiedFrom},
	{of(ctree.NodeStep), (*generator).step},
	{of(ctree.NodeCall), (*generator).call},
	{of(ctree.NodeCall), (*generator).zeroed},
	{func(n *ctree.Node, _ bool) bool {
		return n.Kind == ctree.NodeCast && n.Kids[0].Kind == ctree.NodeCall
	}, (*generator).converted},
	{of(ctree.NodeString), func(g *generator, n *ctree.Node) (out []alternative) {
		if n == g.reads {
			return g.otherReadings(n)
		}
		for _, s := range g.otherTexts(n) {
			out = append(out, alternative{kind: Literal, prec: 15, text: s})
		}
		return out
	}},

	// Conditions.
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).decision},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).belowFirst},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).countedDown},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).alongEnd},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).besides},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).askedBefore},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).oneFarther},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).whileRoom},
	{func(n *ctree.Node, cond bool) bool { return cond && scalar(n.Type) }, (*generator).longEnough},
}

// expression makes the changes of an expression and of what is in it. outer is
// the least precedence that needs no parentheses where it stands; cond says
// that it decides something.
func (g *generator) expression(n *ctree.Node, outer int, cond bool) {
	if n.Kind == ctree.NodeSizeof || n.Constant || g.Protect.Check(n) {
		Walk(n, g.pointedTo)
		return
	}
	if g.parenthesised(n) {
		outer = 0
	}
	g.exchange(n, outer, cond)
	switch p := precedence(n); n.Kind {
	case ctree.NodeBinary:
		inner := IsLogical(n.Op) && (cond || n.Type.Class == ctree.TypeInteger)
		if n.Op == "==" || n.Op == "!=" {
			g.tested = n.Kids[0]
		}
		right := p + 1
		if IsLogical(n.Op) { // which needs no parentheses in itself
			right = p
		}
		g.expression(n.Kids[0], p, inner)
		g.expression(n.Kids[1], right, inner)
	case ctree.NodeAssign:
		g.expression(n.Kids[0], 14, false)
		g.receives = n.Kids[0].Type.Elem
		g.expression(n.Kids[1], 2, false)
	case ctree.NodeUnary:
		g.expression(n.Kids[0], 14, n.Op == "!")
	case ctree.NodeAddr, ctree.NodeCast:
		g.expression(n.Kids[0], 14, false)
	case ctree.NodeStep:
		g.expression(n.Kids[0], 15, false)
	case ctree.NodeCall:
		g.boundedCall(n)
		g.reads = formatRead(n)
		for _, k := range n.Kids[1:] {
			g.allocates, g.library = g.allocating(n), clib.Lookup(n.Kids[0].Name) != nil
			g.expression(k, 2, false)
		}
		g.allocates, g.library = nil, false
	case ctree.NodeIndex:
		g.expression(n.Kids[0], 15, false)
		g.expression(n.Kids[1], 0, false)
	case ctree.NodeMember:
		g.expression(n.Kids[0], 15, false)
	case ctree.NodeChoice:
		g.expression(n.Kids[0], 4, true)
		g.expression(n.Kids[1], 0, false)
		g.expression(n.Kids[2], 3, false)
	case ctree.NodeComma:
		for _, k := range n.Kids {
			g.expression(k, 2, false)
		}
	}
}

// alternatives lists what may be in place of an expression.
func (g *generator) alternatives(n *ctree.Node, cond bool) (out []alternative) {
	for i := range rewrites {
		if r := &rewrites[i]; r.match(n, cond) {
			out = append(out, r.write(g, n)...)
		}
	}
	return out
}

// exchange makes the changes that replace an expression as a whole.
func (g *generator) exchange(n *ctree.Node, outer int, cond bool) {
	if n.Place || g.text(n) == "" || g.Protect.fixed(n) {
		return
	}
	kind, conversion := expression, ""
	switch {
	case n.Unused:
		kind = discarded
	case !scalar(n.Type) || n.Kind == ctree.NodeString && n.Type.Class != ctree.TypePointer:
		if n.Kind != ctree.NodeString {
			return
		}
	case n.Type.Class != ctree.TypePointer:
		conversion = n.Type.Text
	}
	p := &Place{File: g.File, Extent: n.Extent, kind: kind, conversion: conversion}
	seen := map[string]bool{g.text(n): true}
	for _, a := range g.alternatives(n, cond) {
		if a.text == "" || seen[a.text] || len(g.steps) > 0 && g.unsequenced(g.text(n), a) || g.against(n, a.text) {
			continue
		}
		seen[a.text] = true
		p.Alternatives = append(p.Alternatives, a.text)
		edits := a.edits
		if len(edits) == 0 || a.prec < outer {
			edits = []Edit{g.edit(n.Start, n.End, within(a.text, a.prec, outer))}
		}
		c := g.change(a.kind, n.Start, edits, Choice{Place: len(g.places), Number: len(p.Alternatives)})
		c.Literal, c.Code = n.Kind == ctree.NodeNumber || g.isNamed(n) || g.isTruth(n), g.code(n, a.text)
		c.Far, c.Plain, c.Bound, c.Odd, c.Special, c.Pairs, c.Sets = a.far, a.plain, a.bound, a.odd, a.special, a.pairs, a.sets
		c.Arguments = n.Kind == ctree.NodeCall && a.kind == Swap
		if a.bound {
			g.bounding = append(g.bounding, bounds{n.Extent, [2]string{g.text(n.Kids[0]), g.text(n.Kids[1])}, c, strings.HasSuffix(n.Op, "=")})
		}
		c.Unguards = n.Type.Class == ctree.TypePointer && (cond || n == g.tested) && strings.HasPrefix(a.text, g.operand(n, 15)+"->")
	}
	if n.Kind == ctree.NodeNumber {
		if x := g.anyNumber(n, seen); len(x.fillings) > 0 {
			g.holes[n] = g.hole(n, p, x, outer)
		}
	}
	if cond && scalar(n.Type) {
		for _, x := range g.compareUnused(n) {
			g.hole(n, p, x, outer)
		}
	}
	if len(p.Alternatives) > 0 {
		g.places = append(g.places, p)
	}
}

// of matches nodes of some kind.
func of(kind ctree.NodeKind) func(*ctree.Node, bool) bool {
	return func(n *ctree.Node, _ bool) bool { return n.Kind == kind }
}

// operation matches binary expressions, with one of some operators if there are any.
func operation(ops ...string) func(*ctree.Node, bool) bool {
	return func(n *ctree.Node, _ bool) bool { return isBinary(n, ops...) }
}

// stepped are the variables that an expression changes by ++ and --.
func stepped(n *ctree.Node) (names []string) {
	Walk(n, func(n *ctree.Node) {
		if n.Kind == ctree.NodeStep && n.Kids[0].Kind == ctree.NodeName {
			names = append(names, n.Kids[0].Name)
		}
	})
	return names
}

// unsequenced reports whether a text in place of another reads a variable once
// more that ++ or -- changes in the same expression, which is undefined.
func (g *generator) unsequenced(old string, a alternative) bool {
	if a.kind == Strengthen || a.kind == Weaken { // && and || come between
		return false
	}
	for _, name := range g.steps {
		count := func(text string) (n int) {
			for w := range Identifiers([]byte(text)) {
				if w == name {
					n++
				}
			}
			return n
		}
		if count(a.text) > count(old) {
			return true
		}
	}
	return false
}
