package main

import (
	"strings"
	"testing"
)

// TestHelpWidth prints the help of every command within a terminal's width.
func TestHelpWidth(t *testing.T) {
	for _, command := range []string{"", "run", "explain", "dump", "bench", "witness", "witness check", "witness lint", "completion"} {
		out, errs, status := verify(t, ".", append(strings.Fields(command), "--help")...)
		if status != 0 || errs != "" || !strings.HasPrefix(out, strings.TrimSpace("Usage: verify "+command)) {
			t.Errorf("%s: status %d, %s%s", command, status, errs, out)
		}
		if command == "explain" && !strings.Contains(out, "\n\nThe failing run:\n") {
			t.Errorf("no groups:\n%s", out)
		}
		for line := range strings.Lines(out) {
			if len(strings.TrimRight(line, "\n")) > 80 {
				t.Errorf("%s: longer than 80 columns: %s", command, line)
			}
		}
	}
}
