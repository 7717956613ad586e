package main

import (
	"context"
	"errors"
	"os/exec"
	"os/signal"
	"syscall"

	"culprit/bench"
)

// outputs compares what programs print when they are interpreted and when
// they are compiled.
func (c *benchCommand) outputs(a *app) error {
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
	conf := bench.OutputConfig{Timeout: c.timeout(), Jobs: c.Jobs, Sanitize: true}
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
