package repair

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/interp"
)

// Disarmed says how a change would make a failure disappear without any merit.
type Disarmed uint8

// The ways to disarm an assertion.
const (
	Armed        Disarmed = iota // it is as strict as before
	Touched                      // the text of the assertion, or of an input, is changed
	Unreached                    // the failing run does not come to what failed
	MadeConstant                 // something becomes constant that was not
	Overwritten                  // what the assertion reads is set for it
	OnlyForCheck                 // what is changed is read by the assertion alone
	FewerInputs                  // the failing run reads fewer inputs
	Unused                       // statements that were executed are in no run any more
	Guarded                      // it asks whether the assertion is checked
)

var disarmedNames = [...]string{
	"armed", "changes the assertion or an input", "what failed is not reached", "makes something constant",
	"sets what the assertion reads", "changes what only the assertion reads", "reads fewer inputs",
	"makes statements unreachable", "asks whether the assertion is checked",
}

func (d Disarmed) String() string { return disarmedNames[d] }

// checkpoint is a statement by which the failing run comes to its failure: the
// condition of the assertion, or a call that is open there.
type checkpoint struct{ proc, text string }

// checkpointOf names the statement that a location is left by.
func checkpointOf(l *cfg.Loc) checkpoint { return checkpoint{l.Proc.Name, l.Out[0].Text} }

// check is what is known about the failed assertion.
type check struct {
	points []checkpoint
	at     []fault.Line // of points
	// access is the kind of statement whose behaviour is undefined, nil if it is
	// not known: what a change puts in its place, or before it, is in its line, too.
	access reflect.Type
	inputs int // that the failing run asks for
	reads  map[string]bool
	nodes  []*ctree.Node // assertions and inputs in the text
	file   map[*ctree.Node]string
	guards []string            // conditions that decide only whether something is checked
	serves *serves             // nil where something else fails than an assertion
	own    map[string]bool     // functions that check
	lines  map[fault.Line]bool // of assertions
	used   *executed           // by the original
	came   came                // the failing run of the schema
}

// executed is what runs execute: the statements of the user, by their text.
type executed struct {
	failing, right map[checkpoint]fault.Line // by the failing run, by those that pass
	inputs         int                       // that the failing run asks for
	status         interp.Status             // of the failing run
}

// checked finds out about the failed assertion.
func (s *search) checked(ctx context.Context) (*check, error) {
	rec, err := s.in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	c := &check{file: map[*ctree.Node]string{}, reads: map[string]bool{}, own: map[string]bool{}, lines: map[fault.Line]bool{}}
	var calls []*cfg.Edge // open
	var branch *cfg.Loc
	for inst := range rec.All(0) {
		switch e := inst.Edge; x := e.Stmt.(type) {
		case *cfg.Call:
			calls = append(calls, e)
		case *cfg.Return:
			calls = calls[:max(0, len(calls)-1)]
		case *cfg.Havoc:
			if x.Kind == cfg.Nondet {
				c.inputs++
			}
		default:
			if fault.IsBranch(e) {
				branch = e.From
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	if branch != nil {
		c.points, c.at = append(c.points, checkpointOf(branch)), append(c.at, fault.LineOf(branch.Out[0].Pos))
	}
	for _, e := range calls {
		c.points, c.at = append(c.points, checkpointOf(e.From)), append(c.at, fault.LineOf(e.From.Out[0].Pos))
	}
	if f := s.in.Failure; f.Kind == fault.UndefinedBehavior {
		c.at = []fault.Line{fault.LineOf(f.Pos)}
		switch {
		case f.Edge == nil:
		case fault.LineOf(f.Edge.Pos) == c.at[0]:
			c.access = reflect.TypeOf(f.Edge.Stmt)
		case len(calls) > 0: // in a function of the library that is written in C
			c.access = reflect.TypeOf(calls[0].Stmt)
		}
	}
	for name, tree := range s.trees {
		g := &generator{file: name, src: s.texts[name], tree: tree}
		g.protect = newProtection(tree, s.in.Source.Execute.ErrorFuncs, true)
		for _, f := range tree.Funcs {
			if f.Body == nil {
				continue
			}
			if g.protect.function(f.Name) {
				c.own[f.Name] = true
				continue
			}
			walk(f.Body, func(n *ctree.Node) {
				switch {
				case g.protect.check(g, n):
					c.note(g, n)
					c.lines[fault.Line{File: name, N: lineOf(g.src, max(n.Start, 0))}] = true
					c.read(g, n)
				case g.protect.input(n):
					c.note(g, n)
				case g.protect.decides(g, n):
					c.note(g, n.Kids[0])
					c.lines[fault.Line{File: name, N: lineOf(g.src, max(n.Start, 0))}] = true
					c.read(g, n.Kids[0])
				}
			})
		}
	}
	if s.in.Failure.Kind == fault.FailedAssertion {
		s.checkingStatements(c)
	}
	s.serving(c)
	if s.in.Failure.Kind == fault.FailedAssertion {
		c.serves = s.findServing(c)
	}
	return c, nil
}

// serving adds the functions that are called in assertions only to those that
// check: they say what should be. One whose result is compared there is what is
// tested, as in assert(max(2, 3) == 3).
func (s *search) serving(c *check) {
	for {
		inside, outside := map[string]bool{}, map[string]bool{}
		for file, tree := range s.trees {
			g := &generator{src: s.texts[file]}
			for _, f := range tree.Funcs {
				if f.Body == nil {
					continue
				}
				tested := map[string]bool{}
				walk(f.Body, func(n *ctree.Node) {
					if n.Kind == ctree.NodeCall && c.own[n.Kids[0].Name] && len(n.Kids) > 2 { // it compares its arguments
						for _, k := range n.Kids[1:] {
							walk(k, func(n *ctree.Node) {
								if n.Kind == ctree.NodeCall {
									tested[n.Kids[0].Name] = true
								}
							})
						}
					}
					if n.Kind == ctree.NodeOpaque || n.Kind == ctree.NodeBinary {
						for _, name := range comparedCalls(g.text(n)) {
							tested[name] = true
						}
					}
				})
				var visit func(n *ctree.Node, checks bool)
				visit = func(n *ctree.Node, checks bool) {
					checks = checks || slices.Contains(c.nodes, n)
					names := []string{n.Name}
					if n.Kind == ctree.NodeOpaque {
						names = words(g.text(n))
					}
					for _, name := range names {
						if checks && (c.own[f.Name] || !tested[name]) {
							inside[name] = true
						} else {
							outside[name] = true
						}
					}
					for _, k := range n.Kids {
						visit(k, checks)
					}
				}
				visit(f.Body, c.own[f.Name])
			}
		}
		more := false
		for file, tree := range s.trees {
			for _, f := range tree.Funcs {
				if f.Body != nil && f.Name != "main" && !c.own[f.Name] && inside[f.Name] && !outside[f.Name] {
					c.own[f.Name], more = true, true
					c.note(&generator{file: file}, f.Body)
				}
			}
		}
		if !more {
			return
		}
	}
}

// comparedCalls are the functions whose calls a text compares with something.
func comparedCalls(text string) (names []string) {
	inName := func(i int) bool { return i >= 0 && i < len(text) && isName("x"+text[i:i+1]) }
	compares := func(text string) bool { // begins with a comparison
		return len(text) > 1 && (text[:2] == "==" || text[:2] == "!=" || (text[0] == '<' || text[0] == '>') && text[1] != text[0])
	}
	for i := 0; i < len(text); i++ {
		if !inName(i) || inName(i-1) {
			continue
		}
		end := i
		for inName(end) {
			end++
		}
		if end == len(text) || text[end] != '(' {
			continue
		}
		depth, k := 0, end
		for ; k < len(text); k++ {
			if text[k] == '(' {
				depth++
			} else if text[k] == ')' {
				depth--
				if depth == 0 {
					break
				}
			}
		}
		after := strings.TrimLeft(text[min(k+1, len(text)):], " \t\n")
		before := strings.TrimRight(text[:i], " \t\n")
		if n := len(before); compares(after) || n > 1 && (compares(before[n-2:]) && before[n-1] == '=' || compares(before[n-1:]+" ") && before[n-2] != before[n-1] && before[n-2] != '-') {
			names = append(names, text[i:end])
		}
	}
	return names
}

// read notes the names in an assertion.
func (c *check) read(g *generator, n *ctree.Node) {
	if n.Kind == ctree.NodeOpaque { // of a macro: all words
		for _, w := range words(g.text(n)) {
			c.reads[w] = true
		}
		return
	}
	walk(n, func(n *ctree.Node) {
		if n.Kind == ctree.NodeName {
			c.reads[n.Name] = true
		}
	})
}

// words lists the identifiers in a text.
func words(text string) []string {
	var out []string
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && isName("x"+text[j:j+1]) {
			j++
		}
		if j > i && isName(text[i:j]) {
			out = append(out, text[i:j])
		}
		i = max(j, i+1)
	}
	return out
}

// disarms looks at a change alone, by its text.
func (s *search) disarms(c *check, t *Change) Disarmed {
	for _, part := range t.parts {
		if d := s.disarms(c, part); d != Armed {
			return d
		}
	}
	if t.parts != nil {
		return Armed
	}
	if t.Kind == Deletion && s.accessAt(t) {
		return Unreached
	}
	switch t.Kind {
	case Fixed, Jump: // after a jump nothing is executed
		return MadeConstant
	case Constant:
		if !t.literal {
			return MadeConstant
		}
	}
	for _, e := range t.Edits {
		tree := s.trees[e.File]
		for _, n := range c.nodes {
			if c.file[n] == e.File && e.Start < n.End && n.Start < e.End {
				return Touched
			}
		}
		if c.serves != nil && c.serves.serves(e) {
			return OnlyForCheck
		}
		if s.asksGuard(c, e) {
			return Guarded
		}
		if s.cancels(tree, e) {
			return MadeConstant
		}
		target := assigned(e.Text)
		if target == "" {
			target = assignedAt(tree, e)
		}
		if target == "" || !c.reads[target] {
			continue
		}
		if t.Kind == Copy || t.Kind == Initial || !s.assigns(c, target) {
			return Overwritten
		}
		if !usedElsewhere(s.trees, c, target) && !s.computes(c, target) {
			return OnlyForCheck
		}
	}
	return Armed
}

// accessAt reports whether a change is made in the line whose access or operation
// is undefined. A second free of a block, on the other hand, may be superfluous.
func (s *search) accessAt(t *Change) bool {
	f := s.in.Failure
	if f.Kind != fault.UndefinedBehavior || fault.LineOf(f.Pos) != (fault.Line{File: t.file, N: t.line}) {
		return false
	}
	switch f.Fault {
	case interp.DoubleFree, interp.BadFree, interp.Leak, interp.LibraryError, interp.BadCall:
		return false
	}
	return true
}

// cancels reports whether an edit makes both operands of an operator the same,
// as in x < x, or the opposite of each other, or assigns something to itself.
func (s *search) cancels(tree *ctree.Tree, e Edit) bool {
	g := generator{src: s.texts[e.File]}
	text := strings.TrimPrefix(e.Text, "-")
	found := false
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *ctree.Node) {
			if n.Kind == ctree.NodeBinary && !isLogical(n.Op) || n.Kind == ctree.NodeAssign && n.Op == "=" {
				for i, k := range n.Kids {
					found = found || k.Extent == e.Extent && g.text(n.Kids[1-i]) == text
				}
			}
		})
	}
	return found
}

// used collects what the failing run and the sampled ones of a program execute.
func (s *search) used(ctx context.Context, prog *program) *executed {
	x := &executed{failing: map[checkpoint]fault.Line{}, right: map[checkpoint]fault.Line{}}
	since := map[checkpoint]fault.Line{} // the last branch: in a run that fails, what reports it
	run := func(t *fault.Test, into map[checkpoint]fault.Line) interp.Status {
		session := prog.session(fault.Config(prog.prog, t, s.in.Budget))
		session.SetContext(ctx)
		got := session.Watch(func(inst *cfg.Instance) bool {
			e := inst.Edge
			if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet && t == s.in.Failing {
				x.inputs++
			}
			if _, ok := e.Stmt.(*cfg.Call); ok || fault.Shown(e) {
				since[checkpointOf(e.From)] = fault.LineOf(e.Pos)
			}
			if fault.IsBranch(e) {
				maps.Copy(into, since)
				clear(since)
			}
			return true
		})
		if got.Status == interp.Exited || got.Status == interp.InputsEnded {
			maps.Copy(into, since)
		}
		clear(since)
		return got.Status
	}
	x.status = run(s.in.Failing, x.failing)
	for _, r := range s.passing {
		run(r.test, x.right)
	}
	return x
}

// by reports whether some run executes a statement.
func (x *executed) by(p checkpoint) bool {
	_, failing := x.failing[p]
	_, right := x.right[p]
	return failing || right
}

// needed are the statements that some run has to execute with a change, too. If
// right runs come to what failed they are those of these: what only the failing
// run executes may be what is wrong.
func (x *executed) needed(points []checkpoint) map[checkpoint]fault.Line {
	if slices.ContainsFunc(points, func(p checkpoint) bool { _, ok := x.right[p]; return !ok }) {
		all := maps.Clone(x.right)
		maps.Copy(all, x.failing)
		return all
	}
	return x.right
}

// schemaLines is how many lines the text of a schema has before those of the
// program.
const schemaLines = 1

// came is how far a run comes: the lines of the assertions and of the check that
// failed, how many inputs it asks for once the program is initialised, and how
// many steps it takes.
type came struct {
	lines         map[fault.Line]bool
	inputs, steps int
}

// comes executes the failing run with changes of the schema.
func (s *search) comes(ctx context.Context, c *check, at []choice) came {
	x := came{lines: map[fault.Line]bool{}}
	x.steps = s.prog.changed(ctx, s.failing[0], at).Watch(func(inst *cfg.Instance) bool {
		e := inst.Edge
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet {
			x.inputs++
		}
		if l := (fault.Line{File: e.Pos.File, N: e.Pos.Line - schemaLines}); c.lines[l] || slices.Contains(c.at, l) && (c.access == nil || reflect.TypeOf(e.Stmt) == c.access) {
			x.lines[l] = true
		}
		return true
	}).Steps
	return x
}

// ended is the share of the steps up to undefined behaviour that a run has to
// take with a change: one that ends earlier does not come there.
const ended = 0.75

// evades says whether the failing run with a change of the schema comes to what
// was checked. It is quicker than reaches, and less exact.
func (s *search) evades(ctx context.Context, c *check, t *Change) Disarmed {
	if c.came.lines == nil {
		c.came = s.comes(ctx, c, nil)
	}
	x := s.comes(ctx, c, t.at)
	if x.inputs < c.came.inputs {
		return FewerInputs
	}
	if s.in.Failure.Kind != fault.FailedAssertion {
		if float64(x.steps) < ended*float64(c.came.steps) || c.misses(x) {
			return Unreached
		}
		return Armed
	}
	for l := range x.lines {
		if c.lines[l] && !c.came.lines[l] { // another assertion instead
			return Armed
		}
	}
	if c.misses(x) {
		return Unreached
	}
	return Armed
}

// misses reports whether a run does not come to what failed.
func (c *check) misses(x came) bool {
	return slices.ContainsFunc(c.at, func(l fault.Line) bool { return c.came.lines[l] && !x.lines[l] })
}

// reaches executes a changed program and says whether the failing run still
// comes to the assertion, or to another one instead, with as many inputs, and
// whether the statements that are needed are still executed in some run.
func (s *search) reaches(ctx context.Context, c *check, own *program, t *Change) Disarmed {
	if c.used == nil {
		c.used = s.used(ctx, &program{prog: s.in.Prog})
	}
	x := s.used(ctx, own)
	missed := func(p checkpoint) bool { _, ok := x.failing[p]; return !ok }
	instead := func() bool {
		for p, l := range x.failing {
			if _, before := c.used.failing[p]; !before && c.lines[l] {
				return true
			}
		}
		return false
	}
	asserts := s.in.Failure.Kind == fault.FailedAssertion
	switch {
	case x.status != interp.Exited && x.status != interp.InputsEnded:
		return Unreached
	case x.inputs < c.inputs:
		return FewerInputs
	case asserts && slices.ContainsFunc(c.points, missed):
		if !instead() {
			return Unreached
		}
		return Armed // what only the assertion executes is not needed
	case !asserts:
		return Armed
	}
	for p, l := range c.used.needed(c.points) {
		if !x.by(p) && !c.own[p.proc] && !s.edits(t, l) {
			return Unused
		}
	}
	return Armed
}

// edits reports whether a change touches a line.
func (s *search) edits(t *Change, l fault.Line) bool {
	return slices.ContainsFunc(t.Edits, func(e Edit) bool {
		src := s.texts[e.File]
		return e.File == l.File && lineOf(src, e.Start) <= l.N && l.N <= lineOf(src, e.End)
	})
}
