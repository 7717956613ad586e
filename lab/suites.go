package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"culprit/bench"
	"culprit/fault"
	"culprit/fault/methods"
	"culprit/lab/localization"
	"culprit/lab/maxsat"
	"culprit/lab/outputs"
	"culprit/lab/suite"
)

// suites selects programs of suites with tests.
type suites struct {
	Corpus    string   `required:"" type:"existingdir" help:"Folder with the suites."`
	Index     string   `required:"" type:"existingfile" help:"File that names the programs (.csv with the columns suite, program, version, kind, file and, for faulty programs, fault_lines)."`
	Suite     []string `help:"Only these suites, programs or versions (SUITE[/PROGRAM[/VERSION]])."`
	DataModel string   `default:"LP64" enum:"ILP32,LP64" help:"ILP32 or LP64."`
	CSV       string   `name:"csv" help:"Also write one row per run to this file."`
}

func (s *suites) ptrBits() int {
	if s.DataModel == "ILP32" {
		return 32
	}
	return 64
}

// outputsOf compares what programs print when they are interpreted and when
// they are compiled.
type outputsOf struct {
	suites `embed:""`
	Jobs   int           `default:"1" help:"Programs at a time."`
	Limit  time.Duration `default:"2s" help:"Wall time of each compiled program."`
}

// Run prints the table.
func (o *outputsOf) Run(ctx context.Context) error {
	if _, err := exec.LookPath("gcc"); err != nil {
		return err
	}
	subjects, err := suite.Subjects(o.Corpus, o.Index, o.Suite)
	if err != nil {
		return err
	}
	runs := outputs.Measure(ctx, subjects, outputs.Config{Timeout: o.Limit, Jobs: o.Jobs, Sanitize: true, PtrBits: o.ptrBits(), Progress: os.Stderr})
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: o.Limit, Jobs: o.Jobs}, version()), outputs.Table(runs))}
	if o.CSV != "" {
		errs = append(errs, writeFile(o.CSV, outputs.Details(runs).WriteCSV))
	}
	return errors.Join(errs...)
}

// allMethods are the methods of the product and the baseline that only tables
// of papers need.
func allMethods() []fault.Method {
	return append(methods.All(), maxsat.Method(maxsat.Config{}))
}

// localizationOf measures localization methods on faulty programs.
type localizationOf struct {
	suites  `embed:""`
	Method  []string      `help:"Localization methods (default: all that work on failing runs)."`
	Tests   int           `default:"5" help:"Failing tests of each version, -1 for all."`
	Passing int           `default:"5" help:"Passing tests that methods are given."`
	Limit   time.Duration `default:"30s" help:"Wall time of each method on each test."`
}

// Run prints the table.
func (l *localizationOf) Run(ctx context.Context) error {
	conf := localization.Config{Timeout: l.Limit, Tests: l.Tests, Passing: l.Passing, PtrBits: l.ptrBits(), Progress: os.Stderr}
	for _, name := range l.Method {
		m, err := fault.Find(allMethods(), name)
		if err != nil {
			return fmt.Errorf("--method: %w", err)
		}
		conf.Methods = append(conf.Methods, *m)
	}
	if len(conf.Methods) == 0 {
		conf.Methods = allMethods()
	}
	versions, err := localization.Versions(l.Corpus, l.Index, l.Suite)
	if err != nil {
		return err
	}
	runs := localization.Measure(ctx, versions, conf)
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: l.Limit, Jobs: 1}, version()), localization.Table(runs))}
	if l.CSV != "" {
		errs = append(errs, writeFile(l.CSV, localization.Details(runs).WriteCSV))
	}
	return errors.Join(errs...)
}

// invariantsOf measures likely invariants, tables 3 and 4 of paper 004.
type invariantsOf struct {
	suites  `embed:""`
	Tests   int           `default:"2" help:"Failing tests of each version that are explained."`
	Passing int           `default:"500" help:"Passing and failing tests that methods are given."`
	Limit   time.Duration `default:"30s" help:"Processor time of each method on each test."`
	Row     []string      `help:"Only these sources of runs and methods: tests, tests and made, made, ochiai, tarantula, slice, failing statement, random order (default: all)."`
}

// Run prints the table.
func (l *invariantsOf) Run(ctx context.Context) error {
	versions, err := localization.Versions(l.Corpus, l.Index, l.Suite)
	if err != nil {
		return err
	}
	conf := localization.Config{Timeout: l.Limit, Tests: l.Tests, Passing: l.Passing, PtrBits: l.ptrBits(), Rows: l.Row, Progress: os.Stderr}
	runs := localization.Invariants(ctx, versions, conf)
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: l.Limit, Jobs: 1}, version()), localization.TableInvariants(runs), localization.TableLost(runs), localization.TableShares(runs), localization.TableDistance(runs), localization.TableRanks(runs))}
	if l.CSV != "" {
		errs = append(errs, writeFile(l.CSV, localization.InvariantDetails(runs).WriteCSV))
	}
	return errors.Join(errs...)
}
