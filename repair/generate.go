package repair

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// generator makes the changes of a file.
type generator struct {
	file     string
	src      []byte
	tree     *ctree.Tree
	executed func(from, to int) bool // some statement of these lines is, in the failing run
	lines    []int                   // offset of each line
	protect  *protection
	wordings []wording
	reworded map[ctree.Extent]string // literals with all of them
	fault    interp.FaultKind        // that the failing run ends with
	unused   unusedNames
	given    []int64 // numbers, to the failing run

	places  []*place
	changes []*Change
	late    []*Change // of holes
	holes   map[*ctree.Node]choice

	integers      []string // of the program
	constants     []string // of them, those that g.fn can use
	strings       []string
	defines       map[string]int // where macros and enumerators are defined in the file
	definedAt     map[string]int // where named constants are, see findNamed
	occurrences   map[string]int // of identifiers in the text
	constantNames []string       // of them, in their order
	cased         map[string]int // how often each is a case
	conditions    []condition
	copies        []copied
	selected      []selected
	sums          []sum

	fn        *ctree.Func
	env       []ctree.Var // locals in scope, inner ones last
	loops     int
	inside    int // loops and switches
	stmt      *ctree.Node
	items     map[*ctree.Node]bool         // of blocks
	following map[*ctree.Node]*ctree.Node  // see next
	preceding map[*ctree.Node]*ctree.Node  // see previous
	bound     *ctree.Node                  // what a loop goes up to
	whole     *ctree.Node                  // the condition of a statement
	tested    *ctree.Node                  // what is compared there
	nodes     map[*ctree.Node]alternatives // what the places of statements have
	steps     []string                     // variables that ++ and -- change in the whole expression
}

// condition is a condition of the program, which may strengthen another.
type condition struct {
	text  string
	prec  int
	names []ctree.Var // variables in it, as declared where it stands
	fn    *ctree.Func
	at    int
}

// copied is a statement that may be missing elsewhere.
type copied struct {
	text  string
	names []ctree.Var
	fn    *ctree.Func
	at    int
	loop  bool // it jumps out of a loop or switch
	sets  ctree.Object
}

// selected is an element or a member that the program uses, which may be meant
// where another value is read.
type selected struct {
	condition
	typ ctree.Type
}

// alternative is a change of an expression.
type alternative struct {
	kind    Kind
	text    string       // in a single line
	prec    int          // of the operator at its root
	edits   []Edit       // smaller ones than that of the whole text, if it needs no parentheses
	sets    ctree.Object // see Change.sets
	far     bool         // less likely than others of its kind
	bound   bool         // see bounds
	odd     bool         // see oddly
	special bool         // it makes an exception of one value
}

// generate makes the changes of a file.
func (g *generator) generate(first int) {
	g.lines = []int{0}
	for i, c := range g.src {
		if c == '\n' {
			g.lines = append(g.lines, i+1)
		}
	}
	g.collect()
	g.reworded = map[ctree.Extent]string{}
	g.holes, g.nodes = map[*ctree.Node]choice{}, map[*ctree.Node]alternatives{}
	for _, f := range g.tree.Funcs {
		if f.Body == nil || g.protect.checks[f.Object] {
			continue
		}
		g.fn, g.env = f, slices.Clone(f.Params)
		g.constants = slices.DeleteFunc(slices.Clone(g.integers), func(c string) bool { return !g.defined(c) })
		g.statement(f.Body)
	}
	g.constants = g.integers
	for i, p := range g.places {
		p.id = first + i
	}
	g.reword()
	g.declared()
	for _, c := range slices.Concat(g.changes, g.late) {
		for i := range c.at {
			c.at[i].place += first
		}
	}
}

// line is the line of an offset.
func (g *generator) line(off int) int {
	i, found := slices.BinarySearch(g.lines, off)
	if found {
		i++
	}
	return i
}

// text is the text of a node in a single line, "" if it cannot be written so.
func (g *generator) text(n *ctree.Node) string {
	if n.Start < 0 || n.End <= n.Start {
		return ""
	}
	t, ok := fold(string(g.src[n.Start:n.End]))
	if !ok {
		return ""
	}
	return t
}

// collect finds constants, conditions and statements that may be used elsewhere.
func (g *generator) collect() {
	g.defines = defines(g.src)
	g.findNamed()
	g.integers = []string{"0", "1"}
	add := func(list *[]string, s string) {
		if s != "" && !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
	for _, f := range g.tree.Funcs {
		if f.Body == nil || g.protect.checks[f.Object] {
			continue
		}
		g.fn, g.env = f, slices.Clone(f.Params)
		g.scoped(f.Body, func(n *ctree.Node) {
			switch {
			case n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger:
				add(&g.integers, n.Name)
			case n.Kind == ctree.NodeOpaque && n.Type.Class == ctree.TypeInteger && isName(g.text(n)) && !g.isStatement(g.text(n)):
				add(&g.integers, g.text(n))
			case n.Kind == ctree.NodeString:
				add(&g.strings, g.text(n))
			}
			for _, c := range conditionsOf(n) {
				g.condition(c)
			}
			g.divisible(n)
			g.added(n)
			if (n.Kind == ctree.NodeMember || n.Kind == ctree.NodeIndex) && scalar(n.Type) && g.pure(n) {
				if names, ok := g.names(n); ok && g.text(n) != "" {
					g.selected = append(g.selected, selected{condition{g.text(n), 15, names, f, n.Start}, n.Type})
				}
			}
			if n.Kind == ctree.NodeExpr && len(n.Kids) == 1 || n.Kind == ctree.NodeReturn || n.Kind == ctree.NodeJump && n.Op != "goto" {
				t := g.text(n)
				names, ok := g.names(n)
				if t != "" && ok && !g.protect.stops(n) {
					c := copied{text: t, names: names, fn: f, at: n.Start, loop: n.Kind == ctree.NodeJump}
					if n.Kind == ctree.NodeExpr {
						c.sets = n.Kids[0].Target()
					}
					g.copies = append(g.copies, c)
				}
			}
		})
	}
	for _, n := range g.tree.Inits {
		walk(n, func(n *ctree.Node) {
			if n.Kind == ctree.NodeNumber && n.Type.Class == ctree.TypeInteger {
				add(&g.integers, n.Name)
			}
		})
	}
	add(&g.integers, "2")
}

// conditionsOf lists what a node decides by.
func conditionsOf(n *ctree.Node) []*ctree.Node {
	switch n.Kind {
	case ctree.NodeIf, ctree.NodeWhile, ctree.NodeDo, ctree.NodeChoice:
		return n.Kids[:min(1, len(n.Kids))]
	case ctree.NodeFor:
		if n.Cond != nil {
			return []*ctree.Node{n.Cond}
		}
	case ctree.NodeBinary:
		if isLogical(n.Op) {
			return n.Kids
		}
		if isRelation(n.Op) {
			return []*ctree.Node{n}
		}
	case ctree.NodeUnary:
		if n.Op == "!" {
			return n.Kids
		}
	}
	return nil
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
	g.conditions = append(g.conditions, condition{t, precedence(n), names, g.fn, n.Start})
}

// divisible notes, of a division, the question whether something is left.
func (g *generator) divisible(n *ctree.Node) {
	if n.Kind != ctree.NodeBinary || n.Op != "/" || n.Type.Class != ctree.TypeInteger || !g.pure(n) {
		return
	}
	names, ok := g.names(n)
	a, b := g.operand(n.Kids[0], 13), g.operand(n.Kids[1], 14)
	if ok && g.text(n) != "" {
		g.conditions = append(g.conditions, condition{a + " % " + b, 13, names, g.fn, n.Start})
	}
}

// pure reports whether an expression may be evaluated once more: it has no
// side effects but those of the program's own functions without arguments.
func (g *generator) pure(n *ctree.Node) bool {
	ok := true
	walk(n, func(n *ctree.Node) {
		switch n.Kind {
		case ctree.NodeAssign, ctree.NodeStep, ctree.NodeLiteral:
			ok = false
		case ctree.NodeOpaque:
			ok = ok && isName(g.text(n))
		case ctree.NodeCall:
			f := g.function(n.Kids[0])
			ok = ok && f != nil && f.Body != nil && len(n.Kids) == 1
		}
	})
	return ok
}

// function is the function that a name means, nil if it does not mean one.
func (g *generator) function(n *ctree.Node) *ctree.Func {
	if n.Kind != ctree.NodeName || g.lookup(n.Name) != nil {
		return nil
	}
	for _, f := range g.tree.Funcs {
		if f.Name == n.Name {
			return f
		}
	}
	return nil
}

// names are the variables in a node, as they are declared there; false if it
// has a name that is not known.
func (g *generator) names(n *ctree.Node) (out []ctree.Var, ok bool) {
	ok = true
	walk(n, func(n *ctree.Node) {
		if n.Kind == ctree.NodeDeclare {
			ok = false
		}
		if n.Kind != ctree.NodeName {
			return
		}
		switch v := g.lookup(n.Name); {
		case v != nil:
			out = append(out, *v)
		case g.function(n) == nil && !g.isNamed(n):
			ok = false
		}
	})
	return out, ok
}

// lookup is the variable that a name means in g.fn, nil if it does not mean one.
func (g *generator) lookup(name string) *ctree.Var {
	for i := len(g.env) - 1; i >= 0; i-- {
		if g.env[i].Name == name {
			return &g.env[i]
		}
	}
	for i := range g.tree.Globals {
		if v := &g.tree.Globals[i]; v.Name == name && (g.fn == nil || v.At < g.fn.At) {
			return v
		}
	}
	return nil
}

// visible reports whether all variables are visible here under their names.
func (g *generator) visible(vars []ctree.Var) bool {
	for i := range vars {
		if v := g.lookup(vars[i].Name); v == nil || v.At != vars[i].At {
			return false
		}
	}
	return true
}

// defined reports whether the macros in a text are defined before g.fn.
func (g *generator) defined(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isName("x" + string(r)) }) {
		if at, ok := g.defines[w]; ok && at > g.fn.At {
			return false
		}
	}
	return true
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

// scope lists the variables that are visible here, the innermost first.
func (g *generator) scope() []ctree.Var {
	var out []ctree.Var
	seen := map[string]bool{}
	add := func(v ctree.Var) {
		if v.Name != "" && !seen[v.Name] {
			seen[v.Name] = true
			out = append(out, v)
		}
	}
	for i := len(g.env) - 1; i >= 0; i-- {
		add(g.env[i])
	}
	for _, v := range g.tree.Globals {
		if v.At < g.fn.At {
			add(v)
		}
	}
	return out
}

// walk visits a node and all below it.
func walk(n *ctree.Node, f func(*ctree.Node)) {
	f(n)
	for _, k := range n.Kids {
		walk(k, f)
	}
}

// scoped is walk with g.env as it is at each node.
func (g *generator) scoped(n *ctree.Node, f func(*ctree.Node)) {
	f(n)
	depth := len(g.env)
	for _, k := range n.Kids {
		g.scoped(k, f)
		if k.Kind == ctree.NodeDeclare {
			g.env = append(g.env, k.Vars...)
		}
	}
	if n.Kind != ctree.NodeDeclare {
		g.env = g.env[:depth]
	}
}

// change notes a change.
func (g *generator) change(kind Kind, at int, edits []Edit, where ...choice) {
	g.changes = append(g.changes, &Change{Kind: kind, Edits: edits, at: where, alone: len(where) == 0, file: g.file, line: g.line(at)})
}

// edit replaces an extent.
func (g *generator) edit(start, end int, text string) Edit {
	return Edit{g.file, ctree.Extent{Start: start, End: end}, text}
}

// scalar reports whether the values of a type can be compared with 0.
func scalar(t ctree.Type) bool {
	return isNumber(t.Class) || t.Class == ctree.TypePointer
}

// isNumber reports whether types of a class are arithmetic.
func isNumber(c ctree.Class) bool {
	return c == ctree.TypeInteger || c == ctree.TypeFloating
}

// same reports whether variables of two types can replace each other.
func same(a, b ctree.Type) bool {
	if a.Class != b.Class {
		return false
	}
	if isNumber(a.Class) {
		return a.Size == b.Size && a.Signed == b.Signed
	}
	return a.Text == b.Text
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

func isRelation(op string) bool { return slices.Contains(relations, op) }
func isLogical(op string) bool  { return op == "&&" || op == "||" }

var relations = []string{"<", "<=", ">", ">=", "==", "!="}

// precedence is that of the operator at the root of an expression.
func precedence(n *ctree.Node) int {
	switch n.Kind {
	case ctree.NodeComma:
		return 1
	case ctree.NodeAssign:
		return 2
	case ctree.NodeChoice:
		return 3
	case ctree.NodeBinary:
		return operatorPrecedence(n.Op)
	case ctree.NodeUnary, ctree.NodeAddr, ctree.NodeCast, ctree.NodeSizeof:
		return 14
	case ctree.NodeStep:
		if !n.Postfix {
			return 14
		}
	case ctree.NodeOpaque:
		return 15
	}
	return 15
}

func operatorPrecedence(op string) int {
	for p, ops := range [][]string{
		4: {"||"}, 5: {"&&"}, 6: {"|"}, 7: {"^"}, 8: {"&"}, 9: {"==", "!="}, 10: {"<", "<=", ">", ">="},
		11: {"<<", ">>"}, 12: {"+", "-"}, 13: {"*", "/", "%"},
	} {
		if slices.Contains(ops, op) {
			return p
		}
	}
	return 2
}

// within puts a text into parentheses where its operator binds less than prec.
func within(text string, own, prec int) string {
	if own < prec {
		return "(" + text + ")"
	}
	return text
}

// comment reports whether a text could begin or end in the middle of a comment.
func comment(s string) bool { return strings.Contains(s, "/*") || strings.Contains(s, "//") }
