package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// execute runs the program as C does it, on a test case unless that is nil.
// With a test case uninitialised values are zero.
func (c *runCommand) execute(a *app, in *testcase, start time.Time) error {
	t, err := target.Load(append([]string{c.File}, c.Unit...), c.Property, c.DataModel, c.CompileFlags)
	if err != nil {
		return err
	}
	t.Labels = in != nil
	lim := a.startLimits(start, c.limits())
	defer lim.release()
	prog, err := c.lower(a, lim, t, true)
	if err != nil {
		return err
	}
	conf, err := c.runConfig(a, t, in)
	if err != nil {
		return err
	}
	// The collector works harder when the program comes near its limit.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(c.Memory) + int64(c.Memory)/4))
	out := a.programOutput()
	conf.Stdout, conf.Stderr = out, a.Stderr
	printed, complained := report.Kept{Most: maxKept}, report.Kept{Most: maxKept}
	if c.Format == "json" {
		conf.Stdout, conf.Stderr = &printed, &complained
	}
	input := &waitingReader{r: conf.Stdin}
	conf.Stdin = input
	stop := a.elapsed(start, c.limits())
	r := interruptible(input, lim, func(ctx context.Context) interp.RunResult {
		conf.Context = ctx
		return interp.Run(prog, conf)
	})
	stop()
	lost := []error{out.flush()}
	if r == nil {
		text := lim.cause().text
		if input.waits.Load() {
			text += " while it waited for input"
		}
		x := c.execution(t, &interp.Outcome{Status: interp.Interrupted, Reason: text}, cfg.Pos{})
		x.Stdout, x.Stderr = printed.Output(), complained.Output()
		return c.tell(a, x, lost...)
	}
	if in != nil && in.err != nil {
		return console.BadFile(c.Inputs, "%v", in.err)
	}
	if c.Out != "" {
		lost = append(lost, writeFiles(a, c.Out, r.Files))
	}
	x := c.ended(t, r)
	x.Missing, x.Stdout, x.Stderr = missing(r), printed.Output(), complained.Output()
	return c.tell(a, x, lost...)
}

// missing are files of the machine that the program wanted to read and did not get.
func missing(r *interp.RunResult) (names []string) {
	for _, name := range r.Missing {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			names = append(names, name)
		}
	}
	return names
}

// runConfig says how the program is run: the flags, with the program's input and
// files.
func (c *runCommand) runConfig(a *app, t *target.Program, in *testcase) (interp.RunConfig, error) {
	conf := interp.RunConfig{
		Stdin: a.Stdin, Args: append([]string{t.File}, c.Args...), Env: c.Env,
		Checks: t.Executed().Checks, Leaks: c.leakMode(t), AllowUninit: c.AllowUninit || in != nil,
		Limits: interp.Limits{
			Steps: c.steps(), Depth: c.Depth, Pages: int(c.Memory+4095) / 4096, Output: int(c.OutputLimit),
		},
	}
	if c.Overflow {
		conf.Checks |= interp.OverflowCheck
	}
	if in != nil {
		conf.Inputs = in
	}
	if c.Stdin != "" {
		text, err := svcomp.ReadFile(c.Stdin)
		if err != nil {
			return conf, console.Complaint(err)
		}
		conf.Stdin = bytes.NewReader(text)
	}
	var err error
	conf.Files, err = c.visible()
	return conf, err
}

func (c *runCommand) leakMode(t *target.Program) interp.LeakMode {
	switch {
	case c.Unfreed:
		return interp.Unfreed
	case c.Leaks:
		return interp.Lost
	}
	return t.Executed().Leaks
}

// waitingReader knows whether someone waits for a read to end.
type waitingReader struct {
	r     io.Reader
	waits atomic.Bool
}

// Read implements io.Reader.
func (w *waitingReader) Read(p []byte) (int, error) {
	w.waits.Store(true)
	defer w.waits.Store(false)
	return w.r.Read(p)
}

// interruptible runs a program until it ends or a limit or a signal comes. If
// the program does not notice that, because it waits for input or for another
// reason, the result is nil.
func interruptible(in *waitingReader, lim *limits, run func(ctx context.Context) interp.RunResult) *interp.RunResult {
	const patience = 200 * time.Millisecond
	done := begin(func() interp.RunResult { return run(lim.ctx) })
	var late <-chan time.Time
	stop := lim.ctx.Done()
	for {
		select {
		case e := <-done:
			r := e.value()
			return &r
		case <-stop:
			stop, late = nil, time.After(patience)
		case <-late:
			if in.waits.Load() {
				return nil
			}
			late = time.After(patience)
		case <-lim.hard:
			return nil
		}
	}
}

// output is the standard output of the program: buffered unless a person
// looks at it. The lock lets it be flushed while the program waits for input.
type output struct {
	mu sync.Mutex
	w  io.Writer
	b  *bufio.Writer // nil: not buffered
}

func (a *app) programOutput() *output {
	o := &output{w: a.Stdout}
	if !a.isTerminal(a.Stdout) {
		o.b = bufio.NewWriterSize(a.Stdout, 1<<16)
	}
	return o
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.b != nil {
		return o.b.Write(p)
	}
	return o.w.Write(p)
}

// flush writes what is left; the error is the first of all writes, unless the reader
// has gone.
func (o *output) flush() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.b == nil {
		return nil
	}
	err := o.b.Flush()
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
