package candidate

import (
	"bytes"
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
	Decimals []int   // how many digits after the point failing runs should print
	Asserted bool    // nothing but assertions and undefined behaviour tells right from wrong
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

	integers      []string        // of the program
	driving       map[string]bool // of them, numbers that only what tests others has
	constants     []string        // of them, those that g.fn can use
	strings       []string
	defines       map[string]int   // where macros and enumerators are defined in the file
	definedAt     map[string]int   // where named constants are, see findNamed
	occurrences   map[string][]int // of identifiers in the text: where
	constantNames []string         // of them, in their order
	cased         map[string]int   // how often each is a case
	enumerators   map[string]bool
	conditions    []condition
	uppers        []upper
	full          []full
	least         []condition // that less than some number is there
	copies        []copied
	exits         []exit
	selected      []selected
	within        []bounding // in g.fn, see boundedTogether
	twins         *twins     // of g.fn
	handlings     []handling
	inUse         map[ctree.Object]bool // functions that others name than tests
	divisions     []*ctree.Node         // in g.fn

	fn        *ctree.Func
	env       []ctree.Var // locals in scope, inner ones last
	loops     int
	inside    int  // loops and switches
	inSwitch  bool // and the innermost of them is a switch
	stmt      *ctree.Node
	items     map[*ctree.Node]bool            // of blocks
	following map[*ctree.Node]*ctree.Node     // see next
	preceding map[*ctree.Node]*ctree.Node     // see previous
	whole     *ctree.Node                     // the condition of a statement
	tested    *ctree.Node                     // what is compared there
	nodes     map[*ctree.Node]alternatives    // what the places of statements have
	steps     []string                        // variables that ++ and -- change in the whole expression
	bounding  []bounds                        // of g.fn, see siblings
	reads     *ctree.Node                     // the format of a call that reads
	allocates *ctree.Node                     // a call that does, whose argument is looked at
	receives  string                          // what its result is to point to
	declares  *ctree.Node                     // the declaration whose initial values are looked at
	library   bool                            // an argument of a function of the library is looked at
	taken     map[*ctree.Node]map[string]bool // of an index, those that other statements of the block set
}

// condition is a condition of the program, which may strengthen another.
type condition struct {
	text    string
	prec    int
	names   []ctree.Var // variables in it, as declared where it stands
	fn      *ctree.Func
	at      int
	derived bool // the program has an expression like it, whose place it is to take
}

// copied is a statement that may be missing elsewhere.
type copied struct {
	text  string
	names []ctree.Var
	fn    *ctree.Func
	at    int
	loop  bool // it jumps out of a loop or switch
	sets  ctree.Object
	fixed bool // to a constant
	asked bool // the program asks for the same elsewhere, or has to ask for it
	pairs bool // see Change.Pairs
	odd   bool // see Change.Odd
}

// selected is an element or a member that the program uses, which may be meant
// where another value is read.
type selected struct {
	condition
	typ ctree.Type
}

// upper is a question of the program whether a variable is below a bound.
type upper struct {
	condition
	name, op string
}

// full is a question of the program whether a member has reached a bound.
type full struct{ member, bound string }

// bounds is the change of a relation that also holds, or no longer holds, for equal
// operands.
type bounds struct {
	ctree.Extent
	operands [2]string
	change   *Change
	closed   bool // it holds for them now
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
	pairs   bool         // see Change.Pairs
}

// UnusedNames are those that a program has and does not use: constants that are defined, and
// variables that are set, where nothing reads them. The code that should read them may
// be missing.
type UnusedNames struct {
	constants []string
	variables map[string]bool
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

// operand writes an expression as an operand of an operator of some precedence.
func (g *generator) operand(n *ctree.Node, prec int) string {
	return OperandOf(g.Src, n, prec)
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

// likeTyped are the other functions of the program that take what one of them takes, and return such a value, but for the one that
// is changed.
func (g *generator) likeTyped(f *ctree.Func, result ctree.Type) (out []*ctree.Func) {
	takes := func(a, b ctree.Var) bool { return a.Type.Text == b.Type.Text }
	for _, o := range g.Tree.Funcs {
		if o != f && o != g.fn && f.User && o.User && o.Body != nil && o.Result.Text == result.Text && slices.EqualFunc(o.Params, f.Params, takes) {
			out = append(out, o)
		}
	}
	return out
}

// names are the variables in a node, as they are declared there; false if it
// has a name that is not known.
func (g *generator) names(n *ctree.Node) (out []ctree.Var, ok bool) {
	ok = true
	Walk(n, func(n *ctree.Node) {
		switch n.Kind {
		case ctree.NodeDeclare:
			ok = false
		case ctree.NodeSizeof, ctree.NodeOpaque: // whose operands are not looked at otherwise
			for w := range Identifiers([]byte(g.text(n))) {
				if v := g.lookup(w); v != nil {
					out = append(out, *v)
				}
			}
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

// isNamed reports whether an expression is a named constant.
func (g *generator) isNamed(n *ctree.Node) bool {
	if n.Kind != ctree.NodeName && n.Kind != ctree.NodeOpaque || n.Kind == ctree.NodeName && g.lookup(n.Name) != nil {
		return false
	}
	_, ok := g.definedAt[g.text(n)]
	return ok
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

// uses lists the lines in which a name occurs.
func (g *generator) uses(name string) (out []int) {
	for _, at := range g.occurrences[name] {
		if n := g.line(at); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// ran reports whether the failing run executes something of a statement
// itself.
func (g *generator) ran(n *ctree.Node) bool {
	if n.Start < 0 || n.Kind == ctree.NodeJump || n.Kind == ctree.NodeExpr && len(n.Kids) == 1 && n.Kids[0].Op == "==" {
		return true // not known: a jump, or a comparison for its own sake, leaves nothing to execute
	}
	end := n.End
	for _, k := range n.Kids {
		if k.Kind < ctree.NodeName && k.Kind != ctree.NodeDeclare && k.Start > n.Start && n.Kind != ctree.NodeDo {
			end = min(end, k.Start)
		}
	}
	return g.Executed(g.line(n.Start), g.line(max(end-1, n.Start)))
}

// labelled reports whether a statement has the label of a goto in it: a copy would have the same.
func (g *generator) labelled(n *ctree.Node) bool {
	found := false
	Walk(n, func(k *ctree.Node) { found = found || g.isLabel(k) })
	return found
}

// isLabel reports whether a node is the label of a goto.
func (g *generator) isLabel(n *ctree.Node) bool {
	return n.Kind == ctree.NodeLabel && !caseLabel.Match(g.Src[max(0, n.Start):])
}

// begins reports whether only white space precedes an offset in its line.
func (g *generator) begins(off int) bool {
	return strings.TrimSpace(string(g.Src[g.lines[g.line(off)-1]:off])) == ""
}

// indent is the white space that a line begins with.
func (g *generator) indent(off int) string {
	start := g.lines[g.line(off)-1]
	end := start
	for end < len(g.Src) && (g.Src[end] == ' ' || g.Src[end] == '\t') {
		end++
	}
	return string(g.Src[start:end])
}

// next is the statement after one in its block, nil if it is the last, or either
// is a declaration or has no limits.
func (g *generator) next(n *ctree.Node) *ctree.Node {
	g.neighbouring()
	m := g.following[n]
	if m == nil || m.Kind == ctree.NodeDeclare || m.Kind == ctree.NodeLabel || m.Start < 0 || m.End <= m.Start || g.Protect.fixed(m) {
		return nil
	}
	return m
}

// previous is the statement before another in its block, nil if there is none.
func (g *generator) previous(n *ctree.Node) *ctree.Node {
	g.neighbouring()
	return g.preceding[n]
}

// neighbouring finds which statements stand beside each other.
func (g *generator) neighbouring() {
	if g.following == nil {
		g.following, g.preceding = map[*ctree.Node]*ctree.Node{}, map[*ctree.Node]*ctree.Node{}
		for _, f := range g.Tree.Funcs {
			if f.Body != nil {
				Walk(f.Body, func(b *ctree.Node) {
					for i := 1; b.Kind == ctree.NodeBlock && i < len(b.Kids); i++ {
						g.following[b.Kids[i-1]], g.preceding[b.Kids[i]] = b.Kids[i], b.Kids[i-1]
					}
				})
			}
		}
	}
}

// parenthesised reports whether parentheses stand around an expression.
func (g *generator) parenthesised(n *ctree.Node) bool {
	before, after := bytes.TrimRight(g.Src[:n.Start], " \t\r\n"), bytes.TrimLeft(g.Src[n.End:], " \t\r\n")
	return bytes.HasSuffix(before, []byte("(")) && bytes.HasPrefix(after, []byte(")"))
}

// distance is that of two offsets; another function is farther.
func (g *generator) distance(fn *ctree.Func, a, b int) int {
	d := a - b
	if d < 0 {
		d = -d
	}
	if fn != g.fn {
		d += len(g.Src)
	}
	return d
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

// change notes a change.
func (g *generator) change(kind Kind, at int, edits []Edit, where ...Choice) *Change {
	c := &Change{Kind: kind, Edits: edits, At: where, Alone: len(where) == 0, File: g.File, Line: g.line(at)}
	g.changes = append(g.changes, c)
	return c
}

// edit replaces an extent.
func (g *generator) edit(start, end int, text string) Edit {
	return Edit{g.File, ctree.Extent{Start: start, End: end}, text}
}

// alternatives are those of the place of a statement.
type alternatives struct {
	place   int
	texts   []string
	deleted int // the number of the one that deletes it
}
