package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"culprit/bench"
	"culprit/lab/tables"
)

// selection names tasks.
type selection struct {
	Tasks  []string `arg:"" help:"Task definitions, sets, C files, or folders of them."`
	List   string   `help:"Only the tasks in this file (.csv with a column id)."`
	Only   string   `help:"Only tasks whose id contains this."`
	Verify string   `default:"verify" help:"The program to measure."`
	Jobs   int      `default:"1" help:"Runs at a time."`
	CSV    string   `name:"csv" help:"Also write one row per run to this file."`
}

func (s *selection) find() ([]bench.Task, error) {
	tasks, err := bench.Find(s.Tasks, nil)
	if err != nil {
		return nil, err
	}
	return bench.Narrow(tasks, s.List, s.Only)
}

// verdicts are the flags of the tables that are made of the reports of
// verify.
type verdicts struct {
	selection `embed:""`
	Memory    uint64   `default:"6144" help:"MiB of each run."`
	Flags     []string `help:"Further flags for verify."`
	Reference string   `help:"File with reference figures to show alongside (.csv with a column id, name or program)."`
}

// measure runs verify on the tasks within a limit on wall and CPU time.
func (v *verdicts) measure(ctx context.Context, limit time.Duration, flags ...string) (runs []bench.Run, ref *tables.Reference, machine string, err error) {
	tasks, err := v.find()
	if err != nil {
		return nil, nil, "", err
	}
	if v.Reference != "" {
		if ref, err = tables.ReadReference(v.Reference); err != nil {
			return nil, nil, "", err
		}
	}
	c := bench.Config{
		Binary: v.Verify, Args: append(flags, v.Flags...), Timeout: limit, CPU: limit, Memory: v.Memory << 20, Jobs: v.Jobs,
	}
	done := 0
	c.OnRun = func(r *bench.Run) {
		done++
		fmt.Fprintf(os.Stderr, "%4d/%d %s\n", done, len(tasks), bench.Results([]bench.Run{*r})[0].Line())
	}
	runs = bench.All(ctx, tasks, c)
	return runs, ref, bench.Machine(c, versionOf(v.Verify)), ctx.Err()
}

// write prints tables under a line on the machine, and writes the rows of the
// runs.
func (v *verdicts) write(runs []bench.Run, machine string, all ...*bench.Table) error {
	errs := []error{printTables(machine, all...)}
	if v.CSV != "" {
		errs = append(errs, writeFile(v.CSV, func(w io.Writer) error { return bench.WriteResults(w, bench.Results(runs)) }))
	}
	return errors.Join(errs...)
}

// table1 regenerates the table of single traces.
type table1 struct {
	verdicts `embed:""`
	Limit    time.Duration `default:"60s" help:"Wall and processor time of each run."`
	Lines    string        `help:"File with relevant_lines and trace_lines of another tool: a second table compares them."`
}

// Run prints the table.
func (t *table1) Run(ctx context.Context) error {
	runs, ref, machine, err := t.measure(ctx, t.Limit)
	if err != nil {
		return err
	}
	all := []*bench.Table{tables.Table1(runs, ref)}
	if t.Lines != "" {
		lines, err := tables.Lines(runs, t.Lines)
		if err != nil {
			return err
		}
		all = append(all, lines)
	}
	return t.write(runs, machine, all...)
}

// table2 regenerates the table of several traces.
type table2 struct {
	verdicts `embed:""`
	Limit    time.Duration `default:"120s" help:"Wall and processor time of each run."`
}

// Run prints the table.
func (t *table2) Run(ctx context.Context) error {
	runs, ref, machine, err := t.measure(ctx, t.Limit, "--multi-trace")
	if err != nil {
		return err
	}
	return t.write(runs, machine, tables.Table2(runs, ref))
}

// parse lists the programs that the front end does not lower.
type parse struct {
	selection `embed:""`
	Limit     time.Duration `default:"30s" help:"Wall time of each run."`
}

// Run prints the table.
func (p *parse) Run(ctx context.Context) error {
	tasks, err := p.find()
	if err != nil {
		return err
	}
	runs := make([]tables.Parse, len(tasks))
	inParallel(ctx, p.Jobs, tasks, func(i int, t bench.Task) { runs[i] = p.lower(ctx, t) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	table := tables.Parsed(runs)
	errs := []error{printTables(bench.Machine(bench.Config{Timeout: p.Limit, Jobs: p.Jobs}, versionOf(p.Verify)), table)}
	if p.CSV != "" {
		errs = append(errs, writeFile(p.CSV, table.WriteCSV))
	}
	return errors.Join(errs...)
}

// lower runs verify dump on a task.
func (p *parse) lower(ctx context.Context, t bench.Task) tables.Parse {
	ctx, stop := context.WithTimeout(ctx, p.Limit)
	defer stop()
	var stderr strings.Builder
	c := exec.CommandContext(ctx, p.Verify, "dump", "cfg", "-o", os.DevNull, t.File)
	c.Stderr = &stderr
	err := c.Run()
	out := tables.Parse{ID: t.ID}
	if s := c.ProcessState; s != nil {
		out.CPU = (s.UserTime() + s.SystemTime()).Seconds()
	}
	out.Text, _, _ = strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	switch {
	case err == nil:
		out.Text = ""
	case ctx.Err() != nil:
		out.Reason, out.Text = "time", "time limit reached"
	case c.ProcessState == nil:
		out.Reason, out.Text = "start", err.Error()
	case c.ProcessState.ExitCode() == 2:
		out.Reason = "refused"
	case c.ProcessState.ExitCode() == 3:
		out.Reason = "internal"
	default:
		out.Reason = "crash"
	}
	return out
}
