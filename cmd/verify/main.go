package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"culprit/frontend"
	"culprit/internal/limit"
	"culprit/report"
	"culprit/smt"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
)

// version is the version of the next release until it is tagged.
const version = "0.1.0"

// The exit statuses besides those of verdicts (report.Report.ExitCode).
const (
	exitOK        = 0
	exitBadInput  = 2
	exitInternal  = 3
	exitUnwritten = 4 // the verdict stands, and something that was asked for could not be written
)

// grammar is the command line.
type grammar struct {
	Verify  verifyCommand  `cmd:"" default:"withargs" help:"Verify a program (the default command)."`
	Run     runCommand     `cmd:"" help:"Execute a program, or repeat a trace that was found."`
	Explain explainCommand `cmd:"" help:"Localize the fault behind a failing run."`
	Check   checkCommand   `cmd:"" help:"Ask about the functions of a project, and keep the answers."`
	Harness harnessCommand `cmd:"" help:"Print C text that calls a function with any arguments."`
	Dump    dumpCommand    `cmd:"" help:"Print an intermediate representation of a program."`
	Bench   benchCommand   `cmd:"" help:"Verify many programs and print a table of the results."`
	Witness witnessCommand `cmd:"" help:"Check a verification witness."`
	Cc      ccCommand      `cmd:"" help:"Compile with the compiler of the machine, and record what it is told: CC='verify cc'."`
	Help    helpCommand    `cmd:"" help:"Explain a kind of failure."`

	Lsp        lspCommand        `cmd:"" help:"Serve an editor: diagnostics, fixes, invariants."`
	Serve      serveCommand      `cmd:"" help:"Verify and explain programs in a browser on this machine."`
	Completion completionCommand `cmd:"" help:"Print what makes a shell complete the command line, or the manual page."`

	Color   string           `help:"Colours: auto (on a terminal, unless NO_COLOR is set), always or never." enum:"auto,always,never" default:"auto"`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

const description = `Proves a C program safe, or finds its bugs and says where they are.

The first line of the answer is TRUE, FALSE or UNKNOWN and the property.
Exit status: 0 TRUE, 10 FALSE, 20 UNKNOWN, 2 bad input or usage, 3 internal error,
4 the answer is printed, but something else could not be written.`

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	args           []string       // of the command line
	signals        chan os.Signal // stopSignals since the start of the process; nil in tests
	colours        string         // --color
	json           bool           // the answer is asked for as JSON, so that a refusal is JSON, too
}

// inputError is a complaint about the input: one line, exit status 2.
type inputError struct{ err error }

func (e inputError) Error() string { return e.err.Error() }
func (e inputError) Unwrap() error { return e.err }

// lineLength is how much of a text that somebody else wrote a line repeats.
const lineLength = 400

func badInput(format string, args ...any) error { return inputError{fmt.Errorf(format, args...)} }

// badFile is a complaint about a file as a whole.
func badFile(name, format string, args ...any) error {
	return inputError{&svcomp.Error{File: name, Msg: fmt.Sprintf(format, args...)}}
}

// statusError ends a command with an exit status and no message.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

func main() {
	// First of all, so that a signal has an answer from now on.
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, heeded(stopSignals)...)
	// The front end may point os.Stderr elsewhere for a moment, so that the
	// real one is kept here.
	a := &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv, signals: signals}
	os.Exit(a.run(os.Args[1:]))
}

// run executes one command line and returns the exit status.
func (a *app) run(args []string) (status int) {
	out := &sink{w: a.stdout}
	a.stdout = out
	status = a.command(args)
	if out.err != nil && !errors.Is(out.err, syscall.EPIPE) && !slices.Contains([]int{exitBadInput, exitInternal, exitUnwritten}, status) {
		fmt.Fprintf(a.stderr, "verify: warning: %s\n", oneLine(out.err.Error()))
		return exitUnwritten
	}
	return status
}

// command executes one command line.
func (a *app) command(args []string) (status int) {
	type exited int // --help and --version end the parse
	defer func() {
		if p := recover(); p != nil {
			if e, ok := p.(exited); ok {
				status = int(e)
				return
			}
			fmt.Fprintf(a.stderr, "internal error: %v\n%s", p, debug.Stack())
			status = a.refuse(exitInternal, fmt.Errorf("internal error: %s", firstLine(p)))
		}
	}()
	a.json = asksJSON(args)
	if err := limit.Err(); err != nil {
		return a.finish(err)
	}
	if len(args) > 0 && args[0] == "cc" {
		return a.finish(a.cc(args[1:]))
	}
	g := grammar{Explain: newExplainCommand()}
	parser, err := kong.New(&g,
		kong.Name("verify"), kong.Description(description),
		kong.Writers(a.stdout, a.stderr), kong.Exit(func(code int) { panic(exited(code)) }),
		defaults(), kong.Bind(a),
		kong.Help(help), kong.KindMapper(reflect.String, kong.MapperFunc(asIs)),
	)
	if err != nil {
		panic(err)
	}
	args, err = likeGCC(args, longOptions(parser.Model))
	if err != nil {
		return a.finish(err)
	}
	if err := misspelt(parser.Model, args); err != nil {
		return a.finish(err)
	}
	a.args = args
	args = negatives(parser.Model, forFunctions(forProgram(parser.Model, args)))
	a.json = asksJSON(args)
	ctx, err := parser.Parse(args)
	if err != nil {
		return a.finish(fmt.Errorf("%s (see verify --help)", oneLine(err.Error())))
	}
	a.colours = g.Color
	switch strings.Fields(ctx.Command())[0] {
	case "dump", "bench":
		a.uncatch()
	}
	return a.finish(ctx.Run(a))
}

// asIs takes a word of the command line for a text with all its bytes, also where they are
// not UTF-8: names of files may have any.
func asIs(ctx *kong.DecodeContext, target reflect.Value) error {
	word, err := ctx.Scan.PopValue("string")
	if err != nil {
		return err
	}
	text, ok := word.Value.(string)
	if !ok {
		text = fmt.Sprint(word.Value)
	}
	target.SetString(text)
	return nil
}

// heeded are the signals that whoever started the process wants to end it: nohup
// ignores SIGHUP.
func heeded(signals []os.Signal) []os.Signal {
	return slices.DeleteFunc(slices.Clone(signals), signal.Ignored)
}

// defaults are the texts that the grammar has in place of constants.
func defaults() kong.Vars {
	return kong.Vars{"version": versionLine(), "length": strconv.Itoa(entryLength), "links": strconv.Itoa(entryDepth)}
}

// uncatch leaves signals to commands that have no limits, and the one that
// came already to the system.
func (a *app) uncatch() {
	if a.signals == nil {
		return
	}
	signal.Stop(a.signals)
	select {
	case s := <-a.signals:
		if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
			time.Sleep(time.Second) // until it arrives
		}
	default:
	}
}

// finish says what went wrong, if anything did, and returns the exit status.
func (a *app) finish(err error) int {
	var st statusError
	var ie *frontend.InternalError
	out, _ := a.stdout.(*sink)
	switch {
	case err == nil:
		return exitOK
	case out != nil && out.err != nil && errors.Is(err, out.err):
		return exitOK // but for that, which run tells
	case errors.As(err, &st):
		return int(st)
	case errors.As(err, &ie):
		fmt.Fprintf(a.stderr, "internal error in %s: %v\n%s", phaseFrontEnd, ie.Value, ie.Stack)
		return a.refuse(exitInternal, fmt.Errorf("internal error in %s: %s", phaseFrontEnd, firstLine(ie.Value)))
	case errors.As(err, new(inputError)):
		fmt.Fprintln(a.stderr, oneLine(err.Error()))
	default:
		fmt.Fprintf(a.stderr, "verify: %s\n", oneLine(err.Error()))
	}
	return a.refuse(exitBadInput, err)
}

// firstLine is what a panic says, without the stack that may come with it.
func firstLine(p any) string {
	line, _, _ := strings.Cut(strings.TrimSpace(fmt.Sprint(p)), "\n")
	return oneLine(line)
}

// oneLine keeps a message on one line and printable.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		if unicode.IsControl(r) || report.Reorders(r) {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > lineLength {
		return string(r[:lineLength-1]) + "…"
	}
	return s
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
