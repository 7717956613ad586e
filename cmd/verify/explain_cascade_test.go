package main

import (
	"bytes"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
)

// TestExplainCascadeFlags uses each flag once.
func TestExplainCascadeFlags(t *testing.T) {
	run := func(args ...string) (string, int) {
		var out, errs bytes.Buffer
		a := &app{Streams: console.Streams{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}}
		status := a.run(append([]string{"explain", "--method", "cascade"}, append(args, "../../examples/explain/ticket.c")...))
		return out.String() + errs.String(), status
	}
	for _, tt := range []struct {
		args   []string
		status int
		want   string
		not    string
	}{
		{args: []string{"--levels", "1"}, want: "note: the tree ends at level 1: 2 critical conditions are not explained", not: "#1"},
		{args: []string{"--nodes", "2"}, want: "note: the tree ends after 2 nodes", not: "#2"},
		{args: []string{"--node", "4"}, want: "#4 12", not: "#0"},
		{args: []string{"--prune", "1", "--prune", "2"}, want: "#0 27", not: "#1"},
		{args: []string{"--correct", "price"}, want: "what price gets decides whether the run fails", not: "class is set"},
		{args: []string{"--pure", "price"}, want: "what price gets decides whether the run fails", not: "class is set"},
		{args: []string{"--levels=-1"}, status: console.ExitBadInput, want: "must not be negative"},
		{args: []string{"--prune", "99"}, want: "no node 99 in the tree"},
		{args: []string{"--correct", "prize"}, want: "no such function; there are price"},
	} {
		out, status := run(tt.args...)
		if status != tt.status || !strings.Contains(out, tt.want) || tt.not != "" && strings.Contains(out, tt.not) {
			t.Errorf("%q: status %d\n%s", tt.args, status, out)
		}
	}
}
