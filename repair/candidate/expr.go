package candidate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// otherwise lists the operators that may have been meant by one.
func otherwise(op string) (Kind, []string) {
	for _, group := range []struct {
		kind Kind
		ops  []string
	}{
		{Relation, relations},
		{Arithmetic, []string{"+", "-", "*", "/", "%"}},
		{Arithmetic, []string{"&", "|", "^"}},
		{Arithmetic, []string{"<<", ">>"}},
		{Logical, []string{"&&", "||"}},
	} {
		if slices.Contains(group.ops, op) {
			return group.kind, group.ops
		}
	}
	return Arithmetic, nil
}

// operators replaces an operator by another one of its group.
func (g *generator) operators(n *ctree.Node) (out []alternative) {
	a, b := n.Kids[0], n.Kids[1]
	kind, ops := otherwise(n.Op)
	for _, op := range ops {
		if op == n.Op || floating(n) && op == "%" || kind == Arithmetic && !arithmetic(n) || neutral(op, b) {
			continue
		}
		prec := OperatorPrecedence(op)
		alt := alternative{kind: kind, prec: prec, text: g.operand(a, prec) + " " + op + " " + g.operand(b, prec+1)}
		alt.far = kind == Relation && !near(n.Op, op)
		alt.bound = kind == Relation && strings.TrimSuffix(n.Op, "=") == strings.TrimSuffix(op, "=")
		if (precedence(a) >= prec || a.Start > n.Start) && (precedence(b) > prec || b.End < n.End) {
			alt.edits = []Edit{g.edit(n.OpAt.Start, n.OpAt.End, op)}
		}
		out = append(out, alt)
	}
	return out
}

// neutral reports whether an operator with an operand changes nothing, or leaves nothing: x * 1, x % 1;
// or is none for a size.
func neutral(op string, b *ctree.Node) bool {
	return b.Kind == ctree.NodeSizeof || b.Kind == ctree.NodeNumber && b.Name == "1" && (op == "*" || op == "/" || op == "%")
}

// joined is a binary expression with another operator, or with its operands the other
// way round.
func (g *generator) joined(kind Kind, a *ctree.Node, op string, b *ctree.Node) []alternative {
	p := OperatorPrecedence(op)
	return []alternative{{kind: kind, prec: p, text: g.operand(a, p) + " " + op + " " + g.operand(b, p+1)}}
}

// dropped is one operand alone, or what an operator or conversion is applied to.
func (g *generator) dropped(n *ctree.Node) (out []alternative) {
	kids := n.Kids
	if n.Kind == ctree.NodeChoice {
		kids = kids[1:]
	}
	constant := !slices.ContainsFunc(kids, func(k *ctree.Node) bool { return k.Kind != ctree.NodeNumber })
	for _, k := range kids {
		out = append(out, alternative{kind: Drop, prec: precedence(k), text: g.text(k), plain: constant && len(kids) > 1})
	}
	return out
}

// near reports whether two relations differ for equal operands only, or are
// equality and its opposite.
func near(a, b string) bool {
	return strings.TrimSuffix(a, "=") == strings.TrimSuffix(b, "=") || a[1:] == "=" && b[1:] == "=" && a[0] != '<' && a[0] != '>' && b[0] != '<' && b[0] != '>'
}

// neighbours are a value one more and one less.
func (g *generator) neighbours(n *ctree.Node) []alternative {
	t := g.operand(n, 12)
	return []alternative{{kind: OffByOne, prec: 12, text: t + " + 1", far: true}, {kind: OffByOne, prec: 12, text: t + " - 1", far: true}}
}

// number changes a constant.
func (g *generator) number(n *ctree.Node) (out []alternative) {
	add := func(kind Kind, s string) {
		prec := 15
		if s != "" && s[0] == '-' {
			prec = 14
		}
		out = append(out, alternative{kind: kind, prec: prec, text: s})
	}
	if n.Type.Class != ctree.TypeInteger {
		for _, s := range append([]string{"0.0", "1.0", "-" + n.Name}, precise(n.Name)...) {
			add(Constant, s)
		}
		return out
	}
	if v, err := strconv.ParseInt(n.Name, 0, 64); err == nil {
		add(OffByOne, strconv.FormatInt(v+1, 10))
		add(OffByOne, strconv.FormatInt(v-1, 10))
		for i, w := range round(v) {
			if i < maxSelected {
				add(Constant, strconv.FormatInt(w, 10))
			}
		}
		for _, w := range []int64{0, 1, -1, -v, 2 * v, v / 2, 10 * v, v / 10} {
			if w != v {
				add(Constant, strconv.FormatInt(w, 10))
			}
		}
	}
	for i, c := range g.constants {
		if i < MaxConstants {
			add(Constant, c)
		}
	}
	k := 0
	for _, v := range g.scope() {
		if v.Type.Class == ctree.TypeInteger && k < MaxVariables {
			k++
			add(Variable, v.Name)
			out[len(out)-1].far = true // who writes a number hardly means a variable
		}
	}
	return slices.DeleteFunc(out, func(a alternative) bool { return g.taken[n][a.text] })
}

// variable changes a variable, an element or a member.
func (g *generator) variable(n *ctree.Node) (out []alternative) {
	if n.Kind == ctree.NodeOpaque && (!IsName(g.text(n)) || n.Type.Class != ctree.TypeInteger) {
		return nil
	}
	add := func(kind Kind, prec int, text string) {
		out = append(out, alternative{kind: kind, prec: prec, text: text})
	}
	if g.isTruth(n) {
		add(Constant, 15, opposite[g.text(n)])
	} else if n.Type.Class == ctree.TypeInteger && !g.isEnumerator(n) {
		out = append(out, g.neighbours(n)...)
	}
	k := 0
	for _, v := range g.scope() {
		if alike := same(v.Type, n.Type); (alike || converts(v.Type, n.Type)) && v.Name != n.Name && k < MaxVariables {
			k++
			add(Variable, 15, v.Name)
			out[len(out)-1].far = !alike && IsNumber(v.Type.Class)
		}
	}
	if g.isNamed(n) {
		out = append(out, g.otherNamed(n)...)
	}
	for _, t := range g.otherSelected(n) {
		add(Variable, 15, t)
	}
	switch n.Kind {
	case ctree.NodeMember:
		t := g.operand(n.Kids[0], 15)
		for _, m := range n.Kids[0].Type.Members {
			if m.Name != n.Name && same(m.Type, n.Type) {
				add(Variable, 15, t+n.Op+m.Name)
			}
		}
	case ctree.NodeIndex:
		i := g.text(n.Kids[1])
		base := n.Kids[0].Type
		for _, v := range g.scope() {
			if (v.Type.Class == ctree.TypeArray || v.Type.Class == ctree.TypePointer) && v.Type.Elem == base.Elem && v.Name != n.Kids[0].Name && k < MaxVariables {
				k++
				add(Variable, 15, v.Name+"["+i+"]")
			}
		}
	}
	switch n.Type.Class {
	case ctree.TypeInteger:
		if g.isEnumerator(n) || g.isTruth(n) {
			break
		}
		for i, c := range g.constants {
			if i < MaxConstants {
				add(Constant, 15, c)
				out[len(out)-1].far = g.isNamed(n)
			}
		}
		add(Arithmetic, 14, "-"+g.operand(n, 14))
		out[len(out)-1].far = true
	case ctree.TypeFloating:
		add(Arithmetic, 14, "-"+g.operand(n, 14))
	case ctree.TypePointer:
		add(Constant, 15, "0")
	}
	return out
}

// updates reports whether a value is computed of a text that is one of its operands.
func (g *generator) updates(n *ctree.Node, text string) bool {
	return isBinary(n) && slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return g.text(k) == text })
}

// assignment changes the operator or the target of an assignment.
func (g *generator) assignment(n *ctree.Node) (out []alternative) {
	to, value := g.text(n.Kids[0]), g.operand(n.Kids[1], 2)
	if to == "" || value == "" {
		return nil
	}
	numbers := n.Kids[0].Type.Class == ctree.TypeInteger || n.Kids[0].Type.Class == ctree.TypeFloating
	if numbers && !g.isEnumerator(n.Kids[1]) && !(n.Op == "=" && g.updates(n.Kids[1], to)) {
		for _, op := range []string{"=", "+=", "-=", "*=", "/=", "%="} {
			if op != n.Op && (op != "%=" || n.Kids[0].Type.Class == ctree.TypeInteger && n.Kids[1].Type.Class == ctree.TypeInteger) {
				out = append(out, alternative{kind: Arithmetic, prec: 2, text: to + " " + op + " " + value, edits: []Edit{g.edit(n.OpAt.Start, n.OpAt.End, op)},
					far: n.Op == "=" && (g.strays() || op != "+=" && op != "-=")})
			}
		}
	}
	if bits := []string{"&=", "|=", "^="}; slices.Contains(bits, n.Op) {
		for _, op := range bits {
			if op != n.Op {
				out = append(out, alternative{kind: Arithmetic, prec: 2, text: to + " " + op + " " + value, edits: []Edit{g.edit(n.OpAt.Start, n.OpAt.End, op)}})
			}
		}
		set := false // by another statement, where this one is to clear it
		if n.Op == "^=" {
			Walk(g.fn.Body, func(k *ctree.Node) {
				set = set || k.Kind == ctree.NodeAssign && k.Op == "|=" && g.text(k.Kids[0]) == to && g.text(k.Kids[1]) == g.text(n.Kids[1])
			})
		}
		out = append(out, alternative{kind: Arithmetic, prec: 2, odd: set, text: to + " &= ~" + g.operand(n.Kids[1], 14)})
	}
	if n.Op == "=" && n.Type.Class == ctree.TypeInteger && !n.Unused {
		out = append(out, alternative{kind: Relation, prec: 9, odd: n == g.whole && !bytes.HasSuffix(bytes.TrimRight(g.Src[:n.Start], " "), []byte("((")), text: g.operand(n.Kids[0], 9) + " == " + g.operand(n.Kids[1], 10)})
	}
	k := 0
	for _, v := range g.scope() {
		if same(v.Type, n.Kids[0].Type) && v.Name != n.Kids[0].Name && k < MaxVariables {
			k++
			out = append(out, alternative{kind: Variable, prec: 2, text: v.Name + " " + n.Op + " " + value, sets: v.Object,
				far: n.Kids[0].Kind != ctree.NodeName, edits: []Edit{g.edit(n.Kids[0].Start, n.Kids[0].End, v.Name)}})
		}
	}
	if l := n.Kids[0]; l.Kind == ctree.NodeMember { // another member of the same
		of, k := g.operand(l.Kids[0], 15)+l.Op, 0
		for _, m := range l.Kids[0].Type.Members {
			if m.Name != l.Name && same(m.Type, l.Type) && k < MaxVariables {
				k++
				out = append(out, alternative{kind: Variable, prec: 2, text: of + m.Name + " " + n.Op + " " + value,
					edits: []Edit{g.edit(l.Start, l.End, of+m.Name)}})
			}
		}
	}
	if l := n.Kids[0]; l.Kind == ctree.NodeIndex && l.Kids[1].Kind != ctree.NodeNumber && l.Kids[1].Type.Class == ctree.TypeInteger && scalar(l.Type) {
		for _, d := range []string{" + 1", " - 1"} {
			i := g.operand(l.Kids[1], 12) + d
			out = append(out, alternative{kind: OffByOne, prec: 2, text: g.text(l.Kids[0]) + "[" + i + "] " + n.Op + " " + value,
				edits: []Edit{g.edit(l.Kids[1].Start, l.Kids[1].End, i)}})
		}
	}
	return out
}

// step changes ++ and --.
func (g *generator) step(n *ctree.Node) (out []alternative) {
	t := g.text(n.Kids[0])
	add := func(kind Kind, text string, prec int) {
		out = append(out, alternative{kind: kind, prec: prec, text: text})
	}
	other := map[string]string{"++": "--", "--": "++"}[n.Op]
	if n.Postfix {
		add(Arithmetic, t+other, 15)
	} else {
		add(Arithmetic, other+t, 14)
	}
	if !n.Unused {
		if n.Postfix {
			add(OffByOne, n.Op+t, 14)
		} else {
			add(OffByOne, t+n.Op, 15)
		}
		add(Drop, t, precedence(n.Kids[0]))
	}
	if n.Type.Class == ctree.TypeInteger && n.Unused {
		add(Arithmetic, t+" "+n.Op[:1]+"= 2", 2)
		out[len(out)-1].far = true
	}
	k := 0
	for _, v := range g.scope() {
		if same(v.Type, n.Type) && v.Name != n.Kids[0].Name && k < MaxVariables {
			k++
			if n.Postfix {
				add(Variable, v.Name+n.Op, 15)
			} else {
				add(Variable, n.Op+v.Name, 14)
			}
			out[len(out)-1].sets = v.Object
		}
	}
	return out
}

// converted is a call of a function that returns what the result of another one is converted to.
func (g *generator) converted(n *ctree.Node) (out []alternative) {
	call := n.Kids[0]
	f := g.function(call.Kids[0])
	if f == nil || f.Result.Text == n.Type.Text {
		return nil
	}
	for _, o := range g.likeTyped(f, n.Type) {
		if t := g.text(call); t != "" && len(out) < MaxVariables {
			out = append(out, alternative{kind: Callee, prec: 15, text: o.Name + strings.TrimPrefix(t, f.Name)})
		}
	}
	return out
}

// call changes the function or swaps arguments.
func (g *generator) call(n *ctree.Node) (out []alternative) {
	f := g.function(n.Kids[0])
	if f == nil {
		return nil
	}
	var args []string
	for _, k := range n.Kids[1:] {
		args = append(args, g.operand(k, 2))
	}
	write := func(name string, args []string) string {
		s := name + "("
		for i, a := range args {
			if i > 0 {
				s += ", "
			}
			s += a
		}
		return s + ")"
	}
	for _, o := range g.likeTyped(f, f.Result) {
		if len(out) < MaxVariables {
			out = append(out, alternative{kind: Callee, prec: 15, text: write(o.Name, args)})
		}
	}
	if f.User && f.Body == nil || g.Protect.Input(n) {
		return out
	}
	for i := range args {
		for j := range i {
			a, b := n.Kids[i+1].Type, n.Kids[j+1].Type
			if f.User && same(a, b) || !f.User && (a.Class == ctree.TypeInteger && b.Class == ctree.TypeInteger || IsAddress(a.Class) && IsAddress(b.Class) && n.Unused) {
				swapped := slices.Clone(args)
				swapped[i], swapped[j] = swapped[j], swapped[i]
				x, y := n.Kids[j+1], n.Kids[i+1]
				out = append(out, alternative{kind: Swap, prec: 15, text: write(f.Name, swapped), edits: []Edit{g.edit(x.Start, x.End, args[i]), g.edit(y.Start, y.End, args[j])}})
			}
		}
	}
	if scalar(n.Type) && n.Type.Class == ctree.TypeInteger && !n.Unused {
		out = append(out, g.neighbours(n)...)
	}
	return out
}
