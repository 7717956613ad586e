package bench

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// measureFake measures the tasks below dir, as a process of its own that can
// be killed, with the test binary as verify.
func measureFake(dir string) int {
	os.Unsetenv("CULPRIT_TEST_MEASURE")
	os.Setenv("CULPRIT_TEST_FAKE", "1")
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	tasks, err := Find([]string{dir}, nil)
	if err == nil {
		p := Plan{Tasks: tasks, Config: Config{Binary: os.Args[0], Timeout: time.Minute, Jobs: 2}, Output: filepath.Join(dir, "out.csv")}
		_, err = p.Measure(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}

func measureIn(dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CULPRIT_TEST_MEASURE="+dir, "CULPRIT_TEST_LOG="+filepath.Join(dir, "log"))
	return cmd
}

// journalled returns the tasks whose rows are in the journal.
func journalled(dir string) []string {
	text, _ := os.ReadFile(filepath.Join(dir, "out.csv.journal"))
	var out []string
	for line := range strings.Lines(string(text)) {
		if strings.HasSuffix(line, "\n") {
			id, _, _ := strings.Cut(line, ",")
			out = append(out, id)
		}
	}
	return out
}

// started returns the tasks that were started and the processes that ran them.
func started(dir string) (tasks []string, pids []int) {
	text, _ := os.ReadFile(filepath.Join(dir, "log"))
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		id, pid, _ := strings.Cut(line, " ")
		n, _ := strconv.Atoi(pid)
		tasks, pids = append(tasks, id), append(pids, n)
	}
	return tasks, pids
}

// running reports whether a process exists and is not a zombie, where the system
// tells.
func running(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}

// TestKilled ends a measurement three times, in three ways, and compares its
// result file with that of an undisturbed one: nothing is lost, nothing that
// was on record is run again, and no process is left.
func TestKilled(t *testing.T) {
	var names []string
	for i := range 24 {
		names = append(names, fmt.Sprintf("s.slow%02d_safe", i))
	}
	names = append(names, "t.unknown", "t.refused", "t.true", "t.bug")
	dir, calm := corpus(t, names...), corpus(t, names...)
	for i, sig := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT} {
		cmd := measureIn(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); len(journalled(dir)) < 5*(i+1) && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		done := journalled(dir)
		if len(done) < 5*(i+1) || len(done) == len(names) {
			t.Fatalf("%v: %d rows on record", sig, len(done))
		}
		if i == 0 { // a power failure: the end of the file is half written
			f, err := os.OpenFile(filepath.Join(dir, "out.csv.journal"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = f.WriteString("s.slow23_safe,s,unreach\n" + strings.Repeat("\x00", 100))
			f.Close()
		}
		before, pids := started(dir)
		for _, pid := range pids {
			for deadline := time.Now().Add(20 * time.Second); running(pid); time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%v: process %d is left", sig, pid)
				}
			}
		}
		if i == 2 {
			if out, err := measureIn(dir).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		after, _ := started(dir)
		for _, id := range after[len(before):] {
			if slices.Contains(done, id) {
				t.Errorf("%v: %s was run again", sig, id)
			}
		}
	}
	if out, err := measureIn(calm).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	disturbed, undisturbed := rows(t, filepath.Join(dir, "out.csv")), rows(t, filepath.Join(calm, "out.csv"))
	if d := cmp.Diff(undisturbed, disturbed); d != "" || len(disturbed) != len(names) {
		t.Error(d)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "out.csv.*")); left != nil {
		t.Errorf("left %v", left)
	}
}

// rows reads a result file without times.
func rows(t *testing.T, file string) []Result {
	t.Helper()
	out, err := ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	return timeless(out)
}

func timeless(results []Result) []Result {
	out := slices.Clone(results)
	for i := range out {
		out[i].CPU, out[i].Wall, out[i].Peak = 0, 0, 0
	}
	return out
}

// plan measures a small corpus with a fake verify.
func plan(t *testing.T, dir string) Plan {
	t.Setenv("CULPRIT_TEST_FAKE", "1")
	t.Setenv("CULPRIT_TEST_LOG", filepath.Join(dir, "log"))
	return Plan{Tasks: find(t, dir), Config: Config{Binary: os.Args[0], Timeout: time.Minute, Jobs: 2}, Output: filepath.Join(dir, "out.csv")}
}

func measure(t *testing.T, p Plan) []Result {
	t.Helper()
	out, err := p.Measure(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustRead(t *testing.T, file string) []Result {
	t.Helper()
	out, err := ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestResume continues, refuses to continue, and repeats.
func TestResume(t *testing.T) {
	p := plan(t, corpus(t, "a.bug", "a.unknown", "b.crash", "b.true_safe"))
	dir := filepath.Dir(p.Output)
	runs := 0
	again := func(want int) {
		t.Helper()
		all, _ := started(dir)
		if n := len(all) - runs; n != want {
			t.Errorf("%d tasks were run, want %d: %v", n, want, all[runs:])
		}
		runs = len(all)
	}
	refused := func(want string) {
		t.Helper()
		text, _ := os.ReadFile(p.Output)
		_, err := p.Measure(context.Background())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %s", err, want)
		}
		if now, _ := os.ReadFile(p.Output); !bytes.Equal(now, text) {
			t.Error("the result file is touched")
		}
		again(0)
	}
	first := measure(t, p)
	again(4)
	if d := cmp.Diff(first, measure(t, p)); d != "" {
		t.Error(d)
	}
	again(0)
	// Rows that are missing are measured: those of a task, for instance, that
	// somebody has taken out.
	drop := func(task string) {
		t.Helper()
		all := mustRead(t, p.Output)
		kept := slices.DeleteFunc(slices.Clone(all), func(r Result) bool { return r.Task == task })
		if len(kept) != len(all)-1 {
			t.Fatalf("no row for %s", task)
		}
		if err := writeOutput(p.Output, kept); err != nil {
			t.Fatal(err)
		}
	}
	drop("b.crash")
	if d := cmp.Diff(timeless(first), timeless(measure(t, p))); d != "" {
		t.Error(d)
	}
	again(1)
	p.Config.Args = []string{"--stats"}
	refused("holds another measurement")
	p.Fresh = true
	measure(t, p)
	again(4)
	p.Fresh = false

	// An interrupted measurement keeps its rows and refuses other settings.
	drop("b.crash")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows, err := p.Measure(ctx)
	if !errors.Is(err, ErrInterrupted) || len(rows) != 3 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	text, err := os.ReadFile(p.Output)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(p.Output, p.Output+".away"); err != nil {
		t.Fatal(err)
	}
	_, unheaded, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(p.Output+".journal", []byte(unheaded), 0o644); err != nil {
		t.Fatal(err)
	}
	p.Config.Memory = 1 << 30
	refused("begun with another program, other flags, limits or tasks; --fresh starts anew")
	p.Config.Memory = 0
	held := measurement{plan: &p, id: rows[0].Measurement, rows: map[string]Result{}}
	if err := held.open(); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		refused("in use by another run")
	}
	held.journal.Close()
	if got := measure(t, p); len(got) != 4 {
		t.Errorf("%d rows", len(got))
	}
	again(1)
	if err := os.WriteFile(p.Output, []byte("id,text\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	refused("no column task: not a result file; --fresh replaces the file")
	p.Output = filepath.Join(dir, "gone", "out.csv")
	refused("does not exist")
}

// FuzzJournal reads journals that anything may have happened to: what is taken
// is a beginning of the text, and reads the same again.
func FuzzJournal(f *testing.F) {
	r := Result{Task: "a", Text: "x, \"y\"", Status: Unknown, CPU: 1.5, Measurement: "0"}
	row := csvLine(f, &r)
	f.Add(row + strings.Replace(row, "a", "b", 1) + "c,")
	f.Add(row[:10] + "\n" + row)
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "x.journal")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		var rows [2]map[string]Result
		for i := range rows {
			m := measurement{id: "0", rows: map[string]Result{}}
			var err error
			if m.journal, err = os.OpenFile(file, os.O_RDWR, 0); err != nil {
				t.Fatal(err)
			}
			err = m.readJournal()
			m.journal.Close()
			if err != nil {
				return // of another measurement
			}
			rows[i] = m.rows
		}
		kept, err := os.ReadFile(file)
		if err != nil || !strings.HasPrefix(text, string(kept)) {
			t.Errorf("%q became %q: %v", text, kept, err)
		}
		if d := cmp.Diff(rows[0], rows[1]); d != "" {
			t.Error(d)
		}
	})
}

func csvLine(t testing.TB, r *Result) string {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(r.record()); err != nil {
		t.Fatal(err)
	}
	w.Flush()
	return b.String()
}
