package verifier

import (
	"context"
	"testing"

	"culprit/analysis/safety"
	"culprit/concolic"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
)

// TestComposite: what programs compute with 128-bit integers and long double is
// exact, and so is where integers of 128 bits overflow.
func TestComposite(t *testing.T) {
	const head = `
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern long __VERIFIER_nondet_long(void);
typedef __int128 wide; typedef unsigned __int128 uwide;
static void check(int ok) { if (!ok) reach_error(); }
int main(void) { `
	for _, c := range []struct{ body, want string }{
		{`long double x = 0.1L; check(x == 0.1);`, "FALSE"},
		{`long double x = 0.1L; check(x != 0.1 && (double)x == 0.1);`, "TRUE"},
		{`long double x = 1; for (int i = 0; i < 3; i++) x /= 3; check(x * 27 == 1);`, "TRUE"},
		{`long double x = 1; x += 0x1p-63L; check(x == 1);`, "FALSE"},
		{`int i = __VERIFIER_nondet_int(); long double x = i; check((int)x == i);`, "TRUE"},
		{`uwide x = (unsigned long)__VERIFIER_nondet_long(); x += (unsigned long)__VERIFIER_nondet_long(); check(x >> 64 != 1);`, "FALSE"},
		{`uwide x = (unsigned long)__VERIFIER_nondet_long(); x += 5; check((unsigned long)x >= 5 || x >> 64 == 1);`, "TRUE"},
		{`wide x = 1; for (int i = 0; i < 4; i++) x *= 1000000007; check(x / 1000000007 % 10 == 3);`, "TRUE"},
		{`wide x = __VERIFIER_nondet_int(); check(x << 100 >> 100 != -2);`, "FALSE"},
	} {
		composite(t, head+c.body+" return 0; }\n", 0, c.want)
	}
	for _, c := range []struct{ body, want string }{
		{`wide x = __VERIFIER_nondet_long(); x = x + x - 1; return x > 3;`, "TRUE"},
		{`wide x = __VERIFIER_nondet_long(); x = x + (((wide)1 << 126) - 1 + ((wide)1 << 126)); return x > 3;`, "FALSE"},
		{`wide x = (wide)-1 << 127; return 1;`, "FALSE"},
		{`uwide x = -1; x = x + x * x; return x > 3;`, "TRUE"},
		{`wide x = (wide)1 << 100; x = x * (__VERIFIER_nondet_int() & 1 ? 5 : (1 << 27)); return x > 3;`, "FALSE"},
		{`long double x = __VERIFIER_nondet_int(); int i = x; return i > 3;`, "TRUE"},
		{`long double x = __VERIFIER_nondet_int(); int i = x * 2; return i > 3;`, "FALSE"},
	} {
		composite(t, head+c.body+" }\n", safety.Overflow, c.want)
	}
}

func composite(t *testing.T, src string, checks safety.Checks, want string) {
	p, err := frontend.Parse("p.c", []byte(src), frontend.Config{PtrBits: 64, Checks: checks})
	if err != nil {
		t.Fatal(src, err)
	}
	r := Verify(context.Background(), p, Config{Replay: interp.Replay, Search: concolic.Search, NoRelevance: true, Work: 20 * work.Second})
	if r.Verdict.String() != want {
		t.Errorf("%s\n\t%v %q, want %s", src, r.Verdict, r.Reason, want)
	}
}
