package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
	"culprit/internal/limit"
)

// TestSetLimits: a value that is wrong, and a limit that does not exist, are
// bad input, whatever the command is.
func TestSetLimits(t *testing.T) {
	if os.Getenv("CULPRIT_SET_ARGS") != "" {
		a := &app{Streams: console.Streams{Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}}
		os.Exit(a.run(strings.Fields(os.Getenv("CULPRIT_SET_ARGS"))))
	}
	all := limit.All()
	if len(all) == 0 {
		t.Fatal("no limits")
	}
	name := all[0].Name
	for _, tt := range []struct {
		set, out, err string
		status        int
	}{
		{"", name + "\t" + all[0].Default + "\t" + all[0].Default + "\t", "", 0},
		{name + "=" + all[0].High, name + "\t" + all[0].Default + "\t" + all[0].High + "\t", "", 0},
		{name + "=-1", "", "verify: CULPRIT_SET: " + name + "=-1: not in the range", 2},
		{"verifier.maxNothing=1", "", "verify: CULPRIT_SET: verifier.maxNothing: there is no such limit\n", 2},
	} {
		c := exec.Command(os.Args[0], "-test.run=^TestSetLimits$")
		c.Env = append(os.Environ(), "CULPRIT_SET_ARGS=dump limits", limit.Variable+"="+tt.set)
		var out, errs strings.Builder
		c.Stdout, c.Stderr = &out, &errs
		_ = c.Run() // the status is looked at
		if c.ProcessState.ExitCode() != tt.status || !strings.Contains(out.String(), tt.out) || !strings.Contains(errs.String(), tt.err) {
			t.Errorf("%s: status %d, want %d\n%s%s", tt.set, c.ProcessState.ExitCode(), tt.status, errs.String(), out.String())
		}
		if strings.Count(errs.String(), "\n") > 1 {
			t.Errorf("%s: more than one line:\n%s", tt.set, errs.String())
		}
	}
}
