package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// explainCommand says where the fault behind a failing run is.
type explainCommand struct {
	File         string        `arg:"" optional:"" help:"C file or task definition."`
	Args         []string      `arg:"" optional:"" help:"Arguments of the program in the failing run, after -- if they begin with a dash."`
	Method       []string      `help:"Method, can be repeated (default: all that can say something about this failure)." placeholder:"NAME"`
	List         bool          `help:"List the methods."`
	Stdin        string        `help:"Standard input of the failing run." placeholder:"FILE"`
	Inputs       string        `help:"Inputs of the failing run: a file of --write-inputs, a JSON report, or a test case (.xml)." placeholder:"FILE"`
	Expect       string        `help:"File with the output that the run should have." placeholder:"FILE"`
	ExpectStatus *int          `help:"Exit status that the run should have." placeholder:"N"`
	FoldSpace    bool          `help:"White space at the ends of lines and of the output does not count."`
	Reference    string        `help:"Correct program: the run should do what it does." placeholder:"PROG.c"`
	PassStdin    []string      `help:"Standard input of a run that passes, can be repeated." placeholder:"FILE"`
	Minimize     bool          `help:"Explain the smallest input that fails in the same way."`
	Runs         int           `help:"Bound of the re-executions of each method." default:"2000" placeholder:"N"`
	Steps        int           `help:"Bound of the statements of one run." default:"20000000" placeholder:"N"`
	Timeout      time.Duration `help:"Stop after this time, for instance 90s or 15m (0: none)." placeholder:"DURATION"`
	Memory       byteSize      `help:"Stop when the process holds this much (default: nine tenths of the machine or its control group)." placeholder:"SIZE"`
	DataModel    string        `help:"ILP32 or LP64." placeholder:"MODEL"`
	Include      []string      `short:"I" type:"existingdir" sep:"none" help:"Search this folder for included files." placeholder:"DIR"`
	Property     string        `help:"Name of a property or .prp file." placeholder:"NAME"`
	Format       string        `help:"text or json." enum:"text,json" default:"text"`
}

// methods is the table of localization methods.
func methods() []fault.Method {
	return []fault.Method{
		relevanceMethod(),
		fault.Slice(),
		fault.RelevantSlice(),
		fault.PredicateSwitching(),
		fault.ValueReplacement(),
	}
}

// Run executes the command.
func (c *explainCommand) Run(a *app) error {
	if c.List {
		return listMethods(a.stdout)
	}
	chosen, err := c.check()
	if err != nil {
		return err
	}
	start := time.Now()
	t, err := loadTarget(c.File, c.Property, c.DataModel, c.Include...)
	if err != nil {
		return err
	}
	lim := startLimits(start, c.Timeout, c.Memory)
	defer lim.release()
	e := &explaining{c: c, t: t, chosen: chosen, stderr: a.stderr}
	done := make(chan error, 1)
	go func() { done <- e.work(lim.ctx) }()
	select {
	case err = <-done:
	case <-lim.hard:
		err = nil
	}
	x := e.known()
	if cause := lim.cause(); cause != nil && (x == nil || err != nil) {
		return badInput("%s: %v before the failing run was known", c.File, cause)
	}
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return report.WriteExplanationJSON(a.stdout, x)
	}
	return report.WriteExplanation(a.stdout, x, report.Style{Width: a.columns(), Color: a.colour(a.stdout)})
}

// listMethods writes what methods there are and what they need.
func listMethods(w io.Writer) error {
	for _, m := range methods() {
		fmt.Fprintf(w, "%-20s %s\n%-20s %s\n%-20s needs %s\n", m.Name, m.Doc, "", m.Paper, "", m.Needs)
	}
	return nil
}

// check rejects flags that make no sense, and finds the methods.
func (c *explainCommand) check() ([]fault.Method, error) {
	switch {
	case c.File == "":
		return nil, badInput("a C file is missing (see verify explain --help)")
	case c.Runs <= 0 || c.Steps <= 0:
		return nil, badInput("--runs and --steps must be positive")
	case c.Timeout < 0:
		return nil, badInput("--timeout: must not be negative")
	case c.Expect != "" && c.Reference != "":
		return nil, badInput("--expect and --reference exclude each other")
	case c.Inputs != "" && (c.Stdin != "" || len(c.Args) > 0):
		return nil, badInput("--inputs excludes --stdin and arguments")
	case c.Minimize && (c.Expect != "" || c.ExpectStatus != nil):
		return nil, badInput("--minimize: what is expected of a smaller input is not known; give a --reference")
	}
	if len(c.Method) == 0 {
		return nil, nil
	}
	var out []fault.Method
	for _, name := range c.Method {
		m, err := fault.Find(methods(), name)
		if err != nil {
			return nil, badInput("--method: %v", err)
		}
		out = append(out, *m)
	}
	return out, nil
}

// explaining is the work of one command, whose results are taken while it
// runs if it must not be waited for.
type explaining struct {
	c      *explainCommand
	t      *target
	chosen []fault.Method // nil: those that can
	stderr io.Writer
	inputs []string // values of nondeterministic inputs, as the user reads them

	mu sync.Mutex
	x  *report.Explanation
}

// known is the explanation so far, nil if the failure is not known.
func (e *explaining) known() *report.Explanation {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.x == nil {
		return nil
	}
	x := *e.x
	return &x
}

func (e *explaining) work(ctx context.Context) error {
	in, err := e.input(ctx)
	if err != nil {
		return err
	}
	prog := in.Prog
	if prog == nil {
		prog = in.Verifier
	}
	x := report.NewExplanation(prog, in.Failure, report.Options{
		Tool: "verify", Version: version, File: e.t.file, DataModel: svcomp.DataModel(e.t.ptrBits),
	})
	x.Failure.Args = in.Failing.Args
	if e.c.Minimize {
		x.Failure.Stdin = string(in.Failing.Stdin)
	}
	x.Failure.Inputs = e.inputs
	e.mu.Lock()
	e.x = x
	e.mu.Unlock()
	list, quiet := e.chosen, false
	if list == nil {
		list, quiet = methods(), true
	}
	for i := range list {
		m := &list[i]
		if ctx.Err() != nil {
			break
		}
		var res *fault.Result
		err := e.complete(in, m.Needs)
		if err == nil {
			res, err = m.Run(ctx, in)
		}
		if err != nil && quiet && errors.As(err, new(cannotSay)) {
			continue
		}
		e.mu.Lock()
		e.x.Add(m, res, err)
		e.mu.Unlock()
	}
	return nil
}

// cannotSay says that a method has no answer to this kind of failure.
type cannotSay struct{ why string }

func (e cannotSay) Error() string { return e.why }

// complete adds what a method needs and is not there yet.
func (e *explaining) complete(in *fault.Input, needs fault.Needs) error {
	missing := needs.Missing(in)
	if missing&fault.NeedsVerifier != 0 {
		prog, err := e.t.parse(false)
		if err != nil {
			return err
		}
		in.Verifier = prog
	}
	if missing = needs.Missing(in); missing != 0 {
		return cannotSay{"needs " + missing.String()}
	}
	return nil
}

// given reports whether the command line says what the failing run is.
func (c *explainCommand) given() bool {
	return c.Stdin != "" || c.Inputs != "" || len(c.Args) > 0 || c.Expect != "" || c.ExpectStatus != nil || c.Reference != ""
}

// input determines the failing run.
func (e *explaining) input(ctx context.Context) (*fault.Input, error) {
	c := e.c
	in := &fault.Input{Failing: &fault.Test{}, Budget: fault.Budget{Steps: c.Steps, Runs: c.Runs}}
	var err error
	if in.Oracle, err = e.oracle(); err != nil {
		return nil, err
	}
	if in.Prog, err = e.t.parse(true); err != nil {
		return nil, err
	}
	if err := e.files(in); err != nil {
		return nil, err
	}
	note := ""
	if !c.given() {
		if note, err = e.counterexample(ctx, in); err != nil {
			return nil, err
		}
	}
	err = fault.Locate(ctx, in)
	switch {
	case err != nil && in.Trace != nil && ctx.Err() == nil:
		// What the verifier leaves open, such as the results of the C library,
		// is not open in an execution. The trace can be explained still.
		fmt.Fprintf(e.stderr, "%s: %v%s: only its trace is explained\n", e.t.file, err, note)
		in.Prog = nil
		in.Failure = &fault.Failure{Kind: fault.FailedAssertion, What: violation(in.Error), Loc: in.Error, Pos: in.Error.Pos, At: -1}
		return in, nil
	case err != nil:
		return nil, badInput("%s: %v%s", e.t.file, err, note)
	}
	if err := e.passing(ctx, in); err != nil {
		return nil, err
	}
	if c.Minimize {
		return in, e.minimize(ctx, in)
	}
	return in, nil
}

// passing makes sure that the runs which should pass do.
func (e *explaining) passing(ctx context.Context, in *fault.Input) error {
	for _, t := range in.Passing {
		switch o, f := in.Oracle.Judge(ctx, t, fault.Execute(ctx, in.Prog, t, in.Budget)); o {
		case fault.Fail:
			return badInput("--pass-stdin %s: this run fails: %s", t.Name, f.What)
		case fault.Unresolved:
			return badInput("--pass-stdin %s: this run does not end", t.Name)
		}
	}
	return nil
}

// files reads the inputs of the failing and of the passing runs.
func (e *explaining) files(in *fault.Input) error {
	c := e.c
	in.Failing.Args = c.Args
	if c.Stdin != "" {
		text, err := svcomp.ReadFile(c.Stdin)
		if err != nil {
			return inputError{err}
		}
		in.Failing.Stdin = text
	}
	if c.Inputs != "" {
		values, err := e.values(in)
		if err != nil {
			return inputError{err}
		}
		in.Failing.Values = values
	}
	for _, name := range c.PassStdin {
		text, err := svcomp.ReadFile(name)
		if err != nil {
			return inputError{err}
		}
		in.Passing = append(in.Passing, &fault.Test{Name: name, Args: c.Args, Stdin: text, Expect: &fault.Expectation{}})
	}
	return nil
}

// oracle is what the command line says about correct runs.
func (e *explaining) oracle() (*fault.Oracle, error) {
	c := e.c
	var x fault.Expectation
	x.FoldSpace = c.FoldSpace
	if c.ExpectStatus != nil {
		x.Status, x.HasStatus = *c.ExpectStatus, true
	}
	if c.Expect != "" {
		text, err := svcomp.ReadFile(c.Expect)
		if err != nil {
			return nil, inputError{err}
		}
		x.Output, x.HasOutput = text, true
	}
	if c.Reference == "" {
		return &fault.Oracle{Expect: func(context.Context, *fault.Test) (fault.Expectation, error) { return x, nil }}, nil
	}
	t, err := loadTarget(c.Reference, c.Property, svcomp.DataModel(e.t.ptrBits), e.t.includes...)
	if err != nil {
		return nil, err
	}
	ref, err := t.parse(true)
	if err != nil {
		return nil, err
	}
	o := fault.Reference(ref, fault.Budget{Steps: c.Steps}, c.FoldSpace)
	if c.ExpectStatus != nil {
		inner := o.Expect
		o.Expect = func(ctx context.Context, t *fault.Test) (fault.Expectation, error) {
			y, err := inner(ctx, t)
			y.Status, y.HasStatus = x.Status, true
			return y, err
		}
	}
	return o, nil
}

// minimize replaces the failing run by the smallest one that fails alike.
func (e *explaining) minimize(ctx context.Context, in *fault.Input) error {
	failure := in.Failure
	in.Failing = fault.ReduceTest(ctx, in.Failing, func(t *fault.Test) fault.Outcome {
		o, f := in.Oracle.Judge(ctx, t, fault.Execute(ctx, in.Prog, t, in.Budget))
		if o == fault.Fail && !f.Same(failure) {
			return fault.Unresolved
		}
		return o
	})
	return fault.Locate(ctx, in)
}

// values reads the values of nondeterministic inputs. Those of a test case
// have the types that the program asks for in a run.
func (e *explaining) values(in *fault.Input) ([]uint64, error) {
	if strings.HasSuffix(e.c.Inputs, ".xml") {
		texts, err := readTestcase(e.c.Inputs)
		if err != nil {
			return nil, err
		}
		taken := &taken{from: &testcase{values: texts}, values: []uint64{}}
		conf := fault.Config(in.Prog, in.Failing, in.Budget)
		conf.Inputs = taken
		interp.Run(in.Prog, conf)
		e.inputs = taken.texts
		return taken.values, taken.from.err
	}
	inputs, err := readInputs(e.c.Inputs, 1)
	if err != nil {
		return nil, err
	}
	out := []uint64{}
	for i := range inputs.Inputs {
		x := &inputs.Inputs[i]
		if x.Kind != "nondet" {
			continue
		}
		v, err := strconv.ParseUint(x.Bits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: input %d has the bits %q, want an unsigned number", e.c.Inputs, i+1, x.Bits)
		}
		out = append(out, v)
		text := x.Value
		if text == "" {
			text = x.Bits
		}
		e.inputs = append(e.inputs, text)
	}
	return out, nil
}

// taken remembers the values that a run takes from a test case.
type taken struct {
	from   *testcase
	values []uint64
	texts  []string
}

// Value implements interp.InputSource.
func (t *taken) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	v, ok := t.from.Value(e, h)
	if ok {
		t.values = append(t.values, v)
		t.texts = append(t.texts, shown(h, v))
	}
	return v, ok
}

// Memory implements interp.InputSource.
func (t *taken) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	return t.from.Memory(e, addr, size)
}

// valuesOf are the values of the nondeterministic inputs of a trace, as bits
// and as text.
func valuesOf(tr *cfg.Trace) (values []uint64, texts []string) {
	values = []uint64{}
	for _, in := range tr.Inputs {
		if h, ok := tr.Edges[in.Step].Stmt.(*cfg.Havoc); ok && h.Kind == cfg.Nondet {
			values = append(values, in.Value)
			texts = append(texts, shown(h, in.Value))
		}
	}
	return values, texts
}

// shown writes a value as one of its type.
func shown(h *cfg.Havoc, v uint64) string { return fault.FormatValue(h.Dst.Type, h.Dst.Signed, v) }
