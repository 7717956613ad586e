package logic

import (
	"fmt"
	"testing"
)

// buildMix builds typical program terms: sums, comparisons, conjunctions, reads and conditionals over n variables.
func buildMix(tb *Table, vars []T) T {
	w := 32
	one := tb.BV(w, 1)
	f := True
	for i := range vars {
		x, y, z := vars[i], vars[(i+1)%len(vars)], vars[(i+7)%len(vars)]
		s := tb.Add(x, tb.Mul(y, tb.BV(w, uint64(i%5+2))))
		c := tb.SLt(s, tb.Sub(z, one))
		d := tb.Eq(tb.Ite(c, s, z), tb.Add(y, one))
		f = tb.And(c, tb.Or(d, tb.ULe(x, tb.BV(w, 100))), tb.Not(d))
	}
	return f
}

func manyVars(tb *Table, n int) []T {
	var vars []T
	for i := range n {
		vars = append(vars, tb.Var(fmt.Sprintf("f::x%d", i), BVSort(32)))
	}
	return vars
}

// BenchmarkBuild reports the time per constructor call; the table is released after every round.
func BenchmarkBuild(b *testing.B) {
	tb := NewTable()
	vars := manyVars(tb, 200)
	m := tb.Mark()
	calls := 0
	for b.Loop() {
		tb.Release(m)
		buildMix(tb, vars)
		calls += 14 * len(vars)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
}

func bigFormula(tb *Table) (T, []T) {
	vars := manyVars(tb, 200)
	var cs []T
	for i := range vars {
		x, y, z := vars[i], vars[(i+1)%len(vars)], vars[(i+7)%len(vars)]
		s := tb.Add(x, tb.Mul(y, tb.BV(32, uint64(i%5+2))))
		cs = append(cs, tb.Eq(tb.Ite(tb.SLt(s, z), s, z), tb.Add(y, tb.BV(32, 1))), tb.ULe(x, tb.Add(s, z)))
	}
	return tb.And(cs...), vars
}

func BenchmarkSubst(b *testing.B) {
	tb := NewTable()
	f, vars := bigFormula(tb)
	m := map[T]T{vars[3]: tb.Add(vars[4], vars[5]), vars[9]: tb.BV(32, 7)}
	fs := tb.Conjuncts(f)
	mark := tb.Mark()
	for b.Loop() {
		tb.Release(mark)
		for _, f := range fs {
			tb.Subst(f, m)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(fs)), "ns/conjunct")
}

func BenchmarkEval(b *testing.B) {
	tb := NewTable()
	f, vars := bigFormula(tb)
	model := NewModel()
	for i, v := range vars {
		model.BV[v] = uint64(i * 7919)
	}
	fs := tb.Conjuncts(f)
	ev := NewEvaluator(tb)
	for b.Loop() {
		ev.Reset(model)
		for _, f := range fs {
			ev.Value(f)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tb.Size(f)), "ns/node")
}

func BenchmarkLoopStores(b *testing.B) {
	tb := NewTable()
	arr := tb.Var("mem", ArraySort(32, 8))
	m := tb.Mark()
	const n = 1000
	for b.Loop() {
		tb.Release(m)
		a := arr
		for i := range n {
			a = tb.Store(a, tb.BV(32, uint64(i)), tb.Select(a, tb.BV(32, uint64(i/2))))
		}
		for i := range n {
			tb.Select(a, tb.BV(32, uint64(i)))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(3*n), "ns/access")
}

// BenchmarkConjoin adds one literal to a conjunction of 400.
func BenchmarkConjoin(b *testing.B) {
	tb := NewTable()
	f, vars := bigFormula(tb)
	m := tb.Mark()
	i := 0
	for b.Loop() {
		tb.Release(m)
		i++
		tb.And(f, tb.ULt(vars[i%len(vars)], vars[(i+5)%len(vars)]))
	}
}
