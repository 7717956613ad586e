package logic

import (
	"math/bits"
	"slices"
)

func bvSort(w uint8) Sort { return Sort{Kind: SBV, W: w} }

// isPow2 tells whether t is a constant power of two and gives its exponent.
func (tb *Table) isPow2(t T) (int, bool) {
	nd := &tb.nodes[t]
	if nd.op == OpConst && nd.aux != 0 && nd.aux&(nd.aux-1) == 0 {
		return bits.TrailingZeros64(nd.aux), true
	}
	return 0, false
}

// bitwise builds OpBvAnd, OpBvOr, OpBvXor: flattened, sorted, constants folded, equal and complementary operands removed.
func (tb *Table) bitwise(op Op, a, b T) T {
	w := tb.checkBV2(op.String(), a, b)
	if r, ok := tb.liftIte(op, a, b); ok {
		return r
	}
	if r, ok := tb.liftBits(op, a, b); ok {
		return r
	}
	m := mask(w)
	var buf [16]T
	unit := uint64(0)
	if op == OpBvAnd {
		unit = m
	}
	k := unit
	list := tb.bitLeaves(op, buf[:0], a, &k)
	list = tb.bitLeaves(op, list, b, &k)
	slices.Sort(list)
	if op == OpBvXor {
		list = cancelPairs(list)
	} else {
		list = slices.Compact(list)
		for _, t := range list {
			if x, ok := tb.AsBvNot(t); ok {
				if _, found := slices.BinarySearch(list, x); found {
					return tb.bv(w, ^unit)
				}
			}
		}
		if k == ^unit&m {
			return tb.bv(w, k)
		}
	}
	if len(list) == 0 {
		return tb.bv(w, k)
	}
	r := list[0]
	for _, t := range list[1:] {
		r = tb.mk(op, bvSort(w), 0, r, t)
	}
	if k == unit {
		return r
	}
	return tb.bitConst(op, w, r, k)
}

// constIte tells whether t is a conditional with constant branches.
func (tb *Table) constIte(t T) bool {
	return tb.nodes[t].op == OpIte && tb.isBVConst(tb.arg(t, 1)) && tb.isBVConst(tb.arg(t, 2))
}

// liftIte applies a binary operator inside a conditional with constant branches if the other operand is constant, or a
// conditional with constant branches under the same condition.
func (tb *Table) liftIte(op Op, a, b T) (T, bool) {
	ia, ib := tb.constIte(a), tb.constIte(b)
	switch {
	case ia && tb.isBVConst(b):
		c, x, y := tb.arg(a, 0), tb.arg(a, 1), tb.arg(a, 2)
		return tb.Ite(c, tb.build2(op, x, b), tb.build2(op, y, b)), true
	case ib && tb.isBVConst(a):
		c, x, y := tb.arg(b, 0), tb.arg(b, 1), tb.arg(b, 2)
		return tb.Ite(c, tb.build2(op, a, x), tb.build2(op, a, y)), true
	case ia && ib && tb.arg(a, 0) == tb.arg(b, 0):
		c, x, y, u, v := tb.arg(a, 0), tb.arg(a, 1), tb.arg(a, 2), tb.arg(b, 1), tb.arg(b, 2)
		return tb.Ite(c, tb.build2(op, x, u), tb.build2(op, y, v)), true
	}
	return 0, false
}

// liftBits turns a bitwise operation on truth values (conditionals between 0 and 1) into one of their conditions.
func (tb *Table) liftBits(op Op, a, b T) (T, bool) {
	if !tb.isTruth(a) || !tb.isTruth(b) {
		return 0, false
	}
	s := tb.nodes[a].sort
	c, d := tb.Eq(a, tb.bv(s.W, 1)), tb.Eq(b, tb.bv(s.W, 1))
	var r T
	switch op {
	case OpBvAnd:
		r = tb.And(c, d)
	case OpBvOr:
		r = tb.Or(c, d)
	default:
		r = tb.Xor(c, d)
	}
	return tb.Ite(r, tb.bv(s.W, 1), tb.bv(s.W, 0)), true
}

func (tb *Table) isTruth(t T) bool {
	return tb.constIte(t) && tb.nodes[tb.arg(t, 1)].aux <= 1 && tb.nodes[tb.arg(t, 2)].aux <= 1
}

func cancelPairs(list []T) []T {
	out := list[:0]
	for _, t := range list {
		if n := len(out); n > 0 && out[n-1] == t {
			out = out[:n-1]
		} else {
			out = append(out, t)
		}
	}
	return out
}

func bitop(op Op, a, b uint64) uint64 {
	switch op {
	case OpBvAnd:
		return a & b
	case OpBvOr:
		return a | b
	}
	return a ^ b
}

// bitLeaves flattens; operands beyond 16 stay nested. Constants are combined into k; complements of operands of an exclusive
// or too.
func (tb *Table) bitLeaves(op Op, dst []T, t T, k *uint64) []T {
	for len(dst) < 16 {
		nd := &tb.nodes[t]
		if op == OpBvXor {
			if x, ok := tb.AsBvNot(t); ok {
				*k ^= mask(nd.sort.W)
				t = x
				continue
			}
		}
		if nd.op != op {
			break
		}
		if r := tb.arena[nd.off+1]; tb.isBVConst(r) {
			*k = bitop(op, *k, tb.nodes[r].aux)
		} else {
			dst = append(dst, r)
		}
		t = tb.arena[nd.off]
	}
	if tb.isBVConst(t) {
		*k = bitop(op, *k, tb.nodes[t].aux)
		return dst
	}
	return append(dst, t)
}

// bitConst combines r with a constant that is neither unit nor zero of the operation.
func (tb *Table) bitConst(op Op, w uint8, r T, k uint64) T {
	if tb.constIte(r) {
		t, _ := tb.liftIte(op, r, tb.bv(w, k))
		return t
	}
	switch op {
	case OpBvXor:
		if k == mask(w) {
			return tb.BvNot(r)
		}
	case OpBvAnd:
		if n := bits.Len64(k); k == 1<<n-1 {
			return tb.ZExt(tb.Extract(n-1, 0, r), int(w))
		}
	}
	return tb.mk(op, bvSort(w), 0, r, tb.bv(w, k))
}

// BvAnd gives the bitwise conjunction.
func (tb *Table) BvAnd(a, b T) T { return tb.bitwise(OpBvAnd, a, b) }

// BvOr gives the bitwise disjunction.
func (tb *Table) BvOr(a, b T) T { return tb.bitwise(OpBvOr, a, b) }

// BvXor gives the bitwise exclusive or.
func (tb *Table) BvXor(a, b T) T { return tb.bitwise(OpBvXor, a, b) }

// Shl gives a shifted left by b; 0 if b >= w.
func (tb *Table) Shl(a, b T) T {
	w := tb.checkBV2("bvshl", a, b)
	if nb := tb.nodes[b]; nb.op == OpConst {
		if nb.aux >= uint64(w) {
			return tb.bv(w, 0)
		}
		return tb.scale(a, 1<<nb.aux, 0)
	}
	if tb.isZero(a) {
		return a
	}
	if r, ok := tb.liftIte(OpShl, a, b); ok {
		return r
	}
	return tb.mk(OpShl, bvSort(w), 0, a, b)
}

func (tb *Table) isZero(t T) bool { return tb.nodes[t].op == OpConst && tb.nodes[t].aux == 0 }

// LShr gives a shifted right by b, filled with zeros.
func (tb *Table) LShr(a, b T) T {
	w := tb.checkBV2("bvlshr", a, b)
	if nb := tb.nodes[b]; nb.op == OpConst {
		if nb.aux >= uint64(w) {
			return tb.bv(w, 0)
		}
		return tb.lshrConst(w, a, int(nb.aux))
	}
	if tb.isZero(a) {
		return a
	}
	if r, ok := tb.liftIte(OpLShr, a, b); ok {
		return r
	}
	return tb.mk(OpLShr, bvSort(w), 0, a, b)
}

func (tb *Table) lshrConst(w uint8, a T, k int) T {
	if k == 0 {
		return a
	}
	return tb.ZExt(tb.Extract(int(w)-1, k, a), int(w))
}

// AShr gives a shifted right by b, filled with the sign.
func (tb *Table) AShr(a, b T) T {
	w := tb.checkBV2("bvashr", a, b)
	if nb := tb.nodes[b]; nb.op == OpConst {
		k := int(min(nb.aux, uint64(w)-1))
		if k == 0 {
			return a
		}
		return tb.SExt(tb.Extract(int(w)-1, k, a), int(w))
	}
	if na := tb.nodes[a]; na.op == OpConst && (na.aux == 0 || na.aux == mask(w)) {
		return a
	}
	if r, ok := tb.liftIte(OpAShr, a, b); ok {
		return r
	}
	if tb.nonNegative(a) {
		return tb.LShr(a, b)
	}
	return tb.mk(OpAShr, bvSort(w), 0, a, b)
}

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

// liftSet computes a division by a constant for each of the few values of the dividend.
func (tb *Table) liftSet(op Op, a, b T) (T, bool) {
	if !tb.isBVConst(b) || tb.isBVConst(a) {
		return 0, false
	}
	s := tb.valueSet(a)
	if len(s) == 0 {
		return 0, false
	}
	w := tb.nodes[a].sort.W
	of := func(v uint64) T { return tb.build2(op, tb.bv(w, v), b) }
	out := of(s[0])
	for i := 0; i < len(s); {
		q := of(s[i])
		var when []T
		for ; i < len(s) && of(s[i]) == q; i++ {
			when = append(when, tb.Eq(a, tb.bv(w, s[i])))
		}
		out = tb.Ite(tb.Or(when...), q, out)
	}
	return out, true
}
