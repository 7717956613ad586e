package smt_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// trace is the formula of a trace of n statements over ten variables in static
// single assignment: equalities and assumptions. The last assumption fails in
// the contradictory variant.
func trace(tb *logic.Table, n int, fails bool) []logic.T {
	r := rand.New(rand.NewPCG(41, uint64(n)))
	cur := make([]logic.T, 10)
	for i := range cur {
		cur[i] = tb.Var(fmt.Sprintf("x%d_0", i), logic.BVSort(32))
	}
	c := func(v uint64) logic.T { return tb.BV(32, v) }
	sum := tb.Var("sum0", logic.BVSort(32))
	f := []logic.T{tb.Eq(sum, c(0))}
	for k := range n {
		i, j := r.IntN(10), r.IntN(10)
		next := tb.Var(fmt.Sprintf("x%d_%d", i, k+1), logic.BVSort(32))
		switch r.IntN(6) {
		case 0:
			f = append(f, tb.Eq(next, tb.Add(cur[j], c(uint64(r.IntN(5))))))
			cur[i] = next
		case 1:
			f = append(f, tb.Eq(next, tb.Sub(cur[i], cur[j])))
			cur[i] = next
		case 2: // an input, bounded
			f = append(f, tb.SLt(next, c(100)), tb.SLe(c(0), next))
			cur[i] = next
		case 3:
			f = append(f, tb.Ne(cur[i], c(uint64(1<<20+k))))
		default:
			s := tb.Var(fmt.Sprintf("sum%d", k+1), logic.BVSort(32))
			f = append(f, tb.Eq(s, tb.Add(sum, c(1))))
			sum = s
		}
	}
	if fails {
		return append(f, tb.SLt(sum, c(uint64(n)/8)))
	}
	return append(f, tb.SLt(c(uint64(n)/8), sum))
}

func TestTraces(t *testing.T) {
	for _, n := range []int{30, 300, 600} {
		for _, fails := range []bool{false, true} {
			tb := logic.NewTable()
			f := trace(tb, n, fails)
			want := smt.Sat
			if fails {
				want = smt.Unsat
			}
			for _, cfg := range []smt.Config{{}, {NoSubst: true}} {
				s := smt.New(tb, bitblast.New(bitblast.Config{}), cfg)
				start := time.Now()
				if got := s.Check(f...); got != want {
					t.Fatalf("trace of %d: %v, want %v", n, got, want)
				}
				t.Logf("trace of %4d, %v: %v", n, want, time.Since(start))
			}
			s := smt.New(tb, bitblast.New(bitblast.Config{}), smt.Config{})
			start := time.Now()
			r, core := s.Core(nil, f, smt.Budget{})
			if r != want {
				t.Fatalf("core of %d: %v", n, r)
			}
			t.Logf("core  of %4d, %v: %v, %d members", n, want, time.Since(start), len(core))
		}
	}
}

// TestCancel checks that a hard question ends when its context does.
func TestCancel(t *testing.T) {
	tb := logic.NewTable()
	v := func(n string) logic.T { return tb.Var(n, logic.BVSort(32)) }
	x, y, a, b := v("x"), v("y"), v("a"), v("b")
	hard := []logic.T{tb.Eq(tb.Extract(31, 16, x), tb.Extract(31, 16, a)), tb.Eq(tb.Extract(15, 0, x), tb.Extract(15, 0, a)),
		tb.Eq(tb.Extract(31, 16, y), tb.Extract(31, 16, b)), tb.Eq(tb.Extract(15, 0, y), tb.Extract(15, 0, b)),
		tb.Ne(tb.Mul(x, y), tb.Mul(a, b)), tb.ULt(tb.BV(32, 3), x)}
	for _, sat := range []bitblast.SAT{bitblast.Own, bitblast.Gini} {
		s := smt.New(tb, bitblast.New(bitblast.Config{SAT: sat}), smt.Config{})
		if r := s.CheckBudget(smt.Budget{Time: 100 * time.Millisecond}, hard...); r == smt.Sat {
			t.Error("sat")
		}
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		defer cancel()
		if r := s.CheckBudget(smt.Budget{Ctx: ctx}, hard...); r == smt.Sat {
			t.Error("sat")
		}
		if r := s.CheckBudget(smt.Budget{Conflicts: 500, Time: time.Second}, hard...); r == smt.Sat {
			t.Error("sat")
		}
		t.Log(s.Stats)
	}
}
