package logic

import (
	"cmp"
	"slices"
)

// This file relates the arguments of one conjunction (or, dually, disjunction) to each other: absorption, interval
// reasoning about comparisons of one term with constants, and pairs a < b, b < a.

// tighten gives an equivalent list of fewer or smaller arguments, if it finds one.
func (tb *Table) tighten(op Op, list []T) ([]T, bool) {
	if out, ok := tb.absorb(op, list); ok && withAbsorb.On() {
		return out, true
	}
	if out, ok := tb.orderPairs(op, list); ok && withOrder.On() {
		return out, true
	}
	out, ok := tb.intervals(op, list)
	return out, ok && withBounds.On()
}

func contains(list []T, t T) bool {
	_, ok := slices.BinarySearch(list, t)
	return ok
}

// hasNot tells whether the negation of t is in the sorted list.
func (tb *Table) hasNot(list []T, t T) bool {
	if tb.nodes[t].op == OpNot {
		return contains(list, tb.arg(t, 0))
	}
	n, ok := tb.find(OpNot, Sort{}, 0, t)
	return ok && contains(list, n)
}

// absorb removes a ∨ b next to a, and ¬a from ¬a ∨ b next to a.
func (tb *Table) absorb(op Op, list []T) ([]T, bool) {
	dual := OpAnd + OpOr - op
	for i, d := range list {
		nd := tb.nodes[d]
		if nd.op != dual || int(nd.n) > maxKnown {
			continue
		}
		drop := -1
		for j := range nd.n {
			l := tb.arena[nd.off+j]
			if contains(list, l) {
				return slices.Concat(list[:i], list[i+1:]), true
			}
			if tb.hasNot(list, l) {
				drop = int(j)
			}
		}
		if drop >= 0 {
			args := tb.Args(d)
			rest := tb.junction(dual, slices.Concat(args[:drop], args[drop+1:]))
			return slices.Concat(list[:i], []T{rest}, list[i+1:]), true
		}
	}
	return nil, false
}

// orderPairs looks for a < b next to b < a in any polarity.
func (tb *Table) orderPairs(op Op, list []T) ([]T, bool) {
	zero := False
	if op == OpOr {
		zero = True
	}
	for i, l := range list {
		a, neg := tb.atom(l)
		nd := tb.nodes[a]
		if nd.op != OpULt && nd.op != OpSLt || tb.isBVConst(tb.arg(a, 1)) {
			continue
		}
		x, y := tb.arg(a, 0), tb.arg(a, 1)
		back, ok := tb.find(nd.op, Sort{}, 0, y, x)
		if !ok {
			continue
		}
		if op == OpOr {
			neg = !neg // of the dual conjunction
		}
		same, other := back, T(-1)
		if n, ok := tb.find(OpNot, Sort{}, 0, back); ok {
			other = n
		}
		if op == OpOr {
			same, other = other, same
		}
		// same is the literal that stands for "back" in the (dual) conjunction, other for "not back".
		switch {
		case !neg && same >= 0 && contains(list, same):
			return []T{zero}, true
		case !neg && other >= 0 && contains(list, other):
			// a < b implies not b < a.
			j := slices.Index(list, other)
			return slices.Concat(list[:j], list[j+1:]), true
		case neg && other >= 0 && contains(list, other):
			// a <= b and b <= a.
			j := slices.Index(list, other)
			eq := tb.Eq(x, y)
			if op == OpOr {
				eq = tb.Not(eq)
			}
			out := slices.Clone(list)
			out[i], out[j] = eq, eq
			return out, true
		}
	}
	return nil, false
}

// atom strips a negation.
func (tb *Table) atom(l T) (T, bool) {
	if tb.nodes[l].op == OpNot {
		return tb.arg(l, 0), true
	}
	return l, false
}

// bound is a literal that compares a term with a constant.
type bound struct {
	x   T
	at  int // position in the list
	op  Op  // OpEq, OpULt, OpSLt
	neg bool
	k   uint64
}

// intervals collects bounds of the same term and replaces them by fewer ones.
func (tb *Table) intervals(op Op, list []T) ([]T, bool) {
	var buf [16]bound
	bs := buf[:0]
	for i, l := range list {
		a, neg := tb.atom(l)
		nd := tb.nodes[a]
		if nd.op != OpEq && nd.op != OpULt && nd.op != OpSLt || !tb.isBVConst(tb.arg(a, 1)) {
			continue
		}
		bs = append(bs, bound{tb.arg(a, 0), i, nd.op, neg != (op == OpOr), tb.nodes[tb.arg(a, 1)].aux})
	}
	if len(bs) < 2 {
		return nil, false
	}
	slices.SortStableFunc(bs, func(p, q bound) int { return cmp.Compare(p.x, q.x) })
	for i := 0; i < len(bs); {
		j := i + 1
		for j < len(bs) && bs[j].x == bs[i].x {
			j++
		}
		if j-i > 1 {
			if lits, ok := tb.joinBounds(bs[i:j]); ok {
				var out []T
				next := i // those of one term are in the order of the list
				for at, l := range list {
					if next < j && bs[next].at == at {
						next++
						continue
					}
					out = append(out, l)
				}
				for _, l := range lits {
					if op == OpOr {
						l = tb.Not(l)
					}
					out = append(out, l)
				}
				return out, true
			}
		}
		i = j
	}
	return nil, false
}

// rng is a closed interval of unsigned numbers; signed ones are shifted by 2^(w-1).
type rng struct{ lo, hi uint64 }

// joinBounds gives fewer literals equivalent to the conjunction of bs, if there are such.
func (tb *Table) joinBounds(bs []bound) ([]T, bool) {
	x := bs[0].x
	w := tb.nodes[x].sort.W
	m, flip := mask(w), uint64(1)<<(w-1)
	u, s := rng{0, m}, rng{0, m}
	var ne []uint64
	for _, b := range bs {
		r, k := &u, b.k
		if b.op == OpSLt {
			r, k = &s, b.k^flip
		}
		switch {
		case b.op == OpEq && !b.neg:
			u.lo, u.hi = max(u.lo, b.k), min(u.hi, b.k)
			s.lo, s.hi = max(s.lo, b.k^flip), min(s.hi, b.k^flip)
		case b.op == OpEq:
			ne = append(ne, b.k)
		case b.neg:
			r.lo = max(r.lo, k)
		case k == 0:
			return []T{False}, true
		default:
			r.hi = min(r.hi, k-1)
		}
	}
	slices.Sort(ne)
	trim(&u, ne)
	shifted := make([]uint64, 0, len(ne))
	for _, k := range ne {
		shifted = append(shifted, k^flip)
	}
	slices.Sort(shifted)
	trim(&s, shifted)
	if u.lo > u.hi || s.lo > s.hi || disjoint(u, s, flip) {
		return []T{False}, true
	}
	if v, ok := single(u, s, flip); ok {
		if slices.Contains(ne, v) {
			return []T{False}, true
		}
		return []T{tb.Eq(x, tb.bv(w, v))}, true
	}
	out := tb.within(x, u, s, ne)
	return out, len(out) < len(bs)
}

// within says that x is in the range u, in the range s of the numbers with their
// sign bit flipped, and none of ne.
func (tb *Table) within(x T, u, s rng, ne []uint64) []T {
	w := tb.nodes[x].sort.W
	m, flip := mask(w), uint64(1)<<(w-1)
	var out []T
	if u.lo > 0 {
		out = append(out, tb.Not(tb.ULt(x, tb.bv(w, u.lo))))
	}
	if u.hi < m {
		out = append(out, tb.ULt(x, tb.bv(w, u.hi+1)))
	}
	if s.lo > 0 {
		out = append(out, tb.Not(tb.SLt(x, tb.bv(w, s.lo^flip))))
	}
	if s.hi < m {
		out = append(out, tb.SLt(x, tb.bv(w, (s.hi+1)^flip)))
	}
	for _, k := range ne {
		if k > u.lo && k < u.hi && k^flip > s.lo && k^flip < s.hi {
			out = append(out, tb.Ne(x, tb.bv(w, k)))
		}
	}
	return out
}

// trim moves the ends of r inwards past excluded values (sorted), which leaves no excluded value at an end.
func trim(r *rng, ne []uint64) {
	for _, k := range ne {
		if k == r.lo && r.lo < r.hi {
			r.lo++
		} else if k == r.lo {
			r.lo, r.hi = 1, 0
			return
		}
	}
	for i := len(ne) - 1; i >= 0 && r.lo <= r.hi; i-- {
		if ne[i] == r.hi && r.hi > r.lo {
			r.hi--
		} else if ne[i] == r.hi {
			r.lo, r.hi = 1, 0
		}
	}
}

// parts gives the values of a signed interval as at most two unsigned ones.
func parts(s rng, flip uint64) (lower, upper rng, nl, nu bool) {
	// s.lo, s.hi are shifted: below flip the numbers are negative, that is, unsigned large.
	if s.lo < flip {
		upper, nu = rng{s.lo ^ flip, min(s.hi, flip-1) ^ flip}, true
	}
	if s.hi >= flip {
		lower, nl = rng{max(s.lo, flip) ^ flip, s.hi ^ flip}, true
	}
	return
}

func meet(a, b rng) (rng, bool) {
	r := rng{max(a.lo, b.lo), min(a.hi, b.hi)}
	return r, r.lo <= r.hi
}

// disjoint tells whether no value lies in both the unsigned and the signed interval.
func disjoint(u, s rng, flip uint64) bool {
	lower, upper, nl, nu := parts(s, flip)
	_, a := meet(u, lower)
	_, b := meet(u, upper)
	return !(nl && a) && !(nu && b)
}

// single gives the only value in both intervals, if there is exactly one.
func single(u, s rng, flip uint64) (uint64, bool) {
	lower, upper, nl, nu := parts(s, flip)
	a, aok := meet(u, lower)
	b, bok := meet(u, upper)
	aok, bok = aok && nl, bok && nu
	switch {
	case aok && !bok && a.lo == a.hi:
		return a.lo, true
	case bok && !aok && b.lo == b.hi:
		return b.lo, true
	}
	return 0, false
}
