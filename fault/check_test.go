package fault

import (
	"context"
	"strings"
	"testing"

	"culprit/frontend/frontendtest"
)

// calleeC checks in a function what its caller decided on: the mask is tested
// for the wrong flag, so that the function is called without a word.
const calleeC = `#include <assert.h>
extern void reach_error(void);
extern unsigned input(void);
struct word { const char *text; } list[2] = {{"a"}, {0}};
static void must(int ok) { if (!ok) reach_error(); }
static int find(const char *word) {
	int i;
	for (i = 0; list[i].text; i++)
		must(word != 0);
	return i;
}
int main(void) {
	unsigned mask = 0;
	const char *word = 0;
	if (input() == 1)
		mask = 1;
	if (mask & 1)
		return find(word);
	return 0;
}
`

// TestEvades switches branches before a check. Past it leads one of the function
// that asks; one of its callers may keep that from being called.
func TestEvades(t *testing.T) {
	in := &Input{Prog: frontendtest.Execute(t, calleeC), Failing: &Test{Values: []uint64{1}}}
	if err := Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	res := run(t, PredicateSwitching(), in)
	if got := where(res); got != "17:predicate/1 15:predicate/1 8:predicate/1" {
		t.Error(got)
	}
	for _, l := range res.Locations {
		if around := strings.Contains(l.Reason, "without reaching the check"); around != (l.Pos.Line == 8) || l.Evades != around {
			t.Errorf("line %d: %s", l.Pos.Line, l.Reason)
		}
	}
	r, err := FindRepair(context.Background(), in)
	if err != nil || r == nil || r.Took[0].Pos.Line != 15 { // the earliest
		t.Errorf("%+v, %v", r, err)
	}
}
