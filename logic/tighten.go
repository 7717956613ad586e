package logic

import "slices"

// This file relates the arguments of one conjunction (or, dually, disjunction) to each other: absorption, and pairs a < b,
// b < a.

// tighten gives an equivalent list of fewer or smaller arguments, if it finds one.
func (tb *Table) tighten(op Op, list []T) ([]T, bool) {
	if out, ok := tb.absorb(op, list); ok && withAbsorb.On() {
		return out, true
	}
	out, ok := tb.orderPairs(op, list)
	return out, ok && withOrder.On()
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
