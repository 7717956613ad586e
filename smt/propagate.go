package smt

import (
	"slices"

	"culprit/logic"
)

// definition is a variable that was eliminated by an equality.
type definition struct {
	v, e logic.T
}

// propagate solves equalities for variables and substitutes them, until
// nothing is left to solve or the bound is reached. The definitions are in
// order of elimination: the term of one may contain variables of later ones,
// not of earlier ones.
func (s *Solver) propagate(conj []logic.T) (rest []logic.T, defs []definition, r Result) {
	tb := s.tb
	rest = conj
	for range maxRounds {
		round := s.solveRound(rest)
		if len(round) == 0 {
			break
		}
		defs = append(defs, round...)
		sub := make(map[logic.T]logic.T, len(round))
		for _, d := range round {
			sub[d.v] = d.e
		}
		t := tb.Subst(tb.And(rest...), sub)
		rest, r = s.normalise([]logic.T{t})
		if r == Unsat {
			return nil, nil, Unsat
		}
		rest = append([]logic.T(nil), rest...)
		if len(rest) == 0 {
			break
		}
	}
	return rest, defs, Unknown
}

// solveRound picks definitions whose simultaneous substitution is one step:
// no term contains a variable defined in the same round.
func (s *Solver) solveRound(conj []logic.T) []definition {
	tb := s.tb
	var round []definition
	sub := map[logic.T]logic.T{}
	for _, t := range conj {
		if !solvable(tb, t) {
			continue
		}
		if len(sub) > 0 {
			if t = tb.Subst(t, sub); !solvable(tb, t) {
				continue
			}
		}
		v, e, ok := solve(tb, t)
		if !ok {
			continue
		}
		one := map[logic.T]logic.T{v: e}
		for i := range round {
			if d := &round[i]; tb.Occurs(v, d.e) {
				d.e = tb.Subst(d.e, one)
				sub[d.v] = d.e
			}
		}
		round = append(round, definition{v, e})
		sub[v] = e
	}
	return round
}

// solvable tells whether t has the form of an equality or of a literal.
func solvable(tb *logic.Table, t logic.T) bool {
	switch tb.Op(t) {
	case logic.OpVar, logic.OpEq:
		return true
	case logic.OpNot:
		a := tb.Args(t)[0]
		return tb.Op(a) == logic.OpVar || tb.Op(a) == logic.OpEq && tb.Sort(tb.Args(a)[0]).Kind == logic.SBool
	}
	return false
}

// solve solves t for its newest variable that can be: in a trace formula the
// newest one is defined by the older ones.
func solve(tb *logic.Table, t logic.T) (v, e logic.T, ok bool) {
	vars := tb.Vars(t)
	for i := len(vars) - 1; i >= 0; i-- {
		v := vars[i]
		if tb.Sort(v).Kind == logic.SArray {
			continue
		}
		if e, ok := tb.SolveFor(t, v); ok && tb.Size(e) <= maxDefinition {
			return v, e, true
		}
	}
	return 0, 0, false
}

// extend adds the values of eliminated variables to a model of the rest.
func (s *Solver) extend(m *logic.Model, defs []definition) *logic.Model {
	if len(defs) == 0 {
		return m
	}
	m = purge(m, s.tb.Len()) // a copy: m may be shared
	ev := s.models.check
	for i := len(defs) - 1; i >= 0; i-- {
		ev.Reset(m)
		m.BV[defs[i].v] = ev.Value(defs[i].e)
	}
	return m
}

// slicer finds connected components with a union-find over variables.
type slicer struct {
	parent []int32 // by term; valid where stamp is current
	stamp  []uint32
	epoch  uint32
}

func (p *slicer) find(t logic.T) int32 {
	if p.stamp[t] != p.epoch {
		p.stamp[t], p.parent[t] = p.epoch, int32(t)
	}
	r := int32(t)
	for p.parent[r] != r {
		p.parent[r] = p.parent[p.parent[r]]
		r = p.parent[r]
	}
	return r
}

// split partitions conjuncts so that no variable occurs in two parts, small
// parts first. Conjuncts keep their order within a part.
func (s *Solver) split(conj []logic.T) [][]logic.T {
	if len(conj) < 2 || s.cfg.NoSlice {
		return [][]logic.T{conj}
	}
	p := &s.parts
	if n := s.tb.Len(); len(p.parent) < n {
		p.parent = append(p.parent, make([]int32, n+n/4-len(p.parent))...)
		p.stamp = append(p.stamp, make([]uint32, n+n/4-len(p.stamp))...)
	}
	p.epoch++
	if p.epoch == 0 {
		clear(p.stamp)
		p.epoch = 1
	}
	for _, t := range conj {
		vars := s.tb.Vars(t)
		if len(vars) == 0 { // applications to constants only: never alone
			return [][]logic.T{conj}
		}
		a := p.find(vars[0])
		for _, v := range vars[1:] {
			if b := p.find(v); a != b {
				p.parent[max(a, b)] = min(a, b)
				a = min(a, b)
			}
		}
	}
	index := map[int32]int{}
	var out [][]logic.T
	for _, t := range conj {
		r := p.find(s.tb.Vars(t)[0])
		i, ok := index[r]
		if !ok {
			i = len(out)
			index[r] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], t)
	}
	slices.SortStableFunc(out, func(a, b []logic.T) int { return len(a) - len(b) })
	return out
}
