package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// TestApart: a proof in which pointers from outside lead to no object of the
// program is the answer only if there is not enough work for one in which they
// may, and then says so.
func TestApart(t *testing.T) {
	const assumption = "assumes that pointers from outside"
	for _, c := range []struct {
		name, body string
		dropping   work.Amount
		want       Verdict
		assumed    bool
	}{
		{"proved anyway", `int *q = get(); if (g != 1) reach_error(); return *q;`, work.Minute, True, false},
		{"not proved", `int *q = get(), *k = &g; *q = 1; if (*k != 1) reach_error();`, work.Nanosecond, True, true},
		{"proved", `int *q = get(), *k = &g; *q = 1; if (*k != 1) reach_error();`, work.Minute, True, false},
		{"refuted", `int *q = get(), *k = &g; *q = 2; if (*k != 1) reach_error();`, work.Minute, False, false},
		{"open", `char *q = (char *)getc_(), *k = (char *)&g; *q = 2; if (*k != 1) reach_error();`, work.Minute, Unknown, false},
		{"error elsewhere", `int *q = get(), *k = &g; *q = 2; if (*k == 1) reach_error();`, work.Nanosecond, False, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "extern int *get(void); extern double *getc_(void); extern void reach_error(void); int g = 1;\nint main(void) {\n" + c.body + "\nreturn 0; }\n"
			p := frontendtest.Parse(t, src, frontend.Config{})
			if p.Simpler == nil || !p.Simpler.Apart || p.Apart {
				t.Fatal("no simpler program")
			}
			r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, dropping: c.dropping})
			assumed := false
			for _, n := range r.Notes {
				assumed = assumed || n.Assumed && strings.HasPrefix(n.Text, assumption)
			}
			if r.Verdict != c.want || assumed != c.assumed {
				t.Errorf("%v %s, assumed %t", r.Verdict, r.Reason, assumed)
			}
			for _, x := range r.Traces {
				if err := interp.Replay(r.Program, x.Trace); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
