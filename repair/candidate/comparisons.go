package candidate

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// named are integer variables that are named in a node.
func (g *generator) named(n *ctree.Node) (names []string) {
	Walk(n, func(k *ctree.Node) {
		if k.Kind == ctree.NodeName && k.Type.Class == ctree.TypeInteger && len(names) < MaxNamed && !slices.Contains(names, k.Name) && g.lookup(k.Name) != nil {
			names = append(names, k.Name)
		}
	})
	return names
}

// comparison is a condition; pairs says that it compares two variables.
type comparison struct {
	text  string
	pairs bool
}

// comparisons are conditions that the program does not have: an integer variable
// that is named in n, compared with 0 or with another variable, or odd, or even,
// or an element or member, compared with 0.
func (g *generator) comparisons(n *ctree.Node) (out []comparison) {
	names := g.named(n)
	elements := map[string]bool{}
	Walk(n, func(k *ctree.Node) {
		t := ""
		if (k.Kind == ctree.NodeIndex || k.Kind == ctree.NodeMember) && k.Type.Class == ctree.TypeInteger && g.pure(k) {
			t = g.text(k)
		}
		if _, ok := g.names(k); t == "" || !ok || elements[t] || len(elements) == maxElements {
			return
		}
		elements[t] = true
		for _, op := range relations {
			out = append(out, comparison{text: t + " " + op + " 0"})
		}
	})
	var partners []string
	for _, v := range g.scope() {
		if v.Type.Class == ctree.TypeInteger && v.Name != "" && len(partners) < MaxPartners {
			partners = append(partners, v.Name)
		}
	}
	for _, v := range g.fn.Params { // how much there is room for, which the caller gets back changed
		if g.strays() && v.Type.Class == ctree.TypePointer && IsInteger(v.Type.Elem) && !strings.HasSuffix(v.Type.Elem, "char") {
			partners = append(partners, "*"+v.Name)
		}
	}
	limits := g.limiting(n)
	for _, v := range names {
		for _, b := range limits {
			for _, op := range []string{"<", "<=", ">", ">="} {
				out = append(out, comparison{text: v + " " + op + " " + b})
			}
		}
		for _, op := range []string{">", "<", "!=", ">="} {
			out = append(out, comparison{text: v + " " + op + " 0"})
		}
		if g.Fault == interp.NoFault { // what is undefined is so of even and odd numbers
			out = append(out, comparison{text: v + " % 2 == 0"}, comparison{text: v + " % 2 != 0"})
		}
		for _, w := range partners {
			for _, op := range relations {
				if w != v {
					out = append(out, comparison{v + " " + op + " " + w, true})
				}
			}
		}
	}
	return out
}

// cases are statements for a case that is missing: a variable that is named in n
// is negative, or another one is, and set to 0, or the rest of a loop is left
// out for it.
func (g *generator) cases(n *ctree.Node) (out []copied) {
	for _, v := range g.named(n) {
		o := g.lookup(v).Object
		out = append(out, copied{text: "if (" + v + " < 0) " + v + " = 0;", sets: o})
		others := 0
		for _, w := range g.env {
			if IsNumber(w.Type.Class) && w.Name != "" && w.Name != v && others < MaxPartners {
				others++
				out = append(out, copied{text: "if (" + w.Name + " < 0) " + v + " = 0;", sets: o})
			}
		}
		if g.loops > 0 {
			for _, op := range []string{"<", ">", "=="} {
				out = append(out, copied{text: "if (" + v + " " + op + " 0) continue;"})
			}
		}
	}
	return out
}

// compared adds comparisons to a condition.
func (g *generator) compared(n *ctree.Node) (out []alternative) {
	for _, p := range g.followed(n) {
		null := g.unasked(p)
		out = append(out, alternative{kind: Strengthen, prec: 5, plain: null, text: p + " && " + g.operand(n, 5)},
			alternative{kind: Weaken, prec: 4, plain: null, text: "!" + p + " || " + g.operand(n, 4)})
	}
	for _, t := range g.ahead(n) {
		out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, text: t + " && " + g.operand(n, 5)})
	}
	for _, d := range g.differences(n) {
		out = append(out, alternative{kind: Strengthen, prec: 5, plain: true, text: d[0] + " >= " + d[1] + " && " + g.operand(n, 5)},
			alternative{kind: Weaken, prec: 4, plain: true, text: d[0] + " < " + d[1] + " || " + g.operand(n, 4)})
	}
	early := g.strays() && accesses(n) // behind what is not there it would come too late
	for _, c := range g.comparisons(n) {
		all := alternative{kind: Strengthen, prec: 5, far: true, pairs: c.pairs, text: g.operand(n, 5) + " && " + c.text}
		one := alternative{kind: Weaken, prec: 4, far: true, pairs: c.pairs, text: g.operand(n, 4) + " || " + c.text}
		if early {
			all.text, one.text = c.text+" && "+g.operand(n, 5), c.text+" || "+g.operand(n, 4)
		}
		out = append(out, all, one)
	}
	return out
}

// differences are the operands of the differences in an expression that are large instead of negative.
func (g *generator) differences(n *ctree.Node) (out [][2]string) {
	Walk(n, func(k *ctree.Node) {
		if isBinary(k, "-") && arithmetic(k) && k.Type.Class == ctree.TypeInteger && !k.Type.Signed && g.pure(k) && g.text(k) != "" && len(out) < maxElements && k.Kids[1].Kind != ctree.NodeNumber {
			out = append(out, [2]string{g.operand(k.Kids[0], 11), g.operand(k.Kids[1], 11)})
		}
	})
	return out
}

// accesses reports whether an expression reads or writes what a pointer leads to, or an element.
func accesses(n *ctree.Node) bool {
	found := false
	Walk(n, func(k *ctree.Node) {
		found = found || k.Kind == ctree.NodeIndex || k.Kind == ctree.NodeMember && k.Op == "->" || k.Kind == ctree.NodeUnary && k.Op == "*"
	})
	return found
}

// ahead are conditions by which more is left than an expression looks ahead, in[1], where the function
// counts what is left, or compares it with a number.
func (g *generator) ahead(n *ctree.Node) (out []string) {
	if !g.overruns() {
		return nil
	}
	far := int64(0)
	Walk(n, func(k *ctree.Node) {
		if k.Kind == ctree.NodeIndex && k.Kids[1].Kind == ctree.NodeNumber && k.Kids[0].Type.Class == ctree.TypePointer {
			far = max(far, number(k.Kids[1]))
		}
	})
	if far == 0 {
		return nil
	}
	compared := map[ctree.Object]bool{}
	Walk(g.fn.Body, func(k *ctree.Node) {
		for i := range k.Kids {
			if isBinary(k, relations...) && k.Kids[i].Kind == ctree.NodeName && k.Kids[1-i].Kind == ctree.NodeNumber {
				compared[k.Kids[i].Object] = true
			}
		}
	})
	for _, v := range g.scope() {
		if v.Type.Class == ctree.TypeInteger && compared[v.Object] && len(out) < MaxNamed {
			out = append(out, v.Name+" > "+strconv.FormatInt(far, 10))
		}
	}
	return out
}

// askedForOthers are the condition of an if beside the same for an index that is used where it holds, or where
// it does not, and that it does not ask for: valid(a) && valid(b) for valid(b), in front of table[a] and table[b].
func (g *generator) askedForOthers(n *ctree.Node) (out []alternative) {
	text := g.text(n)
	if !g.overruns() || g.stmt == nil || g.stmt.Kind != ctree.NodeIf || n != g.stmt.Kids[0] || text == "" || !g.pure(n) && n.Kind != ctree.NodeOpaque {
		return nil
	}
	then := g.stmt.Kids[1]
	kind, prec, op := Strengthen, 5, " && "
	used := g.indices(then.Start, then.End)
	if len(g.stmt.Kids) == 2 && returns(then) && len(used) == 0 {
		kind, prec, op = Weaken, 4, " || "
		used = g.indices(then.End, g.fn.Body.End)
	}
	for _, t := range used {
		asked := regexp.MustCompile(`\b` + regexp.QuoteMeta(t) + `\b`)
		if !asked.MatchString(text) {
			continue
		}
		for _, other := range used {
			if strings.Contains(text, other) || len(out) == maxElements {
				continue
			}
			also := within(asked.ReplaceAllLiteralString(text, other), precedence(n), prec)
			if !slices.ContainsFunc(out, func(a alternative) bool { return strings.HasPrefix(a.text, also) }) {
				out = append(out, alternative{kind: kind, prec: prec, odd: true, text: also + op + g.operand(n, prec+1)})
			}
		}
	}
	return out
}

// followed are the pointer variables through which n reads or writes.
func (g *generator) followed(n *ctree.Node) (out []string) {
	add := func(p *ctree.Node) {
		t := g.text(p)
		if p.Type.Class != ctree.TypePointer || t == "" || slices.Contains(out, t) || len(out) >= MaxPartners {
			return
		}
		if p.Kind == ctree.NodeName && g.lookup(p.Name) != nil {
			out = append(out, t)
		} else if _, known := g.names(p); known && g.strays() && (isPlace(p) && g.pure(p) || isLookup(p)) {
			out = append(out, t)
		}
	}
	Walk(n, func(k *ctree.Node) {
		switch {
		case k.Kind == ctree.NodeIndex, k.Kind == ctree.NodeMember && k.Op == "->", k.Kind == ctree.NodeUnary && k.Op == "*":
			add(k.Kids[0])
		case k.Kind == ctree.NodeCall && g.strays():
			if f := clib.Lookup(k.Kids[0].Name); f != nil {
				for i, a := range k.Kids[1:] {
					if i < len(f.Params) && slices.Contains([]clib.Access{clib.Read, clib.Write, clib.String}, f.Params[i].Access) {
						add(a)
					}
				}
			}
		}
	})
	return out
}

// isLookup reports whether an expression asks the library for a text that it may not have, and
// would be told the same once more.
func isLookup(n *ctree.Node) bool {
	if n.Kind != ctree.NodeCall {
		return false
	}
	f := clib.Lookup(n.Kids[0].Name)
	return f != nil && f.Owns && f.Range != nil && f.Range.New && !slices.ContainsFunc(n.Kids[1:], func(k *ctree.Node) bool { return k.Kind != ctree.NodeString })
}

// unasked reports whether null pointers are followed, and the function never asks for this one.
func (g *generator) unasked(p string) bool {
	return g.Fault == interp.NullAccess && !slices.ContainsFunc(g.conditions, func(c condition) bool {
		return c.fn == g.fn && (c.text == p || strings.HasPrefix(c.text, p+" == ") || strings.HasPrefix(c.text, p+" != "))
	})
}

// strays reports whether the failing access is to memory that is not there.
func (g *generator) strays() bool {
	return g.Fault == interp.NullAccess || g.overruns()
}

// overruns reports whether the failing access leaves an object.
func (g *generator) overruns() bool {
	return g.Fault == interp.WildAccess || g.Fault == interp.OutOfBounds
}

// limiting are the named constants of a node that may limit a variable in it, and those that the
// function compares something with. A mere number limits what the program compares with it.
func (g *generator) limiting(n *ctree.Node) (out []string) {
	if !g.strays() {
		return nil
	}
	add := func(k *ctree.Node) {
		if t := g.text(k); (isBound(k) || g.isNamed(k)) && k.Kind != ctree.NodeNumber && t != "" && g.defined(t) && len(out) < MaxNamed && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	Walk(n, add)
	Walk(g.fn.Body, func(k *ctree.Node) {
		if isBinary(k, "<", "<=", ">", ">=") {
			add(k.Kids[0])
			add(k.Kids[1])
		}
	})
	return out
}

// everywhere are the texts of a node with one of its operands exchanged wherever
// it has it: what was copied is often not adapted.
func (g *generator) everywhere(n *ctree.Node) (out []string) {
	found := map[string][]*ctree.Node{}
	var order []string
	Walk(n, func(k *ctree.Node) {
		if t := g.text(k); t != "" && IsNumber(k.Type.Class) && (k.Kind == ctree.NodeName && g.lookup(k.Name) != nil || k.Kind == ctree.NodeIndex || k.Kind == ctree.NodeMember) {
			if found[t] == nil {
				order = append(order, t)
			}
			found[t] = append(found[t], k)
		}
	})
	repeated := 0
	for _, t := range order {
		nodes := found[t]
		if len(nodes) < 2 || repeated == maxSelected {
			continue
		}
		repeated++
		instead := g.selectedNear(nodes[0], MaxCopies/2)
		for _, v := range g.scope() {
			if same(v.Type, nodes[0].Type) && v.Name != t && len(instead) < MaxCopies {
				instead = append(instead, v.Name)
			}
		}
		for _, x := range instead {
			var edits []Edit
			for _, k := range nodes {
				edits = append(edits, g.edit(k.Start-n.Start, k.End-n.Start, x))
			}
			if s, ok := Fold(string(Apply(g.Src[n.Start:n.End], edits))); ok {
				out = append(out, s)
			}
		}
	}
	return out
}

// alike are conditions with an operand exchanged everywhere, in place of the
// original and beside it.
func (g *generator) alike(n *ctree.Node) (out []alternative) {
	p := precedence(n)
	for _, t := range g.everywhere(n) {
		out = append(out, alternative{kind: Variable, prec: p, far: true, text: t},
			alternative{kind: Weaken, prec: 4, far: true, text: g.operand(n, 4) + " || " + within(t, p, 5)},
			alternative{kind: Strengthen, prec: 5, far: true, text: g.operand(n, 5) + " && " + within(t, p, 6)})
	}
	return out
}

// indices are the variable indices that the function uses between two offsets.
func (g *generator) indices(from, to int) (out []string) {
	Walk(g.fn.Body, func(k *ctree.Node) {
		if k.Kind == ctree.NodeIndex && k.Start >= from && k.End <= to && k.Kids[1].Kind != ctree.NodeNumber && g.pure(k.Kids[1]) && g.text(k.Kids[1]) != "" {
			out = append(out, g.operand(k.Kids[1], 15))
		}
	})
	return out
}

// IsInteger reports whether a type is an integer by its words.
func IsInteger(text string) bool {
	all := strings.Fields(text)
	for _, w := range all {
		if !slices.Contains([]string{"signed", "unsigned", "char", "short", "int", "long", "const"}, w) {
			return false
		}
	}
	return len(all) > 0
}

// precise are closer approximations of the mathematical constant that a number
// approximates, the closest first.
func precise(number string) (out []string) {
	_, digits, ok := strings.Cut(number, ".")
	if !ok || len(digits) < 2 {
		return nil
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return nil
	}
	for _, c := range []float64{math.Pi, math.E, math.Sqrt2} {
		if v == c || math.Abs(v-c) > math.Pow(10, -float64(len(digits))) {
			continue
		}
		full := strconv.FormatFloat(c, 'f', -1, 64)
		out = append(out, full)
		for n := fractionDigits; n > len(digits); n-- {
			out = append(out, strconv.FormatFloat(c, 'f', n, 64), full[:len("3.")+n])
		}
	}
	return out
}

// fractionDigits is how many digits after the point a constant is written with if
// it is not written in full.
const fractionDigits = 12

// isStatement reports whether a macro stands for something else than an
// expression: a jump, a type or several statements.
func (g *generator) isStatement(name string) bool {
	for line := range strings.Lines(string(g.Src)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "#define" || words[1] != name {
			continue
		}
		body := strings.Join(words[2:], " ")
		return strings.ContainsAny(body, ";{}") || slices.Contains([]string{"return", "break", "continue", "goto", "int", "long", "double", "float", "char", "for", "while", "if", "else"}, words[2])
	}
	return false
}

// otherSelected are the elements and members of the type of n that the function
// uses, the closest first.
func (g *generator) otherSelected(n *ctree.Node) []string {
	return g.selectedNear(n, maxSelected)
}

// selectedNear is otherSelected for any number of them.
func (g *generator) selectedNear(n *ctree.Node, most int) (out []string) {
	var near []selected
	for _, c := range g.selected {
		if c.fn == g.fn && same(c.typ, n.Type) && g.visible(c.names) && g.defined(c.text) {
			near = append(near, c)
		}
	}
	slices.SortStableFunc(near, func(a, b selected) int { return g.distance(a.fn, a.at, n.Start) - g.distance(b.fn, b.at, n.Start) })
	own := g.text(n)
	for _, c := range near {
		if len(out) < most && c.text != own && !slices.Contains(out, c.text) {
			out = append(out, c.text)
		}
	}
	return out
}

// signOf is the sign of a difference, in a function that says with it which of its two arguments is
// greater: the difference itself may not fit in its result.
func (g *generator) signOf(n *ctree.Node) []alternative {
	if g.stmt == nil || g.stmt.Kind != ctree.NodeReturn || g.fn.Result.Class != ctree.TypeInteger || !g.fn.Result.Signed || len(g.fn.Params) != 2 ||
		!same(g.fn.Params[0].Type, g.fn.Params[1].Type) || !g.pure(n) {
		return nil
	}
	value := g.stmt.Kids[0]
	for value.Kind == ctree.NodeCast {
		value = value.Kids[0]
	}
	if value != n {
		return nil
	}
	a, b := g.operand(n.Kids[0], 11), g.operand(n.Kids[1], 11)
	return []alternative{{kind: Arithmetic, prec: 12, odd: true, text: "(" + a + " > " + b + ") - (" + a + " < " + b + ")"}}
}

// elapsed is a comparison of the time that has passed, for one with the time at which something is due, where
// that may wrap around: now - start > period for now > start + period.
func (g *generator) elapsed(n *ctree.Node) (out []alternative) {
	for i, due := range n.Kids {
		now := n.Kids[1-i]
		if !isBinary(due, "+") || due.Type.Class != ctree.TypeInteger || due.Type.Signed || !same(now.Type, due.Type) || !g.pure(now) || !g.pure(due) {
			continue
		}
		p := OperatorPrecedence(n.Op)
		for k, start := range due.Kids {
			if !isPlace(start) {
				continue
			}
			period, passed := g.operand(due.Kids[1-k], p+1), g.operand(now, 12)+" - "+g.operand(start, 13)
			text := passed + " " + n.Op + " " + period
			if i == 0 {
				text = period + " " + n.Op + " " + passed
			}
			out = append(out, alternative{kind: Arithmetic, prec: p, text: text, odd: true})
		}
	}
	return out
}
