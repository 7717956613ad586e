package repair

import (
	"context"
	"maps"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/interp"
)

// Disarmed says how a change would make a failure disappear without any merit.
type Disarmed uint8

// The ways to disarm an assertion.
const (
	Armed        Disarmed = iota // it is as strict as before
	Touched                      // the text of the assertion, or of an input, is changed
	Unreached                    // the failing run does not come to the assertion
	Settled                      // something becomes constant that was not
	Overwritten                  // what the assertion reads is set for it
	OnlyForCheck                 // what is changed is read by the assertion alone
	Deaf                         // the failing run reads fewer inputs
	Unused                       // statements that were executed are in no run any more
)

var disarmedNames = [...]string{
	"armed", "changes the assertion or an input", "the assertion is not reached", "makes something constant",
	"sets what the assertion reads", "changes what only the assertion reads", "reads fewer inputs",
	"makes statements unreachable",
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
	inputs int // that the failing run asks for
	reads  map[string]bool
	nodes  []*frontend.Node // assertions and inputs in the text
	own    map[string]bool  // functions that check
	used   map[checkpoint]fault.Line
}

// checked finds out about the failed assertion.
func (s *search) checked(ctx context.Context) (*check, error) {
	rec, err := s.in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	c := &check{reads: map[string]bool{}, own: map[string]bool{}}
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
		c.points = append(c.points, checkpointOf(branch))
	}
	for _, e := range calls {
		c.points = append(c.points, checkpointOf(e.From))
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
			walk(f.Body, func(n *frontend.Node) {
				switch {
				case g.protect.check(g, n):
					c.nodes = append(c.nodes, n)
					c.read(g, n)
				case g.protect.input(n):
					c.nodes = append(c.nodes, n)
				case g.protect.decides(g, n):
					c.nodes = append(c.nodes, n.Kids[0])
					c.read(g, n.Kids[0])
				}
			})
		}
	}
	return c, nil
}

// read notes the names in an assertion.
func (c *check) read(g *generator, n *frontend.Node) {
	if n.Kind == frontend.NodeOpaque { // of a macro: all words
		for _, w := range words(g.text(n)) {
			c.reads[w] = true
		}
		return
	}
	walk(n, func(n *frontend.Node) {
		if n.Kind == frontend.NodeName {
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
	switch t.Kind {
	case Fixed, Jump: // after a jump nothing is executed
		return Settled
	case Constant:
		if !t.literal {
			return Settled
		}
	}
	for _, e := range t.Edits {
		tree := s.trees[e.File]
		for _, n := range c.nodes {
			if e.Start < n.End && n.Start < e.End {
				return Touched
			}
		}
		if s.cancels(tree, e) {
			return Settled
		}
		target := assigned(e.Text)
		if target == "" {
			target = assignedAt(tree, e)
		}
		if target == "" || !c.reads[target] {
			continue
		}
		if t.Kind == Copy || t.Kind == Initial {
			return Overwritten
		}
		if !usedElsewhere(s.trees, c, target) {
			return OnlyForCheck
		}
	}
	return Armed
}

// cancels reports whether an edit makes both operands of an operator the same,
// as in x < x, or the opposite of each other.
func (s *search) cancels(tree *frontend.Tree, e Edit) bool {
	g := generator{src: s.texts[e.File]}
	text := strings.TrimPrefix(e.Text, "-")
	found := false
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *frontend.Node) {
			if n.Kind == frontend.NodeBinary && !isLogical(n.Op) {
				for i, k := range n.Kids {
					found = found || k.Extent == e.Extent && g.text(n.Kids[1-i]) == text
				}
			}
		})
	}
	return found
}

// assigned is the variable that the text of a statement assigns to, "" if
// there is none.
func assigned(text string) string {
	ws := words(text)
	if len(ws) == 0 {
		return ""
	}
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '=' && text[i+1] != '=' && (i == 0 || text[i-1] != '=' && text[i-1] != '!' && text[i-1] != '<' && text[i-1] != '>') {
			return ws[0]
		}
	}
	return ""
}

// assignedAt is the variable that the innermost assignment around an edit, or
// the declaration there, gives a value.
func assignedAt(tree *frontend.Tree, e Edit) (name string) {
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *frontend.Node) {
			if n.Start > e.Start || e.End > n.End {
				return
			}
			switch {
			case n.Kind == frontend.NodeInit:
				name = n.Op
			case n.Kind == frontend.NodeAssign || n.Kind == frontend.NodeStep:
				for k := n.Kids[0]; ; k = k.Kids[0] {
					if k.Kind == frontend.NodeName {
						name = k.Name
					}
					if len(k.Kids) == 0 {
						break
					}
				}
			}
		})
	}
	return name
}

// usedElsewhere reports whether a variable is read outside of assertions and of
// the assignments to itself.
func usedElsewhere(trees map[string]*frontend.Tree, c *check, name string) bool {
	found := false
	var visit func(n *frontend.Node)
	visit = func(n *frontend.Node) {
		switch {
		case slices.Contains(c.nodes, n):
			return
		case n.Kind == frontend.NodeAssign && n.Kids[0].Kind == frontend.NodeName && n.Kids[0].Name == name:
			return
		case n.Kind == frontend.NodeStep && n.Unused && n.Kids[0].Name == name:
			return
		case n.Kind == frontend.NodeName && n.Name == name:
			found = true
		}
		for _, k := range n.Kids {
			visit(k)
		}
	}
	for _, t := range trees {
		for _, f := range t.Funcs {
			if f.Body != nil && !c.own[f.Name] {
				visit(f.Body)
			}
		}
	}
	return found
}

// used collects what the failing run and the sampled ones of a program execute:
// the statements of the user by their text, and, of the failing run, how many
// inputs it asks for.
func (s *search) used(ctx context.Context, prog *program) (seen map[checkpoint]fault.Line, inputs int, status interp.Status) {
	seen = map[checkpoint]fault.Line{}
	since := map[checkpoint]fault.Line{} // the last branch: in a run that fails, what reports it
	run := func(t *fault.Test) interp.Status {
		session := prog.session(fault.Config(prog.prog, t, s.in.Budget))
		session.SetContext(ctx)
		got := session.Watch(func(inst *cfg.Instance) bool {
			e := inst.Edge
			if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet && t == s.in.Failing {
				inputs++
			}
			if _, ok := e.Stmt.(*cfg.Call); ok || fault.Shown(e) {
				since[checkpointOf(e.From)] = fault.Line{File: e.Pos.File, N: e.Pos.Line}
			}
			if fault.IsBranch(e) {
				maps.Copy(seen, since)
				clear(since)
			}
			return true
		})
		if got.Status == interp.Exited {
			maps.Copy(seen, since)
		}
		clear(since)
		return got.Status
	}
	status = run(s.in.Failing)
	for _, r := range s.passing {
		run(r.test)
	}
	return seen, inputs, status
}

// reaches executes a changed program and says whether the failing run still
// comes to the assertion, with as many inputs, and whether all statements are
// still executed in some run.
func (s *search) reaches(ctx context.Context, c *check, own *program, t *Change) Disarmed {
	seen, inputs, status := s.used(ctx, own)
	missing := func(p checkpoint) bool { _, ok := seen[p]; return !ok }
	switch {
	case status != interp.Exited:
		return Unreached
	case s.in.Failure.Kind == fault.FailedAssertion && slices.ContainsFunc(c.points, missing):
		return Unreached
	case inputs < c.inputs:
		return Deaf
	case s.in.Failure.Kind != fault.FailedAssertion:
		return Armed
	}
	if c.used == nil {
		c.used, _, _ = s.used(ctx, &program{prog: s.in.Prog})
	}
	for p, l := range c.used {
		if missing(p) && !s.edits(t, l) {
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
