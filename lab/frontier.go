package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"culprit/bench"
	"culprit/lab/localization"
)

// frontierTable compares frontier sets with their rivals.
type frontierTable struct {
	suites    `embed:""`
	Tests     int           `default:"1" help:"Failing tests of each version, -1 for all."`
	Passing   int           `default:"30" help:"Passing tests for the row that needs them."`
	Limit     time.Duration `default:"30s" help:"Processor time of each row on each test."`
	Row       []string      `help:"Only this row of the table, can be repeated."`
	Calibrate bool          `help:"Print how often suspected root causes have a wrong value, beside what verify says."`
	Rankings  string        `help:"Also write the rankings to this file, a line of JSON for each of their lines." placeholder:"FILE.jsonl"`
}

// Run prints the table.
func (f *frontierTable) Run(ctx context.Context) error {
	conf := localization.Config{Timeout: f.Limit, Tests: f.Tests, Passing: f.Passing, PtrBits: f.ptrBits(), Rows: f.Row, Progress: os.Stderr}
	versions, err := localization.Versions(f.Corpus, f.Index, f.Suite)
	if err != nil {
		return err
	}
	rows := localization.Frontier(ctx, versions, conf)
	tables := []*bench.Table{localization.FrontierTable(rows)}
	if f.Calibrate {
		tables = append(tables, localization.CalibrationTable(rows))
	}
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: f.Limit, Jobs: 1}, version()), tables...)}
	if f.CSV != "" {
		errs = append(errs, writeFile(f.CSV, localization.FrontierDetails(rows).WriteCSV))
	}
	if f.Rankings != "" {
		errs = append(errs, writeFile(f.Rankings, func(w io.Writer) error { return localization.WriteRankings(w, rows) }))
	}
	return errors.Join(errs...)
}
