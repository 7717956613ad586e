package main

import (
	"io"
	"math"
	"sync"
	"time"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/fault/methods"
	"culprit/report"

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

// given reports whether the command line says what the failing run is, or what
// it should do.
func (c *explainCommand) given() bool {
	return c.givenRun() || c.Expect != "" || c.ExpectStatus != nil || c.Reference != "" || c.Tests != ""
}

// givenRun reports whether the command line says what the failing run is.
func (c *explainCommand) givenRun() bool {
	return c.Stdin != "" || c.Inputs != "" || len(c.Args) > 0 || len(c.Env) > 0
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
