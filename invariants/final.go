package invariants

import (
	"cmp"
	"context"
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
func learn(ctx context.Context, in *fault.Input, good []*fault.Test, more, locals bool) ([]*trained, error) {
	t := newTrained(newPoints(in.Prog, more, locals), more)
	var out []*trained
	for tests := range slices.Chunk(good, runtime.GOMAXPROCS(0)) {
		alone := make([]*trained, len(tests))
		results := make([]interp.RunResult, len(tests))
		var all sync.WaitGroup
		for i, test := range tests {
			alone[i] = newTrained(t.points, more)
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
	more := levels[0].more != nil
	none := func() bool {
		left := func(c *Candidate) bool { return c.Step == Agreed && !c.symptom && !c.given }
		return more && d.places(left) == 0 && d.Instances*(d.Bad+1) <= maxCells
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
		locals, err := learn(ctx, w.in, w.good, true, true)
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
	if more && d.Instances*(d.Bad+1) <= maxCells {
		if err := d.narrow(ctx, w); err != nil && ctx.Err() == nil {
			return err
		}
	}
	if more && d.Instances <= maxCells {
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
	locals, err := learn(ctx, w.in, w.good, true, true)
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

// The parts of the list, in the order in which they are read.
const (
	byAll     = iota // the final set: against all good runs, and where memory is used wrongly
	byFew            // against the closest of them
	byLocal          // a local that a compiler keeps in a register
	showing          // where the failure shows
	some             // what some of the failing runs agree on (section 2.4)
	explained        // what the dependence filter removed
	unbroken         // what the failure depends on, although no invariant fails
	outside          // what the slice removed
)

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

// Final reports whether the candidate is of the final set.
func (c *Candidate) Final() bool { return c.part == byAll }

// score orders what the user reads: the parts, candidates before what their
// expressions add.
func (c *Candidate) score(d *Diagnosis) float64 {
	const part, level = 100, 10
	return float64(part*(outside+1-c.part)-level*c.level) + c.weight(d)
}

// weight orders candidates of one part or step, from 1 to 9: by how similar their
// execution is to failing, and by how many of the failing runs agree on them;
// inputs, which differ because the runs do, and ways of branches come last.
func (c *Candidate) weight(d *Diagnosis) float64 {
	const base, input, way, similar = 6, 3, 2, 2
	w := base + similar*c.suspicion
	if c.Step >= Unmarked {
		w += float64(c.Runs) / float64(d.Bad+1)
	}
	if c.given {
		w -= input
	}
	if c.Way {
		w -= way
	}
	return w
}
