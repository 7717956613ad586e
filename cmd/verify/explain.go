package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/fault/answer"
	"culprit/fault/methods"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
)

// explainCommand says where the fault behind a failing run is.
type explainCommand struct {
	File         string   `arg:"" optional:"" help:"C file or task definition."`
	Args         []string `arg:"" optional:"" help:"Arguments of the program in the failing run, after -- if they begin with a dash."`
	Unit         []string `help:"Another C file of the program; repeatable." placeholder:"FILE" sep:"none" group:"The program"`
	Method       []string `help:"Localization method; repeatable (default: all that apply)." placeholder:"NAME" group:"The answer"`
	List         bool     `help:"List the methods." group:"The answer"`
	Stdin        string   `help:"Standard input of the failing run." placeholder:"FILE" group:"The failing run"`
	Inputs       string   `help:"Inputs of the failing run: a file of --write-inputs, a JSON report, or a test case (.xml)." placeholder:"FILE" group:"The failing run"`
	Env          []string `help:"A variable of the environment in the failing run; repeatable." placeholder:"NAME=VALUE" sep:"none" group:"The failing run"`
	Expect       string   `help:"File with the output that the run should have." placeholder:"FILE" group:"What is right"`
	ExpectStatus *int     `help:"Exit status that the run should have." placeholder:"N" group:"What is right"`
	FoldSpace    bool     `help:"Ignore trailing white space when comparing output." group:"What is right"`
	Reference    string   `help:"Correct version of the program, which defines what is expected." placeholder:"PROG.c" group:"What is right"`
	Tests        string   `help:"Folder of tests, or a zip archive of Test-Comp: they serve as further failing and passing runs; the first that fails is explained if no other run is given." placeholder:"DIR" group:"The failing run"`
	PassStdin    []string `help:"Standard input of a passing run; repeatable." placeholder:"FILE" group:"What is right"`
	Correct      []string `help:"A function, a line, or a condition in a line that is known to be correct; repeatable." placeholder:"FUNCTION|LINE[:COND]" sep:"none" group:"What is right"`
	Minimize     bool     `help:"Explain the smallest input that fails in the same way." group:"The failing run"`
	Why          int      `help:"Show all that speaks for the N-th of the likeliest lines, and the change there." placeholder:"N" group:"The answer"`
	All          bool     `help:"Show all suspicious lines, and the result of each method." group:"The answer"`
	Effort       float64  `help:"How long to look for the likeliest lines, as a multiple of 3 s plus the time taken to get the failing run." default:"1" placeholder:"X" group:"The answer"`
	Runs         int      `help:"Maximum number of re-executions for each method." default:"2000" placeholder:"N" group:"Limits"`
	Steps        int      `help:"Maximum number of statements in a run." default:"20000000" placeholder:"N" group:"Limits"`
	DataModel    string   `help:"ILP32 or LP64." placeholder:"MODEL" group:"The program"`
	Property     string   `help:"Name of a property or .prp file." placeholder:"NAME" group:"The program"`
	Format       string   `help:"text or json." enum:"text,json" default:"text" group:"The answer"`
	Report       string   `help:"Write a page for the browser into this folder." placeholder:"DIR" group:"The answer"`
	WritePatch   string   `help:"Write the likeliest fix of --method repair, as a unified diff." placeholder:"FILE" group:"The answer"`

	Interactive bool `help:"Explore the tree of causes in a dialog, with any further questions that the method answers (needs one --method)." group:"The answer"`

	target.CompileFlags
	solverFlag
	limitFlags
	Options kong.Plugins `embed:""` // of the methods

	methods []fault.Method
}

// newExplainCommand is the command with the flags of all methods.
func newExplainCommand() explainCommand {
	c := explainCommand{methods: methods.All()}
	for i := range c.methods {
		if o := c.methods[i].Options; o != nil {
			c.Options = append(c.Options, o)
		}
	}
	return c
}

// Run executes the command.
func (c *explainCommand) Run(a *app) error {
	if c.List {
		return listMethods(a.Stdout, c.methods)
	}
	chosen, err := c.check()
	if err != nil {
		return err
	}
	start := time.Now()
	t, err := target.Load(append([]string{c.File}, c.Unit...), c.Property, c.DataModel, c.CompileFlags)
	if err != nil {
		return err
	}
	lim := a.startLimits(start, c.limitFlags)
	lim.hoards.Store(true)
	defer lim.release()
	e := &explaining{c: c, t: t, methods: chosen, stderr: a.Stderr, start: start, left: lim.left}
	if chosen == nil {
		e.methods, e.quiet = c.methods, true
		if !c.All && c.Format == "text" && c.Report == "" {
			e.methods = answer.WorthAsking(c.methods)
		}
	}
	stop := a.live(e.line)
	done := begin(func() error { return e.work(lim.ctx) })
	select {
	case end := <-done:
		stop()
		err = end.value()
	case <-lim.hard:
		stop()
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
	stdout, s := a.Reader(), report.Style{Width: a.columns(), Color: a.colour(a.Stdout)}
	if c.Format == "json" {
		err = report.WriteExplanationJSON(stdout, x)
	} else {
		err = report.WriteExplanation(stdout, x, c.All, s)
	}
	if err = stdout.Lost(err); err != nil {
		err = fmt.Errorf("writing the explanation: %w", err)
	}
	lost := []error{err, e.writePatch()}
	if c.Report != "" {
		e.prunings(lim.ctx, x)
		lost = append(lost, a.writePage(c.Report, t, nil, html.Input{Explanation: x}))
	}
	if c.Interactive && err == nil {
		if err := e.ask(lim.ctx, a.Stdin, a.Stdout, s); err != nil {
			return err
		}
	}
	return a.Unwritten(console.ExitOK, lost...)
}

// writePatch writes the first fix that a method has, if that is asked for.
func (e *explaining) writePatch() error {
	if e.c.WritePatch == "" {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, a := range e.answers {
		if a != nil && a.Result != nil && len(a.Result.Changes) > 0 {
			return os.WriteFile(e.c.WritePatch, []byte(a.Result.Changes[0].Diff), 0o644)
		}
	}
	fmt.Fprintf(e.stderr, "%s: no fix found, %s not written\n", e.t.File, e.c.WritePatch)
	return nil
}

// undecided is the answer where a limit came before the failing run was known:
// that of the verifier.
func (c *explainCommand) undecided(a *app, t *target.Program, cause *stopCause, start time.Time) error {
	v := verifyCommand{Format: c.Format}
	return v.print(a, t, outcome{res: unknown(cause.kind, cause.text+" before the failing run was known")}, &known{}, start, nil)
}

// listMethods writes what methods there are and what they need.
func listMethods(w io.Writer, methods []fault.Method) error {
	for _, m := range methods {
		fmt.Fprintf(w, "%-20s %s\n%-20s %s\n%-20s needs %s\n", m.Name, m.Doc, "", m.Paper, "", m.Needs)
	}
	return nil
}

// check rejects flags that make no sense, and finds the methods.
func (c *explainCommand) check() ([]fault.Method, error) {
	switch {
	case c.File == "":
		return nil, console.BadInput("a C file is missing (see verify explain --help)")
	case !(c.Effort > 0 && c.Effort <= math.MaxInt32): // a NaN is not
		return nil, console.BadInput("--effort must be positive")
	case c.Why < 0:
		return nil, console.BadInput("--why: must be the number of a line in the answer, from 1")
	case c.ExpectStatus != nil && (*c.ExpectStatus < 0 || *c.ExpectStatus > 255):
		return nil, console.BadInput("--expect-status: must be from 0 to 255")
	case c.Runs <= 0 || c.Steps <= 0:
		return nil, console.BadInput("--runs and --steps must be positive")
	case c.Expect != "" && c.Reference != "":
		return nil, console.BadInput("--expect and --reference exclude each other")
	case c.Inputs != "" && (c.Stdin != "" || len(c.Args) > 0):
		return nil, console.BadInput("--inputs excludes --stdin and arguments")
	case c.Tests != "" && (c.Expect != "" || c.ExpectStatus != nil) && !c.givenRun():
		return nil, console.BadInput("--tests excludes --expect and --expect-status without a run of their own")
	case c.Minimize && c.Tests != "" && c.Reference == "" && !c.givenRun():
		return nil, console.BadInput("--minimize: the expected result of a smaller input is unknown; give a --reference")
	case c.Minimize && (c.Expect != "" || c.ExpectStatus != nil):
		return nil, console.BadInput("--minimize: the expected result of a smaller input is unknown; give a --reference")
	}
	if err := c.limitFlags.check(); err != nil {
		return nil, err
	}
	if c.Report != "" {
		if err := console.CheckFolder(c.Report); err != nil {
			return nil, err
		}
	}
	if c.WritePatch != "" {
		if err := console.CheckOutput(c.WritePatch); err != nil {
			return nil, err
		}
	}
	if _, err := fault.ParseKnown(c.Correct); err != nil {
		return nil, console.BadInput("--correct: %v", err)
	}
	for i := range c.methods {
		if err := c.methods[i].Validate(); err != nil {
			return nil, console.Complaint(err)
		}
	}
	if c.Interactive && (len(c.Method) != 1 || c.Format != "text") {
		return nil, console.BadInput("--interactive needs one --method, and the text format")
	}
	if len(c.Method) == 0 {
		return nil, nil
	}
	var out []fault.Method
	for _, name := range c.Method {
		m, err := fault.Find(c.methods, name)
		if err != nil {
			return nil, console.BadInput("--method: %v", err)
		}
		out = append(out, *m)
	}
	return out, nil
}

// explaining is the work of one command, whose results are taken while it
// runs if it must not be waited for.
type explaining struct {
	c       *explainCommand
	t       *target.Program
	methods []fault.Method
	quiet   bool // methods that cannot say anything are left out
	stderr  io.Writer
	inputs  []string // values of nondeterministic inputs, as the user reads them
	// left says how much time is left, and whether there is a limit at all.
	left  func(workers int) (time.Duration, bool)
	start time.Time

	mu        sync.Mutex
	x         *report.Explanation // without methods; nil: the failure is not known
	answers   []*fault.Answer     // by method; nil: not there yet
	blameless []fault.Line        // see fault.Input.Blameless
}

// known is the explanation so far, nil if the failure is not known. Methods
// that are not at their end have no answer, for the cause given.
func (e *explaining) known(cause *stopCause) *report.Explanation {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.x == nil {
		return nil
	}
	x := *e.x
	x.Methods = []report.Localization{}
	var results []*fault.Result
	for i, a := range e.answers {
		m := &e.methods[i]
		switch {
		case a == nil && cause != nil:
			x.Add(m, nil, fmt.Errorf("%s before it came to an end", cause))
		case a != nil && (a.Err == nil || !e.quiet || !errors.As(a.Err, new(fault.CannotSay))):
			x.Add(m, a.Result, a.Err)
			results = append(results, a.Result)
		}
	}
	if e.quiet {
		x.Answer, x.Why = report.Places(results, e.blameless), e.c.Why
	}
	return &x
}

// line says how far the work is.
func (e *explaining) line() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	what := "the failing run"
	if e.x != nil {
		n := 0
		for _, a := range e.answers {
			if a != nil {
				n++
			}
		}
		what = fmt.Sprintf("%d of %d methods", n, len(e.methods))
	}
	return took(e.start) + "  " + what + e.c.untilLimit(e.start)
}

// together runs the methods for as long as is left, but if the user did not ask
// for certain methods no longer than the effort that is worth.
func (e *explaining) together() fault.Together {
	t := fault.Together{Left: e.left, Done: e.answer}
	unasked := e.quiet && !e.c.All
	if unasked || e.c.Timeout == 0 { // processor time passes as fast as the process gets it
		t.Clock = fault.NewClock(threadTimes)
	}
	if unasked {
		t.Until = worth(e.c.Effort, explainTime, e.start, t.Clock)
	}
	return t
}

// worth is until when methods may run that nobody asked for, by their clock: for a
// multiple of the time given and what has passed since the start.
func worth(effort float64, given time.Duration, start time.Time, clock *fault.Clock) time.Duration {
	return clock.Now() + time.Duration(effort*float64(given+time.Since(start)))
}

// answer notes the answer of a method.
func (e *explaining) answer(i int, a fault.Answer) {
	var broken *fault.Broken
	if errors.As(a.Err, &broken) { // the other methods continue
		fmt.Fprintf(e.stderr, "internal error in %s: %v\n%s", e.methods[i].Name, broken.Value, broken.Stack)
		a.Err = fmt.Errorf("internal error: %s", console.FirstLine(broken.Value))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.answers[i] = &a
}

// functionsOf is the control flow of the functions that the failing run executes.
func functionsOf(ctx context.Context, in *fault.Input) []report.Function {
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil // the methods say why
	}
	seen := make([]bool, len(in.Prog.Edges))
	var run cfg.Trace
	for i := range rec.All(0) {
		if !seen[i.Edge.ID] {
			seen[i.Edge.ID] = true
			run.Edges = append(run.Edges, i.Edge)
		}
	}
	return report.Functions(in.Prog, []*cfg.Trace{&run})
}

func (e *explaining) work(ctx context.Context) error {
	in, err := e.input(ctx)
	if err != nil {
		return err
	}
	defer in.Close()
	prog := in.Prog
	if prog == nil {
		prog = in.Verifier
	}
	x := report.NewExplanation(prog, in.Failure, report.Options{
		Tool: "verify", Version: version, File: e.t.File, DataModel: svcomp.DataModel(e.t.PtrBits),
	})
	x.Failure.Args, x.Failure.Env = in.Failing.Args, in.Failing.Env
	if e.c.Minimize || !e.c.given() { // else a file has it
		x.Failure.Stdin = string(in.Failing.Stdin)
	}
	x.Failure.Inputs = e.inputs
	if e.c.Report != "" && in.Prog != nil {
		x.Functions = functionsOf(ctx, in)
	}
	blameless := in.Blameless(ctx)
	e.mu.Lock()
	e.blameless = blameless
	e.x, e.answers = x, make([]*fault.Answer, len(e.methods))
	e.mu.Unlock()
	together := e.together()
	if e.quiet {
		together.Worth = answer.Worth
	}
	together.Run(ctx, e.methods, in)
	return nil
}
