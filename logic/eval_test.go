package logic

import (
	"maps"
	"math/rand/v2"
	"testing"
)

// TestCertain keeps a part of a random model and asks for the values that
// follow from it: every completion must agree with them.
func TestCertain(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	certain, unsure := 0, 0
	for range 1500 {
		tb := NewTable()
		g := newGen(r, true, 1, 2)
		g.vars = map[Sort]int{BoolSort(): 1, BVSort(1): 2, BVSort(2): 2, ArraySort(1, 2): 1, ArraySort(1, 1): 1}
		f := g.term(BoolSort(), 3).build(tb)
		vars, bits := tb.Vars(f), 0
		for _, v := range vars {
			bits += domainBits(tb, v)
		}
		if len(vars) == 0 || bits > 9 {
			continue
		}
		part := NewModel()
		for _, v := range vars {
			switch s := tb.Sort(v); {
			case r.IntN(2) == 0:
			case s.Kind == SArray:
				part.Arr[v] = &ArrayVal{M: map[uint64]uint64{r.Uint64N(1 << s.W): r.Uint64N(1 << s.E)}}
			default:
				part.BV[v] = r.Uint64N(1 << domainBits(tb, v))
			}
		}
		ev := NewEvaluator(tb)
		ev.Reset(part)
		got, ok := ev.Certain(f)
		if !ok {
			unsure++
			continue
		}
		certain++
		full := NewEvaluator(tb)
		space(tb, vars, func(m *Model) {
			maps.Copy(m.BV, part.BV)
			for v, a := range part.Arr {
				maps.Copy(m.Arr[v].M, a.M)
			}
			full.Reset(m)
			if full.Value(f) != got {
				t.Fatalf("%s is said to be %d for all of %v %v, is not for %v", tb.String(f), got, part.BV, part.Arr, m.BV)
			}
		})
	}
	if certain < 100 || unsure < 100 {
		t.Errorf("%d certain, %d not: the test says little", certain, unsure)
	}
}
