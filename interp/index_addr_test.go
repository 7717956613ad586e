package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
)

// TestElementAddress compares addresses of array elements, which are one
// instruction, with the tree-walking evaluator.
func TestElementAddress(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 2000 {
		w := []int{32, 64}[n%2]
		b := newBuild(w)
		base, dst := b.v("base", cfg.BV(w)), b.v("dst", cfg.BV(w))
		from := []int{8, 16, 32, w}[r.IntN(4)]
		i := b.v("i", cfg.BV(from))
		var index cfg.Expr = ref(i)
		if from < w {
			index = cast([]cfg.Op{cfg.SExt, cfg.SExt, cfg.ZExt}[r.IntN(3)], cfg.BV(w), index)
		}
		if r.IntN(3) > 0 {
			index = bin(cfg.Mul, index, num(w, r.Uint64()>>r.IntN(64)))
		}
		e := bin(cfg.PtrAdd, ref(base), index)
		inputs := sequence{r.Uint64(), r.Uint64() >> r.IntN(64)}
		b.do(&cfg.Havoc{Dst: base}, &cfg.Havoc{Dst: i}, set(dst, e))
		b.ret()
		b.p.Layout()
		s := gen.State{Vars: make([]uint64, len(b.p.Vars))}
		s.Vars[base.ID], s.Vars[i.ID] = cfg.Mask(inputs[0], w), cfg.Mask(inputs[1], from)
		want := gen.Eval(e, &s)
		o := Execute(b.p, &inputs, Limits{})
		if got := o.Value(dst); got != want {
			t.Fatalf("case %d: %#x, want %#x", n, got, want)
		}
	}
}
