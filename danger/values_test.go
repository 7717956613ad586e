package danger

import (
	"strings"
	"testing"

	"culprit/logic"
)

// TestValuesRepeat follows the values of variables that one letter computes from each
// other: the terms that this makes are sorted by when they were made, and have to be
// the same in each run.
func TestValuesRepeat(t *testing.T) {
	terms := func() string {
		s := parse(t, `extern int __VERIFIER_nondet_int(void);
			int main(void) { int s = 1, a = 1, b = 1, c = 1, d = 1;
			while (__VERIFIER_nondet_int()) {
				a = s + 3; b = s + 5; c = s + 7; d = s + 9;
				if (a == 4) s = 2; else if (b == 7) s = 3; else if (c == 10) s = 5;
				if (d == 12) goto ERROR; if (s == 9) break; }
			return 0; ERROR: return 1; }`)
		s.pool.unfold(s.ctl.Auto)
		var out []string
		for i := range s.enc.TB.Len() {
			out = append(out, s.enc.TB.String(logic.T(i)))
		}
		return strings.Join(out, "\n")
	}
	want := terms()
	for range 10 {
		if got := terms(); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}
