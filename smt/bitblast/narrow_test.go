package bitblast

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
)

// TestNarrow computes with words whose upper bits are literally their sign, or
// zero, as they come from values that are narrower than their type, and compares
// with numbers, for all inputs.
func TestNarrow(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	narrow := 0
	for range rounds.Of(600) {
		var c circuit
		c.reset()
		var div divider
		div.reset(&c)
		w := 1 + r.IntN(6)
		operand := func() word {
			k := 1 + r.IntN(min(w, 3))
			x := c.word(k)
			for i := range x {
				x[i] = c.input()
			}
			switch r.IntN(6) {
			case 0:
				return c.constWord(w, r.Uint64()>>(64-w))
			case 1:
				return c.shl(c.sext(x, w), r.IntN(w))
			case 2:
				return c.notWord(c.sext(x, w))
			case 3:
				return c.zext(x, w)
			}
			return c.sext(x, w)
		}
		x, y := operand(), operand()
		if max(x.narrow(), y.narrow())+1 < w {
			narrow++
		}
		inputs := int32(len(c.gates))
		carry := lit(r.IntN(2))
		uq, ur := div.udivrem(x, y)
		sq, sr := div.sdivrem(x, y)
		got := []word{c.add(x, y, carry), c.sub(x, y), c.mul(x, y), uq, ur, sq, sr,
			{c.ult(x, y)}, {c.ule(x, y)}, {c.slt(x, y)}, {c.sle(x, y)}, {c.eq(x, y)}}
		names := []string{"add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "ult", "ule", "slt", "sle", "eq"}
		// A division by a constant has inputs of its own, which side conditions
		// determine.
		var free []int32
		for i := range c.gates {
			if c.gates[i].kind == gateInput {
				free = append(free, int32(i))
			}
		}
		if len(free) > 16 {
			continue
		}
		solutions := map[uint64]int{}
		s := simulator{val: make([]bool, len(c.gates))}
		for v := range uint64(1) << len(free) {
			key, bit := uint64(0), 0
			for i, g := range free {
				s.val[g] = v>>i&1 == 1
				if g < inputs {
					key |= v >> i & 1 << bit
					bit++
				}
			}
			for i := range c.gates {
				s.gate(&c, int32(i))
			}
			solutions[key] += 0
			determined := true
			for _, l := range div.side {
				determined = determined && s.lit(l)
			}
			if !determined {
				continue
			}
			solutions[key]++
			a, b := s.word(x), s.word(y)
			sa, sb := int64(a<<(64-w))>>(64-w), int64(b<<(64-w))>>(64-w)
			truth := func(p bool) uint64 {
				if p {
					return 1
				}
				return 0
			}
			udiv, urem, sdiv, srem := ^uint64(0), a, int64(-1), sa
			if sa < 0 {
				sdiv = 1
			}
			if b != 0 {
				udiv, urem, sdiv, srem = a/b, a%b, sa/sb, sa%sb
			}
			want := []uint64{a + b + uint64(carry), a - b, a * b, udiv, urem, uint64(sdiv), uint64(srem),
				truth(a < b), truth(a <= b), truth(sa < sb), truth(sa <= sb), truth(a == b)}
			for i := range want {
				if n := len(got[i]); s.word(got[i]) != mask(want[i], n) {
					t.Fatalf("width %d: %s of %d and %d is %d, want %d", w, names[i], a, b, s.word(got[i]), mask(want[i], n))
				}
			}
		}
		for key, n := range solutions {
			if n != 1 {
				t.Fatalf("width %d: %d quotients for inputs %b", w, n, key)
			}
		}
	}
	if narrow < rounds.Of(600)/20 {
		t.Errorf("only %d pairs of narrow words", narrow)
	}
}
