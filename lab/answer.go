package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"culprit/bench"
	"culprit/fault"
	"culprit/fault/methods"
	"culprit/lab/localization"
)

// answers asks all methods about faulty programs and writes down what they say.
type answers struct {
	suites  `embed:""`
	Method  []string      `help:"Only these methods; records of others can be joined with theirs."`
	Tests   int           `default:"1" help:"Failing tests of each version, -1 for all."`
	Passing int           `default:"50" help:"Passing tests that methods are given."`
	Alone   bool          `help:"Give the methods no passing tests."`
	Limit   time.Duration `default:"10s" help:"Processor time of each method on each test."`
	Records string        `required:"" help:"Write what the methods say to this file, a line of JSON for each failing test, as soon as it is known. What the file has already is not asked again." placeholder:"FILE"`
	Fresh   bool          `help:"Discard the records of earlier runs."`
}

// Run appends the records.
func (a *answers) Run(ctx context.Context) error {
	conf := localization.Config{Timeout: a.Limit, Tests: a.Tests, Passing: a.Passing, PtrBits: a.ptrBits(), Progress: os.Stderr, Methods: methods.All()}
	if len(a.Method) > 0 {
		conf.Methods = nil
	}
	for _, name := range a.Method {
		m, err := fault.Find(allMethods(), name)
		if err != nil {
			return err
		}
		conf.Methods = append(conf.Methods, *m)
	}
	versions, err := localization.Versions(a.Corpus, a.Index, a.Suite)
	if err != nil {
		return err
	}
	records, err := localization.OpenAnswers(a.Records, a.Fresh)
	if err != nil {
		return err
	}
	return errors.Join(localization.Answers(ctx, versions, conf, a.Alone, records.Known, records.Add), records.Close())
}

// order scores the order of answers on records.
type order struct {
	Records []string `arg:"" type:"existingfile" help:"Files that answers wrote."`
	CSV     string   `name:"csv" help:"Also write the table to this file."`
}

// Run prints the table.
func (o *order) Run(context.Context) error {
	var readers []io.Reader
	for _, name := range o.Records {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		readers = append(readers, f)
	}
	records, err := localization.ReadAnswers(io.MultiReader(readers...))
	if err != nil {
		return err
	}
	t := localization.AnswerTable(records)
	errs := []error{printTables(bench.Machine(bench.Config{Jobs: 1}, version()), t)}
	if o.CSV != "" {
		errs = append(errs, writeFile(o.CSV, t.WriteCSV))
	}
	return errors.Join(errs...)
}
