package frontier

import (
	"fmt"
	"math"

	"culprit/cfg"
)

// A statement that lacks a case is right until the case arises. A guard restricts
// a rule to the instances at which some variable, which the statement need not
// read, is on the side of a value where it is in all failing runs, and in no
// passing run that the rule alone makes wrong.

// guarding looks for guards of the rules for a statement.
type guarding struct {
	r     *ruling
	e     *cfg.Edge
	rules int // tried so far
	vars  []variable
	// What the variables were at the instances of the statement.
	failing span
	passing []span
}

// span are the least and the most of the values of each variable.
type span struct{ lo, hi []float64 }

// guard finds a guard with which a rule, that sets all failing runs right, leaves
// all passing ones right. It says what the rule is then, "" if there is none.
func (g *guarding) guard(u *rule) string {
	if g.rules >= maxGuarded {
		return ""
	}
	if g.rules++; g.rules == 1 {
		g.look()
	}
	var broken []span
	for k := range g.r.others.runs {
		if !g.r.passes(&g.r.others.runs[k], g.e, u) {
			broken = append(broken, g.passing[k])
		}
	}
	for k, v := range g.vars {
		lo, hi := g.failing.lo[k], g.failing.hi[k]
		below, above, equal := true, true, lo == hi
		for _, b := range broken {
			below = below && b.lo[k] > hi
			above = above && b.hi[k] < lo
			equal = equal && (b.lo[k] > lo || b.hi[k] < lo)
		}
		switch {
		case below:
			lo = math.Inf(-1)
		case above:
			hi = math.Inf(1)
		case !equal:
			continue
		}
		within := u.within(v, lo, hi)
		if g.right(&within) {
			return within.what
		}
	}
	return ""
}

// look notes the variables at the instances of the statement in all runs.
func (g *guarding) look() {
	for _, v := range inScope(g.r.a.gr.g.Prog, g.e) {
		if !v.pointer && len(g.vars) < maxScope {
			g.vars = append(g.vars, v)
		}
	}
	g.failing = g.span(g.r.failing)
	for k := range g.r.others.runs {
		g.passing = append(g.passing, g.span(g.r.others.runs[k:k+1]))
	}
}

func (g *guarding) span(runs []passing) span {
	s := span{make([]float64, len(g.vars)), make([]float64, len(g.vars))}
	for k := range g.vars {
		s.lo[k], s.hi[k] = math.Inf(1), math.Inf(-1)
	}
	for k := range runs {
		g.r.watch(&runs[k], g.e, nil, func(o *operands) {
			for k, v := range g.vars {
				x := fromBits(v.t, v.signed, o.eval(v.x))
				s.lo[k], s.hi[k] = math.Min(s.lo[k], x), math.Max(s.hi[k], x)
			}
		})
	}
	return s
}

// right reports whether all runs are right with a rule.
func (g *guarding) right(u *rule) bool {
	for k := range g.r.failing {
		if !g.r.passes(&g.r.failing[k], g.e, u) {
			return false
		}
	}
	for k := range g.r.others.runs {
		if !g.r.passes(&g.r.others.runs[k], g.e, u) {
			return false
		}
	}
	return true
}

// within restricts a rule to instances at which a variable lies between two
// values.
func (u *rule) within(v variable, lo, hi float64) rule {
	in := func(o *operands) bool {
		x := fromBits(v.t, v.signed, o.eval(v.x))
		return lo <= x && x <= hi
	}
	out := rule{class: guarded, k: u.k}
	switch {
	case math.IsInf(lo, -1):
		out.what = fmt.Sprintf("%s where %s <= %g", u.what, v.name, hi)
	case math.IsInf(hi, 1):
		out.what = fmt.Sprintf("%s where %s >= %g", u.what, v.name, lo)
	default:
		out.what = fmt.Sprintf("%s where %s == %g", u.what, v.name, lo)
	}
	if u.take != nil {
		out.take = func(o *operands) *cfg.Edge {
			if in(o) {
				return u.take(o)
			}
			return nil
		}
		return out
	}
	out.value = func(o *operands) uint64 {
		if in(o) {
			return u.value(o)
		}
		return o.wrote(u.k)
	}
	return out
}
