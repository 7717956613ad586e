package logic

import "math/bits"

// umax gives an upper bound of the unsigned value of t, looking depth levels deep.
func (tb *Table) umax(t T, depth int) uint64 {
	nd := &tb.nodes[t]
	m := mask(nd.sort.W)
	if nd.op == OpConst {
		return nd.aux
	}
	if depth == 0 {
		if nd.op == OpZExt {
			return mask(tb.nodes[tb.arena[nd.off]].sort.W)
		}
		return m
	}
	args := tb.arena[nd.off : nd.off+nd.n]
	switch nd.op {
	case OpZExt:
		return tb.umax(args[0], depth-1)
	case OpIte:
		return max(tb.umax(args[1], depth-1), tb.umax(args[2], depth-1))
	case OpBvAnd:
		return min(tb.umax(args[0], depth-1), tb.umax(args[1], depth-1))
	case OpBvOr, OpBvXor:
		return 1<<bits.Len64(max(tb.umax(args[0], depth-1), tb.umax(args[1], depth-1))) - 1
	case OpURem:
		// The remainder is at most the dividend, and below the divisor unless that is 0.
		a := tb.umax(args[0], depth-1)
		if b := &tb.nodes[args[1]]; b.op == OpConst && b.aux != 0 {
			a = min(a, b.aux-1)
		}
		return a
	case OpUDiv:
		if b := &tb.nodes[args[1]]; b.op == OpConst && b.aux != 0 {
			return tb.umax(args[0], depth-1) / b.aux
		}
	case OpLShr:
		return tb.umax(args[0], depth-1)
	case OpConcat:
		l := tb.nodes[args[1]].sort.W
		return tb.umax(args[0], depth-1)<<l | mask(l)
	case OpAdd, OpMul:
		return tb.umaxSum(nd.op, args, depth, m)
	}
	return m
}

// umaxSum bounds a sum or product that cannot overflow; m otherwise.
func (tb *Table) umaxSum(op Op, args []T, depth int, m uint64) uint64 {
	if len(args) > 4 {
		return m
	}
	r := tb.umax(args[0], depth-1)
	for _, a := range args[1:] {
		var over uint64
		x := tb.umax(a, depth-1)
		if op == OpAdd {
			r, over = bits.Add64(r, x, 0)
		} else {
			over, r = bits.Mul64(r, x)
		}
		if over != 0 || r > m {
			return m
		}
	}
	return r
}

// nonNegative tells whether the sign bit of t is surely 0.
func (tb *Table) nonNegative(t T) bool {
	return tb.umax(t, maxBound) <= mask(tb.nodes[t].sort.W)>>1
}
