package bench

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

// TestGroup makes sure that a child of the program that was run, left behind,
// is killed with its group, and so is a program that heeds no signal.
func TestGroup(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	for _, tt := range []struct{ script, over string }{
		{"sleep 1000 >/dev/null 2>&1 & echo $!; exit 0", ""},
		{"trap '' TERM; sleep 1000 & echo $!; while :; do :; done", "time"},
	} {
		start := time.Now()
		lim := limits{wall: time.Minute}
		if tt.over != "" {
			lim.cpu, lim.patience = 50*time.Millisecond, 50*time.Millisecond
		}
		e := execute(context.Background(), "/bin/sh", []string{"-c", tt.script}, lim)
		var pid int
		if _, err := fmt.Sscan(string(e.stdout), &pid); err != nil || e.over != tt.over {
			t.Errorf("%s: %v %+v", tt.script, err, e)
		}
		for deadline := time.Now().Add(10 * time.Second); running(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: process %d is left", tt.script, pid)
			}
		}
		if d := time.Since(start); d > time.Minute {
			t.Errorf("%s: took %v", tt.script, d)
		}
	}
}
