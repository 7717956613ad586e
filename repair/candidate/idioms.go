package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
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
	g.change(Variable, n.Start, []Edit{edit}, Choice{Place: len(g.places), Number: 1})
	g.changes[len(g.changes)-1].Odd = true
	g.places = append(g.places, &Place{File: g.File, Extent: n.Extent, kind: expression, conversion: n.Type.Text, Alternatives: []string{text}})
}

// lexicographic is a comparison by a second number where the first ones are equal:
// a < b || a == b && c < d for a < b || c < d.
func (g *generator) lexicographic(n *ctree.Node) (out []alternative) {
	if n.Op != "||" && n.Op != "&&" {
		return nil
	}
	a, b := n.Kids[0], n.Kids[1]
	orders := func(k *ctree.Node) bool {
		return k.Kind == ctree.NodeBinary && IsRelation(k.Op) && k.Op[0] != '=' && k.Op[0] != '!'
	}
	if !orders(a) || !orders(b) || a.Op[0] != b.Op[0] || !g.pure(n) || g.text(n) == "" {
		return nil
	}
	first, equal := g.text(a), g.operand(a.Kids[0], 9)+" == "+g.operand(a.Kids[1], 10)
	return []alternative{{kind: Strengthen, prec: 4, text: first + " || (" + equal + " && " + g.text(b) + ")"}}
}

// positive is a remainder that is not negative where the number is.
func (g *generator) positive(n *ctree.Node) (out []alternative) {
	if n.Op != "%" || !n.Type.Signed || n.Type.Class != ctree.TypeInteger || g.Fault != interp.OutOfBounds && g.Fault != interp.WildAccess || !g.pure(n) {
		return nil
	}
	b := g.operand(n.Kids[1], 13)
	return []alternative{{kind: Arithmetic, prec: 13, text: "(" + g.text(n) + " + " + b + ") % " + within(b, 13, 14)}}
}

// multiplied are products of a value that is read with a variable that is set and read
// nowhere, as a sign is.
func (g *generator) multiplied(n *ctree.Node) (out []alternative) {
	for _, v := range g.env {
		if IsNumber(n.Type.Class) && g.Unused.variables[v.Name] && v.Name != n.Name && same(v.Type, n.Type) && len(out) < maxElements {
			out = append(out, alternative{kind: Arithmetic, prec: 13, odd: true, text: v.Name + " * " + g.text(n)})
		}
	}
	return out
}

// orNothing is 0 in the place of what is read through a pointer that may be null.
func (g *generator) orNothing(n *ctree.Node) (out []alternative) {
	if p := n.Kids[0]; g.Fault == interp.NullAccess && p.Type.Class == ctree.TypePointer && p.Kind == ctree.NodeName && scalar(n.Type) {
		out = append(out, alternative{kind: Guard, prec: 3, text: p.Name + " ? " + g.operand(n, 3) + " : 0"})
	}
	return out
}

// askedBefore are conditions by which an index is asked for before it is used in another.
func (g *generator) askedBefore(n *ctree.Node) (out []alternative) {
	if g.Fault != interp.OutOfBounds && g.Fault != interp.WildAccess {
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

// halved is half of what a loop goes up to.
func (g *generator) halved(n *ctree.Node) (out []alternative) {
	if n == g.bound {
		out = append(out, alternative{kind: Arithmetic, prec: 13, far: true, text: g.operand(n, 13) + " / 2"})
	}
	return out
}

// limits keep what an assignment has changed within another value of its type, which the
// function works with: the member of the same structure, or a variable.
func (g *generator) limits(n *ctree.Node) (out []copied) {
	if n == nil || n.Kind != ctree.NodeExpr || len(n.Kids) != 1 {
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
	for _, y := range others[:min(len(others), MaxPartners)] {
		for _, op := range []string{">", "<"} {
			out = append(out, copied{text: "if (" + own + " " + op + " " + y + ") " + own + " = " + y + ";", sets: x.Target()})
		}
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
