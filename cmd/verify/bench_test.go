package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"culprit/bench"
)

// TestBench measures two programs, compares results, and complains about what
// is wrong.
func TestBench(t *testing.T) {
	dir := folder(t, map[string]string{
		"bad.c": badC, "safe.c": safeC, "t.yml": task, "reach.prp": prp, "notes.txt": "", "broken.csv": "task,verdict,status\na\n",
		"u.yml":    strings.Replace(strings.Replace(task, "bad.c", "safe.c", 1), "false", "true", 1),
		"all.set":  "?.yml\n",
		"list.csv": "id\nt\nu\n", "gone.csv": "id\nx\n",
	})
	for _, tt := range []struct {
		args, stdout, stderr string
		status               int
	}{
		{". --list list.csv -o whole.csv", `(?m)^all +2 +2 +100 +1/1 +1/1 +0 +3 `, `(?s)^   1/2 FALSE .* t\n   2/2 TRUE .* u\n$`, 0},
		{"t.yml -o 1.csv --quiet", `(?m)^all +1 `, `^$`, 0},
		{"u.yml -o 2.csv --quiet", `(?m)^all +1 `, `^$`, 0},
		{"all.set --quiet", `(?m)^all +2 +2 +100 `, `^$`, 0},
		{"--compare whole.csv whole.csv", `(?m)^all +2 +2 +2 `, `^$`, 0},
		{"t.yml --flags=--solver=gini --reports out --quiet", `(?m)^all +1 `, `^$`, 0},
		{"--compare whole.csv whole.csv -o x.csv", `^$`, `^--compare only prints a table and takes no -o\n$`, 2},
		{"t.yml -o whole.csv --quiet", `^$`, `^whole\.csv: holds another measurement .*; --fresh replaces it\n$`, 2},
		{"--compare 1.csv 2.csv", `^$`, `^1\.csv, 2\.csv: no task in common\n$`, 2},
		{"--compare 1.csv", `^$`, `^--compare wants two result files, not 1\n$`, 2},
		{"--compare 1.csv broken.csv", `^$`, `^broken\.csv:2:1: wrong number of fields\n$`, 2},
		{"gone", `^$`, `^gone: no such file or directory\n$`, 2},
		{"notes.txt", `^$`, `^notes\.txt: neither a task definition`, 2},
		{"t.yml --list gone.csv", `^$`, `^gone\.csv: no task "x"`, 2},
		{"t.yml --only x", `^$`, `^--only: no task contains "x"\n$`, 2},
		{"t.yml --property termination", `^$`, `^t\.yml: no task with the property termination\n$`, 2},
		{"t.yml -o gone/out.csv", `^$`, `^gone/out\.csv: folder gone does not exist\n$`, 2},
		{"t.yml -o .", `^$`, `^\.: is a directory\n$`, 2},
		{"t.yml -o /dev/full", `^$`, `^/dev/full: is not a regular file\n$`, 2},
		{"t.yml --fresh", `^$`, `^--fresh needs a result file`, 2},
		{"t.yml --jobs 0", `^$`, `^--jobs: must be positive\n$`, 2},
		{"t.yml --binary gone", `^$`, `^--binary: gone: no such program\n$`, 2},
		{"t.yml --reports notes.txt", `^$`, `^notes\.txt: is not a folder\n$`, 2},
		{"", `^$`, `^verify: expected "<tasks> \.\.\."`, 2},
	} {
		stdout, stderr, status := verify(t, dir, append([]string{"bench"}, strings.Fields(tt.args)...)...)
		if status != tt.status || !regexp.MustCompile(tt.stdout).MatchString(stdout) || !regexp.MustCompile(tt.stderr).MatchString(stderr) ||
			status == 2 && strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, want %d\n%s\n%s", tt.args, status, tt.status, stdout, stderr)
		}
	}
	// A task that is not solved any more.
	text, err := os.ReadFile(filepath.Join(dir, "whole.csv"))
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), "TRUE,,correct", "UNKNOWN,,unknown", 1))
	if err := os.WriteFile(filepath.Join(dir, "worse.csv"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, _, status := verify(t, dir, "bench", "--compare", "whole.csv", "worse.csv")
	if status != exitWorse || !strings.Contains(stdout, "lost    u: TRUE, now UNKNOWN\n") {
		t.Errorf("status %d\n%s", status, stdout)
	}
	for _, name := range []string{"out/t.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	for _, pattern := range []string{"*.journal", "*.part"} {
		if left, _ := filepath.Glob(filepath.Join(dir, pattern)); left != nil {
			t.Errorf("left %v", left)
		}
	}
}

// TestProgressLine asks for the line of a terminal.
func TestProgressLine(t *testing.T) {
	var b bytes.Buffer
	var line func() string
	stopped := false
	p := &progress{out: &b, counts: map[string]int{}, start: time.Now().Add(-10 * time.Second),
		show: func(f func() string) func() { line = f; return func() { stopped = true } }}
	p.begin(4, []bench.Result{{Status: bench.Correct}})
	if got, want := line(), "   1/4, 1 correct, 0 wrong"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.add(&bench.Result{Status: bench.Wrong})
	p.add(&bench.Result{Status: bench.Unknown})
	if got, want := line(), "   3/4  5s left, 1 correct, 1 wrong, 1 unknown"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if p.end(); !stopped || b.Len() > 0 {
		t.Errorf("stopped: %v, %q", stopped, b.String())
	}
}
