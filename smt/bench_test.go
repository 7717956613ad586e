package smt_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// triples is a workload of Hoare triples: predicates of one to five atoms over
// ten 32-bit variables, assignments and assumptions.
type triples struct {
	tb    *logic.Table
	vars  []logic.T
	preds []logic.T
	stmts []func(post logic.T) (pre logic.T, guard logic.T)
}

func newTriples(seed uint64) *triples {
	r := rand.New(rand.NewPCG(seed, seed))
	tb := logic.NewTable()
	w := &triples{tb: tb}
	for i := range 10 {
		w.vars = append(w.vars, tb.Var(fmt.Sprintf("x%d", i), logic.BVSort(32)))
	}
	v := func() logic.T { return w.vars[r.IntN(len(w.vars))] }
	c := func() logic.T { return tb.BV(32, uint64(r.IntN(12))-2) }
	atom := func() logic.T {
		a, b := v(), v()
		switch r.IntN(7) {
		case 0:
			return tb.Eq(a, c())
		case 1:
			return tb.SLe(a, c())
		case 2:
			return tb.SLt(a, b)
		case 3:
			return tb.Eq(a, tb.Add(b, c()))
		case 4:
			return tb.SLe(a, tb.Add(b, c()))
		case 5:
			return tb.Ne(a, c())
		}
		return tb.Eq(a, tb.Mul(tb.BV(32, 2), b))
	}
	for range 1000 {
		var atoms []logic.T
		for range 1 + r.IntN(5) {
			atoms = append(atoms, atom())
		}
		if p := tb.And(atoms...); p != logic.False {
			w.preds = append(w.preds, p)
		}
	}
	for range 60 {
		x, e := v(), logic.T(0)
		switch r.IntN(5) {
		case 0:
			e = c()
		case 1:
			e = v()
		case 2:
			e = tb.Add(x, tb.BV(32, 1))
		case 3:
			e = tb.Add(v(), v())
		case 4:
			g := atom()
			w.stmts = append(w.stmts, func(post logic.T) (logic.T, logic.T) { return post, g })
			continue
		}
		sub := map[logic.T]logic.T{x: e}
		w.stmts = append(w.stmts, func(post logic.T) (logic.T, logic.T) { return tb.Subst(post, sub), logic.True })
	}
	return w
}

// ask builds the i-th question in scratch terms and decides it. One triple in
// eight weakens the postcondition to something the precondition implies.
func (w *triples) ask(s *smt.Solver, r *rand.Rand) smt.Result {
	mark := w.tb.Mark()
	defer w.tb.Release(mark)
	p := w.preds[r.IntN(len(w.preds))]
	post := w.preds[r.IntN(len(w.preds))]
	if r.IntN(8) == 0 {
		cs := w.tb.Conjuncts(p)
		post = w.tb.Or(cs[r.IntN(len(cs))], post)
	}
	pre, guard := w.stmts[r.IntN(len(w.stmts))](post)
	return s.Check(p, guard, w.tb.Not(pre))
}

func BenchmarkTriples(b *testing.B) {
	for _, sat := range []bitblast.SAT{bitblast.Gini, bitblast.Own} {
		for _, models := range []int{-1, 8} {
			b.Run(fmt.Sprintf("sat%d/models%d", sat, models), func(b *testing.B) {
				w := newTriples(1)
				s := smt.New(w.tb, bitblast.New(bitblast.Config{SAT: sat}), smt.Config{Models: models, Cache: 1 << 16})
				r := rand.New(rand.NewPCG(2, 2))
				valid := 0
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if w.ask(s, r) == smt.Unsat {
						valid++
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
				b.ReportMetric(100*float64(valid)/float64(b.N), "%valid")
				b.Log(s.Stats)
			})
		}
	}
}
