package values

import (
	"math"
	"math/bits"

	"culprit/cfg"
)

// applyBin evaluates a binary operator on sets of operands: exactly where few
// pairs have to be tried, by bounds otherwise. w is the operand width and t
// the type of the result.
func applyBin(op cfg.Op, w int, t cfg.Type, x, y *val) *val {
	if x != nil && y != nil && x.set != nil && y.set != nil && len(x.set)*len(y.set) <= maxSet*maxSet {
		out := make([]uint64, 0, len(x.set)*len(y.set))
		for _, a := range x.set {
			for _, b := range y.set {
				r, ok := cfg.EvalBinary(op, w, a, b)
				if !ok {
					return nil
				}
				out = append(out, r)
			}
		}
		return fromValues(t.Width(), out)
	}
	switch op {
	case cfg.Add, cfg.PtrAdd:
		return addRange(w, x, y)
	case cfg.Sub:
		return subRange(w, x, y)
	case cfg.Mul:
		return mulRange(w, x, y)
	case cfg.UDiv:
		xl, xh, _, _ := x.view(w)
		yl, yh, _, _ := y.view(w)
		if yl == 0 {
			return nil
		}
		return urange(w, xl/yh, xh/yl)
	case cfg.URem:
		xl, xh, _, _ := x.view(w)
		yl, yh, _, _ := y.view(w)
		if xh < yl {
			return x
		}
		if yl == 0 {
			return urange(w, 0, xh)
		}
		_ = xl
		return urange(w, 0, min(xh, yh-1))
	case cfg.SDiv:
		return sdivRange(w, x, y)
	case cfg.SRem:
		return sremRange(w, x, y)
	case cfg.And, cfg.Or, cfg.Xor:
		return bitRange(op, w, x, y)
	case cfg.Shl, cfg.LShr, cfg.AShr:
		return shiftRange(op, w, x, y)
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
		return compareRange(op, w, x, y)
	}
	return nil
}

func addRange(w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, ysl, ysh := y.view(w)
	m := umax(w)
	ulo, uhi := uint64(0), m
	switch {
	case xh <= m-yh: // no carry
		ulo, uhi = xl+yl, xh+yh
	case xl > m-yl: // always a carry
		ulo, uhi = cfg.Mask(xl+yl, w), cfg.Mask(xh+yh, w)
	}
	slo, shi := smin(w), smax(w)
	lo, loOver := sadd(w, xsl, ysl)
	hi, hiOver := sadd(w, xsh, ysh)
	if loOver == hiOver {
		slo, shi = lo, hi
	}
	return must(bounds(w, ulo, uhi, slo, shi))
}

// sadd adds modulo 2^w and says by how many 2^w the sum was corrected.
func sadd(w int, a, b int64) (int64, int) {
	r := cfg.SignExtend(uint64(a)+uint64(b), w)
	switch {
	case a >= 0 && b >= 0 && r < 0:
		return r, 1
	case a < 0 && b < 0 && r >= 0:
		return r, -1
	}
	return r, 0
}

func subRange(w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, ysl, ysh := y.view(w)
	ulo, uhi := uint64(0), umax(w)
	if xl >= yh || xh < yl { // never or always a borrow
		ulo, uhi = cfg.Mask(xl-yh, w), cfg.Mask(xh-yl, w)
	}
	slo, shi := smin(w), smax(w)
	lo, loOver := ssub(w, xsl, ysh)
	hi, hiOver := ssub(w, xsh, ysl)
	if loOver == hiOver {
		slo, shi = lo, hi
	}
	return must(bounds(w, ulo, uhi, slo, shi))
}

func ssub(w int, a, b int64) (int64, int) {
	r := cfg.SignExtend(uint64(a)-uint64(b), w)
	switch {
	case a >= 0 && b < 0 && r < 0:
		return r, 1
	case a < 0 && b >= 0 && r >= 0:
		return r, -1
	}
	return r, 0
}

func must(v *val, ok bool) *val {
	if !ok {
		panic("values: a transfer function lost every value")
	}
	return v
}

func mulRange(w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, ysl, ysh := y.view(w)
	ulo, uhi := uint64(0), umax(w)
	if hi, lo := bits.Mul64(xh, yh); hi == 0 && lo <= umax(w) {
		ulo, uhi = xl*yl, lo
	}
	slo, shi := smin(w), smax(w)
	lo, hi, ok := int64(math.MaxInt64), int64(math.MinInt64), true
	for _, a := range [2]int64{xsl, xsh} {
		for _, b := range [2]int64{ysl, ysh} {
			p, fits := smul(w, a, b)
			ok = ok && fits
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	if ok {
		slo, shi = lo, hi
	}
	return must(bounds(w, ulo, uhi, slo, shi))
}

// smul multiplies and reports whether the product fits in w signed bits.
func smul(w int, a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	p := int64(lo)
	if int64(hi) != p>>63 {
		return 0, false
	}
	return p, p >= smin(w) && p <= smax(w)
}

func sdivRange(w int, x, y *val) *val {
	_, _, xl, xh := x.view(w)
	_, _, yl, yh := y.view(w)
	if yl <= 0 && yh >= 0 || xl == smin(w) && yl <= -1 && yh >= -1 {
		return nil
	}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for _, a := range [2]int64{xl, xh} {
		for _, b := range [2]int64{yl, yh} {
			lo, hi = min(lo, a/b), max(hi, a/b)
		}
	}
	return srange(w, lo, hi)
}

func sremRange(w int, x, y *val) *val {
	_, _, xl, xh := x.view(w)
	_, _, yl, yh := y.view(w)
	lo, hi := min(xl, 0), max(xh, 0)
	if yl > 0 || yh < 0 {
		m := max(magnitude(yl), magnitude(yh)) - 1 // at least 0, at most 2^63-1
		lo, hi = max(lo, -int64(m)), min(hi, int64(m))
	}
	return srange(w, lo, hi)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// bitRange bounds and, or and xor by what they do to the leading bits: or and
// xor stay below the next power of two, and is below both operands. The sign
// bit follows the operands' sign bits.
func bitRange(op cfg.Op, w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, ysl, ysh := y.view(w)
	ulo, uhi := uint64(0), umax(w)
	slo, shi := smin(w), smax(w)
	xneg, yneg := xsh < 0, ysh < 0
	xpos, ypos := xsl >= 0, ysl >= 0
	switch op {
	case cfg.And:
		uhi = min(xh, yh)
		if xneg && yneg {
			shi = -1
			slo = cfg.SignExtend(^fill(^cfg.Mask(uint64(xsl), w)&umax(w)|^cfg.Mask(uint64(ysl), w)&umax(w)), w)
		}
	case cfg.Or:
		ulo, uhi = max(xl, yl), fill(xh|yh)
		if xneg || yneg {
			shi = -1
		}
	case cfg.Xor:
		uhi = fill(xh | yh)
		if xneg && ypos || xpos && yneg {
			shi = -1
		}
		if xneg && yneg {
			slo = 0
		}
	}
	return must(bounds(w, ulo, uhi, slo, shi))
}

// fill is the smallest 2^k-1 that is at least x.
func fill(x uint64) uint64 {
	n := bits.Len64(x)
	if n == 64 {
		return ^uint64(0)
	}
	return 1<<uint(n) - 1
}

func shiftRange(op cfg.Op, w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, _, _ := y.view(w)
	switch op {
	case cfg.Shl:
		if yl >= uint64(w) {
			return konst(w, 0)
		}
		slo, shi := smin(w), smax(w)
		ulo, uhi := uint64(0), umax(w)
		if yh >= uint64(w) {
			return nil
		}
		if xh <= umax(w)>>yh {
			ulo, uhi = xl<<yl, xh<<yh
		}
		if xsl >= smin(w)>>yh && xsh <= smax(w)>>yh {
			slo, shi = min(xsl<<yh, xsl<<yl), max(xsh<<yh, xsh<<yl)
		}
		return must(bounds(w, ulo, uhi, slo, shi))
	case cfg.LShr:
		return urange(w, shr(xl, yh), shr(xh, yl))
	}
	a, b := min(yl, 63), min(yh, 63)
	return srange(w, min(xsl>>a, xsl>>b), max(xsh>>a, xsh>>b))
}

func shr(x, n uint64) uint64 {
	if n >= 64 {
		return 0
	}
	return x >> n
}

func compareRange(op cfg.Op, w int, x, y *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	yl, yh, ysl, ysh := y.view(w)
	switch op {
	case cfg.Eq, cfg.Ne:
		if _, ok := meet(x, y); !ok {
			return fromBool(op == cfg.Ne)
		}
	case cfg.ULt:
		if xh < yl {
			return trueVal
		}
		if xl >= yh {
			return falseVal
		}
	case cfg.ULe:
		if xh <= yl {
			return trueVal
		}
		if xl > yh {
			return falseVal
		}
	case cfg.SLt:
		if xsh < ysl {
			return trueVal
		}
		if xsl >= ysh {
			return falseVal
		}
	case cfg.SLe:
		if xsh <= ysl {
			return trueVal
		}
		if xsl > ysh {
			return falseVal
		}
	}
	return nil
}

// applyUn evaluates unary operators and casts from width w to type t.
func applyUn(op cfg.Op, w int, t cfg.Type, x *val) *val {
	tw := t.Width()
	if x != nil && x.set != nil {
		out := make([]uint64, 0, len(x.set))
		for _, a := range x.set {
			r, ok := cfg.EvalUnary(op, t.Width(), w, a)
			if !ok {
				return nil
			}
			out = append(out, r)
		}
		return fromValues(tw, out)
	}
	ulo, uhi, slo, shi := x.view(w)
	switch op {
	case cfg.Not:
		return must(bounds(w, umax(w)-uhi, umax(w)-ulo, ^shi, ^slo))
	case cfg.Neg:
		return subRange(w, konst(w, 0), x)
	case cfg.ZExt:
		return urange(tw, ulo, uhi)
	case cfg.SExt:
		return srange(tw, slo, shi)
	case cfg.Trunc:
		rulo, ruhi, rslo, rshi := uint64(0), umax(tw), smin(tw), smax(tw)
		if tw < 64 && ulo>>uint(tw) == uhi>>uint(tw) {
			rulo, ruhi = cfg.Mask(ulo, tw), cfg.Mask(uhi, tw)
		}
		if slo >= rslo && shi <= rshi {
			rslo, rshi = slo, shi
		}
		return must(bounds(tw, rulo, ruhi, rslo, rshi))
	case cfg.BitsToBool:
		if ulo > 0 || slo > 0 || shi < 0 {
			return trueVal
		}
	case cfg.BoolToBits:
		return fromSorted(tw, []uint64{0, 1})
	case cfg.FToBits, cfg.BitsToF:
		return x
	}
	return nil
}
