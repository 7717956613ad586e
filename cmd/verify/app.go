package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"culprit/cmd/verify/console"
	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/report"
	"culprit/smt"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
)

// version is the version of the next release until it is tagged.
const version = "0.1.0"

// app is what the commands share.
type app struct {
	console.Streams
	args    []string // of the command line
	colours string   // --color
	json    bool     // the answer is asked for as JSON, so that a refusal is JSON, too
}

// guarded runs what comes after the verdict: a panic there is reported and
// does not lose it.
func (a *app) guarded(phase string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Fprintf(a.Stderr, "internal error in %s: %v\n%s", phase, p, debug.Stack())
			err = errors.New("internal error")
		}
	}()
	return f()
}

// phaseFrontEnd names the first phase in messages.
const phaseFrontEnd = "front end"

// finish says what went wrong, if anything did, and returns the exit status.
func (a *app) finish(err error) int {
	var st console.StatusError
	var ie *frontend.InternalError
	out, _ := a.Stdout.(*console.Sink)
	switch {
	case err == nil:
		return console.ExitOK
	case out != nil && out.Err != nil && errors.Is(err, out.Err):
		return console.ExitOK // but for that, which run tells
	case errors.As(err, &st):
		return int(st)
	case errors.As(err, &ie):
		fmt.Fprintf(a.Stderr, "internal error in %s: %v\n%s", phaseFrontEnd, ie.Value, ie.Stack)
		return a.refuse(console.ExitInternal, fmt.Errorf("internal error in %s: %s", phaseFrontEnd, console.FirstLine(ie.Value)))
	case errors.As(err, new(console.InputError)):
		fmt.Fprintln(a.Stderr, console.OneLine(err.Error()))
	default:
		fmt.Fprintf(a.Stderr, "verify: %s\n", console.OneLine(err.Error()))
	}
	return a.refuse(console.ExitBadInput, err)
}

// refuse writes why there is no answer as JSON, where the answer was asked for in that
// form, and returns the exit status. People read it on stderr, where it was said before.
func (a *app) refuse(status int, err error) int {
	if !a.json {
		return status
	}
	stdout := a.Reader()
	if err := stdout.Lost(report.WriteJSON(stdout, newRefusal(status, err))); err != nil {
		fmt.Fprintf(a.Stderr, "verify: warning: %s\n", console.OneLine(err.Error()))
	}
	return status
}

// newRefusal says why there is no answer. The message leaves out the place where it is
// all that it says besides.
func newRefusal(status int, err error) *report.Refusal {
	r := &report.Refusal{Schema: report.RefusalSchema, Tool: "verify", Version: version, Status: status, Message: console.OneLine(err.Error())}
	var in console.InputError
	var text *cpp.Error
	var file *svcomp.Error
	errors.As(err, &in)
	switch {
	case errors.As(err, &text) && text.Pos.Line > 0:
		r.File, r.Line, r.Col = text.Pos.File, text.Pos.Line, text.Pos.Col
		if in.Err == text {
			r.Message = console.OneLine(text.Msg)
		}
	case errors.As(err, &file):
		r.File, r.Line, r.Col = file.File, file.Line, file.Col
		if in.Err == file {
			r.Message = console.OneLine(file.Msg)
		}
	}
	return r
}

// versionLine is the version with what it was built from and with.
func versionLine() string {
	line := version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				line += "+" + s.Value[:12]
			}
			if s.Key == "vcs.modified" && s.Value == "true" {
				line += "-modified"
			}
		}
	}
	return line + " (" + runtime.Version() + ", solvers " + strings.Join(smt.Names(), " ") + ")"
}

// defaults are the texts that the grammar has in place of constants.
func defaults() kong.Vars { return kong.Vars{"version": versionLine()} }

// uncatch leaves signals to commands that have no limits, and the one that
// came already to the system.
func (a *app) uncatch() {
	if a.Signals == nil {
		return
	}
	signal.Stop(a.Signals)
	select {
	case s := <-a.Signals:
		if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
			time.Sleep(time.Second) // until it arrives
		}
	default:
	}
}

// heeded are the signals that whoever started the process wants to end it: nohup
// ignores SIGHUP.
func heeded(signals []os.Signal) []os.Signal {
	return slices.DeleteFunc(slices.Clone(signals), signal.Ignored)
}

// asksJSON reports whether a command line asks for JSON, also one that cannot be parsed.
func asksJSON(args []string) bool {
	if i := slices.Index(args, "--"); i >= 0 {
		args = args[:i]
	}
	json := false
	for i, w := range args {
		if value, ok := strings.CutPrefix(w, "--format="); ok {
			json = value == "json"
		} else if w == "--format" && i+1 < len(args) {
			json = args[i+1] == "json"
		}
	}
	return json
}

const description = `Proves a C program safe, or finds its bugs and says where they are.

The first line of the answer is TRUE, FALSE or UNKNOWN and the property.
Exit status: 0 TRUE, 10 FALSE, 20 UNKNOWN, 2 bad input or usage, 3 internal error,
4 the answer is printed, but something else could not be written.`
