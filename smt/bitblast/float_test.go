package bitblast

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"culprit/internal/ieee"
	"culprit/internal/rounds"
	"culprit/internal/work"
)

// exactFloats is IEEE 754 by its text: a result is computed exactly and then
// looked up among all numbers of the format.
type exactFloats struct {
	f     format
	value []*big.Rat // of the finite, not negative patterns
	next  *big.Rat   // the number above the largest, if the exponent had more bits
}

func newExactFloats(f format) *exactFloats {
	x := &exactFloats{f: f}
	for p := range 1<<uint(f.width()-1) - 1<<uint(f.sb-1) {
		x.value = append(x.value, x.number(p))
	}
	x.next = x.number(len(x.value))
	return x
}

// number is the number of a pattern, as if there were no infinity.
func (x *exactFloats) number(p int) *big.Rat {
	frac, exp := p&(1<<uint(x.f.sb-1)-1), p>>uint(x.f.sb-1)
	if exp > 0 {
		frac |= 1 << uint(x.f.sb-1)
	}
	return new(big.Rat).Mul(big.NewRat(int64(frac), 1), power(max(exp, 1)-x.f.bias()-x.f.sb+1))
}

func power(e int) *big.Rat {
	r := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(e, -e))))
	if e < 0 {
		r.Inv(r)
	}
	return r
}

const isNaN = -1

// split takes a pattern apart: its number, sign, and whether it is infinite.
func (x *exactFloats) split(p int) (v *big.Rat, negative, inf, nan bool) {
	mag := p & (1<<uint(x.f.width()-1) - 1)
	negative = p != mag
	switch {
	case mag > len(x.value):
		return nil, negative, false, true
	case mag == len(x.value):
		return nil, negative, true, false
	}
	v = x.value[mag]
	if negative {
		v = new(big.Rat).Neg(v)
	}
	return v, negative, false, false
}

func (x *exactFloats) signed(negative bool, mag int) int {
	if negative {
		return mag | 1<<uint(x.f.width()-1)
	}
	return mag
}

// choose is the magnitude that the mode chooses of low and low+1, between which
// the number lies: c compares it with the middle, the sign is that of the result.
func choose(m ieee.Mode, negative bool, low, c int) int {
	up := false
	switch m {
	case ieee.Nearest:
		up = c > 0 || c == 0 && low%2 == 1
	case ieee.Away:
		up = c >= 0
	case ieee.Up:
		up = !negative
	case ieee.Down:
		up = negative
	}
	if up {
		return low + 1
	}
	return low
}

// round finds the pattern for an exact number, or for its square root.
func (x *exactFloats) round(m ieee.Mode, v *big.Rat, root bool) int {
	negative := v.Sign() < 0
	abs := new(big.Rat).Abs(v)
	cmp := func(y *big.Rat) int {
		if root {
			y = new(big.Rat).Mul(y, y)
		}
		return abs.Cmp(y)
	}
	low := len(x.value) - 1
	for cmp(x.value[low]) < 0 {
		low--
	}
	if cmp(x.value[low]) == 0 {
		return x.signed(negative, low)
	}
	above := x.next
	if low+1 < len(x.value) {
		above = x.value[low+1]
	}
	middle := new(big.Rat).Add(x.value[low], above)
	return x.signed(negative, choose(m, negative, low, cmp(middle.Quo(middle, big.NewRat(2, 1)))))
}

// eval computes an operation; ints are of w bits.
func (x *exactFloats) eval(op ieee.Op, m ieee.Mode, to *exactFloats, w, p, q int) int {
	switch op {
	case ieee.FromSigned, ieee.FromUnsigned:
		if op == ieee.FromSigned && p>>uint(w-1) == 1 {
			p -= 1 << uint(w)
		}
		return to.round(m, big.NewRat(int64(p), 1), false)
	}
	a, na, ia, nan := x.split(p)
	if nan && !op.ToInt() {
		return isNaN
	}
	top := len(to.value) // infinity
	switch op {
	case ieee.Sqrt:
		switch {
		case !ia && a.Sign() == 0:
			return p
		case na:
			return isNaN
		case ia:
			return p
		}
		return x.round(m, a, true)
	case ieee.Integral:
		if ia || a.Sign() == 0 {
			return p
		}
		abs := new(big.Rat).Abs(a)
		low := new(big.Int).Quo(abs.Num(), abs.Denom())
		rest := new(big.Rat).Sub(abs, new(big.Rat).SetInt(low))
		n := int(low.Int64())
		if rest.Sign() != 0 {
			n = choose(m, na, n, rest.Cmp(big.NewRat(1, 2)))
		}
		return x.signed(na, x.round(m, big.NewRat(int64(n), 1), false))
	case ieee.Convert:
		switch {
		case ia:
			return to.signed(na, top)
		case a.Sign() == 0:
			return to.signed(na, 0)
		}
		return to.round(m, a, false)
	case ieee.ToSigned, ieee.ToUnsigned:
		lo, hi, out := 0, 1<<uint(w), 0
		if op == ieee.ToSigned {
			lo, hi, out = -1<<uint(w-1), 1<<uint(w-1), 1<<uint(w-1)
		}
		if nan || ia {
			return out
		}
		i := int(new(big.Int).Quo(a.Num(), a.Denom()).Int64())
		if i < lo || i >= hi {
			return out
		}
		return i & (1<<uint(w) - 1)
	}
	b, nb, ib, nan := x.split(q)
	if nan {
		return isNaN
	}
	zero := func(v *big.Rat) bool { return v != nil && v.Sign() == 0 }
	switch op {
	case ieee.Add:
		switch {
		case ia && ib && na != nb:
			return isNaN
		case ia:
			return p
		case ib:
			return q
		}
		s := new(big.Rat).Add(a, b)
		if s.Sign() == 0 {
			return x.signed(na && nb || na != nb && m == ieee.Down, 0)
		}
		return x.round(m, s, false)
	case ieee.Mul:
		switch {
		case ia && zero(b), ib && zero(a):
			return isNaN
		case ia || ib:
			return x.signed(na != nb, top)
		case zero(a) || zero(b):
			return x.signed(na != nb, 0)
		}
		return x.round(m, new(big.Rat).Mul(a, b), false)
	}
	switch { // quotient
	case ia && ib, zero(a) && zero(b):
		return isNaN
	case ia, zero(b):
		return x.signed(na != nb, top)
	case ib, zero(a):
		return x.signed(na != nb, 0)
	}
	return x.round(m, new(big.Rat).Quo(a, b), false)
}

// floatCases calls f with every operation and the modes it has.
func floatCases(f func(op ieee.Op, m ieee.Mode)) {
	for op := range ieee.NumOps {
		for m := range ieee.NumModes {
			if m == ieee.Away && op != ieee.Integral || op.ToInt() && m != ieee.Zero {
				continue
			}
			f(op, m)
		}
	}
}

// TestSmallFloats tries all operands of small formats.
func TestSmallFloats(t *testing.T) {
	pairs := [][2]format{{{3, 3}, {3, 4}}, {{4, 3}, {3, 3}}}
	if !testing.Short() {
		pairs = append(pairs, [][2]format{{{3, 4}, {3, 3}}, {{4, 4}, {4, 3}}, {{4, 5}, {3, 3}}}...)
	}
	for _, fs := range pairs {
		f, to := fs[0], fs[1]
		x, y := newExactFloats(f), newExactFloats(to)
		var c circuit
		c.reset()
		for _, w := range []int{4, 7} {
			floatCases(func(op ieee.Op, m ieee.Mode) {
				res := x
				if op == ieee.Convert {
					res = y
				}
				wa := f.width()
				if op.FromInt() {
					wa = w
				}
				others := 1
				if op.Binary() {
					others = 1 << uint(wa)
				}
				if op.Binary() && w != 4 {
					return
				}
				for p := range 1 << uint(wa) {
					for q := range others {
						want := x.eval(op, m, res, w, p, q)
						c.reset()
						r := c.float(op, m, f, res.f, w, []word{c.constWord(wa, uint64(p)), c.constWord(wa, uint64(q))})
						got, ok := r.constant()
						if !ok {
							t.Fatalf("%v %v %v of constants %#x and %#x is not one", f, op, m, p, q)
						}
						if want == isNaN {
							n, _ := c.nanFloat(res.f).constant()
							want = int(n)
						}
						if int(got) != want {
							t.Fatalf("%v %v %v of %#x and %#x is %#x, want %#x", f, op, m, p, q, got, want)
						}
					}
				}
			})
		}
	}
}

// someFloat makes operands of which operations have special cases: near powers
// of two, subnormals, halves, of similar exponents.
func someFloat(r *rand.Rand, w int, other uint64) uint64 {
	f := formatOf(w)
	frac := r.Uint64()
	switch r.IntN(5) {
	case 0:
		frac = 0
	case 1:
		frac = ^uint64(0) << uint(r.IntN(f.sb))
	case 2:
		frac = 1 << uint(r.IntN(f.sb))
	case 3:
		frac &= ^uint64(0) << uint(r.IntN(f.sb))
	}
	exp := r.Uint64()
	switch r.IntN(6) {
	case 0:
		exp = uint64(r.IntN(3))
	case 1:
		exp = f.ones() - uint64(r.IntN(3))
	case 2, 3:
		exp = other>>uint(f.sb-1) + uint64(r.IntN(2*f.sb)) - uint64(f.sb)
	case 4:
		exp = uint64(f.bias() + r.IntN(70) - 35)
	}
	return mask(frac, f.sb-1) | mask(exp, f.eb)<<uint(f.sb-1) | uint64(r.IntN(2))<<uint(w-1)
}

// someCase makes widths and operands of an operation.
func someCase(r *rand.Rand, op ieee.Op) (w, tw int, a, b uint64) {
	w = []int{32, 64}[r.IntN(2)]
	tw = w
	a = someFloat(r, w, 0)
	b = someFloat(r, w, a)
	switch {
	case op.FromInt():
		tw, w = w, []int{8, 16, 32, 64}[r.IntN(4)]
		a = mask(r.Uint64()>>uint(r.IntN(64)), w)
	case op.ToInt():
		tw = []int{8, 16, 32, 64}[r.IntN(4)]
	case op == ieee.Convert:
		tw = 96 - w
	}
	return w, tw, a, b
}

// TestFloats compares the circuits of binary32 and binary64 with package ieee,
// which computes by the processor.
func TestFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(754, 2019))
	var c circuit
	for range rounds.Of(2000) {
		floatCases(func(op ieee.Op, m ieee.Mode) {
			w, tw, a, b := someCase(r, op)
			want, _ := ieee.Eval(op, m, tw, w, a, b)
			c.reset()
			got, ok := c.float(op, m, formatOf(w), formatOf(tw), tw, []word{c.constWord(w, a), c.constWord(w, b)}).constant()
			if !ok || got != want {
				t.Fatalf("%v %v from %d to %d of %#x and %#x is %#x, want %#x", op, m, w, tw, a, b, got, want)
			}
		})
	}
}

// TestFloatGates simulates circuits of free operands, with all their gates.
func TestFloatGates(t *testing.T) {
	r := rand.New(rand.NewPCG(1985, 754))
	var c circuit
	floatCases(func(op ieee.Op, m ieee.Mode) {
		for _, w := range []int{32, 64} {
			aw, tw := w, w
			switch {
			case op.FromInt():
				aw = 32
			case op.ToInt():
				tw = 32
			case op == ieee.Convert:
				tw = 96 - w
			}
			c.reset()
			free := func() word {
				x := c.word(aw)
				for i := range x {
					x[i] = c.input()
				}
				return x
			}
			x, y := free(), free()
			z := c.float(op, m, formatOf(aw), formatOf(tw), tw, []word{x, y})
			for range rounds.Of(5) {
				a := someFloat(r, w, 0)
				b := someFloat(r, w, a)
				a, b = mask(a, aw), mask(b, aw)
				in := map[int32]bool{}
				for i := range x {
					in[x[i].gate()], in[y[i].gate()] = a>>uint(i)&1 == 1, b>>uint(i)&1 == 1
				}
				want, _ := ieee.Eval(op, m, tw, aw, a, b)
				if got := simulate(&c, in, z); got != want {
					t.Fatalf("%v %v from %d to %d of %#x and %#x is %#x, want %#x", op, m, aw, tw, a, b, got, want)
				}
			}
		}
	})
}

// simulate evaluates a word under values of the inputs.
func simulate(c *circuit, in map[int32]bool, x word) uint64 {
	s := simulator{val: make([]bool, len(c.gates))}
	for i := int32(1); i < int32(len(c.gates)); i++ {
		if c.gates[i].kind == gateInput {
			s.val[i] = in[i]
		} else {
			s.gate(c, i)
		}
	}
	return s.word(x)
}

// naiveValue is what the naive encoder makes of an operation on constants.
func naiveValue(t *testing.T, op ieee.Op, m ieee.Mode, from, to format, w, wa int, p, q uint64) uint64 {
	n := naive{sat: newOwn()}
	n.yes = n.fresh()
	n.clause(n.yes)
	r := n.float(op, m, from, to, w, n.number(wa, p), n.number(wa, q))
	if n.sat.solve(nil, limits{clock: &work.Clock{}}) != 1 {
		t.Fatalf("%v %v of %#x and %#x contradicts itself", op, m, p, q)
	}
	var v uint64
	for i, l := range r {
		if n.sat.value(l) {
			v |= 1 << uint(i)
		}
	}
	return v
}

// TestNaiveFloats does the same with the naive encoder.
func TestNaiveFloats(t *testing.T) {
	r := rand.New(rand.NewPCG(1984, 754))
	f, to := format{3, 4}, format{3, 3}
	x, y := newExactFloats(f), newExactFloats(to)
	for range rounds.Of(500) {
		floatCases(func(op ieee.Op, m ieee.Mode) {
			w, wa, res := 4+r.IntN(4), f.width(), x
			switch {
			case op.FromInt():
				wa = w
			case op == ieee.Convert:
				res = y
			}
			p, q := r.IntN(1<<uint(wa)), r.IntN(1<<uint(wa))
			want := x.eval(op, m, res, w, p, q)
			if want == isNaN {
				want = int(res.f.ones()<<uint(res.f.sb-1) | 1<<uint(res.f.sb-2))
			}
			if got := naiveValue(t, op, m, f, res.f, w, wa, uint64(p), uint64(q)); int(got) != want {
				t.Fatalf("%v %v of %#x and %#x is %#x, want %#x", op, m, p, q, got, want)
			}
		})
	}
	for range rounds.Of(100) {
		floatCases(func(op ieee.Op, m ieee.Mode) {
			aw, tw, a, b := someCase(r, op)
			want, _ := ieee.Eval(op, m, tw, aw, a, b)
			if got := naiveValue(t, op, m, formatOf(aw), formatOf(tw), tw, aw, a, b); got != want {
				t.Fatalf("%v %v from %d to %d of %#x and %#x is %#x, want %#x", op, m, aw, tw, a, b, got, want)
			}
		})
	}
}
