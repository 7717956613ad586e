package bitblast

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"culprit/logic"
	"culprit/smt"
)

// problem builds a formula of a certain kind.
type problem struct {
	name  string
	build func(tb *logic.Table) []logic.T
}

func bv32(tb *logic.Table, name string) logic.T { return tb.Var(name, logic.BVSort(32)) }

// loop unrolls a loop n times: inputs are mixed into two accumulators with a
// branch per iteration, and the assertion at the end may fail or not.
func loop(n int, fails bool) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		c := func(v uint64) logic.T { return tb.BV(32, v) }
		s, k := c(0), c(0)
		bound := bv32(tb, "n")
		f := []logic.T{tb.SLt(bound, c(uint64(n)))}
		for i := range n {
			x := bv32(tb, fmt.Sprintf("x%d", i))
			in := tb.And(tb.SLe(c(0), x), tb.SLt(x, c(100)))
			run := tb.SLt(c(uint64(i)), bound)
			f = append(f, tb.Implies(run, in))
			odd := tb.Eq(tb.Extract(0, 0, x), tb.BV(1, 1))
			s1 := tb.Ite(odd, tb.Add(s, tb.Mul(c(3), x)), tb.Add(s, x))
			k1 := tb.Ite(tb.SLt(c(50), x), tb.Add(k, c(1)), k)
			s, k = tb.Ite(run, s1, s), tb.Ite(run, k1, k)
		}
		goal := tb.And(tb.SLt(c(uint64(200*n)), s), tb.Eq(k, c(uint64(n-2))))
		if !fails {
			goal = tb.SLt(c(uint64(300*n)), s)
		}
		return append(f, goal)
	}
}

// opaque variables keep the normal form from deciding identities.
func commutes(w int) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		v := func(n string) logic.T { return tb.Var(n, logic.BVSort(w)) }
		x, y, a, b := v("x"), v("y"), v("a"), v("b")
		return []logic.T{tb.Eq(x, a), tb.Eq(y, b), tb.Ne(tb.Mul(x, y), tb.Mul(b, a))}
	}
}

func divmod(w int, d uint64) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		x, k := tb.Var("x", logic.BVSort(w)), tb.BV(w, d)
		return []logic.T{tb.Ne(tb.Add(tb.Mul(tb.SDiv(x, k), k), tb.SRem(x, k)), x)}
	}
}

func divvar(w int) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		x, y := tb.Var("x", logic.BVSort(w)), tb.Var("y", logic.BVSort(w))
		return []logic.T{tb.Ne(y, tb.BV(w, 0)), tb.Ne(tb.Add(tb.Mul(tb.UDiv(x, y), y), tb.URem(x, y)), x)}
	}
}

func factor(n uint64, w int) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		x, y := tb.Var("x", logic.BVSort(w)), tb.Var("y", logic.BVSort(w))
		p := tb.Mul(tb.ZExt(x, 2*w), tb.ZExt(y, 2*w))
		one := tb.BV(w, 1)
		return []logic.T{tb.Eq(p, tb.BV(2*w, n)), tb.ULt(one, x), tb.ULt(one, y)}
	}
}

// state is an unrolled state machine with a memory of n cells.
func machine(steps int, fails bool) func(tb *logic.Table) []logic.T {
	return func(tb *logic.Table) []logic.T {
		r := rand.New(rand.NewPCG(9, 9))
		bv8 := func(v uint64) logic.T { return tb.BV(8, v) }
		st, cnt := bv8(0), tb.BV(32, 0)
		mem := tb.Var("mem", logic.ArraySort(32, 8))
		var f []logic.T
		type rule struct{ from, to, lo, hi, add uint64 }
		var rules []rule
		for range 24 {
			lo := r.Uint64N(200)
			rules = append(rules, rule{r.Uint64N(12), r.Uint64N(12), lo, lo + 20 + r.Uint64N(30), r.Uint64N(5)})
		}
		for i := range steps {
			in := tb.Var(fmt.Sprintf("in%d", i), logic.BVSort(8))
			idx := tb.Add(tb.Var("base", logic.BVSort(32)), tb.ZExt(in, 32))
			in2 := tb.BvXor(in, tb.Select(mem, idx))
			next, c1 := st, cnt
			for _, u := range rules {
				g := tb.And(tb.Eq(st, bv8(u.from)), tb.ULe(bv8(u.lo), in2), tb.ULe(in2, bv8(u.hi)))
				next = tb.Ite(g, bv8(u.to), next)
				c1 = tb.Ite(g, tb.Add(cnt, tb.BV(32, u.add)), c1)
			}
			mem = tb.Store(mem, idx, st)
			st, cnt = next, c1
		}
		want := uint64(steps)
		if !fails {
			want = uint64(4*steps + 1)
		}
		return append(f, tb.ULe(tb.BV(32, want), cnt))
	}
}

func problems() []problem {
	return []problem{
		{"loop20sat", loop(20, true)},
		{"loop20unsat", loop(20, false)},
		{"loop60sat", loop(60, true)},
		{"loop200sat", loop(200, true)},
		{"commutes8", commutes(8)},
		{"divmod7", divmod(32, 7)},
		{"divmod10", divmod(32, 10)},
		{"divvar8", divvar(8)},
		{"divvar10", divvar(10)},
		{"factor", factor(1073602561, 16)}, // 32749 * 32783 is beyond 15 bits:
		{"factorprime", factor(268435399, 16)},
		{"machine10sat", machine(10, true)},
		{"machine30sat", machine(30, true)},
		{"machine10unsat", machine(10, false)},
		{"machine100sat", machine(100, true)},
	}
}

// TestCompare prints times of the SAT solvers on larger formulas; run it with
// CULPRIT_BENCH=1. With CULPRIT_DIMACS=dir it writes the clauses for others.
func TestCompare(t *testing.T) {
	if os.Getenv("CULPRIT_BENCH") == "" {
		t.Skip("a measurement")
	}
	for _, p := range problems() {
		line := fmt.Sprintf("%-16s", p.name)
		for _, cfg := range []SAT{Gini, Own} {
			tb := logic.NewTable()
			f := p.build(tb)
			in := &instance{cfg: Config{SAT: cfg}}
			start := time.Now()
			in.reset(tb)
			if dir := os.Getenv("CULPRIT_DIMACS"); dir != "" && cfg == Own {
				writeDimacs(t, dir+"/"+p.name+".cnf", tb, f)
			}
			for _, x := range f {
				in.Assert(x)
			}
			enc := time.Since(start)
			r, err := in.Check(nil, smt.Budget{Time: 60 * time.Second})
			line += fmt.Sprintf("  %-7v %9.2fms (encode %7.2f)", r, ms(time.Since(start)), ms(enc))
			if err != nil {
				t.Error(err)
			}
			if cfg == Own {
				line += fmt.Sprintf(" %d gates %d clauses %d conflicts", len(in.blaster.c.gates), in.emit.clauses, in.own.s.Stats.Conflicts)
			}
		}
		t.Log(line)
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// BenchmarkEncode measures the translation of a large unrolling.
func BenchmarkEncode(b *testing.B) {
	b.ReportAllocs()
	for range b.N {
		tb := logic.NewTable()
		f := machine(200, true)(tb)
		start := time.Now()
		in := &instance{}
		in.reset(tb)
		for _, x := range f {
			in.Assert(x)
		}
		b.ReportMetric(float64(in.emit.clauses), "clauses")
		b.ReportMetric(ms(time.Since(start)), "ms/encoding")
		b.ReportMetric(float64(len(in.blaster.c.gates)), "gates")
	}
}

// recorder is a sink that keeps clauses.
type recorder struct {
	n  int32
	cs [][]int32
}

func (r *recorder) newVar() int32 { r.n++; return r.n }
func (r *recorder) addClause(ls []int32) {
	r.cs = append(r.cs, append([]int32(nil), ls...))
}

func writeDimacs(t *testing.T, path string, tb *logic.Table, f []logic.T) {
	var rec recorder
	in := &instance{}
	in.reset(tb)
	in.emit.reset(&in.blaster.c, &rec)
	for _, x := range f {
		in.Assert(x)
	}
	in.assertSides()
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	defer w.Flush()
	fmt.Fprintf(w, "p cnf %d %d\n", rec.n, len(rec.cs))
	for _, c := range rec.cs {
		for _, l := range c {
			if l&1 == 1 {
				l = -l
			}
			fmt.Fprintf(w, "%d ", l/2)
		}
		fmt.Fprintln(w, 0)
	}
}
