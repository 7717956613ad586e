package invariants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/spectrum"
)

// The final set is what all filters leave of what the invariants of all good runs
// find; nothing is added to it. Other candidates, which may help a user who does not find
// the fault there, follow in the list, and say so.

// learn takes the invariants of the good runs, which are ordered by distance: of
// all of them, and of the closest 4, 2 and 1. Fewer runs have narrower
// invariants, of which more fail (section 3.1.2). Each processor runs one of them
// at a time.
func learn(ctx context.Context, in *fault.Input, good []*fault.Test, locals bool) ([]*trained, error) {
	t := newTrained(newPoints(in.Prog, locals))
	var out []*trained
	for tests := range slices.Chunk(good, runtime.GOMAXPROCS(0)) {
		alone := make([]*trained, len(tests))
		results := make([]interp.RunResult, len(tests))
		var all sync.WaitGroup
		for i, test := range tests {
			alone[i] = newTrained(t.points)
			all.Go(func() { results[i] = alone[i].watch(ctx, in, test) })
		}
		all.Wait()
		for i, test := range tests {
			// A run that does not pass teaches nothing.
			if o, _ := in.Oracle.Judge(ctx, test, &results[i]); ctx.Err() != nil || o != fault.Pass {
				continue
			}
			t = t.with(alone[i])
			if n := len(out); n > 0 && out[n-1].runs&(out[n-1].runs-1) != 0 {
				out = out[:n-1]
			}
			out = append(out, t)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	slices.Reverse(out)
	return out, nil
}

// look does steps 2 to 5 with the invariants of all good runs and, as long as
// that leaves nothing but inputs, which differ because the runs do, with those of fewer, and then with stores of all locals.
func (d *Diagnosis) look(ctx context.Context, w *runs, levels []*trained) error {
	none := func() bool {
		left := func(c *Candidate) bool { return c.Step == Agreed && !c.symptom && !c.given }
		return d.places(left) == 0 && d.Instances*(d.Bad+1) <= maxCells
	}
	for i, t := range levels {
		if i > 0 && !none() {
			break
		}
		if err := d.round(ctx, w, t, i); err != nil && (i == 0 || ctx.Err() == nil) {
			return err
		}
	}
	if none() {
		locals, err := learn(ctx, w.in, w.good, true)
		if err != nil && ctx.Err() == nil {
			return err
		}
		for i, t := range locals {
			if !none() {
				break
			}
			if err := d.round(ctx, w, t, i); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	d.choose(w.in.Failure)
	if d.Instances*(d.Bad+1) <= maxCells {
		if err := d.narrow(ctx, w); err != nil && ctx.Err() == nil {
			return err
		}
	}
	if d.Instances <= maxCells {
		return d.depends(ctx, w)
	}
	return nil
}

// narrow is a second pass within the expressions of the final set (section 6).
func (d *Diagnosis) narrow(ctx context.Context, w *runs) error {
	wide := func(c *Candidate) bool { return c.Final() && !c.strayed && len(c.Expression) > 1 }
	if d.places(wide) == 0 {
		return nil
	}
	locals, err := learn(ctx, w.in, w.good, true)
	if err != nil || len(locals) == 0 {
		return err
	}
	r, err := diagnose(ctx, w.in, locals[0])
	if err != nil {
		return err
	}
	for i := range d.Candidates {
		if c := &d.Candidates[i]; wide(c) {
			c.Expression = r.inside(ctx, c.nodes)
		}
	}
	return nil
}

// coverage is what the runs that are compared execute.
func (w *runs) coverage(ctx context.Context) (*fault.Coverage, error) {
	if w.cover == nil {
		in := &fault.Input{Prog: w.in.Prog, Failing: w.in.Failing, Passing: w.good, Others: w.bad, Oracle: w.in.Oracle, Budget: w.in.Budget}
		defer in.Close()
		c, err := in.Coverage(ctx)
		if err != nil {
			return nil, err
		}
		w.cover = c
	}
	return w.cover, nil
}

// withoutInvariants makes a final set where every run fails. The fault is executed
// by all of them, and not far from where the failure shows.
func (d *Diagnosis) withoutInvariants(ctx context.Context, w *runs) error {
	g, err := w.in.Graph(ctx)
	if err != nil {
		return err
	}
	d.Instances = g.N()
	return d.depends(ctx, w)
}

// depends adds statements that the failure depends on and at which no invariant
// fails: a fault that computes the same in all runs, such as a wrong constant, breaks
// no invariant. First come those whose execution is most similar to failing, in the
// runs that are compared (section 8.4); of equal ones those at the fewest dependences
// from the failure.
func (d *Diagnosis) depends(ctx context.Context, w *runs) error {
	slice := fault.RelevantSlice()
	res, err := slice.Run(ctx, w.in)
	if err != nil {
		return err
	}
	cover, err := w.coverage(ctx)
	if err != nil {
		return err
	}
	const nearer = 1e-3 // of equally suspicious statements
	for i := range res.Locations {
		l := &res.Locations[i]
		l.Score = (spectrum.Similarity(cover, l.Edge.From) + nearer*l.Score) / (1 + nearer)
	}
	slices.SortStableFunc(res.Locations, func(a, b fault.Location) int { return cmp.Compare(b.Score, a.Score) })
	known := map[fault.Line]bool{} // lines of candidates
	for i := range d.Candidates {
		known[fault.LineOf(d.Candidates[i].Edge.Pos)] = true
	}
	for _, l := range res.Locations {
		at := fault.LineOf(l.Edge.Pos)
		if known[at] || !monitored(l.Edge) {
			continue
		}
		known[at] = true
		c := Candidate{
			Edge: l.Edge, Step: Unbroken, Name: "this statement:", Observed: l.Reason, Expression: []*cfg.Edge{l.Edge},
			Instances: l.Instances, point: -1, part: unbroken,
		}
		if w.in != w.given {
			c.Instances = nil
		}
		c.suspicion = l.Score
		d.Candidates = append(d.Candidates, c)
	}
	return nil
}

// round is steps 2 to 5 with the invariants of some good runs.
func (d *Diagnosis) round(ctx context.Context, w *runs, t *trained, level int) error {
	r, err := diagnose(ctx, w.in, t)
	if err != nil {
		return err
	}
	left := make([]int, len(r.broken)) // by point: further runs that keep it
	bad := 0
	for _, test := range w.bad {
		kept, err := another(ctx, w.in, t, test)
		if ctx.Err() != nil {
			d.notes = append(d.notes, fmt.Sprintf("%v before all failing runs were looked at", context.Cause(ctx)))
			break
		}
		if err != nil {
			continue // it does not fail alike
		}
		bad++
		for p, k := range kept {
			if k {
				left[p]++
			}
		}
	}
	first := 0 // the number of the first point
	if t.locals {
		first = len(r.broken)
	} else if level == 0 {
		d.Instances, d.Bad = r.g.N(), bad
	}
	need := r.enough(left, bad)
	cover, err := w.coverage(ctx)
	if err != nil {
		return err
	}
	for p := range r.broken {
		local := p < len(t.all) && t.all[p].local
		if len(r.broken[p]) == 0 || local != t.locals {
			continue
		}
		c := r.candidate(ctx, p, left[p], need)
		c.suspicion = spectrum.Similarity(cover, c.Edge.From)
		c.Good, c.level, c.local = t.runs, level, local
		c.point = first + p
		if w.in != w.given {
			c.Instances = nil // of another run
		}
		at := slices.IndexFunc(d.Candidates, func(o Candidate) bool { return o.point == c.point })
		switch {
		case at < 0 && (level == 0 && !local || c.Step == Agreed):
			d.Candidates = append(d.Candidates, c)
		case at >= 0 && d.Candidates[at].Step < Agreed && c.Step == Agreed:
			d.Candidates[at] = c
		}
	}
	return nil
}

// choose says which part of the list each candidate is in.
func (d *Diagnosis) choose(f *fault.Failure) {
	for i := range d.Candidates {
		c := &d.Candidates[i]
		switch {
		case c.symptom && (f.Kind != fault.UndefinedBehavior || c.Step < Agreed): // section 8
			c.part = showing
		case c.local:
			c.part = byLocal
		case c.Step == Agreed && c.level == 0:
			c.part = byAll
		case c.Step == Agreed:
			c.part = byFew
		case c.Step == Unmarked:
			c.part = some
		case c.Step == Sliced:
			c.part = explained
		default:
			c.part = outside
		}
	}
}

// check checks the invariants in a failing run. The failure must have been
// located.
func check(ctx context.Context, in *fault.Input, t *trained) (*run, error) {
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	r := &run{
		t: t, g: g, failure: in.Failure, odd: map[int32][]int32{}, broken: make([][]violation, len(t.all)+1),
		base: make([]uint32, 0, rec.N+1), flags: make([]uint8, 0, 3*rec.N),
	}
	for inst := range rec.All(0) {
		if ended(ctx, inst.Index) {
			return nil, context.Cause(ctx)
		}
		r.add(inst)
	}
	r.base = append(r.base, uint32(len(r.flags)))
	r.inputs(ctx)
	// Section 8: of memory errors the failing statement is a candidate; here that of
	// every failure.
	if at := in.Failure.At; at >= 0 {
		r.fail(len(t.all), r.main(at), int32(at), 0)
	}
	return r, nil
}

// errDiffers says that a run fails in another way.
var errDiffers = errors.New("the run fails in another way")

// diagnose does steps 2 to 4 for a failing run.
func diagnose(ctx context.Context, in *fault.Input, t *trained) (*run, error) {
	if in.Failure.At < 0 {
		return nil, errors.New("the instance at which the failure shows is not known")
	}
	r, err := check(ctx, in, t)
	if err != nil {
		return nil, err
	}
	r.slice(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r, nil
}

// another says which points are left after the dependence filter in a further
// failing run.
func another(ctx context.Context, in *fault.Input, t *trained, test *fault.Test) ([]bool, error) {
	sub := &fault.Input{Prog: in.Prog, Failing: test, Oracle: in.Oracle, Budget: in.Budget}
	defer sub.Close()
	if err := fault.Locate(ctx, sub); err != nil {
		return nil, err
	}
	if !sub.Failure.Same(in.Failure) {
		return nil, errDiffers
	}
	r, err := diagnose(ctx, sub, t)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(r.broken))
	for p := range out {
		step, _ := r.step(p)
		out[p] = step >= Unmarked
	}
	return out, nil
}

// step is the last step that keeps a point in this run, and the violations
// that are left in it. The dependence filter removes a point with all of its
// instances, as the paper removes instructions.
func (r *run) step(p int) (Step, []violation) {
	var left []violation
	step := Unmarked
	for _, v := range r.broken[p] {
		f := r.flags[v.node]
		if f&sliced != 0 {
			left = append(left, v)
		}
		if f&sliced != 0 && f&tainted != 0 {
			step = Sliced
		}
	}
	if len(left) == 0 {
		return Failed, r.broken[p]
	}
	return step, left
}

// enough is in how many further failing runs a candidate has to be left to be of
// the final set: most of them; if no value is, as many as one is in. Tests are
// not as close to each other as the inputs that the paper makes.
func (r *run) enough(left []int, bad int) int {
	most := 0
	for p := range left {
		if len(r.broken[p]) == 0 || p < len(r.t.all) && r.t.all[p].kind == branch {
			continue
		}
		if step, _ := r.step(p); step >= Unmarked {
			most = max(most, left[p])
		}
	}
	return min(most, bad/2+1)
}

func (r *run) candidate(ctx context.Context, p, runs, need int) Candidate {
	step, left := r.step(p)
	if step == Unmarked && runs >= need {
		step = Agreed
	}
	first := left[0]
	c := Candidate{Step: step, Runs: runs, Edge: r.g.Edge(int(first.instance)), given: true}
	for _, v := range left {
		c.given = c.given && r.flags[v.node]&given != 0
		c.strayed = c.strayed || r.flags[v.node]&strayed != 0
		if n := len(c.Instances); n == 0 || c.Instances[n-1] != int(v.instance) {
			c.Instances = append(c.Instances, int(v.instance))
		}
	}
	c.nodes = left[:min(len(left), maxInstances)]
	c.Expression = r.expression(ctx, c.nodes)
	if p == len(r.t.all) {
		c.Name, c.Observed, c.symptom = "this statement", "is where the failure shows", true
		if r.failure.Kind == fault.UndefinedBehavior {
			c.Observed = "uses memory wrongly or is undefined otherwise"
		}
		return c
	}
	pt := &r.t.all[p]
	c.Name, c.Way = pt.name(), pt.kind == branch
	if c.Way {
		c.Expected, c.Observed = "never taken", "taken"
		return c
	}
	b := r.t.ranges[p]
	c.Expected = pt.form.show(b.lo)
	if b.hi != b.lo {
		c.Expected += " to " + pt.form.show(b.hi)
	}
	c.Observed = pt.form.show(first.key)
	return c
}
