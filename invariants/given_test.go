package invariants

import (
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// That inputs are unusual explains nothing: values computed from them stay
// candidates, copies of them in variables are none.
func TestInputsFilterNothing(t *testing.T) {
	const src = `#include <stdio.h>
#include <stdlib.h>
int level, speed;
int table[4] = {1, 2, 3, 4};
int main(int argc, char **argv) {
	level = atoi(argv[1]);
	speed = table[level];
	int far = speed * 10;
	level = far + 1;
	printf("%d\n", level);
	return 0;
}
`
	var good []*fault.Test
	for _, a := range []string{"0", "1", "2"} {
		good = append(good, &fault.Test{Args: []string{a}})
	}
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: &fault.Test{Args: []string{"3"}, Expect: &fault.Expectation{HasOutput: true, Output: []byte("?")}}, Passing: good}
	d := diagnosis(t, in, Options{Good: 8})
	var final []string
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Step == Agreed {
			final = append(final, c.Name)
		}
	}
	got := strings.Join(final, ", ")
	for _, want := range []string{"value stored in level", "value of speed"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in the final set: %s", want, got)
		}
	}
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Step > Unbroken && c.Edge.Pos.Line == 6 {
			t.Errorf("the copy of an input in line 6 is a candidate: %s", c.Name)
		}
	}
}

// A candidate of the final set is in most of the other failing runs, or in as
// many as any.
func TestEnough(t *testing.T) {
	for _, tt := range []struct {
		left      []int
		bad, need int
	}{
		{[]int{8, 3, 0}, 8, 5}, {[]int{4, 3, 0}, 8, 4}, {[]int{0, 0, 0}, 8, 0}, {[]int{0, 0, 0}, 0, 0}, {[]int{1, 0, 1}, 1, 1},
	} {
		r := &run{t: &trained{points: &points{all: []point{{}, {}}}}, flags: []uint8{sliced | failed}}
		for range tt.left {
			r.broken = append(r.broken, []violation{{}})
		}
		if got := r.enough(tt.left, tt.bad); got != tt.need {
			t.Errorf("%v of %d: %d, want %d", tt.left, tt.bad, got, tt.need)
		}
	}
}

// A branch that skips a statement by mistake is in the slice of what the
// statement would have changed.
func TestSkippedStatement(t *testing.T) {
	const src = `#include <stdio.h>
int limit;
int main(void) {
	int d, n = 0;
	scanf("%d %d", &d, &limit);
	if (d > limit)
		n = 1;
	printf("%d\n", n);
	return 0;
}
`
	in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: stdin("4 4")[0], Passing: stdin("1 5", "7 4", "4 3", "3 4")}
	in.Failing.Expect = &fault.Expectation{HasOutput: true, Output: []byte("1\n")}
	d := diagnosis(t, in, Options{Good: 8})
	for i := range d.Candidates {
		if c := &d.Candidates[i]; c.Step == Agreed && c.Edge.Pos.Line == 6 && c.Way {
			return
		}
	}
	t.Errorf("%+v", d.Candidates)
}
