package danger

import (
	"slices"

	"culprit/logic"
	"culprit/smt"
)

// This file decides whether a predicate implies a union of others. One trace
// after the other asks most of it anew, since the remaining automaton is
// another one but its predicates are not: two thirds of the questions were
// asked before, word for word, and more about part of a union.

// covered decides whether predicate i implies the union of js.
func (p *Pool) covered(i int32, js []int32) bool {
	for _, j := range js {
		if p.implies(i, j) {
			p.Stats.Same++
			return true
		}
	}
	pr := &p.preds[i]
	p.some = p.some[:0] // those that do not say that a variable has another value
	for _, j := range js {
		if !differ(pr.fixed, p.preds[j].fixed) {
			p.some = append(p.some, j)
		}
	}
	for _, m := range pr.models {
		if !p.anyHolds(p.some, m) {
			p.Stats.Models++
			return false
		}
	}
	var near []int32 // those that share a state with i as far as their form tells
	f := []logic.T{pr.term}
	for _, j := range p.some {
		if p.opposed(i, j) {
			continue
		}
		switch more := p.beyond(i, j); more {
		case p.tb.True():
			p.Stats.Same++
			return true
		case p.tb.False():
		default:
			near = append(near, j)
			f = append(f, p.tb.Not(more))
		}
	}
	if len(near) == 0 {
		return false
	}
	slices.Sort(near)
	near = slices.Compact(near)
	for _, c := range pr.covers {
		if subset(c, near) {
			p.Stats.Same++
			return true
		}
	}
	p.Stats.Queries++
	switch p.c.Solver.CheckBudget(smt.Budget{Work: p.Budget, Ctx: p.c.Ctx}, f...) {
	case smt.Unsat:
		pr.covers = append(pr.covers, near)
		return true
	case smt.Sat:
		p.remember(i, p.c.Solver.Model())
	}
	return false
}

// beyond is what predicate j says beyond predicate i: where i holds, j does if
// this does. Most conjuncts are those of i or decided by the values that it
// fixes, and a question without them is about few variables.
func (p *Pool) beyond(i, j int32) logic.T {
	x, y := &p.preds[i], &p.preds[j]
	var more []logic.T
	for _, c := range y.conj {
		if has(x.conj, c) {
			continue
		}
		switch c = p.under(c, x.conj, x.values); c {
		case p.tb.True():
		case p.tb.False():
			return c
		default:
			more = append(more, c)
		}
	}
	return p.tb.And(more...)
}

// anyHolds reports whether one of the predicates holds in a state.
func (p *Pool) anyHolds(js []int32, m *logic.Model) bool {
	p.ev.Reset(m)
	return slices.ContainsFunc(js, func(j int32) bool { return p.ev.Value(p.preds[j].term) != 0 })
}

// differ reports whether two lists, sorted by variable, have two constants for one.
func differ(a, b []given) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].v < b[j].v:
			i++
		case a[i].v > b[j].v:
			j++
		case a[i].k != b[j].k:
			return true
		default:
			i++
			j++
		}
	}
	return false
}

// opposed reports whether a conjunct of one predicate is the negation of one of the
// other. There may be other reasons for them to have no state in common.
func (p *Pool) opposed(i, j int32) bool {
	x, y := &p.preds[i], &p.preds[j]
	if len(x.conj) > len(y.conj) {
		x, y = y, x
	}
	return slices.ContainsFunc(x.conj, func(c logic.T) bool { return has(y.conj, p.tb.Not(c)) })
}

// domain is a set of constants, or any value at all, by its number in domains. There
// are few of them, and hundreds of thousands of states with one for each variable.
type domain int32

const (
	anyValue domain = iota
	noValue
)

// domains has each set once, and what was computed of them.
type domains struct {
	tb     *logic.Table
	of     [][]logic.T // sorted; nothing for anyValue
	ids    map[string]domain
	unions map[[2]domain]domain
	kept   map[valued]domain // where
	images map[valued]domain // image
	name   []byte
}

// valued is a set and a term over the one variable that has its values.
type valued struct {
	d domain
	t logic.T
}

func newDomains(tb *logic.Table) *domains {
	return &domains{tb: tb, of: make([][]logic.T, 2), ids: map[string]domain{"": noValue},
		unions: map[[2]domain]domain{}, kept: map[valued]domain{}, images: map[valued]domain{}}
}

func (ds *domains) has(d domain, k logic.T) bool {
	if d == anyValue {
		return true
	}
	_, ok := slices.BinarySearch(ds.of[d], k)
	return ok
}

// with is t with the constant k for the variable v.
func (ds *domains) with(t, v, k logic.T) logic.T {
	return ds.tb.Subst(t, map[logic.T]logic.T{v: k})
}

// equals is the constant that t says v has.
func equals(tb *logic.Table, t, v logic.T) (logic.T, bool) {
	switch tb.Op(t) {
	case logic.OpVar:
		return tb.True(), t == v
	case logic.OpNot:
		return tb.False(), tb.Args(t)[0] == v
	case logic.OpEq:
		a := tb.Args(t)
		for i := range 2 {
			if a[i] == v && tb.IsConst(a[1-i]) {
				return a[1-i], true
			}
		}
	}
	return 0, false
}
