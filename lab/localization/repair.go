package localization

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"
	"time"

	"culprit/bench"
	"culprit/fault"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/lab/scoring"
	"culprit/repair"
	"culprit/spectrum"
)

// RepairRun is what changes of the program say about one failing test.
type RepairRun struct {
	ID, Program, Test string
	Err               string
	Unlocated         bool // nobody knows where the fault is
	Repair, Ochiai    FrontierRow
	Random            FrontierRow
	Candidates, Tried int
	Fixes             int
	// Right: the first fix does what the correct program does on all tests of
	// the version; Kind is what it changes.
	Right bool
	Kind  string
	// Kinds says by kind what came of the changes that were executed, and Shown of the
	// fixes that are shown, the first one first.
	Kinds map[string]KindTally
	Shown []ShownFix
	// Generated are inputs made of those of the suite on which the first fix was compared, too,
	// Differs is the last of them, if it does something else there.
	Generated int
	Differs   string
	Time      time.Duration // processor time
}

// RepairConfig says what is measured.
type RepairConfig struct {
	Config
	Alone     bool // without passing tests
	Generated int  // inputs on which fixes that are right are compared with the correct program
}

// beyond is how many times its work a method may take in processor time, on a machine
// that is not idle.
const beyond = 10

// mostOthers is how many failing tests a method is given.
const mostOthers = 10

// Repair measures changes of the program on faulty versions.
func Repair(ctx context.Context, versions []Version, conf RepairConfig) []RepairRun {
	conf.Config = conf.withDefaults()
	conf.Spread = true
	explained := conf.Tests
	if conf.Tests > 0 { // the others are further failing runs
		conf.Tests = max(conf.Tests, mostOthers)
	}
	m := newMeasuring(conf.Config)
	var out []RepairRun
	for i := range versions {
		v := &versions[i]
		if ctx.Err() != nil {
			break
		}
		n := len(out)
		err := m.failing(ctx, v, func(in *fault.Input, truth *scoring.Truth) {
			if explained > 0 && len(out)-n >= explained {
				return
			}
			if conf.Alone {
				in.Passing, in.Others = nil, nil
			}
			r := RepairRun{ID: v.ID, Program: v.Program, Test: in.Failing.Name, Unlocated: len(v.Lines) == 0}
			if err := m.repair(ctx, v, in, truth, conf.Generated, &r); err != nil {
				r.Err = err.Error()
			}
			out = append(out, r)
		})
		if err != nil && !errors.Is(err, errNoneFails) {
			out = append(out, RepairRun{ID: v.ID, Program: v.Program, Err: err.Error()})
		}
		if conf.Progress != nil {
			for _, r := range out[n:] {
				fmt.Fprintf(conf.Progress, "%d/%d %s: %s\n", i+1, len(versions), v.ID, r.line())
			}
		}
	}
	return out
}

// line is a run in a line.
func (r *RepairRun) line() string {
	if r.Err != "" {
		return r.Err
	}
	return fmt.Sprintf("read %.1f of %d (Ochiai %.1f), %d fixes, first right %v (%s), %d inputs generated, differs on %q, %d of %d changes, %.1f s",
		r.Repair.Read, r.Repair.Lines, r.Ochiai.Read, r.Fixes, r.Right, r.Kind, r.Generated, r.Differs, r.Tried, r.Candidates, r.Time.Seconds())
}

// repair measures one failing test.
func (m *measuring) repair(ctx context.Context, v *Version, in *fault.Input, truth *scoring.Truth, generated int, r *RepairRun) error {
	if err := fault.Locate(ctx, in); err != nil {
		return err
	}
	executed, err := executedBy(ctx, in)
	if err != nil {
		return err
	}
	s := newReading(in, truth, executed)
	s.faults = anyOf(s.faults)
	r.Random.Row = rowRandom
	s.read(&fault.Result{}, &r.Random)
	s.read(&fault.Result{}, &r.Ochiai)
	s.read(&fault.Result{}, &r.Repair)
	if len(in.Passing) > 0 {
		o := spectrum.Ochiai()
		if a := fault.Ask(ctx, &o, in); a.Err == nil {
			s.read(a.Result, &r.Ochiai)
		}
	}
	in.Budget.Method = work.Of(m.conf.Timeout)
	own, done := watch(ctx, beyond*m.conf.Timeout, 0)
	method := repair.Method()
	r.Kinds = map[string]KindTally{}
	method.Options.(*repair.Options).Each = func(o repair.Outcome) { r.Kinds[o.Kind] = r.Kinds[o.Kind].with(o) }
	a := fault.Ask(own, &method, in)
	r.Time = done().time
	if a.Err != nil {
		return a.Err
	}
	s.read(a.Result, &r.Repair)
	for _, c := range a.Result.Stats.More {
		switch c.Key {
		case fault.Candidates:
			r.Candidates = c.N
		case fault.Executed:
			r.Tried = c.N
		}
	}
	r.Fixes = len(a.Result.Changes)
	for i := range a.Result.Changes {
		c := &a.Result.Changes[i]
		right, err := m.right(ctx, v, c)
		compared, differs := 0, ""
		if err == nil && right {
			compared, differs, err = m.agrees(ctx, v, c, generated)
		}
		if err != nil {
			return err
		}
		if i == 0 {
			r.Kind, r.Right, r.Generated, r.Differs = c.Kind, right, compared, differs
		}
		r.Shown = append(r.Shown, ShownFix{c.Kind, right && differs == ""})
	}
	return nil
}

// anyOf joins faults: any of their lines counts.
func anyOf(faults [][]fault.Line) [][]fault.Line {
	var all []fault.Line
	for _, f := range faults {
		all = append(all, f...)
	}
	if all == nil {
		return nil
	}
	return [][]fault.Line{all}
}

// right reports whether a changed program does what the correct one does on all
// tests.
func (m *measuring) right(ctx context.Context, v *Version, c *fault.Change) (bool, error) {
	source, err := m.source(v.File)
	if err != nil {
		return false, err
	}
	prog, err := source.Lower(ctx, c.Files)
	if err != nil {
		return false, err
	}
	var session *interp.Session
	for i := range v.Cases {
		k := &v.Cases[i]
		if k.Skip != "" {
			continue
		}
		t := &fault.Test{Name: k.Name, Args: k.Args, Stdin: k.Stdin, Files: k.Files}
		x := m.expect(ctx, v, t)
		if x == nil {
			continue
		}
		conf := fault.Config(prog, t, m.budget())
		if session == nil {
			session = interp.NewSession(prog, conf)
		}
		got := session.Again(conf).Finish()
		if o, _ := x.Judge(&got); o != fault.Pass {
			return false, nil
		}
	}
	return true, nil
}

// RepairTable shows for each suite the means over its versions.
func RepairTable(runs []RepairRun) *bench.Table {
	t := &bench.Table{
		Title:   "Changes of the program: lines read up to the first fault, and fixes",
		Columns: []string{"suite", "versions", "lines", "top-1", "top-5", "read", "Ochiai top-1", "Ochiai top-5", "Ochiai read", "random top-5", "random read", "fix %", "first right %", "also generated %", "changes", "s"},
		Notes: []string{
			"Ties at their expectation over random orders; a miss costs all executed lines. fix: some change passes all tests given; first right: of those,",
			"the first one shown does what the correct version does, or the suite says, on all tests. s: processor time. Means over versions. Suites whose fault lines",
			"are not known have no figures of lines, and are not in their means. also generated: of the first ones shown those that are right, and do what the correct",
			"version does on --generated inputs that are made of those of the suite, as far as it ends on them.",
		},
	}
	names, groups := byKey(runs, func(r *RepairRun) string { return suiteOf(r.Program) })
	var all [][]float64
	unknown := math.NaN()
	for _, n := range names {
		g := groups[n]
		each := func(f func(*RepairRun) float64) float64 {
			m := newMeans()
			for i := range g {
				m.add(g[i].ID, f(&g[i]))
			}
			return m.mean()
		}
		lines := func(f func(*RepairRun) float64) float64 {
			if g[0].Unlocated {
				return unknown
			}
			return each(f)
		}
		fixed := each(func(r *RepairRun) float64 { return share(r.Fixes > 0) })
		row := []float64{
			each(func(r *RepairRun) float64 { return float64(r.Random.Lines) }),
			100 * lines(func(r *RepairRun) float64 { return r.Repair.Top[0] }), 100 * lines(func(r *RepairRun) float64 { return r.Repair.Top[1] }),
			lines(func(r *RepairRun) float64 { return r.Repair.Read }),
			100 * lines(func(r *RepairRun) float64 { return r.Ochiai.Top[0] }), 100 * lines(func(r *RepairRun) float64 { return r.Ochiai.Top[1] }),
			lines(func(r *RepairRun) float64 { return r.Ochiai.Read }),
			100 * lines(func(r *RepairRun) float64 { return r.Random.Top[1] }), lines(func(r *RepairRun) float64 { return r.Random.Read }),
			100 * fixed, 100 * ratio(each(func(r *RepairRun) float64 { return share(r.Right) }), fixed),
			100 * ratio(each(func(r *RepairRun) float64 { return share(r.Right && r.Differs == "") }), fixed),
			each(func(r *RepairRun) float64 { return float64(r.Tried) }), each(func(r *RepairRun) float64 { return r.Time.Seconds() }),
		}
		all = append(all, row)
		addRow(t, n, len(g), row)
	}
	mean := make([]float64, 14)
	for k := range mean {
		n := 0.0
		for _, row := range all {
			if !math.IsNaN(row[k]) {
				mean[k] += row[k]
				n++
			}
		}
		mean[k] /= n // not a number if no suite has the figure
	}
	addRow(t, "mean of suites", len(runs), mean)
	t.Foot = 1
	errs := map[string]int{}
	for i := range runs {
		if e := runs[i].Err; e != "" {
			errs[e]++
		}
	}
	for _, e := range sortedKeys(errs) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times %s", errs[e], e))
	}
	return t
}

func addRow(t *bench.Table, name string, n int, row []float64) {
	cells := []any{name, n}
	for _, x := range row {
		cell := fmt.Sprintf("%.1f", x)
		if math.IsNaN(x) {
			cell = "-"
		}
		cells = append(cells, cell)
	}
	t.Add(cells...)
}

// suiteOf is the suite of a program, of the Siemens programs tcas or the
// others.
func suiteOf(program string) string {
	suite, name, _ := strings.Cut(program, "/")
	switch {
	case name == "tcas":
		return path.Join(suite, name)
	case suite == "sir":
		return suite + "/others"
	}
	return suite
}

// RepairDetails has one row for each failing test.
func RepairDetails(runs []RepairRun) *bench.Table {
	t := &bench.Table{Columns: []string{"version", "test", "lines", "read", "top1", "top5", "ochiai_read", "fixes", "right", "generated", "differs", "kind", "candidates", "tried", "seconds", "error"}}
	for i := range runs {
		r := &runs[i]
		t.Add(r.ID, r.Test, r.Random.Lines, r.Repair.Read, r.Repair.Top[0], r.Repair.Top[1], r.Ochiai.Read, r.Fixes, r.Right, r.Generated, r.Differs, r.Kind, r.Candidates, r.Tried, took(r.Time), r.Err)
	}
	return t
}
