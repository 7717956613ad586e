package localization

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit/bench"
	"culprit/cfg"
	"culprit/fault"
	faultsuite "culprit/fault/suite"
	"culprit/frontend"
	"culprit/internal/gcc"
	"culprit/interp"
	"culprit/lab/scoring"
	"culprit/lab/suite"
)

// Config says how localization methods are measured.
type Config struct {
	Methods []fault.Method
	PtrBits int           // 0: 64
	Tests   int           // failing tests of each version; 0: 5, negative: all
	Passing int           // passing tests that methods are given; 0: 5
	Spread  bool          // take the tests from all of the suite, not from its beginning
	Steps   int           // of one run; 0: 10 million
	Runs    int           // re-executions of a method; 0: 2000
	Timeout time.Duration // of one method on one test; 0: 30 s
	Rows    []string      // of the tables of Frontier and of Invariants; none: all
	// Progress gets one line per version; nil: none.
	Progress io.Writer
}

func (c Config) withDefaults() Config {
	def := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	def(&c.PtrBits, 64)
	def(&c.Tests, 5)
	def(&c.Passing, 5)
	def(&c.Steps, 10_000_000)
	def(&c.Runs, 2000)
	if c.Timeout == 0 {
		c.Timeout = 30 * time.Second
	}
	return c
}

// executedBy says by edge id which edges the failing run executes.
func executedBy(ctx context.Context, in *fault.Input) ([]bool, error) {
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(in.Prog.Edges))
	for inst := range rec.All(0) {
		out[inst.Edge.ID] = true
	}
	return out, context.Cause(ctx)
}

// Version is a faulty program with the correct one and its tests.
type Version struct {
	ID      string // suite/program/version
	Program string // suite/program, or the suite if each program is alone
	File    string
	Correct string // file of the correct program, "" if there is none
	// Reference is the file of a correct program that says what is right on inputs that
	// the suite does not have, where Correct is "".
	Reference string
	Lines     []scoring.FaultLine
	Cases     []gcc.Case
	// Expected are the outputs of the tests where there is no correct program.
	Expected map[string][]byte
	// FoldSpace ignores white space at the ends of lines and of the output,
	// as the checkers of programming contests do.
	FoldSpace bool
}

// Versions reads the faulty versions of an index: those with the column
// fault_lines, which names the lines that differ from the correct version, and
// with more than one program in the folder the faulty one. The correct program
// is the version orig, or the other one in the folder; in the latter case the
// outputs are compared as contests do.
func Versions(dir, index string, only []string) ([]Version, error) {
	rows, err := bench.ReadRows(index)
	if err != nil {
		return nil, err
	}
	subjects, err := suite.Subjects(dir, index, nil)
	if err != nil {
		return nil, err
	}
	byID := map[string]*suite.Subject{}
	for i := range subjects {
		byID[subjects[i].ID] = &subjects[i]
	}
	var out []Version
	for _, row := range rows {
		id := strings.Join([]string{row["suite"], row["program"], row["version"]}, "/")
		if row["fault_lines"] == "" || !suite.Wanted(id, only) {
			continue
		}
		name, lines, err := scoring.ParseFaultLines(row["fault_lines"])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", index, id, err)
		}
		v := Version{ID: id, Program: path.Join(row["suite"], row["program"]), Lines: lines}
		s := byID[id]
		if name != "" {
			folder := path.Join(row["suite"], row["program"]) + "/"
			s = byID[folder+strings.TrimSuffix(name, ".c")]
			v.Program, v.FoldSpace = row["suite"], true
			for i := range subjects {
				if o := &subjects[i]; strings.HasPrefix(o.ID, folder) && o != s {
					v.Correct = o.File
				}
			}
		} else if o := byID[path.Join(row["suite"], row["program"], "orig")]; o != nil {
			v.Correct = o.File
		}
		if s == nil || v.Correct == "" || len(s.Cases) == 0 {
			continue
		}
		v.File, v.Cases = s.File, s.Cases
		out = append(out, v)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no faulty version with a correct one and tests", index)
	}
	return out, nil
}

// Unlocated reads the versions of an index whose fault lines are not known, nor
// a correct program, but what their tests should print. The effect of changes can
// be measured on them, the place of the fault cannot.
func Unlocated(dir, index string, only []string) ([]Version, error) {
	rows, err := bench.ReadRows(index)
	if err != nil {
		return nil, err
	}
	subjects, err := suite.Subjects(dir, index, nil)
	if err != nil {
		return nil, err
	}
	located := map[string]bool{} // programs with a version whose fault lines are known
	for _, row := range rows {
		located[path.Join(row["suite"], row["program"])] = located[path.Join(row["suite"], row["program"])] || row["fault_lines"] != ""
	}
	var out []Version
	for i := range subjects {
		s := &subjects[i]
		if program := path.Dir(s.ID); s.Grouped && len(s.Expected) > 0 && !located[program] && suite.Wanted(s.ID, only) {
			v := Version{ID: s.ID, Program: program, File: s.File, Cases: s.Cases, Expected: s.Expected, FoldSpace: true}
			correct := filepath.Join(dir, program, "tests", path.Base(program)+".c") // as in IntroClass
			if _, err := os.Stat(correct); err == nil {
				v.Reference = correct
			}
			out = append(out, v)
		}
	}
	return out, nil
}

// Run is the answer of one method about one failing test.
type Run struct {
	ID, Program  string
	Test, Method string
	Failure      string
	scoring.Metrics
	Reruns int
	Time   time.Duration
	Err    string // why there is no answer
}

// Measure measures methods on faulty versions.
func Measure(ctx context.Context, versions []Version, conf Config) []Run {
	conf = conf.withDefaults()
	m := newMeasuring(conf)
	var out []Run
	for i := range versions {
		if ctx.Err() != nil {
			break
		}
		start := time.Now()
		runs, summary := m.version(ctx, &versions[i])
		out = append(out, runs...)
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %s, %.1f s\n", i+1, len(versions), versions[i].ID, summary, time.Since(start).Seconds())
		}
	}
	return out
}

type measuring struct {
	conf     Config
	programs map[string]*cfg.Program                  // correct ones, by file
	expected map[string]map[string]*fault.Expectation // by file and test; nil: the correct program has no answer
}

func newMeasuring(conf Config) *measuring {
	return &measuring{conf: conf, programs: map[string]*cfg.Program{}, expected: map[string]map[string]*fault.Expectation{}}
}

func (m *measuring) parse(file string) (*cfg.Program, error) {
	s, err := m.source(file)
	if err != nil {
		return nil, err
	}
	return frontend.ParseFiles(s.Files, s.Execute)
}

// source is the text of a program.
func (m *measuring) source(file string) (*fault.Source, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return &fault.Source{
		Files:   []frontend.Source{{Name: file, Text: src}},
		Execute: frontend.Config{PtrBits: m.conf.PtrBits, Execute: true}, Verify: frontend.Config{PtrBits: m.conf.PtrBits},
	}, nil
}

// correct is the correct program of a version.
func (m *measuring) correct(v *Version) (*cfg.Program, error) {
	if v.Correct == "" {
		return nil, nil
	}
	if p := m.programs[v.Correct]; p != nil {
		return p, nil
	}
	p, err := m.parse(v.Correct)
	if err != nil {
		return nil, err
	}
	m.programs[v.Correct] = p
	m.expected[v.Correct] = map[string]*fault.Expectation{}
	return p, nil
}

// expect is the output of the correct program on a test, nil if it does not
// end normally, or what the suite says.
func (m *measuring) expect(ctx context.Context, v *Version, t *fault.Test) *fault.Expectation {
	if v.Correct == "" {
		out, ok := v.Expected[t.Name]
		if !ok {
			return nil
		}
		return &fault.Expectation{Output: out, HasOutput: true, FoldSpace: v.FoldSpace}
	}
	known := m.expected[v.Correct]
	x, ok := known[t.Name]
	if !ok {
		r := fault.Execute(ctx, m.programs[v.Correct], t, m.budget())
		if r.Status == interp.Exited {
			x = &fault.Expectation{Output: r.Stdout, HasOutput: true, FoldSpace: v.FoldSpace}
		}
		known[t.Name] = x
	}
	return x
}

func (m *measuring) budget() fault.Budget {
	return fault.Budget{Steps: m.conf.Steps, Runs: m.conf.Runs}
}

// version runs the tests of a version until enough fail, and the methods on
// those.
func (m *measuring) version(ctx context.Context, v *Version) (out []Run, summary string) {
	broken := func(err error) ([]Run, string) {
		for i := range m.conf.Methods {
			out = append(out, Run{ID: v.ID, Program: v.Program, Method: m.conf.Methods[i].Name, Err: err.Error()})
		}
		return out, err.Error()
	}
	s, err := m.subject(ctx, v, m.conf.Tests)
	switch {
	case errors.Is(err, errNoneFails) && s.unresolved > 0:
		return broken(fmt.Errorf("no test fails, and on some the correct program or this one has no result"))
	case err != nil:
		return broken(err)
	}
	m.each(ctx, s, len(s.failing), func(in *fault.Input, truth *scoring.Truth) {
		out = append(out, m.test(ctx, v, in, truth)...)
	})
	return out, s.summary()
}

// subject is a faulty version with tests on which it fails and passes.
type subject struct {
	version          *Version
	prog, correct    *cfg.Program
	source           *fault.Source
	truth            *scoring.Truth
	failing, passing []*fault.Test
	unresolved       int // tests without an outcome
}

var errNoneFails = errors.New("no test fails")

// subject parses a version and finds its tests, at most so many that fail (0:
// all).
func (m *measuring) subject(ctx context.Context, v *Version, most int) (*subject, error) {
	s := &subject{version: v}
	var err error
	if s.correct, err = m.correct(v); err != nil {
		return s, err
	}
	if s.prog, err = m.parse(v.File); err != nil {
		return s, err
	}
	if s.source, err = m.source(v.File); err != nil {
		return s, err
	}
	m.tests(ctx, s, most)
	if len(s.failing) == 0 {
		return s, errNoneFails
	}
	s.truth = scoring.NewTruth(s.prog, s.prog.File, v.Lines, s.correct)
	return s, nil
}

func (s *subject) summary() string {
	return fmt.Sprintf("%d failing, %d passing, %d unresolved tests", len(s.failing), len(s.passing), s.unresolved)
}

// each calls f with each of the first n failing tests, all others being further
// failing runs.
func (m *measuring) each(ctx context.Context, s *subject, n int, f func(*fault.Input, *scoring.Truth)) {
	for i, t := range s.failing[:min(n, len(s.failing))] {
		in := &fault.Input{
			Prog: s.prog, Source: s.source, Failing: t, Passing: s.passing, Oracle: &fault.Oracle{}, Budget: m.budget(),
			Others: slices.Delete(slices.Clone(s.failing), i, i+1),
		}
		f(in, m.refine(ctx, s.version, in, s.truth))
		in.Close()
	}
}

// failing is each for all tests of a version.
func (m *measuring) failing(ctx context.Context, v *Version, f func(*fault.Input, *scoring.Truth)) error {
	s, err := m.subject(ctx, v, m.conf.Tests)
	if err == nil {
		m.each(ctx, s, len(s.failing), f)
	}
	return err
}

// refine sharpens the truth about missing code by the run of the correct
// program on a failing test.
func (m *measuring) refine(ctx context.Context, v *Version, in *fault.Input, truth *scoring.Truth) *scoring.Truth {
	if !slices.ContainsFunc(v.Lines, func(l scoring.FaultLine) bool { return l.After }) {
		return truth
	}
	right := &fault.Input{Prog: m.programs[v.Correct], Failing: in.Failing, Budget: in.Budget}
	defer right.Close()
	g, err := right.Graph(ctx)
	if err != nil {
		return truth
	}
	return truth.Refine(g)
}

// tests finds failing and passing tests, at most so many failing ones (0: all).
func (m *measuring) tests(ctx context.Context, s *subject, most int) {
	v := s.version
	for k := range v.Cases {
		c := &v.Cases[k]
		if m.conf.Spread {
			c = &v.Cases[faultsuite.Spread(k, len(v.Cases))]
		}
		enough := most > 0 && len(s.failing) >= most
		if ctx.Err() != nil || enough && len(s.passing) >= m.conf.Passing {
			break
		}
		if c.Skip != "" {
			continue
		}
		t := &fault.Test{Name: c.Name, Args: c.Args, Stdin: c.Stdin, Files: c.Files}
		if t.Expect = m.expect(ctx, v, t); t.Expect == nil {
			s.unresolved++
			continue
		}
		switch o, _ := t.Expect.Judge(fault.Execute(ctx, s.prog, t, m.budget())); o {
		case fault.Fail:
			if !enough {
				s.failing = append(s.failing, t)
			}
		case fault.Pass:
			if len(s.passing) < m.conf.Passing {
				s.passing = append(s.passing, t)
			}
		default:
			s.unresolved++
		}
	}
}

// test runs the methods on one failing test.
func (m *measuring) test(ctx context.Context, v *Version, in *fault.Input, truth *scoring.Truth) []Run {
	run := Run{ID: v.ID, Program: v.Program, Test: in.Failing.Name}
	err := fault.Locate(ctx, in)
	var executed []bool
	if err == nil {
		run.Failure = in.Failure.Kind.String()
		executed, err = executedBy(ctx, in)
	}
	var out []Run
	for i := range m.conf.Methods {
		method := &m.conf.Methods[i]
		r := run
		r.Method = method.Name
		a := fault.Answer{Err: err}
		start := time.Now()
		if err == nil {
			own, cancel := context.WithTimeout(ctx, m.conf.Timeout)
			a = fault.Ask(own, method, in)
			cancel()
		}
		r.Time = time.Since(start)
		res := a.Result
		if a.Err != nil {
			r.Err = a.Err.Error()
			res = &fault.Result{}
		}
		r.Reruns = res.Stats.Reruns
		if executed != nil {
			r.Metrics = scoring.Score(res, truth, in.Prog, executed)
		}
		out = append(out, r)
	}
	return out
}
