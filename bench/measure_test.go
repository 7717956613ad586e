package bench

import (
	"bytes"
	"context"
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
	payloads, _, _ := parseJournal(string(text))
	var out []string
	for _, p := range payloads {
		if e, err := parseEntry(p); err == nil && e.row != nil {
			out = append(out, e.row.Task)
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

// running reports whether a process exists and is no zombie, where the system
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
			_, _ = f.WriteString("0badc0de s.slow23_sa\n" + strings.Repeat("\x00", 100))
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

// TestShards measures in three parts, and merges them.
func TestShards(t *testing.T) {
	p := plan(t, corpus(t, "a.true_safe", "a.bug", "b.unknown", "b.crash", "c.bug", "c.bug2", "c.bug3"))
	whole := measure(t, p)
	dir := filepath.Dir(p.Output)
	var parts []string
	for i := 1; i <= 3; i++ {
		p.Shard, p.Of = i, 3
		p.Output = filepath.Join(dir, fmt.Sprintf("part%d.csv", i))
		parts = append(parts, p.Output)
		measure(t, p)
	}
	all, err := Merge(append(parts, parts[0]))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(timeless(whole), timeless(all)); d != "" {
		t.Error(d)
	}
	merged := filepath.Join(dir, "merged.csv")
	if err := WriteMerged(merged, all); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(all, mustRead(t, merged)); d != "" {
		t.Error(d)
	}
	// A shard is not continued as another, nor parts of other measurements
	// merged.
	p.Shard = 1
	if _, err := p.Measure(context.Background()); err == nil || !strings.Contains(err.Error(), "another shard") {
		t.Error(err)
	}
	p.Config.Args, p.Output = []string{"--multi-trace"}, filepath.Join(dir, "multi.csv")
	measure(t, p)
	edit(t, parts[2], filepath.Join(dir, "edited.csv"), "b.crash,b", "b.crash,x")
	for _, tt := range []struct {
		files []string
		want  string
	}{
		{parts[:2], "2 of 7 tasks are in no file (numbers 3, 6)"},
		{[]string{parts[1], parts[2], p.Output}, "of another measurement than"},
		{[]string{parts[2], parts[1], filepath.Join(dir, "edited.csv")}, "b.crash: differs from the row in"},
		{[]string{filepath.Join(dir, "gone.csv")}, "no such file"},
	} {
		if _, err := Merge(tt.files); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}

func mustRead(t *testing.T, file string) []Result {
	t.Helper()
	out, err := ReadResults(file)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// edit copies a file with a text replaced.
func edit(t *testing.T, from, to, old, new string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("%s has no %s", from, old)
	}
	if err := os.WriteFile(to, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644); err != nil {
		t.Fatal(err)
	}
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
	p.Retry = []string{Unknown, Failed}
	measure(t, p)
	again(2)
	p.Retry = nil
	p.Config.Args = []string{"--stats"}
	refused("holds another measurement")
	p.Fresh = true
	measure(t, p)
	again(4)
	p.Fresh = false

	// An interrupted retry goes on with what is left of it.
	p.Retry = []string{Failed}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows, err := p.Measure(ctx)
	if !errors.Is(err, ErrInterrupted) || len(rows) != 3 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	p.Retry = nil
	p.Shard, p.Of = 1, 2
	refused(`the shard ("", now "1/2") differs`)
	p.Shard, p.Of = 0, 0
	p.Config.Memory = 1 << 30
	refused("the limits differs")
	p.Config.Memory = 0
	journal := p.Output + ".journal"
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, append([]byte("00000000 x\n"), text...), 0o644); err != nil {
		t.Fatal(err)
	}
	refused("damaged journal: line 1; --fresh starts anew")
	if err := os.WriteFile(journal, text, 0o644); err != nil {
		t.Fatal(err)
	}
	held, err := openJournal(p.Output)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		refused("in use by another run")
	}
	held.f.Close()
	if got := measure(t, p); len(got) != 4 {
		t.Errorf("%d rows", len(got))
	}
	again(1)
	if err := os.WriteFile(p.Output, []byte("id,text\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	refused("no column task: this is no result file; --fresh replaces the file")
	p.Output = filepath.Join(dir, "gone", "out.csv")
	refused("no folder")
}

// TestWitness counts what the check of witnesses says.
func TestWitness(t *testing.T) {
	p := plan(t, corpus(t, "a.true_safe", "a.bug", "b.unknown"))
	p.Config.Witness = true
	var got []string
	score := 0
	for _, r := range measure(t, p) {
		got = append(got, strings.Join(strings.Fields(r.Task+" "+r.Witness+" "+r.Text), " "))
		score += r.Score()
	}
	if d := cmp.Diff([]string{"a.bug rejected witness: for a reason", "a.true_safe confirmed", "b.unknown gave up"}, got); d != "" || score != 2 {
		t.Errorf("%s; score %d", d, score)
	}
}

func FuzzJournal(f *testing.F) {
	r := Result{Task: "a", Text: "x, \"y\"", Status: Unknown, CPU: 1.5}
	f.Add(seal("{\"Format\":1}") + seal(strings.Join(r.record(), ",")) + "00")
	f.Fuzz(func(t *testing.T, text string) {
		payloads, good, err := parseJournal(text)
		if err != nil {
			return
		}
		again := ""
		for _, p := range payloads {
			again += seal(p)
			_, _ = parseEntry(p)
		}
		if again != text[:good] {
			t.Errorf("%q became %q", text[:good], again)
		}
	})
}
