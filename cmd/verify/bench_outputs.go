package main

import (
	"context"
	"errors"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"culprit/bench"
)

// suiteFlags select programs of suites with tests.
type suiteFlags struct {
	Corpus    string   `required:"" help:"Folder with the suites." placeholder:"DIR"`
	Index     string   `help:"CSV file with the columns suite, program, version, kind, file that names the programs." placeholder:"FILE"`
	Suite     []string `help:"Run only these suites, programs or versions." placeholder:"SUITE[/PROGRAM[/VERSION]]"`
	DataModel string   `help:"ILP32 or LP64." default:"LP64" enum:"ILP32,LP64" placeholder:"MODEL"`
	CSV       string   `name:"csv" help:"Also write one row per run to this file." placeholder:"FILE"`
	Quiet     bool     `help:"No progress on stderr."`
}

// outputsCommand compares what programs print when they are interpreted and
// when they are compiled.
type outputsCommand struct {
	suiteFlags `embed:""`
	Jobs       int           `help:"Processes at a time." default:"1" placeholder:"N"`
	Timeout    time.Duration `help:"Limit of each compiled program." default:"2s" placeholder:"DURATION"`
}

// Run executes the command.
func (c *outputsCommand) Run(a *app) error {
	if c.Index == "" {
		return badInput("outputs needs --index, a CSV file that names the programs")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		return badInput("outputs needs gcc: %v", err)
	}
	subjects, err := bench.Subjects(c.Corpus, c.Index, c.Suite)
	if err != nil {
		return inputError{err}
	}
	conf := bench.OutputConfig{Timeout: c.Timeout, Jobs: c.Jobs, Sanitize: true}
	if c.DataModel == "ILP32" {
		conf.PtrBits = 32
	}
	if !c.Quiet {
		conf.Progress = a.stderr
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	runs := bench.Outputs(ctx, subjects, conf)
	t := bench.OutputTable(runs)
	t.Title += "\n" + bench.Machine(bench.Config{Timeout: conf.Timeout, Jobs: c.Jobs}, versionLine())
	errs := []error{t.Write(a.stdout)}
	if c.CSV != "" {
		errs = append(errs, writeFile(c.CSV, bench.OutputDetails(runs).WriteCSV))
	}
	return errors.Join(errs...)
}
