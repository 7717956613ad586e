package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"culprit/fault"
	"culprit/fault/suite"
)

// tests runs the tests of --tests. Those that fail are further failing runs;
// the first of them is the run to explain, if the command line has none. It
// returns those that pass.
func (e *explaining) tests(ctx context.Context, in *fault.Input) (passing []*fault.Test, err error) {
	cases, err := suite.Read(e.c.Tests)
	if err != nil {
		return nil, inputError{err}
	}
	values, texts, err := e.testcases(in)
	if err != nil {
		return nil, inputError{err}
	}
	cases = append(cases, values...)
	if len(cases) == 0 {
		return nil, badInput("--tests %s: no tests in this folder (universe, input-*, *.in, *.xml)", e.c.Tests)
	}
	var failing []*fault.Test
	open := 0
	for i := range cases {
		t := &cases[i].Test
		if cases[i].Skip != "" || !e.expected(ctx, in, t) {
			open++
			continue
		}
		switch o, _ := in.Oracle.Judge(ctx, t, fault.Execute(ctx, in.Prog, t, in.Budget)); o {
		case fault.Fail:
			failing = append(failing, t)
		case fault.Pass:
			passing = append(passing, t)
		default:
			open++
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	count := fmt.Sprintf("%d tests fail, %d pass, %d undecided", len(failing), len(passing), open)
	if !e.c.givenRun() {
		if len(failing) == 0 {
			return nil, badInput("%s: %s", e.c.Tests, count)
		}
		in.Failing, failing = failing[0], failing[1:]
		e.inputs = texts[in.Failing.Name]
		count += "; explained is " + in.Failing.Name
		if e.c.Reference != "" {
			in.Failing.Expect = nil // the reference says it, of a smaller input too
		}
	}
	fmt.Fprintf(e.stderr, "%s: %s\n", e.c.Tests, count)
	in.Others = failing
	return passing, nil
}

// testcases reads the test cases of a folder as Test-Comp has them, and the
// values of each as text. One whose values do not fit the program is left out.
func (e *explaining) testcases(in *fault.Input) ([]suite.Case, map[string][]string, error) {
	files, err := filepath.Glob(filepath.Join(e.c.Tests, "*.xml"))
	if err != nil {
		return nil, nil, err
	}
	files = slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == "metadata.xml" })
	out := make([]suite.Case, len(files))
	texts := map[string][]string{}
	for i, file := range files {
		c := &out[i]
		c.Name = filepath.Base(file)
		c.Values, texts[c.Name], err = typedValues(in, file)
		if err != nil {
			c.Skip = err.Error()
		}
	}
	return out, texts, nil
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
