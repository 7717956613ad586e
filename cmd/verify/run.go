package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"culprit/cfg"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// runCommand executes a program: as C does it, or with the inputs of a trace.
type runCommand struct {
	File      string   `arg:"" help:"C file or task definition."`
	Args      []string `arg:"" optional:"" help:"Arguments of the program, after -- if they begin with a dash."`
	Stdin     string   `help:"Read the input of the program from this file." placeholder:"FILE"`
	Inputs    string   `help:"Repeat a trace: a file of --write-inputs, a report of --format json, or a test case (.xml) with the results of the __VERIFIER_nondet functions." placeholder:"FILE"`
	Trace     int      `help:"Which trace of a report." default:"1" placeholder:"N"`
	Steps     int      `help:"Stop after this many statements." default:"1000000000" placeholder:"N"`
	DataModel string   `help:"ILP32 or LP64." placeholder:"MODEL"`
	Property  string   `help:"Name of a property or .prp file." placeholder:"NAME"`
}

// The exit statuses of an execution that does not end by itself.
const (
	exitStopped    = 134 // by undefined behaviour or at an error location: what a shell shows after abort
	exitIncomplete = 20  // nobody knows how it would have gone on
)

// Run executes the command.
func (c *runCommand) Run(a *app) error {
	switch {
	case c.Steps <= 0:
		return badInput("--steps: must be positive")
	case c.Inputs != "" && c.Stdin != "":
		return badInput("--inputs and --stdin exclude each other")
	case c.Inputs != "" && len(c.Args) > 0:
		return badInput("--inputs: the arguments of the program are among the inputs")
	}
	var in *report.Inputs
	model := c.DataModel
	if strings.HasSuffix(c.Inputs, ".xml") {
		return c.testcase(a)
	}
	if c.Inputs != "" {
		var err error
		if in, err = readInputs(c.Inputs, c.Trace); err != nil {
			return inputError{err}
		}
		if model == "" && !svcomp.IsTask(c.File) {
			model = in.DataModel
		}
	}
	t, err := loadTarget(c.File, c.Property, model)
	if err != nil {
		return err
	}
	prog, err := t.parse(in == nil)
	if err != nil {
		return err
	}
	if in != nil {
		return c.repeat(a, prog, in)
	}
	return c.execute(a, t, prog)
}

// execute runs the program as C does it.
func (c *runCommand) execute(a *app, t *target, prog *cfg.Program) error {
	stdin := a.stdin
	if c.Stdin != "" {
		text, err := svcomp.ReadFile(c.Stdin)
		if err != nil {
			return inputError{err}
		}
		stdin = strings.NewReader(string(text))
	}
	r := interp.Run(prog, interp.RunConfig{
		Stdin: stdin, Args: append([]string{t.file}, c.Args...), Limits: interp.Limits{Steps: c.Steps},
	})
	for _, e := range r.Unknown {
		if !e.Pos.IsValid() {
			continue // the environment of main
		}
		fmt.Fprintf(a.stderr, "%v: note: the result of %s is not known, and taken for 0\n", e.Pos, oneLine(e.Text))
	}
	if r.Status == interp.Exited {
		return statusError(r.Code & 0xff)
	}
	status := stopped(a.stderr, &r.Outcome, r.Fault)
	const most = 20
	for i, f := range r.Stack[:min(len(r.Stack), most)] {
		if f.Call.Pos.IsValid() {
			fmt.Fprintf(a.stderr, "  in %s, called at %v\n", f.Func, f.Call.Pos)
		}
		if i == most-1 && len(r.Stack) > most {
			fmt.Fprintf(a.stderr, "  and %d calls more\n", len(r.Stack)-most)
		}
	}
	return status
}

// repeat runs the program on the inputs of a trace, with the meaning that the
// verifier gives to every statement.
func (c *runCommand) repeat(a *app, prog *cfg.Program, in *report.Inputs) error {
	o, err := repeat(prog, in.Inputs, c.Steps)
	if err != nil {
		return badInput("%s: %v", c.Inputs, err)
	}
	return c.told(a, o)
}

// told says how a repeated run ended.
func (c *runCommand) told(a *app, o *interp.Outcome) error {
	for _, f := range o.Notes {
		fmt.Fprintf(a.stderr, "%v: note: %v\n", f.At, strings.TrimPrefix(f.Error(), f.At.String()+": "))
	}
	if o.Status == interp.Exited {
		fmt.Fprintf(a.stderr, "%s: the program ended, and no error was reached\n", c.File)
		return statusError(exitOK)
	}
	return stopped(a.stderr, o, nil)
}

// stopped says how an execution ended that did not end by itself.
func stopped(w io.Writer, o *interp.Outcome, fault *interp.Fault) error {
	switch {
	case fault != nil:
		fmt.Fprintln(w, fault.Error())
	case o.Status == interp.ReachedError:
		fmt.Fprintf(w, "%v: %s\n", o.Loc.Pos, violation(o.Loc))
	default:
		what := o.Status.String()
		if o.Reason != "" && o.Reason != what {
			what += ": " + o.Reason
		}
		if o.Loc != nil && o.Loc.What != "" {
			what += " (" + o.Loc.What + ")"
		}
		if o.Loc != nil && o.Loc.Pos.IsValid() {
			what = o.Loc.Pos.String() + ": " + what
		}
		fmt.Fprintf(w, "%s\n", oneLine(what))
		return statusError(exitIncomplete)
	}
	return statusError(exitStopped)
}

// violation says what an error location means.
func violation(l *cfg.Loc) string {
	switch {
	case l.What == "":
		return "error reached"
	case strings.HasPrefix(l.What, "assertion") && !strings.HasSuffix(l.What, "violated"):
		return oneLine(l.What) + " violated"
	}
	return oneLine(l.What)
}

// readInputs reads the inputs of a trace. Its errors name the file and, in
// broken JSON, the place.
func readInputs(file string, trace int) (*report.Inputs, error) {
	text, err := svcomp.ReadFile(file)
	if err != nil {
		return nil, err
	}
	in, err := report.ParseInputs(text, trace)
	if err == nil {
		return in, nil
	}
	offset := int64(0)
	if se := (*json.SyntaxError)(nil); errors.As(err, &se) {
		offset = se.Offset
	} else if te := (*json.UnmarshalTypeError)(nil); errors.As(err, &te) {
		offset = te.Offset
	}
	head := string(text[:min(int(offset), len(text))])
	line, col := strings.Count(head, "\n")+1, len(head)-strings.LastIndexByte(head, '\n')
	return nil, fmt.Errorf("%s:%d:%d: %w", file, line, col, err)
}
