package unroll

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/automata"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// randomClaim is about two numbers of three bits, two conditions and guards.
type randomClaim struct {
	claim
	tb      *logic.Table
	numbers [2]logic.T
	conds   [2]logic.T
}

func newRandomClaim(seed uint64) *randomClaim {
	rng := rand.New(rand.NewPCG(seed, 1))
	tb := logic.NewTable()
	c := &randomClaim{tb: tb}
	for i := range 2 {
		c.numbers[i] = tb.Var(fmt.Sprintf("x%d", i), logic.BVSort(3))
		c.conds[i] = tb.Var(fmt.Sprintf("c%d", i), logic.BoolSort())
	}
	var number func(depth int) logic.T
	var cond func(depth int) logic.T
	number = func(depth int) logic.T {
		if depth == 0 || rng.IntN(3) == 0 {
			if rng.IntN(3) == 0 {
				return tb.BV(3, rng.Uint64N(8))
			}
			return c.numbers[rng.IntN(2)]
		}
		x, y := number(depth-1), number(depth-1)
		switch rng.IntN(3) {
		case 0:
			return tb.Add(x, y)
		case 1:
			return tb.Mul(x, y)
		}
		return tb.Ite(cond(depth-1), x, y)
	}
	cond = func(depth int) logic.T {
		if n := len(c.guards); n > 0 && rng.IntN(3) == 0 {
			return c.guards[rng.IntN(n)]
		}
		if depth == 0 || rng.IntN(6) == 0 {
			return c.conds[rng.IntN(2)]
		}
		switch rng.IntN(6) {
		case 0:
			return tb.And(cond(depth-1), cond(depth-1))
		case 1:
			return tb.Not(cond(depth - 1))
		case 2:
			return tb.Or(cond(depth-1), cond(depth-1))
		case 3:
			return tb.ULt(number(depth-1), number(depth-1))
		case 4:
			return tb.SLt(number(depth-1), number(depth-1))
		}
		return tb.Eq(number(depth-1), number(depth-1))
	}
	for i := range 4 {
		is := cond(3)
		c.guards, c.is = append(c.guards, tb.Var(fmt.Sprintf("g%d", i), logic.BoolSort())), append(c.is, is)
	}
	c.asked = []logic.T{c.guards[3], cond(3), cond(2)}
	return c
}

// possible decides a claim by trying all values.
func (c *randomClaim) possible() bool {
	ev := logic.NewEvaluator(c.tb)
	for v := range uint64(256) {
		m := logic.NewModel()
		m.BV[c.numbers[0]], m.BV[c.numbers[1]], m.BV[c.conds[0]], m.BV[c.conds[1]] = v&7, v>>3&7, v>>6&1, v>>7
		for i, g := range c.guards {
			ev.Reset(m)
			m.BV[g] = ev.Value(c.is[i])
		}
		ev.Reset(m)
		if !slices.ContainsFunc(c.asked, func(t logic.T) bool { return ev.Value(t) == 0 }) {
			return true
		}
	}
	return false
}

// TestByCasesRandom compares with trying all values: what is refuted is impossible,
// a plan refutes it again, and where every case is decided what is impossible is
// refuted.
func TestByCasesRandom(t *testing.T) {
	refuted, divided := 0, 0
	for seed := range uint64(9000) {
		c := newRandomClaim(seed)
		engine := bitblast.New(bitblast.Config{})
		asked := 0
		exact := func(f []logic.T) smt.Result {
			r, _, err := engine.Check(c.tb, f, smt.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		s := &byCases{tb: c.tb, more: func(float64) bool { return true }, decide: func(f []logic.T) smt.Result {
			asked++
			if asked < 3 { // of the first ones nothing is known
				return smt.Unknown
			}
			return exact(f)
		}}
		got := s.refuted(c.claim, 1)
		possible := c.possible()
		if got && possible {
			t.Fatalf("seed %d: refuted, but possible", seed)
		}
		if got {
			refuted++
			if slices.Contains(s.plan, true) {
				divided++
			}
			again := &byCases{tb: c.tb, decide: exact, plan: s.plan, follow: true}
			if !again.refuted(c.claim, 1) {
				t.Fatalf("seed %d: not refuted again", seed)
			}
		}
		easy := &byCases{tb: c.tb, more: s.more, decide: exact}
		if easy.refuted(c.claim, 1) == possible {
			t.Fatalf("seed %d: with every question decided, refuted is %v", seed, !possible)
		}
	}
	if refuted < 300 || divided < 30 {
		t.Errorf("%d refuted, %d by cases", refuted, divided)
	}
}

// TestCases proves by cases what the form of a table depends on, and does not
// confirm a plan that leaves cases out.
func TestCases(t *testing.T) {
	const code = `
int main(void) {
	int rows = __VERIFIER_nondet_int(), cols = __VERIFIER_nondet_int();
	if (rows < 1 || rows > 3 || cols < 1 || cols > 3) return 0;
	int *m = malloc(rows * cols * sizeof(int)), *t = malloc(rows * cols * sizeof(int));
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++) m[i * cols + j] = __VERIFIER_nondet_int() & 15;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++) t[j * rows + i] = m[i * cols + j];
	int sum = 0;
	for (int i = 0; i < rows * cols; i++) sum += m[i] * m[i] - t[i] * t[i];
	if (sum != 0) reach_error();
}`
	const head = "#include <stdlib.h>\nextern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
	unwind := func(code string) *Unwinding {
		ctl, err := hoare.BuildControl(frontendtest.Parse(t, head+code, frontend.Config{PtrBits: 64}), nil, 30_000)
		if err != nil {
			t.Fatal(err)
		}
		nfa, _ := automata.Minimize(ctl.Auto)
		w := NewUnwinding(New(ctl, nfa, bitblast.New(bitblast.Config{}), &work.Clock{}))
		for !w.Done() {
			w.ends = func(f *loopFrame, _ []entry) bool { return f.rounds > 9 }
			w.step()
		}
		for _, id := range w.Targets() {
			w.PutOff(id)
		}
		return w
	}
	naive := func(w *Unwinding) func(f []logic.T) smt.Result {
		return func(f []logic.T) smt.Result {
			r, _, err := (&bitblast.Naive{}).Check(w.Enc.TB, f, smt.Budget{Ctx: t.Context()})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
	}
	w := unwind(code)
	if n, ok := w.ByCases(t.Context(), work.Minute); !ok || n < 2 {
		t.Fatalf("not proved by cases: %v", w.Unwound.plan)
	}
	if !w.FollowCases(w.Unrolling, naive(w)) || len(w.Targets()) > 0 {
		t.Fatalf("not confirmed: %d targets left", len(w.Targets()))
	}
	wrong := unwind(strings.Replace(code, "t[j * rows + i] =", "t[j * cols + i] =", 1))
	if _, ok := wrong.ByCases(t.Context(), work.Minute); ok {
		t.Fatal("the wrong twin is proved")
	}
	wrong.Unwound.Cased, wrong.Unwound.plan = wrong.Hard(), []bool{true, true, true}
	if wrong.FollowCases(wrong.Unrolling, naive(wrong)) {
		t.Fatal("the wrong twin is confirmed")
	}
}
