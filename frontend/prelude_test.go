package frontend

import (
	"sort"
	"strings"
	"testing"
)

// TestPreludeParses checks that every part of the prelude is a C function
// that lowers without notes in both data models.
func TestPreludeParses(t *testing.T) {
	var names []string
	for n := range preludeParts {
		names = append(names, n)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, n := range names {
		b.WriteString(preludeParts[n].text + "\n")
	}
	b.WriteString("int main(void) { return 0")
	for _, n := range names {
		b.WriteString("\n + ((int (*)())" + preludePrefix + n + " != 0)")
	}
	b.WriteString("; }\n")
	for _, bits := range []int{32, 64} {
		p, err := Parse("p.c", []byte(b.String()), Config{PtrBits: bits})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(p.Procs); got != len(names)+1 {
			t.Errorf("%d procedures for %d functions", got, len(names))
		}
		for _, l := range p.Locs {
			if l.Kind != 0 {
				t.Errorf("%v: %s", l.Pos, l.What)
			}
		}
		for _, n := range p.Notes {
			if !strings.Contains(n.Text, "long double") {
				t.Errorf("%v: %s", n.Pos, n.Text)
			}
		}
	}
}
