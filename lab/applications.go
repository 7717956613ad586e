package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
	"culprit/fault/suite"
	"culprit/internal/gcc"
	"culprit/report"
)

// applications measures what the methods say about faults of real programs,
// each the revision before a fix that its developers committed.
type applications struct {
	Mirror string        `required:"" help:"Folder with a git snapshot of each repository at OWNER+NAME/repo." placeholder:"DIR"`
	Work   string        `required:"" help:"Folder in which the programs are unpacked and compiled." placeholder:"DIR"`
	Verify string        `default:"verify" help:"The program to measure."`
	Limit  time.Duration `default:"60s" help:"Processor time of each call that asks one method."`
	Only   []string      `help:"Only these applications."`
	Column []string      `help:"Only these columns: names of methods, compiled (the runs are compared with compiled ones), answer and alone (the default answer with tests and without)."`
	CSV    string        `help:"Also write the table to this file."`
}

// application is an entry of applications.txt, which says what its words mean.
type application struct {
	name, repository, fixed string
	main                    string
	units, flags, prepare   []string
	faults                  []string // FILE:LINE
	inputs                  map[string]string
	files                   map[string]string
	tests                   []string // command lines; the first fails
}

//go:embed testdata/applications.txt
var applicationsText string

// readApplications reads the table.
func readApplications(text string) (out []*application, err error) {
	for i, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		if word == "" || word[0] == '#' {
			continue
		}
		if word == "application" {
			out = append(out, &application{name: rest, inputs: map[string]string{}, files: map[string]string{}})
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("applications.txt:%d: before the first application", i+1)
		}
		a, known := out[len(out)-1], true
		switch word {
		case "fix":
			a.repository, a.fixed, _ = strings.Cut(rest, " ")
		case "main":
			a.main = rest
		case "units":
			a.units = append(a.units, strings.Fields(rest)...)
		case "flags":
			a.flags = append(a.flags, strings.Fields(rest)...)
		case "prepare":
			a.prepare = append(a.prepare, rest)
		case "fault":
			a.faults = append(a.faults, strings.Fields(rest)...)
		case "input", "file":
			name, quoted, _ := strings.Cut(rest, " ")
			content, err := strconv.Unquote(strings.TrimSpace(quoted))
			if err != nil {
				return nil, fmt.Errorf("applications.txt:%d: %w", i+1, err)
			}
			if word == "input" {
				a.inputs[name] += content
			} else {
				a.files[name] += content
			}
		case "test":
			a.tests = append(a.tests, rest)
		default:
			known = false
		}
		if !known {
			return nil, fmt.Errorf("applications.txt:%d: unknown word %q", i+1, word)
		}
	}
	return out, nil
}

// The methods that papers describe, in the order of the columns.
var paperMethods = []string{"cascade", "frontier", "causal", "relevance", "invariants"}

// measuredApplication is a row of the table.
type measuredApplication struct {
	lines, statements          int
	agree                      int // of the tests: executed as compiled
	tests                      int
	symptom                    string
	ranks                      map[string]string // by method; "answer" with tests, "alone" without
	cpu, peak, allCPU, allPeak float64           // of the answer, and the most of any call; seconds, MiB
	failed                     error
}

// Run prints the table.
func (c *applications) Run(ctx context.Context) error {
	all, err := readApplications(applicationsText)
	if err != nil {
		return err
	}
	columns := append([]string{"application", "lines", "statements of the failing run", "runs as compiled", "failure"}, paperMethods...)
	t := &bench.Table{
		Title:   "Faults of real programs: lines read up to the fault",
		Columns: append(columns, "answer with tests", "answer alone", "s, answer", "s, most", "MiB, most"),
		Notes: []string{
			"Of each list the number of lines up to the first line of the fault, at its expectation among lines of equal score, of how many; -: not in it.",
			fmt.Sprintf("Each method has %v of processor time; the answer has its usual time.", c.Limit),
		},
	}
	for _, a := range all {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if len(c.Only) > 0 && !slices.Contains(c.Only, a.name) {
			continue
		}
		m := c.measure(ctx, a)
		if m.failed != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", a.name, m.failed)
		}
		row := []any{a.name, m.lines, m.statements, fmt.Sprintf("%d of %d", m.agree, m.tests), m.symptom}
		for _, name := range append(slices.Clone(paperMethods), "answer", "alone") {
			row = append(row, m.ranks[name])
		}
		t.Add(append(row, m.cpu, m.allCPU, fmt.Sprintf("%.0f", m.allPeak))...)
	}
	if err := printTables(bench.Machine(bench.Config{Jobs: 1}, versionOf(c.Verify)), t); err != nil {
		return err
	}
	if c.CSV != "" {
		return writeFile(c.CSV, t.WriteCSV)
	}
	return nil
}

// measure unpacks both revisions, compares executions with compiled ones and
// asks the methods.
func (c *applications) measure(ctx context.Context, a *application) (m measuredApplication) {
	m.ranks = map[string]string{}
	faulty, fixed := filepath.Join(c.Work, a.name), filepath.Join(c.Work, a.name+"-fixed")
	for dir, revision := range map[string]string{faulty: a.fixed + "^", fixed: a.fixed} {
		if m.failed = c.unpack(ctx, a, dir, revision); m.failed != nil {
			return m
		}
	}
	for _, name := range append([]string{a.main}, a.units...) {
		text, _ := os.ReadFile(filepath.Join(faulty, name))
		m.lines += bytes.Count(text, []byte("\n"))
	}
	tests := filepath.Join(faulty, "culprit-tests")
	cases, err := c.expect(ctx, a, fixed, tests)
	if err != nil {
		m.failed = err
		return m
	}
	m.tests = len(cases)
	asked := func(column string) bool { return len(c.Column) == 0 || slices.Contains(c.Column, column) }
	for i := range cases {
		if !asked("compiled") {
			break
		}
		same, failed, err := c.alike(ctx, a, faulty, &cases[i])
		if err != nil {
			m.failed = err
			return m
		}
		if failed != (i == 0) {
			fmt.Fprintf(os.Stderr, "%s: test %d: fails: %v\n", a.name, i+1, failed)
		}
		if same {
			m.agree++
		} else {
			fmt.Fprintf(os.Stderr, "%s: test %d is not executed as it is compiled\n", a.name, i+1)
		}
	}
	for _, name := range paperMethods {
		if asked(name) {
			c.ask(ctx, a, &m, faulty, name, "--method", name, "--cpu-timeout", c.Limit.String(), "--tests", tests)
		}
	}
	if asked("answer") {
		c.ask(ctx, a, &m, faulty, "answer", "--tests", tests)
	}
	if !asked("alone") {
		return m
	}
	alone := []string{"--expect", filepath.Join(tests, "outputs", "1")}
	if cases[0].Stdin != nil {
		stdin := filepath.Join(tests, "stdin")
		if m.failed = os.WriteFile(stdin, cases[0].Stdin, 0o644); m.failed != nil {
			return m
		}
		alone = append(alone, "--stdin", stdin)
	}
	c.ask(ctx, a, &m, faulty, "alone", append(append(alone, "--"), cases[0].Args...)...)
	return m
}

// unpack writes out a revision and prepares it.
func (c *applications) unpack(ctx context.Context, a *application, dir, revision string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	git := filepath.Join(c.Mirror, strings.Replace(a.repository, "/", "+", 1), "repo")
	if _, err := os.Stat(filepath.Join(git, ".git")); err == nil {
		git = filepath.Join(git, ".git")
	}
	steps := append([]string{fmt.Sprintf("git --git-dir='%s' archive '%s' | tar x", git, revision)}, a.prepare...)
	for name, text := range a.files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, step := range steps {
		cmd := exec.CommandContext(ctx, "sh", "-c", step)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", step, err, out)
		}
	}
	return nil
}

// compile compiles a revision.
func (c *applications) compile(ctx context.Context, a *application, dir string) (exe string, err error) {
	flags := slices.Clone(a.flags)
	for _, u := range a.units {
		flags = append(flags, filepath.Join(dir, u))
	}
	exe = filepath.Join(dir, "culprit-compiled")
	return exe, gcc.Compiler{Include: []string{dir}}.Compile(ctx, filepath.Join(dir, a.main), exe, 64, flags...)
}

// expect writes the tests as a folder, with the outputs of the fixed revision.
func (c *applications) expect(ctx context.Context, a *application, fixed, tests string) ([]suite.Case, error) {
	exe, err := c.compile(ctx, a, fixed)
	if err != nil {
		return nil, err
	}
	for _, dir := range []string{"inputs", "outputs"} {
		if err := os.MkdirAll(filepath.Join(tests, dir), 0o755); err != nil {
			return nil, err
		}
	}
	for name, text := range a.inputs {
		if err := os.WriteFile(filepath.Join(tests, "inputs", name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(tests, "universe"), []byte(strings.Join(a.tests, "\n")+"\n"), 0o644); err != nil {
		return nil, err
	}
	cases, err := suite.Read(tests)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		if cases[i].Skip != "" {
			return nil, errors.New(cases[i].Skip)
		}
		end, err := gcc.Run(ctx, exe, tests, caseOf(&cases[i]), compiledLimit)
		if err != nil {
			return nil, err
		}
		if end.Signal != 0 || end.Cut != "" {
			return nil, fmt.Errorf("test %d fails in the fixed revision: %v", i+1, end)
		}
		if err := os.WriteFile(filepath.Join(tests, "outputs", cases[i].Name), end.Stdout, 0o644); err != nil {
			return nil, err
		}
	}
	return suite.Read(tests)
}

// compiledLimit is the time of a run of a compiled program.
const compiledLimit = 10 * time.Second

func caseOf(t *suite.Case) gcc.Case {
	return gcc.Case{Name: t.Name, Args: t.Args, Stdin: t.Stdin, Files: t.Files}
}

// alike reports whether verify executes a test of the faulty revision as it is
// compiled, and whether the compiled one fails. Where the compiled one is killed
// the execution has to end in undefined behaviour.
func (c *applications) alike(ctx context.Context, a *application, dir string, t *suite.Case) (same, fails bool, err error) {
	exe, err := c.compile(ctx, a, dir)
	if err != nil {
		return false, false, err
	}
	inputs := filepath.Join(dir, "culprit-tests", "inputs")
	end, err := gcc.Run(ctx, exe, inputs, caseOf(t), compiledLimit)
	if err != nil {
		return false, false, err
	}
	args := append(append([]string{"run"}, c.program(a, dir)...), "--")
	cmd := exec.CommandContext(ctx, c.Verify, append(args, t.Args...)...)
	cmd.Dir, cmd.Stdin = inputs, bytes.NewReader(t.Stdin)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return false, false, err
	}
	status := cmd.ProcessState.ExitCode()
	if end.Signal != 0 {
		return status == 128+int(syscall.SIGABRT), true, nil
	}
	return bytes.Equal(out, end.Stdout) && status == end.Code, !bytes.Equal(end.Stdout, t.Expect.Output), nil
}

// program are the arguments that name the program.
func (c *applications) program(a *application, dir string) []string {
	out := append([]string{"-I", dir}, a.flags...)
	for _, u := range a.units {
		out = append(out, "--unit", filepath.Join(dir, u))
	}
	return append(out, filepath.Join(dir, a.main))
}

// ask calls verify explain, and ranks the fault in what it lists.
func (c *applications) ask(ctx context.Context, a *application, m *measuredApplication, dir, column string, args ...string) {
	args = append(append([]string{"explain", "--format", "json", "--effort", "1"}, c.program(a, dir)...), args...)
	cmd := exec.CommandContext(ctx, c.Verify, args...)
	cmd.Dir = filepath.Join(dir, "culprit-tests", "inputs")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ps := cmd.ProcessState; ps != nil {
		cpu := (ps.UserTime() + ps.SystemTime()).Seconds()
		peak := 0.0
		if u, ok := ps.SysUsage().(*syscall.Rusage); ok {
			peak = float64(u.Maxrss) / 1024
		}
		if column == "answer" {
			m.cpu, m.peak = cpu, peak
		}
		m.allCPU, m.allPeak = max(m.allCPU, cpu), max(m.allPeak, peak)
	}
	var x report.Explanation
	if json.Unmarshal(out, &x) != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		fmt.Fprintf(os.Stderr, "%s: %s: %v: %s\n", a.name, column, err, line)
		m.ranks[column] = "none"
		return
	}
	m.symptom = x.Failure.What
	var places []scoredLine
	if column == "answer" || column == "alone" {
		for i := range x.Answer {
			p := &x.Answer[i]
			places = append(places, scoredLine{filepath.Base(p.File), p.Line, p.Score})
		}
	}
	for i := range x.Methods {
		r := &x.Methods[i]
		m.statements = max(m.statements, r.Instances)
		if r.Method != column {
			continue
		}
		if r.Error != "" {
			fmt.Fprintf(os.Stderr, "%s: %s: %s\n", a.name, column, r.Error)
		}
		for k := range r.Locations {
			l := &r.Locations[k]
			places = append(places, scoredLine{filepath.Base(l.File), l.Line, l.Score})
		}
	}
	m.ranks[column] = rankOf(places, a.faults)
}

// scoredLine is a line of a list, with the base name of its file.
type scoredLine struct {
	file  string
	line  int
	score float64
}

// rankOf is how many lines of a list are read up to the first of the faults, at
// its expectation among lines of equal score, and how many the list has.
func rankOf(list []scoredLine, faults []string) string {
	seen := map[string]bool{}
	rank := 0.0
	for i := 0; i < len(list); {
		before, hits, end := len(seen), 0, i
		for ; end < len(list) && list[end].score == list[i].score; end++ {
			at := fmt.Sprintf("%s:%d", list[end].file, list[end].line)
			if !seen[at] && slices.Contains(faults, at) {
				hits++
			}
			seen[at] = true
		}
		if hits > 0 && rank == 0 {
			rank = float64(before) + float64(len(seen)-before+1)/float64(hits+1)
		}
		i = end
	}
	if rank == 0 {
		return fmt.Sprintf("- of %d", len(seen))
	}
	return fmt.Sprintf("%.3g of %d", rank, len(seen))
}
