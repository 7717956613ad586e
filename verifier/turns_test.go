package verifier

import (
	"testing"
	"time"

	"culprit/internal/work"
	"culprit/smt"
)

// Both encoders get turns for a step until one decides it: the first of the naive
// one as long as is said, those of the usual one long enough from the start, and
// all longer than those before. So a machine that is slow many times over still
// decides a step, by either of them.
func TestRecheckTurns(t *testing.T) {
	v, _, _ := prepared(t)
	const never = 100 * time.Hour
	for _, first := range []time.Duration{naiveTime / 10, naiveTime / 3, naiveTime} {
		for _, c := range []struct {
			naive, usual  time.Duration // that it takes
			hard, byUsual int
			fails         bool
		}{
			{first, never, 0, 0, false},
			{first + 1, naiveTime, 1, 1, false},
			{never, 5 * time.Minute, 1, 1, false},
			{20 * time.Minute, never, 1, 0, false},
			{never, never, 1, 0, true},
		} {
			k := newRechecker(t.Context(), v.checker.Enc)
			k.first = first
			var last [2]time.Duration
			err := k.confirm(func(e smt.Engine, b smt.Budget) smt.Result {
				who, turn, takes := 0, b.Time, c.naive
				if e != k.engine {
					who, turn, takes = 1, b.Work.Time(), c.usual
				}
				if (b.Time > 0) != (e == k.engine) || (b.Work > 0) == (e == k.engine) {
					t.Errorf("the budget of encoder %d is %v and %v", who, b.Time, b.Work)
				}
				if last[who] > 0 && turn <= last[who] && turn > work.Of(naiveTime).Time() {
					t.Errorf("a turn of %v after one of %v", turn, last[who])
				}
				if last[who] = turn; turn >= takes {
					return smt.Unsat
				}
				return smt.Unknown
			})
			if (err != nil) != c.fails || k.hard != c.hard || k.usual != c.byUsual {
				t.Errorf("first turn %v, %v and %v needed: %v, %d hard, %d by the usual one", first, c.naive, c.usual, err, k.hard, k.usual)
			}
			if want := max(first/2, naiveTime/10); c.hard > 0 && k.first != want || c.hard == 0 && k.first != first {
				t.Errorf("first turn %v, then %v", first, k.first)
			}
		}
	}
}
