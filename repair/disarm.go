package repair

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
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
	Altered                      // functions return something else in correct runs
	Resized                      // an object is made larger or smaller
	CutOff                       // a condition or loop is deleted with what it decides about
	Uncalled                     // another condition outside of the function that checks keeps it from being called
	Replaced                     // something else takes the place of what right runs compute
)

var disarmedNames = [...]string{
	"armed", "changes the assertion or an input", "what failed is not reached", "makes something constant",
	"sets what the assertion reads", "changes what only the assertion reads", "reads fewer inputs",
	"makes statements unreachable", "asks whether the assertion is checked",
	"changes what functions return in correct runs", "gives an object another size", "deletes what a condition decides about",
	"the function that checks is not called any more", "correct runs compute something else with it",
}

func (d Disarmed) String() string { return disarmedNames[d] }

// checkpoint is a statement by which the failing run comes to its failure: the
// condition of the assertion, or a call that is open there.
type checkpoint struct{ proc, text string }

// checkpointOf names the statement that a location is left by.
func checkpointOf(l *cfg.Loc) checkpoint { return checkpoint{l.Proc.Name, l.Out[0].Text} }

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
	inputs         int                       // that the failing run asks for
	status         interp.Status             // of the failing run
}

// checked finds out how the failing run comes to what failed.
func (s *search) checked(ctx context.Context) error {
	rec, err := s.in.Recording(ctx)
	if err != nil {
		return err
	}
	c := &s.check.run
	*c = checkedRun{known: true}
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
			return context.Cause(ctx)
		}
	}
	if branch != nil {
		c.points, c.at = append(c.points, checkpointOf(branch)), append(c.at, fault.LineOf(branch.Out[0].Pos))
	}
	for _, e := range calls {
		c.points, c.at = append(c.points, checkpointOf(e.From)), append(c.at, fault.LineOf(e.From.Out[0].Pos))
	}
	if k := slices.IndexFunc(c.points, func(p checkpoint) bool { return !s.ownCheck(p.proc) }); k >= 0 && k < len(c.points)-1 {
		c.asks = c.points[k].proc
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
	return nil
}

// disarms looks at a change alone, by its text.
func (s *search) disarms(t *Change) Disarmed {
	c := s.check
	for _, part := range t.parts {
		if d := s.disarms(part); d != Armed {
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
	case Block:
		return CutOff
	case Size:
		return Resized
	case Fixed, Jump: // after a jump nothing is executed
		return MadeConstant
	case Constant:
		if !t.literal {
			return MadeConstant
		}
	}
	for _, e := range t.Edits {
		for _, n := range c.nodes {
			if c.file[n] == e.File && e.Start < n.End && n.Start < e.End {
				return Touched
			}
		}
		if c.flows != nil && c.flows.serves(e) {
			return OnlyForCheck
		}
		if c.asksGuard(e) {
			return Guarded
		}
		if s.cancels(s.trees[e.File], e) || s.repeats(s.trees[e.File], e) {
			return MadeConstant
		}
		target := t.sets
		if !target.Known() {
			target = c.sets(e)
		}
		if !target.Known() || !c.reads[target] {
			continue
		}
		declared := t.Kind == Initial && strings.HasPrefix(e.Text, " = ")
		if t.Kind == Copy || t.Kind == Initial && !declared || !c.assigns(target) {
			return Overwritten
		}
		if declared {
			continue // it had no value before
		}
		if !c.usedElsewhere(target) && !c.computes(target) {
			return OnlyForCheck
		}
	}
	return Armed
}

// accessAt reports whether a change is made in the line whose access or operation
// is undefined. A second free of a block, on the other hand, may be superfluous.
func (s *search) accessAt(t *Change) bool {
	if s.in.Failure.Kind != fault.UndefinedBehavior || !s.atFailure(t) {
		return false
	}
	switch s.in.Failure.Fault {
	case interp.DoubleFree, interp.BadFree, interp.Leak, interp.LibraryError, interp.BadCall:
		return false
	}
	return true
}

// atFailure reports whether a change is made in the line where the failure shows.
func (s *search) atFailure(t *Change) bool {
	return fault.LineOf(s.in.Failure.Pos) == (fault.Line{File: t.file, N: t.line})
}

// cancels reports whether an edit makes both operands of an operator the same,
// as in x < x, or the opposite of each other, or assigns something to itself, or
// makes both values of c ? x : y the same.
func (s *search) cancels(tree *ctree.Tree, e Edit) bool {
	g := generator{src: s.texts[e.File]}
	text := strings.TrimPrefix(e.Text, "-")
	found := false
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *ctree.Node) {
			kids := n.Kids
			switch {
			case n.Kind == ctree.NodeBinary && !isLogical(n.Op), n.Kind == ctree.NodeAssign && n.Op == "=":
			case n.Kind == ctree.NodeChoice:
				kids = kids[1:]
			default:
				return
			}
			for i, k := range kids {
				found = found || k.Extent == e.Extent && g.text(kids[1-i]) == text
			}
		})
	}
	return found
}

// repeats reports whether an edit makes a condition after else that of the branch
// before, so that it never holds there, or makes both ways of a branch return the same.
func (s *search) repeats(tree *ctree.Tree, e Edit) bool {
	found := false
	src := s.texts[e.File]
	changed := func(n *ctree.Node) string {
		t := src[n.Start:n.End]
		if n.Start <= e.Start && e.End <= n.End {
			t = apply(t, []Edit{{Extent: ctree.Extent{Start: e.Start - n.Start, End: e.End - n.Start}, Text: e.Text}})
		}
		out, _ := fold(string(t))
		return out
	}
	written := func(n *ctree.Node) bool { return n.Start >= 0 && n.End > n.Start }
	for _, f := range tree.Funcs {
		if f.Body == nil {
			continue
		}
		walk(f.Body, func(n *ctree.Node) {
			for i := 1; n.Kind == ctree.NodeBlock && i < len(n.Kids); i++ {
				if k := n.Kids[i-1]; k.Kind == ctree.NodeIf && len(k.Kids) == 2 {
					a, b := onlyReturn(k.Kids[1]), onlyReturn(n.Kids[i])
					found = found || a != nil && b != nil && written(a) && written(b) && (inside(e, a) || inside(e, b)) && changed(a) == changed(b)
				}
			}
			if n.Kind != ctree.NodeIf || !written(n.Kids[0]) {
				return
			}
			for k := n; len(k.Kids) == 3 && k.Kids[2].Kind == ctree.NodeIf && written(k.Kids[2].Kids[0]); k = k.Kids[2] {
				a, b := n.Kids[0], k.Kids[2].Kids[0]
				found = found || (inside(e, a) || inside(e, b)) && changed(a) == changed(b)
			}
		})
	}
	return found
}

// inside reports whether an edit is made in a node.
func inside(e Edit, n *ctree.Node) bool { return n.Start <= e.Start && e.End <= n.End }

// onlyReturn is the return that a statement consists of, nil if it is another one.
func onlyReturn(n *ctree.Node) *ctree.Node {
	if n.Kind == ctree.NodeBlock && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if n.Kind == ctree.NodeReturn {
		return n
	}
	return nil
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

// gains reports whether some run executes a line that none did before.
func (x *executed) gains(before *executed) bool {
	known := map[fault.Line]bool{}
	for _, l := range before.all() {
		known[l] = true
	}
	for _, l := range x.all() {
		if !known[l] {
			return true
		}
	}
	return false
}

// needed are the statements that some run has to execute with a change, too. If
// right runs come to what failed they are those of these: what only the failing
// run executes may be what is wrong.
func (x *executed) needed(points []checkpoint) map[checkpoint]fault.Line {
	if slices.ContainsFunc(points, func(p checkpoint) bool { _, ok := x.right[p]; return !ok }) {
		return x.all()
	}
	return x.right
}

// all are the statements that some run executes.
func (x *executed) all() map[checkpoint]fault.Line {
	all := maps.Clone(x.right)
	maps.Copy(all, x.failing)
	return all
}

// schemaLines is how many lines the text of a schema has before those of the
// program.
const schemaLines = 1

// came is how far a run comes: the lines of the assertions and of the check that
// failed, how many inputs it asks for once the program is initialised, how many
// steps it takes, and a digest of what the program's functions return.
type came struct {
	lines         map[fault.Line]bool
	inputs, steps int
	results       uint64
	aborts        bool
	asks          bool // the function that checks is called
	own           bool // a statement is executed in the line of the change
}

// comes executes a test with changes of the schema.
func (s *search) comes(ctx context.Context, r *trial, t *Change) came {
	c := &s.check.run
	var at []choice
	if t != nil {
		at = t.at
	}
	x := came{lines: map[fault.Line]bool{}}
	h := fnv.New64a()
	got := s.prog.changed(ctx, r, at).Watch(func(inst *cfg.Instance) bool {
		e := inst.Edge
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet {
			x.inputs++
		}
		if l := (fault.Line{File: e.Pos.File, N: e.Pos.Line - schemaLines}); s.check.lines[l] || slices.Contains(c.at, l) && (c.access == nil || reflect.TypeOf(e.Stmt) == c.access) {
			x.lines[l] = true
		}
		x.asks = x.asks || e.From.Proc.Name == c.asks
		x.own = x.own || t != nil && e.Pos.File == t.file && e.Pos.Line-schemaLines == t.line && fault.Shown(e) && !fault.IsBranch(e)
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == e.From.Proc.Ret && !a.Dst.CType.Pointer() && len(inst.Writes) > 0 && s.texts[e.Pos.File] != nil {
			fmt.Fprint(h, e.From.Proc.Name, inst.Writes[0].Value)
		}
		return true
	})
	s.ran(watching * got.Steps)
	x.steps, x.aborts, x.results = got.Steps, got.Status != interp.Exited && got.Status != interp.InputsEnded, h.Sum64()
	return x
}

// resizes reports whether arrays have another size in the program with a change of a
// constant, as by a macro that their length is: one that is smaller holds less of what the
// program works with. One element more may be what was forgotten.
func (s *search) resizes(ctx context.Context, c *Change) bool {
	if c.Kind != Constant && c.Kind != OffByOne && c.Kind != Drop || len(c.uses) == 0 {
		return false
	}
	own, err := s.in.Source.Lower(ctx, s.changed(c))
	if err != nil {
		return false
	}
	sizes := map[string]uint64{}
	for _, o := range s.in.Prog.Objects {
		sizes[variable(o)] = max(sizes[variable(o)], o.Size)
	}
	return slices.ContainsFunc(own.Objects, func(o *cfg.Object) bool {
		size, known := sizes[variable(o)]
		return known && o.CType != nil && o.CType.Kind == cfg.CArray && (o.Size < size || o.Size > size && c.Kind == Constant)
	})
}

// variable names an object by its procedure and name.
func variable(o *cfg.Object) string {
	if o.Proc == nil {
		return o.Name
	}
	return o.Proc.Name + " " + o.Name
}

// evades says whether a change of the schema makes what failed come out right
// without merit. It is quicker than reaches, and less exact.
//
// A run that fails by undefined behaviour may end without coming there: an index is
// asked for before it is used. But correct runs that came there still have to, and
// what functions return there has to remain: these runs are defined.
func (s *search) evades(ctx context.Context, t *Change) Disarmed {
	c := &s.check.run
	if c.came.lines == nil {
		c.came = s.comes(ctx, s.failing[0], nil)
		for _, r := range s.passing {
			c.right = append(c.right, s.comes(ctx, r, nil))
		}
	}
	x := s.comes(ctx, s.failing[0], t)
	if x.inputs < c.came.inputs {
		return FewerInputs
	}
	if s.in.Failure.Kind == fault.FailedAssertion {
		for l := range x.lines {
			if s.check.lines[l] && !c.came.lines[l] { // another assertion instead
				return Armed
			}
		}
		switch {
		case !c.misses(x, c.came), t.code && s.stillChecked(ctx, t):
			return Armed
		case c.asks != "" && !x.asks && t.Kind <= Variable && s.inCondition(t):
			return Uncalled
		}
		return Unreached
	}
	reached, executed := 0, x.own
	for i, r := range s.passing[:min(len(s.passing), len(c.right))] {
		own := s.comes(ctx, r, t)
		executed = executed || own.own
		switch {
		case c.misses(own, c.right[i]):
			return Unreached
		case own.results != c.right[i].results && !s.onPath(r):
			return Altered
		case !c.misses(own, c.came):
			reached++
		}
	}
	if t.Kind == Order || t.Kind == Deletion && s.atFailure(t) {
		return Armed // nothing else is left out
	}
	if t.Kind == Guard && !executed {
		return MadeConstant
	}
	early := float64(x.steps) < ended*float64(c.came.steps) || c.misses(x, c.came)
	if early && (reached == 0 || x.aborts) {
		return Unreached
	}
	return Armed
}

// stillChecked reports whether right runs come to the assertion with a change as
// without, and some run does. A function that says by another code that it has nothing to give keeps
// the failing run from what is asserted of its results.
func (s *search) stillChecked(ctx context.Context, t *Change) bool {
	c, reached := &s.check.run, 0
	for i, r := range s.passing[:min(len(s.passing), len(c.right))] {
		own := s.comes(ctx, r, t)
		if c.misses(own, c.right[i]) {
			return false
		}
		if !c.misses(own, c.came) {
			reached++
		}
	}
	for _, r := range s.failing[1:] {
		if reached == 0 && !c.misses(s.comes(ctx, r, t), c.came) {
			reached++
		}
	}
	return reached > 0
}

// inCondition reports whether a change is one of a condition of a branch.
func (s *search) inCondition(t *Change) bool {
	return !slices.ContainsFunc(t.Edits, func(x Edit) bool {
		src := s.texts[x.File]
		line := lineOf(src, x.Start)
		col := x.Start - (bytes.LastIndexByte(src[:x.Start], '\n') + 1) + 1
		return !slices.ContainsFunc(s.in.Prog.Edges, func(e *cfg.Edge) bool {
			return fault.IsBranch(e) && e.Pos.File == x.File && e.Pos.Line == line && e.Pos.Col <= col && (e.Pos.EndLine > line || col < e.Pos.EndCol)
		})
	})
}

// ended is the share of the steps up to undefined behaviour that a run has to
// take with a change: one that ends earlier does not come there.
const ended = 0.75

// misses reports whether a run does not come to what failed, where another does.
func (c *checkedRun) misses(x, other came) bool {
	return slices.ContainsFunc(c.at, func(l fault.Line) bool { return other.lines[l] && !x.lines[l] })
}

// reaches executes a changed program and says whether the failing run still
// comes to the assertion, or to another one instead, with as many inputs, and
// whether the statements that are needed are still executed in some run. Those of other
// functions depend on what is computed here, and may have been executed in error.
func (s *search) reaches(ctx context.Context, own *program, t *tried) Disarmed {
	c := &s.check.run
	if c.used == nil {
		c.used = s.used(ctx, &program{prog: s.in.Prog})
	}
	x := s.used(ctx, own)
	missed := func(p checkpoint) bool { _, ok := x.failing[p]; return !ok }
	instead := func() bool {
		for p, l := range x.failing {
			if _, before := c.used.failing[p]; !before && s.check.lines[l] {
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
		if !instead() && !t.code { // see stillChecked
			return Unreached
		}
		return Armed // what only the assertion executes is not needed
	case !asserts:
		return Armed
	}
	needed := c.used.needed(c.points)
	if t.arguments { // they stay, and where they led may have been wrong
		needed = c.used.right
	} else if t.Kind == Strengthen { // what a conjunct keeps from every known run it might as well delete
		needed = c.used.all()
	}
	gains := t.Kind == Relation && x.gains(c.used)
	for p, l := range needed {
		if x.by(p) || s.ownCheck(p.proc) || s.edits(t.Change, l) {
			continue
		}
		if !gains && slices.ContainsFunc(t.Edits, func(e Edit) bool { f := s.functionAt(e); return f == nil || f.Name == p.proc }) {
			return Unused
		}
		if !t.odd {
			t.doubt |= Abandoned
		}
	}
	return Armed
}

// ownCheck reports whether a function of some file checks.
func (s *search) ownCheck(name string) bool {
	for o := range s.check.own {
		if o.Name == name {
			return true
		}
	}
	return false
}

// edits reports whether a change touches a line.
func (s *search) edits(t *Change, l fault.Line) bool {
	return slices.ContainsFunc(t.Edits, func(e Edit) bool {
		src := s.texts[e.File]
		return e.File == l.File && lineOf(src, e.Start) <= l.N && l.N <= lineOf(src, e.End)
	})
}
