package logic

// The meaning of operations on numbers of a width.

// binary applies a binary operator to values of width w.
func binary(op Op, w uint8, a, b uint64) uint64 {
	switch op {
	case OpEq:
		return b2u(a == b)
	case OpUDiv:
		return udiv(w, a, b)
	case OpURem:
		return urem(a, b)
	case OpSDiv:
		return sdiv(w, a, b)
	case OpSRem:
		return srem(w, a, b)
	case OpBvAnd:
		return a & b
	case OpBvOr:
		return a | b
	case OpBvXor:
		return a ^ b
	case OpShl:
		if b >= uint64(w) {
			return 0
		}
		return a << b & mask(w)
	case OpLShr:
		if b >= uint64(w) {
			return 0
		}
		return a >> b
	case OpAShr:
		return uint64(signed(w, a)>>min(b, 63)) & mask(w)
	case OpULt:
		return b2u(a < b)
	case OpULe:
		return b2u(a <= b)
	case OpSLt:
		return b2u(signed(w, a) < signed(w, b))
	case OpSLe:
		return b2u(signed(w, a) <= signed(w, b))
	}
	panic("logic: value of " + op.String())
}

func udiv(w uint8, a, b uint64) uint64 {
	if b == 0 {
		return mask(w)
	}
	return a / b
}

func urem(a, b uint64) uint64 {
	if b == 0 {
		return a
	}
	return a % b
}

// abs gives the magnitude of a signed value as an unsigned one.
func abs(w uint8, a uint64) (uint64, bool) {
	if s := signed(w, a); s < 0 {
		return -a & mask(w), true
	}
	return a, false
}

func sdiv(w uint8, a, b uint64) uint64 {
	x, na := abs(w, a)
	y, nb := abs(w, b)
	q := udiv(w, x, y)
	if na != nb {
		q = -q
	}
	return q & mask(w)
}

func srem(w uint8, a, b uint64) uint64 {
	x, na := abs(w, a)
	y, _ := abs(w, b)
	r := urem(x, y)
	if na {
		r = -r
	}
	return r & mask(w)
}

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
