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

// The final set is bounded from both sides: one candidate of a program in which
// little differs rarely has the fault, and nobody reads fifty. Candidates at one
// statement are read as one, and counted so.

const (
	// The final set is filled up to leastFinal statements, and to one more for
	// every linesPerCandidate lines that the failing run executes: eight of ten
	// lines say nothing, and eight of 200 are few. It has mostFinal at most, as
	// the paper's programs do.
	leastFinal        = 5
	linesPerCandidate = 10
	mostFinal         = 17
	// mostAgain bounds the instances of the runs that are looked at again with
	// fewer good runs.
	mostAgain = 20_000_000
)

// enough is how many statements the final set is filled up to.
func (d *Diagnosis) enough() int { return min(leastFinal+d.lines/linesPerCandidate, mostFinal) }

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
// there are too few candidates, with those of fewer, and then with stores of all
// locals.
func (d *Diagnosis) look(ctx context.Context, w *runs, levels []*trained) error {
	fill := levels[0].more != nil
	few := func() bool {
		return fill && d.places(func(c *Candidate) bool { return c.Step == Agreed }) < d.enough() && d.Instances*(d.Bad+1) <= mostAgain
	}
	for i, t := range levels {
		if i > 0 && !few() {
			break
		}
		if err := d.round(ctx, w, t, i); err != nil && (i == 0 || ctx.Err() == nil) {
			return err
		}
	}
	if few() {
		locals, err := learn(ctx, w.in, w.good, true, true)
		if err != nil && ctx.Err() == nil {
			return err
		}
		for i, t := range locals {
			if !few() {
				break
			}
			if err := d.round(ctx, w, t, i); err != nil && ctx.Err() == nil {
				return err
			}
		}
	}
	d.choose(fill)
	if fill && d.Final() < d.enough() && d.Instances <= mostAgain {
		return d.depends(ctx, w)
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
	ran, err := w.in.Executed(ctx)
	if err != nil {
		return err
	}
	g, err := w.in.Graph(ctx)
	if err != nil {
		return err
	}
	d.Instances, d.lines = g.N(), linesIn(w.in.Prog, ran)
	return d.depends(ctx, w)
}

// linesIn is how many lines of the user's statements have been executed; ran is
// by Edge.ID.
func linesIn(prog *cfg.Program, ran []bool) int {
	lines := map[fault.Line]bool{}
	for _, e := range prog.Edges {
		if ran[e.ID] && fault.Shown(e) {
			lines[fault.LineOf(e.Pos)] = true
		}
	}
	return len(lines)
}

// depends fills the final set with statements that the failure depends on and at
// which no invariant fails: a fault that computes the same in all runs, such as a
// wrong constant, breaks no invariant. First come those whose execution is most
// similar to failing, in the runs that are compared (section 8.4); of equal ones
// those at the fewest dependences from the failure. If the slice has no more of
// them, what it removed follows (section 2.4).
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
	known, read := map[fault.Line]bool{}, map[fault.Line]bool{} // lines of candidates, and what is read of the final ones
	for i := range d.Candidates {
		c := &d.Candidates[i]
		known[fault.LineOf(c.Edge.Pos)] = true
		if c.Final() {
			for _, e := range c.statements() {
				read[fault.LineOf(e.Pos)] = true
			}
		}
	}
	n := d.Final()
	for _, l := range res.Locations {
		if at := fault.LineOf(l.Edge.Pos); known[at] || read[at] || !monitored(l.Edge) {
			continue
		}
		read[fault.LineOf(l.Edge.Pos)] = true
		c := Candidate{
			Edge: l.Edge, Step: Unbroken, Name: "this statement:", Observed: l.Reason, Expression: []*cfg.Edge{l.Edge},
			Instances: l.Instances, point: -1, part: others,
		}
		if n < d.enough() {
			c.part = unbroken
			n++
		}
		if w.in != w.given {
			c.Instances = nil
		}
		c.suspicion = l.Score
		d.Candidates = append(d.Candidates, c)
	}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		if at := fault.LineOf(c.Edge.Pos); c.Step == Failed && n < d.enough() && !read[at] {
			c.part = outside
			read[at] = true
			n++
		}
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
		d.lines = linesIn(w.in.Prog, r.executed())
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

// The parts of the final set, in the order in which they are read.
const (
	byAll     = iota // against all good runs
	newWay           // a branch goes a way that none of them takes, though another candidate explains it
	byFew            // against the closest of them
	byLocal          // a local that a compiler keeps in a register
	showing          // where the failure shows
	some             // what some of the failing runs agree on (section 2.4)
	explained        // what the dependence filter removed
	unbroken         // what the failure depends on, although no invariant fails
	outside          // what the slice removed
	others           // not of the final set
)

// choose says which candidates are of the final set: what all good runs have
// differently; with fill, the statement where the failure shows, and, until there
// are enough, branches to what no good run executes, what the closest good runs
// have differently, and what only some of the failing runs do. Those have to bring
// a line that is not there yet. Of what all good runs have differently as many
// statements are taken as there is room for.
func (d *Diagnosis) choose(fill bool) {
	read, places := map[fault.Line]bool{}, map[cfg.Pos]bool{}
	take := func(c *Candidate, part int) {
		c.part = part
		places[c.Edge.Pos] = true
		for _, e := range c.statements() {
			read[fault.LineOf(e.Pos)] = true
		}
	}
	adds := func(c *Candidate) bool {
		return slices.ContainsFunc(c.statements(), func(e *cfg.Edge) bool { return !read[fault.LineOf(e.Pos)] })
	}
	var by [others][]*Candidate
	for i := range d.Candidates {
		c := &d.Candidates[i]
		c.part = others
		part := some
		switch {
		case c.symptom && fill:
			part = showing
		case c.local:
			part = byLocal
		case c.Step == Agreed && c.level == 0:
			part = byAll
		case c.Step == Agreed:
			part = byFew
		case c.Step == Sliced && c.strayed && c.level == 0:
			part = newWay
		case c.Step == Sliced && c.level == 0:
			part = explained
		case c.Step < Unmarked:
			continue
		}
		by[part] = append(by[part], c)
	}
	for _, cs := range by {
		slices.SortStableFunc(cs, func(a, b *Candidate) int {
			return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(b.weight(d), a.weight(d)))
		})
	}
	room := mostFinal - len(by[showing])
	for _, c := range by[byAll] {
		if len(places) < room || places[c.Edge.Pos] {
			take(c, byAll)
		}
	}
	for _, c := range by[showing] {
		take(c, showing)
	}
	for _, part := range []int{newWay, byFew, byLocal, some, explained} {
		for _, c := range by[part] {
			if fill && len(places) < d.enough() && adds(c) {
				take(c, part)
			}
		}
	}
}

// Final reports whether the candidate is of the final set.
func (c *Candidate) Final() bool { return c.part < others }

// statements are what the user reads about a candidate: where it is, and what
// computes it.
func (c *Candidate) statements() []*cfg.Edge { return append([]*cfg.Edge{c.Edge}, c.Expression...) }

// score orders what the user reads: the final set by its parts, then the others by
// step (section 2.4); candidates before what their expressions add.
func (c *Candidate) score(d *Diagnosis) float64 {
	const part, step = 100, 10
	s := float64(part*(others-c.part)) + step*float64(c.Step)
	if c.Final() {
		s -= float64(part*c.level) / 10
	}
	return s + c.weight(d)
}

// weight orders candidates of one part or step, from 1 to 9: by how similar their
// execution is to failing, and by how many of the failing runs agree on them;
// inputs, which differ because the runs do, and ways of branches come last.
func (c *Candidate) weight(d *Diagnosis) float64 {
	const most, input, way, similar = 6, 3, 2, 2
	w := most + similar*c.suspicion
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
