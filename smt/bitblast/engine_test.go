package bitblast

import (
	"math/rand/v2"
	"testing"

	"culprit/logic"
	"culprit/smt"
	"culprit/smt/internal/randterm"
)

// engines are the configurations every test runs with.
func engines() map[string]*Engine {
	return map[string]*Engine{"gini": New(Config{SAT: Gini}), "own": New(Config{SAT: Own})}
}

// generator varies the vocabulary with the round.
func generator(r *rand.Rand, tb *logic.Table, round int) *randterm.Gen {
	g := randterm.New(r, tb, 3, 1, 2, 3)
	if round%2 == 0 {
		g.AddBool("p")
	}
	if round%3 == 0 {
		g.AddArray("A", 1, 2)
	}
	if round%5 == 0 {
		g.AddFun("f", 1, 2)
	}
	return g
}

func TestEnumeration(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	sat := 0
	for name, e := range engines() {
		r := rand.New(rand.NewPCG(1, 2))
		for round := range rounds {
			tb := logic.NewTable()
			g := generator(r, tb, round)
			var f []logic.T
			for range 1 + r.IntN(4) {
				f = append(f, g.Bool(3))
			}
			want := smt.Unsat
			if g.Enumerate(f...) {
				want = smt.Sat
				sat++
			}
			got, m, err := e.Check(tb, f, smt.Budget{})
			if err != nil || got != want {
				t.Fatalf("%s round %d: %v %v, want %v: %s", name, round, got, err, want, tb.String(tb.And(f...)))
			}
			if got == smt.Sat && tb.Eval(tb.And(f...), m) != 1 {
				t.Fatalf("%s round %d: wrong model %v of %s", name, round, m, tb.String(tb.And(f...)))
			}
		}
	}
	t.Logf("%d satisfiable", sat)
}
