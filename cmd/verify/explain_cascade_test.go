package main

import (
	"bytes"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
)

// TestExplainCascade walks through a tree as a user does.
func TestExplainCascade(t *testing.T) {
	var out, errs bytes.Buffer
	a := &app{Streams: console.Streams{Stdin: strings.NewReader("show #1\nprune 0\nprune 1\ntree\nnonsense\nshow x\n\nexpand 0\nquit\n"), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}}
	if status := a.run([]string{"explain", "--method", "cascade", "--interactive", "../../examples/explain/ticket.c"}); status != 0 {
		t.Fatalf("status %d\n%s", status, errs.String())
	}
	head, rest, _ := strings.Cut(out.String(), "\n> ")
	if !strings.Contains(head, "age < 6 || age > 17 + 70 is false: 75 < 6 || 75 > 17 + 70 because age is set at line 26") {
		t.Errorf("the tree is\n%s", head)
	}
	for _, want := range []string{"#1 18 │ class == REDUCED", "node 0 is the failure itself", "2 of 6 causes are left", "prune N: N is benign; tree; quit", `"x" is not the number of a cause`} {
		if !strings.Contains(rest, want) {
			t.Errorf("%q is missing in\n%s", want, rest)
		}
	}
	if _, after, _ := strings.Cut(rest, "causes are left"); strings.Contains(after, "#1 ") || !strings.Contains(after, "#2 14 │ zones > 3") {
		t.Errorf("pruned:\n%s", after)
	}
}

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
		{args: []string{"--interactive", "--format", "json"}, status: console.ExitBadInput, want: "--interactive needs"},
		{args: []string{"--interactive", "--method", "slice"}, status: console.ExitBadInput, want: "--interactive needs"},
	} {
		out, status := run(tt.args...)
		if status != tt.status || !strings.Contains(out, tt.want) || tt.not != "" && strings.Contains(out, tt.not) {
			t.Errorf("%q: status %d\n%s", tt.args, status, out)
		}
	}
}
