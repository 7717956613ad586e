package frontier

import (
	"strings"
	"testing"

	"culprit/fault"
)

// withTests adds other runs: pairs of an input and the expected output.
func withTests(in *fault.Input, passing, failing [][2]string) *fault.Input {
	make := func(c [2]string) *fault.Test {
		return &fault.Test{Stdin: []byte(c[0]), Expect: &fault.Expectation{Output: []byte(c[1]), HasOutput: true}}
	}
	for _, c := range passing {
		in.Passing = append(in.Passing, make(c))
	}
	for _, c := range failing {
		in.Others = append(in.Others, make(c))
	}
	return in
}

// counts has its fault in line 7: the sum of the numbers above 10, and of 10
// itself by mistake.
const counts = `#include <stdio.h>
int main(void) {
	int i, n, x, s = 0;
	scanf("%d", &n);
	for (i = 0; i < n; i++) {
		scanf("%d", &x);
		if (x >= 10)
			s += x;
	}
	printf("%d\n", s);
	return 0;
}
`

// Another initial value would repair the failing run, and so would fewer rounds:
// with the same alteration a passing run fails.
func TestTwoWrongs(t *testing.T) {
	in := failingRun(t, counts, "3\n12 4 10\n", "12\n")
	if got := analyse(t, in, Config{}).lines(analyse(t, in, Config{}).Roots); len(got) == 0 || got[0] == 7 {
		t.Errorf("alone: roots in lines %v", got)
	}
	withTests(in, [][2]string{{"2\n12 4\n", "12\n"}, {"3\n1 2 30\n", "30\n"}, {"1\n5\n", "0\n"}}, nil)
	a := analyse(t, in, Config{})
	if got := a.lines(a.Roots); len(got) != 1 || got[0] != 7 {
		t.Errorf("roots in lines %v: %s", got, a.trail())
	}
	withTests(in, nil, [][2]string{{"1\n10\n", "0\n"}})
	if a := analyse(t, in, Config{Alone: true}); a.lines(a.Roots)[0] == 7 {
		t.Errorf("other runs were asked: %s", a.trail())
	}
}

// What repairs one failing run, and not the others, is not the root cause.
func TestVotes(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int k, a = 3, b = 4, m;
	scanf("%d", &k);
	if (k > 5)
		m = a;
	else
		m = b;
	m = m + 2;
	printf("%d\n", m);
	return 0;
}
`
	in := withTests(failingRun(t, src, "6\n", "4\n"), nil, [][2]string{{"1\n", "5\n"}, {"2\n", "5\n"}})
	a := analyse(t, in, Config{})
	if got := a.lines(a.Roots); len(got) != 1 || got[0] != 9 {
		t.Errorf("roots in lines %v of %s", got, a.trail())
	}
}

// A condition is right for numbers between others for which it is right, and
// may be wrong at the border.
func TestWithin(t *testing.T) {
	seen := [][]float64{{1, 5}, {4, 9}, {7, 8}}
	for _, c := range []struct {
		x    []float64
		want bool
	}{
		{[]float64{4, 8}, true},
		{[]float64{7, 7}, false}, // the difference is 0
		{[]float64{8, 9}, false},
		{[]float64{1, 5}, true},
		{nil, false},
	} {
		if got := within(c.x, seen); got != c.want {
			t.Errorf("%v: %v", c.x, got)
		}
	}
}

// Of an else-if chain the condition that is executed last has no outcome that is
// right, as the one before it is wrong.
func TestElseIf(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n, m;
	scanf("%d", &n);
	if (n > 10)
		m = 1;
	else if (n > 20)
		m = 2;
	else
		m = 3;
	printf("%d\n", m);
	return 0;
}
`
	in := withTests(failingRun(t, src, "10\n", "1\n"), [][2]string{{"2\n", "3\n"}, {"12\n", "1\n"}}, nil)
	if got := analyse(t, in, Config{}).trail(); !strings.Contains(got, "roots [5]") {
		t.Error(got)
	}
}

// Floats are not symbols: values that make the expected number be printed are
// found by executions.
func TestNumeric(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	double r, area, v;
	scanf("%lf", &r);
	area = 3.0 * r * r;
	v = area * 2.5;
	printf("v = %.4f\n", v / (r + 1));
	return 0;
}
`
	if got := analyse(t, failingRun(t, src, "2\n", "v = 10.4720\n"), Config{}).trail(); !strings.HasSuffix(got, "roots [5], transitive [6]") {
		t.Error(got)
	}
}
