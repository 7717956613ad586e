package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompletion asks the shells that there are what they complete.
func TestCompletion(t *testing.T) {
	scripts := map[string]string{}
	files := map[string]string{"prog.c": ""}
	for _, shell := range []string{"bash", "zsh", "fish", "man"} {
		out, errs, status := verify(t, ".", "completion", shell)
		if status != 0 || errs != "" {
			t.Fatalf("%s: status %d, %s", shell, status, errs)
		}
		scripts[shell], files[shell] = out, out
	}
	dir := folder(t, files)
	run := func(t *testing.T, name string, args ...string) string {
		t.Helper()
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		cmd := exec.Command(path, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	lines := []struct {
		words string // the last one is completed
		want  []string
	}{
		{"verify --mul", []string{"--multi-trace"}},
		{"verify ex", []string{"explain"}},
		{"verify explain --meth", []string{"--method"}},
		{"verify explain prog.c --mini", []string{"--minimize"}},
		{"verify run --allow", []string{"--allow-uninit"}},
		{"verify prog.c --format js", []string{"json"}},
		{"verify --format s", []string{"sarif"}},
		{"verify dump c", []string{"cfg"}},
		{"verify witness l", []string{"lint"}},
	}
	t.Run("bash", func(t *testing.T) {
		for _, l := range lines {
			out := run(t, "bash", "--norc", "-c", `. ./bash; COMP_WORDS=(`+l.words+`); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _verify; printf '%s\n' "${COMPREPLY[@]}"`)
			if got := strings.Fields(out); strings.Join(got, " ") != strings.Join(l.want, " ") {
				t.Errorf("%s: %q, want %q", l.words, got, l.want)
			}
		}
	})
	t.Run("fish", func(t *testing.T) {
		for _, l := range lines {
			out := run(t, "fish", "--no-config", "-c", "source fish; complete -C '"+l.words+"'")
			if !strings.Contains(out, l.want[0]) {
				t.Errorf("%s: %q, want %q", l.words, out, l.want)
			}
		}
	})
	t.Run("zsh", func(t *testing.T) {
		if out := run(t, "zsh", "-f", "-n", "zsh"); out != "" {
			t.Error(out)
		}
	})
	t.Run("man", func(t *testing.T) {
		if !strings.Contains(scripts["man"], ".SH VERIFY EXPLAIN") || !strings.Contains(scripts["man"], `\-\-multi\-trace`) {
			t.Errorf("the page lacks commands or options:\n%.500s", scripts["man"])
		}
		out := run(t, "man", "--warnings", "-l", "-P", "cat", filepath.Join(dir, "man"))
		if strings.Contains(out, "warning:") || !strings.Contains(out, "unreach-call") {
			t.Errorf("%.500s", out)
		}
	})
}

// TestCommands says which command was meant.
func TestCommands(t *testing.T) {
	dir := folder(t, map[string]string{"rum": safeC, "bad.c": badC})
	for word, want := range map[string]string{
		"explian": "explain", "exlain": "explain", "witnes": "witness", "dmup": "dump", "rnu": "run", "hepl": "help",
		"gone": "", "bench": "", "bad.c": "", "rum": "", // a file
	} {
		_, stderr, _ := verify(t, dir, word, "more.c")
		if got := strings.Contains(stderr, "did you mean verify "+want+"?"); got != (want != "") || want == "" && strings.Contains(stderr, "did you mean") {
			t.Errorf("%s: %s", word, stderr)
		}
	}
}

// TestColour: colours are for a terminal, unless someone asks for them.
func TestColour(t *testing.T) {
	dir := folder(t, map[string]string{"bad.c": badC})
	for _, tt := range []struct {
		args    string
		colours bool
	}{
		{"bad.c", false}, {"bad.c --color auto", false}, {"bad.c --color=always", true}, {"--color=never bad.c", false}, {"explain bad.c --color=always", true},
		{"explain bad.c", false}, {"--color=always --help", false},
	} {
		stdout, stderr, _ := verify(t, dir, strings.Fields(tt.args)...)
		if got := strings.Contains(stdout, "\x1b["); got != tt.colours || strings.Contains(stderr, "\x1b") {
			t.Errorf("%s: colours %v, want %v; %q", tt.args, got, tt.colours, stderr)
		}
	}
}
