package main

import (
	"math"
	"time"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
)

// runCommand executes a program: as C does it, or with the inputs of a trace.
type runCommand struct {
	File        string        `arg:"" help:"C file or task definition."`
	Args        []string      `arg:"" optional:"" help:"Arguments of the program. Everything after --, or from the first argument that begins with a dash and is not a flag of this command, belongs to the program, which can read those that are files."`
	Unit        []string      `help:"Another C file of the program; repeatable." placeholder:"FILE" sep:"none" group:"The program"`
	Stdin       string        `help:"Read the input of the program from this file." placeholder:"FILE" group:"What the program gets"`
	Inputs      string        `help:"Repeat a trace: a file of --write-inputs, a report of --format json, or a test case (.xml) with the results of the __VERIFIER_nondet functions." placeholder:"FILE" group:"What the program gets"`
	Trace       int           `help:"Which trace of a report." default:"1" placeholder:"N" group:"What the program gets"`
	Files       []string      `name:"file" help:"A file that the program can open, under its own name or the one in PATH." placeholder:"NAME[=PATH]" sep:"none" group:"What the program gets"`
	Folders     []string      `name:"files" help:"A folder whose files the program can open; repeatable." placeholder:"DIR" sep:"none" group:"What the program gets"`
	Env         []string      `help:"A variable of the environment, which is empty otherwise; repeatable." placeholder:"NAME=VALUE" sep:"none" group:"What the program gets"`
	Format      string        `help:"text or json: how the run ended, and what the program printed, as one object." enum:"text,json" default:"text" group:"The answer"`
	Out         string        `help:"Keep the files that the program writes in this folder." placeholder:"DIR" group:"The answer"`
	Overflow    bool          `help:"Stop at signed overflow." group:"What ends it"`
	Leaks       bool          `help:"Report heap blocks that nothing points to when the program ends." group:"What ends it"`
	Unfreed     bool          `help:"Report all heap blocks that are not freed when the program ends." group:"What ends it"`
	AllowUninit bool          `help:"Treat uninitialised values as zero instead of stopping at their use." group:"What ends it"`
	Steps       int           `help:"Stop after this many statements (0: no limit)." placeholder:"N" group:"Limits"`
	Depth       int           `help:"Stop at this many nested calls (default ${default})." default:"200000" placeholder:"N" group:"Limits"`
	Timeout     time.Duration `help:"Stop after this time, for instance 90s or 15m (0: none; default ${default})." default:"10m" placeholder:"DURATION" group:"Limits"`
	CPUTimeout  time.Duration `name:"cpu-timeout" help:"Stop after this processor time (0: none)." placeholder:"DURATION" group:"Limits"`
	Memory      byteSize      `help:"Stop when the program uses more memory (default ${default})." default:"1GiB" placeholder:"SIZE" group:"Limits"`
	OutputLimit byteSize      `help:"Stop when the program prints more, or a file it writes is larger (default ${default})." default:"1GB" placeholder:"SIZE" group:"Limits"`
	DataModel   string        `help:"ILP32 or LP64." placeholder:"MODEL" group:"The program"`
	Property    string        `help:"Name of a property or .prp file." placeholder:"NAME" group:"The program"`

	target.CompileFlags
}

// Help is the detail of --help.
func (c *runCommand) Help() string {
	return `The program sees nothing of the machine but its input, its arguments and the
files named here.

Exit status: the program's; 134 if undefined behaviour, a leak, a failed
assertion or abort ended it; 20 at a limit, a signal, or a function that is not
modelled; 2 bad input or usage.`
}

// The exit statuses of an execution that does not end by itself.
const (
	exitStopped    = 134 // by undefined behaviour or at an error location: what a shell shows after abort
	exitIncomplete = 20  // nobody knows how it would have gone on
)

// check refuses flags that make no sense.
func (c *runCommand) check() error {
	switch {
	case c.Steps < 0:
		return console.BadInput("--steps: must not be negative")
	case c.limits().check() != nil:
		return c.limits().check()
	case c.Depth <= 0:
		return console.BadInput("--depth: must be positive")
	case c.Inputs != "" && c.Stdin != "":
		return console.BadInput("--inputs and --stdin exclude each other")
	case c.Inputs != "" && len(c.Args) > 0:
		return console.BadInput("--inputs: the arguments of the program are among the inputs")
	case c.Out != "":
		return console.CheckFolder(c.Out)
	}
	return nil
}

// steps is the limit of statements.
func (c *runCommand) steps() int {
	if c.Steps == 0 {
		return math.MaxInt
	}
	return c.Steps
}

// limits are those of the process. The memory of the program is the
// interpreter's to watch.
func (c *runCommand) limits() limitFlags {
	return limitFlags{Timeout: c.Timeout, CPUTimeout: c.CPUTimeout}
}
