package repair

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend"
)

// The numbers of variables that comparisons are made of: those that are named,
// and those that each is compared with.
const (
	mostNamed    = 3
	mostPartners = 5
)

// named are integer variables that are named in a node.
func (g *generator) named(n *frontend.Node) (names []string) {
	walk(n, func(k *frontend.Node) {
		if k.Kind == frontend.NodeName && k.Type.Class == frontend.TypeInteger && len(names) < mostNamed && !slices.Contains(names, k.Name) && g.lookup(k.Name) != nil {
			names = append(names, k.Name)
		}
	})
	return names
}

// mostElements is how many elements and members are compared.
const mostElements = 2

// comparisons are conditions that the program does not have: an integer variable
// that is named in n, compared with 0 or with another variable, or an element
// or member, compared with 0.
func (g *generator) comparisons(n *frontend.Node) (out []string) {
	names := g.named(n)
	elements := map[string]bool{}
	walk(n, func(k *frontend.Node) {
		t := ""
		if (k.Kind == frontend.NodeIndex || k.Kind == frontend.NodeMember) && k.Type.Class == frontend.TypeInteger && g.pure(k) {
			t = g.text(k)
		}
		if _, ok := g.names(k); t == "" || !ok || elements[t] || len(elements) == mostElements {
			return
		}
		elements[t] = true
		for _, op := range relations {
			out = append(out, t+" "+op+" 0")
		}
	})
	var partners []string
	for _, v := range g.scope() {
		if v.Type.Class == frontend.TypeInteger && v.Name != "" && len(partners) < mostPartners {
			partners = append(partners, v.Name)
		}
	}
	for _, v := range names {
		for _, op := range []string{">", "<", "!="} {
			out = append(out, v+" "+op+" 0")
		}
		for _, w := range partners {
			for _, op := range relations {
				if w != v {
					out = append(out, v+" "+op+" "+w)
				}
			}
		}
	}
	return out
}

// cases are statements for a case that is missing: a variable that is named in n
// is negative, and set to 0, or the rest of a loop is left out for it.
func (g *generator) cases(n *frontend.Node) (out []string) {
	for _, v := range g.named(n) {
		out = append(out, "if ("+v+" < 0) "+v+" = 0;")
		if g.loops > 0 {
			for _, op := range []string{"<", ">", "=="} {
				out = append(out, "if ("+v+" "+op+" 0) continue;")
			}
		}
	}
	return out
}

// compared adds comparisons to a condition.
func (g *generator) compared(n *frontend.Node) (out []alternative) {
	for _, p := range g.followed(n) {
		out = append(out, alternative{kind: Strengthen, prec: 5, text: p + " && " + g.operand(n, 5)},
			alternative{kind: Weaken, prec: 4, text: "!" + p + " || " + g.operand(n, 4)})
	}
	for _, c := range g.comparisons(n) {
		out = append(out, alternative{kind: Strengthen, prec: 5, far: true, text: g.operand(n, 5) + " && " + c},
			alternative{kind: Weaken, prec: 4, far: true, text: g.operand(n, 4) + " || " + c})
	}
	return out
}

// followed are the pointer variables through which n reads or writes.
func (g *generator) followed(n *frontend.Node) (out []string) {
	walk(n, func(k *frontend.Node) {
		if k.Kind != frontend.NodeIndex && (k.Kind != frontend.NodeMember || k.Op != "->") && (k.Kind != frontend.NodeUnary || k.Op != "*") {
			return
		}
		p := k.Kids[0]
		if p.Kind == frontend.NodeName && p.Type.Class == frontend.TypePointer && !slices.Contains(out, p.Name) && g.lookup(p.Name) != nil {
			out = append(out, p.Name)
		}
	})
	return out
}

// mostArrays is how many arrays a variable is made an index of.
const mostArrays = 4

// indexed exchanges an index and the element: a[i] for i, and i for a[i].
func (g *generator) indexed(n *frontend.Node) (out []alternative) {
	if n.Type.Class != frontend.TypeInteger {
		return nil
	}
	if n.Kind == frontend.NodeIndex {
		return []alternative{{kind: Variable, prec: precedence(n.Kids[1]), far: true, text: g.text(n.Kids[1])}}
	}
	if n.Kind != frontend.NodeName {
		return nil
	}
	for _, v := range g.scope() {
		if v.Type.Class == frontend.TypeArray && isInteger(v.Type.Elem) && len(out) < mostArrays {
			out = append(out, alternative{kind: Variable, prec: 15, far: true, text: v.Name + "[" + n.Name + "]"})
		}
	}
	return out
}

// isInteger reports whether a type is an integer by its words.
func isInteger(text string) bool {
	all := strings.Fields(text)
	for _, w := range all {
		if !slices.Contains([]string{"signed", "unsigned", "char", "short", "int", "long", "const"}, w) {
			return false
		}
	}
	return len(all) > 0
}

// precise is a mathematical constant that a number is an approximation of, ""
// if it is of none.
func precise(number string) string {
	_, digits, ok := strings.Cut(number, ".")
	if !ok || len(digits) < 2 {
		return ""
	}
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return ""
	}
	for _, c := range []float64{math.Pi, math.E, math.Sqrt2} {
		if v != c && math.Abs(v-c) <= math.Pow(10, -float64(len(digits))) {
			return strconv.FormatFloat(c, 'g', -1, 64)
		}
	}
	return ""
}

// isStatement reports whether a macro stands for something else than an
// expression: a jump, a type or several statements.
func (g *generator) isStatement(name string) bool {
	for line := range strings.Lines(string(g.src)) {
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "#define" || words[1] != name {
			continue
		}
		body := strings.Join(words[2:], " ")
		return strings.ContainsAny(body, ";{}") || slices.Contains([]string{"return", "break", "continue", "goto", "int", "long", "double", "float", "char", "for", "while", "if", "else"}, words[2])
	}
	return false
}
