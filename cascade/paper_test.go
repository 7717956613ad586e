package cascade_test

import (
	"context"
	"slices"
	"testing"

	"culprit/cascade"
	"culprit/fault"
	"culprit/frontend/frontendtest"

	"github.com/google/go-cmp/cmp"
)

// input is the failing run of a C program.
func input(t testing.TB, src string, test *fault.Test) *fault.Input {
	t.Helper()
	prog := frontendtest.Execute(t, src)
	if test == nil {
		test = &fault.Test{}
	}
	in := &fault.Input{Prog: prog, Failing: test}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	return in
}

func build(t testing.TB, in *fault.Input, c cascade.Config) *cascade.Tree {
	t.Helper()
	tree, err := cascade.Build(context.Background(), in, c)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// lines are the source lines of the statements of a cause that a user sees.
func lines(tree *cascade.Tree, c *cascade.Cause) []int {
	var out []int
	for _, i := range tree.Support(c) {
		if e := tree.Graph.Edge(i); tree.Graph.User(i) && fault.Shown(e) {
			out = append(out, e.Pos.Line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// causeAt is the first cause whose critical condition stands on a line, nil if there
// is none.
func causeAt(tree *cascade.Tree, line int) *cascade.Cause {
	for _, c := range tree.Nodes {
		if tree.Edge(c).Pos.Line == line {
			return c
		}
	}
	return nil
}

// The examples of paper 000, by what its prose says about them. Line numbers
// are those of the programs here.
func TestPaper(t *testing.T) {
	triangle := `#include <assert.h>
enum { SCALENE = 1, ISOSCELES, RIGHT, EQUILATERAL, ILLEGAL };
int result;
int main(void) {
	int class, area, s;
	int a = 6, b = 5, c = 4;
	if (a >= b && b >= c) {
		class = SCALENE;
		if (a == b || b == c)
			class = ISOSCELES;
		if (a * a != b * b + c * c)
			class = RIGHT;
		if (a == b && b == c)
			class = EQUILATERAL;
		if (class == RIGHT)
			area = b * c / 2;
		else {
			s = (a + b + c) / 2;
			area = s * (s - a) * (s - b) * (s - c);
		}
	} else {
		class = ILLEGAL;
		area = 0;
	}
	assert(area == 98);
	return area;
}
`
	tests := []struct {
		name   string
		src    string
		config cascade.Config
		causes map[int][]int // lines of a cause by line of its critical condition
		never  []int         // lines of no critical condition
		// sliced are causes that differ without slicing: then conditions that
		// have nothing to do with the failure can contradict others.
		sliced []int
		levels map[int]int
	}{
		{
			// Figure 1: the second cause is where the class is decided, the third
			// the wrong condition; the critical conditions are these two, the
			// outermost branch and the one after the wrong one, but not the one
			// before it, whose influence the assignment of RIGHT blocks.
			name: "figure 1", src: triangle,
			causes: map[int][]int{25: {6, 16, 25}, 15: {12, 15}, 11: {6, 11}, 7: {6, 7}, 13: {6, 13}},
			never:  []int{9}, sliced: []int{9, 13}, levels: map[int]int{25: 1, 15: 2, 11: 3, 13: 3},
		},
		{
			// Figure 2: with x + 1 for y the formula is satisfiable, with the
			// input for x it is not.
			name: "figure 2",
			src: `#include <assert.h>
int main(void) {
	int t = 1, x, y;
	x = t;
	y = x + 1;
	assert(y == 1);
	return 0;
}
`,
			causes: map[int][]int{6: {3, 4, 5, 6}},
		},
		{
			// Figure 3: first lines 1, 4 and 5, then 2 and 3.
			name: "figure 3",
			src: `#include <assert.h>
int main(void) {
	int x = 0;
	int y = 1;
	if (y == 1)
		x = x + 1;
	assert(x == 0);
	return 0;
}
`,
			causes: map[int][]int{7: {3, 6, 7}, 5: {4, 5}}, levels: map[int]int{7: 1, 5: 2},
		},
		{
			// Figure 6: the branch around the last assignment and the one that
			// kept c from being set are critical, the one inside it is not, for it
			// was not executed.
			name: "figure 6",
			src: `#include <assert.h>
int main(void) {
	int a = 2, b = 1, c = 1, d = 0;
	if (a > 0) {
		if (b < 0)
			if (c != 2)
				c = 2;
		d = c + 3;
	}
	assert(d == 5);
	return 0;
}
`,
			causes: map[int][]int{10: {3, 8, 10}, 4: {3, 4}, 5: {3, 5}},
			never:  []int{6}, levels: map[int]int{10: 1, 4: 2, 5: 2},
		},
		{
			// Table I: the cause is what set x, what stored it, what read it, and
			// the pointer that it was read through; not what set p.
			name: "table I",
			src: `#include <assert.h>
#include <stdlib.h>
int main(void) {
	int x = 2, y = 3;
	int *p = malloc(2 * sizeof(int));
	int *pp = p + 1;
	x = x + 2;
	p[1] = x;
	p[0] = y;
	if (x > 4)
		p[1] = 3;
	assert(*pp == 3);
	return 0;
}
`,
			causes: map[int][]int{12: {4, 6, 7, 8, 12}}, levels: map[int]int{12: 1, 10: 2},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, c := range variants {
				tree := build(t, input(t, tt.src, nil), c.config)
				whole := c.config.NoSlicing
				for line, want := range tt.causes {
					if whole && slices.Contains(tt.sliced, line) {
						continue
					}
					n := causeAt(tree, line)
					if n == nil {
						t.Errorf("%s: no cause at line %d", c.name, line)
						continue
					}
					if d := cmp.Diff(want, lines(tree, n)); d != "" {
						t.Errorf("%s: line %d: %s", c.name, line, d)
					}
					if l := tt.levels[line]; l != 0 && n.Level != l {
						t.Errorf("%s: line %d is on level %d, want %d", c.name, line, n.Level, l)
					}
				}
				for _, line := range tt.never {
					if causeAt(tree, line) != nil && !(whole && slices.Contains(tt.sliced, line)) {
						t.Errorf("%s: line %d is a critical condition", c.name, line)
					}
				}
			}
		})
	}
}

// variants are those of the paper's tables VI to VIII.
var variants = []struct {
	name   string
	config cascade.Config
}{
	{"All", cascade.Config{}},
	{"C+L", cascade.Config{NoSlicing: true, NoIndependence: true, NoSkipping: true}},
	{"SO+SL", cascade.Config{NoCorrect: true}},
	{"None", cascade.Config{NoSlicing: true, NoCorrect: true, NoIndependence: true, NoSkipping: true}},
}

// The calls in which the statements of a cause happened belong to it, also
// those that pass nothing: one of them may be superfluous.
func TestCallsOfCauses(t *testing.T) {
	tree := build(t, input(t, `#include <assert.h>
int n;
static void add(void) {
	n = n + 1;
}
static void twice(void) {
	add();
	add();
}
int main(void) {
	n = 1;
	twice();
	assert(n == 2);
	return 0;
}`, nil), cascade.Config{})
	if got := lines(tree, tree.Root); !slices.Equal(got, []int{4, 7, 8, 11, 12, 13}) {
		t.Errorf("lines %v", got)
	}
	found := map[int]bool{}
	for _, l := range tree.Result().Locations {
		found[l.Pos.Line] = true
	}
	for _, n := range []int{7, 8, 12} {
		if !found[n] {
			t.Errorf("line %d is not in the list", n)
		}
	}
}
