package logic

import (
	"math/rand/v2"
	"testing"
)

// TestOrder compares what comparisons say of others with what holds of all values,
// for four terms of two bits.
func TestOrder(t *testing.T) {
	decided, excluded := 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 0))
		tb := NewTable()
		terms := []T{tb.Var("a", BVSort(2)), tb.Var("b", BVSort(2)), tb.Var("c", BVSort(2)), tb.BV(2, rng.Uint64N(4))}
		atom := func() T {
			x, y := terms[rng.IntN(4)], terms[rng.IntN(4)]
			switch rng.IntN(3) {
			case 0:
				return tb.ULt(x, y)
			case 1:
				return tb.SLt(x, y)
			}
			return tb.Eq(x, y)
		}
		var facts []T
		for range 1 + rng.IntN(4) {
			if a := atom(); rng.IntN(2) == 0 {
				facts = append(facts, a)
			} else {
				facts = append(facts, tb.Not(a))
			}
		}
		var models []*Model
		for v := range uint64(64) {
			m := NewModel()
			m.BV[terms[0]], m.BV[terms[1]], m.BV[terms[2]] = v&3, v>>2&3, v>>4
			if NewEvaluator(tb).holds(m, facts...) {
				models = append(models, m)
			}
		}
		o, holds := NewOrder(tb, facts)
		if !holds {
			excluded++
			if len(models) > 0 {
				t.Fatalf("seed %d: %d values are excluded", seed, len(models))
			}
			continue
		}
		for range 10 {
			a, _ := tb.Literal(atom())
			is, ok := o.Decides(a)
			if !ok {
				continue
			}
			decided++
			for _, m := range models {
				if NewEvaluator(tb).holds(m, a) != (is == tb.True()) {
					t.Fatalf("seed %d: %s is said to be %s", seed, tb.String(a), tb.String(is))
				}
			}
		}
	}
	if decided < 1000 || excluded < 100 {
		t.Errorf("%d comparisons decided, %d times excluded", decided, excluded)
	}
}

func (e *Evaluator) holds(m *Model, ts ...T) bool {
	e.Reset(m)
	for _, t := range ts {
		if e.Value(t) == 0 {
			return false
		}
	}
	return true
}
