package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
)

// benchCommand runs the verifier on many tasks, and handles the result files
// of such runs.
type benchCommand struct {
	Tasks    []string `arg:"" help:"Task definitions (.yml), folders, sets (.set), C files; with --merge and --compare result files." name:"tasks"`
	Output   string   `short:"o" help:"Write one row per task to this CSV file. An interrupted run goes on where it was when the command is repeated." placeholder:"FILE"`
	List     string   `help:"CSV file whose column id names the tasks to run (default: all)." placeholder:"FILE"`
	Only     string   `help:"Run only tasks whose id contains this." placeholder:"TEXT"`
	Property []string `help:"Take this property of each task (default: the one that verify selects)." placeholder:"NAME"`
	runFlags `embed:""`
	Witness  bool     `name:"witness-check" help:"Check the witness of each verdict."`
	Shard    string   `help:"Run only the i-th of n parts." placeholder:"I/N"`
	Retry    []string `help:"Run tasks of this status again: unknown, error, wrong." placeholder:"STATUS"`
	Fresh    bool     `help:"Forget earlier results."`
	JUnit    string   `name:"junit" help:"Also write the results in the form of JUnit." placeholder:"FILE"`
	Merge    bool     `help:"Merge the result files of all shards into the one of -o."`
	Compare  bool     `help:"Compare two result files, the old one first. Exit status 10 if a task got wrong or is not solved any more."`
	Ratio    float64  `help:"Times differ from this factor on, if also by half a second (--compare)." default:"1.5" placeholder:"X"`
}

// noticeable is the difference in seconds below which times are the same.
const noticeable = 0.5

// Run executes the command.
func (c *benchCommand) Run(a *app) error {
	for _, out := range []string{c.Output, c.JUnit} {
		if out == "" {
			continue
		}
		if err := checkOutput(out); err != nil {
			return err
		}
	}
	switch {
	case c.Compare && (c.Merge || c.Output != "" || c.JUnit != ""):
		return badInput("--compare only prints a table: no --merge, -o, --junit")
	case c.Compare:
		return c.compare(a)
	case c.Merge:
		return c.merge(a)
	}
	return c.measure(a)
}

// measure runs the tasks.
func (c *benchCommand) measure(a *app) error {
	plan, err := c.plan()
	if err != nil {
		return err
	}
	p := a.newProgress(c.Quiet)
	plan.Begin, plan.OnResult = p.begin, p.add
	var reports []error
	plan.Config.OnRun = func(r *bench.Run) { reports = append(reports, c.keepReport(r)) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	results, err := plan.Measure(ctx)
	p.end()
	if errors.Is(err, bench.ErrInterrupted) {
		again := "nothing is kept without -o"
		if c.Output != "" {
			again = "the same command goes on from here"
		}
		fmt.Fprintf(a.stderr, "interrupted with %d results: %s\n", len(results), again)
		return statusError(exitInterrupted)
	}
	if err != nil {
		return inputError{err}
	}
	title := bench.Machine(plan.Config, c.versionOf())
	return errors.Join(append(reports, c.summary(a, results, title))...)
}

// exitInterrupted is the status of a measurement that is not complete.
const exitInterrupted = 20

// versionOf is the version line, of this program only.
func (c *benchCommand) versionOf() string {
	if c.Binary != "" {
		return c.Binary
	}
	return "verify " + versionLine()
}

func (c *benchCommand) plan() (*bench.Plan, error) {
	config, err := c.config(30 * time.Second)
	if err != nil {
		return nil, err
	}
	config.Witness = c.Witness
	if c.Witness && !bench.Knows(config.Binary, "witness") {
		return nil, badInput("--witness-check: this verify writes no witnesses")
	}
	plan := &bench.Plan{Config: config, Output: c.Output, Fresh: c.Fresh, Retry: c.Retry}
	if c.Shard != "" {
		if plan.Shard, plan.Of, err = bench.ParseShard(c.Shard); err != nil {
			return nil, badInput("--shard: %v", err)
		}
	}
	for _, s := range c.Retry {
		if !slices.Contains([]string{bench.Unknown, bench.Failed, bench.Wrong}, s) {
			return nil, badInput("--retry: %s is none of unknown, error, wrong", s)
		}
	}
	if (len(c.Retry) > 0 || c.Fresh) && c.Output == "" {
		return nil, badInput("--retry and --fresh are about a result file: name it with -o")
	}
	slices.Sort(c.Property)
	tasks, err := bench.Find(c.Tasks, slices.Compact(c.Property))
	if err == nil {
		plan.Tasks, err = bench.Narrow(tasks, c.List, c.Only)
	}
	if err != nil {
		return nil, inputError{err}
	}
	bench.Sort(plan.Tasks)
	return plan, nil
}

// merge joins the results of shards.
func (c *benchCommand) merge(a *app) error {
	results, err := bench.Merge(c.Tasks)
	if err != nil {
		return inputError{err}
	}
	if c.Output != "" {
		if err := bench.WriteMerged(c.Output, results); err != nil {
			return inputError{err}
		}
	}
	return c.summary(a, results, strings.Join(c.Tasks, ", "))
}

// compare prints what changed between two result files.
func (c *benchCommand) compare(a *app) error {
	if len(c.Tasks) != 2 {
		return badInput("--compare wants two result files, not %d", len(c.Tasks))
	}
	if !(c.Ratio >= 1) {
		return badInput("--ratio: must be at least 1")
	}
	var results [2][]bench.Result
	for i, file := range c.Tasks {
		var err error
		if results[i], err = bench.ReadResults(file); err != nil {
			return inputError{err}
		}
	}
	d, err := bench.Compare(results[0], results[1], bench.Noise{Ratio: c.Ratio, Seconds: noticeable})
	if err != nil {
		return badInput("%s, %s: %v", c.Tasks[0], c.Tasks[1], err)
	}
	if err := d.Table().Write(a.stdout); err != nil {
		return err
	}
	if d.Worse() {
		return statusError(exitWorse)
	}
	return nil
}

// exitWorse is the status of a comparison where something got worse.
const exitWorse = 10

// summary prints the table of results and writes the file for JUnit.
func (c *benchCommand) summary(a *app, results []bench.Result, title string) error {
	t := bench.Summary(results)
	t.Title += "\n" + title
	errs := []error{t.Write(a.stdout)}
	if c.JUnit != "" {
		errs = append(errs, writeFile(c.JUnit, func(w io.Writer) error { return bench.WriteJUnit(w, results) }))
	}
	return errors.Join(errs...)
}
