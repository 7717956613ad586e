package logic

import "slices"

// fitsIn tells whether all factors are extensions of terms with at most w bits.
func (tb *Table) fitsIn(d []mono, w int) bool {
	ext := func(t T) bool {
		op := tb.nodes[t].op
		return (op == OpZExt || op == OpSExt) && tb.Width(tb.arg(t, 0)) <= w
	}
	for _, x := range d {
		if tb.nodes[x.m].op == OpMul {
			for _, f := range tb.Args(x.m) {
				if !ext(f) {
					return false
				}
			}
		} else if !ext(x.m) {
			return false
		}
	}
	return true
}

// eqNarrow builds d + k = 0 with the common factor 2^v divided out, at the width w that is left.
func (tb *Table) eqNarrow(d []mono, k uint64, w, v int) T {
	d = slices.Clone(d)
	r := tb.BV(w, k>>v)
	for _, x := range d {
		r = tb.Add(r, tb.scale(tb.Extract(w-1, 0, x.m), x.c>>v, 0))
	}
	return tb.Eq(r, tb.BV(w, 0))
}

// leading chooses the left side of an equation.
func (tb *Table) leading(d []mono) int {
	best, bestVal, bestVar := 0, 65, false
	for i, x := range d {
		v, isVar := valuation(x.c), tb.nodes[x.m].op == OpVar
		if v < bestVal || v == bestVal && isVar && !bestVar {
			best, bestVal, bestVar = i, v, isVar
		}
	}
	return best
}

// eqForm builds x = rest + k after trying the rules for special forms.
func (tb *Table) eqForm(w uint8, x mono, rest []mono, k uint64) T {
	if x.c == 1 {
		if len(rest) == 0 {
			if r, ok := tb.eqConst(x.m, k); ok {
				return r
			}
		} else if len(rest) == 1 && k == 0 && rest[0].c == 1 {
			if r, ok := tb.eqTerms(x.m, rest[0].m); ok {
				return r
			}
		}
	}
	return tb.mk(OpEq, Sort{}, 0, tb.scaled(w, x), tb.sum(w, rest, k))
}

// leafEquals reports whether a leaf of nested conditionals may equal k, and
// whether they nest deeper than an equation should be pushed.
func (tb *Table) leafEquals(x T, k uint64) (possible, deep bool) {
	type item struct {
		t     T
		depth int
	}
	var buf [64]item
	work := append(buf[:0], item{x, 0})
	for n := 0; len(work) > 0; n++ {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		nd := &tb.nodes[it.t]
		switch {
		case n > maxVisited:
			return true, true
		case nd.op == OpIte:
			deep = deep || it.depth >= maxPush
			work = append(work, item{tb.arg(it.t, 2), it.depth + 1}, item{tb.arg(it.t, 1), it.depth + 1})
		case nd.op != OpConst || nd.aux == k:
			possible = true
		}
	}
	return possible, deep
}

// eqConst simplifies x = k.
func (tb *Table) eqConst(x T, k uint64) (T, bool) {
	nd := tb.nodes[x]
	if s := tb.valueSet(x); s != nil {
		if _, ok := slices.BinarySearch(s, k); !ok {
			return False, true
		}
	}
	switch nd.op {
	case OpIte:
		a, b := tb.arg(x, 1), tb.arg(x, 2)
		if tb.isBVConst(a) || tb.isBVConst(b) {
			possible, deep := tb.leafEquals(x, k)
			if !possible {
				return False, true
			}
			if deep {
				return 0, false
			}
			kt := tb.bv(nd.sort.W, k)
			return tb.Ite(tb.arg(x, 0), tb.Eq(a, kt), tb.Eq(b, kt)), true
		}
	case OpZExt:
		y := tb.arg(x, 0)
		yw := tb.nodes[y].sort.W
		if k > mask(yw) {
			return False, true
		}
		return tb.Eq(y, tb.bv(yw, k)), true
	case OpSExt:
		y := tb.arg(x, 0)
		yw := tb.nodes[y].sort.W
		if uint64(signed(yw, k))&mask(nd.sort.W) != k {
			return False, true
		}
		return tb.Eq(y, tb.bv(yw, k)), true
	case OpConcat:
		h, l := tb.arg(x, 0), tb.arg(x, 1)
		hw, lw := tb.nodes[h].sort.W, tb.nodes[l].sort.W
		return tb.And(tb.Eq(h, tb.bv(hw, k>>lw)), tb.Eq(l, tb.bv(lw, k))), true
	case OpBvXor:
		if c := tb.arg(x, 1); tb.isBVConst(c) {
			return tb.Eq(tb.arg(x, 0), tb.bv(nd.sort.W, k^tb.nodes[c].aux)), true
		}
	}
	return 0, false
}

// eqTerms simplifies x = y for power products x, y.
func (tb *Table) eqTerms(x, y T) (T, bool) {
	nx, ny := tb.nodes[x], tb.nodes[y]
	switch {
	case nx.op == OpIte && ny.op == OpIte && tb.arg(x, 0) == tb.arg(y, 0):
		c, a, b, u, v := tb.arg(x, 0), tb.arg(x, 1), tb.arg(x, 2), tb.arg(y, 1), tb.arg(y, 2)
		return tb.Ite(c, tb.Eq(a, u), tb.Eq(b, v)), true
	case tb.constIte(x) && tb.constIte(y):
		return tb.Ite(tb.arg(x, 0), tb.Eq(tb.arg(x, 1), y), tb.Eq(tb.arg(x, 2), y)), true
	case nx.op == OpIte && (tb.arg(x, 1) == y || tb.arg(x, 2) == y):
		return tb.Ite(tb.arg(x, 0), tb.Eq(tb.arg(x, 1), y), tb.Eq(tb.arg(x, 2), y)), true
	case ny.op == OpIte && (tb.arg(y, 1) == x || tb.arg(y, 2) == x):
		return tb.Ite(tb.arg(y, 0), tb.Eq(tb.arg(y, 1), x), tb.Eq(tb.arg(y, 2), x)), true
	case nx.op == OpZExt && ny.op == OpZExt:
		a, b := tb.arg(x, 0), tb.arg(y, 0)
		n := max(tb.Width(a), tb.Width(b))
		return tb.Eq(tb.ZExt(a, n), tb.ZExt(b, n)), true
	case nx.op == OpSExt && ny.op == OpSExt:
		a, b := tb.arg(x, 0), tb.arg(y, 0)
		n := max(tb.Width(a), tb.Width(b))
		return tb.Eq(tb.SExt(a, n), tb.SExt(b, n)), true
	case nx.op == OpConcat && ny.op == OpConcat && tb.nodes[tb.arg(x, 0)].sort == tb.nodes[tb.arg(y, 0)].sort:
		h := tb.Eq(tb.arg(x, 0), tb.arg(y, 0))
		return tb.And(h, tb.Eq(tb.arg(x, 1), tb.arg(y, 1))), true
	}
	return 0, false
}

// ULe gives a <= b, unsigned.
func (tb *Table) ULe(a, b T) T { return tb.Not(tb.ULt(b, a)) }

// SLe gives a <= b, signed.
func (tb *Table) SLe(a, b T) T { return tb.Not(tb.SLt(b, a)) }

// ULt gives a < b, unsigned.
func (tb *Table) ULt(a, b T) T {
	w := tb.checkBV2("bvult", a, b)
	m := mask(w)
	if a == b {
		return False
	}
	na, nb := tb.nodes[a], tb.nodes[b]
	if nb.op == OpConst {
		k := nb.aux
		switch {
		case na.op == OpConst:
			return tb.Bool(na.aux < k)
		case k == 0:
			return False
		case k == 1:
			return tb.Eq(a, tb.bv(w, 0))
		case k == m:
			return tb.Ne(a, b)
		case tb.umax(a, maxBound) < k:
			return True
		}
		switch na.op {
		case OpZExt:
			x := tb.arg(a, 0)
			if xw := tb.nodes[x].sort.W; k > mask(xw) {
				return True
			} else {
				return tb.ULt(x, tb.bv(xw, k))
			}
		case OpIte:
			if x, y := tb.arg(a, 1), tb.arg(a, 2); tb.isBVConst(x) || tb.isBVConst(y) {
				return tb.Ite(tb.arg(a, 0), tb.ULt(x, b), tb.ULt(y, b))
			}
		}
	} else if na.op == OpConst {
		if na.aux == m {
			return False
		}
		return tb.Not(tb.ULt(b, tb.bv(w, na.aux+1)))
	}
	if na.op == OpZExt && nb.op == OpZExt || na.op == OpSExt && nb.op == OpSExt {
		x, y := tb.arg(a, 0), tb.arg(b, 0)
		n := max(tb.Width(x), tb.Width(y))
		if n < int(w) {
			if na.op == OpZExt {
				return tb.ULt(tb.ZExt(x, n), tb.ZExt(y, n))
			}
			return tb.ULt(tb.SExt(x, n), tb.SExt(y, n))
		}
	}
	return tb.mk(OpULt, Sort{}, 0, a, b)
}

// SLt gives a < b, signed.
func (tb *Table) SLt(a, b T) T {
	w := tb.checkBV2("bvslt", a, b)
	if a == b {
		return False
	}
	na, nb := tb.nodes[a], tb.nodes[b]
	lo, hi := uint64(1)<<(w-1), mask(w)>>1
	if nb.op == OpConst {
		k := nb.aux
		switch {
		case na.op == OpConst:
			return tb.Bool(signed(w, na.aux) < signed(w, k))
		case k == lo:
			return False
		case k == (lo+1)&mask(w):
			return tb.Eq(a, tb.bv(w, lo))
		case k == hi:
			return tb.Ne(a, b)
		}
		if na.op == OpIte {
			if x, y := tb.arg(a, 1), tb.arg(a, 2); tb.isBVConst(x) || tb.isBVConst(y) {
				return tb.Ite(tb.arg(a, 0), tb.SLt(x, b), tb.SLt(y, b))
			}
		}
	} else if na.op == OpConst {
		if na.aux == hi {
			return False
		}
		return tb.Not(tb.SLt(b, tb.bv(w, na.aux+1)))
	}
	if r, ok := tb.sltNarrow(w, a, b); ok {
		return r
	}
	return tb.mk(OpSLt, Sort{}, 0, a, b)
}

// sltNarrow strips extensions of the operands of a signed comparison.
func (tb *Table) sltNarrow(w uint8, a, b T) (T, bool) {
	na, nb := tb.nodes[a], tb.nodes[b]
	pa, pb := tb.nonNegative(a), tb.nonNegative(b)
	switch {
	case pa && pb:
		return tb.ULt(a, b), true
	case pa && nb.op == OpConst:
		return False, true // the constant is negative
	}
	if na.op == OpSExt && nb.op == OpSExt {
		x, y := tb.arg(a, 0), tb.arg(b, 0)
		n := max(tb.Width(x), tb.Width(y))
		return tb.SLt(tb.SExt(x, n), tb.SExt(y, n)), true
	}
	if nb.op == OpConst && na.op == OpSExt {
		x := tb.arg(a, 0)
		xw := tb.nodes[x].sort.W
		k := signed(w, nb.aux)
		switch smin, smax := signed(xw, 1<<(xw-1)), int64(mask(xw)>>1); {
		case k <= smin:
			return False, true
		case k > smax:
			return True, true
		}
		return tb.SLt(x, tb.bv(xw, nb.aux)), true
	}
	return 0, false
}

// SolveFor solves the equation eq for v: it gives e without v such that eq is equivalent to v = e. It succeeds if eq is an
// equation between bit-vectors in which v occurs only as a monomial with odd coefficient, or a literal or equation
// that fixes the Boolean v.
func (tb *Table) SolveFor(eq T, v T) (T, bool) {
	if tb.nodes[v].op != OpVar {
		return 0, false
	}
	if tb.nodes[v].sort.Kind == SBool {
		return tb.solveBool(eq, v)
	}
	nd := tb.nodes[eq]
	if nd.op != OpEq || tb.nodes[tb.arg(eq, 0)].sort != tb.nodes[v].sort {
		return 0, false
	}
	w := tb.nodes[v].sort.W
	m := mask(w)
	d, k, at := tb.monomials(eq, v)
	if at < 0 || d[at].c&1 == 0 {
		return 0, false
	}
	u := inverse(d[at].c)
	rest := append(d[:at:at], d[at+1:]...)
	for i := range rest {
		rest[i].c = -(rest[i].c * u) & m
	}
	return tb.sum(w, rest, -(k * u)), true
}

// monomials writes an equation between bit-vectors as a sum d + k = 0; d[at] is the monomial of v. at is negative if there
// is none, or v occurs in another one.
func (tb *Table) monomials(eq, v T) (d []mono, k uint64, at int) {
	p, k1 := tb.poly(nil, tb.arg(eq, 0), 1)
	q, k2 := tb.poly(nil, tb.arg(eq, 1), ^uint64(0))
	d = mergePoly(nil, p, q, mask(tb.nodes[v].sort.W))
	at = -1
	for i, x := range d {
		switch {
		case x.m == v:
			at = i
		case tb.Occurs(v, x.m):
			return d, k1 + k2, -1
		}
	}
	return d, k1 + k2, at
}

// coefficient is that of v in an equation between bit-vectors of the width of v that is linear in v, which is not 0.
func (tb *Table) coefficient(eq, v T) (uint64, bool) {
	d, _, at := tb.monomials(eq, v)
	if at < 0 {
		return 0, false
	}
	return d[at].c, true
}

func (tb *Table) solveBool(eq, v T) (T, bool) {
	if eq == v {
		return True, true
	}
	neg := false
	if tb.nodes[eq].op == OpNot {
		eq, neg = tb.arg(eq, 0), true
	}
	if eq == v {
		return False, true
	}
	nd := tb.nodes[eq]
	if nd.op != OpEq || tb.nodes[tb.arg(eq, 0)].sort.Kind != SBool {
		return 0, false
	}
	a, b := tb.arg(eq, 0), tb.arg(eq, 1)
	if b == v {
		a, b = b, a
	}
	if a != v || tb.Occurs(v, b) {
		return 0, false
	}
	if neg {
		return tb.Not(b), true
	}
	return b, true
}
