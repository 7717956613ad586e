package bench

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"
)

// TestGroup makes sure that a child of the program that was run, left behind,
// is killed with its group, and so is a program that ignores signals.
func TestGroup(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	for _, tt := range []struct {
		script string
		late   bool
	}{
		{"sleep 1000 >/dev/null 2>&1 & echo $!; exit 0", false},
		{"trap '' TERM; sleep 1000 & echo $!; while :; do :; done", true},
	} {
		limit := time.Duration(0)
		if tt.late {
			limit = 2 * time.Second // to set the trap
		}
		e := execute(context.Background(), "/bin/sh", []string{"-c", tt.script}, nil, limit, 50*time.Millisecond)
		var pid int
		if _, err := fmt.Sscan(string(e.stdout), &pid); err != nil || e.late != tt.late {
			t.Errorf("%s: %v %+v", tt.script, err, e)
		}
		for deadline := time.Now().Add(10 * time.Second); running(pid); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: process %d is left", tt.script, pid)
			}
		}
	}
}
