package logic

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/ieee"
	"culprit/internal/rounds"
)

// randFloat is a number of binary32 with a preference for ends of ranges, near
// others.
func randFloat(r *rand.Rand, near uint64) uint64 {
	frac := r.Uint64() & (1<<23 - 1)
	switch r.IntN(4) {
	case 0:
		frac &= ^uint64(0) << uint(r.IntN(24))
	case 1:
		frac |= 1<<uint(r.IntN(24)) - 1
	}
	exp := r.Uint64() & 255
	switch r.IntN(4) {
	case 0:
		exp = uint64(r.IntN(4))
	case 1:
		exp = (near>>23 + uint64(r.IntN(52)) - 26) & 255
	case 2:
		exp = uint64(252 + r.IntN(4))
	}
	return (frac&(1<<23-1) | exp<<23 | uint64(r.IntN(2))<<31) & mask(32)
}

// TestFloatRules compares operations that are narrowed with the two roundings.
func TestFloatRules(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 53))
	eval := func(op ieee.Op, tw, w int, a, b uint64) uint64 {
		v, _ := ieee.Eval(op, ieee.Nearest, tw, w, a, b)
		return v
	}
	up := func(x uint64) uint64 { return eval(ieee.Convert, 64, 32, x, 0) }
	for range rounds.Of(20000) {
		tb := NewTable()
		x, y := tb.Var("x", BVSort(32)), tb.Var("y", BVSort(32))
		wide := func(x T) T { return tb.Float(ieee.Convert, ieee.Nearest, 64, x) }
		a := randFloat(r, 0)
		b := randFloat(r, a)
		op := ieee.Op(r.IntN(int(ieee.Sqrt) + 1))
		p, q, u, v := wide(x), wide(y), up(a), up(b)
		switch r.IntN(4) {
		case 0:
			q, v = tb.BvXor(q, tb.BV(64, 1<<63)), v^1<<63
		case 1:
			v = up(uint64(ieee.Inf(32)-1) & randFloat(r, a))
			q = tb.BV(64, v)
		}
		args := []T{p, q}
		if !op.Binary() {
			args = args[:1]
		}
		got := tb.Float(ieee.Convert, ieee.Nearest, 32, tb.Float(op, ieee.Nearest, 64, args...))
		if n := tb.nodes[got]; tb.nodes[tb.arg(got, 0)].sort.W != 32 || n.op != OpFloat {
			t.Fatalf("%s is not narrowed", tb.String(got))
		}
		m := NewModel()
		m.BV[x], m.BV[y] = a, b
		want := eval(ieee.Convert, 32, 64, eval(op, 64, 64, u, v), 0)
		if v := tb.Eval(got, m); v != want {
			t.Fatalf("%s of %#x and %#x is %#x, want %#x", tb.String(got), a, b, v, want)
		}
		if err := tb.Check(); err != nil {
			t.Fatal(err)
		}
		s := tb.String(got)
		if again, err := Parse(tb, s); err != nil || again != got {
			t.Fatalf("%s is read as %s: %v", s, tb.String(again), err)
		}
		n := tb.Var("n", BVSort(32))
		m.BV[n] = r.Uint64() >> uint(32+r.IntN(32))
		for _, from := range []ieee.Op{ieee.FromSigned, ieee.FromUnsigned} {
			got := tb.Float(ieee.Convert, ieee.Nearest, 32, tb.Float(from, ieee.Nearest, 64, n))
			want := eval(ieee.Convert, 32, 64, eval(from, 64, 32, m.BV[n], 0), 0)
			if v := tb.Eval(got, m); v != want {
				t.Fatalf("%s of %#x is %#x, want %#x", tb.String(got), m.BV[n], v, want)
			}
		}
	}
}
