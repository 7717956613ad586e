package main

import (
	"context"
	"errors"
	"os"
	"time"

	"culprit/bench"
	"culprit/lab/localization"
)

// repairOf measures changes of faulty programs.
type repairOf struct {
	suites    `embed:""`
	Tests     int           `default:"1" help:"Failing tests of each version that are explained, -1 for all."`
	Passing   int           `default:"50" help:"Passing tests that the method is given."`
	Generated int           `default:"200" help:"Inputs made of those of the suite on which the first fix is compared with the correct program."`
	Alone     bool          `help:"Give the method no passing tests."`
	Limit     time.Duration `default:"30s" help:"Work on each test, as the time it takes on an idle machine."`
}

// Run prints the table.
func (r *repairOf) Run(ctx context.Context) error {
	conf := localization.RepairConfig{Config: localization.Config{Timeout: r.Limit, Tests: r.Tests, Passing: r.Passing, PtrBits: r.ptrBits(), Progress: os.Stderr}, Alone: r.Alone, Generated: r.Generated}
	versions, err := localization.Versions(r.Corpus, r.Index, r.Suite)
	unlocated, also := localization.Unlocated(r.Corpus, r.Index, r.Suite)
	switch {
	case also != nil:
		return also
	case err != nil && len(unlocated) == 0:
		return err
	}
	versions = append(versions, unlocated...)
	runs := localization.Repair(ctx, versions, conf)
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: r.Limit, Jobs: 1}, version()), localization.RepairTable(runs), localization.KindTable(runs))}
	if r.CSV != "" {
		errs = append(errs, writeFile(r.CSV, localization.RepairDetails(runs).WriteCSV))
	}
	return errors.Join(errs...)
}
