package logic

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
)

// TestLargeSums adds and subtracts many values and sums of them, and compares
// with the sum modulo 2^16. What was added last cancels, and the monomials grow
// with the number of values, not with its square.
func TestLargeSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tb := NewTable()
	const w, n = 16, 4000
	var vars []T
	env := map[T]uint64{}
	value := func(t T) uint64 {
		m := NewModel()
		maps.Copy(m.BV, env)
		return tb.Eval(t, m)
	}
	sum, total := tb.BV(w, 7), uint64(7)
	old, was := sum, total
	for i := range n {
		v := tb.Var(fmt.Sprint("v", i), BVSort(w))
		vars = append(vars, v)
		env[v] = rng.Uint64() & 0xffff
		c := uint64(1 + rng.IntN(3))
		x := tb.Mul(tb.BV(w, c), v)
		before := sum
		if i%3 == 2 {
			sum, total = tb.Sub(sum, x), total-c*env[v]
			if got := tb.Add(sum, x); i < maxSum && got != before {
				t.Fatalf("%d: what was subtracted does not cancel", i)
			}
		} else {
			sum, total = tb.Add(sum, x), total+c*env[v]
		}
		switch i {
		case n / 3:
			old, was = sum, total
		case n / 2:
			sum, total = tb.Sub(sum, old), total-was
		case n - 1:
			sum, total = tb.Add(tb.Sub(old, sum), sum), was
		}
	}
	if got := value(sum); got != total&0xffff {
		t.Errorf("sum is %d, want %d", got, total&0xffff)
	}
	if err := tb.Check(); err != nil {
		t.Error(err)
	}
	if got := len(tb.arena); got > n*maxSum {
		t.Errorf("%d arguments of %d nodes", got, len(tb.nodes))
	}
	both := tb.Add(sum, vars[0])
	if got := tb.Sub(both, sum); value(got) != env[vars[0]] {
		t.Errorf("%s is %d, want %d", tb.String(got), value(got), env[vars[0]])
	}
}
