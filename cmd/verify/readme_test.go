package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the first command of README.md and compares what it prints
// with the session shown there, but for the time.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var command string
	var session []string
	for line := range strings.Lines(string(text)) {
		code, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		switch {
		case ok && command == "":
			command = code
		case ok && (strings.HasPrefix(code, "FALSE ") || len(session) > 0):
			session = append(session, code)
		}
		if len(session) > 0 && !ok {
			break
		}
	}
	args, ok := strings.CutPrefix(command, "go run ./cmd/verify ")
	if !ok {
		t.Fatalf("the first command of README.md is %q", command)
	}
	stdout, stderr, status := verify(t, "../..", strings.Fields(args)...)
	clock := regexp.MustCompile(` +[\d.]+ s, `)
	want := clock.ReplaceAllString(strings.Join(session, "\n")+"\n", " TIME, ")
	if got := clock.ReplaceAllString(stdout, " TIME, "); got != want || status != 10 {
		t.Errorf("status %d, stderr %q\ngot\n%s\nREADME.md has\n%s", status, stderr, got, want)
	}
}
