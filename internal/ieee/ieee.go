// Package ieee has the operations of IEEE 754 on the bit patterns of binary32
// and binary64: the one definition that interpreters, value sets, constant
// folding and models share, and that the circuits of solvers are tested with.
//
// It computes by the processor's double precision where that rounds correctly,
// to the nearest number, and finds the neighbour for other modes by the sign
// of the exact error.
package ieee

import (
	"math"
	"math/big"
)

// Op is an operation.
type Op uint8

// The operations. The difference is the sum with the second sign flipped;
// comparison, sign and classification are questions about bits.
const (
	Add          Op = iota
	Mul             // product
	Div             // quotient
	Sqrt            // square root
	Integral        // the integral number that the mode chooses
	Convert         // to the other format
	ToSigned        // to an integer, toward zero; out of range: the least number
	ToUnsigned      // to an integer, toward zero; out of range: 2^63, truncated
	FromSigned      // of an integer
	FromUnsigned    // of an integer
	NumOps
)

var opNames = [NumOps]string{"fp.add", "fp.mul", "fp.div", "fp.sqrt", "fp.roundToIntegral", "fp.to_fp", "fp.to_sbv", "fp.to_ubv", "fp.of_sbv", "fp.of_ubv"}

func (o Op) String() string { return opNames[o] }

// Binary reports whether the operation has two operands.
func (o Op) Binary() bool { return o <= Div }

// ToInt reports whether the result is an integer.
func (o Op) ToInt() bool { return o == ToSigned || o == ToUnsigned }

// FromInt reports whether the operand is an integer.
func (o Op) FromInt() bool { return o >= FromSigned }

// Mode says how a result is rounded.
type Mode uint8

// The modes. Away, ties away from zero, is one of Integral only.
const (
	Nearest Mode = iota // ties to even
	Down
	Up
	Zero
	Away
	NumModes
)

var modeNames = [NumModes]string{"rne", "rtn", "rtp", "rtz", "rna"}

func (m Mode) String() string { return modeNames[m] }

// NaN is the NaN of width w that an operation yields here: positive, quiet,
// without payload. IEEE 754 leaves its sign and payload to the processor.
func NaN(w int) uint64 {
	if w == 32 {
		return 0x7fc00000
	}
	return 0x7ff8000000000000
}

// Inf is the pattern of infinity of width w.
func Inf(w int) uint64 {
	if w == 32 {
		return 0x7f800000
	}
	return 0x7ff0000000000000
}

// Value reads the bit pattern of a float of width w. Values of binary32 are
// exact in binary64.
func Value(v uint64, w int) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// Bits rounds f to the nearest number of width w; ok is false for a NaN. After
// one operation +, -, *, / or a square root on operands of binary32 the second
// rounding is harmless: 53 >= 2*24+2.
func Bits(f float64, w int) (v uint64, ok bool) {
	switch {
	case f != f:
		return NaN(w), false
	case w == 32:
		return uint64(math.Float32bits(float32(f))), true
	}
	return math.Float64bits(f), true
}

// Eval computes an operation on operands of width w with a result of width tw.
// Where ok is false the operation does not determine the result: it is a NaN,
// or an integer that cannot hold the number.
func Eval(op Op, m Mode, tw, w int, a, b uint64) (v uint64, ok bool) {
	switch op {
	case Integral:
		return Bits(integral(m, Value(a, w)), w)
	case ToSigned:
		return toSigned(math.Trunc(Value(a, w)), tw)
	case ToUnsigned:
		return toUnsigned(math.Trunc(Value(a, w)), tw)
	}
	if v, ok = nearest(op, tw, w, a, b); ok && m != Nearest {
		v = directed(op, m, tw, w, a, b, v)
	}
	return v, ok
}

func nearest(op Op, tw, w int, a, b uint64) (uint64, bool) {
	switch op {
	case Add:
		return Bits(Value(a, w)+Value(b, w), w)
	case Mul:
		return Bits(Value(a, w)*Value(b, w), w)
	case Div:
		return Bits(Value(a, w)/Value(b, w), w)
	case Sqrt:
		return Bits(math.Sqrt(Value(a, w)), w)
	case Convert:
		return Bits(Value(a, w), tw)
	case FromSigned:
		if s := int64(a<<uint(64-w)) >> uint(64-w); tw == 32 {
			return uint64(math.Float32bits(float32(s))), true
		} else {
			return math.Float64bits(float64(s)), true
		}
	case FromUnsigned:
		if tw == 32 {
			return uint64(math.Float32bits(float32(a))), true
		}
		return math.Float64bits(float64(a)), true
	}
	panic("ieee: operation " + op.String())
}

// integral rounds to an integral number.
func integral(m Mode, x float64) float64 {
	switch m {
	case Down:
		return math.Floor(x)
	case Up:
		return math.Ceil(x)
	case Zero:
		return math.Trunc(x)
	case Away:
		return math.Round(x)
	}
	return math.RoundToEven(x)
}

// directed is the result in a directed mode, of that of the nearest one.
func directed(op Op, m Mode, tw, w int, a, b, v uint64) uint64 {
	r := Value(v, tw)
	if op == Add && r == 0 { // the sum is exact, and of opposite numbers
		if negative := func(x uint64) bool { return x>>uint(w-1) == 1 }; negative(a) != negative(b) {
			return cond(m == Down, 1<<uint(w-1), 0)
		}
		return v
	}
	// Down, Up and Zero are down or up where the sign of the exact result, that
	// of r, says so.
	down := m == Down || m == Zero && v>>uint(tw-1) == 0
	switch e := excess(op, w, a, b, r); {
	case e < 0 && down:
		return step(v, tw, false)
	case e > 0 && !down:
		return step(v, tw, true)
	}
	return v
}

func cond(c bool, a, b uint64) uint64 {
	if c {
		return a
	}
	return b
}

// step gives the next number above or below.
func step(v uint64, w int, up bool) uint64 {
	sign := uint64(1) << uint(w-1)
	switch neg := v&sign != 0; {
	case v&^sign == 0:
		return cond(up, 1, sign|1)
	case neg == up:
		return v - 1
	}
	return v + 1
}

// excess is the sign of the exact result less its rounding r.
func excess(op Op, w int, a, b uint64, r float64) int {
	exact := func(x float64) *big.Float { return new(big.Float).SetPrec(4500).SetFloat64(x) }
	if op.FromInt() {
		x := new(big.Float).SetPrec(4500).SetUint64(a)
		if op == FromSigned {
			x.SetInt64(int64(a<<uint(64-w)) >> uint(64-w))
		}
		return x.Cmp(exact(r))
	}
	x, y := Value(a, w), Value(b, w)
	if math.IsInf(x, 0) || op.Binary() && math.IsInf(y, 0) || op == Div && y == 0 {
		return 0
	}
	if math.IsInf(r, 0) { // an overflow
		return cmpSign(-r)
	}
	p := new(big.Float).SetPrec(4500)
	switch op {
	case Add:
		return p.Add(exact(x), exact(y)).Cmp(exact(r))
	case Mul:
		return p.Mul(exact(x), exact(y)).Cmp(exact(r))
	case Div: // x/y - r has the sign of (x - r*y)/y
		return exact(x).Cmp(p.Mul(exact(r), exact(y))) * cmpSign(y)
	case Sqrt:
		return exact(x).Cmp(p.Mul(exact(r), exact(r)))
	}
	return exact(x).Cmp(exact(r))
}

func cmpSign(x float64) int {
	if x < 0 {
		return -1
	}
	return 1
}

func mask(v uint64, w int) uint64 { return v & (^uint64(0) >> uint(64-w)) }

func toSigned(x float64, w int) (uint64, bool) {
	if half := math.Ldexp(1, w-1); !(x >= -half && x < half) {
		return 1 << uint(w-1), false
	}
	return mask(uint64(int64(x)), w), true
}

func toUnsigned(x float64, w int) (uint64, bool) {
	switch {
	case !(x >= 0 && x < math.Ldexp(1, w)):
		return mask(1<<63, w), false
	case x >= 1<<63:
		return uint64(int64(x-(1<<63))) | 1<<63, true
	}
	return uint64(int64(x)), true
}
