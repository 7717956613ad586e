package interp

import (
	"testing"

	"culprit/cfg"
)

// sieve counts primes below n with an array of bytes, again and again.
func sieve(n uint64) *cfg.Program {
	b := newBuild(32)
	a := b.p.NewObject(nil, "a", n, 1)
	w := cfg.BV(32)
	i, j, c := b.v("i", w), b.v("j", w), b.v("c", w)
	at := func(v *cfg.Var) cfg.Expr {
		return &cfg.Binary{Op: cfg.PtrAdd, T: w, X: &cfg.AddrOf{Obj: a, Bits: 32}, Y: ref(v)}
	}
	loop := func(cond func() cfg.Expr, body func()) {
		head := b.at
		head.LoopHead = true
		then, els := b.branch(cond())
		b.at = then
		body()
		b.edge(b.at, head, &cfg.Skip{})
		b.at = els
	}
	below := func(v *cfg.Var) func() cfg.Expr {
		return func() cfg.Expr { return bin(cfg.SLt, ref(v), num(32, n)) }
	}
	loop(func() cfg.Expr { return cfg.True }, func() {
		b.do(&cfg.MemSet{Dst: &cfg.AddrOf{Obj: a, Bits: 32}, Val: num(8, 0), Size: num(32, n)})
		b.do(set(c, num(32, 0)), set(i, num(32, 2)))
		loop(below(i), func() {
			then, els := b.branch(bin(cfg.Eq, cast(cfg.SExt, w, &cfg.Load{T: cfg.BV(8), Addr: at(i)}), num(32, 0)))
			b.at = then
			b.do(set(c, bin(cfg.Add, ref(c), num(32, 1))), set(j, bin(cfg.Add, ref(i), ref(i))))
			loop(below(j), func() {
				b.do(&cfg.Store{Addr: at(j), Val: num(8, 1)}, set(j, bin(cfg.Add, ref(j), ref(i))))
			})
			b.edge(b.at, els, &cfg.Skip{})
			b.at = els
			b.do(set(i, bin(cfg.Add, ref(i), num(32, 1))))
		})
		b.errorIf(bin(cfg.Ne, ref(c), num(32, 1229)))
	})
	b.p.Layout()
	return b.p
}

// arithmetic is a loop of scalar statements.
func arithmetic() *cfg.Program {
	b := newBuild(32)
	w := cfg.BV(32)
	x, y, z := b.v("x", w), b.v("y", w), b.v("z", w)
	b.do(set(x, num(32, 1)), set(y, num(32, 2)), set(z, num(32, 3)))
	head := b.at
	head.LoopHead = true
	b.do(set(x, bin(cfg.Add, bin(cfg.Mul, ref(x), num(32, 1103515245)), num(32, 12345))))
	b.do(set(y, bin(cfg.Xor, ref(y), bin(cfg.LShr, ref(x), num(32, 16)))))
	then, els := b.branch(bin(cfg.SLt, ref(y), num(32, 0)))
	b.at = then
	b.do(set(z, bin(cfg.Add, ref(z), num(32, 1))))
	b.edge(b.at, els, &cfg.Skip{})
	b.at = els
	b.do(set(z, bin(cfg.Add, ref(z), ref(y))))
	b.edge(b.at, head, &cfg.Skip{})
	b.p.Layout()
	return b.p
}

func benchmark(b *testing.B, p *cfg.Program, lim Limits) {
	c := Compile(p, lim.Record)
	steps := 0
	b.ResetTimer()
	for range b.N {
		o := c.Execute(Constant{}, lim)
		if o.Status != StepLimit {
			b.Fatal(o.Status, o.Reason)
		}
		steps += o.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Mstmt/s")
	b.ReportMetric(0, "ns/op")
}

func BenchmarkArithmetic(b *testing.B) { benchmark(b, arithmetic(), Limits{Steps: 5_000_000}) }
func BenchmarkSieve(b *testing.B)      { benchmark(b, sieve(10000), Limits{Steps: 5_000_000}) }
func BenchmarkSieveChecked(b *testing.B) {
	benchmark(b, sieve(10000), Limits{Steps: 5_000_000, Checks: true})
}
func BenchmarkSieveRecorded(b *testing.B) {
	benchmark(b, sieve(10000), Limits{Steps: 5_000_000, Record: true, Checks: true})
}
