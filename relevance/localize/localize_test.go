package localize

import (
	"context"
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
