// Package extended converts between the extended floating format of x86, the
// long double of its compilers, and the numbers of Go.
//
// A number has a significand of 64 bits, the first of which is explicit, and
// the sign above an exponent of 15 bits. Its value is
// Sig * 2^(exponent-16383-63), with exponent 0 meaning 1; the exponent of all
// ones is that of infinity (Sig is 1<<63) and of what is not a number.
package extended

import (
	"math"
	"math/big"
)

// Number is a number of the extended format.
type Number struct {
	Sig uint64
	SE  uint16 // sign and exponent
}

const (
	one   = 1 << 63
	top   = 0x7fff // exponent of infinity
	bias  = 16383 + 63
	minus = 0x8000
)

// NaN is what invalid operations give.
var NaN = Number{3 << 62, minus | top}

// Inf is an infinity.
func Inf(negative bool) Number { return Number{one, signed(negative, top)} }

func signed(negative bool, exp uint16) uint16 {
	if negative {
		return exp | minus
	}
	return exp
}

// Of rounds x to the nearest number, to an even one in the middle.
func Of(x *big.Float) Number {
	neg := x.Signbit()
	switch {
	case x.IsInf():
		return Inf(neg)
	case x.Sign() == 0:
		return Number{0, signed(neg, 0)}
	}
	exp := max(x.MantExp(nil)+16382, 1) // biased, of a normal number
	if exp >= top {
		return Inf(neg)
	}
	// In units of the last place, rounded to an integer.
	y := new(big.Float).SetMantExp(new(big.Float).Abs(x), bias-exp)
	i, _ := y.Int(nil)
	rest := new(big.Float).SetPrec(x.Prec()+64).Sub(y, new(big.Float).SetInt(i))
	sig := i.Uint64()
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && sig&1 == 1 {
		sig++
		if sig == 0 {
			sig, exp = one, exp+1
		}
	}
	switch {
	case exp >= top:
		return Inf(neg)
	case sig < one:
		exp = 0
	}
	return Number{sig, signed(neg, uint16(exp))}
}

// OfFloat64 is exact.
func OfFloat64(x float64) Number {
	if x != x {
		b := math.Float64bits(x)
		return Number{one | 1<<62 | b<<11, signed(b>>63 == 1, top)}
	}
	return Of(big.NewFloat(x))
}

// Big is the exact value of a number that is not a NaN.
func (n Number) Big() *big.Float {
	x := new(big.Float)
	if n.IsInf() {
		return x.SetInf(n.Signbit())
	}
	x.SetUint64(n.Sig)
	x.SetMantExp(x, max(n.Exp(), 1)-bias)
	if n.Signbit() {
		x.Neg(x)
	}
	return x
}

// Float64 rounds to a double.
func (n Number) Float64() float64 {
	if n.IsNaN() {
		return math.Float64frombits(uint64(n.SE>>15)<<63 | top>>4<<52 | 1<<51 | n.Sig<<1>>12)
	}
	x, _ := n.Big().Float64()
	return x
}

// Exp is the biased exponent.
func (n Number) Exp() int { return int(n.SE &^ minus) }

// Signbit reports whether the sign is set.
func (n Number) Signbit() bool { return n.SE&minus != 0 }

// IsNaN reports whether n is not a number.
func (n Number) IsNaN() bool { return n.Exp() == top && n.Sig<<1 != 0 }

// IsInf reports whether n is an infinity.
func (n Number) IsInf() bool { return n.Exp() == top && n.Sig<<1 == 0 }

// IsZero reports whether n is a zero.
func (n Number) IsZero() bool { return n.Sig == 0 }

// Neg is -n.
func (n Number) Neg() Number { return Number{n.Sig, n.SE ^ minus} }

// Abs is n without its sign.
func (n Number) Abs() Number { return Number{n.Sig, n.SE &^ minus} }
