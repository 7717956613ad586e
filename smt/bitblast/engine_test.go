package bitblast

import (
	"math/rand/v2"
	"testing"
	"time"

	"culprit/internal/rounds"
	"culprit/internal/work"
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
	all := rounds.Of(1200)
	sat := 0
	for name, e := range engines() {
		r := rand.New(rand.NewPCG(1, 2))
		rounds := all
		if name == "gini" {
			rounds /= 4
		}
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

// TestNaive compares both encoders at larger widths, within a conflict budget.
func TestNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	e := New(Config{})
	n := &Naive{Own: true}
	counts := map[[2]smt.Result]int{}
	for round := range rounds.Of(700) {
		tb := logic.NewTable()
		g := randterm.New(r, tb, 4, 1, 5, 8, 13)
		g.AddBool("p")
		g.AddArray("A", 8, 5)
		g.AddFun("f", 5, 8)
		f := []logic.T{g.Bool(2 + r.IntN(3)), g.Bool(2), g.Bool(2)}
		got, m, _ := e.Check(tb, f, smt.Budget{Conflicts: 3000})
		want, _, _ := n.Check(tb, f, smt.Budget{Conflicts: 3000})
		counts[[2]smt.Result{got, want}]++
		if got != want && got != smt.Unknown && want != smt.Unknown {
			t.Fatalf("round %d: %v, naive %v: %s", round, got, want, tb.String(tb.And(f...)))
		}
		if got == smt.Sat && tb.Eval(tb.And(f...), m) != 1 {
			t.Fatalf("round %d: wrong model", round)
		}
	}
	t.Log(counts)
}

// TestNaiveProducts multiplies by all constants of a width, from both sides, and
// counts what a factor of -1 costs.
func TestNaiveProducts(t *testing.T) {
	const w = 5
	for c := range uint64(1 << w) {
		for x := range uint64(1 << w) {
			n := naive{sat: newOwn()}
			n.yes = n.fresh()
			n.clause(n.yes)
			v := n.freshWord(w)
			want := n.number(w, c*x)
			n.clause(n.eq(n.mul(v, n.number(w, c)), want)^1, n.eq(n.mul(n.number(w, c), v), want)^1)
			n.clause(n.eq(v, n.number(w, x)))
			if n.sat.solve(nil, limits{clock: &work.Clock{}}) != -1 {
				t.Fatalf("%d times %d is not %d", c, x, c*x)
			}
		}
	}
	n := naive{sat: newOwn()}
	n.yes = n.fresh()
	v := n.freshWord(64)
	n.mul(n.number(64, 1<<64-1), v)
	if n.made > 1000 {
		t.Errorf("a factor of -1 takes %d variables", n.made)
	}
}

// TestIdentities decides valid identities whose two sides the normal form
// does not equate, because they are built over equal but different variables.
func TestIdentities(t *testing.T) {
	type op = func(tb *logic.Table, x, y logic.T) (l, r logic.T)
	k := func(tb *logic.Table, x logic.T, v uint64) logic.T { return tb.BV(int(tb.Sort(x).W), v) }
	cases := []struct {
		name  string
		width int
		f     op
	}{
		{"negative", 32, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			return tb.Mul(k(tb, x, ^uint64(0)), x), tb.Add(tb.BvXor(y, k(tb, x, ^uint64(0))), k(tb, x, 1))
		}},
		{"divmod7", 32, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			return tb.Add(tb.Mul(tb.SDiv(x, k(tb, x, 7)), k(tb, x, 7)), tb.SRem(x, k(tb, x, 7))), y
		}},
		{"udivmod10", 32, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			return tb.Add(tb.Mul(tb.UDiv(x, k(tb, x, 10)), k(tb, x, 10)), tb.URem(x, k(tb, x, 10))), y
		}},
		{"times1234567", 32, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			return tb.Mul(k(tb, x, 1234567), x), tb.Add(tb.Mul(k(tb, x, 1234568), y), tb.Neg(y))
		}},
		{"mask", 64, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			return tb.Add(tb.BvAnd(x, k(tb, x, 0xff)), tb.BvAnd(x, k(tb, x, ^uint64(0xff)))), y
		}},
		{"xorand", 32, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			z := tb.Var("z", logic.BVSort(32))
			return tb.Add(tb.BvXor(x, z), tb.Mul(k(tb, x, 2), tb.BvAnd(x, z))), tb.Add(y, z)
		}},
		{"square", 6, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			z := tb.Var("z", logic.BVSort(6))
			return tb.Mul(tb.Add(x, z), tb.Add(x, z)),
				tb.Add(tb.Add(tb.Mul(y, y), tb.Mul(k(tb, x, 2), tb.Mul(y, z))), tb.Mul(z, z))
		}},
		{"divvar", 6, func(tb *logic.Table, x, y logic.T) (l, r logic.T) {
			z := tb.Var("z", logic.BVSort(6))
			return tb.Add(tb.Mul(tb.UDiv(x, z), z), tb.URem(y, z)), x
		}},
	}
	for _, c := range cases {
		for name, e := range engines() {
			tb := logic.NewTable()
			x, y := tb.Var("x", logic.BVSort(c.width)), tb.Var("y", logic.BVSort(c.width))
			l, r := c.f(tb, x, y)
			start := time.Now()
			got, _, err := e.Check(tb, []logic.T{tb.Eq(x, y), tb.Ne(l, r)}, smt.Budget{Time: 20 * time.Second})
			if d := time.Since(start); got != smt.Unsat || err != nil {
				t.Errorf("%s %s: %v %v after %v", c.name, name, got, err, d)
			} else if name == "own" {
				t.Logf("%s: %v", c.name, d)
			}
		}
	}
}
