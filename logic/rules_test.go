package logic

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/internal/rounds"
)

// eachEnv calls f for all environments if there are at most 2^limit, else for n random ones.
func eachEnv(r *rand.Rand, vars map[string]Sort, limit, n int, f func(e *env)) {
	names := slices.Sorted(maps.Keys(vars))
	bits := 0
	for _, name := range names {
		switch s := vars[name]; s.Kind {
		case SBool:
			bits++
		case SBV:
			bits += int(s.W)
		default:
			bits += 1000
		}
	}
	e := &env{map[string]uint64{}, map[string]*ArrayVal{}}
	if bits <= limit {
		for i := range uint64(1) << bits {
			for _, name := range names {
				w := max(vars[name].W, 1)
				e.val[name] = i & mask(w)
				i >>= w
			}
			f(e)
		}
		return
	}
	for range n {
		for _, name := range names {
			switch s := vars[name]; s.Kind {
			case SBool:
				e.val[name] = r.Uint64N(2)
			case SBV:
				e.val[name] = randValue(r, s.W)
			default:
				e.arr[name] = randArray(r, s)
			}
		}
		f(e)
	}
}

// TestRules compares every simplified term with its naive twin.
func TestRules(t *testing.T) {
	configs := []struct {
		arrays bool
		widths []int
		rounds int
	}{
		{false, []int{1}, 1000},
		{false, []int{1, 2}, 3000},
		{false, []int{2, 3}, 3000},
		{false, []int{3, 4}, 2000},
		{false, []int{4, 8}, 2000},
		{false, []int{8, 16, 32}, 2500},
		{false, []int{31, 32, 33, 64}, 2500},
		{true, []int{1, 2, 3}, 2500},
		{true, []int{8, 32, 64}, 2500},
	}
	for ci, c := range configs {
		t.Run(fmt.Sprint(c.arrays, c.widths), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(ci)))
			tb := NewTable()
			ev := NewEvaluator(tb)
			base := tb.Mark()
			for range rounds.Of(c.rounds) {
				tb.Release(base)
				g := newGen(r, c.arrays, c.widths...)
				s := BoolSort()
				if r.IntN(3) == 0 {
					s = BVSort(g.width())
				}
				a := g.term(s, 1+r.IntN(6))
				x := a.build(tb)
				vars := map[string]Sort{}
				a.vars(vars)
				eachEnv(r, vars, 6, 24, func(e *env) {
					ev.Reset(e.model(tb, vars))
					if got, want := ev.Value(x), a.eval(e); got != want {
						t.Fatalf("%s\nsimplified to %s\nis %d, want %d under %v %v", a, tb.String(x), got, want, e.val, e.arr)
					}
				})
				if err := tb.Check(); err != nil {
					t.Fatalf("%s\nsimplified to %s\n%v", a, tb.String(x), err)
				}
			}
		})
	}
}
