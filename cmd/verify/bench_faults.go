package main

import (
	"context"
	"errors"
	"os/signal"
	"syscall"
	"time"

	"culprit/bench"
	"culprit/fault"
)

// faultsCommand measures localization methods on faulty programs.
type faultsCommand struct {
	suiteFlags `embed:""`
	Method     []string      `help:"Localization methods (default: all that work on failing runs)." placeholder:"NAME"`
	Tests      int           `help:"Failing tests of each version, -1 for all." default:"5" placeholder:"N"`
	Timeout    time.Duration `help:"Limit of each run." default:"30s" placeholder:"DURATION"`
}

// Run executes the command.
func (c *faultsCommand) Run(a *app) error {
	if c.Index == "" {
		return badInput("faults needs --index, a CSV file that names the programs")
	}
	conf := bench.FaultConfig{Timeout: c.Timeout, Tests: c.Tests}
	if c.DataModel == "ILP32" {
		conf.PtrBits = 32
	}
	if !c.Quiet {
		conf.Progress = a.stderr
	}
	for _, name := range c.Method {
		m, err := fault.Find(methods(), name)
		if err != nil {
			return badInput("--method: %v", err)
		}
		conf.Methods = append(conf.Methods, *m)
	}
	if len(conf.Methods) == 0 {
		for _, m := range methods() {
			if m.Needs&fault.NeedsVerifier == 0 {
				conf.Methods = append(conf.Methods, m)
			}
		}
	}
	versions, err := bench.FaultyVersions(c.Corpus, c.Index, c.Suite)
	if err != nil {
		return inputError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	runs := bench.Faults(ctx, versions, conf)
	t := bench.FaultTable(runs)
	t.Title += "\n" + bench.Machine(bench.Config{Timeout: conf.Timeout, Jobs: 1}, versionLine())
	errs := []error{t.Write(a.stdout)}
	if c.CSV != "" {
		errs = append(errs, writeFile(c.CSV, bench.FaultDetails(runs).WriteCSV))
	}
	return errors.Join(errs...)
}
