package libc

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"

	"culprit/cfg/clib"
	"culprit/internal/extended"
)

// Long double. As an argument it is two values, significand and sign with
// exponent; as a result it is written to where the argument after the others
// points. In memory it takes ten bytes.

// extArg returns the long double that begins at argument i.
func (c *call) extArg(i int) extended.Number {
	return extended.Number{Sig: c.integer(i), SE: uint16(c.integer(i + 1))}
}

func (c *call) storeExt(addr uint64, n extended.Number) {
	var b [10]byte
	binary.LittleEndian.PutUint64(b[:], n.Sig)
	binary.LittleEndian.PutUint16(b[8:], n.SE)
	c.store(addr, b[:])
}

// extResult writes the result to where argument i points.
func (c *call) extResult(i int, n extended.Number) Value {
	c.storeExt(c.wordArg(i), n)
	return void()
}

// ext returns the next argument, which must be a long double.
func (v *varargs) ext(what []byte) extended.Number {
	if v.slots {
		v.is(clib.FloatArgument, v.c.ptr+8, what) // 12 in ILP32, 16 in LP64
		sig := v.slot(8)
		return extended.Number{Sig: sig, SE: uint16(v.slot(2))}
	}
	for i := v.next; i < min(v.next+2, len(v.c.args)); i++ {
		if a := v.c.args[i]; a.Float || a.Width != []int{64, 16}[i-v.next] {
			v.c.undefined("%%%s gets another type than long double as argument %d", what, i+1)
		}
	}
	sig := v.arg(what)
	return extended.Number{Sig: sig.Bits, SE: uint16(v.arg(what).Bits)}
}

// bigPrecision suffices to round a decimal number to a long double as if it
// were exact, unless somebody chose it to be nearly in the middle of two.
const bigPrecision = 640

// parseExt converts as strtold does.
func parseExt(s chars) (n extended.Number, end int, erang bool) {
	r := parseFloat(s, 64)
	switch {
	case r.text == "":
		return extended.OfFloat64(r.v), r.end, false
	}
	x, _, err := big.ParseFloat(r.text, 0, bigPrecision, big.ToNearestEven)
	if err != nil && x == nil {
		return n, 0, false
	}
	n = extended.Of(x)
	tiny := new(big.Float).SetMantExp(big.NewFloat(1), -16382)
	erang = n.IsInf() || new(big.Float).SetPrec(64).Set(x).Cmp(tiny) < 0 && n.Big().Cmp(x) != 0
	if math.Signbit(r.v) {
		n = n.Neg()
	}
	return n, r.end, erang
}

func strtoldCall(c *call) Value {
	p := c.wordArg(0)
	n, end, erang := parseExt(&memoryText{c: c, addr: p})
	if erang {
		c.mem.SetErrno(erange)
	}
	if endp := c.wordArg(1); endp != 0 {
		c.storeWord(endp, c.ptr, p+uint64(end))
	}
	return c.extResult(2, n)
}

// printed is a number that printf shows: a double or a long double.
type printed struct {
	d    float64
	l    extended.Number
	long bool
}

func (p printed) negative() bool {
	if p.long {
		return p.l.Signbit()
	}
	return math.Signbit(p.d)
}

func (p printed) isNaN() bool { return p.d != p.d || p.long && p.l.IsNaN() }
func (p printed) isInf() bool { return math.IsInf(p.d, 0) || p.long && p.l.IsInf() }
func (p printed) isZero() bool {
	if p.long {
		return p.l.IsZero()
	}
	return p.d == 0
}

func (p printed) abs() printed { return printed{math.Abs(p.d), p.l.Abs(), p.long} }

// append appends the digits of a finite number.
func (p printed) append(dst []byte, conv byte, prec int) []byte {
	if p.long {
		return p.l.Big().Append(dst, conv, prec)
	}
	return strconv.AppendFloat(dst, p.d, conv, prec, 64)
}

// exactDigits is more than the digits of any number after or before the
// point; beyond it there are only zeros.
func (p printed) exactDigits() int {
	if p.long {
		return 16500
	}
	return 1100
}
