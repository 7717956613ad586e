package verifier

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/internal/work"
	"culprit/interp"
)

// unprovable are assertions out of reach: the bits of a product of two large
// numbers that has no such factors, and a property of an array of unknown
// size that needs a quantified invariant over nonlinear arithmetic.
var unprovable = []struct{ name, code string }{
	{"factors of a prime", `
  { unsigned long long f = __VERIFIER_nondet_uint(), g = __VERIFIER_nondet_uint();
    if (f > 1 && g > 1 && f * g == 4611686018427387847ULL) reach_error(); }`},
	{"array of unknown size", `
  { unsigned n = __VERIFIER_nondet_uint(), i, j; if (n > 4000) n = 4000;
    for (i = 0; i < n; i++) tab[i] = i * i * 7 % 1000;
    for (j = 0; j < n; j++) if (tab[j] >= 1000 || tab[j] != j * j * 7 % 1000) reach_error(); }`},
}

// easy are five assertions that take a few iterations each.
var easy = []string{
	`{ int x = __VERIFIER_nondet_int(); if (x > 5 && x < 10) { if (x + 1 == 20) reach_error(); } }`,
	`{ int i = 0, a = 0; while (i < 100000) { i++; a = 1; if (a != 1) reach_error(); } }`,
	`{ unsigned k = __VERIFIER_nondet_uint(); unsigned m = k % 16; if (m >= 16) reach_error(); }`,
	`{ int s = 0; while (__VERIFIER_nondet_int()) { if (s == 0) s = 1; else if (s == 1) s = 2; else s = 0; if (s > 2) reach_error(); } }`,
	`{ int p = __VERIFIER_nondet_int(), q = p; while (__VERIFIER_nondet_int()) { q = p; } if (q != p) reach_error(); }`,
}

// fairProgram runs one of the blocks, chosen by an input, each assertion on a
// line of its own.
func fairProgram(blocks []string) string {
	var b strings.Builder
	b.WriteString("extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); static unsigned tab[4096];\nint main(void) {\nint which = __VERIFIER_nondet_int();\n")
	for i, s := range blocks {
		fmt.Fprintf(&b, "if (which == %d) %s\n", i, strings.ReplaceAll(s, "\n", " "))
	}
	b.WriteString("return 0;\n}\n")
	return b.String()
}

func parseC(t *testing.T, src string) *cfg.Program {
	t.Helper()
	return frontendtest.Parse(t, src, frontend.Config{PtrBits: 64})
}

// TestFairness puts an assertion that cannot be proved in time before five
// easy ones. The five must be decided within twice the effort they take alone:
// an iteration of theirs alternates with one of the hard assertion's, plus a
// start for unrolling. Effort is counted, not timed.
func TestFairness(t *testing.T) {
	for _, bare := range []bool{false, true} {
		c := Config{Replay: interp.Replay, Work: 20 * work.Second, NoBMC: bare, NoValues: bare, clock: &work.Clock{}}
		base := Verify(context.Background(), parseC(t, fairProgram(easy)), c)
		if base.Verdict != True {
			t.Fatalf("alone: %v %s", base.Verdict, base.Reason)
		}
		alone := c.clock.Now()
		for i, h := range unprovable {
			if !bare && i > 0 {
				break // once shows that unrolling is fair, too
			}
			t.Run(fmt.Sprintf("%s, interpolation only %v", h.name, bare), func(t *testing.T) {
				// It has to do for hard queries, which are cut off at a share
				// of the limit.
				c.Work, c.clock = 3*alone+work.Second, &work.Clock{}
				p := parseC(t, fairProgram(append([]string{h.code}, easy...)))
				r := Verify(context.Background(), p, c)
				t.Logf("%v %s; %v, %d iterations, alone %v, %d iterations", r.Verdict, r.Reason, c.clock.Now(), r.Stats.Iterations, alone, base.Stats.Iterations)
				if r.Verdict == True {
					t.Log("the hard assertion was proved: find a harder one")
				}
				proved := 0
				for _, e := range r.Errors {
					if e.Status == Proved && e.Loc.Pos.Line > 4 {
						proved++
					}
				}
				if proved != len(easy) {
					t.Errorf("%d of %d easy assertions proved", proved, len(easy))
				}
			})
		}
	}
}
