package frontier

import "testing"

// sumOfTwo adds one too little to d; b is right, and another value of it makes the
// output right, too.
const sumOfTwo = `#include <stdio.h>
int main(void) {
	int n, a, b, c, d;
	scanf("%d", &n);
	a = n + 1;
	b = a > 100;
	d = n + 1;
	c = d + 1;
	printf("%d\n", b + c);
	return 0;
}
`

// A state is right if it is the same in the run that another value of the root cause
// sets right, though altering it makes the failure disappear, too.
func TestRightInRightRun(t *testing.T) {
	a := analyse(t, failingRun(t, sumOfTwo, "5\n", "8\n"), Config{})
	wrong := map[int]bool{}
	for i, is := range a.Judged {
		line := a.gr.g.Edge(i).Pos.Line
		wrong[line] = wrong[line] || is
	}
	if is, judged := wrong[6]; is || !judged {
		t.Errorf("line 6: altered %t, taken for wrong %t; it is right", judged, is)
	}
	if !wrong[7] || !wrong[8] {
		t.Errorf("taken for wrong: %v, lines 7 and 8 are", wrong)
	}
	for _, i := range a.Transitive {
		if line := a.gr.g.Edge(i).Pos.Line; line == 6 {
			t.Errorf("line %d is a transitive cause", line)
		}
	}
}
