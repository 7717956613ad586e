package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Idioms: mistakes that developers make in expressions of a certain form.

// complemented is the complement of bits where the opposite of a condition is written, for
// flags & !f, and the opposite of a condition where that of a number is, for !flags & f.
func (g *generator) complemented(n *ctree.Node) (out []alternative) {
	k := n.Kids[1]
	if a := n.Kids[0]; n.Op == "&" && a.Kind == ctree.NodeUnary && a.Op == "!" && a.Kids[0].Type.Class == ctree.TypeInteger && !decides(k) && !decides(a.Kids[0]) {
		out = append(out, alternative{kind: Logical, prec: 14, odd: true, text: "!(" + g.operand(a.Kids[0], 8) + " & " + g.operand(k, 9) + ")"})
	}
	if (n.Op == "&" || n.Op == "|") && k.Kind == ctree.NodeUnary && k.Op == "!" && k.Kids[0].Type.Class == ctree.TypeInteger && !decides(n.Kids[0]) && !decides(k.Kids[0]) {
		p := OperatorPrecedence(n.Op)
		out = append(out, alternative{kind: Arithmetic, prec: p, odd: true, text: g.operand(n.Kids[0], p) + " " + n.Op + " ~" + g.operand(k.Kids[0], 14)})
	}
	return out
}

// usesBefore reports whether a condition follows a pointer, or uses an index, that one behind it
// asks for.
func (g *generator) usesBefore(first, then *ctree.Node) bool {
	found := false
	follows := g.followed(then)
	for _, p := range g.followed(first) {
		Walk(then, func(k *ctree.Node) { found = found || g.text(k) == p && !slices.Contains(follows, p) })
	}
	Walk(first, func(k *ctree.Node) {
		if k.Kind != ctree.NodeIndex {
			return
		}
		for _, v := range g.named(k.Kids[1]) {
			Walk(then, func(q *ctree.Node) {
				found = found || isBinary(q, "<", "<=", ">", ">=") && slices.Contains(g.named(q), v)
			})
		}
	})
	return found
}

// against reports whether a step of a loop leads away from where its condition ends it: i-- where i < n.
func (g *generator) against(n *ctree.Node, text string) bool {
	if n.Kind != ctree.NodeStep || g.stmt == nil || g.stmt.Kind != ctree.NodeFor || g.stmt.Step == nil || g.stmt.Cond == nil || n.Start < g.stmt.Step.Start || n.End > g.stmt.Step.End {
		return false
	}
	c := g.stmt.Cond
	if !isBinary(c, "<", "<=", ">", ">=") {
		return false
	}
	up := c.Op[0] == '<'
	if c.Kids[0].Kind != ctree.NodeName || c.Kids[0].Object != n.Target() {
		up = !up
	}
	return up && strings.Contains(text, "--") || !up && strings.Contains(text, "++")
}

// pointedTo makes the change of the size of a pointer, which a function of the library is given,
// to that of what it points to.
func (g *generator) pointedTo(n *ctree.Node) {
	if n.Kind != ctree.NodeSizeof || !g.library || g.text(n) == "" || !g.Executed(g.line(n.Start), g.line(n.End-1)) {
		return
	}
	of := strings.TrimSpace(strings.Trim(strings.TrimPrefix(g.text(n), "sizeof"), " ()"))
	at, to := strings.LastIndex(string(g.Src[n.Start:n.End]), of), ""
	vars := g.scope()
	if g.declares != nil {
		vars = append(slices.Clone(g.declares.Vars), vars...) // in what it begins with
	}
	if i := slices.IndexFunc(vars, func(v ctree.Var) bool { return v.Name == of }); i >= 0 && vars[i].Type.Class == ctree.TypePointer {
		to = "*" + of
	} else if p, ok := strings.CutSuffix(of, "*"); ok {
		to = strings.TrimSpace(p)
	}
	if at < 0 || to == "" {
		return
	}
	edit := g.edit(n.Start+at, n.Start+at+len(of), to)
	text := string(Apply(g.Src[n.Start:n.End], []Edit{{Extent: ctree.Extent{Start: at, End: at + len(of)}, Text: to}}))
	g.change(Variable, n.Start, []Edit{edit}, Choice{Place: len(g.places), Number: 1}).Odd = true
	g.places = append(g.places, &Place{File: g.File, Extent: n.Extent, kind: expression, conversion: n.Type.Text, Alternatives: []string{text}})
}

// askedBefore are conditions by which an index is asked for before it is used in another.
func (g *generator) askedBefore(n *ctree.Node) (out []alternative) {
	if !g.overruns() {
		return nil
	}
	Walk(n, func(k *ctree.Node) {
		if k.Kind != ctree.NodeIndex || len(out) > 0 {
			return
		}
		for _, v := range g.named(k.Kids[1]) {
			for _, op := range []string{">", ">="} {
				out = append(out, alternative{kind: Strengthen, prec: 5, text: v + " " + op + " 0 && " + g.operand(n, 5)})
			}
		}
	})
	return out
}

// limits keep what an assignment has changed within another value of its type, which the
// function works with: the member of the same structure, or a variable.
func (g *generator) limits(n *ctree.Node) (out []copied) {
	if n == nil || n.Kind == ctree.NodeDeclare && len(n.Vars) == 1 && len(n.Kids) == 1 {
		return g.limitsDeclared(n)
	}
	if n.Kind != ctree.NodeExpr || len(n.Kids) != 1 {
		return nil
	}
	x := n.Kids[0]
	if x.Kind != ctree.NodeAssign && x.Kind != ctree.NodeStep {
		return nil
	}
	to := x.Kids[0]
	own := g.text(to)
	if !IsNumber(to.Type.Class) || !g.pure(to) || own == "" {
		return nil
	}
	var others []string
	for _, f := range g.full {
		t := "if (" + own + " > " + f.bound + ") " + own + " = " + f.bound + ";"
		if to.Kind == ctree.NodeMember && f.member == to.Name && len(out) < maxElements && !slices.ContainsFunc(out, func(c copied) bool { return c.text == t }) {
			out = append(out, copied{text: t, sets: x.Target(), asked: true})
		}
	}
	if to.Kind == ctree.NodeMember {
		for _, m := range to.Kids[0].Type.Members {
			if m.Name != to.Name && same(m.Type, to.Type) {
				others = append(others, g.operand(to.Kids[0], 15)+to.Op+m.Name)
			}
		}
	}
	for _, v := range g.env {
		if v.Name != own && v.Name != "" && same(v.Type, to.Type) {
			others = append(others, v.Name)
		}
	}
	for _, b := range g.limiting(n) {
		out = append(out, copied{text: "if (" + own + " > " + b + ") " + own + " = " + b + ";", sets: x.Target()})
	}
	for _, y := range others[:min(len(others), MaxPartners)] {
		for _, op := range []string{">", "<"} {
			out = append(out, copied{text: "if (" + own + " " + op + " " + y + ") " + own + " = " + y + ";", sets: x.Target()})
		}
	}
	return out
}

// limitsDeclared keep what a variable begins with within a constant that the function works with.
func (g *generator) limitsDeclared(n *ctree.Node) (out []copied) {
	if n == nil || n.Static || n.Vars[0].Type.Class != ctree.TypeInteger {
		return nil
	}
	v := n.Vars[0]
	for _, b := range g.limiting(n) {
		out = append(out, copied{text: "if (" + v.Name + " > " + b + ") " + v.Name + " = " + b + ";", sets: v.Object})
	}
	return out
}

// analogous are an expression with what another one of its form goes on with: c - 'a' + 10
// where the function has c - 'A' + 10.
func (g *generator) analogous(n *ctree.Node) (out []alternative) {
	if n.Kind != ctree.NodeBinary || !IsNumber(n.Type.Class) {
		return nil
	}
	Walk(g.fn.Body, func(k *ctree.Node) {
		if k.Kind != ctree.NodeBinary || k.Op != "+" && k.Op != "-" && k.Op != "*" || k.Kids[1].Kind != ctree.NodeNumber || !alikeForm(k.Kids[0], n) {
			return
		}
		p := OperatorPrecedence(k.Op)
		text := g.operand(n, p) + " " + k.Op + " " + g.text(k.Kids[1])
		if len(out) < maxElements && !slices.ContainsFunc(out, func(a alternative) bool { return a.text == text }) {
			out = append(out, alternative{kind: Arithmetic, prec: p, text: text})
		}
	})
	return out
}

// alikeForm reports whether two expressions differ in numbers only, and do.
func alikeForm(a, b *ctree.Node) bool {
	differ := false
	var form func(a, b *ctree.Node) bool
	form = func(a, b *ctree.Node) bool {
		if a.Kind != b.Kind || a.Op != b.Op || len(a.Kids) != len(b.Kids) || a.Object != b.Object {
			return false
		}
		if a.Kind == ctree.NodeNumber {
			differ = differ || a.Name != b.Name
		}
		for i := range a.Kids {
			if !form(a.Kids[i], b.Kids[i]) {
				return false
			}
		}
		return true
	}
	return form(a, b) && differ
}
