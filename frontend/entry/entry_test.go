package entry

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/frontend/cpp"
	"culprit/frontend/parse"
	"culprit/internal/gcc"
	"culprit/internal/golden"
)

func parsed(t *testing.T, name string) *parse.Units {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	units, err := parse.Files([]parse.Source{{Name: name, Text: text}}, cpp.Config{PtrBits: 64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return units
}

// TestText: the text for one function of each kind, with what is assumed, and what is
// refused. gcc compiles all of it.
func TestText(t *testing.T) {
	const name = "testdata/kinds.c"
	units := parsed(t, name)
	var out bytes.Buffer
	dir := t.TempDir()
	_, gccErr := exec.LookPath("gcc")
	for _, f := range Functions(units, "*") {
		h, err := New(units, 0, Config{Function: f, Length: 2, Depth: 2})
		if err != nil {
			fmt.Fprintf(&out, "%v\n\n", err)
			continue
		}
		fmt.Fprintf(&out, "%s\n", h.Text)
		if gccErr != nil {
			continue
		}
		file := filepath.Join(dir, f+".c")
		text := slices.Concat(units.Files[0].Text, []byte(h.Text))
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := (gcc.Compiler{}).Compile(t.Context(), file, filepath.Join(dir, "out"), 64, "-c", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	golden.Check(t, "kinds.golden", out.Bytes())
}

// TestChoices: what the user says about the arguments is in the text, and among what is
// assumed.
func TestChoices(t *testing.T) {
	units := parsed(t, "testdata/kinds.c")
	for _, c := range []struct {
		config Config
		text   []string
		said   []string
	}{
		{Config{Function: "text", Length: 3, Null: true}, []string{"if (__VERIFIER_nondet_bool()) {"}, []string{"s may be null", "s is a string of at most 3 characters (--length)"}},
		{Config{Function: "text", Length: 3, Assume: []string{"len(s) > 2"}}, []string{"#define len(p) p##_length", "__VERIFIER_assume(len(s) > 2);"}, []string{"len(s) > 2"}},
		{Config{Function: "array", Length: 40}, []string{"__VERIFIER_assume(n <= 40);", "__VERIFIER_nondet_memory(block1, n * sizeof *block1);"}, []string{"n is the number of elements behind a, at most 40 (--length)"}},
		{Config{Function: "lists", Length: 2, Depth: 1}, []string{"(*block1).next = 0;"}, []string{"chains of struct list end after at most 1 (--depth-of-links)"}},
		{Config{Function: "taken", Length: 2, Depth: 1}, nil, []string{"a leads to what the function takes it for, vec", "b leads to what the function takes it for, vec"}},
	} {
		h, err := New(units, 0, c.config)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.text {
			if !strings.Contains(h.Text, s) {
				t.Errorf("%s: no %q in\n%s", c.config.Function, s, h.Text)
			}
		}
		for _, s := range c.said {
			if !slices.Contains(h.Preconditions, s) {
				t.Errorf("%s: %q is not among %q", c.config.Function, s, h.Preconditions)
			}
		}
	}
	if _, err := New(units, 0, Config{Function: "trees", Length: 4, Depth: 12}); err == nil {
		t.Error("a tree of 4,095 nodes is no error")
	}
}
