package verifier

import (
	"context"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/smt"
)

// executed is a search that takes 0 for all that is not known.
func executed(_ context.Context, p *cfg.Program, _ uint64, _ smt.Factory, _ *work.Clock, _ work.Amount) *cfg.Trace {
	o := interp.Execute(p, interp.Constant{}, interp.Limits{Steps: 100_000, Record: true})
	if o.Status != interp.ReachedError {
		return nil
	}
	return o.Trace
}

// TestAdmit: no trace that depends on a value which is merely not known is
// reported, whichever part of the verifier finds it; traces on which such
// values have no influence are.
func TestAdmit(t *testing.T) {
	const head = `#include <stdio.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); char *__unknown(void); int __number(void);
static int down(int n, int x) { if (n == 0) return x; int mine = x + n; int r = down(n - 1, x); return mine == x + n ? r : -1; }
`
	for _, c := range []struct {
		name, body string
		want       Verdict
		reason     string
	}{
		{"result", `if (__number() == 0) reach_error();`, Unknown, "the result of __number at t.c:5"},
		{"two errors", `int n = __number(); if (n == 0) reach_error(); if (n == 1) reach_error();`, Unknown, "the result of __number"},
		{"data flow", `int n = __number(), a[4] = {0}; a[n & 3] = 1; if (a[0]) reach_error();`, Unknown, "the result of __number"},
		{"memory", `char b[8]; snprintf(b, 8, "%f", 2.5); if (b[0] == 'x') reach_error();`, Unknown, "snprintf"},
		{"no influence", `int n = __number(); if (__VERIFIER_nondet_int() == 5) reach_error(); return n;`, False, ""},
		{"masked", `int n = __number(); if ((n | 1) != 0) reach_error();`, False, ""},
		{"all values", `int n = __number(); if (n < 5 || n > 4) reach_error();`, False, ""},
		{"overwritten", `char b[8]; snprintf(b, 8, "%f", 2.5); b[0] = 'x'; if (b[0] == 'x') reach_error();`, False, ""},
		{"pointer in memory", `int x = 5, *p = &x; sscanf("1", "%p", (void **)&p); if (*p != 5) reach_error(); return x;`, Unknown, "sscanf"},
		{"pointer in memory, not null", `int x = 5, *p = &x; sscanf("1", "%p", (void **)&p); if (p && *p != 5) reach_error(); return x;`, Unknown, "sscanf"},
		{"pointer in memory, set again", `int x = 5, *p = &x; sscanf("1", "%p", (void **)&p); p = &x; if (*p == 5) reach_error();`, False, ""},
		{"recursion", `if (down(3, __number()) == 0) reach_error();`, Unknown, "the result of __number"},
		{"recursion without influence", `int n = __number(); if (down(3, 4) == 4) reach_error(); return n;`, False, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := frontendtest.Parse(t, head+"int main(void) {\n"+c.body+"\nreturn 0; }\n", frontend.Config{})
			for _, conf := range []Config{
				{Search: executed, NoBMC: true}, // the search first
				{NoBMC: true},
				{MultiTrace: true},
			} {
				conf.Replay, conf.NoRelevance, conf.Work = interp.Replay, true, 20*work.Second
				r := Verify(context.Background(), p, conf)
				if r.Verdict != c.want || !strings.Contains(r.Reason, c.reason) {
					t.Errorf("search %v, BMC %v: %v %q, want %v %q", conf.Search != nil, !conf.NoBMC, r.Verdict, r.Reason, c.want, c.reason)
				}
			}
		})
	}
}
