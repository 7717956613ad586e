package invariants

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/fault"
)

// Options are the flags of the method.
type Options struct {
	Good        int    `help:"Passing runs that likely invariants are taken from (invariants)." default:"8" placeholder:"N" group:"Likely invariants"`
	Bad         int    `help:"Failing runs besides the one explained that have to agree (invariants)." default:"8" placeholder:"N" group:"Likely invariants"`
	Tries       int    `help:"Bound of the runs of inputs made from the failing one, 0: none are made (invariants)." default:"1000" placeholder:"N" group:"Likely invariants"`
	Tokens      string `help:"Specification of the tokens of inputs and of what may replace them (invariants)." placeholder:"FILE" group:"Likely invariants"`
	NoTemplates bool   `help:"Look at ranges only, not at: one of few values, never 0, order of two values and of the sides of comparisons, arguments, ways of branches as values; and list nothing else where no candidate is left (invariants)." group:"Likely invariants"`
}

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	if o.Good <= 0 || o.Bad < 0 || o.Tries < 0 {
		return errors.New("--good must be positive, --bad and --tries must not be negative")
	}
	_, err := o.specification()
	return err
}

// specification is what --tokens names.
func (o *Options) specification() (*Specification, error) {
	if o.Tokens == "" {
		return numbers(), nil
	}
	text, err := os.ReadFile(o.Tokens)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %w", err)
	}
	s, err := ParseSpecification(string(text))
	if err != nil {
		return nil, fmt.Errorf("--tokens %s: %w", o.Tokens, err)
	}
	return s, nil
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	o := &Options{Good: maxRuns, Bad: maxRuns, Tries: maxTries}
	return fault.Method{
		Name: "invariants", Doc: "values outside of what close passing runs have, that the failure depends on",
		Paper:   "Sahoo, Criswell, Geigle, Adve: Using likely invariants for automated software fault localization, ASPLOS 2013",
		Needs:   fault.NeedsRun,
		Options: o,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			a, err := Diagnose(ctx, in, *o)
			if err != nil {
				return nil, err
			}
			return a.Result(), nil
		},
	}
}

// Step is a step of the diagnosis, in which a candidate is still there.
type Step uint8

// The steps, see the package's documentation.
const (
	Unbroken Step = iota // no invariant of it fails, but the failure depends on it
	Failed               // its invariant fails
	Sliced               // in the slice
	Unmarked             // after the dependence filter
	Agreed               // after the other failing inputs
)

var stepNames = [...]string{"no invariant fails", "outside of the slice", "follows from another candidate", "not in all failing runs", ""}

// Candidate is a point whose invariant fails.
type Candidate struct {
	Edge     *cfg.Edge // the statement
	Step     Step      // the last step that keeps it
	Good     int       // passing runs that the invariant is taken from
	Runs     int       // further failing runs that keep it after the dependence filter
	Way      bool      // the way of a branch, see the package on missing code
	Name     string    // what has the value
	Expected string    // what good runs have there
	Observed string    // the value of the failing run
	// Expression lists the statements that compute the value (section 6).
	Expression []*cfg.Edge
	Instances  []int // of the failing run that break the invariant and were not filtered

	nodes        []violation // of the failing run whose values Expression computes
	point, level int
	symptom      bool
	given        bool    // inputs, see inputs.go
	strayed      bool    // it decides for a way that no good run takes
	local        bool    // of a local that a compiler keeps in a register
	part         int     // of the list
	suspicion    float64 // how similar its execution is to failing
}

// Diagnosis is what the method finds.
type Diagnosis struct {
	Invariants int // points with a range
	Good, Bad  int // runs used besides the failing one
	Candidates []Candidate
	Tried      int // inputs made from the failing one
	Instances  int // of the failing run
	Time       time.Duration
	notes      []string
}

// Count is how many candidates a step leaves.
func (d *Diagnosis) Count(s Step) int {
	n := 0
	for i := range d.Candidates {
		if d.Candidates[i].Step >= s {
			n++
		}
	}
	return n
}

// Final is how many statements the final set has.
func (d *Diagnosis) Final() int { return d.places((*Candidate).Final) }

// places counts the statements of some candidates.
func (d *Diagnosis) places(of func(*Candidate) bool) int {
	places := map[cfg.Pos]bool{}
	for i := range d.Candidates {
		if c := &d.Candidates[i]; of(c) {
			places[c.Edge.Pos] = true
		}
	}
	return len(places)
}

// Diagnose explains the failing run.
func Diagnose(ctx context.Context, in *fault.Input, o Options) (*Diagnosis, error) {
	start := time.Now()
	w, err := inputs(ctx, in, o)
	if err != nil {
		return nil, err
	}
	defer w.close()
	levels, err := learn(ctx, in, w.good, !o.NoTemplates, false)
	if err != nil {
		return nil, err
	}
	if len(levels) == 0 {
		if !decides(in) || o.Tries == 0 {
			why := "needs a passing run close to the failing one (--tests, --pass-stdin)"
			if !decides(in) {
				why += ", or a --reference that tells which inputs pass"
			}
			return nil, fault.CannotSay{Why: why}
		}
		const why = "no input close to the failing one was found that passes"
		if o.NoTemplates {
			return nil, fault.CannotSay{Why: why}
		}
		d := &Diagnosis{Tried: w.tried, notes: append(w.notes, why+": what follows are statements that the failure depends on")}
		if err := d.withoutInvariants(ctx, w); err != nil {
			return nil, err
		}
		d.Time = time.Since(start)
		return d, nil
	}
	d := &Diagnosis{Invariants: levels[0].count(), Good: levels[0].runs, Tried: w.tried, notes: w.notes}
	if err := d.look(ctx, w, levels); err != nil {
		return nil, err
	}
	d.Time = time.Since(start)
	return d, nil
}

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

// errDiffers says that a run fails in another way.
var errDiffers = errors.New("the run fails in another way")

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
// that are left in it.
func (r *run) step(p int) (Step, []violation) {
	var inSlice, unmarked []violation
	for _, v := range r.broken[p] {
		switch f := r.flags[v.node]; {
		case f&sliced == 0:
		case p < len(r.t.all) && r.t.all[p].kind == branch && f&ordered != 0: // it follows from its comparison
			inSlice = append(inSlice, v)
		case f&tainted == 0:
			unmarked = append(unmarked, v)
			fallthrough
		default:
			inSlice = append(inSlice, v)
		}
	}
	switch {
	case len(unmarked) > 0:
		return Unmarked, unmarked
	case len(inSlice) > 0:
		return Sliced, inSlice
	}
	return Failed, r.broken[p]
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
	c.Expected = pt.show(b.lo)
	if b.hi != b.lo {
		c.Expected += " to " + pt.show(b.hi)
	}
	if first.why != "" {
		c.Expected = first.why
	}
	c.Observed = pt.show(first.key)
	return c
}

// reason is the candidate in one sentence.
func (c *Candidate) reason() string {
	var b strings.Builder
	switch {
	case c.Way:
		fmt.Fprintf(&b, "goes a way here that none of %s takes", c.runs())
	case c.Expected == "":
		fmt.Fprintf(&b, "%s %s", c.Name, c.Observed)
	default:
		fmt.Fprintf(&b, "%s is %s, in %s %s", c.Name, c.Observed, c.runs(), c.Expected)
	}
	if lines := linesOf(c.Expression); len(lines) > 1 {
		fmt.Fprintf(&b, "; computed by lines %s", strings.Join(lines, ", "))
	}
	if c.Step < Agreed && !c.symptom {
		fmt.Fprintf(&b, " (%s)", stepNames[c.Step])
	}
	return b.String()
}

// runs says which passing runs the invariant is taken from.
func (c *Candidate) runs() string {
	switch {
	case c.level == 0:
		return fmt.Sprintf("%d passing runs", c.Good)
	case c.Good == 1:
		return "the closest passing run"
	}
	return fmt.Sprintf("the %d closest passing runs", c.Good)
}

// computes says what another statement of the expression has to do with the
// candidate.
func (c *Candidate) computes() string {
	if c.symptom {
		return fmt.Sprintf("computes what is used at line %d", c.Edge.Pos.Line)
	}
	if strings.HasSuffix(c.Name, "()") {
		return fmt.Sprintf("computes the result of %s at line %d", c.Name, c.Edge.Pos.Line)
	}
	return fmt.Sprintf("computes the %s at line %d", c.Name, c.Edge.Pos.Line)
}

// linesOf lists the lines of statements; those of other files than the first
// one's with the file.
func linesOf(edges []*cfg.Edge) []string {
	var out []string
	for _, e := range edges {
		s := fmt.Sprint(e.Pos.Line)
		if e.Pos.File != edges[0].Pos.File {
			s = e.Pos.File + ":" + s
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Result is the diagnosis for the user: the final set, then what else may help,
// which includes what the filters removed (section 2.4).
func (d *Diagnosis) Result() *fault.Result {
	res := &fault.Result{Method: "invariants", Notes: d.notes}
	for i := range d.Candidates {
		c := &d.Candidates[i]
		l := fault.Location{Edge: c.Edge, Pos: c.Edge.Pos, Score: c.score(d), Role: fault.Value, Reason: c.reason(), Instances: c.Instances}
		if c.Way {
			l.Role = fault.Predicate
		}
		if !c.Way && c.Expected != "" {
			l.Expected, l.Observed = c.Expected, c.Observed
		}
		for _, e := range c.Expression {
			l.Expression = append(l.Expression, e.Pos)
			if e != c.Edge {
				res.Locations = append(res.Locations, fault.Location{
					Edge: e, Pos: e.Pos, Score: l.Score - 0.5, Role: fault.Support,
					Reason: c.computes(),
				})
			}
		}
		res.Locations = append(res.Locations, l)
	}
	res.Locations = fault.Rank(res.Locations)
	if n := d.Final(); n < d.places(func(*Candidate) bool { return true }) {
		res.Notes = append(res.Notes, fmt.Sprintf("statements in the final set: %d; what follows is not of it", n))
	}
	res.Stats = fault.Stats{Instances: d.Instances, Reruns: d.Good + d.Bad + d.Tried, Time: d.Time, More: []fault.Count{
		{Key: fault.Invariants, N: d.Invariants}, {Key: fault.FailedInvariants, N: d.Count(Failed)},
		{Key: fault.SlicedInvariants, N: d.Count(Sliced)}, {Key: fault.UnmarkedInvariants, N: d.Count(Unmarked)},
		{Key: fault.AgreedInvariants, N: d.Count(Agreed)}, {Key: fault.FinalInvariants, N: d.Final()}, {Key: fault.PassedRuns, N: d.Good}, {Key: fault.FailedRuns, N: d.Bad + 1},
	}}
	return res
}
