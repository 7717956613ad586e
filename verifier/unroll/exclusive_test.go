package unroll

import (
	"math/rand/v2"
	"testing"

	"culprit/logic"
)

// TestExclusive compares with the definition: conditions over two small numbers are
// tried with all values. What is said to be exclusive is, and cases of a switch, with
// their default, are said to be.
func TestExclusive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	said := 0
	for range 2000 {
		tb := logic.NewTable()
		vars := [2]logic.T{tb.Var("x", logic.BVSort(2)), tb.Var("y", logic.BVSort(2))}
		type atom struct {
			v     int
			k     uint64
			equal bool
		}
		var conds []logic.T
		var meant [][]atom
		for range 1 + r.IntN(5) {
			c, atoms := tb.True(), []atom(nil)
			for range 1 + r.IntN(3) {
				a := atom{r.IntN(2), r.Uint64N(4), r.IntN(3) > 0}
				e := tb.Eq(vars[a.v], tb.BV(2, a.k))
				if !a.equal {
					e = tb.Not(e)
				}
				c, atoms = tb.And(c, e), append(atoms, a)
			}
			conds, meant = append(conds, c), append(meant, atoms)
		}
		if !exclusive(tb, conds) {
			continue
		}
		said++
		for x := range uint64(4) {
			for y := range uint64(4) {
				n := 0
				for _, atoms := range meant {
					holds := true
					for _, a := range atoms {
						holds = holds && ([2]uint64{x, y}[a.v] == a.k) == a.equal
					}
					if holds {
						n++
					}
				}
				if n > 1 {
					t.Fatalf("%v are said to be exclusive, and %d hold for %d and %d", meant, n, x, y)
				}
			}
		}
	}
	if said < 100 {
		t.Errorf("only %d are said to be exclusive", said)
	}
	tb := logic.NewTable()
	x := tb.Var("x", logic.BVSort(32))
	var cases []logic.T
	rest := tb.True()
	for i := range uint64(3000) {
		c := tb.Eq(x, tb.BV(32, i*i))
		cases, rest = append(cases, c), tb.And(rest, tb.Not(c))
	}
	if !exclusive(tb, append(cases, rest)) || exclusive(tb, append(cases, cases[7])) {
		t.Error("the cases of a switch")
	}
}
