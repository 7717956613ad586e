package witness

import (
	"math/big"
	"strconv"

	"culprit/cfg"
)

// cvalue.go has single C values: their ranges, conversions and literals.

// atom is the expression for a variable or member of scalar type.
func atom(text string, sh *cfg.CType) (cx, bool) {
	w := sh.Scalar().Width()
	if sh.Scalar().Kind != cfg.Bits || w == 0 {
		return cx{}, false
	}
	c := cx{text: text, prec: precPrimary, w: w, cw: max(32, w), uns: !sh.Signed && w >= 32}
	switch {
	case sh.Pointer():
		c.ptr = true
	case sh.Bool():
		c.lo, c.hi = big.NewInt(0), big.NewInt(1)
	case sh.Signed:
		c.lo, c.hi = signedRange(w)
	default:
		c.lo, c.hi = unsignedRange(w)
	}
	return c, true
}

func unsignedRange(w int) (lo, hi *big.Int) {
	hi = new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int), hi.Sub(hi, big.NewInt(1))
}

func signedRange(w int) (lo, hi *big.Int) {
	h := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	return new(big.Int).Neg(h), new(big.Int).Sub(h, big.NewInt(1))
}

func (c cx) within(lo, hi *big.Int) bool { return c.lo.Cmp(lo) >= 0 && c.hi.Cmp(hi) <= 0 }

// zero and sign report whether the value is that of the term, read without or
// with sign.
func (c cx) zero() bool { return c.within(unsignedRange(c.w)) }
func (c cx) sign() bool { return c.within(signedRange(c.w)) }

// at puts parentheses around an operand that binds less than prec.
func (c cx) at(prec int) string {
	if c.prec < prec {
		return "(" + c.text + ")"
	}
	return c.text
}

func cType(w int, uns bool) string {
	t := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[w]
	if uns {
		return "unsigned " + t
	}
	if w == 8 {
		return "signed char"
	}
	return t
}

// cast converts to a type of w bits, one of C's.
func (c cx) cast(w int, uns bool) cx {
	out := cx{text: "(" + cType(w, uns) + ")" + c.at(precUnary), prec: precUnary, w: c.w, cw: max(32, w), uns: uns && w >= 32}
	out.lo, out.hi = signedRange(w)
	if uns {
		out.lo, out.hi = unsignedRange(w)
	}
	if c.within(out.lo, out.hi) {
		out.lo, out.hi = c.lo, c.hi
	}
	return out
}

// width is that of the C type for a term of w bits.
func width(w int) int {
	if w > 32 {
		return 64
	}
	return 32
}

func native(w int) bool { return w == 8 || w == 16 || w == 32 || w == 64 }

// asZero makes the value that of the term without sign.
func (c cx) asZero() cx {
	switch {
	case c.zero():
		return c
	case native(c.w):
		return c.cast(c.w, true)
	}
	_, hi := unsignedRange(c.w)
	cw := max(c.cw, width(c.w))
	return cx{text: c.unsigned(cw).at(precAnd) + " & " + literalU(hi.Uint64(), cw), prec: precAnd, w: c.w, cw: cw, uns: true, lo: new(big.Int), hi: hi}
}

// asSign makes the value that of the term with sign, of a signed type.
func (c cx) asSign() cx {
	switch {
	case c.sign() && !c.uns:
		return c
	case c.sign() && c.within(signedRange(c.cw)):
		return c.cast(c.cw, false)
	case c.sign():
		return c.cast(64, false)
	case native(c.w):
		return c.cast(c.w, false)
	}
	// (x ^ s) - s with the sign bit s.
	z := c.asZero()
	bit := uint64(1) << uint(c.w-1)
	flip := cx{text: z.at(precXor) + " ^ " + literalU(bit, z.cw), prec: precXor, w: c.w, cw: z.cw, uns: true, lo: z.lo, hi: z.hi}
	out := cx{text: flip.cast(z.cw, false).text + " - " + strconv.FormatUint(bit, 10) + suffix(z.cw), prec: precAdd, w: c.w, cw: z.cw}
	out.lo, out.hi = signedRange(c.w)
	return out
}

func suffix(cw int) string {
	if cw == 64 {
		return "LL"
	}
	return ""
}

// unsigned converts to the unsigned type of cw bits, which keeps the value
// modulo 2^w.
func (c cx) unsigned(cw int) cx {
	if c.uns && c.cw == cw {
		return c
	}
	return c.cast(cw, true)
}

func literalU(v uint64, cw int) string {
	if cw == 64 {
		return strconv.FormatUint(v, 10) + "ULL"
	}
	return strconv.FormatUint(v, 10) + "U"
}

// number is a constant as a value with sign or without, in the shortest form.
func number(w int, v uint64, signed bool) cx {
	n := new(big.Int).SetUint64(v)
	if signed {
		n.SetInt64(cfg.SignExtend(v, w))
	}
	c := cx{prec: precPrimary, w: w, cw: 32, lo: n, hi: n}
	text := n.String()
	lo32, hi32 := signedRange(32)
	lo64, hi64 := signedRange(64)
	switch {
	case n.Cmp(lo64) == 0:
		text, c.cw, c.prec = "-9223372036854775807LL - 1", 64, precAdd
	case n.Cmp(lo32) == 0:
		text, c.prec = "-2147483647 - 1", precAdd
	case c.within(lo32, hi32):
	case !signed && n.BitLen() <= 32:
		text, c.uns = text+"U", true
	case c.within(lo64, hi64):
		text, c.cw = text+"LL", 64
	default:
		text, c.cw, c.uns = text+"ULL", 64, true
	}
	c.text = text
	if n.Sign() < 0 && c.prec == precPrimary {
		c.prec = precUnary
	}
	return c
}
