package logic

import (
	"math/bits"
	"slices"
)

// varBound is a literal that bounds a variable: v < e or e < v, strict or not, or v ≠ e.
type varBound struct {
	op     Op // OpULt, OpSLt; OpEq for v ≠ e
	lower  bool
	strict bool
	e      T
}

func (p *projector) boundOf(v, lit T) (varBound, bool) {
	tb := p.tb
	a, neg := tb.atom(lit)
	nd := tb.nodes[a]
	switch nd.op {
	case OpEq:
		if neg {
			if e, ok := tb.SolveFor(a, v); ok {
				return varBound{op: OpEq, e: e}, true
			}
		}
	case OpULt, OpSLt:
		x, y := tb.arg(a, 0), tb.arg(a, 1)
		if x == v && !tb.Occurs(v, y) {
			return varBound{nd.op, neg, !neg, y}, true
		}
		if y == v && !tb.Occurs(v, x) {
			return varBound{nd.op, !neg, !neg, x}, true
		}
	}
	return varBound{}, false
}

// pair eliminates v if all literals bound it in one order; at most two disequations are split.
func (p *projector) pair(v T, with []T) (T, bool) {
	tb := p.tb
	var bs, ne []varBound
	for _, c := range with {
		b, ok := p.boundOf(v, c)
		if !ok {
			return 0, false
		}
		if b.op == OpEq {
			ne = append(ne, b)
		} else {
			bs = append(bs, b)
		}
		if len(bs) > 0 && bs[0].op != b.op && b.op != OpEq {
			return 0, false
		}
	}
	if w := tb.nodes[v].sort.W; len(bs) == 0 && (w >= 32 || len(ne) < 1<<w) {
		return True, true // fewer forbidden values than values
	}
	op := OpULt
	if len(bs) > 0 {
		op = bs[0].op
	}
	if len(ne) > 2 || len(ne) > 0 && len(bs)+len(ne) > 6 {
		return 0, false
	}
	var cases []T
	for k := range 1 << len(ne) {
		all := slices.Clone(bs)
		for i, b := range ne {
			all = append(all, varBound{op, k>>i&1 == 1, true, b.e})
		}
		cases = append(cases, p.pairBounds(op, v, all))
	}
	return tb.Or(cases...), true
}

func (p *projector) less(op Op, a, b T) T {
	if op == OpSLt {
		return p.tb.SLt(a, b)
	}
	return p.tb.ULt(a, b)
}

// pairBounds says that some value lies between all lower and all upper bounds.
func (p *projector) pairBounds(op Op, v T, bs []varBound) T {
	tb := p.tb
	w := tb.nodes[v].sort.W
	least := uint64(0)
	if op == OpSLt {
		least = 1 << (w - 1)
	}
	var out []T
	for _, l := range bs {
		if l.strict { // l < v needs l below the maximum, v < h needs h above the minimum
			k := least
			if l.lower {
				k = ^least
			}
			out = append(out, tb.Ne(l.e, tb.bv(w, k)))
		}
		if !l.lower {
			continue
		}
		for _, h := range bs {
			switch {
			case h.lower:
			case l.strict && h.strict:
				out = append(out, p.less(op, l.e, h.e), p.less(op, tb.Add(l.e, tb.bv(w, 1)), h.e))
			case l.strict || h.strict:
				out = append(out, p.less(op, l.e, h.e))
			default:
				out = append(out, tb.Not(p.less(op, h.e, l.e)))
			}
		}
	}
	return tb.And(out...)
}

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
