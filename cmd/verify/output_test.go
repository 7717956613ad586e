package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"culprit/cmd/verify/console"
)

// TestUnwritten holds the program to its answer where something cannot be written:
// the verdict first, a warning, and a status of its own.
func TestUnwritten(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no device that is always full: ", err)
	}
	defer full.Close()
	dir := folder(t, map[string]string{"safe.c": safeC, "bad.c": badC, "f.c": "int f(int x) { return x & 1; }\n", "hello.c": "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n"})
	if err := os.MkdirAll(filepath.Join(dir, "tests", "metadata.xml", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "inputs", "bad.trace-1.json", "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	const warning = `^verify: warning: writing .*\n$`
	for _, tt := range []struct {
		name   string
		args   []string
		full   bool   // standard output
		stdout string // pattern
		stderr string
	}{
		{"report", []string{"bad.c", "-o", "/dev/full"}, false, `^FALSE unreach-call\n$`, `^verify: warning: .*no space left on device\n$`},
		{"json", []string{"safe.c", "--format", "json", "-o", "/dev/full"}, false, `^TRUE unreach-call\n$`, `no space left`},
		{"witness", []string{"safe.c", "--witness", "/dev/full"}, false, `^TRUE unreach-call  safe`, warning},
		{"inputs", []string{"bad.c", "--write-inputs", "inputs"}, false, `^FALSE unreach-call  bad(.*\n)+.*inputs: x = 7`, warning},
		{"harness", []string{"bad.c", "--test-harness", "tests"}, false, `^FALSE unreach-call  bad(.*\n)+.*inputs: x = 7`, warning},
		{"two", []string{"bad.c", "--witness", "/dev/full", "-o", "/dev/full"}, false, `^FALSE unreach-call\n$`, `^(verify: warning: .*\n){2}$`},
		{"stdout", []string{"bad.c"}, true, ``, `^verify: warning: writing the report of FALSE unreach-call: .*no space left on device\n$`},
		{"stdout and json", []string{"safe.c", "--format", "json"}, true, ``, `report of TRUE unreach-call: `},
		{"explain", []string{"explain", "bad.c"}, true, ``, `^verify: warning: writing the explanation: `},
		{"patch", []string{"explain", "bad.c", "--method", "repair", "--write-patch", "/dev/full"}, false, `^FAIL failed-assertion `, `no space left|no fix found`},
		{"run", []string{"run", "hello.c"}, true, ``, `^verify: warning: .*no space left on device\n$`},
		{"run and json", []string{"run", "hello.c", "--format", "json"}, true, ``, `^verify: warning: writing how the run ended: .*\n$`},
		{"version", []string{"--version"}, true, ``, `^verify: warning: .*no space left on device\n$`},
		{"manual page", []string{"completion", "man"}, true, ``, `^verify: warning: .*no space left on device\n$`},
		{"dump", []string{"dump", "cfg", "bad.c"}, true, ``, `^verify: warning: .*no space left on device\n$`},
		{"functions", []string{"f.c", "--entry", "f*"}, true, ``, `^verify: warning: .*no space left on device\n$`},
		{"address", []string{"serve", "bad.c"}, true, ``, `^verify: warning: .*no space left on device\n$`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd, out, errs := command(dir, tt.args...)
			if tt.full {
				cmd.Stdout = full
			}
			_ = cmd.Run()
			if status := cmd.ProcessState.ExitCode(); status != console.ExitUnwritten && !strings.Contains(errs.String(), "no fix found") {
				t.Errorf("status %d, want %d", status, console.ExitUnwritten)
			}
			if !regexp.MustCompile(tt.stdout).MatchString(out.String()) || !regexp.MustCompile(tt.stderr).MatchString(errs.String()) {
				t.Errorf("stdout %q, want %s\nstderr %q, want %s", out, tt.stdout, errs, tt.stderr)
			}
		})
	}
}

// TestSeenEnough: a reader who goes after the beginning does not change the answer.
func TestSeenEnough(t *testing.T) {
	dir := folder(t, map[string]string{"bad.c": badC})
	cmd, _, errs := command(dir, "bad.c", "--trace", "--effort", "0")
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 5)
	if _, err := out.Read(first); err != nil {
		t.Fatal(err)
	}
	out.Close()
	_ = cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); string(first) != "FALSE" || status != 10 || errs.Len() > 0 {
		t.Errorf("%q, status %d, stderr %q", first, status, errs)
	}
}

// TestPlaces refuses places that cannot be written before the work begins, which on
// this program would not end.
func TestPlaces(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no folder in which nobody can write")
	}
	dir := folder(t, map[string]string{"hard.c": hardC, "file": ""})
	for _, args := range [][]string{
		{"-o", "/proc/out"}, {"--witness", "/proc/out"}, {"--write-inputs", "/proc/out"}, {"--test-harness", "/proc/out/deep"}, {"--report", "/proc/out"},
		{"--write-inputs", "file/deep"}, {"-o", "file/out"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			start := time.Now()
			stdout, stderr, status := verify(t, dir, append([]string{"hard.c", "--timeout", "5m"}, args...)...)
			if status != console.ExitBadInput || stdout != "" || !strings.HasPrefix(stderr, args[1]+": ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("status %d after %v, stdout %q, stderr %q", status, time.Since(start), stdout, stderr)
			}
		})
	}
}

// TestNohup: who wants a process to outlive its terminal gets that.
func TestNohup(t *testing.T) {
	dir := folder(t, map[string]string{"hard.c": hardC})
	cmd, out, errs := command(dir, "hard.c", "--timeout", "2s", "--log")
	cmd.Args = append([]string{"sh", "-c", `trap '' HUP; exec "$@"`, "sh"}, cmd.Args...)
	cmd.Path = "/bin/sh"
	working := &firstWrite{w: errs, seen: make(chan struct{})}
	cmd.Stderr = working
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	<-working.seen
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait()
	if !strings.Contains(out.String(), "time limit 2s reached") {
		t.Errorf("stdout %q", out)
	}
}
