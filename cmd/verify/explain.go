package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"culprit/cascade"
	"culprit/fault"
	"culprit/report"
	"culprit/spectrum"
	"culprit/svcomp"
)

// explainCommand says where the fault behind a failing run is.
type explainCommand struct {
	File         string   `arg:"" optional:"" help:"C file or task definition."`
	Args         []string `arg:"" optional:"" help:"Arguments of the program in the failing run, after -- if they begin with a dash."`
	Unit         []string `help:"Another C file of the program, can be repeated." placeholder:"FILE" sep:"none"`
	Method       []string `help:"Method, can be repeated (default: all that can say something about this failure)." placeholder:"NAME"`
	List         bool     `help:"List the methods."`
	Stdin        string   `help:"Standard input of the failing run." placeholder:"FILE"`
	Inputs       string   `help:"Inputs of the failing run: a file of --write-inputs, a JSON report, or a test case (.xml)." placeholder:"FILE"`
	Expect       string   `help:"File with the output that the run should have." placeholder:"FILE"`
	ExpectStatus *int     `help:"Exit status that the run should have." placeholder:"N"`
	FoldSpace    bool     `help:"White space at the ends of lines and of the output does not count."`
	Reference    string   `help:"Correct program: the run should do what it does." placeholder:"PROG.c"`
	PassStdin    []string `help:"Standard input of a run that passes, can be repeated." placeholder:"FILE"`
	Minimize     bool     `help:"Explain the smallest input that fails in the same way."`
	Runs         int      `help:"Bound of the re-executions of each method." default:"2000" placeholder:"N"`
	Steps        int      `help:"Bound of the statements of one run." default:"20000000" placeholder:"N"`
	DataModel    string   `help:"ILP32 or LP64." placeholder:"MODEL"`
	Property     string   `help:"Name of a property or .prp file." placeholder:"NAME"`
	Format       string   `help:"text or json." enum:"text,json" default:"text"`

	compileFlags
	solverFlag
	limitFlags
	causeFlags
}

// methods is the table of localization methods.
func methods() []fault.Method {
	return []fault.Method{
		relevanceMethod(),
		fault.Slice(),
		fault.RelevantSlice(),
		fault.PredicateSwitching(),
		fault.ValueReplacement(),
		spectrum.MaxSAT(spectrum.Config{}),
		cascade.Method(cascade.Config{}),
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
	t, err := loadTarget(append([]string{c.File}, c.Unit...), c.Property, c.DataModel, c.compileFlags)
	if err != nil {
		return err
	}
	lim := a.startLimits(start, c.limitFlags)
	defer lim.release()
	e := &explaining{c: c, t: t, chosen: chosen, stderr: a.stderr, left: lim.left}
	done := begin(func() error { return e.work(lim.ctx) })
	select {
	case end := <-done:
		err = end.value()
	case <-lim.hard:
		err = nil
	}
	cause := lim.cause()
	x := e.known(cause)
	if cause != nil && (x == nil || err != nil) {
		return c.undecided(a, t, cause, start)
	}
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return report.WriteExplanationJSON(a.stdout, x)
	}
	x.From, x.Depth = c.Node, c.Levels
	s := report.Style{Width: a.columns(), Color: a.colour(a.stdout)}
	if err := report.WriteExplanation(a.stdout, x, s); err != nil || !c.Interactive {
		return err
	}
	return e.ask(lim.ctx, a.stdin, a.stdout, s)
}

// undecided is the answer where a limit came before the failing run was known:
// that of the verifier.
func (c *explainCommand) undecided(a *app, t *target, cause *stopCause, start time.Time) error {
	v := verifyCommand{Format: c.Format}
	return v.print(a, t, outcome{res: unknown(cause.kind, cause.text+" before the failing run was known")}, &known{}, start)
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
	case c.Expect != "" && c.Reference != "":
		return nil, badInput("--expect and --reference exclude each other")
	case c.Inputs != "" && (c.Stdin != "" || len(c.Args) > 0):
		return nil, badInput("--inputs excludes --stdin and arguments")
	case c.Minimize && (c.Expect != "" || c.ExpectStatus != nil):
		return nil, badInput("--minimize: what is expected of a smaller input is not known; give a --reference")
	}
	if err := c.limitFlags.check(); err != nil {
		return nil, err
	}
	if _, err := c.config(); err != nil {
		return nil, err
	}
	if c.Interactive && (len(c.Method) != 1 || c.Method[0] != cascade.Name || c.Format != "text") {
		return nil, badInput("--interactive needs --method cascade and no other, and the text format")
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
	// left says how much time is left, and whether there is a limit at all.
	left func() (time.Duration, bool)

	mu      sync.Mutex
	tree    *cascade.Tree
	x       *report.Explanation
	running *fault.Method
}

// known is the explanation so far, nil if the failure is not known. A method
// that is still at work has no answer, for the cause given.
func (e *explaining) known(cause *stopCause) *report.Explanation {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.x == nil {
		return nil
	}
	x := *e.x
	if e.running != nil {
		x.Methods = slices.Clone(x.Methods)
		x.Add(e.running, nil, fmt.Errorf("%s, and the method did not stop", cause))
	}
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
		if m.Name == cascade.Name {
			conf, _ := e.c.config()
			*m = causeMethod(conf, e.keep)
		}
		if ctx.Err() != nil {
			break
		}
		e.mu.Lock()
		e.running = m
		e.mu.Unlock()
		res, err := e.method(ctx, m, in, len(list)-i)
		e.mu.Lock()
		e.running = nil
		if err == nil || !quiet || !errors.As(err, new(cannotSay)) {
			e.x.Add(m, res, err)
		}
		e.mu.Unlock()
	}
	return nil
}

// methodGrace is how long a method may take to notice that its time is up.
// Then it is left alone, and the next one has its turn.
const methodGrace = time.Second

// method runs one of the methods that are left, for an even share of the time
// that is left.
func (e *explaining) method(ctx context.Context, m *fault.Method, in *fault.Input, methods int) (*fault.Result, error) {
	if err := e.complete(in, m.Needs); err != nil {
		return nil, err
	}
	type answer struct {
		res *fault.Result
		err error
	}
	own := *in
	var over <-chan time.Time
	share, limited := e.left()
	if limited {
		share /= time.Duration(methods)
		own.Budget.Time = max(share, time.Millisecond)
		over = time.After(own.Budget.Time + methodGrace)
	}
	done := begin(func() answer {
		res, err := m.Run(ctx, &own)
		return answer{res, err}
	})
	select {
	case end := <-done:
		if end.panic != nil { // the other methods go on
			fmt.Fprintf(e.stderr, "internal error in %s: %v\n", m.Name, end.panic)
			return nil, fmt.Errorf("internal error: %s", firstLine(end.panic))
		}
		a := end.v
		if a.err != nil && ctx.Err() == nil && errors.Is(a.err, context.DeadlineExceeded) {
			a.err = fmt.Errorf("its share of the time, %v, was not enough", share.Round(time.Millisecond))
		}
		return a.res, a.err
	case <-over:
		return nil, fmt.Errorf("it did not stop after its share of the time, %v", share.Round(time.Millisecond))
	}
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
