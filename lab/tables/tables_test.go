package tables

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"culprit/bench"
	"culprit/internal/golden"
	"culprit/report"
	"culprit/svcomp"

	"github.com/google/go-cmp/cmp"
)

// found is the report of a run that found two traces.
func found() *report.Report {
	relevant, irrelevant := &report.Mark{Status: "relevant"}, &report.Mark{Status: "irrelevant"}
	r := &report.Report{Coverage: report.CoverCovered}
	r.Traces = []report.Trace{{ID: 1, Steps: []report.Step{
		{Edge: 1, Mark: relevant}, {Edge: 2, Hidden: true}, {Edge: 1, Mark: relevant}, {Edge: 3, Mark: irrelevant}, {Edge: 4},
	}}, {ID: 2, Steps: []report.Step{{Edge: 4}}}}
	r.Summaries = []report.Summary{{Statements: []report.Statement{{Relevant: report.InAll}, {Relevant: report.InNone}}}}
	r.Stats.Iterations = 5
	r.Stats.Phases = []report.PhaseTime{{Phase: "danger", Time: 1.5}, {Phase: "relevance", Time: 0.5}}
	return r
}

// TestTables prints the tables of runs with every outcome.
func TestTables(t *testing.T) {
	var runs []bench.Run
	add := func(id, verdict, reason, text string, expected svcomp.Expected, rep *report.Report) {
		runs = append(runs, bench.Run{
			Task: bench.Task{ID: id, Property: svcomp.UnreachCall, Expected: expected}, Verdict: verdict, Reason: reason, Text: text,
			CPU: 1, Wall: 2, Peak: 3 << 20, Report: rep,
		})
	}
	add("a.bug", "FALSE", "", "", svcomp.ExpectFalse, found())
	add("a.true", "TRUE", "", "", svcomp.ExpectFalse, &report.Report{})
	add("a.true_safe", "TRUE", "", "", svcomp.ExpectTrue, &report.Report{})
	add("b.bug_safe", "FALSE", "", "", svcomp.ExpectTrue, found())
	add("b.crash", "ERROR", "crash", "", svcomp.ExpectFalse, nil)
	add("b.internal", "ERROR", "internal", "", svcomp.ExpectFalse, nil)
	add("b.refused", "ERROR", "refused", "f.c:1:2: no C at all", svcomp.ExpectFalse, nil)
	add("b.unknown", "UNKNOWN", "solver", "gave up", svcomp.ExpectFalse, &report.Report{})
	add("c.sleep", "UNKNOWN", "time", "time limit reached", svcomp.ExpectFalse, nil)
	add("c.spin", "UNKNOWN", "time", "time limit reached", svcomp.ExpectFalse, nil)
	ref := &Reference{Columns: []string{"paper relevant"}, Rows: map[string]map[string]string{"a.bug": {"paper relevant": "12"}}}
	for name, table := range map[string]*bench.Table{
		"table1": Table1(runs, ref), "table2": Table2(runs, nil),
		"parse": Parsed([]Parse{{ID: "a.good", CPU: 1}, {ID: "b.bad", CPU: 1.5, Reason: "refused", Text: "f.c:1:2: no C at all"}}),
	} {
		var b bytes.Buffer
		if err := table.Write(&b); err != nil {
			t.Fatal(err)
		}
		if err := table.WriteCSV(&b); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name+".txt", b.Bytes())
	}
}

func TestReference(t *testing.T) {
	file := filepath.Join(t.TempDir(), "peers.csv")
	text := "program,tool,verdict,cpu_s\na.b,cbmc,FALSE,0.2\na.b,ua,TRUE,\nc.d,ua,FALSE,3\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := ReadReference(file)
	if err != nil {
		t.Fatal(err)
	}
	want := &Reference{
		Columns: []string{"cbmc verdict", "cbmc cpu_s", "ua verdict", "ua cpu_s"},
		Rows: map[string]map[string]string{
			"a.b": {"cbmc verdict": "FALSE", "cbmc cpu_s": "0.2", "ua verdict": "TRUE"},
			"c.d": {"ua verdict": "FALSE", "ua cpu_s": "3"},
		},
	}
	if d := cmp.Diff(want, r); d != "" {
		t.Error(d)
	}
}

func TestLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lines.csv")
	if err := os.WriteFile(file, []byte("program,relevant_lines,trace_lines\na,1 2 9,1 2 3 4 9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	step := func(line int, status string) report.Step {
		return report.Step{Range: report.Range{File: "f.c", Line: line}, Mark: &report.Mark{Status: status}}
	}
	runs := []bench.Run{
		{Task: bench.Task{ID: "a"}, Report: &report.Report{File: "f.c", Traces: []report.Trace{{Steps: []report.Step{
			step(1, "relevant"), step(2, "irrelevant"), step(3, "relevant"), step(4, "irrelevant"), step(5, "relevant"), step(1, "irrelevant"),
		}}}}},
		{Task: bench.Task{ID: "b"}},
	}
	table, err := Lines(runs, file)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"a", "3", "3", "4", "2", "3", "2"}, {"1 programs", "", "", "4", "2", "", ""}}
	if d := cmp.Diff(want, table.Rows); d != "" {
		t.Error(d)
	}
}
