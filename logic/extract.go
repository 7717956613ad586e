package logic

import (
	"fmt"
	"slices"
)

// Concat gives the bits of hi followed by those of lo.
func (tb *Table) Concat(hi, lo T) T {
	nh, nl := tb.nodes[hi], tb.nodes[lo]
	if nh.sort.Kind != SBV || nl.sort.Kind != SBV || nh.sort.W+nl.sort.W > 64 {
		tb.sortPanic("concat", hi, lo)
	}
	w := nh.sort.W + nl.sort.W
	switch {
	case nh.op == OpConst && nl.op == OpConst:
		return tb.bv(w, nh.aux<<nl.sort.W|nl.aux)
	case nh.op == OpConst && nh.aux == 0:
		return tb.ZExt(lo, int(w))
	case nh.op == OpConcat:
		return tb.Concat(tb.arg(hi, 0), tb.Concat(tb.arg(hi, 1), lo))
	case nh.op == OpZExt:
		return tb.ZExt(tb.Concat(tb.arg(hi, 0), lo), int(w))
	}
	// Merge hi with the first part of lo.
	first, rest := lo, T(-1)
	if nl.op == OpConcat {
		first, rest = tb.arg(lo, 0), tb.arg(lo, 1)
	}
	if m, ok := tb.mergeParts(hi, first); ok {
		if rest < 0 {
			return m
		}
		return tb.Concat(m, rest)
	}
	return tb.mk(OpConcat, bvSort(w), 0, hi, lo)
}

// mergeParts joins two constants or two adjacent extracts of one term.
func (tb *Table) mergeParts(hi, lo T) (T, bool) {
	nh, nl := tb.nodes[hi], tb.nodes[lo]
	if nh.op == OpConst && nl.op == OpConst {
		return tb.bv(nh.sort.W+nl.sort.W, nh.aux<<nl.sort.W|nl.aux), true
	}
	if nh.op == OpExtract && nl.op == OpExtract && tb.arg(hi, 0) == tb.arg(lo, 0) && int(nh.aux&255) == int(nl.aux>>8)+1 {
		return tb.Extract(int(nh.aux>>8), int(nl.aux&255), tb.arg(hi, 0)), true
	}
	return 0, false
}

// Extract gives the bits hi down to lo of a.
func (tb *Table) Extract(hi, lo int, a T) T {
	nd := tb.nodes[a]
	w := int(nd.sort.W)
	if nd.sort.Kind != SBV || lo < 0 || hi < lo || hi >= w {
		panic(fmt.Sprintf("logic: extract %d:%d of %s", hi, lo, nd.sort))
	}
	if lo == 0 && hi == w-1 {
		return a
	}
	n := hi - lo + 1
	switch nd.op {
	case OpConst:
		return tb.BV(n, nd.aux>>lo)
	case OpExtract:
		l := int(nd.aux & 255)
		return tb.Extract(hi+l, lo+l, tb.arg(a, 0))
	case OpConcat:
		h, l := tb.arg(a, 0), tb.arg(a, 1)
		switch lw := tb.Width(l); {
		case hi < lw:
			return tb.Extract(hi, lo, l)
		case lo >= lw:
			return tb.Extract(hi-lw, lo-lw, h)
		default:
			return tb.Concat(tb.Extract(hi-lw, 0, h), tb.Extract(lw-1, lo, l))
		}
	case OpZExt:
		x := tb.arg(a, 0)
		switch xw := tb.Width(x); {
		case lo >= xw:
			return tb.BV(n, 0)
		case hi < xw:
			return tb.Extract(hi, lo, x)
		default:
			return tb.ZExt(tb.Extract(xw-1, lo, x), n)
		}
	case OpSExt:
		x := tb.arg(a, 0)
		switch xw := tb.Width(x); {
		case lo >= xw:
			return tb.SExt(tb.Extract(xw-1, xw-1, x), n)
		case hi < xw:
			return tb.Extract(hi, lo, x)
		default:
			return tb.SExt(tb.Extract(xw-1, lo, x), n)
		}
	case OpIte:
		if x, y := tb.arg(a, 1), tb.arg(a, 2); tb.isBVConst(x) || tb.isBVConst(y) {
			return tb.Ite(tb.arg(a, 0), tb.Extract(hi, lo, x), tb.Extract(hi, lo, y))
		}
	case OpBvAnd, OpBvOr, OpBvXor, OpAdd, OpMul:
		// Memoised, since operands share subterms.
		key := selKey{a, -1 - T(hi<<8|lo)}
		if r, ok := tb.sel[key]; ok {
			return r
		}
		var r T
		if nd.op == OpAdd || nd.op == OpMul {
			r = tb.extractSum(hi, lo, a)
		} else {
			x, y := tb.arg(a, 0), tb.arg(a, 1)
			r = tb.bitwise(nd.op, tb.Extract(hi, lo, x), tb.Extract(hi, lo, y))
		}
		tb.sel[key] = r
		tb.selLog = append(tb.selLog, key)
		return r
	}
	return tb.mk(OpExtract, BVSort(n), uint64(hi)<<8|uint64(lo), a)
}

// extractSum truncates sums and products first; then takes out a common power of two.
func (tb *Table) extractSum(hi, lo int, a T) T {
	nd := tb.nodes[a]
	w := int(nd.sort.W)
	if hi < w-1 {
		args := slices.Clone(tb.Args(a))
		r := tb.Extract(hi, 0, args[0])
		for _, x := range args[1:] {
			if nd.op == OpAdd {
				r = tb.Add(r, tb.Extract(hi, 0, x))
			} else {
				r = tb.Mul(r, tb.Extract(hi, 0, x))
			}
		}
		return tb.Extract(hi, lo, r)
	}
	// hi == w-1, lo > 0.
	var buf [12]mono
	p, k := tb.poly(buf[:0], a, 1)
	v := valuation(k)
	for _, x := range p {
		v = min(v, valuation(x.c))
	}
	if v >= lo {
		for i := range p {
			p[i].c >>= lo
		}
		return tb.Extract(hi-lo, 0, tb.sum(nd.sort.W, p, k>>lo))
	}
	return tb.mk(OpExtract, BVSort(hi-lo+1), uint64(hi)<<8|uint64(lo), a)
}

// ZExt extends a with zeros to the width w (no change if it has it already).
func (tb *Table) ZExt(a T, w int) T {
	nd := tb.nodes[a]
	checkWidth(w)
	if nd.sort.Kind != SBV || int(nd.sort.W) > w {
		tb.sortPanic("zero_extend", a)
	}
	if int(nd.sort.W) == w {
		return a
	}
	switch nd.op {
	case OpConst:
		return tb.BV(w, nd.aux)
	case OpZExt:
		return tb.ZExt(tb.arg(a, 0), w)
	case OpIte:
		if x, y := tb.arg(a, 1), tb.arg(a, 2); tb.isBVConst(x) && tb.isBVConst(y) {
			return tb.Ite(tb.arg(a, 0), tb.ZExt(x, w), tb.ZExt(y, w))
		}
	}
	return tb.mk(OpZExt, BVSort(w), 0, a)
}

// SExt extends a with its sign to the width w (no change if it has it already).
func (tb *Table) SExt(a T, w int) T {
	nd := tb.nodes[a]
	checkWidth(w)
	if nd.sort.Kind != SBV || int(nd.sort.W) > w {
		tb.sortPanic("sign_extend", a)
	}
	if int(nd.sort.W) == w {
		return a
	}
	switch nd.op {
	case OpConst:
		return tb.BV(w, uint64(signed(nd.sort.W, nd.aux)))
	case OpSExt:
		return tb.SExt(tb.arg(a, 0), w)
	case OpIte:
		if x, y := tb.arg(a, 1), tb.arg(a, 2); tb.isBVConst(x) && tb.isBVConst(y) {
			return tb.Ite(tb.arg(a, 0), tb.SExt(x, w), tb.SExt(y, w))
		}
	}
	if tb.nonNegative(a) {
		return tb.ZExt(a, w)
	}
	return tb.mk(OpSExt, BVSort(w), 0, a)
}
