package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/svcomp"
	"culprit/svcomp/witness"
	"culprit/svcomp/witness/check"
	"culprit/verifier"
)

// witnessCommand is about the evidence that verifiers exchange.
type witnessCommand struct {
	Check witnessCheckCommand `cmd:"" help:"Decide whether a witness is valid for a program."`
	Lint  witnessLintCommand  `cmd:"" help:"List the rules of the format that a witness breaks."`
}

// The limits of validators in the competition.
const (
	violationTime   = 90 * time.Second
	correctnessTime = 300 * time.Second
)

type witnessCheckCommand struct {
	Witness    string        `arg:"" help:"Witness (.yml)."`
	Files      []string      `arg:"" name:"file" help:"C files (.c, .i) of the program, or a task definition (.yml)."`
	Property   string        `help:"Name of a property or .prp file (default: what the task file or the witness says)." placeholder:"NAME"`
	DataModel  string        `help:"ILP32 or LP64 (default: what the task file or the witness says)." placeholder:"MODEL"`
	Timeout    time.Duration `help:"Stop after this time (default: 90s for a violation, 300s for invariants)." placeholder:"DURATION"`
	CPUTimeout time.Duration `name:"cpu-timeout" help:"Stop after this processor time (0: none)." placeholder:"DURATION"`
	Memory     byteSize      `help:"Stop when the process holds this much (default: 90% of the memory of the machine or control group)." placeholder:"SIZE"`
	Log        bool          `help:"Write one line per iteration to stderr."`

	target.CompileFlags
	solverFlag
}

// checked is what the worker of a check hands back.
type checked struct {
	answer *check.Answer
	err    error
	crash  any
	detail []byte
}

// Run executes the command.
func (c *witnessCheckCommand) Run(a *app) error {
	start := time.Now()
	flags := limitFlags{Timeout: c.Timeout, CPUTimeout: c.CPUTimeout, Memory: c.Memory}
	if err := flags.check(); err != nil {
		return err
	}
	w, err := witness.Read(c.Witness)
	if err != nil {
		return console.Complaint(err)
	}
	t, err := c.target(w)
	if err != nil {
		return err
	}
	if flags.Timeout == 0 {
		flags.Timeout = correctnessTime
		if w.Entries[0].Type == witness.ViolationSequence {
			flags.Timeout = violationTime
		}
	}
	lim := a.startLimits(start, flags)
	defer lim.release()
	ch := make(chan checked, 1)
	go func() { ch <- c.work(a, w, t, lim, flags.Timeout) }()
	var out checked
	select {
	case out = <-ch:
	case <-lim.hard:
		out.answer = &check.Answer{Reason: lim.cause().text}
	}
	if ie := (*frontend.InternalError)(nil); errors.As(out.err, &ie) {
		out.crash, out.detail = ie.Value, ie.Stack
	}
	if out.crash != nil {
		fmt.Fprintf(a.Stdout, "undecided internal error: %s\n", console.FirstLine(out.crash))
		fmt.Fprintf(a.Stderr, "internal error: %v\n%s", out.crash, out.detail)
		return console.StatusError(console.ExitInternal)
	}
	if out.err != nil {
		if errors.As(out.err, new(*svcomp.Error)) {
			return console.Complaint(out.err)
		}
		return t.CError(out.err)
	}
	if out.answer.Verdict == check.Undecided {
		if cause := lim.cause(); cause != nil {
			out.answer.Reason = cause.text
		} else if time.Since(start) >= flags.Timeout {
			// The check was first to notice, and knows only what was left for it.
			out.answer.Reason = timeReached(flags.Timeout)
		}
	}
	return c.print(a, t, out.answer, time.Since(start))
}

// target loads the program. Where neither task nor command line says it, the
// property and the data model are those of the witness.
func (c *witnessCheckCommand) target(w *witness.Witness) (*target.Program, error) {
	task := w.Entries[0].Metadata.Task
	model := c.DataModel
	isTask := svcomp.IsTask(c.Files[0])
	if model == "" && !isTask {
		model = task.DataModel
	}
	t, err := target.Load(c.Files, c.Property, model, c.CompileFlags)
	if err != nil {
		return nil, err
	}
	if c.Property == "" {
		p, err := witness.ParseSpecification(c.Witness, task.Property)
		if err != nil {
			return nil, console.Complaint(err)
		}
		if !isTask || taskHas(c.Files[0], p.Name) {
			t.Property = p
		}
	}
	return t, nil
}

// taskHas reports whether a task asks about a property.
func taskHas(file, name string) bool {
	task, err := svcomp.ReadTask(file)
	if err != nil {
		return false
	}
	_, ok := task.Property(name)
	return ok
}

func (c *witnessCheckCommand) work(a *app, w *witness.Witness, t *target.Program, lim *limits, timeout time.Duration) (out checked) {
	defer func() {
		if p := recover(); p != nil {
			out = checked{crash: p, detail: debug.Stack()}
		}
	}()
	conf := check.Config{Timeout: timeout, Memory: uint64(c.Memory), Engine: c.Solver.engine}
	if c.Log {
		conf.Log = func(format string, args ...any) { fmt.Fprintf(a.Stderr, format+"\n", args...) }
	}
	out.answer, out.err = check.Witness(lim.ctx, w, check.Program{
		Files: t.Files, Property: t.Property, Frontend: t.Config(false),
	}, conf)
	return out
}

// The exit statuses of a check, like those of verdicts.
var witnessStatus = map[check.Verdict]int{check.Confirmed: 0, check.Rejected: 10, check.Undecided: 20}

// print writes the answer. The first line is an interface, like that of the
// main job.
func (c *witnessCheckCommand) print(a *app, t *target.Program, out *check.Answer, took time.Duration) error {
	line := out.Verdict.String() + " " + t.Property.Name
	if out.Reason != "" {
		line += " " + out.Reason
	} else if out.End != nil {
		line += fmt.Sprintf(" %v", out.End.Pos)
	} else if out.Invariants > 0 {
		line += " the property is proved, and so is the invariant"
		if out.Invariants > 1 {
			line = fmt.Sprintf("%v %s the property is proved, and so are %d invariants", out.Verdict, t.Property.Name, out.Invariants)
		}
	} else {
		line += " the property is proved"
	}
	fmt.Fprintf(a.Stdout, "%s   %.2f s\n", console.OneLine(line), took.Seconds())
	if out.End != nil && out.Reason != "" {
		fmt.Fprintf(a.Stdout, "  at: %v\n", out.End.Pos)
	}
	for _, v := range out.Values {
		fmt.Fprintf(a.Stdout, "  with: %s = %s\n", v.Name, v.Value)
	}
	for i, in := range out.Inputs {
		if i == maxInputs {
			fmt.Fprintf(a.Stdout, "  … and %d more inputs\n", len(out.Inputs)-i)
			break
		}
		fmt.Fprintf(a.Stdout, "  input: %v %s = %s\n", in.Pos, in.Func, in.Value)
	}
	if s := witnessStatus[out.Verdict]; s != 0 {
		return console.StatusError(s)
	}
	return nil
}

type witnessLintCommand struct {
	Witness string   `arg:"" help:"Witness (.yml)."`
	Files   []string `arg:"" optional:"" name:"file" help:"C files (.c, .i) or task definition (.yml) that the witness is about."`
}

// Run executes the command.
func (c *witnessLintCommand) Run(a *app) error {
	w, complaints := witness.Lint(c.Witness)
	if len(c.Files) > 0 && w != nil {
		t, err := target.Load(c.Files, "", "", target.CompileFlags{})
		if err != nil {
			return err
		}
		complaints = append(complaints, check.Lint(w, t.Files)...)
	}
	for i := range complaints {
		fmt.Fprintln(a.Stdout, console.OneLine(complaints[i].Error.Error()))
	}
	if len(complaints) > 0 {
		return console.StatusError(console.ExitBadInput)
	}
	entries := "1 entry"
	if n := len(w.Entries); n > 1 {
		entries = fmt.Sprintf("%d entries", n)
	}
	fmt.Fprintf(a.Stdout, "%s: no rule is broken, %s\n", c.Witness, entries)
	return nil
}

// writeWitness writes the witness of a verdict. For UNKNOWN there is none, and
// a file of that name stays as it is; nor is there one for a property that the
// format cannot name.
func (c *verifyCommand) writeWitness(a *app, t *target.Program, out outcome) error {
	about := witness.About{Version: version, Files: t.Files, Property: t.Property, PtrBits: t.PtrBits}
	if out.res.Verdict != verifier.Unknown && !safety.Expressible(t.Property.Name) {
		fmt.Fprintf(a.Stderr, "%s: no witness is written: the rules of the competition have no formula for %s\n", c.Witness, t.Property.Name)
		return nil
	}
	var w *witness.Witness
	switch out.res.Verdict {
	case verifier.False:
		w = witness.NewViolation(out.res.Traces[0].Trace, t.Config(false), about)
	case verifier.True:
		w = witness.NewCorrectness(out.res.Annotation, about)
	default:
		return nil
	}
	return console.WriteFile(c.Witness, func(f io.Writer) error { return witness.Write(f, w) })
}
