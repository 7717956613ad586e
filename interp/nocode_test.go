package interp

import (
	"testing"

	"culprit/frontend/frontendtest"
)

// TestNoCode tells an exit status of 0 from none.
func TestNoCode(t *testing.T) {
	for _, tc := range []struct {
		name, src string
		none      bool
	}{
		{"end", "int main(void) { }", false},
		{"zero", "int main(void) { return 0; }", false},
		{"exit", "void exit(int); void main(void) { exit(0); }", false},
		{"empty return", "int n; int main(void) { if (n == 0) return; return 3; }", true},
		{"void", "void main(void) { }", true},
		{"void return", "int n; void main(void) { if (n == 0) return; n = 1; }", true},
		{"stale result", "int n; int f(void) { if (n++) return; return 3; } int main(void) { f(); f(); return 0; }", false},
	} {
		p := frontendtest.Execute(t, tc.src)
		if r := Run(p, RunConfig{}); r.Status != Exited || r.Code != 0 || r.NoCode != tc.none {
			t.Errorf("%s: %v, code %d, none %v", tc.name, r.Status, r.Code, r.NoCode)
		}
	}
	// The result of an earlier call is not that of a call without one.
	src := "int n; int f(void) { if (n++) return; return 3; } int main(void) { f(); return f(); }"
	p := frontendtest.Execute(t, src)
	if r := Run(p, RunConfig{}); r.Status == Exited && !r.NoCode {
		t.Errorf("an absent result is used: %v, code %d", r.Status, r.Code)
	}
}
