package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/fault"
	"culprit/fault/suite"
	"culprit/svcomp"
)

// tests runs the tests of --tests. Those that fail are further failing runs;
// the first of them is the run to explain, if the command line has none. It
// returns those that pass.
func (e *explaining) tests(ctx context.Context, in *fault.Input) (passing []*fault.Test, err error) {
	var cases []suite.Case
	if !isArchive(e.c.Tests) {
		if cases, err = suite.Read(e.c.Tests); err != nil {
			return nil, console.Complaint(err)
		}
	}
	values, texts, err := e.testcases(in)
	if err != nil {
		return nil, console.Complaint(err)
	}
	cases = append(cases, values...)
	if len(cases) == 0 {
		return nil, console.BadInput("--tests %s: no tests found (universe, input-*, *.in, *.xml)", e.c.Tests)
	}
	ran, err := e.runTests(ctx, in, cases)
	if err != nil {
		return nil, err
	}
	count := ran.String()
	failing := ran.failing
	if !e.c.givenRun() {
		if len(failing) == 0 {
			return nil, console.BadInput("%s: %s", e.c.Tests, count)
		}
		in.Failing, failing = failing[0], failing[1:]
		e.inputs = texts[in.Failing.Name]
		count += "; explaining " + in.Failing.Name
		if e.c.Reference != "" {
			in.Failing.Expect = nil // the reference says it, of a smaller input too
		}
	}
	fmt.Fprintf(e.stderr, "%s: %s\n", e.c.Tests, count)
	in.Others = failing
	return ran.passing, nil
}

// ranTests are the tests of a suite by how they end, each in the suite's order.
type ranTests struct {
	failing, passing []*fault.Test
	open, left       int // undecided; not executed
}

func (r *ranTests) String() string {
	s := fmt.Sprintf("%d tests fail, %d pass, %d undecided", len(r.failing), len(r.passing), r.open)
	if r.left > 0 {
		s += fmt.Sprintf(", %d not executed (--all)", r.left)
	}
	return s
}

// startOfTest is what a run takes besides its statements, in statements.
const startOfTest = 5_000

// runTests runs tests. If nobody asks for certain methods or all results, large
// suites are sampled evenly, in proportion to the effort, and further until a
// test fails and, within bounds, one passes.
func (e *explaining) runTests(ctx context.Context, in *fault.Input, cases []suite.Case) (*ranTests, error) {
	work, more := math.Inf(1), 0.0
	if e.quiet && !e.c.All {
		work = float64(testSteps) * e.c.Effort
		more = 4 * work
	}
	const notRun = fault.Outcome(255)
	outcomes := slices.Repeat([]fault.Outcome{notRun}, len(cases))
	runs, failed, passed := fault.NewRuns(in.Prog, in.Budget), e.c.givenRun(), false
	for k := 0; k < len(cases) && (work > 0 || !failed || !passed && work+more > 0); k++ {
		i := suite.Spread(k, len(cases))
		t := &cases[i].Test
		t.Property = e.t.Executed()
		outcomes[i] = fault.Unresolved
		if cases[i].Skip != "" || !e.expected(ctx, in, t) {
			continue
		}
		r := runs.Execute(ctx, t)
		work -= float64(r.Steps + startOfTest)
		outcomes[i], _ = in.Oracle.Judge(ctx, t, r)
		failed = failed || outcomes[i] == fault.Fail
		passed = passed || outcomes[i] == fault.Pass
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	out := &ranTests{}
	for i, o := range outcomes {
		switch o {
		case fault.Fail:
			out.failing = append(out.failing, &cases[i].Test)
		case fault.Pass:
			out.passing = append(out.passing, &cases[i].Test)
		case notRun:
			out.left++
		default:
			out.open++
		}
	}
	return out, nil
}

// testcases reads the test cases of a folder or an archive as Test-Comp has
// them, and the values of each as text. One whose values do not fit the program
// is left out.
func (e *explaining) testcases(in *fault.Input) ([]suite.Case, map[string][]string, error) {
	read := folderOfTestcases
	if isArchive(e.c.Tests) {
		read = archiveOfTestcases
	}
	files, err := read(e.c.Tests)
	if err != nil {
		return nil, nil, err
	}
	out := make([]suite.Case, len(files))
	texts := map[string][]string{}
	for i, f := range files {
		c := &out[i]
		c.Name = f.name
		values, err := parseTestcase(f.name, f.text)
		if err == nil {
			c.Values, texts[c.Name], err = typedValues(in, values)
		}
		if err != nil {
			c.Skip = err.Error()
		}
	}
	return out, texts, nil
}

// namedText is a file of a folder or of an archive.
type namedText struct {
	name string
	text []byte
}

func isArchive(name string) bool { return strings.EqualFold(filepath.Ext(name), ".zip") }

// isTestcase reports whether a file of a test suite is a test.
func isTestcase(name string) bool {
	base := path.Base(name)
	return path.Ext(base) == ".xml" && base != "metadata.xml"
}

func folderOfTestcases(dir string) (out []namedText, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, x := range entries {
		if x.IsDir() || !isTestcase(x.Name()) {
			continue
		}
		text, err := svcomp.ReadFile(filepath.Join(dir, x.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, namedText{x.Name(), text})
	}
	return out, nil
}

func archiveOfTestcases(file string) (out []namedText, err error) {
	data, err := svcomp.ReadFile(file)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, f := range z.File {
		if f.FileInfo().IsDir() || !isTestcase(f.Name) {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
		}
		text, err := io.ReadAll(io.LimitReader(r, svcomp.MaxFile+1))
		r.Close()
		if err == nil && int64(len(text)) > svcomp.MaxFile {
			err = fmt.Errorf("larger than %d bytes", svcomp.MaxFile)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, f.Name, err)
		}
		out = append(out, namedText{f.Name, text})
	}
	slices.SortFunc(out, func(a, b namedText) int { return strings.Compare(a.name, b.name) })
	return out, nil
}

// expected finds out what a test should do: what the reference does, or else
// what the suite says, or else only to behave. It returns false if that is not
// known.
func (e *explaining) expected(ctx context.Context, in *fault.Input, t *fault.Test) bool {
	switch {
	case e.c.Reference != "":
		x, err := in.Oracle.Expect(ctx, t)
		if err != nil {
			return false
		}
		t.Expect = &x
	case t.Expect == nil:
		t.Expect = &fault.Expectation{}
	}
	return true
}
