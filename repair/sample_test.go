package repair

import (
	"slices"
	"testing"
)

// TestVarious picks runs that come to different places before any that comes to
// the same ones, and of those the ones that go different ways first.
func TestVarious(t *testing.T) {
	run := func(way uint64, places ...int) *trial {
		r := &trial{ran: make([]bool, 6), way: way}
		for _, p := range places {
			r.ran[p] = true
		}
		return r
	}
	a, b, c, d, e := run(1, 0, 1), run(1, 0, 1), run(2, 0, 2), run(3, 0, 1, 3, 4), run(4, 0, 1)
	all := []*trial{a, b, c, d, e}
	for _, test := range []struct {
		n    int
		want []*trial
	}{
		{1, []*trial{d}},
		{2, []*trial{d, c}},
		{4, []*trial{d, c, a, e}},
		{9, []*trial{d, c, a, e, b}},
	} {
		if got := various(all, test.n); !slices.Equal(got, test.want) {
			t.Errorf("%d of 5: got %d runs, others than wanted", test.n, len(got))
		}
	}
}

// Two functions, one of which only the assertion calls, to see what the other
// one has done.
const observed = `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
#define assert(x) ((x) ? (void)0 : reach_error())
int a[4], n;
void add(int x) { if (n < 3) a[n++] = x; }
int has(int x) {
	for (int i = 0; i < n; i++)
		if (a[i] == x)
			return 1;
	return 0;
}
int main(void) {
	for (int i = 0; i < 4; i++) {
		int x = __VERIFIER_nondet_int();
		add(x);
		assert(has(x) == 1);
	}
	return 0;
}
`

// TestSampledFailures samples runs that fail like the given one, which a change
// has to repair, and changes in functions that only look count for less.
func TestSampledFailures(t *testing.T) {
	s := asserting(t, observed, 5, 6, 7, 8)
	if s.wrong == 0 || len(s.failing) != 1+s.wrong || len(s.learned) != s.wrong {
		t.Fatalf("%d sampled failing runs, %d in all, %d to be passed by the changed text", s.wrong, len(s.failing), len(s.learned))
	}
	if s.sampled == 0 {
		t.Fatal("no sampled right run")
	}
	in := map[string]int{}
	for _, c := range s.tried {
		for _, e := range c.Edits {
			if f := s.functionAt(e); f != nil && c.doubt&InHelper != 0 {
				in[f.Name]++
			}
		}
	}
	if in["has"] == 0 || in["add"] > 0 || in["main"] > 0 {
		t.Errorf("changes in checkHelpers, by function: %v", in)
	}
}

// Where only main is left besides, the function that an assertion calls is tested.
func TestTestedFunction(t *testing.T) {
	s := asserting(t, `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int larger(int a, int b) { return a < b ? a : b; }
int main(void) {
	int x = __VERIFIER_nondet_int();
	if (larger(x, 3) < 3) reach_error();
	return 0;
}
`, 1)
	for _, c := range s.tried {
		if c.doubt&InHelper != 0 {
			t.Fatalf("line %d is in an InHelper", c.Line)
		}
	}
}
