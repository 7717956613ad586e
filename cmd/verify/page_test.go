package main

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"culprit/report"
)

// TestPage holds what is printed of a failure, if nobody asks for more, to a page:
// of our examples, and of programs as users write them.
func TestPage(t *testing.T) {
	const columns = 100
	failures := 0
	check := func(t *testing.T, dir string, args ...string) {
		t.Helper()
		stdout, stderr, status := verify(t, dir, args...)
		switch failed := strings.HasPrefix(stdout, "FALSE ") || strings.HasPrefix(stdout, "FAIL "); {
		case status != 0 && status != 10 && status != 20:
			t.Fatalf("%v: status %d, stderr %q\n%s", args, status, stderr, stdout)
		case !failed:
			return
		}
		failures++
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		if len(lines) > report.Page {
			t.Errorf("%v: %d lines\n%s", args, len(lines), stdout)
		}
		for _, l := range lines {
			if n := utf8.RuneCountInString(l); n > columns {
				t.Errorf("%v: %d columns\n%s", args, n, l)
			}
		}
	}
	all := func(dir string, step int, f func(name string)) {
		files, err := filepath.Glob(dir + "/*.c")
		if err != nil || len(files) == 0 {
			t.Fatal(err)
		}
		for i := 0; i < len(files); i += step {
			f(filepath.Base(files[i]))
		}
	}
	every, enough := 1, 10
	if testing.Short() {
		every, enough = 3, 4
	}
	all("../../examples", every, func(name string) { check(t, "../../examples", "--multi-trace", name) })
	const realistic = "../../lab/testdata/realistic"
	all(realistic, 10*every, func(name string) { // others take long
		check(t, realistic, "-D", "BUG", "--cpu-timeout", "20s", name)
	})
	for _, args := range [][]string{
		{"ticket.c"},
		{"runs.c", "--stdin", "runs.in", "--expect", "runs.expected"},
		{"--tests", "weekday", "weekday.c"},
		{"--reference", "skip-ok.c", "skip.c"},
	} {
		check(t, "../../examples/explain", append([]string{"explain"}, args...)...)
	}
	if failures < enough {
		t.Errorf("only %d failures", failures)
	}
}

// TestAll prints with --all what is only counted without it.
func TestAll(t *testing.T) {
	short, _, _ := verify(t, "../../examples", "machine.c", "--effort", "1000")
	all, _, status := verify(t, "../../examples", "machine.c", "--effort", "1000", "--all")
	if status != 10 || !strings.Contains(short, " more: --all\n") || strings.Contains(all, "--all") || !strings.Contains(all, "\n  6. ") || len(strings.Split(all, "\n")) < 2*report.Page {
		t.Errorf("status %d\n%s", status, all)
	}
}
