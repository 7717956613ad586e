package repair

import (
	"math"
	"reflect"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/repair/candidate"
)

// check is what of the text only checks the program or gives it inputs: to change it
// makes an assertion hold without repairing anything. Names are known by what they
// are declared as.
type check struct {
	*candidate.Protection
	trees map[string]*ctree.Tree
	texts map[string][]byte
	nodes []*ctree.Node // assertions, inputs, and what does nothing but check
	file  map[*ctree.Node]string
	reads map[ctree.Object]bool // by assertions
	own   map[ctree.Object]bool // functions that check
	// helps are functions that only assertions call, to see what others have done:
	// in assert(count(list, x) == 0), count. The fault may be in one of them, but is
	// rather in what they look at.
	helps map[ctree.Object]bool
	lines map[fault.Line]bool // of assertions
	flows *flows              // nil where something else fails than an assertion
	run   checkedRun
}

// checkedRun is how the failing run comes to what failed.
type checkedRun struct {
	known  bool
	points []checkpoint
	at     []fault.Line // of points
	// access is the kind of statement whose behaviour is undefined, nil if it is
	// not known: what a change puts in its place, or before it, is in its line, too.
	access reflect.Type
	inputs int       // that it asks for
	asks   string    // the function of the assertion, or the one that calls one that does nothing but check; "" if it is main
	used   *executed // by the original
	came   came      // the run of the schema
	right  []came    // by passing run
}

// executed is what runs execute: the statements of the user, by their text.
type executed struct {
	failing, right map[checkpoint]fault.Line // by the failing run, by those that pass
	agreed         map[checkpoint]fault.Line // by the failing run, up to the last assertion that holds; nil if none does
	inputs         int                       // that the failing run asks for
	status         interp.Status             // of the failing run
}

// came is how far a run comes: the lines of the assertions and of the check that
// failed, how many inputs it asks for once the program is initialised, how many
// steps it takes, and what the program's functions return.
type came struct {
	lines         map[fault.Line]bool
	inputs, steps int
	results       map[string][]uint64 // by function
	aborts        bool
	gaveUp        bool // it ends with a status that says so
	asks          bool // the function that checks is called
	own           bool // a statement is executed in the line of the change
}

// checkpoint is a statement by which the failing run comes to its failure: the
// condition of the assertion, or a call that is open there.
type checkpoint struct{ proc, text string }

// newCheck looks for what checks a program. What does nothing but check an assertion
// is looked for only if asserted says that one failed. executes says which
// functions the failing run executes.
func newCheck(p *candidate.Protection, trees map[string]*ctree.Tree, texts map[string][]byte, prog *cfg.Program, asserted bool, executes func(file string, f *ctree.Func) bool) *check {
	c := &check{Protection: p, trees: trees, texts: texts, file: map[*ctree.Node]string{}, reads: map[ctree.Object]bool{},
		own: map[ctree.Object]bool{}, helps: map[ctree.Object]bool{}, lines: map[fault.Line]bool{}}
	c.functions(func(file string, f *ctree.Func) {
		if p.Checks[f.Object] {
			c.own[f.Object] = true
			c.note(file, f.Body)
			return
		}
		candidate.Walk(f.Body, func(n *ctree.Node) {
			checked := n
			switch {
			case p.Check(n):
			case p.Input(n):
				c.note(file, n)
				return
			case p.Decides(n):
				checked = n.Kids[0]
			default:
				return
			}
			c.note(file, checked)
			c.lines[fault.Line{File: file, N: candidate.LineOf(texts[file], max(n.Start, 0))}] = true
			checked.Walk(func(n *ctree.Node) {
				if n.Kind == ctree.NodeName {
					c.reads[n.Object] = true
				}
			})
		})
	})
	c.notePurposes(prog, asserted)
	c.serving(executes)
	if asserted {
		c.flows = findFlows(c)
	}
	return c
}

// functions calls f for the functions of all files.
func (c *check) functions(f func(file string, fn *ctree.Func)) {
	for file, tree := range c.trees {
		for _, fn := range tree.Funcs {
			if fn.Body != nil {
				f(file, fn)
			}
		}
	}
}

// tested visits the nodes of all functions but those that check.
func (c *check) tested(visit func(*ctree.Node)) {
	c.functions(func(_ string, f *ctree.Func) {
		if !c.own[f.Object] {
			candidate.Walk(f.Body, visit)
		}
	})
}

// unchecked visits the nodes of all functions and initialisers that are not part of a check.
func (c *check) unchecked(f func(*ctree.Node)) {
	var visit func(n *ctree.Node)
	visit = func(n *ctree.Node) {
		if c.noted(n) {
			return
		}
		f(n)
		for _, k := range n.Kids {
			visit(k)
		}
	}
	c.functions(func(_ string, fn *ctree.Func) {
		if !c.own[fn.Object] {
			visit(fn.Body)
		}
	})
	for _, tree := range c.trees {
		for _, n := range tree.Inits {
			visit(n)
		}
	}
}

// note adds a node to those that check.
func (c *check) note(file string, n *ctree.Node) {
	if _, known := c.file[n]; n != nil && !known {
		c.nodes = append(c.nodes, n)
		c.file[n] = file
	}
}

// noted reports whether a node is one that checks.
func (c *check) noted(n *ctree.Node) bool {
	_, ok := c.file[n]
	return ok
}

// serving finds the functions that are called in assertions only. They say what
// should be, and so check, unless they change something, or their result is compared there: in
// assert(max(2, 3) == 3), max is tested. Where nothing but main is left, it is they
// that are tested.
func (c *check) serving(executes func(string, *ctree.Func) bool) {
	for more := true; more; {
		more = false
		inside, outside, compared := map[ctree.Object]bool{}, map[ctree.Object]bool{}, map[ctree.Object]bool{}
		all, left := map[ctree.Object]string{}, 0
		c.functions(func(file string, f *ctree.Func) {
			if f.Name != "main" && !c.own[f.Object] && executes(file, f) {
				all[f.Object] = file
				left++
			}
			f.Body.Walk(func(n *ctree.Node) {
				switch {
				case n.Kind == ctree.NodeBinary && candidate.IsRelation(n.Op):
					for _, k := range n.Kids {
						compared[k.Callee()] = true
					}
				case c.own[n.Callee()] && len(n.Kids) > 2: // it compares its arguments
					for _, k := range n.Kids[1:] {
						k.Walk(func(n *ctree.Node) { compared[n.Callee()] = true })
					}
				}
			})
			var visit func(n *ctree.Node, checks bool)
			visit = func(n *ctree.Node, checks bool) {
				checks = checks || c.noted(n)
				if checks {
					n.Walk(func(n *ctree.Node) {
						if n.Kind == ctree.NodeName {
							inside[n.Object] = true
						}
					})
					return
				}
				if n.Kind == ctree.NodeName && n.Object != f.Object {
					outside[n.Object] = true
				}
				for _, k := range n.Kids {
					visit(k, false)
				}
				if n.Expansion != nil {
					visit(n.Expansion, false)
				}
			}
			visit(f.Body, c.own[f.Object])
		})
		var helps []ctree.Object
		for o := range all {
			if inside[o] && !outside[o] && !(compared[o] && c.computesAlone(o)) && !c.acts(o, map[ctree.Object]bool{}) {
				helps = append(helps, o)
			}
		}
		if len(helps) == left {
			return
		}
		for _, o := range helps {
			c.helps[o] = true
			if !compared[o] {
				c.own[o], more = true, true
				c.functions(func(file string, f *ctree.Func) {
					if f.Object == o {
						c.note(file, f.Body)
					}
				})
			}
		}
	}
}

// computesAlone reports whether a function computes from numbers that it is given, and does not
// look at what others have left in memory: then it is what an assertion that compares its
// result is about.
func (c *check) computesAlone(o ctree.Object) bool {
	alone := true
	c.functions(func(_ string, f *ctree.Func) {
		if f.Object != o {
			return
		}
		alone = !slices.ContainsFunc(f.Params, func(p ctree.Var) bool { return !candidate.IsNumber(p.Type.Class) })
		f.Body.Walk(func(n *ctree.Node) {
			alone = alone && (n.Kind != ctree.NodeName || !c.isGlobal(n.Object))
		})
	})
	return alone
}

// acts reports whether a function, or one that it calls, changes variables of others: then an assertion
// that calls it does what is tested, as in assert(push(&stack, 1)).
func (c *check) acts(o ctree.Object, seen map[ctree.Object]bool) bool {
	if seen[o] {
		return false
	}
	seen[o] = true
	found := false
	c.functions(func(_ string, f *ctree.Func) {
		if f.Object != o {
			return
		}
		f.Body.Walk(func(n *ctree.Node) {
			switch n.Kind {
			case ctree.NodeAssign, ctree.NodeStep:
				found = found || c.isGlobal(n.Kids[0].Base()) || leads(n.Kids[0])
			case ctree.NodeCall:
				found = found || n.Callee().Known() && c.acts(n.Callee(), seen)
			}
		})
	})
	return found
}

// leads reports whether an expression leads through a pointer to memory.
func leads(n *ctree.Node) bool {
	for ; len(n.Kids) > 0; n = n.Kids[0] {
		if n.Kind == ctree.NodeMember && n.Op == "->" || n.Kind == ctree.NodeUnary && n.Op == "*" || n.Kind == ctree.NodeIndex && n.Kids[0].Type.Class == ctree.TypePointer {
			return true
		}
	}
	return false
}

// isGlobal reports whether a name is that of a variable outside of functions.
func (c *check) isGlobal(o ctree.Object) bool {
	for _, tree := range c.trees {
		if slices.ContainsFunc(tree.Globals, func(v ctree.Var) bool { return v.Object == o }) {
			return true
		}
	}
	return false
}

// notePurposes notes the conditions and loops that do nothing but check, and the conditions by
// which main ends for inputs that the program need not work with.
func (c *check) notePurposes(prog *cfg.Program, asserted bool) {
	spans := map[string][]span{}
	for _, e := range prog.Edges {
		if src := c.texts[e.Pos.File]; src != nil && e.Pos.IsValid() {
			spans[e.Pos.File] = append(spans[e.Pos.File], span{extentOf(src, e.Pos), e})
		}
	}
	limits, guards := purpose.Limits(prog), map[*cfg.Edge]bool{}
	if asserted {
		guards = purpose.Guards(prog)
	}
	all := func(file string, n *ctree.Node, which map[*cfg.Edge]bool) bool {
		hull, some := hullOf(n), false
		for _, s := range spans[file] {
			if hull.Start <= s.Start && s.End <= hull.End {
				if some = which[s.edge]; !some {
					return false
				}
			}
		}
		return some
	}
	c.functions(func(file string, f *ctree.Func) {
		if c.own[f.Object] {
			return
		}
		var visit func(n *ctree.Node)
		visit = func(n *ctree.Node) {
			switch choice := n.Kind == ctree.NodeIf; {
			case (choice || candidate.IsLoop(n)) && all(file, n, guards):
				c.add(file, n)
				return
			case choice && all(file, n.Kids[0], limits):
				c.note(file, n.Kids[0])
			}
			for _, k := range n.Kids {
				visit(k)
			}
		}
		visit(f.Body)
	})
}

// span is an edge with its text.
type span struct {
	ctree.Extent
	edge *cfg.Edge
}

// extentOf is a range of lines and columns in a text.
func extentOf(src []byte, p cfg.Pos) ctree.Extent {
	at := func(line, col int) int {
		off := 0
		for ; line > 1 && off < len(src); off++ {
			if src[off] == '\n' {
				line--
			}
		}
		return off + col - 1
	}
	return ctree.Extent{Start: at(p.Line, p.Col), End: at(p.EndLine, p.EndCol)}
}

// hullOf is the extent of what is written of a node.
func hullOf(n *ctree.Node) ctree.Extent {
	hull := ctree.Extent{Start: math.MaxInt, End: -1}
	candidate.Walk(n, func(n *ctree.Node) {
		if n.Start >= 0 && n.End > n.Start {
			hull.Start, hull.End = min(hull.Start, n.Start), max(hull.End, n.End)
		}
	})
	return hull
}

// add adds a statement that only checks: as a whole, if its limits are known, and
// what decides about it.
func (c *check) add(file string, n *ctree.Node) {
	candidate.Walk(n, func(n *ctree.Node) {
		switch {
		case n.Kind == ctree.NodeIf || candidate.IsLoop(n):
			c.note(file, n)
			for _, k := range n.Kids {
				if k.Kind >= ctree.NodeName || k.Kind == ctree.NodeDeclare {
					c.note(file, k)
				}
			}
		case n.Kind == ctree.NodeExpr:
			for _, k := range n.Kids {
				c.note(file, k)
			}
		}
	})
}

// mirrored are, by relation, those of the operands the other way round.
var mirrored = map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}

// sets is the variable that an edit gives another value: that of the innermost
// assignment or declaration around it, or of the only one in what it deletes.
func (c *check) sets(e candidate.Edit) (o ctree.Object) {
	var deleted []ctree.Object
	for _, f := range c.trees[e.File].Funcs {
		if f.Body != nil {
			candidate.Walk(f.Body, func(n *ctree.Node) {
				switch t := n.Target(); {
				case !t.Known():
				case n.Start <= e.Start && e.End <= n.End:
					o = t
				case e.Start <= n.Start && n.End <= e.End:
					deleted = append(deleted, t)
				}
			})
		}
	}
	if !o.Known() && len(deleted) == 1 {
		return deleted[0]
	}
	return o
}

// assigns reports whether the program computes a value for a variable, outside of
// assertions: others are parameters and inputs, with which it is to work.
func (c *check) assigns(v ctree.Object) bool {
	found := false
	c.tested(func(n *ctree.Node) {
		found = found || n.Target() == v && (n.Kind != ctree.NodeInit || len(n.Kids) > 0 && !c.noted(n.Kids[0])) ||
			n.Kind == ctree.NodeAddr && n.Kids[0].Base() == v
	})
	return found
}

// computes reports whether a variable that only assertions read is what the
// program computes, and not what it notes for them: it is computed in several
// places, not only set to numbers, and assertions compare it with nothing else
// that the program works with.
func (c *check) computes(v ctree.Object) bool {
	places, computed := 0, false
	c.tested(func(n *ctree.Node) {
		if n.Target() == v && n.Kind != ctree.NodeStep && len(n.Kids) > 0 {
			places++
			computed = computed || n.Kids[len(n.Kids)-1].Kind != ctree.NodeNumber
		}
	})
	if places < 2 || !computed {
		return false
	}
	for other := range c.reads {
		if other != v && c.assigns(other) && c.usedElsewhere(other) {
			return false
		}
	}
	return true
}

// usedElsewhere reports whether a variable is read outside of assertions and of
// the assignments to itself.
func (c *check) usedElsewhere(v ctree.Object) bool {
	found := false
	var visit func(n *ctree.Node)
	visit = func(n *ctree.Node) {
		switch {
		case c.noted(n),
			n.Kind == ctree.NodeAssign && n.Kids[0].Kind == ctree.NodeName && n.Kids[0].Object == v,
			n.Kind == ctree.NodeStep && n.Unused && n.Kids[0].Object == v:
			return
		case n.Kind == ctree.NodeName && n.Object == v:
			found = true
		}
		for _, k := range n.Kids {
			visit(k)
		}
		if n.Expansion != nil {
			visit(n.Expansion)
		}
	}
	c.functions(func(_ string, f *ctree.Func) {
		if !c.own[f.Object] {
			visit(f.Body)
		}
	})
	return found
}
