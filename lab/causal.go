package main

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"time"

	"culprit/bench"
	"culprit/lab/localization"
)

// causalTables regenerates tables 1 and 2 of paper 002.
type causalTables struct {
	suites   `embed:""`
	Tests    int           `default:"4" help:"Failing tests of each version, -1 for all."`
	Switched bool          `help:"Without the correct version: the reference run is the failing one with a branch switched."`
	Naive    bool          `help:"Also without fast passes."`
	Versions string        `default:"odd" enum:"odd,even,all" help:"odd, even or all versions, by the number in their names."`
	Limit    time.Duration `default:"30s" help:"Wall time of each path."`
}

// number is that of a version's name.
var number = regexp.MustCompile(`\d+$`)

// Run prints the tables.
func (c *causalTables) Run(ctx context.Context) error {
	versions, err := localization.Versions(c.Corpus, c.Index, c.Suite)
	if err != nil {
		return err
	}
	if c.Versions != "all" {
		versions = slices.DeleteFunc(versions, func(v localization.Version) bool {
			n, err := strconv.Atoi(number.FindString(v.ID))
			return err != nil || (n%2 == 1) != (c.Versions == "odd")
		})
	}
	conf := localization.CausalConfig{Switched: c.Switched, Naive: c.Naive}
	conf.Config = localization.Config{Timeout: c.Limit, Tests: c.Tests, PtrBits: c.ptrBits(), Progress: os.Stderr}
	runs := localization.Causal(ctx, versions, conf)
	list := []*bench.Table{localization.CausalTable(runs)}
	if c.Naive {
		list = append(list, localization.CausalSpeed(runs))
	}
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: c.Limit, Jobs: 1}, version()), list...)}
	if c.CSV != "" {
		errs = append(errs, writeFile(c.CSV, localization.CausalDetails(runs).WriteCSV))
	}
	return errors.Join(errs...)
}
