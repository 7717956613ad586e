package predicates

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Interpolator finds predicates that prove an infeasible word infeasible.
//
// Method: an unsatisfiable core of the trace formula, with one selector per
// statement, says which statements matter. Then the states that can still
// reach the end, computed backwards over the statements of the core, are
// over-approximated where a choice or a dropped assignment has to be
// projected away; their negations are the interpolants. Every step is checked
// as a Hoare triple before it is used, so an error here costs precision and
// never soundness.
type Interpolator struct {
	c       *hoare.Checker
	engine  smt.Engine
	effects map[*cfg.Edge]*hoare.Effect
}

// NewInterpolator makes one for the words of a checker's program.
func NewInterpolator(c *hoare.Checker, engine smt.Engine) *Interpolator {
	return &Interpolator{c: c, engine: engine, effects: map[*cfg.Edge]*hoare.Effect{}}
}

func (ip *Interpolator) effect(e *cfg.Edge) *hoare.Effect {
	f := ip.effects[e]
	if f == nil {
		f = ip.c.Enc.EffectOf(&hoare.Letter{Edges: []*cfg.Edge{e}})
		ip.effects[e] = f
	}
	return f
}

// core returns, per statement of the word's first n statements, whether it is
// in an unsatisfiable core of the trace formula; ok is false if no core was
// found in time.
func (ip *Interpolator) core(word []*hoare.Letter, budget smt.Budget) (in []bool, ok bool) {
	enc := hoare.NewEncoder(logic.TableOn(ip.c.Enc.TB.Clock), ip.c.Enc.Prog)
	tb := enc.TB
	s := hoare.NewSym(enc)
	var soft []logic.T
	var owner []int
	n := 0
	for _, l := range word {
		if l.Init {
			s.Init()
		}
		for _, e := range l.Edges {
			before := len(s.Guard)
			s.Exec(e)
			c := append([]logic.T(nil), s.Guard[before:]...)
			for _, v := range assigned(e.Stmt) {
				t := s.Vals[v.ID]
				name := tb.Fresh("v", tb.Sort(t))
				c = append(c, tb.Eq(name, t))
				s.Vals[v.ID] = name
			}
			if f := tb.And(c...); f != tb.True() {
				soft = append(soft, f)
				owner = append(owner, n)
			}
			n++
			if s.Dead {
				break
			}
		}
		if s.Dead {
			break
		}
	}
	solver := smt.New(tb, ip.engine, smt.Config{})
	r, core := solver.Core(nil, soft, budget)
	if r != smt.Unsat {
		return nil, false
	}
	in = make([]bool, n)
	for _, i := range core {
		in[owner[i]] = true
	}
	return in, true
}

// assigned lists the variables a statement sets to a value it computes.
func assigned(s cfg.Stmt) []*cfg.Var {
	switch s := s.(type) {
	case *cfg.Assign:
		return []*cfg.Var{s.Dst}
	case *cfg.Alloc:
		return []*cfg.Var{s.Dst}
	case *cfg.Call:
		return s.Proc.Params
	}
	return nil
}

// backward computes, for each boundary of the word, the conjuncts of an
// interpolant: the negation of the states that can still reach the end. in says
// which statements count (nil: all); those it does not reach come after the
// contradiction. It gives up where the states take too many terms. The result has
// len(word)+1 entries; before program start nothing is claimed.
func (ip *Interpolator) backward(word []*hoare.Letter, in []bool) ([][]logic.T, bool) {
	tb := ip.c.Enc.TB
	k := 0
	for _, l := range word {
		k += len(l.Edges)
	}
	out := make([][]logic.T, len(word)+1)
	out[len(word)] = []logic.T{tb.False()}
	psi := tb.True()
	for i, l := range slices.Backward(word) {
		for _, e := range slices.Backward(l.Edges) {
			k--
			if in != nil && k >= len(in) {
				continue
			}
			psi = ip.pre(psi, e, in == nil || in[k])
			if tb.Size(psi) > maxPre {
				return nil, false
			}
		}
		if !l.Init {
			out[i] = tb.Conjuncts(tb.Not(psi))
		}
	}
	return out, true
}

// pre over-approximates the states from which e can lead into psi. Without
// keep the statement passes always and assigns anything.
func (ip *Interpolator) pre(psi logic.T, e *cfg.Edge, keep bool) logic.T {
	tb := ip.c.Enc.TB
	f := ip.effect(e)
	inputs := f.Inputs
	if keep || len(assigned(e.Stmt)) == 0 {
		psi = tb.Subst(psi, f.Writes)
	} else {
		m := make(map[logic.T]logic.T, len(f.Writes))
		for _, i := range f.Mod {
			v := ip.c.Enc.SymbolTerm(i)
			if tb.Sort(v).Kind == logic.SArray {
				m[v] = f.Writes[v]
				continue
			}
			t := tb.Fresh("any", tb.Sort(v))
			m[v] = t
			inputs = append(inputs[:len(inputs):len(inputs)], t)
		}
		psi = tb.Subst(psi, m)
	}
	if keep {
		psi = tb.And(append([]logic.T{psi}, f.Guard...)...)
	}
	return project(tb, psi, inputs)
}

// project eliminates inputs from psi, over-approximating where it must. An
// array input is eliminated through the values read from it.
func project(tb *logic.Table, psi logic.T, inputs []logic.T) logic.T {
	var vars []logic.T
	for _, in := range inputs {
		if !tb.Occurs(in, psi) {
			continue
		}
		if tb.Sort(in).Kind == logic.SArray {
			var reads []logic.T
			psi, reads = hoare.ReplaceReads(tb, psi, in)
			vars = append(vars, reads...)
			continue
		}
		vars = append(vars, in)
	}
	if len(vars) == 0 {
		return psi
	}
	r, _ := logic.Exists(tb, vars, psi)
	return r
}

// Interpolate returns the predicates of a proof of the word's infeasibility,
// or nil.
func (ip *Interpolator) Interpolate(word []*hoare.Letter, budget work.Amount) []logic.T {
	in, ok := ip.core(word, smt.Budget{Work: budget, Ctx: ip.c.Ctx})
	if ok && withCore.On() {
		if chain, ok := ip.backward(word, in); ok && ip.proves(word, chain) {
			return flatten(chain)
		}
	}
	if chain, ok := ip.backward(word, nil); ok && ip.proves(word, chain) {
		return flatten(chain)
	}
	return nil
}

// proves checks the chain of triples.
func (ip *Interpolator) proves(word []*hoare.Letter, chain [][]logic.T) bool {
	for i, l := range word {
		for _, q := range chain[i+1] {
			if !ip.c.Valid(chain[i], l.ID, q) {
				return false
			}
		}
		if len(chain[i+1]) == 1 && chain[i+1][0] == ip.c.Enc.TB.False() {
			return true
		}
	}
	return false
}

func flatten(chain [][]logic.T) []logic.T {
	var out []logic.T
	seen := map[logic.T]bool{}
	for _, c := range chain {
		for _, p := range c {
			if !seen[p] {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}
