package predicates

import (
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// guided computes interpolants backwards like backward, but with an eye on the
// states the prefix can reach: where a choice cannot be projected away without
// losing the contradiction, the states that can reach the end are enumerated
// as cubes, each around a model, and each cube keeps only the literals that
// the prefix contradicts. With P for the prefix, every result ψ satisfies
// pre(ψ') ⊆ ψ and P ∧ ψ = ∅, so that the negations are a proof.
type guided struct {
	ip       *Interpolator
	solver   *smt.Solver
	deadline work.Amount  // on the clock of the terms
	states   []*hoare.Sym // before each edge of the word; the last is the final one
	guards   []int        // conditions passed before each edge
}

// newGuided executes the word symbolically.
func newGuided(ip *Interpolator, word []*hoare.Letter, budget work.Amount) *guided {
	tb := ip.c.Enc.TB
	g := &guided{ip: ip, deadline: tb.Clock.Now() + budget}
	g.solver = smt.New(tb, ip.engine, smt.Config{})
	s := hoare.NewSym(ip.c.Enc)
	for _, l := range word {
		if l.Init {
			s.Init()
		}
		for _, e := range l.Edges {
			g.push(s)
			s.Exec(e)
			if s.Dead {
				break
			}
		}
		if s.Dead {
			break
		}
	}
	g.push(s)
	return g
}

func (g *guided) push(s *hoare.Sym) {
	g.states = append(g.states, s.Clone())
	g.guards = append(g.guards, len(s.Guard))
}

func (g *guided) budget(limit work.Amount) smt.Budget {
	return smt.Budget{Work: max(work.Millisecond, min(limit, g.deadline-g.ip.c.Enc.TB.Clock.Now())), Ctx: g.ip.c.Ctx}
}

// backward computes the chain; in says which statements count.
func (g *guided) backward(word []*hoare.Letter, in []bool) ([][]logic.T, bool) {
	return g.ip.walkBack(word, func(psi logic.T, e *cfg.Edge, k int) (logic.T, bool) {
		if k >= len(in) || psi == g.ip.c.Enc.TB.False() {
			return psi, true
		}
		return g.pre(psi, e, in[k], k)
	})
}

// pre over-approximates the states before edge k from which it can lead into
// psi, without touching those the prefix reaches.
func (g *guided) pre(psi logic.T, e *cfg.Edge, keep bool, k int) (logic.T, bool) {
	tb := g.ip.c.Enc.TB
	f, inputs := g.ip.image(psi, e, keep)
	if f == tb.False() {
		return f, true
	}
	r, exact := project(tb, f, inputs)
	if r == tb.False() || exact && tb.Size(r) <= maxPlain {
		return r, true
	}
	if g.solver.CheckBudget(g.budget(queryWork), f) == smt.Unsat {
		return tb.False(), true
	}
	if tb.Size(r) <= maxPlain && g.unreached(r, k) {
		return r, true
	}
	if cubes, ok := g.enumerate(f, inputs, k); ok {
		return cubes, true
	}
	return r, exact && tb.Size(r) < 4000
}

// at expresses a formula about the state before edge k in terms of the inputs.
func (g *guided) at(f logic.T, k int) logic.T {
	enc := g.ip.c.Enc
	s := g.states[k]
	m := map[logic.T]logic.T{}
	for _, v := range enc.TB.Vars(f) {
		if i := enc.Symbol(v); i >= 0 {
			if i < len(s.Vals) {
				m[v] = s.Vals[i]
			} else {
				m[v] = s.Regs[i-len(s.Vals)]
			}
		}
	}
	return enc.TB.Subst(f, m)
}

// prefix gives the conditions passed before edge k.
func (g *guided) prefix(k int) []logic.T { return g.states[k].Guard[:g.guards[k]] }

// unreached decides whether the prefix before edge k cannot end in r.
func (g *guided) unreached(r logic.T, k int) bool {
	f := append(append([]logic.T(nil), g.prefix(k)...), g.at(r, k))
	return g.solver.CheckBudget(g.budget(2*queryWork), f...) == smt.Unsat
}

// enumerate covers ∃inputs. f by cubes that the prefix before edge k
// contradicts.
func (g *guided) enumerate(f logic.T, inputs []logic.T, k int) (logic.T, bool) {
	tb := g.ip.c.Enc.TB
	cover := tb.False()
	for range maxCubes {
		if tb.Clock.Now() > g.deadline {
			return cover, false
		}
		switch g.solver.CheckBudget(g.budget(queryWork), f, tb.Not(cover)) {
		case smt.Unsat:
			return cover, true
		case smt.Unknown:
			return cover, false
		}
		cube := g.literals(logic.ProjectModel(tb, inputs, f, g.solver.Model()))
		soft := make([]logic.T, len(cube))
		for i, c := range cube {
			soft[i] = g.at(c, k)
		}
		r, core := g.solver.Core(g.prefix(k), soft, g.budget(2*queryWork))
		if r != smt.Unsat {
			return cover, false
		}
		var kept []logic.T
		for _, i := range core {
			kept = append(kept, cube[i])
		}
		cover = tb.Or(cover, tb.And(kept...))
	}
	return cover, false
}

// literals splits a cube into conjuncts, and equations between bit-vectors
// into bounds, each of which may suffice.
func (g *guided) literals(cube logic.T) []logic.T {
	tb := g.ip.c.Enc.TB
	var out []logic.T
	for _, c := range tb.Conjuncts(cube) {
		if tb.Op(c) == logic.OpEq {
			a := tb.Args(c)
			if tb.Sort(a[0]).Kind == logic.SBV && tb.Sort(a[0]).W > 1 {
				out = append(out, tb.SLe(a[0], a[1]), tb.SLe(a[1], a[0]))
				continue
			}
		}
		out = append(out, c)
	}
	return out
}
