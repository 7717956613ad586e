package interp

import (
	"math"

	"culprit/cfg"
)

// Canonical NaNs: every NaN an arithmetic operation yields is one of these.
const (
	nan32 = 0x7fc00000
	nan64 = 0x7ff8000000000000
)

func toFloat(v uint64, w uint8) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(v)
}

// fromFloat rounds f to width w. For results of float64 arithmetic on float32
// operands the double rounding is exact for + - * / and sqrt.
func fromFloat(f float64, w uint8) uint64 {
	if f != f {
		if w == 32 {
			return nan32
		}
		return nan64
	}
	if w == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// floatBinary computes FAdd, FSub, FMul and FDiv.
func floatBinary(op cfg.Op, x, y uint64, w uint8) uint64 {
	if w == 32 {
		a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
		var r float32
		switch op {
		case cfg.FAdd:
			r = a + b
		case cfg.FSub:
			r = a - b
		case cfg.FMul:
			r = a * b
		case cfg.FDiv:
			r = a / b
		}
		if r != r {
			return nan32
		}
		return uint64(math.Float32bits(r))
	}
	a, b := math.Float64frombits(x), math.Float64frombits(y)
	var r float64
	switch op {
	case cfg.FAdd:
		r = a + b
	case cfg.FSub:
		r = a - b
	case cfg.FMul:
		r = a * b
	case cfg.FDiv:
		r = a / b
	}
	if r != r {
		return nan64
	}
	return math.Float64bits(r)
}

// floatCompare computes FEq, FNe, FLt and FLe.
func floatCompare(op cfg.Op, x, y uint64, w uint8) bool {
	a, b := toFloat(x, w), toFloat(y, w)
	switch op {
	case cfg.FEq:
		return a == b
	case cfg.FNe:
		return a != b
	case cfg.FLt:
		return a < b
	}
	return a <= b
}

// floatUnary computes the unary operations and predicates on floats.
func floatUnary(op cfg.Op, x uint64, w uint8) uint64 {
	sign := uint64(1) << (w - 1)
	f := toFloat(x, w)
	switch op {
	case cfg.FNeg:
		return x ^ sign
	case cfg.FAbs:
		return x &^ sign
	case cfg.FIsNaN:
		return b2u(f != f)
	case cfg.FIsInf:
		return b2u(math.IsInf(f, 0))
	case cfg.FSqrt:
		return fromFloat(math.Sqrt(f), w)
	case cfg.FFloor:
		return fromFloat(math.Floor(f), w)
	case cfg.FCeil:
		return fromFloat(math.Ceil(f), w)
	case cfg.FTruncF:
		return fromFloat(math.Trunc(f), w)
	case cfg.FRound:
		return fromFloat(math.Round(f), w)
	}
	panic("interp: not a unary float operator")
}

// floatCast computes the casts to and from floats; from and to are widths.
func floatCast(op cfg.Op, x uint64, from, to uint8) uint64 {
	switch op {
	case cfg.SToF:
		v := cfg.SignExtend(x, int(from))
		if to == 32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(float64(v))
	case cfg.UToF:
		if to == 32 {
			return uint64(math.Float32bits(float32(x)))
		}
		return math.Float64bits(float64(x))
	case cfg.FToF:
		return fromFloat(toFloat(x, from), to)
	case cfg.FToS:
		f := math.Trunc(toFloat(x, from))
		half := math.Ldexp(1, int(to)-1)
		if !(f >= -half && f < half) {
			return 1 << (to - 1)
		}
		return cfg.Mask(uint64(int64(f)), int(to))
	case cfg.FToU:
		f := math.Trunc(toFloat(x, from))
		if !(f >= 0 && f < math.Ldexp(1, int(to))) {
			return cfg.Mask(1<<63, int(to))
		}
		if f >= 1<<63 {
			return uint64(int64(f-(1<<63))) | 1<<63
		}
		return uint64(int64(f))
	}
	panic("interp: not a float cast")
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func maskOf(w int) uint64 {
	if w >= 64 {
		return math.MaxUint64
	}
	return 1<<uint(w) - 1
}
