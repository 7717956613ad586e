package candidate

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// Changes of what comes first: operands and statements the other way round, and what is
// read too late.

// chained are relations of relations, as in a == b == c, with another operator
// instead of one of them: a == b || c is meant.
func (g *generator) chained(n *ctree.Node) (out []alternative) {
	if !IsRelation(n.Op) {
		return nil
	}
	var ops []*ctree.Node
	for k := n; k.Kind == ctree.NodeBinary && IsRelation(k.Op) && k.Start == n.Start; k = k.Kids[0] {
		ops = append(ops, k)
	}
	if len(ops) < 2 {
		return nil
	}
	for _, k := range ops[:len(ops)-1] {
		for _, op := range []string{"||", "&&"} {
			e := Edit{Extent: ctree.Extent{Start: k.OpAt.Start - n.Start, End: k.OpAt.End - n.Start}, Text: op}
			text, ok := Fold(string(Apply(g.Src[n.Start:n.End], []Edit{e})))
			if ok {
				out = append(out, alternative{kind: Logical, prec: OperatorPrecedence(op), text: text, edits: []Edit{g.edit(k.OpAt.Start, k.OpAt.End, op)}})
			}
		}
	}
	return out
}

// regrouped are operands grouped as they read, or are meant, where C groups them otherwise:
// (flags & mask) == mask for flags & mask == mask, (low + high) / 2 for low + high / 2.
func (g *generator) regrouped(n *ctree.Node) (out []alternative) {
	kind := func(k *ctree.Node) (Kind, bool) {
		switch {
		case k.Kind != ctree.NodeBinary || k.End <= k.Start || g.parenthesised(k):
		case isBinary(n, "&", "|", "^") && IsRelation(k.Op), IsLogical(n.Op) && IsLogical(k.Op) && n.Op != k.Op:
			return Logical, true
		case isBinary(n, "<<", ">>") && isBinary(k, "+", "-"):
			return Logical, true
		case arithmetic(n) && arithmetic(k) && !isBinary(n, "&", "|", "^", "<<", ">>") && !isBinary(k, "&", "|", "^", "<<", ">>"):
			return Arithmetic, n.Op != k.Op || n.Op != "+" && n.Op != "*" // sums and products are the same in any order
		}
		return 0, false
	}
	add := func(from, to int, op string, kind Kind) {
		text, ok := Fold(string(g.Src[n.Start:from]) + "(" + string(g.Src[from:to]) + ")" + string(g.Src[to:n.End]))
		if ok {
			out = append(out, alternative{kind: kind, prec: OperatorPrecedence(op), text: text, edits: []Edit{g.edit(from, from, "("), g.edit(to, to, ")")}})
		}
	}
	if b := n.Kids[1]; IsNumber(n.Kids[0].Type.Class) {
		if k, ok := kind(b); ok {
			add(n.Start, b.Kids[0].End, b.Op, k)
		}
	}
	if a := n.Kids[0]; IsNumber(n.Kids[1].Type.Class) {
		if k, ok := kind(a); ok {
			add(a.Kids[1].Start, n.End, a.Op, k)
		}
	}
	return out
}

// unbroken makes the changes that keep one case of a switch from going on to the next.
func (g *generator) unbroken(block *ctree.Node) {
	ended, open := 0, 0 // cases, by how the statement before the next ends
	for i, n := range block.Kids {
		if i > 0 && n.Kind == ctree.NodeLabel {
			if k := unlabelled(block.Kids[i-1]).Kind; k == ctree.NodeJump || k == ctree.NodeReturn {
				ended++
			} else {
				open++
			}
		}
	}
	for i, n := range block.Kids {
		if i == 0 || n.Kind != ctree.NodeLabel || n.Start < 0 || !caseLabel.Match(g.Src[n.Start:]) {
			continue
		}
		last := unlabelled(block.Kids[i-1])
		if last.Kind == ctree.NodeLabel || last.Start < 0 || last.Kind == ctree.NodeJump || last.Kind == ctree.NodeReturn || !g.Executed(g.line(last.Start), g.line(last.End-1)) {
			continue
		}
		edit := g.edit(last.End, last.End, " break;")
		if g.begins(last.Start) {
			edit = g.edit(last.End, last.End, "\n"+g.indent(last.Start)+"break;")
		}
		c := g.change(Drop, last.End-1, []Edit{edit}, Choice{Place: len(g.places), Number: 1})
		c.Plain = ended > 0 && open == 1 // the only one of its switch
		c.Ends, c.Odd = true, !bytes.Contains(bytes.ToLower(g.Src[last.End:n.Start]), []byte("fall"))
		g.places = append(g.places, &Place{File: g.File, Extent: ctree.Extent{Start: n.Start, End: n.Start}, kind: statement, Alternatives: []string{"break;"}, Before: 1})
	}
}

// unlabelled is the statement behind labels and cases.
func unlabelled(n *ctree.Node) *ctree.Node {
	for n.Kind == ctree.NodeLabel && len(n.Kids) > 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	return n
}

// exchangedStatements makes the changes of a block in which two statements in a row
// are executed the other way round, or what the second reads is saved before.
func (g *generator) exchangedStatements(block *ctree.Node) {
	for _, n := range block.Kids {
		m := g.next(n)
		g.exchangedValues(n, m)
		if t, until := g.saved(n); t != "" {
			k := slices.Index(g.nodes[n].texts, t)
			at := []Choice{{Place: g.nodes[n].place, Number: k + 1}}
			for x := n; x != until; at = append(at, Choice{Place: g.nodes[x].place, Number: g.nodes[x].deleted}) {
				x = g.next(x)
				if g.nodes[x].texts == nil {
					k = -1
				}
			}
			if k >= 0 {
				g.change(Order, n.Start, []Edit{g.edit(n.Start, until.End, g.savedLines(n, t))}, at...)
			}
		}
		if m == nil || n.Kind == ctree.NodeJump || m.Kind == ctree.NodeJump || m.Kind == ctree.NodeReturn || g.Protect.stops(m) || g.givesConstant(m) && mentions(n, m.Kids[0].Target()) {
			continue
		}
		a, b := g.nodes[n], g.nodes[m]
		k := slices.Index(a.texts, g.text(m))
		if k < 0 || k >= a.deleted || b.texts == nil {
			continue
		}
		edits := []Edit{g.edit(n.Start, n.End, string(g.Src[m.Start:m.End])), g.edit(m.Start, m.End, string(g.Src[n.Start:n.End]))}
		g.change(Order, n.Start, edits, Choice{Place: a.place, Number: k + 1}, Choice{Place: b.place, Number: b.deleted})
	}
}

// exchangedValues makes the change by which two assignments in a row give each what the other gave.
func (g *generator) exchangedValues(n, m *ctree.Node) {
	first, second := g.crossed(n, m), g.crossed(m, n)
	if first == "" || second == "" {
		return
	}
	a, b := g.nodes[n], g.nodes[m]
	i, k := slices.Index(a.texts, first), slices.Index(b.texts, second)
	if i < 0 || k < 0 {
		return
	}
	x, y := n.Kids[0].Kids[1], m.Kids[0].Kids[1]
	g.change(Swap, n.Start, []Edit{g.edit(x.Start, x.End, string(g.Src[y.Start:y.End])), g.edit(y.Start, y.End, string(g.Src[x.Start:x.End]))},
		Choice{Place: a.place, Number: i + 1}, Choice{Place: b.place, Number: k + 1})
}

// crossed is an assignment of what another one assigns, where both have the same type and are to and
// from different places; "" if they do not.
func (g *generator) crossed(n, m *ctree.Node) string {
	if n == nil || m == nil || assignmentOf(n) == nil || assignmentOf(m) == nil {
		return ""
	}
	a, b := assignmentOf(n), assignmentOf(m)
	to, own, other := a.Kids[0], a.Kids[1], b.Kids[1]
	if !same(to.Type, b.Kids[0].Type) || !same(own.Type, other.Type) || !scalar(to.Type) || !g.pure(own) || !g.pure(other) || g.isConstant(own) || g.isConstant(other) ||
		mentions(b, to.Base()) && to.Kind == ctree.NodeName || mentions(a, b.Kids[0].Base()) && b.Kids[0].Kind == ctree.NodeName {
		return ""
	}
	if t := g.text(other); t != "" && t != g.text(own) && g.text(to) != "" {
		return g.text(to) + " = " + t + ";"
	}
	return ""
}

// givesConstant reports whether a statement gives a variable a constant. What reads the variable would
// compute nothing if it came after.
func (g *generator) givesConstant(n *ctree.Node) bool {
	x := assignmentOf(n)
	return x != nil && x.Kids[0].Kind == ctree.NodeName && g.isConstant(x.Kids[1])
}

// isConstant reports whether a value is a number, a named constant or NULL.
func (g *generator) isConstant(n *ctree.Node) bool { return g.constant(n) || g.text(n) == "NULL" }

// mentions reports whether a variable is in a node.
func mentions(n *ctree.Node, v ctree.Object) bool {
	found := false
	Walk(n, func(k *ctree.Node) { found = found || k.Kind == ctree.NodeName && k.Object == v })
	return found
}

// saved is a statement and one behind it, where that reads what the first frees, with
// those between: what it reads is saved before. "" if they are not of that kind.
func (g *generator) saved(n *ctree.Node) (text string, until *ctree.Node) {
	if g.Fault != interp.UseAfterFree || CallOf(n) == nil || g.text(n) == "" {
		return "", nil
	}
	between := g.text(n)
	for m := g.next(n); m != nil; m = g.next(m) {
		if first, last, ok := g.savedBefore(m); ok {
			return "{ " + first + " " + between + " " + last + " }", m
		}
		if m.Kind != ctree.NodeExpr || g.text(m) == "" {
			break
		}
		between += " " + g.text(m)
	}
	return "", nil
}

// savedBefore saves what a statement reads in a variable, and writes the statement with
// that: of one that returns or assigns what is read through a pointer.
func (g *generator) savedBefore(m *ctree.Node) (first, last string, ok bool) {
	var value *ctree.Node
	switch {
	case m.Kind == ctree.NodeReturn && len(m.Kids) == 1:
		value, last = m.Kids[0], "return saved;"
	case assignmentOf(m) != nil:
		value, last = m.Kids[0].Kids[1], g.text(m.Kids[0].Kids[0])+" = saved;"
	default:
		return "", "", false
	}
	typ := g.pointerTo(value.Type)
	if IsNumber(value.Type.Class) {
		typ = value.Type.Text + " "
	}
	return typ + "saved = " + g.text(value) + ";", last, typ != "" && g.follows(value) && g.text(value) != "" && g.pure(value)
}

// stepSaved makes the change of a for whose body frees what its step reads: where it goes on is read
// before the body, into a variable of its own.
func (g *generator) stepSaved(n *ctree.Node) {
	if g.Fault != interp.UseAfterFree || n.Kind != ctree.NodeFor || n.Init == nil || n.Cond == nil || n.Step == nil || n.Step.Kind != ctree.NodeAssign || n.Step.Op != "=" {
		return
	}
	to, value, body := n.Step.Kids[0], n.Step.Kids[1], n.Kids[len(n.Kids)-1]
	name, typ := g.unusedName("next", n), g.pointerTo(value.Type)
	if to.Kind != ctree.NodeName || !mentions(value, to.Object) || !g.follows(value) || !g.pure(value) || g.text(value) == "" || typ == "" || n.Init.Start < 0 || n.Cond.Start < n.Init.Start || body.Start < 0 {
		return
	}
	edits := []Edit{g.edit(value.Start, value.End, name)}
	if star := regexp.MustCompile(`^[^,;=]*\*\s*` + to.Name + `\b[^,;]*;`).FindIndex(g.Src[n.Init.Start:n.Cond.Start]); n.Init.Kind == ctree.NodeDeclare && star != nil {
		end := n.Init.Start + star[1] - 1
		edits = append(edits, g.edit(end, end, ", *"+name))
	} else {
		edits = append(edits, g.prepend(n, typ+name+";", g.indent(n.Start))...)
	}
	save := name + " = " + g.text(value) + ";"
	first := FirstStatement(body)
	switch {
	case body.Kind != ctree.NodeBlock:
		edits = append(edits, g.edit(body.Start, body.Start, "{ "+save+" "), g.edit(body.End, body.End, " }"))
	case first == nil || first.Start < 0:
		return
	default:
		edits = append(edits, g.edit(first.Start, first.Start, save+"\n"+g.indent(first.Start)))
	}
	g.change(Order, n.Start, edits)
}

// unusedName is a name if no variable or macro has it that a statement knows, else the same with an
// underscore behind.
func (g *generator) unusedName(name string, in *ctree.Node) string {
	_, macro := g.defines[name]
	taken := macro || g.lookup(name) != nil
	Walk(in, func(k *ctree.Node) {
		taken = taken || slices.ContainsFunc(k.Vars, func(v ctree.Var) bool { return v.Name == name })
	})
	if taken {
		return name + "_"
	}
	return name
}

// follows reports whether an expression reads through a pointer.
func (g *generator) follows(n *ctree.Node) bool {
	found := false
	Walk(n, func(k *ctree.Node) {
		found = found || k.Kind == ctree.NodeIndex || k.Kind == ctree.NodeMember || k.Kind == ctree.NodeUnary && k.Op == "*"
	})
	return found
}

// pointerTo is what the declaration of a pointer of a type begins with, "" of other types.
func (g *generator) pointerTo(t ctree.Type) string {
	switch e := t.Elem; {
	case t.Class != ctree.TypePointer:
		return ""
	case strings.HasPrefix(e, "struct ") && !strings.Contains(e, "{") || IsInteger(e):
		return e + " *"
	}
	return "void *"
}

// savedLines writes a block on lines of its own.
func (g *generator) savedLines(n *ctree.Node, text string) string {
	if !g.begins(n.Start) {
		return text
	}
	indent, step := "\n"+g.indent(n.Start), "\t"
	if i := g.indent(g.fn.Body.Kids[0].Start); i != "" {
		step = i
	}
	parts := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "{ "), " }"), "; ")
	return "{" + indent + step + strings.Join(parts, ";"+indent+step) + indent + "}"
}
