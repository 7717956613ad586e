package bitblast

import "math/bits"

// Division has two encodings. By a constant it is a constraint: fresh q and r
// of just the bits they can need, with q·d + r = n and r < d; the product is
// then a few additions, shared with an equal product in the formula. By a
// variable it is the restoring circuit, which needs no side condition.
//
// side conditions are appended to circuit.side by udivConst and asserted by
// the encoder; they define q and r and never restrict anything else.

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
	if dv, ok := d.constant(); ok {
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
	c := v.c
	sn, sd := n.sign(), d.sign()
	uq, ur := v.udivrem(c.iteWord(sn, c.neg(n), n), c.iteWord(sd, c.neg(d), d))
	q = c.iteWord(c.xor(sn, sd), c.neg(uq), uq)
	r = c.iteWord(sn, c.neg(ur), ur)
	return q, r
}
