package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"culprit/bench"
	"culprit/cmd/verify/console"
	"culprit/internal/limit"
	"culprit/report"
)

// benchCommand runs the verifier on many tasks, or compares the results of two
// such runs.
type benchCommand struct {
	Tasks      []string      `arg:"" help:"Task definitions (.yml), folders, sets (.set), C files; with --compare two result files." name:"tasks"`
	Output     string        `short:"o" help:"Write one row per task to this CSV file. Repeat the command to continue an interrupted run." placeholder:"FILE"`
	Fresh      bool          `help:"Discard the rows of earlier runs (-o)."`
	List       string        `help:"CSV file whose column id names the tasks to run (default: all)." placeholder:"FILE"`
	Only       string        `help:"Run only tasks whose id contains this." placeholder:"TEXT"`
	Property   []string      `help:"Check this property of each task (default: the one that verify selects)." placeholder:"NAME"`
	Jobs       int           `help:"Processes at a time." default:"1" placeholder:"N"`
	Timeout    time.Duration `help:"Wall time of each run." default:"30s" placeholder:"DURATION"`
	CPUTimeout time.Duration `name:"cpu-timeout" help:"CPU time of each run (default: as --timeout)." placeholder:"DURATION"`
	Memory     byteSize      `help:"Memory of each run." default:"6GiB" placeholder:"SIZE"`
	Flags      []string      `help:"Further flags for verify, for instance --flags=--solver=gini." placeholder:"FLAG"`
	Binary     string        `help:"Measure this verify program (default: this one)." placeholder:"FILE"`
	Reports    string        `help:"Also write each JSON report into this folder." placeholder:"DIR"`
	Quiet      bool          `help:"No progress on stderr."`
	Compare    bool          `help:"Compare two result files, the old one first. Exit status 10 if any task became wrong or unsolved."`
	Ratio      float64       `help:"Report a time change only above this ratio and 0.5 s (--compare)." default:"1.5" placeholder:"X"`
}

// Exit statuses.
const (
	exitWorse       = 10 // of a comparison in which something got worse
	exitInterrupted = 20 // of a measurement that is not complete
)

// noticeable is the difference in seconds below which times are the same.
const noticeable = 0.5

// Run executes the command.
func (c *benchCommand) Run(a *app) error {
	if c.Compare {
		return c.compare(a)
	}
	plan, err := c.plan(a)
	if err != nil {
		return err
	}
	p := a.newProgress(c.Quiet)
	plan.Begin, plan.OnResult = func(earlier []bench.Result) { p.begin(len(plan.Tasks), earlier) }, p.add
	var errs []error
	plan.Config.OnRun = func(r *bench.Run) { errs = append(errs, c.keepReport(r)) }
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	results, err := plan.Measure(ctx)
	p.end()
	if errors.Is(err, bench.ErrInterrupted) {
		again := "nothing is kept without -o"
		if c.Output != "" {
			again = "repeat the command to continue"
		}
		fmt.Fprintf(a.Stderr, "interrupted with %d results: %s\n", len(results), again)
		return console.StatusError(exitInterrupted)
	}
	if err != nil {
		return console.Complaint(err)
	}
	of := c.Binary
	if of == "" {
		of = "verify " + versionLine()
	}
	t := bench.Summary(results)
	t.Title += "\n" + bench.Machine(plan.Config, of)
	return errors.Join(append(errs, t.Write(a.Stdout))...)
}

// plan checks the flags, and finds the tasks.
func (c *benchCommand) plan(a *app) (*bench.Plan, error) {
	switch {
	case c.Jobs < 1:
		return nil, console.BadInput("--jobs: must be positive")
	case c.Timeout <= 0 || c.CPUTimeout < 0:
		return nil, console.BadInput("--timeout, --cpu-timeout: must be positive")
	case c.Fresh && c.Output == "":
		return nil, console.BadInput("--fresh needs a result file (-o)")
	}
	if c.CPUTimeout == 0 {
		c.CPUTimeout = c.Timeout
	}
	if c.Output != "" {
		if err := console.CheckOutput(c.Output); err != nil {
			return nil, err
		}
	}
	if c.Reports != "" {
		if err := console.CheckFolder(c.Reports); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(c.Reports, 0o755); err != nil {
			return nil, console.Complaint(err)
		}
	}
	binary, err := c.binary()
	if err != nil {
		return nil, err
	}
	slices.Sort(c.Property)
	tasks, err := bench.Find(c.Tasks, slices.Compact(c.Property))
	if err == nil {
		tasks, err = bench.Narrow(tasks, c.List, c.Only)
	}
	if err != nil {
		return nil, console.Complaint(err)
	}
	bench.Sort(tasks)
	return &bench.Plan{Tasks: tasks, Output: c.Output, Fresh: c.Fresh, Config: bench.Config{
		Binary: binary, Args: c.Flags, Set: a.Getenv(limit.Variable), Timeout: c.Timeout, CPU: c.CPUTimeout, Memory: uint64(c.Memory), Jobs: c.Jobs,
	}}, nil
}

// binary names the program to measure; this one in a way that stays with it
// when its file is replaced during a long measurement.
func (c *benchCommand) binary() (string, error) {
	switch {
	case c.Binary != "":
		abs, err := filepath.Abs(c.Binary)
		if info, serr := os.Stat(c.Binary); err != nil || serr != nil || info.IsDir() {
			return "", console.BadInput("--binary: %s: no such program", c.Binary)
		}
		return abs, nil
	}
	return console.Self()
}

// keepReport writes the report of a run into the folder of --reports.
func (c *benchCommand) keepReport(r *bench.Run) error {
	if c.Reports == "" || r.Report == nil {
		return nil
	}
	name := strings.ReplaceAll(r.ID, "/", "_")
	if r.Property != r.Report.Property {
		name += "." + r.Property
	}
	return console.WriteFile(filepath.Join(c.Reports, name+".json"), func(w io.Writer) error { return report.WriteJSON(w, r.Report) })
}

// compare prints what changed between two result files.
func (c *benchCommand) compare(a *app) error {
	switch {
	case c.Output != "":
		return console.BadInput("--compare only prints a table and takes no -o")
	case len(c.Tasks) != 2:
		return console.BadInput("--compare wants two result files, not %d", len(c.Tasks))
	case !(c.Ratio >= 1):
		return console.BadInput("--ratio: must be at least 1")
	}
	var results [2][]bench.Result
	for i, file := range c.Tasks {
		var err error
		if results[i], err = bench.ReadResults(file); err != nil {
			return console.Complaint(err)
		}
	}
	d, err := bench.Compare(results[0], results[1], bench.Noise{Ratio: c.Ratio, Seconds: noticeable})
	if err != nil {
		return console.BadInput("%s, %s: %v", c.Tasks[0], c.Tasks[1], err)
	}
	if err := d.Table().Write(a.Stdout); err != nil {
		return err
	}
	if d.Worse() {
		return console.StatusError(exitWorse)
	}
	return nil
}

// progress shows how far a measurement is: on a terminal a line with the time that is
// left, else a line per task.
type progress struct {
	out    io.Writer // nil: nothing
	show   func(line func() string) (stop func())
	stop   func() // takes the line of a terminal away; nil: there is none
	mu     sync.Mutex
	start  time.Time
	total  int
	done   int
	first  int            // done before
	counts map[string]int // by status
}

func (a *app) newProgress(quiet bool) *progress {
	p := &progress{counts: map[string]int{}, start: time.Now()}
	if quiet {
		return p
	}
	p.out = a.Stderr
	if a.isTerminal(a.Stderr) {
		p.show = a.live
	}
	return p
}

// begin says how many results there will be and which there are.
func (p *progress) begin(total int, earlier []bench.Result) {
	p.total, p.done, p.first = total, len(earlier), len(earlier)
	for i := range earlier {
		p.counts[earlier[i].Status]++
	}
	switch {
	case p.show != nil:
		p.stop = p.show(p.line)
	case p.out != nil && len(earlier) > 0:
		fmt.Fprintf(p.out, "%4d/%d already done\n", p.done, total)
	}
}

// line has how much is done, the time that is left if the rest takes as long as what
// was done, earlier results aside, and the counts by status.
func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	parts := []string{fmt.Sprintf("%4d/%d", p.done, p.total)}
	if n := p.done - p.first; n > 0 {
		left := time.Since(p.start) / time.Duration(n) * time.Duration(p.total-p.done)
		parts[0] += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	for _, s := range []string{bench.Correct, bench.Unchecked, bench.Wrong, bench.Unknown, bench.Failed} {
		if n := p.counts[s]; n > 0 || s == bench.Wrong || s == bench.Correct {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return strings.Join(parts, ", ")
}

// add counts a result.
func (p *progress) add(r *bench.Result) {
	p.mu.Lock()
	p.done++
	p.counts[r.Status]++
	p.mu.Unlock()
	if p.out != nil && p.stop == nil {
		fmt.Fprintf(p.out, "%4d/%d %s\n", p.done, p.total, r.Line())
	}
}

// end takes the line away.
func (p *progress) end() {
	if p.stop != nil {
		p.stop()
	}
}
