package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/lsp"
	"culprit/cmd/verify/serve"
	"culprit/cmd/verify/target"
	"culprit/internal/limit"

	"github.com/alecthomas/kong"
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

	Lsp        lsp.Command       `cmd:"" help:"Serve an editor: diagnostics, fixes, invariants."`
	Serve      serve.Command     `cmd:"" help:"Verify and explain programs in a browser on this machine."`
	Completion completionCommand `cmd:"" help:"Print what makes a shell complete the command line, or the manual page."`

	Color   string           `help:"Colours: auto (on a terminal, unless NO_COLOR is set), always or never." enum:"auto,always,never" default:"auto"`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

func main() {
	// First of all, so that a signal has an answer from now on.
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, heeded(stopSignals)...)
	// The front end may point os.Stderr elsewhere for a moment, so that the
	// real one is kept here.
	a := &app{Streams: console.Streams{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Signals: signals}}
	os.Exit(a.run(os.Args[1:]))
}

// run executes one command line and returns the exit status.
func (a *app) run(args []string) (status int) {
	out := &console.Sink{W: a.Stdout}
	a.Stdout = out
	status = a.command(args)
	if out.Err != nil && !errors.Is(out.Err, syscall.EPIPE) && !slices.Contains([]int{console.ExitBadInput, console.ExitInternal, console.ExitUnwritten}, status) {
		fmt.Fprintf(a.Stderr, "verify: warning: %s\n", console.OneLine(out.Err.Error()))
		return console.ExitUnwritten
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
			fmt.Fprintf(a.Stderr, "internal error: %v\n%s", p, debug.Stack())
			status = a.refuse(console.ExitInternal, fmt.Errorf("internal error: %s", console.FirstLine(p)))
		}
	}()
	a.json = asksJSON(args)
	if err := limit.Err(); err != nil {
		return a.finish(err)
	}
	if len(args) > 0 && args[0] == "cc" {
		return a.finish(a.cc(args[1:]))
	}
	g := grammar{Explain: newExplainCommand(), Lsp: lsp.Command{Server: version}}
	parser, err := kong.New(&g,
		kong.Name("verify"), kong.Description(description),
		kong.Writers(a.Stdout, a.Stderr), kong.Exit(func(code int) { panic(exited(code)) }),
		defaults(), kong.Bind(a, &a.Streams),
		kong.Help(help), kong.KindMapper(reflect.String, kong.MapperFunc(asIs)),
	)
	if err != nil {
		panic(err)
	}
	args, err = target.LikeGCC(args, target.LongOptions(parser.Model))
	if err != nil {
		return a.finish(err)
	}
	if err := misspelt(parser.Model, args); err != nil {
		return a.finish(err)
	}
	a.args = args
	args = target.Negatives(parser.Model, target.ForFunctions(target.ForProgram(parser.Model, args)))
	a.json = asksJSON(args)
	ctx, err := parser.Parse(args)
	if err != nil {
		return a.finish(fmt.Errorf("%s (see verify --help)", console.OneLine(err.Error())))
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
