package verifier

import (
	"context"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestLoops proves loops that need an invariant which no trace shows, without
// unrolling and value analysis.
func TestLoops(t *testing.T) {
	const head = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
	tests := []struct{ name, src string }{
		{"counters run down", head + `int main() { int n = __VERIFIER_nondet_int(), i = 0, k = 0, j = 0;
			while (i < n) { i++; k++; }
			while (j < n) { if (k <= 0) reach_error(); j++; k--; } }`},
		{"parity survives loops", head + `int main() { int x = 0;
			while (x < 1000000) x += 2;
			if (x % 2 != 0) reach_error();
			while (x < 100000000) x += 2;
			if (x % 2 != 0) reach_error(); }`},
		{"choices are copied", head + `int main() { int token = __VERIFIER_nondet_int(), local = token, n = 0;
			while (__VERIFIER_nondet_int()) { token++; local++; n++; }
			if (token != local) reach_error(); }`},
		{"implied predicates of untouched variables", head + `int main() { signed char x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
			if (y <= 0 || x < 0) return 0;
			signed char a = x, b = y, t;
			while (b != 0) { t = b; b = a % b; a = t; }
			if (a > y) reach_error(); }`},
	}
	for _, test := range tests {
		p := frontendtest.Parse(t, test.src, frontend.Config{PtrBits: 64})
		r := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 20 * work.Second, NoBMC: true, NoValues: true})
		if r.Verdict != True {
			t.Errorf("%s: %v %s", test.name, r.Verdict, r.Reason)
		} else {
			t.Logf("%s: %d iterations, %v", test.name, r.Stats.Iterations, r.Stats.Wall)
		}
	}
}
