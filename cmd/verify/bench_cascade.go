package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
)

// cascadeCommand regenerates tables III to VIII of paper 000.
type cascadeCommand struct {
	suiteFlags `embed:""`
	Table      string        `help:"Only this table: III, IV, V, or VI for VI to VIII." enum:"III,IV,V,VI," default:"" placeholder:"TABLE"`
	Tests      int           `help:"Failing tests of each version, -1 for all (default: all for tables III and IV, else 5)." placeholder:"N"`
	Sizes      int           `help:"Sizes of our own programs in tables VI to VIII, 0 for none." default:"3" placeholder:"N"`
	Timeout    time.Duration `help:"CPU time of each method on each test." default:"60s" placeholder:"DURATION"`
	MaxSAT     bool          `name:"maxsat" help:"MAX-SAT in table V, too, which takes longer than all the rest of it."`
	Memory     byteSize      `help:"Memory of each variant in tables VI to VIII." default:"4GiB" placeholder:"SIZE"`
}

// Run executes the command.
func (c *cascadeCommand) Run(a *app) error {
	if c.Index == "" {
		return badInput("cascade needs --index, a CSV file that names the programs")
	}
	conf := bench.CascadeConfig{FaultConfig: bench.FaultConfig{Timeout: c.Timeout, Tests: c.Tests}}
	if c.DataModel == "ILP32" {
		conf.PtrBits = 32
	}
	if !c.Quiet {
		conf.Progress = a.stderr
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	t := cascadeTables{c: c, a: a, conf: conf}
	want := func(names ...string) bool { return c.Table == "" || slices.Contains(names, c.Table) }
	if want("III", "IV") {
		t.trees(ctx, "tcas", want("III"), want("IV"))
	}
	if want("V") {
		t.slices(ctx)
	}
	if want("VI", "VII", "VIII") {
		t.variants(ctx)
	}
	return errors.Join(t.errs...)
}

// cascadeTables is the work of one command.
type cascadeTables struct {
	c    *cascadeCommand
	a    *app
	conf bench.CascadeConfig
	errs []error
}

func (t *cascadeTables) fail(err error) {
	if err != nil {
		t.errs = append(t.errs, err)
	}
}

// versions are the faulty versions whose program the tables speak of; which
// says so where the command line does not.
func (t *cascadeTables) versions(which func(program string) bool) []bench.FaultyVersion {
	all, err := bench.FaultyVersions(t.c.Corpus, t.c.Index, t.c.Suite)
	if err != nil {
		t.fail(inputError{err})
		return nil
	}
	if len(t.c.Suite) > 0 {
		return all
	}
	return slices.DeleteFunc(all, func(v bench.FaultyVersion) bool { return !which(v.Program) })
}

// write prints a table, with a line on the machine.
func (t *cascadeTables) write(x *bench.Table) {
	x.Title += "\n" + bench.Machine(bench.Config{Timeout: t.conf.Timeout, Jobs: 1}, versionLine())
	t.fail(x.Write(t.a.stdout))
	fmt.Fprintln(t.a.stdout)
}

// details writes the CSV file; with several tables each has its own name.
func (t *cascadeTables) details(name string, x *bench.Table) {
	file := t.c.CSV
	if file == "" {
		return
	}
	if t.c.Table == "" {
		file = strings.TrimSuffix(file, ".csv") + "-" + name + ".csv"
	}
	t.fail(writeFile(file, x.WriteCSV))
}

// trees makes tables III and IV from the failing tests of one program.
func (t *cascadeTables) trees(ctx context.Context, program string, three, four bool) {
	conf := t.conf
	conf.MaxSAT = four
	if conf.Tests == 0 {
		conf.Tests = -1 // all, unless the command line has a number
	}
	runs := bench.Cascade(ctx, t.versions(func(p string) bool { return strings.HasSuffix(p, "/"+program) }), conf)
	if three {
		t.write(bench.TableIII(runs))
	}
	if four {
		t.write(bench.TableIV(runs))
	}
	t.details("trees", bench.CascadeDetails(runs))
}

// siemens are the programs of table V.
var siemens = []string{"schedule2", "schedule", "totinfo", "printtokens2", "printtokens", "replace"}

func (t *cascadeTables) slices(ctx context.Context) {
	conf := t.conf
	conf.Slices, conf.MaxSAT = true, t.c.MaxSAT
	runs := bench.Cascade(ctx, t.versions(isSiemens), conf)
	t.write(bench.TableV(runs))
	t.details("slices", bench.CascadeDetails(runs))
}

func isSiemens(program string) bool {
	return slices.ContainsFunc(siemens, func(s string) bool { return strings.HasSuffix(program, "/"+s) })
}

// variants makes tables VI to VIII: one failing test of the first version of
// each program, and programs of our own.
func (t *cascadeTables) variants(ctx context.Context) {
	conf := bench.VariantConfig{FaultConfig: t.conf.FaultConfig, Memory: uint64(t.c.Memory), Sizes: t.c.Sizes}
	var first []bench.FaultyVersion
	seen := map[string]bool{}
	for _, v := range t.versions(func(p string) bool { return isSiemens(p) || strings.HasSuffix(p, "/tcas") }) {
		if !seen[v.Program] || len(t.c.Suite) > 0 {
			first = append(first, v)
		}
		seen[v.Program] = true
	}
	runs := bench.Variants(ctx, first, conf)
	for _, x := range []*bench.Table{bench.TableVI(runs), bench.TableVII(runs), bench.TableVIII(runs)} {
		t.write(x)
	}
}
