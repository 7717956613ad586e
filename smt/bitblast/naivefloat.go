package bitblast

import "culprit/internal/ieee"

// Floats of the naive encoder, apart from those of the circuits: a number is
// an integer times a power of two, operations on such are exact except for a last
// bit that stands for those cut off, and one function rounds.

// exponent is the width of the naive encoder's exponents: more than enough.
const exponent = 16

// naiveFloat is sig * 2^exp, unless it is not a number or infinite.
type naiveFloat struct {
	sign           int32
	exp, sig       []int32
	nan, inf, zero int32
}

func (n *naive) int(v int) []int32 { return n.number(exponent, uint64(v)) }

func (n *naive) none() int32 { return n.yes ^ 1 }

func (n *naive) some(x []int32) int32 {
	r := n.none()
	for _, l := range x {
		r = n.or(r, l)
	}
	return r
}

func (n *naive) minus(a, b []int32) []int32 { return n.add(a, n.not(b), n.yes) }
func (n *naive) plus(a, b []int32) []int32  { return n.add(a, b, n.none()) }

// pad puts k zeros below x, and zeros above up to w bits.
func (n *naive) pad(x []int32, k, w int) []int32 {
	return n.extend(append(n.number(k, 0), x...), w, n.none())
}

// down shifts x to the right by a number that is not negative, and says whether
// a set bit was lost.
func (n *naive) down(x, by []int32) ([]int32, int32) {
	lost := n.none()
	for k := range by {
		d := len(x)
		if k < 10 {
			d = min(d, 1<<k)
		}
		lost = n.or(lost, n.and(by[k], n.some(x[:d])))
		x = n.muxWord(by[k], n.extend(x[d:len(x):len(x)], len(x), n.none()), x)
	}
	return x, lost
}

// unpack reads a pattern.
func (n *naive) unpack(f format, x []int32) naiveFloat {
	frac, exp := x[:f.sb-1], x[f.sb-1:f.width()-1]
	ones := n.eq(exp, n.number(f.eb, f.ones()))
	normal, some := n.some(exp), n.some(frac)
	r := naiveFloat{sign: x[f.width()-1], nan: n.and(ones, some), inf: n.and(ones, some^1), zero: n.and(normal^1, some^1)}
	r.sig = append(append([]int32(nil), frac...), normal)
	e := n.muxWord(normal, n.extend(exp, exponent, n.none()), n.int(1))
	r.exp = n.minus(e, n.int(f.bias()+f.sb-1))
	return r
}

// pack rounds sig * 2^exp; lost says that it is a little more.
func (n *naive) pack(f format, m ieee.Mode, sign int32, exp, sig []int32, lost int32) []int32 {
	k := f.sb + 2 // zeros below, so that the rest of a rounding has bits
	sig = n.pad(sig, k, k+len(sig))
	exp = n.minus(exp, n.int(k))
	// The exponent of the last place: as the first bit asks, or the least one.
	least := 1 - f.bias() - (f.sb - 1)
	place := n.int(least)
	for p := range sig {
		at := n.plus(exp, n.int(p-(f.sb-1)))
		higher := n.and(sig[p], n.signedLess(n.int(least), at))
		place = n.muxWord(higher, at, place)
	}
	by := n.minus(place, exp)
	far := n.signedLess(n.int(len(sig)), by) // all bits are lost
	by = n.muxWord(far, n.int(len(sig)+1), by)
	cut, rest := n.down(append([]int32{n.none()}, sig...), by[:9])
	half := cut[0]
	rest = n.or(rest, lost)
	kept := cut[1 : f.sb+2 : f.sb+2] // one bit more, for a carry
	up := n.none()
	switch m {
	case ieee.Nearest:
		up = n.and(half, n.or(rest, kept[0]))
	case ieee.Up:
		up = n.and(sign^1, n.or(half, rest))
	case ieee.Down:
		up = n.and(sign, n.or(half, rest))
	case ieee.Away:
		up = half
	}
	kept = n.add(kept, n.number(len(kept), 0), up)
	carry := kept[f.sb]
	place = n.add(place, n.int(0), carry)
	normal := n.or(carry, kept[f.sb-1])
	field := n.muxWord(normal, n.plus(place, n.int(f.bias()+f.sb-1)), n.int(0))
	over := n.signedLess(n.int(int(f.ones())-1), field)
	// Only nearest and the modes away from zero reach infinity.
	toInf := n.yes
	switch m {
	case ieee.Up:
		toInf = sign ^ 1
	case ieee.Down:
		toInf = sign
	case ieee.Zero:
		toInf = n.none()
	}
	mag := append(append([]int32(nil), kept[:f.sb-1]...), field[:f.eb]...)
	inf := n.number(f.width()-1, f.ones()<<uint(f.sb-1))
	most := n.number(f.width()-1, f.ones()<<uint(f.sb-1)-1)
	mag = n.muxWord(over, n.muxWord(toInf, inf, most), mag)
	return append(mag, sign)
}

// chosen replaces a result where the operands say what it is.
func (n *naive) chosen(f format, r []int32, sign, nan, inf, zero int32) []int32 {
	w := f.width()
	is := func(mag uint64) []int32 { return append(n.number(w-1, mag), sign) }
	r = n.muxWord(zero, is(0), r)
	r = n.muxWord(inf, is(f.ones()<<uint(f.sb-1)), r)
	return n.muxWord(nan, n.number(w, f.ones()<<uint(f.sb-1)|1<<uint(f.sb-2)), r)
}

// any2 is a or b, or c and d.
func (n *naive) any2(a, b, c, d int32) int32 { return n.or(n.or(a, b), n.and(c, d)) }

// float is an operation.
func (n *naive) float(op ieee.Op, m ieee.Mode, from, to format, w int, x, y []int32) []int32 {
	switch op {
	case ieee.FromSigned, ieee.FromUnsigned:
		sign := n.none()
		if op == ieee.FromSigned {
			sign = x[len(x)-1]
		}
		zero := n.some(x) ^ 1
		r := n.pack(to, m, sign, n.int(0), n.muxWord(sign, n.neg(x), x), n.none())
		return n.chosen(to, r, n.and(sign, zero^1), n.none(), n.none(), zero)
	}
	a := n.unpack(from, x)
	switch op {
	case ieee.Sqrt:
		return n.sqrtFloat(from, m, a)
	case ieee.Integral:
		return n.integralFloat(from, m, a)
	case ieee.Convert:
		return n.chosen(to, n.pack(to, m, a.sign, a.exp, a.sig, n.none()), a.sign, a.nan, a.inf, a.zero)
	case ieee.ToSigned, ieee.ToUnsigned:
		return n.toInt(from, w, a, op == ieee.ToSigned)
	}
	b := n.unpack(from, y)
	sign := n.xor(a.sign, b.sign)
	switch op {
	case ieee.Add:
		return n.addFloat(from, m, a, b)
	case ieee.Mul:
		p := n.mul(n.pad(a.sig, 0, 2*from.sb), n.pad(b.sig, 0, 2*from.sb))
		nan := n.or(n.any2(a.nan, b.nan, a.inf, b.zero), n.and(a.zero, b.inf))
		return n.chosen(from, n.pack(from, m, sign, n.plus(a.exp, b.exp), p, n.none()), sign, nan, n.or(a.inf, b.inf), n.or(a.zero, b.zero))
	}
	// A quotient: of a * 2^k by b, bit by bit.
	k := 2*from.sb + 1
	a.sig = n.pad(a.sig, k, k+from.sb)
	q, r, d := n.number(k+from.sb, 0), n.number(from.sb+1, 0), n.pad(b.sig, 0, from.sb+1)
	for i := len(q) - 1; i >= 0; i-- {
		r = append([]int32{a.sig[i]}, r[:from.sb]...)
		q[i] = n.less(r, d) ^ 1
		r = n.muxWord(q[i], n.minus(r, d), r)
	}
	nan := n.or(n.any2(a.nan, b.nan, a.inf, b.inf), n.and(a.zero, b.zero))
	exp := n.minus(n.minus(a.exp, b.exp), n.int(k))
	return n.chosen(from, n.pack(from, m, sign, exp, q, n.some(r)), sign, nan, n.or(a.inf, b.zero), n.or(a.zero, b.inf))
}

// addFloat adds the one with the lower exponent, shifted, to the other one.
func (n *naive) addFloat(f format, m ieee.Mode, a, b naiveFloat) []int32 {
	swap := n.signedLess(a.exp, b.exp)
	hs, ls := n.mux(swap, b.sign, a.sign), n.mux(swap, a.sign, b.sign)
	he, le := n.muxWord(swap, b.exp, a.exp), n.muxWord(swap, a.exp, b.exp)
	hm, lm := n.muxWord(swap, b.sig, a.sig), n.muxWord(swap, a.sig, b.sig)
	k := f.sb + 3
	w := f.sb + k + 2 // a carry, and the sign of the difference
	d := n.minus(he, le)
	low, lost := n.down(n.pad(lm, k, w), d)
	low[0] = n.or(low[0], lost)
	high := n.pad(hm, k, w)
	differ := n.xor(hs, ls)
	sum := n.muxWord(differ, n.minus(high, low), n.plus(high, low))
	below := sum[w-1]
	sum = n.muxWord(below, n.neg(sum), sum)
	zero := n.some(sum) ^ 1
	// A zero of opposite numbers is positive, except for rounding down.
	both, either := n.and(a.sign, b.sign), n.or(a.sign, b.sign)
	if m == ieee.Down {
		both = either
	}
	sign := n.mux(n.or(a.inf, b.inf), n.mux(a.inf, a.sign, b.sign), n.mux(zero, both, n.xor(hs, below)))
	r := n.pack(f, m, sign, n.minus(he, n.int(k)), sum, n.none())
	nan := n.any2(a.nan, b.nan, n.and(a.inf, b.inf), n.xor(a.sign, b.sign))
	return n.chosen(f, r, sign, nan, n.or(a.inf, b.inf), zero)
}

// sqrtFloat finds the largest q with q*q at most a number of an even exponent:
// each bit of q is set if r, the number less q*q, is large enough.
func (n *naive) sqrtFloat(f format, m ieee.Mode, a naiveFloat) []int32 {
	k := 2*f.sb + 4
	even := a.exp[0] ^ 1
	w := f.sb + k + 1
	w += w % 2
	x := n.muxWord(even, n.pad(a.sig, k, w), n.pad(a.sig, k+1, w))
	exp := n.minus(a.exp, n.muxWord(even, n.int(k), n.int(k+1)))
	q, r := n.number(w/2, 0), x
	for i := len(q) - 1; i >= 0; i-- {
		// (q + 2^i)^2 is larger by q * 2^(i+1) + 2^(2i).
		more := n.pad(q, i+1, w+i+1)[:w:w]
		more[2*i] = n.or(more[2*i], n.yes)
		q[i] = n.less(r, more) ^ 1
		r = n.muxWord(q[i], n.minus(r, more), r)
	}
	half := n.extend(exp[1:len(exp):len(exp)], exponent, exp[exponent-1])
	root := n.pack(f, m, n.none(), half, q, n.some(r))
	return n.chosen(f, root, n.and(a.sign, a.zero), n.or(a.nan, n.and(a.sign, a.zero^1)), a.inf, a.zero)
}

// integralFloat cuts off what comes after the point.
func (n *naive) integralFloat(f format, m ieee.Mode, a naiveFloat) []int32 {
	fraction := a.exp[exponent-1]
	by := n.muxWord(fraction, n.neg(a.exp), n.int(0))
	far := n.signedLess(n.int(f.sb+1), by)
	by = n.muxWord(far, n.int(f.sb+2), by)
	cut, rest := n.down(append([]int32{n.none()}, a.sig...), by[:7])
	half, kept := cut[0], n.pad(cut[1:], 0, f.sb+1)
	up := n.none()
	switch m {
	case ieee.Nearest:
		up = n.and(half, n.or(rest, kept[0]))
	case ieee.Up:
		up = n.and(a.sign^1, n.or(half, rest))
	case ieee.Down:
		up = n.and(a.sign, n.or(half, rest))
	case ieee.Away:
		up = half
	}
	kept = n.add(kept, n.number(len(kept), 0), up)
	exp := n.muxWord(fraction, n.int(0), a.exp)
	// The number has a place in the format: nothing is rounded again.
	r := n.pack(f, ieee.Zero, a.sign, exp, kept, n.none())
	return n.chosen(f, r, a.sign, a.nan, a.inf, n.some(kept)^1)
}

// toInt converts to an integer of w bits.
func (n *naive) toInt(f format, w int, a naiveFloat, signed bool) []int32 {
	l := w + f.sb
	fraction := a.exp[exponent-1]
	far := n.signedLess(n.muxWord(fraction, n.neg(a.exp), n.int(0)), n.int(f.sb)) ^ 1
	below, _ := n.down(n.pad(a.sig, 0, l), n.muxWord(far, n.int(f.sb), n.muxWord(fraction, n.neg(a.exp), n.int(0)))[:7])
	above := n.shift(n.pad(a.sig, 0, l), n.pad(a.exp, 0, l)[:l], false, n.none())
	i := n.muxWord(fraction, below, above)
	huge := n.and(fraction^1, n.signedLess(a.exp, n.int(w))^1)
	bad := n.any2(a.nan, a.inf, huge, a.zero^1)
	mag := i[:w:w]
	if signed {
		out := n.or(bad, n.some(i[w-1:]))
		return n.muxWord(out, n.number(w, 1<<uint(w-1)), n.muxWord(a.sign, n.neg(mag), mag))
	}
	out := n.any2(bad, n.some(i[w:]), a.sign, n.some(i))
	return n.muxWord(out, n.number(w, mask(1<<63, w)), mag)
}
