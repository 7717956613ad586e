package repair

import (
	"bytes"
	"context"
	"maps"
	"reflect"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/repair/candidate"
)

// checkpointOf names the statement that a location is left by.
func checkpointOf(l *cfg.Loc) checkpoint { return checkpoint{l.Proc.Name, l.Out[0].Text} }

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

// used collects what the failing run and the sampled ones of a program execute.
func (s *search) used(ctx context.Context, prog *program) *executed {
	x := &executed{failing: map[checkpoint]fault.Line{}, right: map[checkpoint]fault.Line{}}
	since := map[checkpoint]fault.Line{} // the last branch: in a run that fails, what reports it
	agreed := s.agreed(ctx)
	run := func(t *fault.Test, into map[checkpoint]fault.Line) interp.Status {
		n := 0
		session := prog.session(fault.Config(prog.prog, t, s.in.Budget))
		session.SetContext(ctx)
		got := session.Watch(func(inst *cfg.Instance) bool {
			e := inst.Edge
			if cfg.AsksInput(e.Stmt) && t == s.in.Failing {
				x.inputs++
			}
			if _, ok := e.Stmt.(*cfg.Call); ok || fault.Shown(e) {
				since[checkpointOf(e.From)] = fault.LineOf(e.Pos)
			}
			n++
			if n == agreed && t == s.in.Failing {
				x.agreed = maps.Clone(into)
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
// run executes may be what is wrong. So may what it executes behind the last assertion that holds.
func (x *executed) needed(points []checkpoint) map[checkpoint]fault.Line {
	switch {
	case !slices.ContainsFunc(points, func(p checkpoint) bool { _, ok := x.right[p]; return !ok }):
		return x.right
	case x.agreed == nil:
		return x.all()
	}
	needed := maps.Clone(x.right)
	maps.Copy(needed, x.agreed)
	return needed
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

// comes executes a test with changes of the schema.
func (s *search) comes(ctx context.Context, r *trial, t *candidate.Change) came {
	c := &s.check.run
	var at []candidate.Choice
	if t != nil {
		at = t.At
	}
	x := came{lines: map[fault.Line]bool{}, results: map[string][]uint64{}}
	got := s.prog.changed(ctx, r, at).Watch(func(inst *cfg.Instance) bool {
		e := inst.Edge
		if cfg.AsksInput(e.Stmt) {
			x.inputs++
		}
		if l := (fault.Line{File: e.Pos.File, N: e.Pos.Line - schemaLines}); s.check.lines[l] || slices.Contains(c.at, l) && (c.access == nil || reflect.TypeOf(e.Stmt) == c.access) {
			x.lines[l] = true
		}
		x.asks = x.asks || e.From.Proc.Name == c.asks
		x.own = x.own || t != nil && e.Pos.File == t.File && e.Pos.Line-schemaLines == t.Line && fault.Shown(e) && !fault.IsBranch(e)
		if a, ok := e.Stmt.(*cfg.Assign); ok && a.Dst == e.From.Proc.Ret && !a.Dst.CType.Pointer() && len(inst.Writes) > 0 && s.texts[e.Pos.File] != nil {
			x.results[e.From.Proc.Name] = append(x.results[e.From.Proc.Name], inst.Writes[0].Value)
		}
		return true
	})
	s.ran(watching * got.Steps)
	x.gaveUp = got.Code != 0
	x.steps, x.aborts = got.Steps, got.Status != interp.Exited && got.Status != interp.InputsEnded
	return x
}

// evades says whether a change of the schema makes what failed come out right
// without merit. It is quicker than reaches, and less exact.
//
// A run that fails by undefined behaviour may end without coming there: an index is
// asked for before it is used. But correct runs that came there still have to, and
// what functions return there has to remain: these runs are defined.
func (s *search) evades(ctx context.Context, t *tried) Disarmed {
	c := &s.check.run
	if c.came.lines == nil {
		c.came = s.comes(ctx, s.failing[0], nil)
		for _, r := range s.passing {
			c.right = append(c.right, s.comes(ctx, r, nil))
		}
	}
	if t.Bounds { // another call, which does the same where there is room
		return Armed
	}
	x := s.comes(ctx, s.failing[0], t.Change)
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
		case !c.misses(x, c.came), t.refuses() && s.stillChecked(ctx, t.Change):
			return Armed
		case c.asks != "" && !x.asks && t.Kind <= candidate.Variable && s.inCondition(t.Change):
			return Uncalled
		}
		return Unreached
	}
	reached, missed, executed := 0, 0, x.own
	for i, r := range s.passing[:min(len(s.passing), len(c.right))] {
		own := s.comes(ctx, r, t.Change)
		executed = executed || own.own
		switch {
		case c.misses(own, c.right[i]) && !s.onPath(r):
			return Unreached
		case !s.returnsAlike(t.Change, own, c.right[i]) && !s.onPath(r):
			return Altered
		case c.misses(own, c.right[i]):
			missed++
		case !c.misses(own, c.came):
			reached++
		}
	}
	if missed > 0 && reached < byChance*missed || len(s.passing) == 0 && x.gaveUp {
		return Unreached
	}
	if t.Kind == candidate.Order || t.Kind == candidate.Deletion && s.atFailure(t.Change) {
		return Armed // nothing else is left out
	}
	if t.Kind == candidate.Guard && !executed {
		return MadeConstant
	}
	early := float64(x.steps) < ended*float64(c.came.steps) || c.misses(x, c.came)
	if early && (reached == 0 || x.aborts) {
		return Unreached
	}
	return Armed
}

// returnsAlike reports whether functions return the same with a change as without: those that it
// is not made in may be called less often.
func (s *search) returnsAlike(t *candidate.Change, x, before came) bool {
	for name, is := range x.results {
		if _, ok := before.results[name]; !ok {
			return false
		}
		was := before.results[name]
		if len(is) < len(was) && !slices.ContainsFunc(t.Edits, func(e candidate.Edit) bool { f := s.functionAt(e); return f == nil || f.Name == name }) {
			was = was[:len(is)]
		}
		if !slices.Equal(is, was) {
			return false
		}
	}
	return !slices.ContainsFunc(t.Edits, func(e candidate.Edit) bool {
		f := s.functionAt(e)
		return f != nil && len(x.results[f.Name]) < len(before.results[f.Name])
	})
}

// refuses reports whether a change may keep the failing run from what failed with merit: a function that
// asks earlier, or for a little more, or says so by its code, whether it can do what it is asked.
func (t *tried) refuses() bool {
	return t.Code || t.Kind == candidate.Order || t.Bound || t.Kind == candidate.OffByOne
}

// stillChecked reports whether right runs come to the assertion with a change as
// without, and some run does. A function that says by another code that it has nothing to give keeps
// the failing run from what is asserted of its results.
func (s *search) stillChecked(ctx context.Context, t *candidate.Change) bool {
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
func (s *search) inCondition(t *candidate.Change) bool {
	return !slices.ContainsFunc(t.Edits, func(x candidate.Edit) bool {
		src := s.texts[x.File]
		line := candidate.LineOf(src, x.Start)
		col := x.Start - (bytes.LastIndexByte(src[:x.Start], '\n') + 1) + 1
		return !slices.ContainsFunc(s.in.Prog.Edges, func(e *cfg.Edge) bool {
			return fault.IsBranch(e) && e.Pos.File == x.File && e.Pos.Line == line && e.Pos.Col <= col && (e.Pos.EndLine > line || col < e.Pos.EndCol)
		})
	})
}

// byChance is how many times as many right runs have to come to what failed as such that go the way
// of the failing one and do not come there with a change: these are few, if they were right by chance.
const byChance = 3

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
	x, before := s.used(ctx, own), s.before(t.Edits)
	missed := func(p checkpoint) bool { _, ok := x.failing[p]; return !ok }
	instead := func() bool {
		for p, l := range x.failing {
			if _, known := c.used.failing[p]; !known && s.check.lines[before(l)] {
				return true
			}
		}
		return false
	}
	asserts := s.in.Failure.Kind == fault.FailedAssertion
	switch {
	case x.status != interp.Exited && x.status != interp.InputsEnded:
		return Unreached
	case x.inputs < c.inputs && !t.Bounds:
		return FewerInputs
	case asserts && slices.ContainsFunc(c.points, missed):
		if !instead() && !t.refuses() { // see stillChecked
			return Unreached
		}
		return Armed // what only the assertion executes is not needed
	case !asserts:
		return Armed
	}
	needed := c.used.needed(c.points)
	if t.Arguments { // they stay, and where they led may have been wrong
		needed = c.used.right
	} else if t.Kind == candidate.Strengthen { // what a conjunct keeps from every known run it might as well delete
		needed = c.used.all()
	}
	gains := t.Kind == candidate.Relation && x.gains(c.used)
	for p, l := range needed {
		if x.by(p) || s.ownCheck(p.proc) || s.edits(t.Change, l) || t.Ends {
			continue // the label of the next case still leads there
		}
		if !gains && slices.ContainsFunc(t.Edits, func(e candidate.Edit) bool { f := s.functionAt(e); return f == nil || f.Name == p.proc }) {
			return Unused
		}
		if !t.Odd {
			t.doubt |= Abandoned
		}
	}
	return Armed
}
