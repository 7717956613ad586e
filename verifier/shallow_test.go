package verifier

import (
	"context"
	"errors"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// TestShallow says which errors are found before the value analysis, and that
// nothing is lost where none is.
func TestShallow(t *testing.T) {
	const head = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
	refuse := func(*cfg.Program, *cfg.Trace) error { return errors.New("refused") }
	for _, c := range []struct {
		name, body string
		replay     func(*cfg.Program, *cfg.Trace) error
		multi      bool
		want       Verdict
		values     bool // they are analysed
	}{
		{"close", "int x = __VERIFIER_nondet_int(); if (x == 7) reach_error();", interp.Replay, false, False, false},
		{"second round", "for (int i = 0; i < 2; i++) if (i == 1) reach_error();", interp.Replay, false, False, false},
		{"several traces", "int x = __VERIFIER_nondet_int(); if (x == 7) reach_error();", interp.Replay, true, False, true},
		{"safe", "int x = __VERIFIER_nondet_int(); if (x != x) reach_error();", interp.Replay, false, True, true},
		{"refused", "int x = __VERIFIER_nondet_int(); if (x == 7) reach_error();", refuse, false, Unknown, true},
		{"deep", "unsigned s = 0; for (unsigned i = 0; i < 2000; i++) s += i; if (s == 1999000) reach_error();", interp.Replay, false, False, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := frontendtest.Parse(t, head+"int main(void) { "+c.body+" return 0; }\n", frontend.Config{})
			phases := map[Phase]bool{}
			r := Verify(context.Background(), p, Config{Replay: c.replay, MultiTrace: c.multi, Progress: func(p Progress) { phases[p.Phase] = true }})
			if r.Verdict != c.want {
				t.Errorf("%v, want %v (%s)", r.Verdict, c.want, r.Reason)
			}
			if values := r.Stats.Phases[PhaseValues] > 0; values != c.values {
				t.Errorf("values analysed: %v, want %v", values, c.values)
			} else if phases[PhaseValues] != values {
				t.Errorf("reported as analysed: %v, want %v", phases[PhaseValues], values)
			}
		})
	}
}
