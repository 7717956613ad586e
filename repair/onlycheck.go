package repair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// Code that only an assertion reads: statements that do nothing but check, and names
// whose values flow nowhere else. To change these makes an assertion hold without
// repairing anything: a larger limit, another expected value, a loop that checks
// every second element.

// checkingStatements adds to the nodes of assertions the conditions, loops and
// functions around them that do nothing but check. guards are the conditions.
func (s *search) checkingStatements(c *check) {
	for more := true; more; {
		more = false
		for name, tree := range s.trees {
			g := &generator{file: name, src: s.texts[name], tree: tree}
			g.protect = newProtection(tree, s.in.Source.Execute.ErrorFuncs, true)
			for _, f := range tree.Funcs {
				if f.Body == nil || c.own[f.Name] {
					continue
				}
				k := checkWalk{g: g, c: c, fn: f}
				if f.Name != "main" && f.Result.Class == ctree.TypeVoid && k.only(f.Body) && k.checks > 0 && len(k.sets) == 0 {
					c.own[f.Name], more = true, true
					c.note(g, f.Body)
					continue
				}
				k.outermost(f.Body)
			}
		}
	}
}

// checkWalk looks for statements of a function that only check.
type checkWalk struct {
	g      *generator
	c      *check
	fn     *ctree.Func
	checks int      // seen
	sets   []string // variables that are assigned
}

// outermost finds the largest statements that only check.
func (k *checkWalk) outermost(n *ctree.Node) {
	switch n.Kind {
	case ctree.NodeIf, ctree.NodeWhile, ctree.NodeDo, ctree.NodeFor:
		one := checkWalk{g: k.g, c: k.c, fn: k.fn}
		if one.only(n) && one.checks > 0 && !slices.ContainsFunc(one.sets, func(v string) bool { return k.readAfter(n, v) }) {
			k.c.add(k.g, n)
			return
		}
	case ctree.NodeExpr:
		if len(n.Kids) == 1 && n.Kids[0].Kind == ctree.NodeCall && k.c.own[n.Kids[0].Kids[0].Name] {
			k.c.note(k.g, n.Kids[0])
		}
	}
	for _, kid := range n.Kids {
		k.outermost(kid)
	}
}

// only reports whether a statement does nothing but check, and notes what it
// assigns on the way.
func (k *checkWalk) only(n *ctree.Node) bool {
	all := func(kids []*ctree.Node) bool {
		return !slices.ContainsFunc(kids, func(n *ctree.Node) bool { return !k.only(n) })
	}
	switch n.Kind {
	case ctree.NodeBlock, ctree.NodeLabel:
		return all(n.Kids)
	case ctree.NodeIf, ctree.NodeWhile, ctree.NodeDo, ctree.NodeFor:
		return all(n.Kids)
	case ctree.NodeJump:
		return n.Op != "goto" || k.g.protect.check(k.g, n) && k.seen()
	case ctree.NodeReturn:
		return len(n.Kids) == 0
	case ctree.NodeExpr:
		if len(n.Kids) == 0 {
			return true
		}
		e := n.Kids[0]
		if k.g.protect.check(k.g, e) || e.Kind == ctree.NodeCall && k.c.own[e.Kids[0].Name] {
			return k.seen()
		}
		return k.only(e)
	case ctree.NodeDeclare:
		for _, v := range n.Vars {
			k.sets = append(k.sets, v.Name)
		}
		return !slices.ContainsFunc(n.Kids, func(init *ctree.Node) bool { return !all(init.Kids) })
	case ctree.NodeAssign, ctree.NodeStep:
		if n.Kids[0].Kind != ctree.NodeName || k.local(n.Kids[0].Name) == nil {
			return false
		}
		k.sets = append(k.sets, n.Kids[0].Name)
		return all(n.Kids[1:])
	case ctree.NodeSwitch, ctree.NodeOtherStmt:
		return false
	}
	ok := true // an expression
	walk(n, func(n *ctree.Node) {
		if n.Kind == ctree.NodeAssign || n.Kind == ctree.NodeStep || n.Kind == ctree.NodeOpaque && strings.Contains(k.g.text(n), "(") {
			ok = false
		}
		if n.Kind == ctree.NodeCall {
			ok = ok && !k.g.protect.input(n)
		}
	})
	return ok
}

func (k *checkWalk) seen() bool {
	k.checks++
	return true
}

// local is the declaration of a variable of the function, nil of others.
func (k *checkWalk) local(name string) (at *ctree.Node) {
	walk(k.fn.Body, func(n *ctree.Node) {
		if n.Kind == ctree.NodeDeclare && !n.Static && slices.ContainsFunc(n.Vars, func(v ctree.Var) bool { return v.Name == name }) {
			at = n
		}
	})
	return at
}

// readAfter reports whether a variable may be read after a statement, other than
// by what assigns to it first: the first that comes after it in the text, or in a
// loop around it, is no assignment.
func (k *checkWalk) readAfter(of *ctree.Node, name string) bool {
	inside := map[*ctree.Node]bool{}
	walk(of, func(n *ctree.Node) { inside[n] = true })
	if d := k.local(name); d != nil && inside[d] {
		return false
	}
	after := false
	first := func(nodes []*ctree.Node) (reads bool) {
		for _, n := range nodes {
			if n.Kind == ctree.NodeAssign && n.Op == "=" && n.Kids[0].Kind == ctree.NodeName && n.Kids[0].Name == name {
				return mentions(n.Kids[1], name, k.g)
			}
			if mentionsItself(n, name, k.g) {
				return true
			}
		}
		return false
	}
	var order []*ctree.Node
	var loops []*ctree.Node
	var visit func(n *ctree.Node, around []*ctree.Node)
	visit = func(n *ctree.Node, around []*ctree.Node) {
		if n == of {
			loops, after = around, true
			return
		}
		if after && !inside[n] {
			order = append(order, n)
		}
		if n.Kind == ctree.NodeWhile || n.Kind == ctree.NodeDo || n.Kind == ctree.NodeFor {
			around = append(slices.Clone(around), n)
		}
		for _, kid := range n.Kids {
			visit(kid, around)
		}
	}
	visit(k.fn.Body, nil)
	if first(order) {
		return true
	}
	for _, loop := range loops {
		var again []*ctree.Node
		walk(loop, func(n *ctree.Node) {
			if !inside[n] {
				again = append(again, n)
			}
		})
		if first(again) {
			return true
		}
	}
	return false
}

// mentions reports whether a node has a name in it.
func mentions(n *ctree.Node, name string, g *generator) bool {
	found := false
	walk(n, func(n *ctree.Node) { found = found || mentionsItself(n, name, g) })
	return found
}

// mentionsItself is mentions for a node without what is below it.
func mentionsItself(n *ctree.Node, name string, g *generator) bool {
	return n.Kind == ctree.NodeName && n.Name == name || n.Kind == ctree.NodeOpaque && slices.Contains(words(g.text(n)), name)
}

// ways are the texts of a condition: of a comparison also with the operands the
// other way round, and of its opposite.
func ways(g *generator, n *ctree.Node) (out []string) {
	if !isRelation(n.Op) {
		return []string{g.text(n)}
	}
	for _, op := range []string{n.Op, opposites[n.Op]} {
		prec := operatorPrecedence(op)
		a, b := n.Kids[0], n.Kids[1]
		out = append(out, g.operand(a, prec)+" "+op+" "+g.operand(b, prec+1), g.operand(b, prec)+" "+mirrored[op]+" "+g.operand(a, prec+1))
	}
	return out
}

var (
	opposites = map[string]string{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
	mirrored  = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
)

// failing reports whether a statement is a failure, without a condition.
func (p *protection) failing(g *generator, n *ctree.Node) bool {
	for n.Kind == ctree.NodeBlock || n.Kind == ctree.NodeLabel {
		if len(n.Kids) == 0 {
			return false
		}
		n = n.Kids[0]
	}
	return p.reports(n) || n.Kind == ctree.NodeJump && p.check(g, n)
}

// note adds a node to those of assertions.
func (c *check) note(g *generator, n *ctree.Node) {
	if _, known := c.file[n]; n != nil && !known {
		c.nodes = append(c.nodes, n)
		c.file[n] = g.file
	}
}

// add adds a statement that only checks: as a whole, if its limits are known, and
// what decides about it.
func (c *check) add(g *generator, n *ctree.Node) {
	walk(n, func(n *ctree.Node) {
		switch n.Kind {
		case ctree.NodeIf, ctree.NodeWhile, ctree.NodeDo, ctree.NodeFor:
			c.note(g, n)
			for _, k := range n.Kids {
				if k.Kind >= ctree.NodeName || k.Kind == ctree.NodeDeclare {
					c.note(g, k)
				}
				if k.Kind >= ctree.NodeName && k != n.Init && k != n.Step && k.Kind == ctree.NodeBinary && g.text(k) != "" && !slices.ContainsFunc(n.Kids, func(k *ctree.Node) bool { return g.protect.failing(g, k) }) {
					c.guards = append(c.guards, ways(g, k)...)
				}
			}
		case ctree.NodeExpr:
			for _, k := range n.Kids {
				c.note(g, k)
			}
		}
	})
}

// region is a part of a text with what becomes of the values in it.
type region struct {
	ctree.Extent
	to       string // the name that they become the value of, "" if they are checked
	argument bool   // of a call
	named    bool   // of a declaration, or an assignment: the name itself
}

// serves knows which names of a program give their values to assertions alone.
type serves struct {
	texts   map[string][]byte
	regions map[string][]region  // by file
	scopes  map[string][]scope   // by file
	uses    map[string][]*region // by name, see scoped: the innermost regions
	sets    map[string]int       // how often a name gets a value
	only    map[string]bool      // names whose values flow only to assertions
}

// scope is a function with the names that it declares.
type scope struct {
	ctree.Extent
	fn    string
	names map[string]bool
}

// findServing finds the names that serve assertions alone: each of their uses is
// in one, or gives the value to another such name.
func (s *search) findServing(c *check) *serves {
	v := &serves{texts: s.texts, regions: map[string][]region{}, scopes: map[string][]scope{}, uses: map[string][]*region{}, sets: map[string]int{}, only: map[string]bool{}}
	for file, tree := range s.trees {
		for _, f := range tree.Funcs {
			if f.Body == nil {
				continue
			}
			sc := scope{ctree.Extent{Start: f.At, End: f.Body.End}, f.Name, map[string]bool{}}
			for _, p := range f.Params {
				sc.names[p.Name] = true
			}
			walk(f.Body, func(n *ctree.Node) {
				for _, x := range n.Vars {
					sc.names[x.Name] = true
				}
			})
			v.scopes[file] = append(v.scopes[file], sc)
		}
	}
	for file, tree := range s.trees {
		v.divide(c, file, tree, s.trees)
	}
	for file := range s.texts {
		v.locate(file)
	}
	for more := true; more; {
		more = false
		for key := range v.only {
			if v.only[key] && slices.ContainsFunc(v.uses[key], func(r *region) bool { return !v.serve(r) }) {
				v.only[key], more = false, true
			}
		}
	}
	return v
}

// locate finds the innermost region of each identifier of a file. Regions are
// nested.
func (v *serves) locate(file string) {
	regions := v.regions[file]
	slices.SortStableFunc(regions, func(a, b region) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	var open []*region
	next := 0
	for name, at := range identifiers(v.texts[file]) {
		for ; next < len(regions) && regions[next].Start <= at; next++ {
			open = append(open, &regions[next])
		}
		for len(open) > 0 && open[len(open)-1].End <= at {
			open = open[:len(open)-1]
		}
		var in *region
		if len(open) > 0 {
			in = open[len(open)-1]
		}
		key := v.scoped(file, name, at)
		v.uses[key], v.only[key] = append(v.uses[key], in), true
	}
}

// serve reports whether a use of a name in a region, nil if it is in none, does
// nothing but serve an assertion.
func (v *serves) serve(r *region) bool {
	return r != nil && (r.named || r.to == "" || v.only[r.to])
}

// innermost is the smallest region around a part of a text, nil if there is none.
func (v *serves) innermost(file string, from, to int) (best *region) {
	rs := v.regions[file]
	for i := range rs {
		if r := &rs[i]; r.Start <= from && to <= r.End && (best == nil || r.End-r.Start < best.End-best.Start) {
			best = r
		}
	}
	return best
}

// scoped is a name with the function that declares it.
func (v *serves) scoped(file, name string, at int) string {
	for _, sc := range v.scopes[file] {
		if sc.Start <= at && at < sc.End && sc.names[name] {
			return sc.fn + "/" + name
		}
	}
	return name
}

// divide finds the regions of a file.
func (v *serves) divide(c *check, file string, tree *ctree.Tree, trees map[string]*ctree.Tree) {
	src := v.texts[file]
	add := func(r region) {
		if r.Start >= 0 && r.End > r.Start {
			v.regions[file] = append(v.regions[file], r)
		}
	}
	declared := func(vars []ctree.Var) {
		for _, x := range vars {
			if x.At >= 0 && strings.HasPrefix(string(src[x.At:]), x.Name) {
				add(region{Extent: ctree.Extent{Start: x.At, End: x.At + len(x.Name)}, named: true})
			}
		}
	}
	gets := func(to *ctree.Node, name string, values []*ctree.Node) {
		key := v.scoped(file, name, to.Start)
		v.sets[key]++
		for _, x := range values {
			add(region{Extent: x.Extent, to: key})
			walk(x, func(n *ctree.Node) {
				if n.Kind == ctree.NodeCall {
					v.sets[key]++ // computed
				}
			})
		}
	}
	for _, n := range c.nodes {
		if c.file[n] == file {
			add(region{Extent: n.Extent})
		}
	}
	declared(tree.Globals)
	for _, n := range tree.Inits {
		gets(n, n.Op, n.Kids)
	}
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		declared(f.Params)
		if c.own[f.Name] {
			add(region{Extent: ctree.Extent{Start: f.At, End: f.Body.End}})
			continue
		}
		var visit func(n *ctree.Node, checks bool)
		visit = func(n *ctree.Node, checks bool) {
			_, check := c.file[n]
			checks = checks || check
			declared(n.Vars)
			switch {
			case checks: // what it assigns is no constant, and gives nothing to others
				if n.Kind == ctree.NodeAssign || n.Kind == ctree.NodeStep {
					v.sets[v.scoped(file, target(n), n.Start)] += 2
				}
			case n.Kind == ctree.NodeInit:
				gets(n, n.Op, n.Kids)
			case n.Kind == ctree.NodeAssign && n.Unused && n.Op == "=" && n.Kids[0].Kind == ctree.NodeName:
				add(region{Extent: n.Kids[0].Extent, named: true})
				gets(n.Kids[0], n.Kids[0].Name, n.Kids[1:])
			case n.Kind == ctree.NodeCall:
				if g := definition(trees, n.Kids[0].Name); g != nil && !c.own[g.Name] {
					for i, k := range n.Kids[1:min(len(n.Kids), len(g.Params)+1)] {
						if g.Params[i].Name != "" {
							add(region{Extent: k.Extent, to: g.Name + "/" + g.Params[i].Name, argument: true})
						}
					}
				}
			}
			for _, k := range n.Kids {
				visit(k, checks)
			}
		}
		visit(f.Body, false)
	}
	v.defined(file, add)
}

// defined adds the macros of a file that are numbers.
func (v *serves) defined(file string, add func(region)) {
	src := v.texts[file]
	for _, m := range macros(src) {
		v.sets[m.name]++
		add(region{Extent: m.Extent, to: m.name})
		name := m.Start - 1
		for name >= len(m.name) && string(src[name-len(m.name):name]) != m.name {
			name--
		}
		add(region{Extent: ctree.Extent{Start: name - len(m.name), End: name}, named: true})
	}
}

// constant reports whether a name gets one value, which is computed of constants.
func (v *serves) constant(key string, depth int) bool {
	if v.sets[key] != 1 || depth == 0 {
		return false
	}
	for file, rs := range v.regions {
		for _, r := range rs {
			if r.to != key || r.argument {
				continue
			}
			for name, at := range identifiers(v.texts[file][r.Start:r.End]) {
				if !v.constant(v.scoped(file, name, r.Start+at), depth-1) {
					return false
				}
			}
		}
	}
	return true
}

// definition is the definition of a function, nil if there is none.
func definition(trees map[string]*ctree.Tree, name string) *ctree.Func {
	for _, t := range trees {
		for _, f := range t.Funcs {
			if f.Body != nil && f.Name == name {
				return f
			}
		}
	}
	return nil
}

// mostDerived is how far constants that are computed of others are followed.
const mostDerived = 8

// serves says whether an edit changes a value that only assertions see: that of a
// constant, or of an argument for one.
func (v *serves) serves(e Edit) bool {
	r := v.innermost(e.File, e.Start, e.End)
	return r != nil && !r.named && r.to != "" && v.only[r.to] && (r.argument || v.constant(r.to, mostDerived))
}

// identifiers are the identifiers of a C text, without those in comments and
// literals, and where they are.
func identifiers(src []byte) func(yield func(string, int) bool) {
	text := string(src)
	return func(yield func(string, int) bool) {
		for i := 0; i < len(text); {
			switch c := text[i]; {
			case strings.HasPrefix(text[i:], "/*"):
				end := strings.Index(text[i+2:], "*/")
				if end < 0 {
					return
				}
				i += end + 4
			case strings.HasPrefix(text[i:], "//"):
				end := strings.IndexByte(text[i:], '\n')
				if end < 0 {
					return
				}
				i += end
			case c == '"' || c == '\'':
				for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
					if text[i] == '\\' {
						i++
					}
				}
				i++
			case isName("x" + text[i:i+1]):
				j := i
				for j < len(text) && isName("x"+text[j:j+1]) {
					j++
				}
				if _, err := strconv.Atoi(text[i : i+1]); err != nil && !yield(text[i:j], i) {
					return
				}
				i = j
			default:
				i++
			}
		}
	}
}

// asksGuard reports whether an edit puts a condition somewhere by which an
// assertion is checked or not, so that the program does nothing then.
func (s *search) asksGuard(c *check, e Edit) bool {
	old, _ := fold(string(s.texts[e.File][e.Start:e.End]))
	return slices.ContainsFunc(c.guards, func(g string) bool {
		return occurs(e.Text, g) > occurs(old, g)
	})
}

// occurs counts where a piece of C stands in a text, not as a part of longer names.
func occurs(text, piece string) (n int) {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], piece)
		if i < 0 {
			return n
		}
		at += i
		end := at + len(piece)
		if (at == 0 || !isName("x"+text[at-1:at]) || !isName("x"+piece[:1])) && (end == len(text) || !isName("x"+text[end:end+1])) {
			n++
		}
	}
}
