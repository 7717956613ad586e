package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/internal/golden"
	"culprit/report"
	"culprit/svcomp"

	"github.com/google/go-cmp/cmp"
)

// TestMain lets the test binary play a verify that does what the name of its
// task says.
func TestMain(m *testing.M) {
	if os.Getenv("CULPRIT_TEST_FAKE") == "1" {
		fake(os.Args[1:])
		return
	}
	if dir := os.Getenv("CULPRIT_TEST_MEASURE"); dir != "" {
		os.Exit(measureFake(dir))
	}
	os.Exit(m.Run())
}

func fake(args []string) {
	file := args[len(args)-1]
	if log := os.Getenv("CULPRIT_TEST_LOG"); log != "" {
		if f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err == nil {
			fmt.Fprintf(f, "%s %d\n", filepath.Base(filepath.Dir(file)), os.Getpid())
			f.Close()
		}
	}
	r := &report.Report{Schema: report.Schema, Property: "unreach-call"}
	switch {
	case strings.Contains(file, "refused"):
		fmt.Fprintln(os.Stderr, "f.c:1:2: no C at all")
		os.Exit(2)
	case strings.Contains(file, "crash"):
		os.Exit(7)
	case strings.Contains(file, "internal"):
		os.Exit(3)
	case strings.Contains(file, "spin"):
		for i := 0; ; i++ {
			runtime.KeepAlive(i)
		}
	case strings.Contains(file, "sleep"):
		time.Sleep(time.Hour)
	case strings.Contains(file, "slow"):
		time.Sleep(20 * time.Millisecond)
		r.Verdict = "TRUE"
	case strings.Contains(file, "unknown"):
		r.Verdict, r.Reason = "UNKNOWN", &report.Reason{Kind: "solver", Text: "gave up"}
	case strings.Contains(file, "true"):
		r.Verdict = "TRUE"
	default:
		r.Verdict = "FALSE"
		r.Coverage = report.CoverCovered
		r.Traces = []report.Trace{{ID: 1, Steps: []report.Step{
			{Edge: 1, Mark: &report.Mark{Status: "relevant"}}, {Edge: 2, Hidden: true}, {Edge: 1, Mark: &report.Mark{Status: "relevant"}},
			{Edge: 3, Mark: &report.Mark{Status: "irrelevant"}}, {Edge: 4},
		}}, {ID: 2, Steps: []report.Step{{Edge: 4}}}}
		r.Summaries = []report.Summary{{Statements: []report.Statement{{Relevant: report.InAll}, {Relevant: report.InNone}}}}
		r.Stats.Iterations = 5
		r.Stats.Phases = []report.PhaseTime{{Phase: "danger", Time: 1.5}, {Phase: "relevance", Time: 0.5}}
	}
	if err := report.WriteJSON(os.Stdout, r); err != nil {
		panic(err)
	}
}

// corpus writes a task for each id; the verdict is what its name ends in.
func corpus(t *testing.T, ids ...string) string {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	for _, id := range ids {
		expected := "false"
		if strings.HasSuffix(id, "safe") {
			expected = "true"
		}
		write(id+"/f.c", "")
		write(id+"/"+id+".yml", "format_version: '2.0'\ninput_files: f.c\nproperties:\n  - property_file: ../p.prp\n    expected_verdict: "+expected+"\n")
	}
	return dir
}

// find is Find of one folder.
func find(t *testing.T, dir string) []Task {
	t.Helper()
	tasks, err := Find([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func ids(tasks []Task) string {
	var out []string
	for _, t := range tasks {
		out = append(out, t.Category+"/"+t.ID+" "+t.Expected.String())
	}
	return strings.Join(out, ", ")
}

func TestRun(t *testing.T) {
	t.Setenv("CULPRIT_TEST_FAKE", "1")
	dir := corpus(t, "a.bug", "a.true_safe", "a.true", "b.bug_safe", "b.unknown", "b.refused", "b.crash", "b.internal", "c.spin", "c.sleep")
	tasks := find(t, dir)
	// Some programs ignore their limits and get a short one; however loaded
	// the machine is, the others end before theirs.
	k := slices.IndexFunc(tasks, func(t Task) bool { return t.Category == "c" })
	c := Config{Binary: os.Args[0], Timeout: 10 * time.Minute, Jobs: 4}
	runs := All(context.Background(), tasks[:k], c)
	c.Timeout = time.Millisecond
	runs = append(runs, All(context.Background(), tasks[k:], c)...)
	got := map[string]string{}
	for i := range runs {
		r := &runs[i]
		got[r.ID] = strings.TrimSpace(r.Verdict + " " + r.Reason)
		if r.Wrong() {
			got[r.ID] += " WRONG"
		}
		if r.Verdict != "ERROR" && r.Wall <= 0 {
			t.Errorf("%s: %v s", r.ID, r.Wall)
		}
		// What depends on the machine is not in the golden tables.
		r.CPU, r.Wall, r.Peak = 1, 2, 3<<20
	}
	want := map[string]string{
		"a.bug": "FALSE", "a.true_safe": "TRUE", "a.true": "TRUE WRONG", "b.bug_safe": "FALSE WRONG",
		"b.unknown": "UNKNOWN solver", "b.refused": "ERROR refused", "b.crash": "ERROR crash", "b.internal": "ERROR internal",
		"c.spin": "UNKNOWN time", "c.sleep": "UNKNOWN time",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	var summary bytes.Buffer
	table := Summary(Results(runs))
	if err := errors.Join(table.Write(&summary), table.WriteCSV(&summary)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "summary.txt", summary.Bytes())
	var rows bytes.Buffer
	if err := WriteResults(&rows, Results(runs)); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "results.txt", rows.Bytes())
}

// TestInterrupt ends a run from outside.
func TestInterrupt(t *testing.T) {
	t.Setenv("CULPRIT_TEST_FAKE", "1")
	tasks := find(t, corpus(t, "a.sleep", "b.sleep"))
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	for _, r := range All(ctx, tasks, Config{Binary: os.Args[0]}) { // they sleep for an hour
		if r.Reason != "interrupted" {
			t.Errorf("%+v", r)
		}
	}
}

func TestMachine(t *testing.T) {
	line := Machine(Config{Timeout: time.Minute, Memory: 6 << 30}, "verify 1.2.3")
	if strings.Contains(line, "\n") || !strings.HasPrefix(line, "verify 1.2.3; ") || !strings.Contains(line, "limits 1m0s, 6144 MiB; 1 at a time") {
		t.Error(line)
	}
}

func TestVerdicts(t *testing.T) {
	for _, tt := range []struct {
		verdict       string
		expected      svcomp.Expected
		solved, wrong bool
	}{
		{"TRUE", svcomp.ExpectTrue, true, false}, {"FALSE", svcomp.ExpectTrue, false, true},
		{"TRUE", svcomp.ExpectFalse, false, true}, {"UNKNOWN", svcomp.ExpectTrue, false, false},
		{"TRUE", svcomp.ExpectNothing, false, false},
	} {
		r := Run{Verdict: tt.verdict, Task: Task{Expected: tt.expected}}
		if r.Solved() != tt.solved || r.Wrong() != tt.wrong {
			t.Errorf("%+v", tt)
		}
	}
}
