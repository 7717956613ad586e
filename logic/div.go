package logic

// UDiv gives the unsigned quotient; all ones for b = 0.
func (tb *Table) UDiv(a, b T) T {
	w := tb.checkBV2("bvudiv", a, b)
	na, nb := tb.nodes[a], tb.nodes[b]
	if nb.op == OpConst {
		if na.op == OpConst || nb.aux == 0 {
			return tb.bv(w, udiv(w, na.aux, nb.aux))
		}
		if k, ok := tb.isPow2(b); ok {
			return tb.lshrConst(w, a, k)
		}
		if na.op == OpZExt {
			x := tb.arg(a, 0)
			if xw := tb.nodes[x].sort.W; nb.aux > mask(xw) {
				return tb.bv(w, 0)
			} else {
				return tb.ZExt(tb.UDiv(x, tb.bv(xw, nb.aux)), int(w))
			}
		}
	}
	if r, ok := tb.liftIte(OpUDiv, a, b); ok {
		return r
	}
	if r, ok := tb.liftSet(OpUDiv, a, b); ok {
		return r
	}
	if nb.op == OpConst && tb.umax(a, maxBound) < nb.aux {
		return tb.bv(w, 0)
	}
	return tb.mk(OpUDiv, bvSort(w), 0, a, b)
}

// URem gives the unsigned remainder; a for b = 0.
func (tb *Table) URem(a, b T) T {
	w := tb.checkBV2("bvurem", a, b)
	na, nb := tb.nodes[a], tb.nodes[b]
	switch {
	case a == b:
		return tb.bv(w, 0)
	case nb.op == OpConst && na.op == OpConst:
		return tb.bv(w, urem(na.aux, nb.aux))
	case nb.op == OpConst && nb.aux == 0:
		return a
	case na.op == OpConst && na.aux == 0:
		return a
	}
	if k, ok := tb.isPow2(b); ok {
		if k == 0 {
			return tb.bv(w, 0)
		}
		return tb.ZExt(tb.Extract(k-1, 0, a), int(w))
	}
	if na.op == OpZExt {
		x := tb.arg(a, 0)
		xw := tb.nodes[x].sort.W
		if nb.op == OpConst {
			if nb.aux > mask(xw) {
				return a
			}
			return tb.ZExt(tb.URem(x, tb.bv(xw, nb.aux)), int(w))
		}
		if nb.op == OpZExt {
			y := tb.arg(b, 0)
			n := max(int(xw), tb.Width(y))
			return tb.ZExt(tb.URem(tb.ZExt(x, n), tb.ZExt(y, n)), int(w))
		}
	}
	if r, ok := tb.liftIte(OpURem, a, b); ok {
		return r
	}
	if r, ok := tb.liftSet(OpURem, a, b); ok {
		return r
	}
	if nb.op == OpConst && tb.umax(a, maxBound) < nb.aux {
		return a
	}
	return tb.mk(OpURem, bvSort(w), 0, a, b)
}

// SDiv gives the signed quotient rounded towards zero; for b = 0, 1 if a < 0 and -1 otherwise.
func (tb *Table) SDiv(a, b T) T {
	w := tb.checkBV2("bvsdiv", a, b)
	na, nb := tb.nodes[a], tb.nodes[b]
	if nb.op == OpConst {
		switch {
		case na.op == OpConst:
			return tb.bv(w, sdiv(w, na.aux, nb.aux))
		case nb.aux == mask(w):
			return tb.Neg(a)
		case nb.aux == 1:
			return a
		}
	}
	if r, ok := tb.liftIte(OpSDiv, a, b); ok {
		return r
	}
	if r, ok := tb.liftSet(OpSDiv, a, b); ok {
		return r
	}
	if tb.nonNegative(a) && tb.nonNegative(b) {
		// For b = 0 both give all ones since a >= 0.
		return tb.UDiv(a, b)
	}
	return tb.mk(OpSDiv, bvSort(w), 0, a, b)
}

// SRem gives the signed remainder, with the sign of a; a for b = 0.
func (tb *Table) SRem(a, b T) T {
	w := tb.checkBV2("bvsrem", a, b)
	na, nb := tb.nodes[a], tb.nodes[b]
	if a == b {
		return tb.bv(w, 0)
	}
	if nb.op == OpConst {
		switch {
		case na.op == OpConst:
			return tb.bv(w, srem(w, na.aux, nb.aux))
		case nb.aux == 0:
			return a
		case nb.aux == 1 || nb.aux == mask(w):
			return tb.bv(w, 0)
		}
	}
	if r, ok := tb.liftIte(OpSRem, a, b); ok {
		return r
	}
	if r, ok := tb.liftSet(OpSRem, a, b); ok {
		return r
	}
	if tb.nonNegative(a) && tb.nonNegative(b) {
		return tb.URem(a, b)
	}
	return tb.mk(OpSRem, bvSort(w), 0, a, b)
}
