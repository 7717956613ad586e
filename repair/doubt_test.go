package repair

import (
	"slices"
	"testing"

	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
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
		"a % 1 + b * 0":               2,
		"a % 2 + b * 1":               0,
		"u >= 0":                      1,
		"0 > u || a >= 0":             1,
		"u > 0 || 0 < u":              0,
	} {
		src := []byte("int f(void); int g(int a, int b, int c, double x, double y, unsigned u) { return " + cond + "; }\n")
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
		e := candidate.Edit{File: "a.c", Extent: ctree.Extent{Start: c.from, End: c.to}, Text: c.new}
		if got := s.replaces(&candidate.Change{Edits: []candidate.Edit{e}}); got != c.want {
			t.Errorf("%q for %q: %v", c.new, text[c.from:c.to], got)
		}
	}
}

// TestDoubtful: fixes that disturb right runs come after doubtful ones, and these
// after all others; what is no fix stays in its place.
func TestDoubtful(t *testing.T) {
	fix := func(score float64, doubt Doubt, disturbing bool) *ranked {
		return &ranked{score: score, best: &tried{reason: "proved", doubt: doubt, disturbing: disturbing}}
	}
	a, b, c, none := fix(9, 0, true), fix(8, Mixed, false), fix(6, 0, false), &ranked{score: 7}
	lines := []*ranked{a, b, none, c}
	deferDoubtful(lines)
	if !slices.Equal(lines, []*ranked{c, b, none, a}) || c.score != 9 || a.score != 6 {
		t.Errorf("%v", lines)
	}
	if c.choice != 1 || b.choice != 2 || a.choice != 3 {
		t.Errorf("choices %d, %d, %d", c.choice, b.choice, a.choice)
	}
}

// TestUnread: parameters that nothing reads are told, and values that are
// assigned for nothing.
func TestUnread(t *testing.T) {
	const right = "int f(int a, int b) { int c = a + b; return c; }"
	count := func(text string) ignored {
		prog, err := frontend.ParseFiles([]frontend.Source{{Name: "a.c", Text: []byte(text + " int main(void) { return f(1, 2); }")}}, frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(err)
		}
		return unread(prog)
	}
	for text, want := range map[string]bool{
		right: false,
		"int f(int a, int b) { int c = a + a; return c; }":                  true, // b
		"int f(int a, int b) { int c = a + b; return a; }":                  true, // c
		"int f(int a, int b) { int c = a; c = a + b; return c; }":           true,
		"int f(int a, int b) { int c = a; c += b; return c; }":              false,
		"int f(int a, int b) { while (a < b) a++; return a; }":              false,
		"int f(int a, int b) { a = 1; return a + b; }":                      true,
		"int f(int a, int b) { int c = 0, *p = &c; *p = a + b; return c; }": false,
	} {
		if got := count(text).more(count(right)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestNarrowed: what is computed in a wider type than it is kept in is told.
func TestNarrowed(t *testing.T) {
	for text, want := range map[string]int{
		"int f(int a) { return a * 2; }":                            0,
		"int f(int a) { return (long long)a * 2; }":                 1,
		"int f(long long a) { int b = a + 1; b = a; return 0; }":    2,
		"long long f(int a) { return (long long)a * 2; }":           0,
		"int f(long long a) { return a % 7; }":                      0,
		"int f(long long a, double d) { int i = d; return a > i; }": 0,
	} {
		tree, err := frontend.NewTree([]frontend.Source{{Name: "a.c", Text: []byte(text)}}, "a.c", frontend.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if got := misused(tree); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
