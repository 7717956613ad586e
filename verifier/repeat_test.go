package verifier

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"testing"

	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// repeated are programs whose runs come upon budgets: guessed predicates that
// are given up, hard questions, a validation of fixes.
var repeated = []struct {
	name, code string
	conf       Config
}{
	{"guesses", `{ unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0; if (n < 1000) { while (i < n) { i++; s += i; } if (s * 2 != n * (n + 1)) reach_error(); } }`, Config{}},
	{"several traces", `{ int x = __VERIFIER_nondet_int(), i; unsigned p = 1; for (i = 0; i < 4; i++) { p *= __VERIFIER_nondet_uint(); if (p % 7 == 3 && x > i) reach_error(); } }`, Config{MultiTrace: true, MaxTraces: 3, NoRelevance: true}},
	{"marks", `{ int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), s = 0; while (s < 40) { s += 7; if (x > s) y++; } if (y * y == 289 && x > 20) reach_error(); }`, Config{}},
	{"hard", `{ unsigned long long f = __VERIFIER_nondet_uint(), g = __VERIFIER_nondet_uint(); if (f > 1 && g > 1 && f * g == 4611686018427387847ULL) reach_error(); }`, Config{}},
}

// timed is what a run says about turns that are time, not work: those of the second
// opinion, which uses a solver that does not count.
var timed = regexp.MustCompile(`\d+ too hard for the first turn of the naive encoder, \d+ decided by the usual one|confirmed in [\d.]+ s`)

// The same program with the same limit, counted in work, gives the same result
// by the same way: with one processor, with two, and while others work.
func TestRepeats(t *testing.T) {
	for _, r := range rounds.Rows(repeated) {
		t.Run(r.name, func(t *testing.T) {
			outcome := func(procs int, hog bool) string {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(procs))
				if hog {
					stop, done := make(chan bool), make(chan bool)
					defer func() { close(stop); <-done }()
					go func() {
						defer close(done)
						for {
							select {
							case <-stop:
								return
							default:
								_ = make([]byte, 1<<16)
							}
						}
					}()
				}
				c := r.conf
				c.Replay, c.Work, c.clock = interp.Replay, 1500*work.Millisecond, &work.Clock{}
				var lines string
				c.Log = func(format string, args ...any) {
					lines += timed.ReplaceAllString(fmt.Sprintf(format, args...), "") + "\n"
				}
				res := Verify(context.Background(), parseC(t, fairProgram([]string{r.code})), c)
				s := fmt.Sprintf("%v %s, %d iterations, %d levels\n%s", res.Verdict, res.Reason, res.Stats.Iterations, res.Stats.Depth, lines)
				for i := range res.Traces {
					s += fmt.Sprintf("trace of %d:", len(res.Traces[i].Trace.Edges))
					for _, m := range res.Traces[i].Marks {
						s += fmt.Sprintf(" %d %v", m.Step, m.Status)
					}
					s += "\n"
				}
				return s
			}
			want := outcome(1, false)
			for _, hog := range []bool{true, false} {
				if !hog && testing.Short() {
					break
				}
				if got := outcome(2, hog); got != want {
					t.Errorf("got\n%s\nwant\n%s", got, want)
				}
			}
		})
	}
}
