package unroll

import (
	"context"
	"slices"
	"testing"

	"culprit/automata"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// TestQuestionInTurns interrupts a question of the unrolling many times: it must
// end as if it had been asked at once, with no more than the work of its budget,
// and give way at the end of each turn.
func TestQuestionInTurns(t *testing.T) {
	const head = "extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
	product := func(k string) string {
		return head + "int main(void) { unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); " +
			"if (a > 1 && b > 1 && a < 65536 && b <= a && a * b == " + k + ") reach_error(); return 0; }\n"
	}
	// unroll asks about the program in turns, and gives the number of turns and
	// the work of the longest.
	unroll := func(t *testing.T, src string, whole, turn work.Amount) (Status, []automata.Letter, int, work.Amount) {
		t.Helper()
		ctl, err := hoare.BuildControl(frontendtest.Parse(t, src, frontend.Config{PtrBits: 64}), nil, 30_000)
		if err != nil {
			t.Fatal(err)
		}
		clock := &work.Clock{}
		u := New(ctl, ctl.Auto, bitblast.New(bitblast.Config{}), clock)
		ctx, longest := context.Background(), work.Amount(0)
		for n := 1; ; n++ {
			begun := clock.Now()
			status, word := u.Advance(ctx, true, smt.Budget{Work: whole, Ctx: ctx}, turn)
			longest = max(longest, clock.Since(begun))
			if status != More && status != Asking {
				return status, word, n, longest
			}
		}
	}
	const whole = 100 * work.Second
	for _, c := range []struct {
		name, src string
		want      Status
	}{
		{"factors found", product("126278333"), Found}, // 12619 * 10007
		{"prime", product("126278359"), Complete},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, word, _, all := unroll(t, c.src, whole, whole)
			if status != c.want {
				t.Fatalf("at once: status %v, want %v", status, c.want)
			}
			turn := all / 20
			got, other, turns, longest := unroll(t, c.src, whole, turn)
			if got != status || !slices.Equal(word, other) {
				t.Errorf("in turns: status %v, word %v; at once %v, %v", got, other, status, word)
			}
			if turns < 5 || longest > 4*turn {
				t.Errorf("%d turns of %v, the longest %v; %v at once", turns, turn, longest, all)
			}
			if got, _, _, _ := unroll(t, c.src, all/4, turn); got != Exhausted {
				t.Errorf("with a quarter of the work: status %v, want %v", got, Exhausted)
			}
		})
	}
}
