package hoare

import (
	"context"

	"culprit/analysis/values"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Checker decides Hoare triples {p} letter {q}. Answers are cached by
// predicate and letter, so they are shared by all automata and all call
// stacks. "Unknown" of the solver counts as not valid and is cached as such:
// an automaton never changes under its users.
type Checker struct {
	Enc     *Encoder
	Solver  *smt.Solver
	Letters []*Letter
	Budget  work.Amount     // work per query
	Ctx     context.Context // ends queries; may be nil
	Stats   CheckerStats

	until   work.Amount // on the clock: queries after it are unknown; 0: no limit
	hurried work.Amount // per query while until is set

	effects []*Effect
	wp      map[wpKey]logic.T
	single  map[tripleKey]bool
	eval    *logic.Evaluator
}

// CheckerStats counts triples by how they were decided.
type CheckerStats struct {
	Frame, Cached, Skipped, Single, Joint int
}

type wpKey struct {
	q logic.T
	a int32
}

type tripleKey struct {
	p, q logic.T
	a    int32
}

// NewChecker makes a checker for the letters of a program.
func NewChecker(enc *Encoder, s *smt.Solver, letters []*Letter) *Checker {
	return &Checker{Enc: enc, Solver: s, Letters: letters, Budget: 2 * work.Second,
		effects: make([]*Effect, len(letters)), wp: map[wpKey]logic.T{}, single: map[tripleKey]bool{}}
}

// Effect is the meaning of letter a.
func (c *Checker) Effect(a int32) *Effect {
	if c.effects[a] == nil {
		c.effects[a] = c.Enc.EffectOf(c.Letters[a])
	}
	return c.effects[a]
}

// After is q with every written symbol replaced by its value after letter a:
// q holds after a exactly if After(q, a) holds before, for the inputs chosen.
func (c *Checker) After(q logic.T, a int32) logic.T {
	k := wpKey{q, a}
	t, ok := c.wp[k]
	if !ok {
		t = q
		if f := c.Effect(a); f.touches(c.Enc.TB.Vars(q)) {
			t = c.Enc.TB.Subst(q, f.Writes)
		}
		c.wp[k] = t
	}
	return t
}

// Valid decides {p} a {q} for a conjunction p.
func (c *Checker) Valid(p []logic.T, a int32, q logic.T) bool {
	r, _ := c.decide(p, a, q)
	return r == smt.Unsat
}

// Within runs f with a limit of work for all its queries together and a budget
// for each. Unknown answers for that reason are not remembered.
func (c *Checker) Within(limit, budget work.Amount, f func()) {
	c.until, c.hurried = c.clock().Now()+max(limit, 1), min(budget, c.Budget)
	defer func() { c.until = 0 }()
	f()
}

// budget is what the next query may use.
func (c *Checker) budget() smt.Budget {
	b := c.Budget
	if c.until > 0 {
		b = max(work.Microsecond, min(c.hurried, c.until-c.clock().Now()))
	}
	return smt.Budget{Work: b, Ctx: c.Ctx}
}

func (c *Checker) clock() *work.Clock { return c.Enc.TB.Clock }

// decide decides {p} a {q} for a conjunction p: Unsat means valid. For an
// invalid triple it gives the state and inputs of a counterexample.
func (c *Checker) decide(p []logic.T, a int32, q logic.T) (negated smt.Result, counter *logic.Model) {
	tb := c.Enc.TB
	f := c.Effect(a)
	if f.False || q == tb.True() {
		return smt.Unsat, nil
	}
	post := c.After(q, a)
	if post == tb.True() {
		return smt.Unsat, nil
	}
	if c.until > 0 && c.clock().Now() > c.until || c.Ctx != nil && c.Ctx.Err() != nil {
		return smt.Unknown, nil
	}
	conj := make([]logic.T, 0, len(p)+len(f.Guard)+1)
	conj = append(conj, p...)
	conj = append(conj, f.Guard...)
	conj = append(conj, tb.Not(post))
	r := c.Solver.CheckBudget(c.budget(), conj...)
	if r == smt.Sat {
		counter = c.Solver.Model()
	}
	return r, counter
}

// premises gives indices of members of p that suffice for {p} a {q}, if it
// finds that p does.
func (c *Checker) premises(p []logic.T, a int32, q logic.T) (core []int, ok bool) {
	tb := c.Enc.TB
	f := c.Effect(a)
	post := c.After(q, a)
	if f.False || post == tb.True() {
		return nil, true
	}
	fixed := append(append([]logic.T(nil), f.Guard...), tb.Not(post))
	r, core := c.Solver.Core(fixed, p, smt.Budget{Work: c.Budget / 4, Ctx: c.Ctx})
	return core, r == smt.Unsat
}

// ValidSingle is Valid for one predicate, cached.
func (c *Checker) ValidSingle(p logic.T, a int32, q logic.T) bool {
	k := tripleKey{p, q, a}
	v, ok := c.single[k]
	if !ok {
		c.Stats.Single++
		r, _ := c.decide([]logic.T{p}, a, q)
		v = r == smt.Unsat
		if r != smt.Unknown || c.until == 0 && (c.Ctx == nil || c.Ctx.Err() == nil) {
			c.single[k] = v
		}
	} else {
		c.Stats.Cached++
	}
	return v
}

// Facts is the conjunction of what the value analysis knows at a node.
func (e *Encoder) Facts(n *values.Node) []logic.T {
	out := make([]logic.T, 0, len(n.Facts))
	for i := range n.Facts {
		out = append(out, e.fact(&n.Facts[i]))
	}
	return out
}

// fact is the term of one fact of the value analysis.
func (e *Encoder) fact(f *values.Fact) logic.T {
	tb := e.TB
	var x logic.T
	if f.Cell && f.Region.Cell != 8 && f.Region.Cell != f.Width {
		return tb.True() // of a part of a cell, which only an address that is not one of the program's can name
	}
	if f.Cell {
		s := &Sym{Enc: e, Regs: e.RegTerm}
		x = e.load(s, f.Region, tb.BV(e.Prog.PtrBits, f.Addr), cfg.BV(f.Width))
	} else {
		x = e.VarTerm[f.Var.ID]
		if f.Var.Type.Kind == cfg.Bool {
			x = tb.Ite(x, tb.BV(1, 1), tb.BV(1, 0))
		}
	}
	w := f.Width
	lo, hi := tb.BV(w, f.Lo), tb.BV(w, f.Hi)
	switch f.Kind {
	case values.Const:
		return tb.Eq(x, lo)
	case values.UnsignedRange:
		return tb.And(tb.ULe(lo, x), tb.ULe(x, hi))
	case values.SignedRange:
		return tb.And(tb.SLe(lo, x), tb.SLe(x, hi))
	}
	alt := make([]logic.T, len(f.Set))
	for i, v := range f.Set {
		alt[i] = tb.Eq(x, tb.BV(w, v))
	}
	return tb.Or(alt...)
}
