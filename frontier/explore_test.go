package frontier

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// No alternate value comes to the statement that prints what was expected: the
// exploration negates one branch after the other, through calls, memory and
// loops.
func TestExplore(t *testing.T) {
	for name, c := range map[string]struct{ src, stdin, output, want string }{
		"branches": {`#include <stdio.h>
int main(void) {
	int n = 3, m = 0;
	n = n * 5;
	if (n > 1000)
		if (n % 7 == 3)
			if (n < 1010)
				m = n;
	printf("%d\n", m);
	return 0;
}
`, "", "1004\n", "[3 5]: [3]; roots [3], transitive []"},
		"memory and calls": {`#include <stdio.h>
static int twice(int x) { return x + x; }
int main(void) {
	int a[3] = {1, 2, 3}, b[3];
	for (int i = 0; i < 3; i++)
		b[i] = twice(a[i]);
	printf("%d\n", b[2]);
	return 0;
}
`, "", "5678\n", "roots [4], transitive [6 2 6 6]"},
		"loop": {`#include <stdio.h>
int main(void) {
	int n, s = 0;
	n = 2;
	while (n > 0)
		s += n--;
	printf("%d\n", s);
	return 0;
}
`, "", "45\n", "roots [3 4], transitive [6 6]"},
		"element": {`#include <stdio.h>
int at[6] = {4, 8, 15, 16, 23, 42};
int main(void) {
	int k;
	k = 1;
	if (at[k + 2] == 42)
		k = at[k] * 3;
	printf("%d\n", k);
	return 0;
}
`, "", "48\n", "roots [5], transitive []"},
		"character": {`#include <stdio.h>
int main(void) {
	int c;
	c = 'a';
	if (c == 'b')
		c = 'x';
	putchar(c - 1);
	return 0;
}
`, "", "w", "roots [4], transitive []"},
	} {
		a := analyse(t, failingRun(t, c.src, c.stdin, c.output), Config{})
		if got := a.trail(); len(got) < len(c.want) || got[len(got)-len(c.want):] != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// The neighbourhood of an element is found among all elements of the object.
func TestNeighbourhood(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	distance := func(p, at uint64) uint64 { return max(p, at) - min(p, at) }
	for range 2000 {
		start, size := uint64(64+r.IntN(20)), uint64(1)<<r.IntN(4)
		length := size * uint64(1+r.IntN(40))
		at := start + size*uint64(r.IntN(int(length/size)))
		if r.IntN(3) == 0 && at+2*size <= start+length {
			at += uint64(r.IntN(int(size))) // not aligned
		}
		var all []uint64
		for p := start; p+size <= start+length; p++ {
			if p != at && distance(p, at)%size == 0 {
				all = append(all, p)
			}
		}
		slices.SortFunc(all, func(p, q uint64) int {
			if d, e := distance(p, at), distance(q, at); d != e {
				return int(d) - int(e)
			}
			return int(q) - int(p)
		})
		all = all[:min(len(all), maxCells)]
		if got := neighbourhood(start, length, at, size); !slices.Equal(got, all) {
			t.Fatalf("around %d in %d, %d bytes, elements of %d: %v, want %v", at, start, length, size, got, all)
		}
	}
}
