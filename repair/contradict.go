package repair

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// clash is how two comparisons of the same operands make a condition constant: by which relations between
// them, and, of one operand with two numbers, which outcomes then never occur.
type clash struct {
	relations map[string][]string
	never     func(a, b bool) bool
}

// excludes lists, by relation, the ones that never hold together with it; covers those of which one
// always holds, and implies those that hold with it.
var (
	excludes = clash{map[string][]string{"<": {">", ">=", "=="}, ">": {"<", "<=", "=="}, "<=": {">"}, ">=": {"<"}, "==": {"<", ">", "!="}, "!=": {"=="}}, func(a, b bool) bool { return a && b }}
	implies  = clash{map[string][]string{"<": {"<", "<=", "!="}, ">": {">", ">=", "!="}, "<=": {"<="}, ">=": {">="}, "==": {"==", "<=", ">="}, "!=": {"!="}}, func(a, b bool) bool { return a && !b }}
	covers   = clash{map[string][]string{"<": {">="}, ">": {"<="}, "<=": {">", ">=", "!="}, ">=": {"<", "<=", "!="}, "==": {"!="}, "!=": {"==", "<=", ">="}}, func(a, b bool) bool { return !a && !b }}
)

// contradicts reports whether a change writes a conjunction that never holds, such
// as a > b && a < b, or a disjunction that always does, where the text had none, or
// widens a number only to cut it off, or to let pointers lead to numbers of another width.
func (s *search) contradicts(c *candidate.Change) bool {
	changed := s.changed(c)
	for name, src := range changed {
		if string(src) == string(s.texts[name]) {
			continue
		}
		files := slices.Clone(s.in.Source.Files)
		for i := range files {
			files[i].Text = changed[files[i].Name]
		}
		tree, err := frontend.NewTree(files, name, s.in.Source.Execute)
		if err == nil && (contradictions(src, tree) > contradictions(s.texts[name], s.trees[name]) || c.Kind == candidate.Conversion && misused(tree) > misused(s.trees[name])) {
			return true
		}
	}
	return false
}

// contradictions counts the pairs of comparisons by which a condition is constant,
// and the operations whose result is, as x % 1 and 0 * x.
func contradictions(src []byte, tree *ctree.Tree) (n int) {
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		n += settled(src, f) + unrepeated(f) + excluded(src, f)
		candidate.Walk(f.Body, func(x *ctree.Node) {
			table := excludes
			if x.Kind == ctree.NodeBinary && alwaysSame(x) {
				n++
			}
			switch {
			case x.Kind != ctree.NodeBinary || !candidate.IsLogical(x.Op):
				return
			case x.Op == "||":
				table = covers
			}
			for _, a := range operandsOf(x.Kids[0], x.Op) {
				for _, b := range operandsOf(x.Kids[1], x.Op) {
					if opposed(src, a, b, table) {
						n++
					}
				}
			}
		})
	}
	return n
}

// settled counts the operands of && that never hold because of the condition of a statement that they are
// in: !(i < n) where i < n has let the run in.
func settled(src []byte, f *ctree.Func) (n int) {
	candidate.Walk(f.Body, func(x *ctree.Node) {
		cond := x.Cond
		if (x.Kind == ctree.NodeIf || x.Kind == ctree.NodeWhile) && len(x.Kids) > 1 {
			cond = x.Kids[0]
		}
		if cond == nil || x.Kind == ctree.NodeDo {
			return
		}
		body := x.Kids[len(x.Kids)-1]
		if x.Kind == ctree.NodeIf {
			body = x.Kids[1]
		}
		for _, known := range operandsOf(cond, "&&") {
			if known.Kind != ctree.NodeBinary || !keeps(f, body, known) {
				continue
			}
			candidate.Walk(body, func(y *ctree.Node) {
				if y.Kind != ctree.NodeBinary || y.Op != "&&" {
					return
				}
				for _, o := range y.Kids {
					table := excludes
					if o.Kind == ctree.NodeUnary && o.Op == "!" {
						o, table = o.Kids[0], implies
					}
					if opposed(src, known, o, table) {
						n++
					}
				}
			})
		}
	})
	return n
}

// unrepeated counts the loops that are left at the end of their first round.
func unrepeated(f *ctree.Func) (n int) {
	candidate.Walk(f.Body, func(x *ctree.Node) {
		if !candidate.IsLoop(x) || x.Kind == ctree.NodeDo {
			return
		}
		body := x.Kids[len(x.Kids)-1]
		if body.Kind != ctree.NodeBlock || len(body.Kids) == 0 {
			return
		}
		goesOn := false
		candidate.Walk(body, func(k *ctree.Node) { goesOn = goesOn || k.Kind == ctree.NodeJump && k.Op == "continue" })
		if last := body.Kids[len(body.Kids)-1]; !goesOn && (last.Kind == ctree.NodeReturn || last.Kind == ctree.NodeJump && last.Op == "break") {
			n++
		}
	})
	return n
}

// excluded counts the operands of && with which an if of the same block has let no run pass.
func excluded(src []byte, f *ctree.Func) (n int) {
	candidate.Walk(f.Body, func(b *ctree.Node) {
		if b.Kind != ctree.NodeBlock {
			return
		}
		gone := map[string]bool{}
		for _, x := range b.Kids {
			candidate.Walk(x, func(y *ctree.Node) {
				if y.Kind == ctree.NodeAssign || y.Kind == ctree.NodeStep {
					to := candidate.TextOf(src, y.Kids[0])
					maps.DeleteFunc(gone, func(t string, _ bool) bool { return strings.Contains(t, to) })
				}
			})
			if x.Kind != ctree.NodeIf || len(x.Kids) == 0 {
				continue
			}
			candidate.Walk(x.Kids[0], func(y *ctree.Node) {
				if y.Kind == ctree.NodeBinary && y.Op == "&&" {
					for _, o := range y.Kids {
						if gone[candidate.TextOf(src, o)] {
							n++
						}
					}
				}
			})
			if len(x.Kids) == 2 && endsInReturn(x.Kids[1]) {
				for _, o := range operandsOf(x.Kids[0], "||") {
					if pureText(src, o) {
						gone[candidate.TextOf(src, o)] = true
					}
				}
			}
		}
	})
	return n
}

// endsInReturn reports whether a statement does.
func endsInReturn(x *ctree.Node) bool {
	for x.Kind == ctree.NodeBlock && len(x.Kids) > 0 {
		x = x.Kids[len(x.Kids)-1]
	}
	return x.Kind == ctree.NodeReturn
}

// keeps reports whether a condition is about locals and constants, of which a statement changes none.
func keeps(f *ctree.Func, body, cond *ctree.Node) bool {
	ok := true
	cond.Walk(func(k *ctree.Node) {
		switch k.Kind {
		case ctree.NodeMember, ctree.NodeIndex, ctree.NodeUnary, ctree.NodeAddr:
			ok = false
		case ctree.NodeName:
			ok = ok && k.Object.Func != ""
			body.Walk(func(b *ctree.Node) { ok = ok && (b.Target() != k.Object || !k.Object.Known()) })
			f.Body.Walk(func(b *ctree.Node) { ok = ok && (b.Kind != ctree.NodeAddr || b.Kids[0].Base() != k.Object) })
		}
	})
	return ok
}

// alwaysSame reports whether an operation gives the same whatever one of its operands is.
func alwaysSame(x *ctree.Node) bool {
	is := func(k int, v string) bool { return x.Kids[k].Kind == ctree.NodeNumber && x.Kids[k].Name == v }
	unsigned := func(k int) bool { return x.Kids[k].Type.Class == ctree.TypeInteger && !x.Kids[k].Type.Signed }
	switch x.Op {
	case ">=", "<":
		return unsigned(0) && is(1, "0")
	case "<=", ">":
		return unsigned(1) && is(0, "0")
	case "*", "&":
		return is(0, "0") || is(1, "0")
	case "%":
		return is(0, "0") || is(1, "1") || is(1, "-1")
	case "/", "<<", ">>":
		return is(0, "0")
	}
	return false
}

// operandsOf are the operands of a chain of one operator.
func operandsOf(n *ctree.Node, op string) []*ctree.Node {
	if n.Kind == ctree.NodeBinary && n.Op == op {
		return append(operandsOf(n.Kids[0], op), operandsOf(n.Kids[1], op)...)
	}
	return []*ctree.Node{n}
}

// opposed reports whether two comparisons of the same operands, which change
// nothing, clash, or two comparisons of the same operand with numbers.
func opposed(src []byte, a, b *ctree.Node, c clash) bool {
	if a.Kind != ctree.NodeBinary || b.Kind != ctree.NodeBinary || !candidate.IsRelation(a.Op) || !candidate.IsRelation(b.Op) || !pureText(src, a) || !pureText(src, b) {
		return false
	}
	for _, k := range a.Kids { // comparisons of NaN do not exclude each other in the same way
		if k.Type.Class != ctree.TypeInteger && !candidate.IsAddress(k.Type.Class) {
			return false
		}
	}
	x, y := a.Kids[0], a.Kids[1]
	left, right := candidate.TextOf(src, b.Kids[0]), candidate.TextOf(src, b.Kids[1])
	switch {
	case candidate.TextOf(src, x) == right && candidate.TextOf(src, y) == left:
		return slices.Contains(c.relations[a.Op], mirrored[b.Op])
	case candidate.TextOf(src, x) == left && candidate.TextOf(src, y) == right:
		return slices.Contains(c.relations[a.Op], b.Op)
	case candidate.TextOf(src, x) == left && y.Kind == ctree.NodeNumber && b.Kids[1].Kind == ctree.NodeNumber && x.Type.Signed:
		return c.ofNumbers(a, b)
	}
	return false
}

// ofNumbers reports whether two comparisons of an operand with numbers clash whatever it is: their outcomes change
// beside these numbers only.
func (c clash) ofNumbers(a, b *ctree.Node) bool {
	m, ok := numberOf(a.Kids[1])
	n, known := numberOf(b.Kids[1])
	for _, v := range []int64{m - 1, m, m + 1, n - 1, n, n + 1} {
		if !ok || !known || c.never(related(v, a.Op, m), related(v, b.Op, n)) {
			return false
		}
	}
	return true
}

// numberOf is the value of a number.
func numberOf(n *ctree.Node) (int64, bool) {
	v, err := strconv.ParseInt(strings.TrimRight(n.Name, "uUlL"), 0, 32)
	return v, err == nil
}

// related is the outcome of a comparison.
func related(a int64, op string, b int64) bool {
	switch op {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "==":
		return a == b
	}
	return a != b
}

// pureText reports whether an expression has a text and no effect.
func pureText(src []byte, n *ctree.Node) bool {
	pure := candidate.TextOf(src, n) != ""
	n.Walk(func(n *ctree.Node) {
		pure = pure && n.Kind != ctree.NodeCall && n.Kind != ctree.NodeAssign && n.Kind != ctree.NodeStep && (n.Kind != ctree.NodeOpaque || candidate.IsName(candidate.TextOf(src, n)))
	})
	return pure
}

// misused counts the places where an integer is computed in a type that is wider than
// that of what it is assigned to or returned as, or a pointer leads to one type that is assigned
// to one to another.
func misused(tree *ctree.Tree) (n int) {
	var result ctree.Type
	numbers := func(t ctree.Type) bool { return t.Class == ctree.TypePointer && candidate.IsInteger(t.Elem) }
	narrow := func(value *ctree.Node, to ctree.Type) {
		if numbers(value.Type) && numbers(to) && value.Type.Elem != to.Elem {
			n++
		}
		if value.Type.Class == ctree.TypeInteger && to.Class == ctree.TypeInteger && value.Type.Size > to.Size && widens(value) {
			n++
		}
	}
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		result = f.Result
		candidate.Walk(f.Body, func(x *ctree.Node) {
			switch {
			case x.Kind == ctree.NodeReturn && len(x.Kids) == 1:
				narrow(x.Kids[0], result)
			case x.Kind == ctree.NodeAssign:
				narrow(x.Kids[1], x.Kids[0].Type)
			case x.Kind == ctree.NodeInit && len(x.Kids) == 1:
				narrow(x.Kids[0], x.Type)
			}
		})
	}
	return n
}

// widens reports whether a value can be as large as its type allows: a remainder or a
// quotient is smaller than what it is made of.
func widens(n *ctree.Node) bool {
	return n.Kind != ctree.NodeBinary || strings.Contains("+-*<<", n.Op)
}
