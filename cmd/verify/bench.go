package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
	"culprit/report"
)

// benchCommand regenerates a table from a corpus folder.
type benchCommand struct {
	Table     string        `arg:"" enum:"table1,table2,sample,parse,outputs,faults" help:"table1: single traces; table2: several traces; sample: verdicts by category; parse: front end only; outputs: programs run on their tests, interpreted and compiled by gcc; faults: localization methods on faulty programs."`
	Corpus    string        `required:"" help:"Folder with task definitions somewhere below it." placeholder:"DIR"`
	List      string        `help:"CSV file whose column id names the tasks to run (default: all)." placeholder:"FILE"`
	Only      string        `help:"Run only tasks whose id contains this." placeholder:"TEXT"`
	Index     string        `help:"CSV file with the columns suite, program, version, kind, file that names the programs (outputs, faults)." placeholder:"FILE"`
	Suite     []string      `help:"Run only these suites, programs or versions (outputs, faults)." placeholder:"SUITE[/PROGRAM[/VERSION]]"`
	Method    []string      `help:"Localization methods (faults; default: all that work on failing runs)." placeholder:"NAME"`
	Tests     int           `help:"Failing tests of each version, -1 for all (faults)." default:"5" placeholder:"N"`
	DataModel string        `help:"ILP32 or LP64 (outputs, faults)." default:"LP64" enum:"ILP32,LP64" placeholder:"MODEL"`
	Reference string        `help:"CSV file with the figures of others, to print beside ours." placeholder:"FILE"`
	Lines     string        `help:"CSV file with relevant_lines and trace_lines of another tool: a second table compares them (table1)." placeholder:"FILE"`
	CSV       string        `name:"csv" help:"Also write one row per run to this file." placeholder:"FILE"`
	Reports   string        `help:"Also write each JSON report into this folder." placeholder:"DIR"`
	Jobs      int           `help:"Processes at a time." default:"1" placeholder:"N"`
	Timeout   time.Duration `help:"Limit of each run (default: 60s for table1, 120s for table2, 2s for each compiled program of outputs, 30s otherwise)." placeholder:"DURATION"`
	Memory    byteSize      `help:"Limit of each run." default:"6GiB" placeholder:"SIZE"`
	Flags     []string      `help:"Further flags for verify, for instance --flags=--solver=z3." placeholder:"FLAG"`
	Quiet     bool          `help:"No progress on stderr."`
}

// Run executes the command.
func (c *benchCommand) Run(a *app) error {
	if c.Table == "outputs" {
		return c.outputs(a)
	}
	if c.Table == "faults" {
		return c.faults(a)
	}
	if c.Index != "" || len(c.Suite) > 0 {
		return badInput("--index and --suite belong to the tables outputs and faults")
	}
	tasks, ref, err := c.prepare()
	if err != nil {
		return inputError{err}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	config := bench.Config{
		Binary: self, Args: c.Flags, Timeout: c.timeout(), Memory: uint64(c.Memory), Jobs: c.Jobs, Parse: c.Table == "parse",
	}
	if c.Table == "table2" {
		config.Args = append([]string{"--multi-trace"}, config.Args...)
	}
	if !c.Quiet {
		config.Progress = a.stderr
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	runs := bench.All(ctx, tasks, config)
	var t *bench.Table
	switch c.Table {
	case "table1":
		t = bench.Table1(runs, ref)
	case "table2":
		t = bench.Table2(runs, ref)
	case "sample":
		t = bench.Sample(runs)
	default:
		t = bench.Parsed(runs)
	}
	t.Title += "\n" + bench.Machine(config, versionLine())
	if err := t.Write(a.stdout); err != nil {
		return err
	}
	var errs []error
	if c.Lines != "" {
		lines, err := bench.Lines(runs, c.Lines)
		if err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
		errs = append(errs, lines.Write(a.stdout))
	}
	if c.CSV != "" {
		errs = append(errs, writeFile(c.CSV, bench.Raw(runs).WriteCSV))
	}
	if c.Reports != "" {
		errs = append(errs, c.writeReports(runs))
	}
	return errors.Join(errs...)
}

func (c *benchCommand) timeout() time.Duration {
	switch {
	case c.Timeout > 0:
		return c.Timeout
	case c.Table == "table1":
		return 60 * time.Second
	case c.Table == "table2":
		return 120 * time.Second
	case c.Table == "outputs":
		return 2 * time.Second
	}
	return 30 * time.Second
}

func (c *benchCommand) prepare() (tasks []bench.Task, ref *bench.Reference, err error) {
	if tasks, err = bench.Find(c.Corpus); err != nil {
		return nil, nil, err
	}
	if c.List != "" {
		if tasks, err = bench.Select(tasks, c.List); err != nil {
			return nil, nil, err
		}
	}
	if c.Only != "" {
		kept := tasks[:0:0]
		for _, t := range tasks {
			if strings.Contains(t.ID, c.Only) {
				kept = append(kept, t)
			}
		}
		if tasks = kept; len(tasks) == 0 {
			return nil, nil, fmt.Errorf("%s: no task contains %q", c.Corpus, c.Only)
		}
	}
	if c.Reference != "" {
		ref, err = bench.ReadReference(c.Reference)
	}
	return tasks, ref, err
}

func (c *benchCommand) writeReports(runs []bench.Run) error {
	if err := os.MkdirAll(c.Reports, 0o755); err != nil {
		return err
	}
	for i := range runs {
		r := &runs[i]
		if r.Report == nil {
			continue
		}
		err := writeFile(filepath.Join(c.Reports, r.ID+".json"), func(w io.Writer) error { return report.WriteJSON(w, r.Report) })
		if err != nil {
			return err
		}
	}
	return nil
}
