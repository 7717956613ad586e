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
// program is the answer only if they may lead to one and nothing is found out in
// the work there is for that, or nothing certain. It then says so, and why.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		name, body string
		dropping   work.Amount
		want       Verdict
		assumed    string
		first      string // the assumption of the proof handed out at first
	}{
		{"proved anyway", `int *q = get(); if (g != 1) reach_error(); return *q;`, work.Minute, True, "", assumedApart},
		{"not proved", `int *q = get(), *k = &g; *q = 1; if (*k != 1) reach_error();`, work.Nanosecond, True, assumedApart, assumedApart},
		{"proved", `int *q = get(), *k = &g; *q = 1; if (*k != 1) reach_error();`, work.Minute, True, "", assumedApart},
		{"refuted", `int *q = get(), *k = &g; *q = 2; if (*k != 1) reach_error();`, work.Minute, False, "", assumedApart},
		{"undecided", `char *q = (char *)getc_(), *k = (char *)&g; *q = 2; if (*k != 1) reach_error();`, work.Minute, True,
			assumedApart + "; without that it is open: t.c:3:66: a trace depends on where `q` (t.c:3:7) points", assumedApart},
		{"rebuilt", `unsigned long u = (unsigned long)&g, v = 0; for (int i = 63; i >= 0; i--) v = 2 * v + (u >> i & 1 ? 1 : 0); *(int *)v = 2; if (g != 1) reach_error();`, work.Nanosecond, Unknown, "", ""},
		{"error elsewhere", `int *q = get(), *k = &g; *q = 2; if (*k == 1) reach_error();`, work.Nanosecond, False, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := "extern int *get(void); extern double *getc_(void); extern void reach_error(void); int g = 1;\nint main(void) {\n" + c.body + "\nreturn 0; }\n"
			p := frontendtest.Parse(t, src, frontend.Config{})
			if p.Simpler == nil || !p.Simpler.Apart || p.Apart {
				t.Fatal("no simpler program")
			}
			assumption := func(r *Result) (text string) {
				for _, n := range r.Notes {
					if n.Assumed && strings.HasPrefix(n.Text, assumedApart) {
						text = n.Text
					}
				}
				return text
			}
			var proofs []string
			r := Verify(context.Background(), p, Config{Replay: interp.Replay, NoRelevance: true, dropping: c.dropping,
				OnProof: func(r *Result) { proofs = append(proofs, assumption(r)) }})
			if r.Verdict != c.want || assumption(r) != c.assumed {
				t.Errorf("%v %s, assumed %q", r.Verdict, r.Reason, assumption(r))
			}
			if first := append(proofs, "")[0]; first != c.first {
				t.Errorf("the first proof assumes %q", first)
			}
			for _, x := range r.Traces {
				if err := interp.Replay(r.Program, x.Trace); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
