package repair

import (
	"slices"
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
)

// TestContradictions: comparisons that exclude each other make a conjunction
// constant, those that cover everything a disjunction.
func TestContradictions(t *testing.T) {
	for cond, want := range map[string]int{
		"a > b && a < b":              1,
		"a > b && b > a":              1,
		"a == b && c && a != b":       1,
		"a >= b && a <= b":            0,
		"a > b && a != b":             0,
		"a > b || a <= b":             1,
		"a < b || a > b":              0,
		"f() > b && f() < b":          0, // it may return something else
		"x > y && x <= y":             0, // floats
		"a > b && (c || a < b)":       0,
		"(a > b && c) && (a < b)":     1,
		"(a < b || c) || (b <= a)":    1,
		"a > b && a < c":              0,
		"a > b && a > b && a - b > 0": 0,
	} {
		src := []byte("int f(void); int g(int a, int b, int c, double x, double y) { return " + cond + "; }\n")
		tree, err := frontend.NewTree([]frontend.Source{{Name: "a.c", Text: src}}, "a.c", frontend.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if got := contradictions(src, tree); got != want {
			t.Errorf("%s: %d, want %d", cond, got, want)
		}
	}
}

// TestReplaces: a number or a variable in place of an access replaces it, another
// index does not.
func TestReplaces(t *testing.T) {
	const text = "m = a[0];"
	s := &search{texts: map[string][]byte{"a.c": []byte(text)}}
	for _, c := range []struct {
		from, to int
		new      string
		want     bool
	}{{4, 8, "0", true}, {4, 8, "n", true}, {6, 7, "1", false}, {4, 8, "a[1]", false}, {0, 1, "n", false}, {0, 0, "if (n)", false}} {
		e := Edit{File: "a.c", Extent: ctree.Extent{Start: c.from, End: c.to}, Text: c.new}
		if got := s.replaces(&Change{Edits: []Edit{e}}); got != c.want {
			t.Errorf("%q for %q: %v", c.new, text[c.from:c.to], got)
		}
	}
}

// TestDoubtful: fixes that disturb right runs come after those that mix abstract
// types, and these after all others; what is no fix stays in its place.
func TestDoubtful(t *testing.T) {
	fix := func(score float64, mixed, disturbing bool) *ranked {
		return &ranked{score: score, best: &tried{reason: "proved", mixed: mixed, disturbing: disturbing}}
	}
	a, b, c, none := fix(9, false, true), fix(8, true, false), fix(6, false, false), &ranked{score: 7}
	lines := []*ranked{a, b, none, c}
	deferDoubtful(lines)
	if !slices.Equal(lines, []*ranked{c, b, none, a}) || c.score != 9 || a.score != 6 {
		t.Errorf("%v", lines)
	}
	if c.choice != 0 || b.choice == 0 || a.choice <= b.choice {
		t.Errorf("choices %d, %d, %d", c.choice, b.choice, a.choice)
	}
}
