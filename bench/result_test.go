package bench

import (
	"bytes"
	"strings"
	"testing"

	"culprit/internal/golden"
	"culprit/report"
	"culprit/svcomp"

	"github.com/google/go-cmp/cmp"
)

func TestResult(t *testing.T) {
	r := Run{
		Task: Task{ID: "m", Category: "mem", Property: svcomp.ValidMemsafety, DataModel: "ILP32", Expected: svcomp.ExpectFalse, Subproperty: svcomp.ValidDeref},
		CPU:  1.23456, Peak: 5 << 20, Verdict: "FALSE", Text: " two\nlines\x00 ", Report: &report.Report{Property: svcomp.ValidMemsafety, Violated: svcomp.ValidFree},
	}
	got := r.result()
	want := Result{
		Task: "m", Category: "mem", Property: "valid-memsafety", DataModel: "ILP32", Expected: "false(valid-deref)",
		Verdict: "FALSE", Violated: "valid-free", Status: Wrong, Text: "two lines", CPU: 1.235, Peak: 5,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got.Score() != -16 {
		t.Error(got.Score())
	}
	r.Report.Violated = svcomp.ValidDeref
	if s := r.result().Status; s != Correct {
		t.Error(s)
	}
}

func TestReadResults(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "f.csv:1:1: empty file"},
		{"a,b\n", "f.csv:1:1: no column task"},
		{"task,verdict,status\na,TRUE\n", "f.csv:2:1: wrong number of fields"},
		{"task,verdict,status\na,TRUE,\"x\n", "f.csv:2:11: extraneous or missing"},
		{"task,verdict,status\na,TRUE,fine\n", `f.csv:2:1: unknown status "fine"`},
		{"task,verdict,status\n,TRUE,correct\n", "f.csv:2:1: a row without a task"},
		{"task,verdict,status\na,TRUE,correct\na,FALSE,wrong\n", "f.csv:3:1: second row for a"},
		{"task,verdict,status,cpu_s\na,TRUE,correct,NaN\n", `f.csv:2:16: column cpu_s: bad value "NaN"`},
		{"task,verdict,status,traces\na,TRUE,correct,-1\n", `f.csv:2:16: column traces: bad value "-1"`},
	} {
		_, err := parseResults("f.csv", tt.text)
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	rows, err := parseResults("f.csv", "extra,status,task,verdict\n1,correct,a,TRUE\n")
	if d := cmp.Diff([]Result{{Task: "a", Verdict: "TRUE", Status: Correct}}, rows); d != "" || err != nil {
		t.Error(d, err)
	}
}

func FuzzReadResults(f *testing.F) {
	var b bytes.Buffer
	if err := WriteResults(&b, []Result{{Task: "a", Verdict: "TRUE", Status: Correct, CPU: 1.5}}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("task,verdict,status,text\na,UNKNOWN,unknown,\"x\r\n\"\"y\"\n")
	f.Add("task,verdict,status,text\na,,unknown,\"\r\r\n\"\"y\"\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := parseResults("f.csv", text)
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := WriteResults(&b, rows); err != nil {
			t.Fatal(err)
		}
		again, err := parseResults("f.csv", b.String())
		if d := cmp.Diff(rows, again); err != nil || d != "" {
			t.Errorf("%v %s", err, d)
		}
	})
}

func TestCompare(t *testing.T) {
	row := func(task, verdict, status string, cpu float64) Result {
		return Result{Task: task, Category: task[:1], Verdict: verdict, Status: status, CPU: cpu}
	}
	old := []Result{
		row("a.same", "TRUE", Correct, 1), row("a.slower", "TRUE", Correct, 2), row("a.noise", "FALSE", Correct, 0.1), row("a.faster", "FALSE", Correct, 4),
		row("b.lost", "TRUE", Correct, 1), row("b.won", "UNKNOWN", Unknown, 9), row("b.wrong", "FALSE", Correct, 1), row("b.fixed", "TRUE", Wrong, 1),
		row("c.turned", "FALSE", Unchecked, 1), row("c.reason", "UNKNOWN", Unknown, 1), row("c.gone", "TRUE", Correct, 1),
	}
	next := []Result{
		row("a.same", "TRUE", Correct, 1.2), row("a.slower", "TRUE", Correct, 3.1), row("a.noise", "FALSE", Correct, 0.5), row("a.faster", "FALSE", Correct, 1),
		row("b.lost", "UNKNOWN", Unknown, 9), row("b.won", "TRUE", Correct, 2), row("b.wrong", "TRUE", Wrong, 1), row("b.fixed", "UNKNOWN", Unknown, 1),
		row("c.turned", "TRUE", Unchecked, 1), row("c.reason", "UNKNOWN", Unknown, 1), row("c.new", "TRUE", Correct, 1),
	}
	next[9].Reason = "time"
	noise := Noise{Ratio: 1.5, Seconds: 0.5}
	d, err := Compare(old, next, noise)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Table().Write(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "compare.txt", b.Bytes())
	if !d.Worse() {
		t.Error("not worse")
	}
	if d, err := Compare(old, old, noise); err != nil || d.Worse() || len(d.Table().Notes) != 0 {
		t.Errorf("%v %v", err, d.Table().Notes)
	}
	if _, err := Compare(old, []Result{row("z", "TRUE", Correct, 1)}, noise); err == nil {
		t.Error("nothing in common, and no error")
	}
}
