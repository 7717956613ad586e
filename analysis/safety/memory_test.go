package safety_test

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/verifier"
)

// example is a program with its expectations.
type example struct {
	name, src, want, property string
	note                      string // a part of an assumption, if there is to be one
	ptrBits, line             int
}

// examples reads a file of programs.
func examples(t *testing.T, file string) []example {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile(`(?m)^-- (\S+) --\n`)
	field := func(src, name, other string) string {
		if m := regexp.MustCompile(`(?m)^// ` + name + `: (.*)$`).FindStringSubmatch(src); m != nil {
			return m[1]
		}
		return other
	}
	var out []example
	at := head.FindAllStringSubmatchIndex(string(data), -1)
	for i, m := range at {
		end := len(data)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		x := example{name: string(data[m[2]:m[3]]), src: string(data[m[1]:end]), ptrBits: 64}
		x.want = field(x.src, "want", "")
		x.property = field(x.src, "property", svcomp.ValidMemsafety)
		x.note = field(x.src, "note", "")
		if field(x.src, "model", "LP64") == "ILP32" {
			x.ptrBits = 32
		}
		for k, l := range strings.Split(x.src, "\n") {
			if strings.HasSuffix(l, "// error") {
				x.line = k + 1
			}
		}
		out = append(out, x)
	}
	return out
}

func (x *example) parse(t *testing.T) *cfg.Program {
	t.Helper()
	p, ok := svcomp.Named(x.property)
	if !ok {
		t.Fatalf("no property %s", x.property)
	}
	prog, err := frontend.Parse(x.name+".c", []byte(x.src), frontend.Config{PtrBits: x.ptrBits, Checks: p.Checks()})
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Check(prog); err != nil {
		t.Fatal(err)
	}
	return prog
}

// place is where a trace ends, in the user's text.
func place(tr *cfg.Trace, at *cfg.Loc) int {
	if at.Pos.IsValid() {
		return at.Pos.Line
	}
	var calls []int
	for _, e := range tr.Edges {
		switch e.Stmt.(type) {
		case *cfg.Call:
			calls = append(calls, e.Pos.Line)
		case *cfg.Return:
			calls = calls[:len(calls)-1]
		}
	}
	for i := len(calls) - 1; i >= 0; i-- {
		if calls[i] > 0 {
			return calls[i]
		}
	}
	return 0
}

func TestMemory(t *testing.T) { checkExamples(t, "testdata/memory.txt") }

// TestLibrary calls functions of the C library with arguments that they may
// not get, and with others.
func TestLibrary(t *testing.T) { checkExamples(t, "testdata/library.txt") }

// TestAddresses looks at the bits of addresses.
func TestAddresses(t *testing.T) { checkExamples(t, "testdata/address.txt") }

// TestLists calls vprintf and its kin.
func TestLists(t *testing.T) { checkExamples(t, "testdata/lists.txt") }

func checkExamples(t *testing.T, file string) {
	t.Helper()
	for _, x := range examples(t, file) {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			prog := x.parse(t)
			c := verifier.Config{Replay: interp.Replay, Library: interp.Ask, NoRelevance: true, Work: work.Minute}
			res := verifier.Verify(context.Background(), prog, c)
			got := res.Verdict.String()
			if res.Verdict == verifier.False {
				tr := res.Traces[0]
				got += " " + tr.Error.Property
				if line := place(tr.Trace, tr.Error); line != x.line {
					t.Errorf("error in line %d (%s), want %d", line, tr.Error.Reason, x.line)
				}
			}
			if !slices.ContainsFunc(prog.Notes, func(n cfg.Note) bool { return strings.Contains(n.Text, x.note) }) && x.note != "" {
				t.Errorf("notes %v, want one with %q", prog.Notes, x.note)
			}
			if got != x.want {
				t.Errorf("%s %s, want %s", got, res.Reason, x.want)
			}
		})
	}
}

// TestUndefined asks for undefined behaviour, all of it or one kind.
func TestUndefined(t *testing.T) { checkExamples(t, "testdata/undefined.txt") }
