package repair

import (
	"maps"
	"slices"
	"testing"

	"culprit/frontend/frontendtest"
)

// TestCounters tells counters of loops from results.
func TestCounters(t *testing.T) {
	prog := frontendtest.Execute(t, `int in(void);
int total;
int main(void) {
	int n = in(), product = 1, most = 0, left = 3, late = 0, once = 1;
	for (int i = 2; i <= n; i++) {
		if (n % i == 0) {
			n = n / i;
			product *= i;
			i = 1;
		}
		if (i > most)
			most = i;
	}
	while (left > 0 && n > 0)
		left--;
	for (late = 0; late < 9; late++)
		total += late;
	if (once)
		total += late;
	return product;
}
int in(void) { return 12; }
`)
	var got []string
	for d := range maps.Keys(counters(prog)) {
		got = append(got, d.name)
	}
	slices.Sort(got)
	if want := []string{"i", "left"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// primes misses prime factors that a number has twice.
const primes = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int n = __VERIFIER_nondet_int(), given = n, product = 1;
	if (n <= 0 || n > 1000)
		return 0;
	for (int i = 2; i <= n; i++) {
		if (n % i == 0) {
			product *= i;
			n = n / i;
			i = 2;
		}
	}
	if (product != given)
		reach_error();
	return 0;
}
`

// TestCounterIsNoResult accepts a change that leaves another counter.
func TestCounterIsNoResult(t *testing.T) {
	s := asserting(t, primes, 4)
	s.execute(t.Context(), 0, len(s.tried), 1)
	for _, c := range s.tried {
		if c.Line == 11 && c.Edits[0].Text == "1" {
			if !c.all {
				t.Errorf("%+v passes %v, keeps %d of %d", c.Change, c.passes, c.kept, c.seen)
			}
			return
		}
	}
	t.Error("i = 1 is not tried")
}
