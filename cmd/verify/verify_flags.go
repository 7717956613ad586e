package main

import (
	"math"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/relevance"
	"culprit/verifier"
)

// verifyCommand is the main job.
type verifyCommand struct {
	File           string   `arg:"" help:"C file (.c, .i) or task definition (.yml)."`
	More           []string `arg:"" optional:"" help:"Further C files of the program."`
	MultiTrace     bool     `help:"Find several different error traces, not only one." group:"What is asked"`
	MaxTraces      int      `help:"Stop after this many traces (0: no bound)." placeholder:"N" group:"What is asked"`
	DataModel      string   `help:"ILP32 or LP64 (default: what the task file says, else LP64)." placeholder:"MODEL" group:"The program"`
	Property       string   `help:"Name of a property or .prp file (default: what the task file says, else unreach-call)." placeholder:"NAME" group:"What is asked"`
	Order          string   `help:"Evaluation order where C leaves it open and it may matter: take one and print a note, or consider all." enum:"one,all" default:"one" placeholder:"ORDER" group:"What is asked"`
	Extern         string   `help:"What functions without a body may do that the program declares: return any value and change nothing, which is noted; or any, as with functions of the C library that are not modelled." enum:"value,any" default:"value" placeholder:"EFFECT" group:"What is asked"`
	RecursionDepth int      `name:"recursion-depth" help:"Assume that no function is active more than this many times at once, where nothing is proved without (0: no bound)." placeholder:"N" group:"What is asked"`
	Stack          byteSize `help:"What the stack may take, for --property stack (default: 8MiB)." placeholder:"SIZE" group:"What is asked"`
	Format         string   `help:"text, json, or sarif (SARIF 2.1.0)." enum:"text,json,sarif" default:"text" group:"The answer"`
	Output         string   `short:"o" help:"Write the report to this file, and only the verdict to stdout." placeholder:"FILE" group:"The answer"`
	Trace          bool     `help:"Print every step of each trace." group:"The answer"`
	Invert         bool     `help:"List what is relevant in no trace." group:"The answer"`
	IgnoreCommon   bool     `help:"List what is relevant in some traces, not what is in all of them." group:"The answer"`
	All            bool     `help:"Print the whole answer to a FALSE, not only what fits a page." group:"The answer"`
	Effort         *float64 `help:"How long to look for the likeliest lines of a bug, as a multiple of 0.8 s plus the time to the verdict, and more than 1 also for relevance; 0 skips it (default: 1, but 0 for JSON and files)." placeholder:"X" group:"The answer"`
	Report         string   `help:"Write a page for the browser into this folder: the answer, the source with what is relevant, the traces side by side." placeholder:"DIR" group:"The answer"`
	Stats          bool     `help:"Print the work done, by kind and phase." group:"The answer"`
	Log            bool     `help:"Write one line per iteration to stderr." group:"The answer"`

	TestHarness string `help:"Write a C file for each trace that, linked with the program, makes it fail, and test cases as XML." placeholder:"DIR" group:"The answer"`
	Witness     string `help:"Write a witness for the verdict: of the violation for FALSE (the first trace), of the proof for TRUE, none for UNKNOWN." placeholder:"FILE" group:"The answer"`
	WriteInputs string `help:"Write the inputs of each trace into this folder, for verify run --inputs." placeholder:"DIR" group:"The answer"`

	target.CompileFlags
	solverFlag
	limitFlags
}

// outcome is what the worker hands back: a program and a result, or an error.
type outcome struct {
	prog   *cfg.Program
	res    *verifier.Result
	err    error
	phase  string // set with crash
	crash  any
	detail []byte    // stack of a crash
	more   []finding // of --property all-asserts
}

// trace is number i of the traces of a report, with the program that it is of.
func (o *outcome) trace(i int) (*cfg.Program, *relevance.TraceResult) {
	for _, f := range o.more {
		if i < len(o.res.Traces) {
			break
		}
		i -= len(o.res.Traces)
		o = &f.outcome
	}
	return o.prog, &o.res.Traces[i]
}

// check rejects flags that no run can satisfy.
func (c *verifyCommand) check() error {
	switch {
	case c.MaxTraces < 0:
		return console.BadInput("--max-traces: must not be negative")
	case c.RecursionDepth < 0:
		return console.BadInput("--recursion-depth: must not be negative")
	case c.Effort != nil && !(*c.Effort >= 0 && *c.Effort <= math.MaxInt32): // a NaN is not
		return console.BadInput("--effort: must be a number from 0 on")
	}
	for _, dir := range []string{c.WriteInputs, c.TestHarness, c.Report} {
		if dir == "" {
			continue
		}
		if err := console.CheckFolder(dir); err != nil {
			return err
		}
	}
	for _, file := range []string{c.Output, c.Witness} {
		if file == "" {
			continue
		}
		if err := console.CheckOutput(file); err != nil {
			return err
		}
	}
	return c.limitFlags.check()
}

// annotates reports whether someone wants to know what a proof says about loops.
func (c *verifyCommand) annotates() bool { return c.Witness != "" || c.Report != "" }

// lowering is how the flags lower the target for the verifier.
func (c *verifyCommand) lowering(t *target.Program) frontend.Config {
	parse := t.Config(false)
	parse.AllOrders, parse.ExternAny = c.Order == "all", c.Extern == "any"
	parse.Stack = uint64(c.Stack)
	return parse
}
