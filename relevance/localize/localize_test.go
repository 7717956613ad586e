package localize

import (
	"context"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// TestLongRun marks the statements of a run of 30,000 instances.
func TestLongRun(t *testing.T) {
	in := &fault.Input{Failing: &fault.Test{}, Prog: frontendtest.Execute(t, `#include <assert.h>
static int seen[64], last;
static void note(int x) {
	seen[x & 63]++;
	last = x;
}
int main(void) {
	int i, n = 6000, limit = 5990;
	for (i = 0; i < n; i++)
		note(i);
	assert(last < limit);
	return 0;
}
`)}
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	res, err := Method().Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	marked := map[int]bool{}
	for _, l := range res.Locations {
		marked[l.Pos.Line] = true
	}
	if res.Stats.Instances < 30_000 || !marked[5] || !marked[8] || marked[4] {
		t.Errorf("%d instances, marked are the lines %v", res.Stats.Instances, marked)
	}
}

// TestFailingTests counts in how many failing tests statements are relevant.
func TestFailingTests(t *testing.T) {
	prog := frontendtest.Execute(t, `#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
	int n = atoi(argv[1]), limit = 3, odd = 0;
	if (n % 2) odd = 1;
	if (odd && n > 10) return 0;
	assert(n < limit);
	return 0;
}
`)
	test := func(arg string) *fault.Test {
		return &fault.Test{Name: arg, Args: []string{arg}, Expect: &fault.Expectation{}}
	}
	in := &fault.Input{Prog: prog, EachList: true, Oracle: &fault.Oracle{}, Failing: test("5"), Others: []*fault.Test{test("4"), test("12"), test("7")}}
	defer in.Close()
	if err := fault.Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	res, err := Method().Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for i, l := range res.Locations {
		if l.OfTests != 4 || !strings.HasSuffix(l.Reason, "of 4 failing tests") || i > 0 && l.InTests > res.Locations[i-1].InTests {
			t.Errorf("line %d: relevant in %d of %d: %s", l.Pos.Line, l.InTests, l.OfTests, l.Reason)
		}
		got[l.Edge.Text] = l.InTests
	}
	if got["limit = 3"] != 4 || got["odd = 1"] > 2 {
		t.Errorf("%v", got)
	}
}
