package candidate

import (
	"slices"
	"strings"

	"culprit/frontend/ctree"
	"culprit/interp"
)

// Subject is a file that is changed, and what of the failing run matters for that.
type Subject struct {
	File     string
	Src      []byte
	Tree     *ctree.Tree
	Executed func(from, to int) bool // some statement of these lines is, in the failing run
	Protect  *Protection
	Wordings []Wording        // of texts that are printed
	Fault    interp.FaultKind // that the failing run ends with
	Unused   UnusedNames
	Given    []int64 // numbers, to the failing run
	Letters  []byte  // characters, to it
	Decimals []int   // how many digits after the point failing runs should print
}

// generator makes the changes of a file.
type generator struct {
	Subject
	lines    []int                   // offset of each line
	reworded map[ctree.Extent]string // literals with all of them

	places  []*Place
	changes []*Change
	late    []*Change // of holes
	holes   map[*ctree.Node]Choice

	integers      []string // of the program
	constants     []string // of them, those that g.fn can use
	strings       []string
	defines       map[string]int   // where macros and enumerators are defined in the file
	definedAt     map[string]int   // where named constants are, see findNamed
	occurrences   map[string][]int // of identifiers in the text: where
	constantNames []string         // of them, in their order
	cased         map[string]int   // how often each is a case
	enumerators   map[string]bool
	conditions    []condition
	uppers        []upper
	growing       []growing
	full          []full
	copies        []copied
	selected      []selected
	sums          []sum

	fn        *ctree.Func
	env       []ctree.Var // locals in scope, inner ones last
	loops     int
	inside    int  // loops and switches
	inSwitch  bool // and the innermost of them is a switch
	stmt      *ctree.Node
	items     map[*ctree.Node]bool            // of blocks
	following map[*ctree.Node]*ctree.Node     // see next
	preceding map[*ctree.Node]*ctree.Node     // see previous
	bound     *ctree.Node                     // what a loop goes up to
	whole     *ctree.Node                     // the condition of a statement
	tested    *ctree.Node                     // what is compared there
	nodes     map[*ctree.Node]alternatives    // what the places of statements have
	steps     []string                        // variables that ++ and -- change in the whole expression
	bounding  []bounds                        // of g.fn, see siblings
	reads     *ctree.Node                     // the format of a call that reads
	allocates *ctree.Node                     // a call that does, whose argument is looked at
	listed    map[*ctree.Node]bool            // parts of the conditions that oneMore has seen
	taken     map[*ctree.Node]map[string]bool // of an index, those that other statements of the block set
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
	plain   bool         // likelier
	bound   bool         // see bounds
	odd     bool         // see oddly
	special bool         // it makes an exception of one value
}

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
	g.holes, g.nodes, g.listed = map[*ctree.Node]Choice{}, map[*ctree.Node]alternatives{}, map[*ctree.Node]bool{}
	g.taken = map[*ctree.Node]map[string]bool{}
	for _, f := range g.Tree.Funcs {
		if f.Body == nil || g.Protect.Checks[f.Object] {
			continue
		}
		g.fn, g.env = f, slices.Clone(f.Params)
		g.constants = slices.DeleteFunc(slices.Clone(g.integers), func(c string) bool { return !g.defined(c) })
		g.bounding = nil
		g.statement(f.Body)
		g.siblings()
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

// line is the line of an offset.
func (g *generator) line(off int) int {
	i, found := slices.BinarySearch(g.lines, off)
	if found {
		i++
	}
	return i
}

// text is the text of a node in a single line, "" if it cannot be written so.
func (g *generator) text(n *ctree.Node) string { return TextOf(g.Src, n) }

// collect finds constants, conditions and statements that may be used elsewhere.
func (g *generator) collect() {
	g.defines = defines(g.Src)
	g.findNamed()
	g.integers = []string{"0", "1"}
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
				add(&g.integers, n.Name)
			case n.Kind == ctree.NodeOpaque && n.Type.Class == ctree.TypeInteger && IsName(g.text(n)) && !g.isStatement(g.text(n)) && opposite[g.text(n)] == "":
				add(&g.integers, g.text(n))
			case n.Kind == ctree.NodeString:
				add(&g.strings, g.text(n))
			}
			for _, c := range conditionsOf(n) {
				g.condition(c)
			}
			g.divisible(n)
			g.grows(n)
			g.added(n)
			if (n.Kind == ctree.NodeMember || n.Kind == ctree.NodeIndex) && scalar(n.Type) && g.pure(n) {
				if names, ok := g.names(n); ok && g.text(n) != "" {
					g.selected = append(g.selected, selected{condition{g.text(n), 15, names, f, n.Start}, n.Type})
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
			g.copies = append(g.copies, copied{text: v.Name + " = " + t + ";", names: append(names, v), fn: g.fn, at: n.Start, sets: v.Object})
		}
	}
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
		if IsLogical(n.Op) {
			return n.Kids
		}
		if IsRelation(n.Op) {
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
		g.conditions = append(g.conditions, condition{a + " % " + b, 13, names, g.fn, n.Start})
	}
}

// pure reports whether an expression may be evaluated once more: it has no
// side effects but those of the program's own functions without arguments.
func (g *generator) pure(n *ctree.Node) bool {
	ok := true
	Walk(n, func(n *ctree.Node) {
		switch n.Kind {
		case ctree.NodeAssign, ctree.NodeStep, ctree.NodeLiteral:
			ok = false
		case ctree.NodeOpaque:
			ok = ok && IsName(g.text(n))
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
	for _, f := range g.Tree.Funcs {
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
	Walk(n, func(n *ctree.Node) {
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
	for i := range g.Tree.Globals {
		if v := &g.Tree.Globals[i]; v.Name == name && (g.fn == nil || v.At < g.fn.At) {
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
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !IsName("x" + string(r)) }) {
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
	for _, v := range g.Tree.Globals {
		if v.At < g.fn.At {
			add(v)
		}
	}
	return out
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
func (g *generator) change(kind Kind, at int, edits []Edit, where ...Choice) {
	g.changes = append(g.changes, &Change{Kind: kind, Edits: edits, At: where, Alone: len(where) == 0, File: g.File, Line: g.line(at)})
}

// edit replaces an extent.
func (g *generator) edit(start, end int, text string) Edit {
	return Edit{g.File, ctree.Extent{Start: start, End: end}, text}
}
