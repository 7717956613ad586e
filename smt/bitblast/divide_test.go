package bitblast

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
	"culprit/logic"
	"culprit/smt"
)

// TestDivision compares all four operations with the evaluator: every operand
// at small widths, corner cases and random ones at large widths, by constants
// (constraints) and by variables (circuit).
func TestDivision(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	e := New(Config{})
	for _, w := range []int{1, 2, 3, 4, 31, 32, 33, 63, 64} {
		top := uint64(1) << uint(w-1)
		corners := []uint64{0, 1, 2, 3, 7, top - 1, top, top + 1, ^uint64(0), ^uint64(1), ^uint64(6)}
		var pairs [][2]uint64
		if w <= 4 {
			for n := range uint64(1) << w {
				for d := range uint64(1) << w {
					pairs = append(pairs, [2]uint64{n, d})
				}
			}
		} else {
			for range rounds.Of(3) {
				pairs = append(pairs, [2]uint64{r.Uint64(), corners[r.IntN(len(corners))]},
					[2]uint64{corners[r.IntN(len(corners))], corners[r.IntN(len(corners))]},
					[2]uint64{r.Uint64(), r.Uint64() >> r.IntN(w)})
			}
		}
		for _, p := range pairs {
			tb := logic.NewTable()
			x, y := tb.Var("x", logic.BVSort(w)), tb.Var("y", logic.BVSort(w))
			n, d := tb.BV(w, p[0]), tb.BV(w, p[1])
			ops := []func(a, b logic.T) logic.T{tb.UDiv, tb.URem, tb.SDiv, tb.SRem}
			for _, op := range ops {
				want := op(n, d)
				// A dense 64-bit constant makes uniqueness of the quotient hard.
				divisors := []logic.T{y}
				if w <= 33 || p[1] < 10 || -p[1] < 10 {
					divisors = append(divisors, d)
				}
				for _, divisor := range divisors {
					f := []logic.T{tb.Eq(x, n), tb.Eq(y, d), tb.Eq(op(x, divisor), want)}
					if got, m, _ := e.Check(tb, f, smt.Budget{}); got != smt.Sat || tb.Eval(tb.And(f...), m) != 1 {
						t.Fatalf("width %d: %d by %d: %v", w, p[0], p[1], got)
					}
					f[2] = tb.Not(f[2])
					if got, _, _ := e.Check(tb, f, smt.Budget{}); got != smt.Unsat {
						t.Fatalf("width %d: %d by %d: second result", w, p[0], p[1])
					}
				}
			}
		}
	}
}
