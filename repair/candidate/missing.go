package candidate

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// Changes that add what the text of a function shows to be missing: a bound that it asks another index of the
// same variable for, room for the end of a string, the value of a variable that it never
// sets, a way out behind what is freed, a guard that returns before something is done.

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
		g.uppers = append(g.uppers, upper{condition{text: g.operand(bound, 11), prec: 15, names: names, fn: g.fn, at: n.Start}, v.Name, op})
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
	if !g.overruns() || n != g.whole {
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
		a := g.after(t, n)
		a.odd = true
		out = append(out, a)
	}
	return out
}

// after is a condition that is asked only where another one holds.
func (g *generator) after(first string, n *ctree.Node) alternative {
	a := alternative{kind: Strengthen, prec: 5, text: first + " && " + g.operand(n, 5)}
	if precedence(n) >= a.prec {
		a.edits = []Edit{g.edit(n.Start, n.Start, first+" && ")}
	}
	return a
}

// offset is the number that is added to an index.
func offset(n *ctree.Node) int64 {
	if isBinary(n, "+") && n.Kids[1].Kind == ctree.NodeNumber {
		return number(n.Kids[1])
	}
	return 0
}

// roomForEnd is the length of a string that a block is allocated for, with room for its end,
// or a number of elements as a size in bytes.
func (g *generator) roomForEnd(n *ctree.Node) []alternative {
	if g.allocates == nil || !slices.Contains(g.allocates.Kids[1:], n) {
		return nil
	}
	if !g.lengths(n) {
		all, sized := g.allocates.Kids, false
		Walk(g.allocates, func(k *ctree.Node) { sized = sized || k.Kind == ctree.NodeSizeof })
		e := g.receives
		if sized || n != all[len(all)-1] || !(IsInteger(e) && !strings.HasSuffix(e, "char") || strings.HasPrefix(e, "struct ")) {
			return nil
		}
		return []alternative{{kind: Arithmetic, prec: 13, odd: true, text: g.operand(n, 13) + " * sizeof(" + e + ")"}}
	}
	return []alternative{{kind: OffByOne, prec: 12, odd: true, text: g.operand(n, 12) + " + 1"}}
}

// allocating is a call that allocates as many bytes as it is given, nil if n is none.
func (g *generator) allocating(n *ctree.Node) *ctree.Node {
	if g.Fault != interp.OutOfBounds || !Allocates(n) {
		return nil
	}
	return n
}

// Allocates reports whether an expression is a call that allocates a block.
func Allocates(n *ctree.Node) bool {
	if n.Kind != ctree.NodeCall {
		return false
	}
	f := clib.Lookup(n.Kids[0].Name)
	return f != nil && slices.Contains([]clib.Model{clib.Malloc, clib.Calloc, clib.ZAlloc, clib.Realloc}, f.Model)
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
	if assignmentOf(n) == nil {
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
	if g.freeing(last) == nil || g.Fault != interp.UseAfterFree && g.Fault != interp.DoubleFree {
		return nil
	}
	return g.bails(last.Start)
}

// forgotten is the assignment of no address to what a statement frees the block of, if that
// is found again later.
func (g *generator) forgotten(n *ctree.Node) string {
	call := g.freeing(n)
	if call == nil || g.Fault != interp.UseAfterFree && g.Fault != interp.DoubleFree || len(call.Kids) != 2 {
		return ""
	}
	p := call.Kids[1]
	if p.Type.Class != ctree.TypePointer || !isPlace(p) || !g.pure(p) || g.text(p) == "" {
		return ""
	}
	if from := g.takenFrom(p); from != "" {
		return from + " = " + g.null() + ";"
	}
	if p.Kind == ctree.NodeName && slices.ContainsFunc(g.env, func(v ctree.Var) bool { return v.Name == p.Name }) && g.loops == 0 && !g.goes() {
		return "" // what comes behind it in the function need not be done
	}
	return g.text(p) + " = " + g.null() + ";"
}

// takenFrom is the member, or what is pointed to, that a local pointer is a copy of, "" if it is none or
// gets several values.
func (g *generator) takenFrom(p *ctree.Node) string {
	if p.Kind != ctree.NodeName || p.Object.Func == "" {
		return ""
	}
	var values []*ctree.Node
	Walk(g.fn.Body, func(n *ctree.Node) {
		switch {
		case n.Kind == ctree.NodeAssign && n.Kids[0].Kind == ctree.NodeName && n.Kids[0].Object == p.Object:
			values = append(values, n.Kids[1])
		case n.Kind == ctree.NodeInit && n.Object == p.Object && len(n.Kids) == 1:
			values = append(values, n.Kids[0])
		}
	})
	if len(values) != 1 {
		return ""
	}
	v := values[0]
	if v.Kind != ctree.NodeMember && (v.Kind != ctree.NodeUnary || v.Op != "*") || !g.pure(v) {
		return ""
	}
	return g.text(v)
}

// copiedFrom are the assignments of no address to the place of which a local pointer is a copy: that the
// copy leads nowhere changes nothing for those who find the block again.
func (g *generator) copiedFrom(n *ctree.Node) (out []alternative) {
	v := n.Kids[0]
	if n.Op != "=" || !n.Unused || v.Kind != ctree.NodeName || v.Type.Class != ctree.TypePointer || v.Object.Func == "" || g.Fault != interp.UseAfterFree && g.Fault != interp.DoubleFree {
		return nil
	}
	if t := g.text(n.Kids[1]); t != "0" && t != "NULL" {
		return nil
	}
	Walk(g.fn.Body, func(k *ctree.Node) {
		of := k
		switch {
		case k.Kind == ctree.NodeAssign && k.Op == "=" && k.Kids[0].Object == v.Object && k.Kids[0].Kind == ctree.NodeName:
			of = k.Kids[1]
		case k.Kind == ctree.NodeInit && len(k.Kids) == 1 && k.Op == v.Name:
			of = k.Kids[0]
		default:
			return
		}
		names, ok := g.names(of)
		if (of.Kind == ctree.NodeMember || of.Kind == ctree.NodeIndex || of.Kind == ctree.NodeUnary && of.Op == "*") && ok && g.visible(names) && g.pure(of) && g.text(of) != "" {
			out = append(out, alternative{kind: Variable, prec: 2, odd: true, text: g.text(of) + " = " + g.text(n.Kids[1])})
		}
	})
	return out
}

// goes reports whether the function has a jump to a label.
func (g *generator) goes() bool {
	found := false
	Walk(g.fn.Body, func(n *ctree.Node) { found = found || n.Kind == ctree.NodeJump && n.Op == "goto" })
	return found
}

// null is how the program writes that a pointer leads nowhere.
func (g *generator) null() string {
	if len(g.occurrences["NULL"]) > 0 {
		return "NULL"
	}
	return "0"
}

// linked are the assignments, before a block is freed, of no address to a member of what the
// function has pointers to: it may be the way by which the block is found later.
func (g *generator) linked(n *ctree.Node) (out []string) {
	call := g.freeing(n)
	if call == nil || g.Fault != interp.UseAfterFree || len(call.Kids) != 2 {
		return nil
	}
	freed := call.Kids[1]
	for _, x := range g.selected {
		if x.fn != g.fn || !same(x.typ, freed.Type) || !g.visible(x.names) || x.text == g.text(freed) {
			continue
		}
		for _, m := range x.typ.Members {
			t := "if (" + x.text + ") " + within(x.text, x.prec, 15) + "->" + m.Name + " = " + g.null() + ";"
			if same(m.Type, freed.Type) && len(out) < MaxPartners && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// freeing is the call of a statement that frees a block, nil if it is something else.
func (g *generator) freeing(n *ctree.Node) *ctree.Node {
	call := CallOf(n)
	if call == nil {
		return nil
	}
	if f := clib.Lookup(call.Kids[0].Name); f == nil || f.Model != clib.Free {
		return nil
	}
	return call
}

// bounded notes with which bounds members are compared, and what has to be there at least.
func (g *generator) bounded(n *ctree.Node) {
	if !isBinary(n, relations...) {
		return
	}
	if names, ok := g.names(n); ok && n.Op == "<" && isBound(n.Kids[1]) && g.pure(n) && g.text(n) != "" {
		g.least = append(g.least, condition{text: g.text(n), names: names, fn: g.fn, at: n.Start})
	}
	for i, k := range n.Kids {
		if o := n.Kids[1-i]; k.Kind == ctree.NodeMember && k.Type.Class == ctree.TypeInteger && isBound(o) && g.text(o) != "" {
			g.full = append(g.full, full{k.Name, g.operand(o, 10)})
		}
	}
}

// isBound reports whether an expression is a constant other than 0 and 1.
func isBound(n *ctree.Node) bool {
	return n.Kind == ctree.NodeSizeof || n.Kind == ctree.NodeNumber && n.Name != "0" && n.Name != "1" || n.Kind == ctree.NodeOpaque && n.Type.Class == ctree.TypeInteger
}

// besides are conditions with what the statement before or behind asks besides the same of
// the same variable: n == 0 || x < lo beside if (n == 0 || x > hi).
func (g *generator) besides(n *ctree.Node) (out []alternative) {
	if n != g.whole || g.stmt.Kind != ctree.NodeIf || !isBinary(n, relations...) {
		return nil
	}
	for _, m := range []*ctree.Node{g.previous(g.stmt), g.next(g.stmt)} {
		if m == nil || m.Kind != ctree.NodeIf || !isBinary(m.Kids[0], "&&", "||") {
			continue
		}
		c := m.Kids[0]
		asks, same := c.Kids[0], c.Kids[1]
		if !isBinary(same, relations...) || g.text(same.Kids[0]) != g.text(n.Kids[0]) || g.text(asks) == "" || !g.pure(asks) {
			continue
		}
		kind, p := Strengthen, OperatorPrecedence(c.Op)
		if c.Op == "||" {
			kind = Weaken
		}
		out = append(out, alternative{kind: kind, prec: p, odd: true, text: g.operand(asks, p) + " " + c.Op + " " + g.operand(n, p+1)})
	}
	return out
}

// known are statements by which a loop ends once a statement has been executed: that sets
// what the function returns, where a condition holds.
func (g *generator) known(n *ctree.Node) (out []string) {
	if g.loops == 0 || assignmentOf(n) == nil || n.Kids[0].Kids[0].Kind != ctree.NodeName || g.text(n) == "" || g.inSwitch {
		return nil
	}
	all := g.fn.Body.Kids
	if last := all[len(all)-1]; last.Kind != ctree.NodeReturn || len(last.Kids) != 1 || last.Kids[0].Object != n.Kids[0].Kids[0].Object || last.Kids[0].Kind != ctree.NodeName {
		return nil
	}
	return []string{"{ " + g.text(n) + " break; }"}
}

// refusals are guards that return, or go on with the next round, before a statement
// that would follow no pointer, divide by zero or leave an array. The likelier ones
// come first; loop marks the others.
func (g *generator) refusals(n *ctree.Node) (out []copied) {
	switch g.Fault {
	case interp.NullAccess, interp.WildAccess, interp.OutOfBounds, interp.DivByZero, interp.DivOverflow, interp.SignedOverflow:
	default:
		return nil
	}
	switch n.Kind {
	case ctree.NodeExpr, ctree.NodeReturn, ctree.NodeIf, ctree.NodeDeclare:
	default:
		return nil
	}
	of := n
	if n.Kind == ctree.NodeIf {
		of = n.Kids[0]
	}
	ways := g.bails(n.Start)
	add := func(cond string, c copied) {
		for _, w := range ways {
			c.text = "if (" + cond + ") " + w
			out = append(out, c)
		}
	}
	for _, p := range g.followed(of) {
		add(p+" == "+g.null(), copied{asked: g.unasked(p)})
	}
	for _, c := range g.unaskedLengths(n) {
		add(c, copied{odd: true})
	}
	for _, x := range g.least {
		for _, v := range g.named(of) {
			if x.fn == g.fn && g.visible(x.names) && g.strays() {
				add(x.text+" + "+v, copied{})
			}
		}
	}
	var asked *ctree.Node // in the condition of the sum that it is in
	Walk(of, func(k *ctree.Node) {
		switch {
		case k == asked:
		case g.Fault == interp.SignedOverflow:
			if c := g.tooLarge(k); c != "" {
				if isBinary(k, "+") {
					asked = k.Kids[0]
				}
				add(c, copied{})
			}
		case k.Kind == ctree.NodeBinary && (k.Op == "/" || k.Op == "%") && k.Kids[1].Type.Class == ctree.TypeInteger && k.Kids[1].Kind != ctree.NodeNumber && g.pure(k.Kids[1]) && g.text(k.Kids[1]) != "":
			if !g.refuses() {
				return // see rewrites
			}
			add(g.operand(k.Kids[1], 9)+" == 0", copied{asked: true})
		case k.Kind == ctree.NodeIndex && len(g.below(k.Kids[1])) > 0:
			for _, t := range g.below(k.Kids[1]) {
				add("!("+t+")", copied{})
			}
		case k.Kind == ctree.NodeIndex && k.Kids[0].Kind == ctree.NodeName && k.Kids[0].Type.Class == ctree.TypeArray && g.pure(k.Kids[1]) && g.text(k.Kids[1]) != "":
			add(fmt.Sprintf("%s >= sizeof %s / sizeof %[2]s[0]", g.operand(k.Kids[1], 10), k.Kids[0].Name), copied{})
		}
	})
	if len(ways) > 0 && g.Fault != interp.SignedOverflow {
		for _, c := range g.comparisons(of) {
			out = append(out, copied{text: "if (" + c.text + ") " + ways[0], loop: true, pairs: c.pairs})
		}
	}
	return out
}

// refuses reports whether the function can say that it cannot do what it is asked: it returns
// something, or is left elsewhere.
func (g *generator) refuses() bool {
	return g.fn.Name != "main" && g.fn.Result.Class != ctree.TypeVoid || len(g.usable(g.fn.At, false)) > 0
}

// bails are the ways by which a function is left, or a round of a loop, where it
// can do nothing: as it is left elsewhere, or with the first constant that it returns, if there is one.
func (g *generator) bails(at int) (out []string) {
	leaves := g.usable(at, false)
	goesOn := g.loops > 0 && (len(leaves) == 0 || slices.ContainsFunc(leaves, func(x exit) bool { return x.jump == "continue" }))
	if t := g.customary(at); t != "" {
		out = append(out, t)
		if last := g.endsWith(); last != "" && !strings.HasPrefix(t, "return") { // as if nothing had been found to be done
			out = append(out, last)
		}
		if goesOn && t != "continue;" {
			out = append(out, "continue;")
		}
		return out
	}
	if g.fn.Name == "main" && g.loops == 0 {
		return []string{"return 1;"}
	}
	value := ""
	Walk(g.fn.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeReturn && len(n.Kids) == 1 && value == "" {
			t := g.text(n.Kids[0])
			if isInt(t) || t == "NULL" {
				value = t
			}
		}
	})
	if g.endsWith() == "return 0;" && !strings.HasPrefix(value, "-") { // as if nothing had been found
		value = "0"
	}
	switch r := g.fn.Result; {
	case r.Class == ctree.TypeVoid:
		out = append(out, "return;")
	case r.Class == ctree.TypePointer:
		out = append(out, "return "+g.null()+";")
	case r.Class == ctree.TypeInteger && r.Signed && !strings.HasPrefix(value, "-") && g.askedNegative():
		out = append(out, "return -1;")
	case r.Class == ctree.TypeInteger && value != "":
		out = append(out, "return "+value+";")
	case r.Class == ctree.TypeInteger:
		out = append(out, "return 0;")
	}
	if goesOn {
		out = append(out, "continue;")
	}
	return out
}

// endsWith is the return of a constant that a function ends with, "" if it ends otherwise.
func (g *generator) endsWith() string {
	all := g.fn.Body.Kids
	if len(all) == 0 || all[len(all)-1].Kind != ctree.NodeReturn || len(all[len(all)-1].Kids) != 1 || !g.isConstant(all[len(all)-1].Kids[0]) {
		return ""
	}
	return g.text(all[len(all)-1])
}

// askedNegative reports whether something asks if the result of the function is negative.
func (g *generator) askedNegative() bool {
	found := false
	for _, f := range g.Tree.Funcs {
		if f.Body == nil {
			continue
		}
		Walk(f.Body, func(n *ctree.Node) {
			found = found || isBinary(n, "<") && n.Kids[0].Callee() == g.fn.Object && g.text(n.Kids[1]) == "0" || isBinary(n, "==") && n.Kids[0].Callee() == g.fn.Object && g.text(n.Kids[1]) == "-1"
		})
	}
	return found
}
