package logic

import "slices"

// Not gives the negation of a.
func (tb *Table) Not(a T) T {
	nd := &tb.nodes[a]
	if nd.sort.Kind != SBool {
		tb.sortPanic("not", a)
	}
	switch nd.op {
	case OpFalse:
		return True
	case OpTrue:
		return False
	case OpNot:
		return tb.arena[nd.off]
	}
	return tb.mk(OpNot, Sort{}, 0, a)
}

// And gives the conjunction of fs; of none, True.
func (tb *Table) And(fs ...T) T { return tb.junction(OpAnd, fs) }

// Or gives the disjunction of fs; of none, False.
func (tb *Table) Or(fs ...T) T { return tb.junction(OpOr, fs) }

// Implies gives a → b.
func (tb *Table) Implies(a, b T) T { return tb.Or(tb.Not(a), b) }

// Xor gives a ≠ b over Booleans.
func (tb *Table) Xor(a, b T) T { return tb.Not(tb.Eq(a, b)) }

// Ne gives a ≠ b.
func (tb *Table) Ne(a, b T) T { return tb.Not(tb.Eq(a, b)) }

// Conjuncts gives the arguments of a conjunction, t itself otherwise, none for True.
func (tb *Table) Conjuncts(t T) []T {
	switch tb.nodes[t].op {
	case OpTrue:
		return nil
	case OpAnd:
		return slices.Clone(tb.Args(t))
	}
	return []T{t}
}

// Literal gives what l says of the truth of a term that is not a negation: the term, and True or False.
func (tb *Table) Literal(l T) (x, is T) {
	if tb.nodes[l].op == OpNot {
		return tb.arg(l, 0), tb.False()
	}
	return l, tb.True()
}

// Disjuncts gives the arguments of a disjunction, t itself otherwise, none for False.
func (tb *Table) Disjuncts(t T) []T {
	switch tb.nodes[t].op {
	case OpFalse:
		return nil
	case OpOr:
		return slices.Clone(tb.Args(t))
	}
	return []T{t}
}

// junction builds OpAnd or OpOr. For OpOr the unit is False and the zero True.
func (tb *Table) junction(op Op, fs []T) T {
	unit, zero := True, False
	if op == OpOr {
		unit, zero = False, True
	}
	var buf [16]T
	list := buf[:0]
	for _, f := range fs {
		nd := &tb.nodes[f]
		if nd.sort.Kind != SBool {
			tb.sortPanic(op.String(), f)
		}
		switch {
		case f == unit:
		case f == zero:
			return zero
		case nd.op == op:
			list = append(list, tb.arena[nd.off:nd.off+nd.n]...)
		default:
			list = append(list, f)
		}
	}
	if !slices.IsSorted(list) {
		slices.Sort(list)
	}
	list = slices.Compact(list)
	for _, f := range list {
		if tb.nodes[f].op == OpNot {
			if _, ok := slices.BinarySearch(list, tb.arg(f, 0)); ok {
				return zero
			}
		}
	}
	switch len(list) {
	case 0:
		return unit
	case 1:
		return list[0]
	}
	if next, changed := tb.tighten(op, list); changed {
		return tb.junction(op, next)
	}
	return tb.mk(op, Sort{}, 0, list...)
}

// Ite gives "if c then a else b" over any sort.
func (tb *Table) Ite(c, a, b T) T {
	s := tb.nodes[a].sort
	if tb.nodes[c].sort.Kind != SBool || s != tb.nodes[b].sort {
		tb.sortPanic("ite", c, a, b)
	}
	switch {
	case c == True || a == b:
		return a
	case c == False:
		return b
	}
	if tb.nodes[c].op == OpNot {
		c, a, b = tb.arg(c, 0), b, a
	}
	if tb.nodes[a].op == OpIte && tb.arg(a, 0) == c {
		a = tb.arg(a, 1)
	}
	if tb.nodes[b].op == OpIte && tb.arg(b, 0) == c {
		b = tb.arg(b, 2)
	}
	if a == b {
		return a
	}
	if s.Kind == SBool {
		return tb.iteBool(c, a, b)
	}
	if tb.nodes[b].op == OpIte && tb.arg(b, 1) == a {
		return tb.Ite(tb.Or(c, tb.arg(b, 0)), a, tb.arg(b, 2))
	}
	if tb.nodes[a].op == OpIte && tb.arg(a, 2) == b {
		return tb.Ite(tb.And(c, tb.arg(a, 0)), tb.arg(a, 1), b)
	}
	if tb.nodes[c].op == OpEq {
		// Both branches agree where c holds.
		if x, y := tb.arg(c, 0), tb.arg(c, 1); x == a && y == b || x == b && y == a {
			return b
		}
	}
	return tb.mk(OpIte, s, 0, c, a, b)
}

func (tb *Table) iteBool(c, a, b T) T {
	nc := tb.Not(c)
	switch {
	case a == True || a == c:
		return tb.Or(c, b)
	case a == False || a == nc:
		return tb.And(nc, b)
	case b == True || b == nc:
		return tb.Or(nc, a)
	case b == False || b == c:
		return tb.And(c, a)
	case a == tb.Not(b):
		return tb.Eq(c, a)
	}
	return tb.mk(OpIte, Sort{}, 0, c, a, b)
}

func (tb *Table) eqBool(a, b T) T {
	neg := false
	if tb.nodes[a].op == OpNot {
		a, neg = tb.arg(a, 0), !neg
	}
	if tb.nodes[b].op == OpNot {
		b, neg = tb.arg(b, 0), !neg
	}
	if a > b {
		a, b = b, a
	}
	var r T
	switch {
	case a == b:
		r = True
	case a == True:
		r = b
	case a == False:
		r = tb.Not(b)
	default:
		r = tb.mk(OpEq, Sort{}, 0, a, b)
	}
	if neg {
		return tb.Not(r)
	}
	return r
}

// Eq gives a = b for Booleans and bit-vectors; it panics for arrays.
//
// Over bit-vectors the difference a - b decides: a constant one gives False or True. Otherwise the equation is written
// x = e with a leading monomial x: a variable with odd coefficient if there is one, else another term with odd
// coefficient, else a monomial with the smallest power of two in its coefficient; the odd part of the
// coefficient is divided out. Thus equations that differ by a unit factor are the same term.
func (tb *Table) Eq(a, b T) T {
	s := tb.nodes[a].sort
	if s != tb.nodes[b].sort || s.Kind == SArray {
		tb.sortPanic("=", a, b)
	}
	if a == b {
		return True
	}
	if s.Kind == SBool {
		return tb.eqBool(a, b)
	}
	w := s.W
	m := mask(w)
	var b1, b2, b3 [12]mono
	p, k1 := tb.poly(b1[:0], a, 1)
	q, k2 := tb.poly(b2[:0], b, ^uint64(0))
	d := mergePoly(b3[:0], p, q, m)
	k := (k1 + k2) & m
	if len(d) == 0 {
		return tb.Bool(k == 0)
	}
	lead := tb.leading(d)
	v := valuation(d[lead].c)
	if valuation(k) < v {
		return False
	}
	if v > 0 && tb.fitsIn(d, int(w)-v) {
		return tb.eqNarrow(d, k, int(w)-v, v)
	}
	u := inverse(d[lead].c >> v)
	x := d[lead]
	x.c = x.c * u & m
	rest := append(d[:lead], d[lead+1:]...)
	for i := range rest {
		rest[i].c = -(rest[i].c * u) & m
	}
	k = -(k * u) & m
	return tb.eqForm(w, x, rest, k)
}
