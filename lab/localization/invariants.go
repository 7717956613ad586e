package localization

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"culprit/bench"
	"culprit/cfg"
	"culprit/fault"
	"culprit/invariants"
	"culprit/lab/scoring"
	"culprit/spectrum"
)

// InvariantRun is what likely invariants, or another method, say about one
// failing test.
type InvariantRun struct {
	Run
	Missing bool // code is missing
	// The columns of paper 004's table 3; 0 for other methods.
	Invariants                                     int
	Failed, Sliced, Unmarked, Agreed, Final        int
	ExpressionLines                                int  // of the expressions of the final candidates
	InFailed, InSlice, InUnmarked, InAgreed, InEnd bool // whether the fault is in what each step leaves, and in the final set
	Good, Bad                                      int
	Over                                           bool // the limit ended it
	Way                                            Way  // of the rows of random order
}

// The places at which a fault can be lost on its way to the final set.
const (
	lostNoRuns   = "no passing run"
	lostDiffers  = "no invariant fails"
	lostSlice    = "slice"
	lostFilter   = "filter"
	lostDisagree = "failing runs"
	lostFewer    = "all good runs"
)

var lostAt = []string{lostNoRuns, lostDiffers, lostSlice, lostFilter, lostDisagree, lostFewer}

// lost says where the fault is lost, "" if it is in the final set.
func (r *InvariantRun) lost() string {
	switch {
	case r.InEnd:
		return ""
	case r.Good == 0:
		return lostNoRuns
	case !r.InFailed:
		return lostDiffers
	case !r.InSlice:
		return lostSlice
	case !r.InUnmarked:
		return lostFilter
	case !r.InAgreed:
		return lostDisagree
	}
	return lostFewer
}

// inputSources are where the runs come from that invariants are trained on.
var inputSources = []struct {
	name        string
	tests, made bool
}{{"tests", true, false}, {"tests and made", true, true}, {"made", false, true}}

// Invariants measures likely invariants with runs from several sources, and spectra,
// the failing statement and a random order for comparison.
func Invariants(ctx context.Context, versions []Version, conf Config) []InvariantRun {
	conf = conf.withDefaults()
	m := newMeasuring(conf)
	var out []InvariantRun
	for i := range versions {
		if ctx.Err() != nil {
			break
		}
		start := time.Now()
		runs, summary := m.invariants(ctx, &versions[i])
		out = append(out, runs...)
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %s, %.1f s\n", i+1, len(versions), versions[i].ID, summary, time.Since(start).Seconds())
		}
	}
	return out
}

func (m *measuring) invariants(ctx context.Context, v *Version) (out []InvariantRun, summary string) {
	s, err := m.subject(ctx, v, max(m.conf.Tests, m.conf.Passing)) // the others are further failing runs
	if err != nil {
		return nil, err.Error()
	}
	m.each(ctx, s, m.conf.Tests, func(in *fault.Input, truth *scoring.Truth) {
		in.Reference = s.correct
		out = append(out, m.compare(ctx, v, in, truth)...)
	})
	return out, s.summary()
}

// compare runs the methods on one failing test.
func (m *measuring) compare(ctx context.Context, v *Version, in *fault.Input, truth *scoring.Truth) []InvariantRun {
	base := InvariantRun{Run: Run{ID: v.ID, Program: v.Program, Test: in.Failing.Name}}
	base.Missing = slices.ContainsFunc(v.Lines, func(l scoring.FaultLine) bool { return l.After })
	err := fault.Locate(ctx, in)
	var executed []bool
	if err == nil {
		base.Failure = in.Failure.Kind.String()
		executed, err = executedBy(ctx, in)
	}
	if err != nil {
		base.Method, base.Err = "none", err.Error()
		return []InvariantRun{base}
	}
	score := func(res *fault.Result) scoring.Metrics { return scoring.Score(res, truth, in.Prog, executed) }
	wanted := func(name string) bool { return len(m.conf.Rows) == 0 || slices.Contains(m.conf.Rows, name) }
	var out []InvariantRun
	for _, s := range inputSources {
		r := base
		r.Method = "invariants, " + s.name
		if !wanted(s.name) {
			continue
		}
		use := &fault.Input{Prog: in.Prog, Reference: in.Reference, Failing: in.Failing, Failure: in.Failure, Oracle: in.Oracle, Budget: in.Budget}
		if s.tests {
			use.Passing, use.Others = in.Passing, in.Others
		}
		o := invariants.Options{Good: 8, Bad: 8}
		if s.made {
			o.Tries = 1000
		}
		own, done := watch(ctx, m.conf.Timeout, 0)
		d, err := invariants.Diagnose(own, use, o)
		r.Over = own.Err() != nil
		r.Time = done().time
		use.Close()
		res := &fault.Result{}
		if err != nil {
			r.Err = err.Error()
		} else {
			res = d.Result()
			r.fill(d, func(in func(*invariants.Candidate) bool) bool { return score(left(d, in)).FoundAll })
		}
		r.Metrics = score(res)
		out = append(out, r)
	}
	for _, method := range []fault.Method{spectrum.Ochiai(), spectrum.Tarantula(), fault.Slice(), {Name: "failing statement"}, {Name: randomOrder}} {
		r := base
		r.Method = method.Name
		if !wanted(method.Name) {
			continue
		}
		res := &fault.Result{}
		switch {
		case method.Run != nil:
			if a := fault.Ask(ctx, &method, in); a.Err != nil {
				r.Err = a.Err.Error()
			} else {
				res = a.Result
			}
		case method.Name == "failing statement":
			res.Locations = []fault.Location{{Edge: in.Failure.Edge, Pos: in.Failure.Pos, Score: 1}}
		}
		r.Metrics = score(res)
		if method.Name == randomOrder {
			isFault := func(e *cfg.Edge) bool {
				return score(&fault.Result{Locations: []fault.Location{{Edge: e, Pos: e.Pos}}}).Found
			}
			if r.Way, err = wayTo(ctx, in, isFault); err != nil {
				r.Err = err.Error()
			}
			r.Way.Executed = r.Metrics.Lines
		}
		out = append(out, r)
	}
	return out
}

// left is a result of some candidates, with their expressions.
func left(d *invariants.Diagnosis, in func(*invariants.Candidate) bool) *fault.Result {
	res := &fault.Result{}
	for i := range d.Candidates {
		if c := &d.Candidates[i]; in(c) {
			for _, e := range append([]*cfg.Edge{c.Edge}, c.Expression...) {
				res.Locations = append(res.Locations, fault.Location{Edge: e, Pos: e.Pos})
			}
		}
	}
	return res
}

// fill sets the columns of table 3.
func (r *InvariantRun) fill(d *invariants.Diagnosis, inside func(func(*invariants.Candidate) bool) bool) {
	from := func(s invariants.Step) func(*invariants.Candidate) bool {
		return func(c *invariants.Candidate) bool { return c.Step >= s }
	}
	r.Invariants, r.Good, r.Bad, r.Reruns = d.Invariants, d.Good, d.Bad, d.Tried
	r.Failed, r.Sliced = d.Count(invariants.Failed), d.Count(invariants.Sliced)
	r.Unmarked, r.Agreed, r.Final = d.Count(invariants.Unmarked), d.Count(invariants.Agreed), d.Final()
	r.InFailed, r.InSlice = inside(from(invariants.Failed)), inside(from(invariants.Sliced))
	r.InUnmarked, r.InAgreed = inside(from(invariants.Unmarked)), inside(from(invariants.Agreed))
	r.InEnd = inside((*invariants.Candidate).Final)
	lines := map[fault.Line]bool{}
	for _, l := range left(d, (*invariants.Candidate).Final).Locations {
		lines[fault.LineOf(l.Pos)] = true
	}
	r.ExpressionLines = len(lines)
}

// TableInvariants shows what each filter leaves, as table 3 of paper 004, and
// the lines that are read, for each program and source of runs.
func TableInvariants(runs []InvariantRun) *bench.Table {
	t := &bench.Table{
		Title: "Likely invariants: candidates that each filter leaves, and whether the fault is among them",
		Columns: []string{"program", "method", "versions", "invariants", "failed", "slice", "filter", "agreed", "final", "median", "most", "lines",
			"in failed %", "in slice %", "in filter %", "in agreed %", "in final %", "not missing: in final %", "EXAM %", "median EXAM %", "found %", "s", "over"},
	}
	group := func(name string, of func(*InvariantRun) string) {
		var methods []string
		by := map[string][]*InvariantRun{}
		for i := range runs {
			r := &runs[i]
			k := of(r) + "\x00" + r.Method
			if by[k] == nil {
				methods = append(methods, k)
			}
			by[k] = append(by[k], r)
		}
		slices.SortStableFunc(methods, func(a, b string) int { return cmp.Compare(of(by[a][0]), of(by[b][0])) })
		for _, k := range methods {
			addInvariants(t, cmp.Or(of(by[k][0]), name), by[k])
		}
	}
	group("", func(r *InvariantRun) string { return r.Program })
	before := len(t.Rows)
	group("all", func(*InvariantRun) string { return "" })
	// Its table 3, of 8 bugs; the last filter loses one.
	t.Add("paper 004", "invariants, made", 8, "4926.6", "148.4", "28.9", "12.0", "9.2", "9.2", "8.5", 17, "78.4", 100, 100, 100, 88, 88, 88, "", "", "", "", "")
	t.Foot = len(t.Rows) - before
	t.Notes = append(t.Notes, "Means over tests, then over versions; the median is of versions. In the final set: with the lines of the expressions. Agreed: what all filters leave; final: of that what the invariants of all good runs find. EXAM: lines read up to the fault, of those executed, with ties in any order. s: processor time; over: runs that the limit on it ended.")
	return t
}

// addInvariants adds the row of a group of runs of one method.
func addInvariants(t *bench.Table, name string, rs []*InvariantRun) {
	versions := func(only func(*InvariantRun) bool, f func(*InvariantRun) float64) []float64 {
		return byVersion(rs, only, f)
	}
	num := func(f func(*InvariantRun) int) string {
		return fmt.Sprintf("%.1f", meanValue(versions(nil, func(r *InvariantRun) float64 { return float64(f(r)) })))
	}
	percent := func(only func(*InvariantRun) bool, f func(*InvariantRun) bool) string {
		return fmt.Sprintf("%.0f", 100*meanValue(versions(only, func(r *InvariantRun) float64 { return share(f(r)) })))
	}
	all := len(versions(nil, func(*InvariantRun) float64 { return 0 }))
	exams := versions(nil, func(r *InvariantRun) float64 { return 100 * r.Exam() })
	finals := versions(nil, func(r *InvariantRun) float64 { return float64(r.Final) })
	over := 0
	for _, r := range rs {
		over += int(share(r.Over))
	}
	row := []any{name, rs[0].Method, all}
	if ofInvariants(rs[0]) {
		row = append(row, num(func(r *InvariantRun) int { return r.Invariants }), num(func(r *InvariantRun) int { return r.Failed }),
			num(func(r *InvariantRun) int { return r.Sliced }), num(func(r *InvariantRun) int { return r.Unmarked }), num(func(r *InvariantRun) int { return r.Agreed }), num(func(r *InvariantRun) int { return r.Final }),
			fmt.Sprintf("%.1f", middleValue(finals)), fmt.Sprintf("%.0f", slices.Max(finals)),
			num(func(r *InvariantRun) int { return r.ExpressionLines }),
			percent(nil, func(r *InvariantRun) bool { return r.InFailed }), percent(nil, func(r *InvariantRun) bool { return r.InSlice }),
			percent(nil, func(r *InvariantRun) bool { return r.InUnmarked }), percent(nil, func(r *InvariantRun) bool { return r.InAgreed }),
			percent(nil, func(r *InvariantRun) bool { return r.InEnd }),
			percent(func(r *InvariantRun) bool { return !r.Missing }, func(r *InvariantRun) bool { return r.InEnd }))
	} else {
		row = append(row, "", "", "", "", "", "", "", "", "", "", "", "", "", "", "")
	}
	row = append(row, fmt.Sprintf("%.1f", meanValue(exams)), fmt.Sprintf("%.1f", middleValue(exams)),
		percent(nil, func(r *InvariantRun) bool { return r.Found }), meanValue(versions(nil, func(r *InvariantRun) float64 { return r.Time.Seconds() })), over)
	t.Add(row...)
}

// InvariantDetails has one row for each test and method.
func InvariantDetails(runs []InvariantRun) *bench.Table {
	t := &bench.Table{Columns: []string{
		"version", "test", "method", "failure", "missing", "good", "bad", "tried", "invariants", "failed", "slice", "filter", "agreed", "final", "lines",
		"in_failed", "in_slice", "in_filter", "in_agreed", "in_final", "lost", "found", "best", "worst", "executed_lines", "exam", "seconds", "error",
	}}
	for i := range runs {
		r := &runs[i]
		t.Add(r.ID, r.Test, r.Method, r.Failure, r.Missing, r.Good, r.Bad, r.Reruns, r.Invariants, r.Failed, r.Sliced, r.Unmarked, r.Agreed, r.Final, r.ExpressionLines,
			r.InFailed, r.InSlice, r.InUnmarked, r.InAgreed, r.InEnd, r.lost(), r.Found, r.Best, r.Worst, r.Metrics.Lines,
			strconv.FormatFloat(r.Exam(), 'f', 4, 64), strconv.FormatFloat(r.Time.Seconds(), 'f', 4, 64), r.Err)
	}
	return t
}
