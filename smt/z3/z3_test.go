//go:build z3

package z3

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
	"culprit/smt/internal/randterm"
)

// TestAgreement compares Z3 with the bit-blaster at larger widths.
func TestAgreement(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	z, e := New(), bitblast.New(bitblast.Config{})
	counts := map[[2]smt.Result]int{}
	for round := range 300 {
		tb := logic.NewTable()
		g := randterm.New(r, tb, 4, 1, 5, 8, 16, 32)
		g.AddBool("p")
		g.AddArray("A", 8, 5)
		g.AddFun("f", 5, 8)
		f := []logic.T{g.Bool(2 + r.IntN(3)), g.Bool(2), g.Bool(2)}
		all := tb.And(f...)
		want, zm, err := z.Check(tb, f, smt.Budget{Time: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		got, m, err := e.Check(tb, f, smt.Budget{Time: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		counts[[2]smt.Result{got, want}]++
		if got != want && got != smt.Unknown && want != smt.Unknown {
			t.Fatalf("round %d: %v, Z3 %v: %s", round, got, want, tb.String(all))
		}
		if got == smt.Sat && tb.Eval(all, m) != 1 {
			t.Fatalf("round %d: wrong model", round)
		}
		if want == smt.Sat && tb.Eval(all, zm) != 1 {
			t.Fatalf("round %d: wrong model of Z3: %s", round, tb.String(all))
		}
	}
	t.Log(counts)
}

// TestLimits checks that time limits and cancellation are kept.
func TestLimits(t *testing.T) {
	tb := logic.NewTable()
	v := func(n string) logic.T { return tb.Var(n, logic.BVSort(32)) }
	x, y, a, b := v("x"), v("y"), v("a"), v("b")
	hard := []logic.T{tb.ULt(tb.BV(32, 1), x), tb.ULt(tb.BV(32, 1), y), tb.ULt(x, tb.BV(32, 1<<30)),
		tb.Eq(tb.BvXor(x, y), tb.BvXor(a, b)), tb.Ne(tb.Mul(tb.BvXor(x, a), tb.Mul(y, b)), tb.Mul(tb.BvXor(y, b), tb.Mul(a, x))),
		tb.Eq(tb.Mul(x, tb.Mul(x, y)), tb.BV(32, 0x12345679)), tb.Eq(tb.Mul(a, tb.Mul(b, y)), tb.BV(32, 0x3779fb1))}
	z := New()
	start := time.Now()
	z.Check(tb, hard, smt.Budget{Time: 200 * time.Millisecond})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	z.Check(tb, hard, smt.Budget{Ctx: ctx})
	if d := time.Since(start); d > time.Minute {
		t.Errorf("limits kept after %v only", d)
	}
	if r, _, err := z.Check(tb, []logic.T{tb.Eq(x, y), tb.Ne(x, y)}, smt.Budget{}); r != smt.Unsat || err != nil {
		t.Errorf("after limits: %v %v", r, err)
	}
}
