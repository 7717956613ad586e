package frontier

import (
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

// Exhaustive exploration comes to the same states, with more executions.
func TestExhaustive(t *testing.T) {
	in := failingRun(t, source(t, "middle.c"), "2\n1\n3\n", "2\n")
	sparse, all := analyse(t, in, Config{}), analyse(t, in, Config{Exhaustive: true})
	if sparse.trail() != all.trail() || sparse.Altered != all.Altered || sparse.reruns >= all.reruns {
		t.Errorf("%s, %d runs; exhaustive %s, %d runs", sparse.trail(), sparse.reruns, all.trail(), all.reruns)
	}
}
