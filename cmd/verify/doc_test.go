package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documented is a command line of a document and what the document says that it prints.
type documented struct {
	file, line string
	want       []string // "…" stands for what is left out
	skip       string   // why it is not run
}

// commands finds the command lines of a document: indented lines, or those of fences, that
// run verify. What follows up to the end of the block is the output. A synopsis, with brackets or dots, is not a command. A
// comment <!-- not run: WHY --> before a block says that it cannot be run.
func commands(file, text string) (out []documented) {
	skip, last := "", -1
	fence := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "```") {
			fence = !fence
			continue
		}
		if why, ok := strings.CutPrefix(line, "<!-- not run: "); ok {
			skip = strings.TrimSuffix(why, " -->")
			continue
		}
		code, ok := strings.CutPrefix(line, "    ")
		if fence {
			code, ok = line, true
		}
		if !ok {
			if line != "" {
				last = -1
			}
			if line != "" && !strings.HasPrefix(line, "<!--") {
				skip = ""
			}
			continue
		}
		command := strings.TrimPrefix(strings.TrimPrefix(code, "$ "), "go run ./cmd/")
		switch {
		case strings.HasPrefix(command, "verify ") && strings.ContainsAny(command, "[…"): // a synopsis
			last = -1
		case strings.HasPrefix(command, "verify "):
			command, _, _ = strings.Cut(command, "   #")
			out = append(out, documented{file: file, line: strings.TrimSpace(command), skip: skip})
			last = len(out) - 1
		case strings.HasPrefix(code, "go "):
			last = -1
		case last >= 0:
			out[last].want = append(out[last].want, code)
		}
	}
	return out
}

// times are what differs from run to run.
var times = regexp.MustCompile(` +[\d.]+ s\b`)

// TestDocumented runs the command lines of README and doc, except for those that say why they cannot be
// run, and compares what they print with what is shown below them.
func TestDocumented(t *testing.T) {
	files, err := filepath.Glob("../../doc/*.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range append(files, "../../README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range commands(filepath.Base(file), string(text)) {
			n++
			t.Run(d.file+"/"+d.line, func(t *testing.T) {
				if d.skip != "" {
					t.Skip(d.skip)
				}
				if !*update {
					t.Parallel()
				}
				d.run(t, file)
			})
		}
	}
	if n < 5 {
		t.Errorf("only %d commands", n)
	}
}

func (d *documented) run(t *testing.T, file string) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() // which the commands may write to
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(examples)); err != nil {
		t.Fatal(err)
	}
	line := d.line
	if args := strings.Fields(line); !strings.Contains(line, "--method ") && (args[1] == "explain" || strings.Contains(args[1], ".c") || strings.HasPrefix(args[1], "--")) {
		line += " --effort 1000" // all methods end, however slow the machine is
	}
	stdout, stderr, status := shell(t, dir, line)
	if status == exitBadInput && len(d.want) == 0 || status == exitInternal { // what is refused on purpose is shown
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	if *update && len(d.want) > 0 && !strings.Contains(strings.Join(d.want, ""), "…") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shown := "    " + strings.Join(d.want, "\n    ") + "\n"
		fresh := "    " + strings.ReplaceAll(strings.TrimSuffix(stdout, "\n"), "\n", "\n    ") + "\n"
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), shown, fresh, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := times.ReplaceAllString(stdout+stderr, " TIME")
	for _, w := range d.want {
		w = strings.TrimSpace(times.ReplaceAllString(w, " TIME"))
		if w == "" || strings.Contains(w, "…") {
			continue
		}
		at := strings.Index(got, w)
		if at < 0 {
			t.Errorf("%s: %q is not printed, or not there:\n%s%s", d.line, w, stdout, stderr)
			return
		}
		got = got[at+len(w):]
	}
}
