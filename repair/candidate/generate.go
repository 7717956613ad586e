package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// Generate makes the changes of a file, at places that are numbered from first on: those
// that are tried first, and those of holes.
func Generate(s Subject, first int) (places []*Place, changes, late []*Change) {
	g := generator{Subject: s}
	g.generate(first)
	return g.places, g.changes, g.late
}

func (g *generator) generate(first int) {
	g.lines = []int{0}
	for i, c := range g.Src {
		if c == '\n' {
			g.lines = append(g.lines, i+1)
		}
	}
	g.collect()
	g.reworded = map[ctree.Extent]string{}
	g.holes, g.nodes = map[*ctree.Node]Choice{}, map[*ctree.Node]alternatives{}
	g.taken = map[*ctree.Node]map[string]bool{}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		g.fn, g.env = f, slices.Clone(f.Params)
		g.constants = slices.DeleteFunc(slices.Clone(g.integers), func(c string) bool { return !g.defined(c) || g.driving[c] && !g.drives(f) })
		g.bounding, g.within, g.divisions = nil, nil, nil
		Walk(f.Body, func(n *ctree.Node) {
			if isBinary(n, "/") {
				g.divisions = append(g.divisions, n)
			}
		})
		g.findTwins()
		g.statement(f.Body)
		g.siblings()
		g.boundedTogether()
	}
	g.constants = g.integers
	for i, p := range g.places {
		p.ID = first + i
	}
	g.reword()
	g.declared()
	for _, c := range slices.Concat(g.changes, g.late) {
		for i := range c.At {
			c.At[i].Place += first
		}
	}
}

// drives reports whether a function only tests others: main, or one that has assertions, and
// neither parameters nor a result.
func (g *generator) drives(f *ctree.Func) bool {
	return f.Name == "main" || len(f.Params) == 0 && f.Result.Class == ctree.TypeVoid && g.asserts(f)
}

// asserts reports whether a function has assertions in it.
func (g *generator) asserts(f *ctree.Func) bool {
	return g.Protect.calls(f.Body, g.Protect.fails) || g.Protect.calls(f.Body, g.Protect.Checks)
}

// collect finds constants, conditions and statements that may be used elsewhere.
func (g *generator) collect() {
	g.defines = defines(g.Src)
	g.findNamed()
	g.findInUse()
	g.integers, g.driving = []string{"0", "1"}, map[string]bool{}
	add := func(list *[]string, s string) {
		if s != "" && !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		g.fn, g.env = f, slices.Clone(f.Params)
		g.scoped(f.Body, func(n *ctree.Node) {
			switch {
			case n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger:
				if !g.drives(f) {
					delete(g.driving, n.Name)
				} else if !slices.Contains(g.integers, n.Name) {
					g.driving[n.Name] = true
				}
				add(&g.integers, n.Name)
			case n.Kind == ctree.NodeOpaque && n.Type.Class == ctree.TypeInteger && IsName(g.text(n)) && !g.isStatement(g.text(n)) && opposite[g.text(n)] == "":
				add(&g.integers, g.text(n))
			case n.Kind == ctree.NodeString:
				add(&g.strings, g.text(n))
			}
			for _, c := range conditionsOf(n) {
				g.condition(c)
			}
			g.leaving(n)
			g.handles(n)
			g.divisible(n)
			g.bounded(n)
			if (n.Kind == ctree.NodeMember || n.Kind == ctree.NodeIndex) && scalar(n.Type) && g.pure(n) {
				if names, ok := g.names(n); ok && g.text(n) != "" {
					g.selected = append(g.selected, selected{condition{text: g.text(n), prec: 15, names: names, fn: f, at: n.Start}, n.Type})
				}
			}
			if n.Kind == ctree.NodeDeclare {
				g.initialisations(n)
			}
			if n.Kind == ctree.NodeExpr && len(n.Kids) == 1 || n.Kind == ctree.NodeReturn || n.Kind == ctree.NodeJump && n.Op != "goto" {
				t := g.text(n)
				names, ok := g.names(n)
				if t != "" && ok && !g.Protect.stops(n) {
					c := copied{text: t, names: names, fn: f, at: n.Start, loop: n.Kind == ctree.NodeJump}
					if n.Kind == ctree.NodeExpr {
						c.sets = n.Kids[0].Target()
						c.fixed = g.givesConstant(n)
					}
					g.copies = append(g.copies, c)
				}
			}
		})
	}
	for _, n := range g.Tree.Inits {
		Walk(n, func(n *ctree.Node) {
			if n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger {
				add(&g.integers, n.Name)
			}
		})
	}
	add(&g.integers, "2")
}

// initialisations notes the assignments of initial values: where a variable has to begin
// again, one may be missing.
func (g *generator) initialisations(n *ctree.Node) {
	for _, init := range n.Kids {
		i := slices.IndexFunc(n.Vars, func(v ctree.Var) bool { return v.Name == init.Op })
		if i < 0 || n.Static || len(init.Kids) != 1 || !scalar(n.Vars[i].Type) || !g.pure(init.Kids[0]) {
			continue
		}
		v, t := n.Vars[i], g.text(init.Kids[0])
		if names, ok := g.names(init.Kids[0]); ok && t != "" {
			g.copies = append(g.copies, copied{text: v.Name + " = " + t + ";", names: append(names, v), fn: g.fn, at: n.Start, sets: v.Object, fixed: g.isConstant(init.Kids[0])})
		}
	}
}

// condition notes a condition without side effects.
func (g *generator) condition(n *ctree.Node) {
	if !scalar(n.Type) || n.Kind == ctree.NodeNumber {
		return
	}
	t := g.text(n)
	names, ok := g.names(n)
	if t == "" || !ok || !g.pure(n) {
		return
	}
	for _, c := range g.conditions {
		if c.text == t && c.fn == g.fn {
			return
		}
	}
	g.conditions = append(g.conditions, condition{text: t, prec: precedence(n), names: names, fn: g.fn, at: n.Start})
	g.isUpper(n, names)
}

// divisible notes, of a division, the question whether something is left.
func (g *generator) divisible(n *ctree.Node) {
	if n.Kind != ctree.NodeBinary || n.Op != "/" || n.Type.Class != ctree.TypeInteger || !g.pure(n) {
		return
	}
	names, ok := g.names(n)
	a, b := g.operand(n.Kids[0], 13), g.operand(n.Kids[1], 14)
	if ok && g.text(n) != "" {
		g.conditions = append(g.conditions, condition{text: a + " % " + b, prec: 13, names: names, fn: g.fn, at: n.Start, derived: true})
	}
}

// defines says where macros are defined first.
func defines(src []byte) map[string]int {
	out := map[string]int{}
	at := 0
	for line := range strings.Lines(string(src)) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "#define" {
			name, _, _ := strings.Cut(words[1], "(")
			if _, ok := out[name]; !ok {
				out[name] = at
			}
		}
		at += len(line)
	}
	return out
}
