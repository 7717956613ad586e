package verifier

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/analysis/alias"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
)

// unwoundProgram is a program, and what makes its twin wrong.
type unwoundProgram struct{ name, code, twin string }

// unwoundPrograms have loops in and after each other that end after a few
// rounds. In the twin, which is wrong, the text before the bar is replaced by
// what follows it.
var unwoundPrograms = []unwoundProgram{
	{"digits", `
int main(void) {
	int n = __VERIFIER_nondet_int(), digits[4], sum = 0, again = 0;
	if (n < 0 || n > 9999) return 0;
	for (int i = 0; i < 4; i++) { digits[i] = n % 10; sum += digits[i]; n /= 10; }
	for (int i = 3; i >= 0; i--) again += digits[i];
	if (sum != again || sum > 36) reach_error();
}`, "sum > 36|sum > 35"},
	{"rows", `
int main(void) {
	int rows = __VERIFIER_nondet_int(), cells[9], k = 0, sum = 0;
	if (rows < 1 || rows > 3) return 0;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j <= i; j++) cells[k++] = j;
	for (int i = 0; i < k; i++) sum += cells[i];
	if (k != rows * (rows + 1) / 2 || sum > 4) reach_error();
}`, "j <= i|j < rows"},
	{"words", `
int main(void) {
	char s[6];
	int words = 0, letters = 0, p = 0;
	for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
	s[5] = 0;
	while (s[p]) {
		while (s[p] == ' ') p++;
		if (!s[p]) break;
		words++;
		while (s[p] && s[p] != ' ') { letters++; p++; }
	}
	if (p > 5 || words > letters || words > 3) reach_error();
}`, "words > 3|words > 2"},
}

const unwoundHead = jointHead + "extern char __VERIFIER_nondet_char(void);\n"

// loopByLoop is a run that unwinds the loops and does nothing else.
func loopByLoop(t *testing.T, v *run, limit work.Amount) *run {
	t.Helper()
	if err := v.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.whole = t.Context()
	v.unwind.unwind(t.Context(), v, limit)
	return v
}

// TestUnwound proves programs by unwinding one loop after the other, refutes
// their twins, and rejects each proof in which a loop is unwound less often.
func TestUnwound(t *testing.T) {
	for _, c := range rounds.Rows(slices.Concat(unwoundPrograms, heapPrograms, rangePrograms)) {
		t.Run(c.name, func(t *testing.T) {
			unwind := func(code string) *run {
				v := newRun(parseC(t, unwoundHead+code), Config{Replay: interp.Replay, NoValues: true, NoRelevance: true}, time.Now())
				return loopByLoop(t, v, work.Hour)
			}
			v := unwind(c.code)
			if !v.rest.empty() || v.proof.Unrolling == nil {
				t.Fatal("not proved")
			}
			if err := v.recheck(t.Context()); err != nil {
				t.Fatal(err)
			}
			whole := v.proof.Unrolling.Unwound.Rounds
			for i, n := range whole {
				if n < 2 { // of the first round nothing is asked
					continue
				}
				v.proof.Unrolling.Unwound.Rounds = slices.Clone(whole)
				v.proof.Unrolling.Unwound.Rounds[i]--
				if v.recheck(t.Context()) == nil {
					t.Errorf("confirmed with %d rounds of loop %d of %d", n-1, i, len(whole))
				}
			}
			from, to, _ := strings.Cut(c.twin, "|")
			if !strings.Contains(c.code, from) {
				t.Fatalf("no %q to replace", from)
			}
			if twin := unwind(strings.Replace(c.code, from, to, 1)); twin.proof.Unrolling != nil || len(twin.res.Traces) != 1 && c.name != unwritten {
				t.Errorf("the wrong twin has %d traces", len(twin.res.Traces))
			}
		})
	}
}

// TestUnwoundRandom compares with what enumeration says of random programs.
func TestUnwoundRandom(t *testing.T) {
	proved, found := 0, 0
	for seed := range envInt("CULPRIT_UNWOUND", max(75, rounds.Of(150))) {
		r := rand.New(rand.NewPCG(uint64(seed), 77))
		p := gen.Program(r, gen.Options{NoMemory: seed%2 == 0, MaxWidth: 3, Vars: 2 + seed%2, Stmts: 6 + seed%8})
		if oneRegion(p); seed%2 > 0 {
			alias.Assign(p)
		}
		reach, complete := gen.Explore(p, 3000)
		v := newRun(p, Config{Replay: interp.Replay, NoValues: seed%3 > 0, NoRelevance: true}, time.Now())
		loopByLoop(t, v, work.Second/5)
		switch {
		case v.proof.Unrolling != nil && len(reach) > 0:
			t.Errorf("seed %d: proved, but an error is reachable", seed)
		case len(v.res.Traces) > 0 && complete && len(reach) == 0:
			t.Errorf("seed %d: a trace, but no error is reachable", seed)
		case v.proof.Unrolling != nil:
			if err := v.recheck(t.Context()); err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			proved++
		case len(v.res.Traces) > 0:
			found++
		}
	}
	t.Logf("%d proved, %d traces", proved, found)
	if proved < 10 || found < 10 {
		t.Error("too little was decided")
	}
}
