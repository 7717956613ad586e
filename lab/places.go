package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"culprit/bench"
)

// places measures the answer that follows a FALSE, on programs without tests
// whose faulty lines are known.
type places struct {
	Corpus string        `required:"" help:"Folder with the suites."`
	Index  string        `required:"" help:"File that names the programs (.csv with the columns suite, program, file and fault_lines)."`
	Verify string        `default:"verify" help:"The program to measure."`
	Effort float64       `default:"1" help:"The effort of verify."`
	Limit  time.Duration `default:"60s" help:"Processor time of each run."`
	Jobs   int           `default:"1" help:"Runs at a time."`
	CSV    string        `help:"Also write the table to this file."`
}

// placed is what the answer about a program says of its fault.
type placed struct {
	name          string
	verdict       string
	rank          float64 // of the faulty line, expected among equal scores; 0: not in the answer
	executed      int     // lines of the trace
	first, faulty string  // why the first fix is one, and that of the faulty line; "" if none is shown
	cpu           float64
}

// Run prints a row per program, and shares.
func (p *places) Run(ctx context.Context) error {
	rows, err := bench.ReadRows(p.Index)
	if err != nil {
		return err
	}
	var tasks []bench.Task
	var faults []map[int]bool
	for _, row := range rows {
		lines := map[int]bool{}
		for _, f := range strings.Fields(row["fault_lines"]) {
			if n, err := strconv.Atoi(f); err == nil {
				lines[n] = true
			}
		}
		if len(lines) > 0 {
			tasks = append(tasks, bench.Task{ID: row["program"], DataModel: "LP64", Property: "unreach-call",
				File: filepath.Join(p.Corpus, row["suite"], row["program"], row["file"])})
			faults = append(faults, lines)
		}
	}
	config := bench.Config{Binary: p.Verify, CPU: p.Limit, Jobs: p.Jobs, Args: []string{"--effort", fmt.Sprint(p.Effort)}}
	runs := bench.All(ctx, tasks, config)
	out := make([]placed, len(runs))
	for i := range runs {
		out[i] = place(&runs[i], faults[i])
	}
	table := placesTable(out)
	if err := printTables(bench.Machine(config, versionOf(p.Verify)), table); err != nil {
		return err
	}
	if p.CSV != "" {
		return writeFile(p.CSV, table.WriteCSV)
	}
	return ctx.Err()
}

// place looks for the faulty lines in the answer of a run.
func place(r *bench.Run, faulty map[int]bool) placed {
	out := placed{name: r.ID, verdict: r.Verdict, cpu: r.CPU}
	if r.Report == nil {
		return out
	}
	lines := map[int]bool{}
	for _, t := range r.Report.Traces {
		for i := range t.Steps {
			lines[t.Steps[i].Line] = true
		}
	}
	delete(lines, 0)
	out.executed = len(lines)
	seen := 0 // places with a higher score
	answer := r.Report.Answer
	fixOf := func(i int) string { // why the change of a place is called a fix, in a word
		switch c := answer[i].Change; {
		case c == nil || c.Fix == "":
			return ""
		case c.Proved:
			return "proved"
		}
		return "sampled"
	}
	for i := 0; i < len(answer); {
		end, hits := i, 0
		for ; end < len(answer) && answer[end].Score == answer[i].Score; end++ {
			if fix := fixOf(end); fix != "" && out.first == "" {
				out.first = fix
			}
			if faulty[answer[end].Line] {
				hits++
				out.faulty = fixOf(end)
			}
		}
		if hits > 0 && out.rank == 0 {
			out.rank = float64(seen) + float64(end-i+1)/float64(hits+1)
		}
		seen += end - i
		i = end
	}
	return out
}

func placesTable(rows []placed) *bench.Table {
	t := &bench.Table{
		Title:   "The answer after a FALSE, without any test: rank of the faulty line",
		Columns: []string{"program", "verdict", "lines of the trace", "rank", "first fix", "fix at the fault", "s"},
		Foot:    2,
	}
	var top1, top5, random1, random5, cpu float64
	proved, atFault := 0, 0
	n := float64(max(len(rows), 1))
	for _, r := range rows {
		rank := any("-")
		if r.rank > 0 {
			rank = r.rank
		}
		t.Add(r.name, r.verdict, r.executed, rank, r.first, r.faulty, r.cpu)
		if r.rank > 0 && r.rank <= 1 {
			top1++
		}
		if r.rank > 0 && r.rank <= 5 {
			top5++
		}
		if r.executed > 0 {
			random1 += 1 / float64(r.executed)
			random5 += min(1, 5/float64(r.executed))
		}
		if r.first == "proved" {
			proved++
		}
		if r.faulty != "" {
			atFault++
		}
		cpu += r.cpu
	}
	t.Add(len(rows), "", "", fmt.Sprintf("top 1: %.0f %%, top 5: %.0f %%", 100*top1/n, 100*top5/n), proved, atFault, cpu)
	t.Add("random order", "", "", fmt.Sprintf("top 1: %.0f %%, top 5: %.0f %%", 100*random1/n, 100*random5/n), "", "", "")
	return t
}
