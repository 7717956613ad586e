package suite

import (
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		line  string
		args  []string
		stdin string
	}{
		{"", nil, ""},
		{" 958 1 -3 \t", []string{"958", "1", "-3"}, ""},
		{"7 1 < input/a.58", []string{"7", "1"}, "input/a.58"},
		{"<a b", []string{"b"}, "a"},
		{`'a b' "c d" e\ f ''`, []string{"a b", "c d", "e f", ""}, ""},
		{`'f)n'\'':Ig"_@4},' < x]`, []string{`f)n':Ig"_@4},`}, "x]"},
		{`"a\"b\\c\d"x'y'`, []string{`a"b\c\dxy`}, ""},
		{"a # b", []string{"a"}, ""},
		{`"a$ b$" c$ $%`, []string{"a$ b$", "c$", "$%"}, ""},
		{"*4 a?", []string{"*4", "a?"}, ""},
		{"a#b", []string{"a#b"}, ""},
	} {
		got, err := parseCommand(c.line)
		if err != nil || !slices.Equal(got.args, c.args) || got.stdin != c.stdin {
			t.Errorf("%q: got %q < %q, %v", c.line, got.args, got.stdin, err)
		}
	}
	for _, line := range []string{"a | b", "a; b", "$x", "`x`", `"$x"`, "a > b", "'a", `"a`, `a\`, "<", "<a <b", "< <a", "'a\r\n'", "'a\x00'"} {
		if got, err := parseCommand(line); err == nil {
			t.Errorf("%q: got %q, want an error", line, got)
		}
	}
}

// TestParseCommandShell compares the words with those of a shell.
func TestParseCommandShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "%", "[", "]", "'", "'", `"`, `"`, `\`, " ", " ", "#", "=", "@", "!", "-1", "\t", "{", "}", "^", "$", "$"}
	tried := 0
	for range 2000 {
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		line := b.String()
		got, err := parseCommand(line)
		if err != nil {
			continue
		}
		tried++
		if tried > 300 {
			break
		}
		out, err := exec.Command(sh, "-c", `printf '%s\n' `+"x "+line).Output()
		if err != nil {
			t.Fatalf("%q: the shell refuses it: %v; got %q", line, err, got.args)
		}
		want := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")[1:]
		if !slices.Equal(got.args, want) {
			t.Fatalf("%q: got %q, want %q", line, got.args, want)
		}
	}
}

func FuzzParseCommand(f *testing.F) {
	f.Add(`'a b' "c\"d" < x`)
	f.Add("0\u0080")
	f.Add("0\u0081")
	f.Add("\"\r\r\n\"")
	f.Add("\"\r\x00\n\"")
	f.Fuzz(func(t *testing.T, line string) {
		c, err := parseCommand(line)
		if err != nil {
			return
		}
		// Quoted again, the words come back.
		var b strings.Builder
		for _, a := range c.args {
			b.WriteString(" '" + strings.ReplaceAll(a, "'", `'\''`) + "'")
		}
		again, err := parseCommand(b.String())
		if err != nil || !slices.Equal(again.args, c.args) {
			t.Fatalf("%q: %q, again %q, %v", line, c.args, again.args, err)
		}
	})
}
