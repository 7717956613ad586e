package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"culprit/bench"
)

// realisticPrograms are programs as users write them: data structures on the
// heap, strings, parsers, state machines. A line "bug: PROPERTY what" in each
// says what the macro BUG makes wrong; without it the program is safe.
//
//go:embed testdata/realistic/*.c
var realisticPrograms embed.FS

// realistic measures verify on those programs: the bug is to be found, and the
// program without it to be proved, for memory safety and for its assertions.
type realistic struct {
	Verify string        `default:"verify" help:"The program to measure."`
	Only   string        `help:"Only programs whose name contains this."`
	Limit  time.Duration `default:"60s" help:"Processor time of each run."`
	Jobs   int           `default:"2" help:"Runs at a time."`
	Effort float64       `help:"Also look for the faulty line of the bugs, with this effort."`
	CSV    string        `help:"Also write the table to this file."`
}

// specimen is one of the programs.
type specimen struct {
	name, file, property string
	faulty               map[int]bool // lines
}

// The runs of each program: with its bug, and without for two properties.
const (
	withBug = iota
	forMemory
	forAssertions
	runsOfEach
)

// Run prints a row per program and the sums.
func (r *realistic) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "realistic")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	programs, err := specimens(dir, r.Only)
	if err != nil {
		return err
	}
	runs := make([]bench.Run, runsOfEach*len(programs))
	inParallel(ctx, r.Jobs, runs, func(i int, _ bench.Run) {
		runs[i] = r.run(ctx, programs[i/runsOfEach], i%runsOfEach)
	})
	table := realisticTable(programs, runs, r.Effort > 0)
	if err := printTables(bench.Machine(bench.Config{CPU: r.Limit, Jobs: r.Jobs}, versionOf(r.Verify)), table); err != nil {
		return err
	}
	if r.CSV != "" {
		if err := writeFile(r.CSV, table.WriteCSV); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// specimens writes the programs into a folder, and reads what their bugs are.
func specimens(dir, only string) ([]specimen, error) {
	const folder = "testdata/realistic"
	entries, err := realisticPrograms.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var out []specimen
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), ".c")
		if !strings.Contains(name, only) {
			continue
		}
		text, err := realisticPrograms.ReadFile(folder + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		_, bug, _ := strings.Cut(string(text), "// bug: ")
		property, _, _ := strings.Cut(bug, " ")
		file := filepath.Join(dir, e.Name())
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return nil, err
		}
		out = append(out, specimen{name, file, property, faultyLines(string(text))})
	}
	return out, nil
}

// faultyLines are the lines that the macro BUG makes wrong: what it adds, or, where
// it only leaves something out, the statements around that.
func faultyLines(text string) map[int]bool {
	lines := strings.Split(text, "\n")
	out := map[int]bool{}
	blank := func(i int) bool { return strings.Trim(lines[i], " \t{}") == "" }
	bug, region, from := false, false, 0
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "#ifdef BUG"), strings.HasPrefix(l, "#ifndef BUG"):
			region, bug, from = true, strings.HasPrefix(l, "#ifdef"), i
		case region && strings.HasPrefix(l, "#else"):
			bug = !bug
		case region && strings.HasPrefix(l, "#endif"):
			region, bug = false, false
			if len(out) == 0 {
				before, after := from-1, i+1
				for before > 0 && blank(before) {
					before--
				}
				for after < len(lines)-1 && blank(after) {
					after++
				}
				out[before+1], out[after+1] = true, true
			}
		case bug:
			out[i+1] = true
		}
	}
	return out
}

// run verifies a program, kind being one of the runs of each.
func (r *realistic) run(ctx context.Context, p specimen, kind int) bench.Run {
	t := bench.Task{ID: p.name, File: p.file, DataModel: "LP64"}
	effort := 0.
	var args []string
	switch kind {
	case withBug:
		t.Property = p.property
		effort = r.Effort
		args = append(args, "--define", "BUG")
	case forMemory:
		t.Property = "valid-memsafety"
	case forAssertions:
		t.Property = "unreach-call"
	}
	c := bench.Config{Binary: r.Verify, CPU: r.Limit, Args: append(args, "--property", t.Property, "--effort", fmt.Sprint(effort))}
	return bench.All(ctx, []bench.Task{t}, c)[0]
}

// realisticTable sets the runs of each program side by side, with the rank of the
// faulty line if that was looked for.
func realisticTable(programs []specimen, runs []bench.Run, looked bool) *bench.Table {
	t := &bench.Table{
		Title:   "Realistic programs, with a bug and without",
		Columns: []string{"program", "property of the bug", "bug", "s", "memory", "s", "assertions", "s"},
		Foot:    1,
	}
	if looked {
		t.Columns = append(t.Columns, "rank", "first fix")
	}
	var solved [runsOfEach]int
	proved, wrong, top1, top5 := 0, 0, 0, 0
	for i, p := range programs {
		of := runs[runsOfEach*i:][:runsOfEach]
		row := []any{p.name, p.property}
		for kind := range of {
			run := &of[kind]
			verdict := run.Verdict
			want, never := "TRUE", "FALSE"
			if kind == withBug {
				want, never = never, want
			}
			switch verdict {
			case want:
				solved[kind]++
			case never:
				verdict += " (wrong)"
				wrong++
			}
			row = append(row, verdict, run.CPU)
		}
		if of[forMemory].Verdict == "TRUE" && of[forAssertions].Verdict == "TRUE" {
			proved++
		}
		if looked {
			at := place(&of[withBug], p.faulty)
			row = append(row, at.rank, at.first)
			if at.rank > 0 && at.rank <= 1 {
				top1++
			}
			if at.rank > 0 && at.rank <= 5 {
				top5++
			}
		}
		t.Add(row...)
	}
	sums := []any{len(programs), "", solved[withBug], "", solved[forMemory], "", solved[forAssertions], ""}
	if looked {
		sums = append(sums, fmt.Sprintf("top 1: %d, top 5: %d", top1, top5), "")
	}
	t.Add(sums...)
	t.Notes = []string{fmt.Sprintf("%d bugs found, %d programs without their bugs proved for both properties, %d answers wrong", solved[withBug], proved, wrong)}
	return t
}
