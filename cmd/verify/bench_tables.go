package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
)

// tableFlags are common to the tables over a folder of task definitions.
type tableFlags struct {
	Corpus    string `required:"" help:"Folder with task definitions somewhere below it." placeholder:"DIR"`
	List      string `help:"CSV file whose column id names the tasks to run (default: all)." placeholder:"FILE"`
	Only      string `help:"Run only tasks whose id contains this." placeholder:"TEXT"`
	Reference string `help:"CSV file with the figures of others, to print beside ours." placeholder:"FILE"`
	CSV       string `name:"csv" help:"Also write one row per run to this file." placeholder:"FILE"`
	runFlags  `embed:""`
}

type table1Command struct {
	tableFlags `embed:""`
	Lines      string `help:"CSV file with relevant_lines and trace_lines of another tool: a second table compares them." placeholder:"FILE"`
}

type table2Command struct {
	tableFlags `embed:""`
}

type parseCommand struct {
	tableFlags `embed:""`
}

// Run executes the command.
func (c *table1Command) Run(a *app) error {
	return c.table(a, bench.Config{}, time.Minute, func(runs []bench.Run, ref *bench.Reference) ([]*bench.Table, error) {
		tables := []*bench.Table{bench.Table1(runs, ref)}
		if c.Lines == "" {
			return tables, nil
		}
		lines, err := bench.Lines(runs, c.Lines)
		return append(tables, lines), err
	})
}

// Run executes the command.
func (c *table2Command) Run(a *app) error {
	c.Flags = append([]string{"--multi-trace"}, c.Flags...)
	return c.table(a, bench.Config{}, 2*time.Minute, func(runs []bench.Run, ref *bench.Reference) ([]*bench.Table, error) {
		return []*bench.Table{bench.Table2(runs, ref)}, nil
	})
}

// Run executes the command.
func (c *parseCommand) Run(a *app) error {
	return c.table(a, bench.Config{Parse: true}, 30*time.Second, func(runs []bench.Run, _ *bench.Reference) ([]*bench.Table, error) {
		return []*bench.Table{bench.Parsed(runs)}, nil
	})
}

// table runs the tasks and prints the tables that are made of the runs.
func (c *tableFlags) table(a *app, config bench.Config, limit time.Duration, build func([]bench.Run, *bench.Reference) ([]*bench.Table, error)) error {
	parse := config.Parse
	config, err := c.config(limit)
	if err != nil {
		return err
	}
	config.Parse = parse
	tasks, ref, err := c.prepare()
	if err != nil {
		return inputError{err}
	}
	p := a.newProgress(c.Quiet)
	p.begin(len(tasks), nil)
	var errs []error
	config.OnRun = func(r *bench.Run) {
		p.add(&bench.Results([]bench.Run{*r})[0])
		errs = append(errs, c.keepReport(r))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	runs := bench.All(ctx, tasks, config)
	p.end()
	tables, err := build(runs, ref)
	if err != nil {
		return err
	}
	tables[0].Title += "\n" + bench.Machine(config, versionLine())
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		errs = append(errs, t.Write(a.stdout))
	}
	if c.CSV != "" {
		errs = append(errs, writeFile(c.CSV, func(w io.Writer) error { return bench.WriteResults(w, bench.Results(runs)) }))
	}
	return errors.Join(errs...)
}

func (c *tableFlags) prepare() (tasks []bench.Task, ref *bench.Reference, err error) {
	if tasks, err = bench.Find([]string{c.Corpus}, nil); err != nil {
		return nil, nil, err
	}
	if tasks, err = narrow(tasks, c.List, c.Only); err != nil {
		return nil, nil, err
	}
	if c.Reference != "" {
		ref, err = bench.ReadReference(c.Reference)
	}
	return tasks, ref, err
}

// narrow keeps the tasks of a list whose ids contain a text.
func narrow(tasks []bench.Task, list, only string) ([]bench.Task, error) {
	if list != "" {
		var err error
		if tasks, err = bench.Select(tasks, list); err != nil {
			return nil, err
		}
	}
	if only == "" {
		return tasks, nil
	}
	var kept []bench.Task
	for _, t := range tasks {
		if strings.Contains(t.ID, only) {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("--only: no task contains %q", only)
	}
	return kept, nil
}
