package values

import (
	"math"

	"culprit/cfg"
)

// concBin evaluates a binary operator on values of width w. ok is false where
// the result has no unique bit pattern (a NaN).
func concBin(op cfg.Op, w int, a, b uint64) (r uint64, ok bool) {
	sa, sb := cfg.SignExtend(a, w), cfg.SignExtend(b, w)
	switch op {
	case cfg.Add, cfg.PtrAdd:
		return cfg.Mask(a+b, w), true
	case cfg.Sub:
		return cfg.Mask(a-b, w), true
	case cfg.Mul:
		return cfg.Mask(a*b, w), true
	case cfg.UDiv:
		if b == 0 {
			return umax(w), true
		}
		return a / b, true
	case cfg.URem:
		if b == 0 {
			return a, true
		}
		return a % b, true
	case cfg.SDiv:
		switch {
		case sb == 0 && sa >= 0:
			return umax(w), true
		case sb == 0:
			return cfg.Mask(1, w), true
		case sb == -1:
			return cfg.Mask(-a, w), true
		}
		return cfg.Mask(uint64(sa/sb), w), true
	case cfg.SRem:
		switch sb {
		case 0:
			return a, true
		case -1:
			return 0, true
		}
		return cfg.Mask(uint64(sa%sb), w), true
	case cfg.And, cfg.LAnd:
		return a & b, true
	case cfg.Or, cfg.LOr:
		return a | b, true
	case cfg.Xor:
		return a ^ b, true
	case cfg.Shl:
		if b >= uint64(w) {
			return 0, true
		}
		return cfg.Mask(a<<b, w), true
	case cfg.LShr:
		if b >= uint64(w) {
			return 0, true
		}
		return a >> b, true
	case cfg.AShr:
		return cfg.Mask(uint64(sa>>min(b, 63)), w), true
	case cfg.Eq:
		return b2u(a == b), true
	case cfg.Ne:
		return b2u(a != b), true
	case cfg.ULt:
		return b2u(a < b), true
	case cfg.ULe:
		return b2u(a <= b), true
	case cfg.SLt:
		return b2u(sa < sb), true
	case cfg.SLe:
		return b2u(sa <= sb), true
	}
	return concFloatBin(op, w, a, b)
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// toFloat reads a bit pattern; binary32 values are exact in binary64.
func toFloat(w int, a uint64) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(a)))
	}
	return math.Float64frombits(a)
}

func fromFloat(w int, f float64) (uint64, bool) {
	if math.IsNaN(f) {
		return 0, false
	}
	if w == 32 {
		return uint64(math.Float32bits(float32(f))), true
	}
	return math.Float64bits(f), true
}

func concFloatBin(op cfg.Op, w int, a, b uint64) (uint64, bool) {
	if w != 32 && w != 64 {
		return 0, false
	}
	x, y := toFloat(w, a), toFloat(w, b)
	switch op {
	case cfg.FEq:
		return b2u(x == y), true
	case cfg.FNe:
		return b2u(x != y), true
	case cfg.FLt:
		return b2u(x < y), true
	case cfg.FLe:
		return b2u(x <= y), true
	}
	// One operation on binary32 operands, rounded to binary64 and then to
	// binary32, is rounded correctly: 53 >= 2*24+2.
	var r float64
	switch op {
	case cfg.FAdd:
		r = x + y
	case cfg.FSub:
		r = x - y
	case cfg.FMul:
		r = x * y
	case cfg.FDiv:
		r = x / y
	default:
		return 0, false
	}
	return fromFloat(w, r)
}

// concUn evaluates unary operators and casts from width w to type t.
func concUn(op cfg.Op, w int, t cfg.Type, a uint64) (r uint64, ok bool) {
	tw := t.Width()
	switch op {
	case cfg.Neg:
		return cfg.Mask(-a, w), true
	case cfg.Not:
		return cfg.Mask(^a, w), true
	case cfg.LNot:
		return a ^ 1, true
	case cfg.ZExt, cfg.BoolToBits, cfg.FToBits, cfg.BitsToF:
		return a, true
	case cfg.SExt:
		return cfg.Mask(uint64(cfg.SignExtend(a, w)), tw), true
	case cfg.Trunc:
		return cfg.Mask(a, tw), true
	case cfg.BitsToBool:
		return b2u(a != 0), true
	case cfg.SToF:
		s := cfg.SignExtend(a, w)
		if tw == 32 {
			return uint64(math.Float32bits(float32(s))), true
		}
		return math.Float64bits(float64(s)), true
	case cfg.UToF:
		if tw == 32 {
			return uint64(math.Float32bits(float32(a))), true
		}
		return math.Float64bits(float64(a)), true
	}
	if w != 32 && w != 64 {
		return 0, false
	}
	x := toFloat(w, a)
	switch op {
	case cfg.FIsNaN:
		return b2u(math.IsNaN(x)), true
	case cfg.FIsInf:
		return b2u(math.IsInf(x, 0)), true
	}
	if math.IsNaN(x) {
		return 0, false
	}
	switch op {
	case cfg.FNeg:
		return a ^ 1<<uint(w-1), true
	case cfg.FAbs:
		return a &^ (1 << uint(w-1)), true
	case cfg.FSqrt:
		return fromFloat(w, math.Sqrt(x))
	case cfg.FFloor:
		return fromFloat(w, math.Floor(x))
	case cfg.FCeil:
		return fromFloat(w, math.Ceil(x))
	case cfg.FTruncF:
		return fromFloat(w, math.Trunc(x))
	case cfg.FRound:
		return fromFloat(w, math.Round(x))
	case cfg.FToF:
		return fromFloat(tw, x)
	case cfg.FToS, cfg.FToU:
		return floatToInt(op, tw, x)
	}
	return 0, false
}

// floatToInt converts in-range values only: the out-of-range result is left
// to the decision procedures.
func floatToInt(op cfg.Op, tw int, x float64) (uint64, bool) {
	x = math.Trunc(x)
	if op == cfg.FToS {
		if lim := math.Ldexp(1, tw-1); x < -lim || x >= lim {
			return 0, false
		}
		return cfg.Mask(uint64(int64(x)), tw), true
	}
	if x <= -1 || x >= math.Ldexp(1, min(tw, 63)) {
		return 0, false
	}
	return uint64(x), true
}
