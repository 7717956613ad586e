package fault

import (
	"cmp"
	"context"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/interp"
)

// Blameless are executed lines at which nobody looks for the fault, since they
// say what is given. For a violated assertion that is the check: the assertion,
// or the call of an error function, the branch before it, and the call of a
// function that does nothing but check its argument. For all failures it is what
// only takes nondeterministic inputs, or numbers that a test gives, and stores them or hands them on, and what calls
// the function in question. Nor is it looked for in what is only noted for the check.
func (in *Input) Blameless(ctx context.Context) []Line {
	if !in.asserts() && in.Prog != nil && in.Prog.Driver == "" && !slices.ContainsFunc(in.Prog.Edges, func(e *cfg.Edge) bool { return cfg.AsksInput(e.Stmt) }) {
		return nil // without executing a long run for it
	}
	edges := in.executedEdges(ctx)
	out := slices.Concat(in.checkLines(edges), in.inputLines(edges), in.notedLines(edges))
	for _, e := range edges {
		if in.Prog != nil && in.Prog.Drives(e) {
			out = append(out, LineOf(e.Pos))
		}
	}
	return out
}

// Noted are the variables of the program that is executed which only its checks are for, by
// Var.ID (see purpose.Noted): of a failed assertion.
func (in *Input) Noted() map[int]bool {
	if !in.asserts() || in.Prog == nil {
		return nil
	}
	return purpose.Noted(in.Prog)
}

// notedLines are those that do nothing but note something for the check.
func (in *Input) notedLines(edges []*cfg.Edge) []Line {
	vars := in.Noted()
	notes, other := map[Line]bool{}, map[Line]bool{}
	for _, e := range edges {
		if !Shown(e) {
			continue
		}
		l := LineOf(e.Pos)
		if d := cfg.Defined(e.Stmt); d != nil && vars[d.ID] {
			notes[l] = true
		} else {
			other[l] = true
		}
	}
	return linesWithout(notes, other)
}

// linesWithout are the lines of one set that are not in another one, in order.
func linesWithout(lines, other map[Line]bool) []Line {
	var out []Line
	for l, of := range lines {
		if of && !other[l] {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, Line.Compare)
	return out
}

// executedEdges are those of the failing run, or of the trace if that is all
// there is, in order.
func (in *Input) executedEdges(ctx context.Context) []*cfg.Edge {
	switch {
	case in.Prog == nil && in.Trace != nil:
		return in.Trace.Edges
	case in.Prog == nil:
		return nil
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil
	}
	var edges []*cfg.Edge
	for inst := range rec.All(max(rec.N-maxBlamed, 0)) {
		if ctx.Err() != nil {
			break
		}
		edges = append(edges, inst.Edge)
	}
	return edges
}

// asserts reports whether an assertion is what failed.
func (in *Input) asserts() bool { return in.Failure != nil && in.Failure.Kind == FailedAssertion }

func (in *Input) checkLines(edges []*cfg.Edge) []Line {
	if !in.asserts() {
		return nil
	}
	var out []Line
	add := func(p cfg.Pos) {
		if p.IsValid() {
			out = append(out, LineOf(p))
		}
	}
	add(in.Failure.Pos)
	if in.Failure.Edge != nil {
		add(in.Failure.Edge.Pos)
	}
	const near = 16 // edges in which the branch before a failing check lies
	for i := len(edges) - 1; i >= max(len(edges)-near, 0); i-- {
		if IsBranch(edges[i]) {
			add(edges[i].Pos)
			break
		}
	}
	if in.Failure.Loc == nil {
		return out
	}
	for p, i := in.Failure.Loc.Proc, len(edges)-1; i >= 0 && p != nil && in.onlyChecks(p); i-- {
		if c, ok := edges[i].Stmt.(*cfg.Call); ok && c.Proc == p {
			add(edges[i].Pos)
			p = edges[i].From.Proc
		}
	}
	return out
}

// tested reports whether the assertion that fails is one of a test (purpose.Tests): who asks for several
// things in a row does not mistake what is right so easily.
func (in *Input) tested() bool {
	if !in.asserts() || in.Prog == nil || in.Failure.Loc == nil {
		return false
	}
	p, tests := in.Failure.Loc.Proc, in.testsOf(in.Prog)
	if !in.onlyChecks(p) {
		return tests[p]
	}
	for _, is := range tests {
		if is {
			return true
		}
	}
	return false
}

// testsOf are the procedures of a program, Prog or else Verifier, that are tests.
func (in *Input) testsOf(prog *cfg.Program) map[*cfg.Proc]bool {
	tests, _ := in.tests.get(context.Background(), func(context.Context) (map[*cfg.Proc]bool, error) {
		return purpose.Tests(prog), nil
	})
	return tests
}

// onlyChecks reports whether a procedure does nothing but check.
func (in *Input) onlyChecks(p *cfg.Proc) bool {
	prog := cmp.Or(in.Prog, in.Verifier)
	return prog != nil && purpose.OnlyChecks(prog, p)
}

// inputLines are the lines that take inputs and compute nothing: an input is
// stored, or handed to a function. So are the numbers that a test has in its text.
func (in *Input) inputLines(edges []*cfg.Edge) []Line {
	prog := cmp.Or(in.Prog, in.Verifier)
	if prog == nil {
		return nil
	}
	inputs, tests := purpose.NewInputs(prog), map[*cfg.Proc]bool{}
	if in.asserts() {
		tests = in.testsOf(prog)
	}
	takes, other := map[Line]bool{}, map[Line]bool{}
	seen := map[*cfg.Edge]bool{}
	for _, e := range edges {
		if !e.Pos.IsValid() || seen[e] {
			continue
		}
		seen[e] = true
		l := LineOf(e.Pos)
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			takes[l] = takes[l] || cfg.AsksInput(s)
		case *cfg.Assign, *cfg.Store:
			gives := tests[e.From.Proc] && purpose.Constant(s, 0)
			takes[l] = takes[l] || gives
			other[l] = other[l] || !gives && !inputs.HandsOn(s, 0)
		case *cfg.Call:
			takes[l] = takes[l] || tests[e.From.Proc]
			for i, x := range s.Args {
				gives := tests[e.From.Proc] && (purpose.Constant(s, i) || purpose.Copied(x) != nil)
				other[l] = other[l] || !gives && !inputs.Given(x)
			}
		case *cfg.Skip, *cfg.Return:
		default:
			other[l] = other[l] || Shown(e)
		}
	}
	return linesWithout(takes, other)
}

// check is the assertion that fails. A run that passes with a change may have
// gone around it: a branch of the procedure that it is written in led past it.
// That hides the failure and explains nothing. Where the procedure is not
// called at all, the change took away a reason to check, and whether it was a
// good one is the question.
type check struct {
	at   *cfg.Loc // the branch that finds it violated
	last int      // the instance that did
	// proc is the procedure that asks: that of the branch or, where that does
	// nothing but check, the one that calls it. Its activation was opened by the
	// instance since, -1 for that of main.
	proc  *cfg.Proc
	since int
	calls []*cfg.Loc // of proc
}

// checked finds the failed assertion, nil for other failures.
func (in *Input) checked(ctx context.Context) (*check, error) {
	if in.Failure.Kind != FailedAssertion {
		return nil, nil
	}
	return in.check.get(ctx, func(ctx context.Context) (*check, error) {
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		type call struct {
			edge *cfg.Edge
			at   int
		}
		var open, then []call // the calls that are open, and were at the check
		var c *check
		for inst := range instances(ctx, rec, 0) {
			switch e := inst.Edge; e.Stmt.(type) {
			case *cfg.Call:
				open = append(open, call{e, inst.Index})
			case *cfg.Return:
				open = open[:max(0, len(open)-1)]
			default:
				if IsBranch(e) {
					c, then = &check{at: e.From, last: inst.Index, proc: e.From.Proc, since: -1}, append(then[:0], open...)
				}
			}
		}
		if c == nil || ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for len(then) > 0 && in.onlyChecks(c.proc) {
			c.proc, then = then[len(then)-1].edge.From.Proc, then[:len(then)-1]
		}
		if len(then) > 0 {
			c.since = then[len(then)-1].at
		}
		for _, e := range in.Prog.Edges {
			if s, ok := e.Stmt.(*cfg.Call); ok && s.Proc == c.proc {
				c.calls = append(c.calls, e.From)
			}
		}
		return c, nil
	})
}

// finds reports whether an instance is the one that found the assertion
// violated. To switch it explains nothing.
func (c *check) finds(at int) bool { return c != nil && at == c.last }

// watched lists a location and those at which evasion has to look.
func (c *check) watched(at *cfg.Loc) []*cfg.Loc {
	if c == nil {
		return []*cfg.Loc{at}
	}
	return slices.Concat(c.calls, []*cfg.Loc{c.at, at})
}

// evasion follows a changed run.
type evasion struct {
	c       *check
	entered bool // the procedure that asks was under way after the change
	reached bool
}

// from begins to follow a run that is changed at an instance.
func (c *check) from(at int) *evasion { return &evasion{c: c, entered: c != nil && at > c.since} }

// visit is told of an instance after the change.
func (v *evasion) visit(e *cfg.Edge) {
	if v.c == nil || v.reached {
		return
	}
	v.reached = e.From == v.c.at
	if s, ok := e.Stmt.(*cfg.Call); ok && s.Proc == v.c.proc {
		v.entered = true
	}
}

// evades reports whether the run went around the check.
func (v *evasion) evades() bool { return v.c != nil && v.entered && !v.reached }

// evades reports whether the run with changes, which passes, goes around the
// check that failed.
func (r *Rerunner) evades(c *check, changes ...interp.Force) (bool, error) {
	if c == nil {
		return false, nil
	}
	v := c.from(changes[0].At)
	err := r.after(func(e *cfg.Edge) bool {
		v.visit(e)
		return !v.reached
	}, changes...)
	return v.evades(), err
}
