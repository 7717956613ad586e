package interp

import (
	"culprit/cfg"
	"math"
)

// nan is the NaN that an operation yields whose result is not determined: the
// canonical one, or where a replay asks whether its bits matter, another one.
func (m *machine) nan(v uint64, w uint8) uint64 {
	m.nans = true
	if !m.otherNaN {
		return v
	}
	return v | 1<<(w-1) | 1
}

// floatBinary computes FAdd, FSub, FMul and FDiv.
func (m *machine) floatBinary(op cfg.Op, x, y uint64, w uint8) uint64 {
	v, ok := cfg.EvalBinary(op, int(w), x, y)
	if !ok {
		return m.nan(v, w)
	}
	return v
}

// floatCompare computes FEq, FNe, FLt and FLe.
func floatCompare(op cfg.Op, x, y uint64, w uint8) uint64 {
	v, _ := cfg.EvalBinary(op, int(w), x, y)
	return v
}

// floatUnary computes the unary operations and predicates on floats.
func (m *machine) floatUnary(op cfg.Op, x uint64, w uint8) uint64 {
	v, ok := cfg.EvalUnary(op, int(w), int(w), x)
	if !ok {
		return m.nan(v, w)
	}
	return v
}

// floatCast computes the casts to and from floats; from and to are widths.
func (m *machine) floatCast(op cfg.Op, x uint64, from, to uint8) uint64 {
	v, ok := castFloat(op, x, from, to)
	if base, _ := op.Base(); !ok && base == cfg.FToF {
		return m.nan(v, to)
	}
	return v
}

func castFloat(op cfg.Op, x uint64, from, to uint8) (uint64, bool) {
	return cfg.EvalUnary(op, int(to), int(from), x)
}

// Run computes like an x86 processor where C and IEEE 754 leave a choice, so
// that a program prints what the compiled one prints: the NaN of an invalid
// operation is negative, other NaNs keep their sign and payload, and
// conversions to integers that cannot hold the value give what the processor's
// conversion to 32 or 64 bits gives. The verifier does not know
// the bits of a NaN that is computed (cfg.EvalBinary).

// hostBinary computes FAdd, FSub, FMul and FDiv as x86 does.
func hostBinary(op cfg.Op, x, y uint64, w uint8) uint64 {
	if w == 64 && op <= cfg.FDiv { // the common case, unless the result is a NaN
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		switch op {
		case cfg.FAdd:
			a += b
		case cfg.FSub:
			a -= b
		case cfg.FMul:
			a *= b
		default:
			a /= b
		}
		if a == a {
			return math.Float64bits(a)
		}
	}
	r, ok := cfg.EvalBinary(op, int(w), x, y)
	if !ok {
		return hostNaN(w, x, y)
	}
	return r
}

// hostUnary computes the unary operations as x86 does.
func hostUnary(op cfg.Op, x uint64, w uint8) uint64 {
	r, ok := cfg.EvalUnary(op, int(w), int(w), x)
	if !ok {
		return hostNaN(w, x)
	}
	return r
}

// hostNaN is the NaN that an operation on args yields: the first NaN among
// them, made quiet, or else the negative one of invalid operations.
func hostNaN(w uint8, args ...uint64) uint64 {
	for _, a := range args {
		if f := cfg.FloatValue(a, int(w)); f != f {
			return a | cfg.CanonicalNaN(int(w))
		}
	}
	return cfg.CanonicalNaN(int(w)) | 1<<(w-1)
}

// hostCast computes the casts as x86 does.
func hostCast(op cfg.Op, x uint64, from, to uint8) uint64 {
	f := 0.0
	base, _ := op.Base()
	switch base {
	case cfg.FToF, cfg.FToS, cfg.FToU:
		f = cfg.FloatValue(x, int(from))
	}
	switch {
	case base == cfg.FToF && f != f && from == 32 && to == 64:
		return x>>31<<63 | cfg.CanonicalNaN(64) | x<<29&(1<<52-1)
	case base == cfg.FToF && f != f && from == 64 && to == 32:
		return x>>63<<31 | cfg.CanonicalNaN(32) | x>>29&(1<<23-1)
	case op == cfg.FToS:
		return cfg.Mask(convert(f, max(to, 32)), int(to))
	case op == cfg.FToU && to == 64 && f >= 1<<63:
		return convert(f-(1<<63), 64) ^ 1<<63
	case op == cfg.FToU && to < 32:
		return cfg.Mask(convert(f, 32), int(to))
	case op == cfg.FToU:
		return cfg.Mask(convert(f, 64), int(to))
	}
	v, _ := castFloat(op, x, from, to)
	return v
}

// convert truncates f to a signed integer of w bits; values out of range give
// the least one.
func convert(f float64, w uint8) uint64 {
	half := math.Ldexp(1, int(w)-1)
	if f = math.Trunc(f); f >= -half && f < half {
		return uint64(int64(f))
	}
	return ^uint64(0) << (w - 1)
}
