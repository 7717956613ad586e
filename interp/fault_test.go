package interp

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/interp/code"
)

// section is a program of a file of programs.
type section struct{ name, src string }

// sections splits a file at the lines "-- name --".
func sections(t *testing.T, file string) []section {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []section
	for _, part := range strings.Split("\n"+string(text), "\n-- ")[1:] {
		name, src, ok := strings.Cut(part, " --\n")
		if !ok {
			t.Fatalf("%s: no end of the name in %.40q", file, part)
		}
		out = append(out, section{name, src})
	}
	return out
}

// wantFault is the line and the text of the FAULT comment of a program.
func wantFault(src string) (line int, text string) {
	for i, l := range strings.Split(src, "\n") {
		if _, want, ok := strings.Cut(l, "// FAULT "); ok {
			return i + 1, want
		}
	}
	return 0, ""
}

// TestFaultTexts runs the programs of testdata/faults.txt.
func TestFaultTexts(t *testing.T) {
	for _, s := range rounds.Rows(sections(t, "testdata/faults.txt")) {
		line, want := wantFault(s.src)
		for _, bits := range []int{32, 64} {
			p, err := frontend.Parse("t.c", []byte(s.src), frontend.Config{PtrBits: bits, Execute: true})
			if err != nil {
				t.Errorf("%s: %v", s.name, err)
				continue
			}
			var conf RunConfig
			first, _, _ := strings.Cut(s.src, "\n")
			switch words := strings.Fields(first); {
			case strings.HasPrefix(first, "// args"):
				conf.Args = append([]string{"t"}, words[2:]...)
			case first == "// overflow":
				conf.Checks = code.OverflowCheck
			case first == "// leaks":
				conf.Leaks = Lost
			case first == "// stdin":
				conf.Stdin = strings.NewReader("several words on a line\n")
			case first == "// depth":
				if r := Run(p, conf); r.Status != DepthLimit {
					t.Errorf("%s: %v", s.name, r.Status)
				}
				continue
			}
			r := Run(p, conf)
			if want == "" {
				if r.Status != Exited {
					t.Errorf("%s, %d bits: %v, %v", s.name, bits, r.Status, r.Fault)
				}
				continue
			}
			if r.Fault == nil {
				t.Errorf("%s, %d bits: %v %s, want %s", s.name, bits, r.Status, r.Reason, want)
				continue
			}
			f := *r.Fault
			pattern := regexp.QuoteMeta(want)
			pattern = regexp.MustCompile(`\bM\b`).ReplaceAllString(pattern, `\d+`)
			pattern = regexp.MustCompile(`\bN\b`).ReplaceAllString(pattern, `\d+`)
			got := strings.TrimPrefix(f.Error(), f.At.String()+": ")
			if f.At.Line != line || !regexp.MustCompile("^"+pattern+"$").MatchString(got) {
				t.Errorf("%s, %d bits: line %d, want %d\ngot  %s\nwant %s", s.name, bits, f.At.Line, line, got, want)
			}
		}
	}
}
