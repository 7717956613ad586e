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
	if err := Locate(context.Background(), in); err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, l := range in.Blameless(context.Background()) {
		got = append(got, l.N)
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, []int{5, 6, 10, 11, 15, 17, 18, 21}) {
		t.Error(got)
	}
}
