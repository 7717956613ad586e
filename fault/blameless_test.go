package fault

import (
	"context"
	"slices"
	"testing"
)

// Lines that only take inputs, those of the check, and what is noted for it alone are not to
// blame; lines that compute with inputs are.
func TestBlameless(t *testing.T) {
	const src = `extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
void check(int cond) {
	if (!cond)
		reach_error();
}
int less(int a, int b) { return a - b; }
int main(void) {
	int x = __VERIFIER_nondet_int();
	int c = __VERIFIER_nondet_uchar();
	int y = x;
	int z = __VERIFIER_nondet_int() + 1;
	if (less(__VERIFIER_nondet_int(),
			__VERIFIER_nondet_int()) > 100)
		y++;
	int rounds = 0;
	rounds++;
	if (rounds > 2)
		reach_error();
	check(y + c < z);
	return 0;
}
`
	in := input(t, src, &Test{Values: []uint64{5, 1, 0, 0, 0}})
	defer in.Close()
	if got := blameless(in); !slices.Equal(got, []int{5, 6, 10, 11, 15, 17, 18, 21}) {
		t.Error(got)
	}
}

// Numbers in the text of a test are not to blame, what it computes is; nor is the assertion that
// fails suspected where another one holds.
func TestBlamelessTest(t *testing.T) {
	const src = `extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, "t.c", 1, "f"))
int area(int w, int h) { return w + h; }
int main(void) {
	int w = 2;
	int h = 2;
	assert(area(w, h) == 4);
	w = 3;
	h = w + 2;
	assert(area(w, h) == 15);
	return 0;
}
`
	in := input(t, src, &Test{})
	defer in.Close()
	if got := blameless(in); !slices.Equal(got, []int{5, 6, 8, 10}) {
		t.Error(got)
	}
	res, err := Symptom().Run(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range res.Locations {
		if l.Shows {
			t.Error(l.Pos.Line)
		}
	}
}

// blameless are the numbers of the lines that are not to blame, in order.
func blameless(in *Input) (out []int) {
	for _, l := range in.Blameless(context.Background()) {
		out = append(out, l.N)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
