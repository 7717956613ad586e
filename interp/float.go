package interp

import (
	"math"

	"culprit/cfg"
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
	if !ok && op == cfg.FToF {
		return m.nan(v, to)
	}
	return v
}

func castFloat(op cfg.Op, x uint64, from, to uint8) (uint64, bool) {
	return cfg.EvalUnary(op, int(to), int(from), x)
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
