package danger

import (
	"slices"

	"culprit/logic"
)

// This file keeps predicates small, so that predicates computed along
// different paths come out the same: conjunctions of literals and clauses are
// simplified by their own literals, and a union of two conjunctions becomes
// one where it needs no more conjuncts. So
//
//	p == 0 ∧ R   ∪   p != 0 ∧ lk == 1 ∧ R   becomes   (p == 0 ∨ lk == 1) ∧ R,
//
// which after "if (p != 0) lk = 1;" backwards becomes R.

// simplify rewrites a conjunction to an equivalent one, using its literals in
// its other conjuncts.
func (p *Pool) simplify(t logic.T) logic.T {
	tb := p.tb
	for range maxRounds {
		conj := tb.Conjuncts(t)
		if len(conj) < 2 {
			return t
		}
		values := p.values(conj)
		out := make([]logic.T, 0, len(conj))
		for _, c := range conj {
			c = p.under(c, conj, values)
			if c == tb.False() {
				return c
			}
			out = append(out, c)
		}
		r := tb.And(out...)
		if r == t {
			return t
		}
		t = r
	}
	return t
}

// values gives the variables that a conjunct fixes.
func (p *Pool) values(conj []logic.T) map[logic.T]logic.T {
	values := map[logic.T]logic.T{}
	for _, c := range conj {
		if v, k, ok := p.value(c); ok {
			values[v] = k
		}
	}
	return values
}

// others are the values that conjuncts say bit vectors do not have.
func (p *Pool) others(conj []logic.T) []given {
	var out []given
	for _, c := range conj {
		if p.tb.Op(c) == logic.OpNot {
			if v, k, ok := p.value(p.tb.Args(c)[0]); ok && p.tb.Sort(v).Kind == logic.SBV {
				out = append(out, given{v, k})
			}
		}
	}
	return out
}

// value recognises a literal that fixes a variable.
func (p *Pool) value(c logic.T) (v, k logic.T, ok bool) {
	tb := p.tb
	switch tb.Op(c) {
	case logic.OpVar:
		return c, tb.True(), true
	case logic.OpNot:
		if a := tb.Args(c)[0]; tb.Op(a) == logic.OpVar {
			return a, tb.False(), true
		}
	case logic.OpEq:
		a := tb.Args(c)
		for i := range 2 {
			if tb.Op(a[i]) == logic.OpVar && tb.IsConst(a[1-i]) {
				return a[i], a[1-i], true
			}
		}
	}
	return 0, 0, false
}

// under simplifies one conjunct by the others.
func (p *Pool) under(c logic.T, conj []logic.T, values map[logic.T]logic.T) logic.T {
	tb := p.tb
	if tb.Op(c) == logic.OpOr {
		var lits []logic.T
		for _, l := range tb.Args(c) {
			if has(conj, l) {
				return tb.True()
			}
			if !has(conj, tb.Not(l)) {
				lits = append(lits, l)
			}
		}
		c = tb.Or(lits...)
	}
	if _, _, ok := p.value(c); ok || len(values) == 0 {
		return c
	}
	touched := false
	for _, v := range tb.Vars(c) {
		if _, ok := values[v]; ok {
			touched = true
			break
		}
	}
	if !touched {
		return c
	}
	// Conjuncts that the values do not decide stay as they are: what they say
	// of variables may hold where the values do not.
	s := tb.Subst(c, values)
	if s == tb.True() || s == tb.False() || tb.Op(c) == logic.OpOr {
		return s
	}
	return c
}

func has(sorted []logic.T, t logic.T) bool {
	_, ok := slices.BinarySearch(sorted, t)
	return ok
}

// merge gives the union of two predicates as one predicate, or none where that
// would need more conjuncts than they have.
func (p *Pool) merge(i, j int32) int32 {
	if i > j {
		i, j = j, i
	}
	k := pairKey{i, j}
	if r, ok := p.joins[k]; ok {
		return r
	}
	r := none
	x, y := p.preds[i].conj, p.preds[j].conj
	t, ok := p.mergeTerms(x, y)
	if !ok {
		t, ok = p.mergeEqual(p.preds[i].term, x, y)
	}
	if !ok {
		t, ok = p.mergeEqual(p.preds[j].term, y, x)
	}
	if ok {
		t = p.simplify(t)
		r = p.add(t, p.preds[i].models[0])
	}
	p.joins[k] = r
	return r
}

// mergeEqual merges x, the conjuncts of whole, and y where x says that two variables are equal and y that
// they are not: x may then use the one that y uses. A signal that is written
// back where it changed is such a case:
//
//	old == new ∧ P(old)   ∪   old != new ∧ P(new)   becomes   P(new).
func (p *Pool) mergeEqual(whole logic.T, x, y []logic.T) (logic.T, bool) {
	tb := p.tb
	for _, c := range x {
		if tb.Op(c) != logic.OpEq || !has(y, tb.Not(c)) {
			continue
		}
		a := tb.Args(c)
		if tb.Op(a[0]) != logic.OpVar || tb.Op(a[1]) != logic.OpVar {
			continue
		}
		for k := range 2 {
			if p.tooMany(x, y, a[k]) || p.tooMany(y, x, a[1-k]) {
				continue
			}
			rest := tb.Subst(whole, map[logic.T]logic.T{a[k]: a[1-k]})
			if t, ok := p.mergeTerms(tb.Conjuncts(tb.And(c, rest)), y); ok {
				return t, true
			}
		}
	}
	return 0, false
}

// tooMany reports whether more conjuncts of x than a merge may have are none of y,
// whatever is written for v.
func (p *Pool) tooMany(x, y []logic.T, v logic.T) bool {
	n := 0
	for _, c := range x {
		if !p.tb.Occurs(v, c) && !has(y, c) {
			n++
			if n > maxResidual {
				return true
			}
		}
	}
	return false
}

func (p *Pool) mergeTerms(x, y []logic.T) (logic.T, bool) {
	tb := p.tb
	var a, b, common []logic.T
	for i, j := 0, 0; i < len(x) || j < len(y); {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			a = append(a, x[i])
			i++
		case i == len(x) || y[j] < x[i]:
			b = append(b, y[j])
			j++
		default:
			common = append(common, x[i])
			i++
			j++
		}
		if len(a) > maxResidual || len(b) > maxResidual {
			return 0, false
		}
	}
	// (a1 ∧ a2 …) ∨ (b1 ∧ b2 …) is the conjunction of all ai ∨ bj.
	var clauses []logic.T
	for _, l := range a {
		for _, m := range b {
			c := tb.Or(l, m)
			if c == tb.True() || slices.Contains(clauses, c) {
				continue
			}
			if len(tb.Disjuncts(c)) > maxConjuncts {
				return 0, false
			}
			clauses = append(clauses, c)
		}
	}
	clauses = p.weakest(clauses)
	if len(clauses) > max(len(a), len(b)) {
		return 0, false
	}
	return tb.And(append(common, clauses...)...), true
}

// weakest drops clauses that others imply.
func (p *Pool) weakest(clauses []logic.T) []logic.T {
	out := clauses[:0:0]
	for i, c := range clauses {
		implied := false
		for j, d := range clauses {
			if i != j && subset(p.tb.Disjuncts(d), p.tb.Disjuncts(c)) {
				implied = true
				break
			}
		}
		if !implied {
			out = append(out, c)
		}
	}
	return out
}

// join adds predicate i to a union in which none implies another by form and
// none can be merged with another. It may return the union unchanged.
func (p *Pool) join(is []int32, i int32) []int32 {
	for k := 0; k < len(is); k++ {
		if p.implies(i, is[k]) {
			return is
		}
		r := i
		if !p.implies(is[k], i) {
			r = p.merge(is[k], i)
		}
		if r != none {
			is = append(is[:k:k], is[k+1:]...)
			return p.join(is, r)
		}
	}
	return append(is[:len(is):len(is)], i)
}
