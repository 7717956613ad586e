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
	CSV    string        `help:"Also write the table to this file."`
}

// specimen is one of the programs.
type specimen struct{ name, file, property string }

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
	table := realisticTable(programs, runs)
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
		out = append(out, specimen{name, file, property})
	}
	return out, nil
}

// run verifies a program, kind being one of the runs of each.
func (r *realistic) run(ctx context.Context, p specimen, kind int) bench.Run {
	t := bench.Task{ID: p.name, File: p.file, DataModel: "LP64"}
	args := []string{"--effort", "0"}
	switch kind {
	case withBug:
		t.Property = p.property
		args = append(args, "--define", "BUG")
	case forMemory:
		t.Property = "valid-memsafety"
	case forAssertions:
		t.Property = "unreach-call"
	}
	c := bench.Config{Binary: r.Verify, CPU: r.Limit, Args: append(args, "--property", t.Property)}
	return bench.All(ctx, []bench.Task{t}, c)[0]
}

// realisticTable sets the runs of each program side by side.
func realisticTable(programs []specimen, runs []bench.Run) *bench.Table {
	t := &bench.Table{
		Title:   "Realistic programs, with a bug and without",
		Columns: []string{"program", "property of the bug", "bug", "s", "memory", "s", "assertions", "s"},
		Foot:    1,
	}
	var solved [runsOfEach]int
	proved, wrong := 0, 0
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
		t.Add(row...)
	}
	t.Add(len(programs), "", solved[withBug], "", solved[forMemory], "", solved[forAssertions], "")
	t.Notes = []string{fmt.Sprintf("%d bugs found, %d programs without their bugs proved for both properties, %d answers wrong", solved[withBug], proved, wrong)}
	return t
}
