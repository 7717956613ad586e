package localization

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"culprit/bench"
	"culprit/causal"
	"culprit/fault"
	"culprit/lab/scoring"
)

// CausalRun is the causal path of one failing test.
type CausalRun struct {
	ID, Program, Test, Failure string
	Reference                  string // "version" or "switched"
	Omission                   bool   // code is missing
	Err                        string // why the path is missing
	Switches                   int    // of the reference run, if it is the failing one with predicates switched
	Whole                      bool   // and it passes; else it is right up to and including the first wrong word
	Length                     int    // of the path, without the failure itself
	Starts                     bool   // its first step is the fault
	AnyStart                   bool   // some beginning of it is
	scoring.Metrics
	Tests, Single, Fast int
	Time                time.Duration
	// Of the path without fast passes, if that was computed.
	NaiveTests int
	NaiveTime  time.Duration
	NaiveErr   string
	Same       bool
}

// CausalConfig says what is measured.
type CausalConfig struct {
	Config
	Switched bool // without the correct version
	Naive    bool // also without fast passes
}

// Causal measures causal paths on faulty versions.
func Causal(ctx context.Context, versions []Version, conf CausalConfig) []CausalRun {
	conf.Config = conf.withDefaults()
	m := newMeasuring(conf.Config)
	var out []CausalRun
	for i := range versions {
		v := &versions[i]
		if ctx.Err() != nil {
			break
		}
		start, n := time.Now(), len(out)
		err := m.failing(ctx, v, func(in *fault.Input, truth *scoring.Truth) {
			r := CausalRun{ID: v.ID, Program: v.Program, Test: in.Failing.Name, Reference: "version"}
			r.Omission = slices.ContainsFunc(v.Lines, func(l scoring.FaultLine) bool { return l.After })
			if !conf.Switched {
				in.Reference = m.programs[v.Correct]
			} else {
				r.Reference = "switched"
			}
			r.measure(ctx, in, truth, conf)
			out = append(out, r)
		})
		if err != nil && !errors.Is(err, errNoneFails) {
			out = append(out, CausalRun{ID: v.ID, Program: v.Program, Err: err.Error()})
		}
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %d failing tests, %.1f s\n", i+1, len(versions), v.ID, len(out)-n, time.Since(start).Seconds())
		}
	}
	return out
}

func (r *CausalRun) measure(ctx context.Context, in *fault.Input, truth *scoring.Truth, conf CausalConfig) {
	if err := fault.Locate(ctx, in); err != nil {
		r.Err = err.Error()
		return
	}
	r.Failure = in.Failure.Kind.String()
	executed, err := executedBy(ctx, in)
	if err != nil {
		r.Err = err.Error()
		return
	}
	p, took, err := causalPath(ctx, in, conf, causal.Config{})
	r.Time = took
	res := &fault.Result{}
	if err != nil {
		r.Err = err.Error()
	} else {
		res = p.Result()
		if p.Repair != nil {
			r.Switches, r.Whole = len(p.Repair.Forces), p.Repair.Right < 0
		}
		r.Length, r.Tests, r.Single, r.Fast = len(p.Steps)-1, p.Tests, p.Single, p.Fast
		score := func(s causal.Step) bool {
			one := &fault.Result{Locations: []fault.Location{{Edge: s.Edge, Pos: s.Edge.Pos}}}
			m := scoring.Score(one, truth, in.Prog, executed)
			return m.Found
		}
		if ordered := p.Order(); len(ordered) > 0 {
			r.Starts = score(ordered[0])
		}
		r.AnyStart = slices.ContainsFunc(p.Steps, func(s causal.Step) bool { return s.Root && score(s) })
	}
	r.Metrics = scoring.Score(res, truth, in.Prog, executed)
	if !conf.Naive || err != nil {
		return
	}
	q, took, err := causalPath(ctx, in, conf, causal.Config{NoFastPasses: true})
	r.NaiveTime = took
	if err != nil {
		r.NaiveErr = err.Error()
		return
	}
	r.NaiveTests, r.Same = q.Tests, slices.EqualFunc(p.Steps, q.Steps, func(a, b causal.Step) bool { return a.At == b.At && a.Root == b.Root && a.Text == b.Text })
	if q.Cut {
		r.NaiveErr = "out of time"
	}
}

// causalPath computes a path within the limit.
func causalPath(ctx context.Context, in *fault.Input, conf CausalConfig, c causal.Config) (p *causal.Path, took time.Duration, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("internal error: %v", x)
		}
	}()
	own, cancel := context.WithTimeout(ctx, conf.Timeout)
	defer cancel()
	start := time.Now()
	p, err = causal.Compute(own, in, c)
	return p, time.Since(start), err
}

// paperRoots are the figures of the paper's table 1: failures that are no
// omissions, average length, paths that start at the fault.
var paperRoots = map[string]struct {
	n, roots int
	length   float64
}{
	"sir/schedule": {20, 16, 8.1}, "sir/schedule2": {12, 4, 7.9}, "sir/printtokens": {16, 4, 4.21},
	"sir/printtokens2": {20, 20, 12.4}, "sir/replace": {38, 34, 57}, "sir/tcas": {40, 40, 9},
	"all": {146, 118, 23.1},
}

// CausalTable is table 1 of the paper.
func CausalTable(runs []CausalRun) *bench.Table {
	t := &bench.Table{
		Title: "Causal paths: where they start",
		Columns: []string{"program", "failures", "no omission", "start at the fault", "some start", "length", "found", "lines read", "lines",
			"repaired", "one switch", "in part", "tests", "s", "paper: no omission", "start", "length"},
	}
	var programs []string
	by := map[string][]*CausalRun{}
	for i := range runs {
		r := &runs[i]
		if by[r.Program] == nil {
			programs = append(programs, r.Program)
		}
		by[r.Program] = append(by[r.Program], r)
	}
	var all []*CausalRun
	for _, p := range programs {
		addCausal(t, p, by[p])
		all = append(all, by[p]...)
	}
	addCausal(t, "all", all)
	t.Foot = 1
	t.Notes = append(t.Notes, "Lines read, of the executed lines, are means over versions; a path without the fault costs what scoring.Score says. The other figures count failing tests, lengths those of paths that start at the fault. Repaired: without a correct version, by switching predicates.")
	if len(runs) > 0 && runs[0].Reference != "version" {
		t.Notes = append(t.Notes, "The paper has no such table of these programs: one switch repairs 80 % of over 9,000 failing runs of them, and of six failures of bc, cmp and grep the fault is on five paths, of 3 to 9 steps.")
	}
	errs := map[string]int{}
	for i := range runs {
		if runs[i].Err != "" {
			errs[runs[i].Err]++
		}
	}
	for _, e := range sortedKeys(errs) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times %s", errs[e], e))
	}
	return t
}

func addCausal(t *bench.Table, name string, runs []*CausalRun) {
	n, starts, some, found, length, tests := 0, 0, 0, 0, 0, 0
	repaired, single, part := 0, 0, 0
	took := time.Duration(0)
	read, lines := newMeans(), newMeans()
	for _, r := range runs {
		switch {
		case r.Whole:
			repaired++
			if r.Switches == 1 {
				single++
			}
		case r.Switches > 0:
			part++
		}
		if r.Found {
			found++
		}
		tests += r.Tests
		took += r.Time
		if r.Lines > 0 {
			read.add(r.ID, float64(r.Best+r.Worst)/2)
			lines.add(r.ID, float64(r.Lines))
		}
		if r.Omission {
			continue
		}
		n++
		if r.Starts {
			starts++
			length += r.Length
		}
		if r.AnyStart {
			some++
		}
	}
	mean := func(sum float64, n int) string { return strconv.FormatFloat(sum/float64(max(n, 1)), 'f', 1, 64) }
	paper := []any{"", "", ""}
	if x, ok := paperRoots[name]; ok && runs[0].Reference == "version" {
		paper = []any{x.n, x.roots, x.length}
	}
	t.Add(append([]any{name, len(runs), n, starts, some, mean(float64(length), starts), found, fmt.Sprintf("%.1f", read.mean()), fmt.Sprintf("%.1f", lines.mean()),
		repaired, single, part, mean(float64(tests), len(runs)), mean(took.Seconds(), len(runs))}, paper...)...)
}

// CausalSpeed compares paths with and without fast passes.
func CausalSpeed(runs []CausalRun) *bench.Table {
	t := &bench.Table{
		Title:   "Causal paths: fast passes",
		Columns: []string{"program", "paths", "same", "out of time without", "executions with", "without", "factor", "s with", "without"},
	}
	var programs []string
	type sum struct{ n, same, out, with, without, a, b int }
	by := map[string]*sum{}
	for i := range runs {
		r := &runs[i]
		if r.Err != "" {
			continue
		}
		for _, p := range []string{r.Program, "all"} {
			if by[p] == nil {
				by[p] = &sum{}
				programs = append(programs, p)
			}
			s := by[p]
			s.n++
			if r.NaiveErr != "" {
				s.out++
				continue
			}
			if r.Same {
				s.same++
			}
			s.with, s.without = s.with+r.Tests, s.without+r.NaiveTests
			s.a, s.b = s.a+int(r.Time.Milliseconds()), s.b+int(r.NaiveTime.Milliseconds())
		}
	}
	for _, p := range programs {
		s := by[p]
		t.Add(p, s.n, s.same, s.out, s.with, s.without, fmt.Sprintf("%.1f", float64(s.without)/float64(max(s.with, 1))),
			fmt.Sprintf("%.1f", float64(s.a)/1000), fmt.Sprintf("%.1f", float64(s.b)/1000))
	}
	return t
}

// CausalDetails has one row for each failing test.
func CausalDetails(runs []CausalRun) *bench.Table {
	t := &bench.Table{Columns: []string{
		"version", "test", "failure", "reference", "switches", "whole", "omission", "length", "starts", "some_start", "found", "best", "worst", "lines",
		"tests", "single", "fast", "seconds", "naive_tests", "naive_seconds", "same", "naive_error", "error",
	}}
	for i := range runs {
		r := &runs[i]
		t.Add(r.ID, r.Test, r.Failure, r.Reference, r.Switches, r.Whole, r.Omission, r.Length, r.Starts, r.AnyStart, r.Found, r.Best, r.Worst, r.Lines,
			r.Tests, r.Single, r.Fast, strconv.FormatFloat(r.Time.Seconds(), 'f', 3, 64), r.NaiveTests,
			strconv.FormatFloat(r.NaiveTime.Seconds(), 'f', 3, 64), r.Same, r.NaiveErr, r.Err)
	}
	return t
}
