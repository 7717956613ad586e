package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/fault/answer"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp"
)

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
		err = report.WriteJSON(stdout, x)
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
