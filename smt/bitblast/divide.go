package bitblast

import "math/bits"

// Division has two encodings. By a constant it is a constraint: fresh q and r
// of just the bits they can need, with q·d + r = n and r < d; the product is
// then a few additions, shared with an equal product in the formula. By a
// variable it is the restoring circuit, which needs no side condition.
//
// Side conditions collect in divider.side and are asserted by the encoder; they
// define q and r and never restrict anything else.

// divKey identifies a quotient and remainder already built.
type divKey struct {
	n, d string
}

// divider remembers quotients so that x/y and x%y share one circuit.
type divider struct {
	c    *circuit
	done map[divKey][2]word
	side []lit
}

func (v *divider) reset(c *circuit) {
	v.c = c
	v.side = v.side[:0]
	if len(v.done) > 0 || v.done == nil {
		v.done = make(map[divKey][2]word)
	}
}

func wordKey(x word) string {
	b := make([]byte, 0, 4*len(x))
	for _, l := range x {
		b = append(b, byte(l), byte(l>>8), byte(l>>16), byte(l>>24))
	}
	return string(b)
}

// udivrem is unsigned division with SMT-LIB's results for zero divisors
// (quotient all ones, remainder n).
func (v *divider) udivrem(n, d word) (q, r word) {
	c, w := v.c, len(n)
	if dv, ok := d.constant(); ok {
		switch {
		case dv == 0:
			return c.constWord(w, ^uint64(0)), n
		case dv&(dv-1) == 0:
			k := bits.TrailingZeros64(dv)
			q, r = c.word(w), c.word(w)
			copy(q, n[k:])
			copy(r[:k], n)
			return q, r
		}
		if nv, ok := n.constant(); ok {
			return c.constWord(w, nv/dv), c.constWord(w, nv%dv)
		}
	}
	key := divKey{wordKey(n), wordKey(d)}
	if e, ok := v.done[key]; ok {
		return e[0], e[1]
	}
	if k := max(n.narrowUnsigned(), d.narrowUnsigned()); k < w {
		q, r = v.udivrem(n[:k], d[:k])
		q, r = c.zext(q, w), c.zext(r, w)
		for i := k; i < w; i++ {
			q[i] = c.eq(d, c.word(w)) // all ones
		}
	} else if dv, ok := d.constant(); ok {
		q, r = v.byConst(n, dv)
	} else {
		q, r = v.restoring(n, d)
	}
	v.done[key] = [2]word{q, r}
	return q, r
}

// byConst divides by d >= 3, not a power of two, with fresh q and r.
func (v *divider) byConst(n word, d uint64) (q, r word) {
	c, w := v.c, len(n)
	qmax := mask(^uint64(0), w) / d
	q, r = c.word(w), c.word(w)
	for i := 0; i < bits.Len64(qmax); i++ {
		q[i] = c.input()
	}
	for i := 0; i < bits.Len64(d-1); i++ {
		r[i] = c.input()
	}
	// q <= qmax: the product does not overflow; then no carry out of the sum.
	total, carry := c.addc(c.scale(d, q), r, litFalse)
	v.side = append(v.side,
		c.ule(q, c.constWord(w, qmax)), c.ult(r, c.constWord(w, d)), carry.not())
	for i := range total {
		v.side = append(v.side, c.xnor(total[i], n[i]))
	}
	return q, r
}

// restoring is the schoolbook circuit: shift in a bit, subtract if possible.
// With d = 0 every subtraction succeeds and changes nothing: q is all ones
// and r is n, as required.
func (v *divider) restoring(n, d word) (q, r word) {
	c, w := v.c, len(n)
	q, r = c.word(w), c.word(w)
	dx := c.notWord(c.zext(d, w+1))
	for i := w - 1; i >= 0; i-- {
		t := c.word(w + 1) // 2r + n[i] needs one more bit
		t[0] = n[i]
		copy(t[1:], r)
		diff, noBorrow := c.addc(t, dx, litTrue)
		q[i] = noBorrow
		r = c.iteWord(noBorrow, diff[:w], t[:w])
	}
	return q, r
}

// sdivrem truncates towards zero; the remainder has the dividend's sign.
// SMT-LIB: bvsdiv by zero is 1 or -1 by the dividend's sign, bvsrem is n.
func (v *divider) sdivrem(n, d word) (q, r word) {
	c, w := v.c, len(n)
	if k := max(n.narrow(), d.narrow()) + 1; k < w {
		q, r = v.sdivrem(n[:k], d[:k])
		return c.sext(q, w), c.sext(r, w)
	}
	if u, ok := d.constant(); ok {
		k := int64(u<<uint(64-w)) >> uint(64-w)
		if k > 1 || k < -1 {
			return v.signedByConst(n, d, k)
		}
	}
	sn, sd := n.sign(), d.sign()
	uq, ur := v.udivrem(c.iteWord(sn, c.neg(n), n), c.iteWord(sd, c.neg(d), d))
	q = c.iteWord(c.xor(sn, sd), c.neg(uq), uq)
	r = c.iteWord(sn, c.neg(ur), ur)
	return q, r
}

// signedByConst divides by a constant of magnitude 2 or more, with fresh q and
// r: q·d does not overflow, r is nearer to 0 than d and on n's side of 0; then
// q·d + r = n holds without overflow if it holds modulo 2^w.
func (v *divider) signedByConst(n, dw word, d int64) (q, r word) {
	key := divKey{"s" + wordKey(n), wordKey(dw)}
	if e, ok := v.done[key]; ok {
		return e[0], e[1]
	}
	c, w := v.c, len(n)
	lowest, highest := int64(-1)<<uint(w-1), int64(1)<<uint(w-1)-1
	qmin, qmax := lowest/d, highest/d
	if d < 0 {
		qmin, qmax = qmax, qmin
	}
	abs := uint64(d)
	if d < 0 {
		abs = -abs
	}
	q = c.sext(v.fresh(min(w, 1+bits.Len64(uint64(max(qmax, -qmin))))), w)
	r = c.sext(v.fresh(min(w, 1+bits.Len64(abs-1))), w)
	negative := n.sign()
	below := c.constWord(w, abs) // of magnitude 2^(w-1): read as unsigned
	v.side = append(v.side,
		c.sle(c.constWord(w, uint64(qmin)), q), c.sle(q, c.constWord(w, uint64(qmax))),
		c.ult(c.iteWord(negative, c.neg(r), r), below),
		c.or(c.xnor(r.sign(), negative), c.eq(r, c.word(w))))
	total := c.add(c.scale(uint64(d), q), r, litFalse)
	for i := range total {
		v.side = append(v.side, c.xnor(total[i], n[i]))
	}
	v.done[key] = [2]word{q, r}
	return q, r
}

func (v *divider) fresh(w int) word {
	x := v.c.word(w)
	for i := range x {
		x[i] = v.c.input()
	}
	return x
}
