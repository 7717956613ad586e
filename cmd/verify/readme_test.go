package main

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the session in README.md")

// TestReadme runs the first command of README.md and compares what it prints
// with the session shown there, except for the time.
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
	stdout, stderr, status := verify(t, "../..", append(strings.Fields(args), "--effort", "1000")...) // all methods end, however slow the machine is
	if *update {
		shown := "    " + strings.Join(session, "\n    ") + "\n"
		fresh := "    " + strings.ReplaceAll(strings.TrimSuffix(stdout, "\n"), "\n", "\n    ") + "\n"
		if err := os.WriteFile("../../README.md", []byte(strings.Replace(string(text), shown, fresh, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	clock := regexp.MustCompile(` +[\d.]+ s, `)
	want := clock.ReplaceAllString(strings.Join(session, "\n")+"\n", " TIME, ")
	if got := clock.ReplaceAllString(stdout, " TIME, "); got != want || status != 10 {
		t.Errorf("status %d, stderr %q (go test ./cmd/verify -run Readme -update rewrites it)\ngot\n%s\nREADME.md has\n%s", status, stderr, got, want)
	}
}
