package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// mono is one monomial of a polynomial modulo 2^w: coefficient (not 0) times power product.
type mono struct {
	c uint64
	m T
}

// poly appends the monomials of c*t (sorted by power product, if dst was empty) and gives the constant part.
func (tb *Table) poly(dst []mono, t T, c uint64) ([]mono, uint64) {
	nd := &tb.nodes[t]
	m := mask(nd.sort.W)
	switch nd.op {
	case OpConst:
		return dst, c * nd.aux & m
	case OpAdd:
		k := uint64(0)
		for _, a := range tb.arena[nd.off : nd.off+nd.n] {
			an := &tb.nodes[a]
			if an.op == OpConst {
				k = c * an.aux & m
				continue
			}
			dst = tb.appendMono(dst, a, an, c, m)
		}
		return dst, k
	}
	return tb.appendMono(dst, t, nd, c, m), 0
}

func (tb *Table) appendMono(dst []mono, t T, nd *node, c, m uint64) []mono {
	if nd.op == OpMul {
		if h := &tb.nodes[tb.arena[nd.off]]; h.op == OpConst {
			if c = c * h.aux & m; c == 0 {
				return dst
			}
			return append(dst, mono{c, tb.arena[nd.off+1]})
		}
	}
	c &= m
	if c == 0 {
		return dst
	}
	return append(dst, mono{c, t})
}

// mergePoly appends the sum of two sorted lists.
func mergePoly(dst, a, b []mono, m uint64) []mono {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i].m < b[j].m:
			dst = append(dst, a[i])
			i++
		case a[i].m > b[j].m:
			dst = append(dst, b[j])
			j++
		default:
			if c := (a[i].c + b[j].c) & m; c != 0 {
				dst = append(dst, mono{c, a[i].m})
			}
			i++
			j++
		}
	}
	dst = append(dst, a[i:]...)
	return append(dst, b[j:]...)
}

// normPoly sorts by power product and adds up equal ones.
func normPoly(p []mono, m uint64) []mono {
	slices.SortFunc(p, func(x, y mono) int { return cmp.Compare(x.m, y.m) })
	out := p[:0]
	for i := 0; i < len(p); {
		c, j := uint64(0), i
		for ; j < len(p) && p[j].m == p[i].m; j++ {
			c += p[j].c
		}
		c &= m
		if c != 0 {
			out = append(out, mono{c, p[i].m})
		}
		i = j
	}
	return out
}

// scaled gives c*m as a term.
func (tb *Table) scaled(w uint8, x mono) T {
	if x.c == 1 {
		return x.m
	}
	return tb.mk(OpMul, Sort{Kind: SBV, W: w}, 0, tb.bv(w, x.c), x.m)
}

// sum gives the term of a normalised polynomial.
func (tb *Table) sum(w uint8, p []mono, k uint64) T {
	k &= mask(w)
	if len(p) == 0 {
		return tb.bv(w, k)
	}
	if len(p) == 1 && k == 0 {
		return tb.scaled(w, p[0])
	}
	var buf [16]T
	args := buf[:0]
	for _, x := range p {
		args = append(args, tb.scaled(w, x))
	}
	if k != 0 {
		args = append(args, tb.bv(w, k))
	}
	return tb.mk(OpAdd, Sort{Kind: SBV, W: w}, 0, args...)
}

func (tb *Table) checkBV2(what string, a, b T) uint8 {
	s := tb.nodes[a].sort
	if s.Kind != SBV || s != tb.nodes[b].sort {
		tb.sortPanic(what, a, b)
	}
	return s.W
}

// linear gives a + cb*b.
func (tb *Table) linear(w uint8, a, b T, cb uint64) T {
	m := mask(w)
	var b1, b2, b3 [12]mono
	p, k1 := tb.poly(b1[:0], a, 1)
	q, k2 := tb.poly(b2[:0], b, cb)
	if len(q) == 0 && k2 == 0 {
		return a
	}
	if len(p)+len(q) > maxSum {
		switch {
		case isMonomial(p, b): // so that it cancels
			q, k2 = []mono{{cb & m, b}}, 0
		case isMonomial(q, a), len(p) >= len(q) && len(p) > 1:
			p, k1 = []mono{{1, a}}, 0
		default:
			q, k2 = []mono{{cb & m, b}}, 0
		}
	}
	return tb.sum(w, mergePoly(b3[:0], p, q, m), k1+k2)
}

// isMonomial reports whether t is one of p.
func isMonomial(p []mono, t T) bool {
	_, found := slices.BinarySearchFunc(p, t, func(x mono, t T) int { return cmp.Compare(x.m, t) })
	return found
}

// Add gives a + b modulo 2^w.
func (tb *Table) Add(a, b T) T { return tb.linear(tb.checkBV2("bvadd", a, b), a, b, 1) }

// Sub gives a - b modulo 2^w.
func (tb *Table) Sub(a, b T) T { return tb.linear(tb.checkBV2("bvsub", a, b), a, b, ^uint64(0)) }

// Neg gives -a modulo 2^w.
func (tb *Table) Neg(a T) T {
	return tb.scale(a, ^uint64(0), 0)
}

// BvNot gives the bitwise complement of a, as the sum -a - 1.
func (tb *Table) BvNot(a T) T { return tb.scale(a, ^uint64(0), ^uint64(0)) }

// scale gives c*a + k.
func (tb *Table) scale(a T, c, k uint64) T {
	s := tb.nodes[a].sort
	if s.Kind != SBV {
		tb.sortPanic("bvneg", a)
	}
	var buf [12]mono
	p, k1 := tb.poly(buf[:0], a, c)
	return tb.sum(s.W, p, k1+k)
}

// AsBvNot recognises the sum -x - 1 of a single power product x, that is, a bitwise complement.
func (tb *Table) AsBvNot(t T) (T, bool) {
	nd := &tb.nodes[t]
	if nd.op == OpAdd && nd.n == 2 {
		a, k := tb.arena[nd.off], tb.arena[nd.off+1]
		if m := mask(nd.sort.W); tb.isBVConst(k) && tb.nodes[k].aux == m && tb.nodes[a].op == OpMul {
			if c := tb.arg(a, 0); tb.isBVConst(c) && tb.nodes[c].aux == m {
				return tb.arg(a, 1), true
			}
		}
	}
	return 0, false
}

// Mul gives a * b modulo 2^w.
func (tb *Table) Mul(a, b T) T {
	w := tb.checkBV2("bvmul", a, b)
	if tb.isBVConst(b) {
		a, b = b, a
	}
	if tb.isBVConst(a) {
		return tb.scale(b, tb.nodes[a].aux, 0)
	}
	var b1, b2 [12]mono
	var b3 [16]mono
	m := mask(w)
	p, k1 := tb.poly(b1[:0], a, 1)
	q, k2 := tb.poly(b2[:0], b, 1)
	np, nq := len(p), len(q)
	if k1 != 0 {
		np++
	}
	if k2 != 0 {
		nq++
	}
	if np*nq > maxProduct {
		// A sum stays a factor; the coefficient of a single monomial moves out.
		c := uint64(1)
		if np == 1 {
			c, a = c*p[0].c, p[0].m
		}
		if nq == 1 {
			c, b = c*q[0].c, q[0].m
		}
		r := tb.power(w, a, b)
		c &= m
		if c == 0 {
			return tb.bv(w, 0)
		}
		return tb.scaled(w, mono{c, r})
	}
	out := b3[:0]
	for _, x := range p {
		for _, y := range q {
			if c := x.c * y.c & m; c != 0 {
				out = append(out, mono{c, tb.power(w, x.m, y.m)})
			}
		}
		if c := x.c * k2 & m; c != 0 {
			out = append(out, mono{c, x.m})
		}
	}
	for _, y := range q {
		if c := y.c * k1 & m; c != 0 {
			out = append(out, mono{c, y.m})
		}
	}
	return tb.sum(w, normPoly(out, m), k1*k2)
}

// power gives the product of two power products (or sums kept as factors).
func (tb *Table) power(w uint8, a, b T) T {
	var buf [16]T
	fs := buf[:0]
	factors := func(t T) int {
		if tb.nodes[t].op == OpMul {
			return int(tb.nodes[t].n)
		}
		return 1
	}
	flat := factors(a)+factors(b) <= maxFactors
	for _, t := range [2]T{a, b} {
		if flat && tb.nodes[t].op == OpMul {
			fs = append(fs, tb.Args(t)...)
		} else {
			fs = append(fs, t)
		}
	}
	slices.Sort(fs)
	return tb.mk(OpMul, Sort{Kind: SBV, W: w}, 0, fs...)
}

// inverse gives the multiplicative inverse of an odd number modulo 2^64.
func inverse(c uint64) uint64 {
	x := c // correct to 3 bits
	for range 5 {
		x *= 2 - c*x
	}
	return x
}

// Linear decomposes t into coefficients of power products and a constant: t = sum c[i]*m[i] + k.
func (tb *Table) Linear(t T) (c []uint64, m []T, k uint64) {
	p, k := tb.poly(nil, t, 1)
	for _, x := range p {
		c = append(c, x.c)
		m = append(m, x.m)
	}
	return c, m, k
}

// differByConst reports whether the difference of a and b is constant.
func (tb *Table) differByConst(a, b T) bool {
	if a == b {
		return true
	}
	na, nb := &tb.nodes[a], &tb.nodes[b]
	if na.op == OpConst && nb.op == OpConst {
		return true
	}
	if na.op != OpAdd && nb.op != OpAdd {
		return false
	}
	var b1, b2 [12]mono
	p, _ := tb.poly(b1[:0], a, 1)
	q, _ := tb.poly(b2[:0], b, 1)
	return slices.Equal(p, q)
}

// valuation is the exponent of 2 in c (64 for 0).
func valuation(c uint64) int { return bits.TrailingZeros64(c) }
