package candidate

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// Named constants: enumerators and macros that are integers. In the place of one
// another is meant, rarely a number.

// namedCase is a case that is a name.
var namedCase = regexp.MustCompile(`\bcase\s+([A-Za-z_]\w*)\s*:`)

// findNamed notes the named constants of the file, in the order of their definitions.
func (g *generator) findNamed() {
	g.definedAt, g.occurrences = map[string]int{}, map[string][]int{}
	add := func(name string, at int) {
		if _, ok := g.definedAt[name]; !ok {
			g.definedAt[name] = at
			g.constantNames = append(g.constantNames, name)
		}
	}
	for name, at := range Identifiers(g.Src) {
		g.occurrences[name] = append(g.occurrences[name], at)
	}
	g.cased = map[string]int{}
	for _, m := range namedCase.FindAllSubmatch(g.Src, -1) {
		g.cased[string(m[1])]++
	}
	g.enumerators = map[string]bool{}
	for _, e := range g.Tree.Enumerators {
		add(e.Name, e.At)
		g.enumerators[e.Name] = true
		g.defines[e.Name] = e.At
	}
	for _, m := range Macros(g.Src) {
		if isInt(string(g.Src[m.Start:m.End])) {
			add(m.Name, m.Start)
		}
	}
}

// opposite maps true to false and back: each is a candidate only for the other.
var opposite = map[string]string{"true": "false", "false": "true"}

// isTruth reports whether an expression is the name of a truth value.
func (g *generator) isTruth(n *ctree.Node) bool {
	return (n.Kind == ctree.NodeOpaque || n.Kind == ctree.NodeName) && opposite[g.text(n)] != ""
}

// isEnumerator reports whether an expression is an enumerator: numbers are not what is
// meant in its place.
func (g *generator) isEnumerator(n *ctree.Node) bool {
	return n.Kind == ctree.NodeName && g.enumerators[n.Name] && g.lookup(n.Name) == nil
}

// otherNamed are the constants that may be meant by a name: first those that the text
// uses nowhere, and then those that are defined closest to it.
func (g *generator) otherNamed(n *ctree.Node) (out []alternative) {
	own := g.text(n)
	at := g.definedAt[own]
	names := slices.Clone(g.constantNames)
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(min(len(g.occurrences[a]), 2)-min(len(g.occurrences[b]), 2), abs(g.definedAt[a]-at)-abs(g.definedAt[b]-at))
	})
	for _, name := range names {
		if name != own && len(out) < MaxConstants/2 && g.defined(name) {
			alike := g.enumerators[own] == g.enumerators[name] // an enumerator is rarely meant as a bound
			out = append(out, alternative{kind: Variable, prec: 15, odd: alike && len(g.occurrences[name]) == 1+g.cased[name], far: !alike, text: name})
		}
	}
	return out
}

func abs(x int) int { return max(x, -x) }

// constant reports whether an expression is a constant that a program returns to say
// what happened.
func (g *generator) constant(n *ctree.Node) bool {
	return n.Kind == ctree.NodeNumber || g.isNamed(n) || n.Kind == ctree.NodeUnary && n.Op == "-" && n.Kids[0].Kind == ctree.NodeNumber
}

// code reports whether an alternative for a constant that is returned is another
// such code: a name, or what the function returns elsewhere.
func (g *generator) code(n *ctree.Node, text string) bool {
	if g.stmt == nil || g.stmt.Kind != ctree.NodeReturn || len(g.stmt.Kids) == 0 || g.stmt.Kids[0] != n || !g.constant(n) {
		return false
	}
	if _, ok := g.definedAt[text]; ok {
		return true
	}
	found := false
	Walk(g.fn.Body, func(k *ctree.Node) {
		found = found || k.Kind == ctree.NodeReturn && len(k.Kids) == 1 && g.constant(k.Kids[0]) && strings.ReplaceAll(g.text(k.Kids[0]), " ", "") == text
	})
	return found
}

// extracted are calls of functions without parameters that compute an expression, among
// other things: where a part of what they do is written out, all of it may be meant.
func (g *generator) extracted(n *ctree.Node) (out []alternative) {
	t := g.text(n)
	if t == "" || !scalar(n.Type) {
		return nil
	}
	for _, f := range g.Tree.Funcs {
		if f == g.fn || !f.User || f.Body == nil || len(f.Params) > 0 || f.Result.Class != n.Type.Class || len(out) >= maxSelected {
			continue
		}
		found := false
		Walk(f.Body, func(k *ctree.Node) {
			found = found || k.Kind == n.Kind && k.Op == n.Op && g.text(k) == t
		})
		if found {
			out = append(out, alternative{kind: Callee, prec: 15, plain: true, odd: true, text: f.Name + "()"})
		}
	}
	return out
}

// wrapping is a quotient or remainder that is what it would be if it wrapped around: the least number
// divided by -1 has none that fits.
func (g *generator) wrapping(n *ctree.Node) []alternative {
	a, b := n.Kids[0], n.Kids[1]
	most := g.most(n.Type)
	if g.Fault != interp.DivOverflow || most == "" || !g.pure(a) || !g.pure(b) {
		return nil
	}
	least := "-" + most + " - 1"
	if name, ok := strings.CutSuffix(most, "MAX"); ok {
		least = name + "MIN"
	}
	when, otherwise := g.operand(b, 10)+" == -1", g.operand(a, 13)+" "+n.Op+" "+g.operand(b, 14)
	if n.Op == "%" {
		return []alternative{{kind: Guard, prec: 3, plain: true, text: when + " ? 0 : " + otherwise}}
	}
	return []alternative{{kind: Guard, prec: 3, plain: true, text: when + " && " + g.operand(a, 10) + " == " + least + " ? " + g.operand(a, 4) + " : " + otherwise}}
}

// most is the largest number of a type, as the program may write it, "" if it has no sign or another size.
func (g *generator) most(t ctree.Type) string {
	if t.Class != ctree.TypeInteger || !t.Signed {
		return ""
	}
	if strings.Contains(string(g.Src), "<limits.h>") {
		return map[int64]string{4: "INT_MAX", 8: "LONG_MAX"}[t.Size]
	}
	return map[int64]string{4: "2147483647", 8: "9223372036854775807"}[t.Size]
}

// tooLarge is the question whether the result of an operation on numbers that are not
// negative does not fit in its type, "" for other expressions.
func (g *generator) tooLarge(n *ctree.Node) string {
	op, pure := n.Op, g.pure(n)
	if n.Kind == ctree.NodeAssign {
		op, pure = strings.TrimSuffix(op, "="), g.pure(n.Kids[0]) && g.pure(n.Kids[1])
	} else if n.Kind != ctree.NodeBinary {
		return ""
	}
	most := g.most(n.Type)
	if _, ok := g.names(n); !ok || !pure || most == "" || g.text(n) == "" {
		return ""
	}
	a, b := n.Kids[0], n.Kids[1]
	if a.Kind == ctree.NodeNumber {
		a, b = b, a
	}
	switch {
	case op == "*" && b.Kind == ctree.NodeNumber && b.Name != "0" && g.addedNext(n) != nil:
		return g.operand(a, 11) + " > (" + most + " - " + g.operand(g.addedNext(n), 13) + ") / " + g.text(b)
	case op == "+" && isBinary(a, "*") && a.Kids[1].Kind == ctree.NodeNumber && a.Kids[1].Name != "0": // which may be too large itself
		return g.operand(a.Kids[0], 11) + " > (" + most + " - " + g.operand(b, 13) + ") / " + g.text(a.Kids[1])
	case op == "+":
		return g.operand(a, 11) + " > " + most + " - " + g.operand(b, 13)
	case op == "*" && b.Kind == ctree.NodeNumber && b.Name != "0":
		return g.operand(a, 11) + " > " + most + " / " + g.text(b)
	case op == "*":
		return g.operand(b, 10) + " != 0 && " + g.operand(a, 11) + " > " + most + " / " + g.operand(b, 14)
	}
	return ""
}

// addedNext is what the statement behind that of an assignment adds to the same variable, nil if it does
// something else.
func (g *generator) addedNext(n *ctree.Node) *ctree.Node {
	if n.Kind != ctree.NodeAssign || g.stmt == nil || len(g.stmt.Kids) != 1 || g.stmt.Kids[0] != n {
		return nil
	}
	m := g.next(g.stmt)
	if m == nil || m.Kind != ctree.NodeExpr || len(m.Kids) != 1 || m.Kids[0].Kind != ctree.NodeAssign || m.Kids[0].Op != "+=" ||
		g.text(m.Kids[0].Kids[0]) != g.text(n.Kids[0]) || !g.pure(m.Kids[0].Kids[1]) || g.text(m.Kids[0].Kids[1]) == "" {
		return nil
	}
	return m.Kids[0].Kids[1]
}

// ended is a statement that ends the text which a call of the library has copied, as that
// of strncpy, "" for others: where one bound is that of what it reads and of what it writes,
// it leaves a text without an end that does not fit.
func (g *generator) ended(n *ctree.Node) string {
	call := CallOf(n)
	if call == nil || g.Fault != interp.OutOfBounds || len(call.Kids) < 4 {
		return ""
	}
	f := clib.Lookup(call.Callee().Name)
	if f == nil || len(f.Params) != 3 || f.Params[0].Access != clib.Write || f.Params[1].Access != clib.String || f.Params[1].Wide ||
		len(f.Params[0].Factor) != 1 || !slices.Equal(f.Params[0].Factor, f.Params[1].Factor) {
		return ""
	}
	to, size := call.Kids[1], call.Kids[1+f.Params[0].Factor[0]]
	if !g.pure(to) || g.text(to) == "" || g.text(size) == "" || size.Kind != ctree.NodeSizeof && !g.pure(size) {
		return ""
	}
	last := g.operand(size, 12) + " - 1"
	if v, err := strconv.ParseInt(size.Name, 0, 64); size.Kind == ctree.NodeNumber && err == nil {
		last = strconv.FormatInt(v-1, 10)
	}
	return g.operand(to, 15) + "[" + last + `] = '\0';`
}

// terminated makes the changes of a block that end a text behind the call that copies it.
func (g *generator) terminated(block *ctree.Node) {
	for _, n := range block.Kids {
		t := g.ended(n)
		if t == "" || n.Start < 0 || !g.ran(n) {
			continue
		}
		edit := g.edit(n.End, n.End, " "+t)
		if g.begins(n.Start) {
			edit = g.edit(n.End, n.End, "\n"+g.indent(n.Start)+t)
		}
		c := g.change(Copy, n.Start, []Edit{edit}, Choice{Place: len(g.places), Number: 1})
		c.Odd = true // the text has the length
		g.places = append(g.places, &Place{File: g.File, Extent: ctree.Extent{Start: n.End, End: n.End}, kind: statement, Alternatives: []string{t}, Before: 1})
	}
}
