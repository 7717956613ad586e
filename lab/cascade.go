package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"culprit/bench"
	"culprit/lab/localization"
)

// cascadeTables regenerates tables III to VIII of paper 000.
type cascadeTables struct {
	suites `embed:""`
	Table  string        `default:"" enum:"III,IV,V,VI," help:"Only this table: III, IV, V, or VI for VI to VIII."`
	Tests  int           `help:"Failing tests of each version, -1 for all (default: all for tables III and IV, else 5)."`
	Sizes  int           `default:"3" help:"Sizes of our own programs in tables VI to VIII, 0 for none."`
	Limit  time.Duration `default:"60s" help:"Processor time of each method on each test."`
	MaxSAT bool          `name:"maxsat" help:"MAX-SAT in table V, too, which takes longer than everything else in it."`
	Memory uint64        `default:"4096" help:"MiB of each variant in tables VI to VIII."`

	errs []error
}

// Run prints the tables.
func (c *cascadeTables) Run(ctx context.Context) error {
	conf := localization.CascadeConfig{Config: localization.Config{Timeout: c.Limit, Tests: c.Tests, PtrBits: c.ptrBits(), Progress: os.Stderr}}
	want := func(names ...string) bool { return c.Table == "" || slices.Contains(names, c.Table) }
	if want("III", "IV") {
		c.trees(ctx, conf, want("III"), want("IV"))
	}
	if want("V") {
		c.slices(ctx, conf)
	}
	if want("VI", "VII", "VIII") {
		c.variants(ctx, conf)
	}
	return errors.Join(c.errs...)
}

func (c *cascadeTables) fail(err error) {
	if err != nil {
		c.errs = append(c.errs, err)
	}
}

// versions are the faulty versions of the programs that the tables are about;
// which selects them where the command line does not.
func (c *cascadeTables) versions(which func(program string) bool) []localization.Version {
	all, err := localization.Versions(c.Corpus, c.Index, c.Suite)
	if err != nil {
		c.fail(err)
		return nil
	}
	if len(c.Suite) > 0 {
		return all
	}
	return slices.DeleteFunc(all, func(v localization.Version) bool { return !which(v.Program) })
}

// write prints a table, with a line on the machine.
func (c *cascadeTables) write(t *bench.Table) {
	c.fail(printTables(bench.Machine(bench.Config{Timeout: c.Limit, Jobs: 1}, version()), t))
	fmt.Println()
}

// details writes the CSV file; with several tables each has its own name.
func (c *cascadeTables) details(name string, t *bench.Table) {
	file := c.CSV
	if file == "" {
		return
	}
	if c.Table == "" {
		file = strings.TrimSuffix(file, ".csv") + "-" + name + ".csv"
	}
	c.fail(writeFile(file, t.WriteCSV))
}

// trees makes tables III and IV from the failing tests of tcas.
func (c *cascadeTables) trees(ctx context.Context, conf localization.CascadeConfig, three, four bool) {
	conf.MaxSAT = four
	if conf.Tests == 0 {
		conf.Tests = -1 // all, unless the command line has a number
	}
	runs := localization.Cascade(ctx, c.versions(isTcas), conf)
	if three {
		c.write(localization.TableIII(runs))
	}
	if four {
		c.write(localization.TableIV(runs))
	}
	c.details("trees", localization.CascadeDetails(runs))
}

func isTcas(program string) bool { return strings.HasSuffix(program, "/tcas") }

// siemens are the programs of table V.
var siemens = []string{"schedule2", "schedule", "totinfo", "printtokens2", "printtokens", "replace"}

func isSiemens(program string) bool {
	return slices.ContainsFunc(siemens, func(s string) bool { return strings.HasSuffix(program, "/"+s) })
}

// slices makes table V.
func (c *cascadeTables) slices(ctx context.Context, conf localization.CascadeConfig) {
	conf.Slices, conf.MaxSAT = true, c.MaxSAT
	runs := localization.Cascade(ctx, c.versions(isSiemens), conf)
	c.write(localization.TableV(runs))
	c.details("slices", localization.CascadeDetails(runs))
}

// variants makes tables VI to VIII: one failing test of the first version of
// each program, and programs of our own.
func (c *cascadeTables) variants(ctx context.Context, conf localization.CascadeConfig) {
	var first []localization.Version
	seen := map[string]bool{}
	for _, v := range c.versions(func(p string) bool { return isSiemens(p) || isTcas(p) }) {
		if !seen[v.Program] || len(c.Suite) > 0 {
			first = append(first, v)
		}
		seen[v.Program] = true
	}
	runs := localization.Variants(ctx, first, localization.VariantConfig{Config: conf.Config, Memory: c.Memory << 20, Sizes: c.Sizes})
	for _, t := range []*bench.Table{localization.TableVI(runs), localization.TableVII(runs), localization.TableVIII(runs)} {
		c.write(t)
	}
}
