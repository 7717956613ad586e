package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// Run executes the command.
func (c *runCommand) Run(a *app) error {
	if err := c.check(); err != nil {
		return err
	}
	start := time.Now()
	switch {
	case c.Inputs == "":
		return c.execute(a, nil, start)
	case strings.HasSuffix(c.Inputs, ".xml"):
		values, err := readTestcase(c.Inputs)
		if err != nil {
			return console.Complaint(err)
		}
		return c.execute(a, &testcase{values: values}, start)
	}
	in, err := readInputs(c.Inputs, c.Trace)
	if err != nil {
		return console.Complaint(err)
	}
	model := c.DataModel
	if model == "" && !svcomp.IsTask(c.File) {
		model = in.DataModel
	}
	t, err := target.Load(append([]string{c.File}, c.Unit...), c.Property, model, c.CompileFlags)
	if err != nil {
		return err
	}
	lim := a.startLimits(start, c.limits())
	defer lim.release()
	prog, err := c.lower(a, lim, t, false)
	if err != nil {
		return err
	}
	select {
	case e := <-begin(func() error { return c.repeat(a, t, prog, in) }):
		return e.value()
	case <-lim.ctx.Done():
		return c.stoppedBy(a, t, lim)
	}
}

// lower parses the program unless a limit comes first.
func (c *runCommand) lower(a *app, lim *limits, t *target.Program, host bool) (*cfg.Program, error) {
	type parsed struct {
		prog *cfg.Program
		err  error
	}
	select {
	case e := <-begin(func() (p parsed) { p.prog, p.err = t.Parse(host); return p }):
		p := e.value()
		return p.prog, p.err
	case <-lim.ctx.Done():
		return nil, c.stoppedBy(a, t, lim)
	}
}

// stoppedBy says which limit ended the command before the program did.
func (c *runCommand) stoppedBy(a *app, t *target.Program, lim *limits) error {
	x := c.execution(t, &interp.Outcome{Status: interp.Interrupted, Reason: lim.cause().text}, cfg.Pos{File: c.File})
	return c.tell(a, x)
}

// repeat runs the program on the inputs of a trace, with the meaning that the
// verifier gives to every statement.
func (c *runCommand) repeat(a *app, t *target.Program, prog *cfg.Program, in *report.Inputs) error {
	o, err := repeat(prog, in.Inputs, c.steps())
	if err != nil {
		return console.BadFile(c.Inputs, "%v", err)
	}
	x := c.execution(t, o, cfg.Pos{})
	if x.End == report.EndExited {
		fmt.Fprintf(a.Stderr, "%s: the program ended, and no error was reached\n", c.File)
	}
	return c.tell(a, x)
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
	return nil, &svcomp.Error{File: file, Line: line, Col: col, Msg: err.Error()}
}
