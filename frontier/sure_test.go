package frontier

import (
	"slices"
	"testing"
)

// What is printed beside a suspected root cause is what was counted for its ground:
// alone whether the run passes, with other runs whether a passing one keeps passing.
func TestGround(t *testing.T) {
	in := failingRun(t, counts, "3\n12 4 10\n", "12\n")
	check := func(c Config, want Ground) {
		t.Helper()
		a := analyse(t, in, c)
		roots := 0
		for _, l := range a.Result().Locations {
			if l.Comparable.Of > 0 {
				roots++
				if l.Comparable != Calibration[want] {
					t.Errorf("line %d: %+v, want that of %q", l.Pos.Line, l.Comparable, want)
				}
			}
		}
		if roots == 0 || roots > len(a.Roots) {
			t.Errorf("%d locations with it, %d suspected root causes", roots, len(a.Roots))
		}
		for i := range a.gr.g.N() {
			if _, ok := a.Ground(i); ok != slices.Contains(a.Roots, i) {
				t.Errorf("instance %d: %v, root causes %v", i, ok, a.Roots)
			}
		}
	}
	check(Config{}, Wholly)
	withTests(in, [][2]string{{"2\n12 4\n", "12\n"}, {"3\n1 2 30\n", "30\n"}, {"1\n5\n", "0\n"}}, nil)
	check(Config{}, Unasked)
	check(Config{Alone: true}, Wholly)
	in = failingRun(t, printsTwice, "5\n", "6\n7\n")
	check(Config{}, Partly)
}

// printsTwice has two wrong lines of output, of which one value sets right only the
// first.
const printsTwice = `#include <stdio.h>
int main(void) {
	int n, a, b;
	scanf("%d", &n);
	a = n;
	printf("%d\n", a);
	b = 9;
	printf("%d\n", b);
	return 0;
}
`
