package interp_test

import (
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// TestNotKnown: a value that an execution does not know may be copied, and
// stops it where it decides anything.
func TestNotKnown(t *testing.T) {
	const head = `extern int __number(int); struct s { int a, b; }; static int id(int x) { return x; }
int main(void) { int n = __number(1); `
	for _, c := range []struct {
		body  string
		stops bool
	}{
		{`struct s x = { n, 2 }, y = x; return y.b;`, false},
		{`int k = id(n), a[2]; a[0] = k; return 0;`, false},
		{`if (n > 0) return 1; return 0;`, true},
		{`struct s x = { n, 2 }, y = x; return y.a == 5;`, true},
		{`return id(n);`, true},
		{`int a[2] = { 0 }; a[0] = n; a[0] = 3; return a[0] - 3;`, false},
		{`int a[2] = { 0 }; return a[n & 1];`, true},
	} {
		p := frontendtest.Parse(t, head+c.body+" }\n", frontend.Config{Execute: true})
		r := interp.Run(p, interp.RunConfig{})
		stopped := r.Status == interp.Unsupported && strings.Contains(r.Reason, "n = __number(1) at t.c:2:")
		if stopped != c.stops || !stopped && (r.Status != interp.Exited || r.Code > 2) {
			t.Errorf("%s\n\t%v %q %d", c.body, r.Status, r.Reason, r.Code)
		}
	}
}
