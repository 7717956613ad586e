package fault

import (
	"context"
	"strings"
	"testing"
)

// repairOf finds a repair; lines are those of what is switched.
func repairOf(t *testing.T, src string, test *Test) (p *Repair, lines []int) {
	t.Helper()
	in := input(t, src, test)
	defer in.Close()
	p, err := FindRepair(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if p != nil {
		for _, e := range p.Took {
			lines = append(lines, e.Pos.Line)
		}
	}
	return p, lines
}

func output(text string) *Expectation { return &Expectation{Output: []byte(text), HasOutput: true} }

func TestRepairOfOneBranch(t *testing.T) {
	p, lines := repairOf(t, sumC, &Test{Expect: status(11)})
	if p == nil || p.Right >= 0 || len(lines) != 1 || lines[0] != 6 {
		t.Errorf("%+v at %v", p, lines)
	}
}

// A truth value that is assigned is a predicate, too.
func TestRepairOfAssignedTruth(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int a = 3, b = 4;
	int ok = a > 2 && b > 4;
	printf("%d\n", 10 * ok + a);
	return 0;
}
`
	p, lines := repairOf(t, src, &Test{Expect: output("13\n")})
	if p == nil || p.Right >= 0 || len(lines) != 1 || lines[0] != 4 || !p.Forces[0].SetValue {
		t.Errorf("%+v at %v", p, lines)
	}
}

// A fault in a loop takes one switch for each round that it spoils.
func TestRepairOfSeveralRounds(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	for (int i = 0; i < 8; i++) {
		if (i > 2)
			continue;
		printf("%d\n", i);
	}
	return 0;
}
`
	p, lines := repairOf(t, src, &Test{Expect: output("0\n1\n2\n3\n4\n5\n6\n")})
	if p == nil || p.Right >= 0 || len(lines) != 4 {
		t.Fatalf("%+v at %v", p, lines)
	}
	for _, l := range lines {
		if l != 4 {
			t.Errorf("switched at %v", lines)
		}
	}
}

// Of several switches that make the run pass the earliest is taken.
func TestRepairIsEarliest(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int flag = 0, n = 3;
	if (n > 2)
		flag = 1;
	if (flag)
		n = 7;
	if (n == 3)
		printf("right\n");
	return 0;
}
`
	p, lines := repairOf(t, src, &Test{Expect: output("right\n")})
	if p == nil || p.Right >= 0 || len(lines) != 1 || lines[0] != 4 {
		t.Errorf("%+v at %v", p, lines)
	}
}

// Two switches together, where none alone shows any progress: of an assertion, and
// of an output of one word.
func TestRepairOfTwoBranches(t *testing.T) {
	const src = `#include <assert.h>
#include <stdio.h>
int main(void) {
	int w = 2, h = 3, area = 1;
	if (w > 2)
		area = area * w;
	if (h > 3)
		area = area * h;
	%s
	return 0;
}
`
	for end, x := range map[string]*Expectation{"assert(area == 6);": {}, `printf("%d\n", area);`: output("6\n")} {
		p, lines := repairOf(t, strings.Replace(src, "%s", end, 1), &Test{Expect: x})
		if p == nil || p.Right >= 0 || len(lines) != 2 || lines[0] != 5 || lines[1] != 7 {
			t.Errorf("%s: %+v at %v", end, p, lines)
		}
	}
}

// The second line cannot be repaired by a predicate. What is right beyond the
// first wrong word is a repair of the rest.
func TestRepairInPart(t *testing.T) {
	const src = `#include <stdio.h>
int main(void) {
	int n = 5;
	if (n > 5)
		n++;
	printf("%d\n", n);
	printf("%d\n", 3 * n);
	return 0;
}
`
	p, lines := repairOf(t, src, &Test{Expect: output("6\n17\n")})
	if p == nil || p.Right < 2 || len(lines) != 1 || lines[0] != 4 {
		t.Errorf("%+v at %v", p, lines)
	}
	if p, lines := repairOf(t, src, &Test{Expect: output("8\n17\n")}); p != nil {
		t.Errorf("%+v at %v", p, lines)
	}
}

// A second assertion, which the run only comes to when it is changed, is no predicate.
func TestRepairSparesOtherAssertions(t *testing.T) {
	const src = `#include <assert.h>
int main(void) {
	int a = 3, x = 2;
	if (a > 2)
		x = 1;
	assert(x == 2);
	assert(a == 5);
	return 0;
}
`
	if p, lines := repairOf(t, src, &Test{Expect: status(0)}); p != nil {
		t.Errorf("%+v at %v", p, lines)
	}
}

// Where only leaving the loop that checks makes the run pass, the repair says so.
func TestRepairThatEvades(t *testing.T) {
	const src = `#include <assert.h>
int main(void) {
	int sum = 0;
	for (int i = 0; i < 4; i++) {
		sum += i;
		assert(sum < 6);
	}
	return 0;
}
`
	p, lines := repairOf(t, src, &Test{Expect: status(0)})
	if p == nil || !p.Evades || len(lines) != 1 || lines[0] != 4 {
		t.Errorf("%+v at %v", p, lines)
	}
	if p, _ := repairOf(t, sumC, &Test{Expect: status(11)}); p == nil || p.Evades {
		t.Errorf("%+v", p)
	}
}
