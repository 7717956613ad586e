package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"culprit/bench"
)

// witnesses checks the witness of each verdict with verify witness check.
type witnesses struct {
	selection `embed:""`
	Limit     time.Duration `default:"30s" help:"Processor time of each run; the check gets 90 s for a FALSE and 300 s for a TRUE, as in the competition."`
}

// witnessed is what became of a verdict.
type witnessed struct{ task, property, verdict, answer, reason string }

// Run prints a line for each witness that is not confirmed, and a table.
func (w *witnesses) Run(ctx context.Context) error {
	tasks, err := w.find()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "witnesses")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var mu sync.Mutex
	count := map[string]map[string]int{"TRUE": {}, "FALSE": {}}
	rows := &bench.Table{Columns: []string{"task", "property", "verdict", "answer", "reason"}}
	inParallel(ctx, w.Jobs, tasks, func(i int, t bench.Task) {
		r := w.check(ctx, filepath.Join(dir, fmt.Sprint(i)), t)
		mu.Lock()
		defer mu.Unlock()
		rows.Add(r.task, r.property, r.verdict, r.answer, r.reason)
		if n := count[r.verdict]; n != nil {
			n[r.answer]++
			if r.answer != "confirmed" {
				fmt.Printf("%-10s %s %s: %s\n", r.answer, r.verdict, r.task, r.reason)
			}
		}
	})
	table := &bench.Table{Title: "Witnesses by verdict", Columns: []string{"verdict", "confirmed", "rejected", "undecided", "missing"}}
	for _, v := range []string{"TRUE", "FALSE"} {
		n := count[v]
		table.Add(v, n["confirmed"], n["rejected"], n["undecided"], n["missing"])
	}
	if err := printTables(bench.Machine(bench.Config{Timeout: w.Limit, Jobs: w.Jobs}, versionOf(w.Verify)), table); err != nil {
		return err
	}
	if w.CSV != "" {
		return writeFile(w.CSV, rows.WriteCSV)
	}
	return ctx.Err()
}

// check runs verify on a task, and verify witness check on what it has written.
func (w *witnesses) check(ctx context.Context, file string, t bench.Task) witnessed {
	out, _, _ := run(ctx, 4*w.Limit, w.Verify, "--effort", "0", "--property", t.Property, "--cpu-timeout", w.Limit.String(), "--witness", file, t.File)
	r := witnessed{task: t.ID, property: t.Property}
	r.verdict, _, _ = strings.Cut(string(out), " ")
	if r.verdict != "TRUE" && r.verdict != "FALSE" {
		return r
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		r.answer, r.reason = "missing", "no witness was written"
		return r
	}
	limit := 90 * time.Second
	if r.verdict == "TRUE" {
		limit = 300 * time.Second
	}
	out, first, _ := run(ctx, limit, w.Verify, "witness", "check", "--property", t.Property, file, t.File)
	line, _, _ := strings.Cut(string(out), "\n")
	r.answer, r.reason, _ = strings.Cut(line, " ")
	if r.answer != "confirmed" && r.answer != "rejected" {
		r.answer = "undecided"
	}
	if r.reason == "" {
		r.reason = first
	}
	return r
}
