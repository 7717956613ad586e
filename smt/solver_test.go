package smt_test

import (
	"math/rand/v2"
	"testing"

	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
	"culprit/smt/internal/randterm"
)

func generator(r *rand.Rand, tb *logic.Table, round int) *randterm.Gen {
	g := randterm.New(r, tb, 3, 1, 2, 3)
	g.AddBool("p")
	switch round % 4 {
	case 0:
		g.AddArray("A", 1, 2)
	case 1:
		g.AddFun("f", 1, 2)
	}
	return g
}

// TestSolverEnumeration asks one solver many related questions, so that cache
// and candidate models take part, within marks that are released.
func TestSolverEnumeration(t *testing.T) {
	for _, cfg := range []smt.Config{{}, {Models: -1, Cache: -1}, {NoSubst: true, NoSlice: true}} {
		cfg.Recheck = bitblast.New(bitblast.Config{})
		r := rand.New(rand.NewPCG(3, 4))
		for round := range 60 {
			tb := logic.NewTable()
			g := generator(r, tb, round)
			s := smt.New(tb, bitblast.New(bitblast.Config{}), cfg)
			var lasting []logic.T
			for range 5 {
				lasting = append(lasting, g.Bool(2))
			}
			for range 20 {
				mark := tb.Mark()
				f := []logic.T{lasting[r.IntN(len(lasting))]}
				for range r.IntN(4) {
					if r.IntN(2) == 0 {
						f = append(f, lasting[r.IntN(len(lasting))])
					} else {
						f = append(f, g.Bool(3))
					}
				}
				want := smt.Unsat
				if g.Enumerate(f...) {
					want = smt.Sat
				}
				if got := s.Check(f...); got != want {
					t.Fatalf("round %d: %v, want %v: %s", round, got, want, tb.String(tb.And(f...)))
				}
				if want == smt.Sat && tb.Eval(tb.And(f...), s.Model()) != 1 {
					t.Fatalf("round %d: wrong model of %s", round, tb.String(tb.And(f...)))
				}
				if r.IntN(4) > 0 {
					tb.Release(mark)
				}
			}
			if round == 0 {
				t.Log(s.Stats)
			}
		}
	}
}
