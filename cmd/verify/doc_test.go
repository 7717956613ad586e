package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"culprit/cmd/verify/console"
)

// documented is a command line of a document and what the document says that it prints.
type documented struct {
	file, line string
	want       []string // "…" stands for what is left out
	skip       string   // why it is not run
}

// commands finds the command lines of a document: indented lines, or those of fences, that
// run verify, or begin with "$ ". What follows up to the end of the block is the output.
// A synopsis, with brackets or dots, is not a command. A comment <!-- not run: WHY -->
// before a block says that it cannot be run.
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
		command, prompt := strings.CutPrefix(code, "$ ")
		command = strings.TrimPrefix(command, "go run ./cmd/")
		switch {
		case !prompt && strings.HasPrefix(command, "verify ") && strings.ContainsAny(command, "[…"): // a synopsis
			last = -1
		case prompt || strings.HasPrefix(command, "verify "):
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

// TestDocumented runs the command lines of README and doc, those of a document one after
// the other in one folder, except for those that say why they cannot be run, and compares
// what they print with what is shown below them.
func TestDocumented(t *testing.T) {
	if testing.Short() {
		t.Skip("the commands of the documents are run without -short")
	}
	files := []string{"../../README.md"}
	for _, pattern := range []string{"../../doc/*.md", "../../doc/guides/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil || len(more) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, more...)
	}
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list := commands(filepath.Base(file), string(text))
		n += len(list)
		if len(list) == 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			if !*update {
				t.Parallel()
			}
			dir := t.TempDir() // which the commands may write to
			for _, name := range []string{"examples", "contrib"} {
				there, err := filepath.Abs("../../" + name)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(there)); err != nil {
					t.Fatal(err)
				}
			}
			for _, d := range list {
				t.Run(d.line, func(t *testing.T) {
					if d.skip != "" {
						t.Skip(d.skip)
					}
					for _, tool := range []string{"jq", "patch", "sed"} {
						if _, err := exec.LookPath(tool); err != nil && strings.Contains(d.line, tool+" ") {
							t.Skip(err)
						}
					}
					d.run(t, file, dir)
				})
			}
		})
	}
	if n < 40 {
		t.Errorf("only %d commands", n)
	}
}

// patient has methods look for the likeliest lines until all have ended, however slow the
// machine is, where they look at all.
func patient(line string) string {
	if strings.Contains(line, "--method ") || strings.Contains(line, "--format ") || strings.Contains(line, "--effort ") || strings.Contains(line, " -o ") {
		return line
	}
	line = regexp.MustCompile(`\bverify explain `).ReplaceAllString(line, "verify explain --effort 1000 ")
	return regexp.MustCompile(`\bverify ((?:--[\w-]+ )*)([\w/]+\.(?:c|yml)\b)`).ReplaceAllString(line, "verify --effort 1000 $1$2")
}

func (d *documented) run(t *testing.T, file, dir string) {
	stdout, stderr, status := shell(t, dir, "{ "+patient(d.line)+"\n} 2>&1")                  // as on a terminal
	if status == console.ExitBadInput && len(d.want) == 0 || status == console.ExitInternal { // what is refused on purpose is shown
		t.Fatalf("status %d\n%s%s", status, stdout, stderr)
	}
	if *update && len(d.want) > 0 && !strings.Contains(strings.Join(d.want, ""), "…") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shown := "    " + strings.Join(d.want, "\n    ") + "\n"
		fresh := "    " + strings.ReplaceAll(strings.TrimSuffix(stdout+stderr, "\n"), "\n", "\n    ") + "\n"
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), shown, fresh, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := times.ReplaceAllString(stdout+stderr, " TIME")
	for _, line := range d.want {
		for w := range strings.SplitSeq(line, "…") {
			w = strings.TrimSpace(times.ReplaceAllString(w, " TIME"))
			at := strings.Index(got, w)
			if at < 0 {
				t.Errorf("%s: %q is not printed, or not there:\n%s%s", d.line, w, stdout, stderr)
				return
			}
			got = got[at+len(w):]
		}
	}
}
