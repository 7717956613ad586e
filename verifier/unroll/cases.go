package unroll

import (
	"context"
	"math"
	"slices"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// A question about an unrolling that is too hard is decided by cases. The solver
// sees one formula in which everything depends on everything: where a block lies
// on what was allocated before, and what is read there on the order of two
// numbers. With the first conditions of the program decided one way or the other,
// addresses become constants, whole branches disappear from the formula, and what
// is left is small. The cases of a condition are that it holds and that it does
// not, those of an input of which few values are left each of these and all others:
// that they are all cases needs no proof.

// claim is a formula about the instances of an unrolling: that what is asked
// holds, with guards that are true where their definitions are. The terms of a
// definition mention only guards that were defined before.
//
// An execution gives a model: there a guard is true if its instance is reached,
// and the ways out of an instance exclude each other (unrolling.choice), so that
// values are merged as they are in the execution.
type claim struct {
	guards []logic.T
	is     []logic.T // definitions of the guards
	asked  []logic.T // conjuncts
	// taken are the conditions that were decided on the way, of which what is asked
	// has the sum.
	taken []logic.T
}

// claim says that one of some instances is reached.
func (u *Unrolling) claim(ids []int32) claim {
	seen := make([]bool, len(u.inst))
	var any []logic.T
	for _, id := range ids {
		seen[id] = true
		any = append(any, u.inst[id].guard)
	}
	for i, in := range slices.Backward(u.inst) { // edges come from instances before
		for _, e := range in.in {
			if seen[i] && e.from >= 0 {
				seen[e.from] = true
			}
		}
	}
	c := claim{asked: []logic.T{u.Enc.TB.Or(any...)}}
	for i, in := range u.inst {
		if is := u.Enc.TB.Or(conditions(in.in)...); seen[i] && is != in.guard {
			c.guards, c.is = append(c.guards, in.guard), append(c.is, is)
		}
	}
	return c
}

// formula gives the conjuncts of a claim.
func (c *claim) formula(tb *logic.Table) []logic.T {
	f := append([]logic.T(nil), c.asked...)
	for i, g := range c.guards {
		f = append(f, tb.Eq(g, c.is[i]))
	}
	return f
}

// byCases refutes claims.
type byCases struct {
	tb *logic.Table
	// decide refutes a formula or does not.
	decide func(f []logic.T) smt.Result
	// plan says for each claim that is met, in this order, whether it is to be
	// divided rather than decided; without one it is made.
	plan   []bool
	follow bool
	next   int
	// more reports whether to go on, given how much of the whole is done.
	more func(done float64) bool
	done float64
}

// refuted reports whether a claim holds in no case. part is how much of the whole
// it is taken for.
func (s *byCases) refuted(c claim, part float64) bool { return s.refute(c, part, math.MaxInt) }

// refute is refuted, where a formula of so many terms was not decided.
func (s *byCases) refute(c claim, part float64, hard int) bool {
	scope := s.tb.Mark()
	defer s.tb.Release(scope)
	c, holds := s.simplify(c)
	if !holds {
		s.done += part
		return true
	}
	if !s.follow {
		if !s.more(s.done) {
			return false
		}
		f, r := c.formula(s.tb), smt.Unknown
		if size := len(s.tb.Cone(f...)); size < hard-hard/casesPart {
			r, hard = s.decide(f), size
		}
		if r == smt.Sat {
			return false
		}
		s.plan = append(s.plan, r == smt.Unknown)
		if r == smt.Unsat {
			s.done += part
			return true
		}
	} else {
		divide := s.next < len(s.plan) && s.plan[s.next]
		s.next++
		if !divide {
			return s.decide(c.formula(s.tb)) == smt.Unsat
		}
	}
	cases := s.divide(&c)
	for _, l := range cases {
		of := c
		of.asked = append(c.asked[:len(c.asked):len(c.asked)], l...)
		of.taken = append(c.taken[:len(c.taken):len(c.taken)], l...)
		if !s.refute(of, part/float64(len(cases)), hard) {
			return false
		}
	}
	return len(cases) > 0
}

// simplify uses what is asked: guards and conditions that it decides, and inputs of
// which it tells the value, are replaced. holds is false if a claim is false by its
// form.
func (s *byCases) simplify(c claim) (_ claim, holds bool) {
	tb := s.tb
	defined := map[logic.T]bool{}
	for _, g := range c.guards {
		defined[g] = true
	}
	for range 2 * maxCases {
		// Questions about guards are asked of their definitions.
		all := tb.And(c.asked...)
		if all == tb.False() {
			return c, false
		}
		inputs, conds := logic.NewRewriting(tb), logic.NewRewriting(tb)
		known := map[logic.T]logic.T{}
		var asked, long []logic.T
		for _, l := range tb.Conjuncts(all) {
			a, yes := tb.Literal(l)
			switch op := tb.Op(a); {
			case op == logic.OpVar && defined[a]:
				known[a] = yes
				conds.Set(a, yes)
			case op == logic.OpVar:
				inputs.Set(a, yes)
				conds.Set(a, yes)
			case op == logic.OpAnd || op == logic.OpOr || op == logic.OpIte:
				long = append(long, l)
			default:
				if x, k, ok := s.valued(l); ok {
					inputs.Set(x, k)
					conds.Set(x, k)
					continue
				}
				asked = append(asked, l)
				conds.Set(a, yes)
			}
		}
		for _, l := range c.taken {
			if a, yes := tb.Literal(l); !tb.IsConst(a) {
				conds.Set(a, yes)
			}
		}
		order, ok := logic.NewOrder(tb, append(c.taken[:len(c.taken):len(c.taken)], tb.Conjuncts(all)...))
		if !ok {
			return c, false
		}
		for _, a := range tb.Cone(c.formula(tb)...) {
			if is, ok := order.Decides(a); ok {
				conds.Set(a, is)
			}
		}
		var next claim
		more := false
		for i, g := range c.guards {
			is := conds.Apply(c.is[i])
			more = more || is != c.is[i]
			switch yes, ok := known[g]; {
			case ok:
				if yes == tb.False() {
					is = tb.Not(is)
				}
				asked, more = append(asked, is), true
				inputs.Set(g, yes)
			case tb.IsConst(is) || tb.Op(is) == logic.OpVar:
				conds.Set(g, is)
				inputs.Set(g, is)
			default:
				next.guards, next.is = append(next.guards, g), append(next.is, is)
			}
		}
		for _, l := range long {
			asked = append(asked, conds.Apply(l))
			more = more || asked[len(asked)-1] != l
		}
		for i, l := range asked {
			asked[i] = inputs.Apply(l)
			more = more || asked[i] != l
		}
		next.asked = asked
		for _, l := range c.taken {
			if l = inputs.Apply(l); l == tb.False() {
				return c, false
			} else if l != tb.True() {
				next.taken = append(next.taken, l)
			}
		}
		c = s.needed(next)
		if !more {
			break
		}
	}
	return c, tb.And(c.asked...) != tb.False()
}

// valued reports whether a literal says what the value of an input is.
func (s *byCases) valued(l logic.T) (x, k logic.T, ok bool) {
	if s.tb.Op(l) != logic.OpEq {
		return 0, 0, false
	}
	x, k = s.tb.Args(l)[0], s.tb.Args(l)[1]
	if s.tb.IsConst(x) {
		x, k = k, x
	}
	return x, k, s.tb.IsConst(k) && s.tb.Op(x) == logic.OpVar
}

// needed leaves the guards that are asked about.
func (s *byCases) needed(c claim) claim {
	used := map[logic.T]bool{}
	use := func(t logic.T) {
		for _, v := range s.tb.Vars(t) {
			used[v] = true
		}
	}
	for _, t := range c.asked {
		use(t)
	}
	keep := make([]bool, len(c.guards))
	for i := len(c.guards) - 1; i >= 0; i-- {
		if keep[i] = used[c.guards[i]]; keep[i] {
			use(c.is[i])
		}
	}
	out := claim{asked: c.asked, taken: c.taken}
	for i, g := range c.guards {
		if keep[i] {
			out.guards, out.is = append(out.guards, g), append(out.is, c.is[i])
		}
	}
	return out
}

// divide gives the cases of the first condition that is not decided, as what is
// asked in addition.
func (s *byCases) divide(c *claim) [][]logic.T {
	tb := s.tb
	at, ok := s.first(c)
	if !ok {
		return nil
	}
	known := tb.Learn(logic.Ranges{}, tb.And(c.asked...))
	for _, x := range tb.Vars(at) {
		if tb.Sort(x).Kind != logic.SBV {
			continue
		}
		if vs := tb.Values(known, x); len(vs) > 1 && len(vs) <= maxCases {
			var out [][]logic.T
			var rest []logic.T
			for _, v := range vs {
				is := tb.Eq(x, tb.BV(int(tb.Sort(x).W), v))
				out = append(out, []logic.T{is})
				rest = append(rest, tb.Not(is))
			}
			return append(out, rest)
		}
	}
	return [][]logic.T{{at}, {tb.Not(at)}}
}

// first is the first condition about inputs in the order of execution.
func (s *byCases) first(c *claim) (logic.T, bool) {
	tb := s.tb
	defined, decided := map[logic.T]bool{}, map[logic.T]bool{}
	for _, g := range c.guards {
		defined[g] = true
	}
	for _, l := range append(c.asked[:len(c.asked):len(c.asked)], c.taken...) {
		a, _ := tb.Literal(l)
		decided[a] = true
	}
	var all []logic.T // the last is walked first
	for _, t := range slices.Backward(c.asked) {
		all = append(all, t)
	}
	for _, t := range slices.Backward(c.is) {
		all = append(all, t)
	}
	for _, x := range tb.Cone(all...) {
		if !decided[x] && !defined[x] && s.divides(x) {
			return x, true
		}
	}
	return 0, false
}

// divides reports whether a term is a condition about inputs alone.
func (s *byCases) divides(x logic.T) bool {
	tb := s.tb
	switch tb.Op(x) {
	case logic.OpVar:
		return tb.Sort(x).Kind == logic.SBool
	case logic.OpEq, logic.OpULt, logic.OpSLt:
	default:
		return false
	}
	left := 2 * maxCases
	var plain func(logic.T) bool
	plain = func(y logic.T) bool {
		left--
		switch tb.Op(y) {
		case logic.OpIte, logic.OpSelect, logic.OpApply, logic.OpFloat:
			return false
		}
		return left > 0 && !slices.ContainsFunc(tb.Args(y), func(z logic.T) bool { return !plain(z) })
	}
	return tb.Sort(tb.Args(x)[0]).Kind == logic.SBV && plain(x)
}

// cases refutes that one of some instances is reached, and gives the plan by which it did.
func (u *Unrolling) cases(ctx context.Context, ids []int32, budget work.Amount) (plan []bool, ok bool) {
	tb := u.Enc.TB
	begun, next, left := tb.Clock.Now(), budget/work.Amount(casesPart), 1.0
	s := &byCases{tb: tb,
		decide: func(f []logic.T) smt.Result {
			r, _, err := u.engine.Check(tb, f, smt.Budget{Work: caseWork, Ctx: ctx})
			if err != nil {
				return smt.Unknown
			}
			return r
		},
		more: func(done float64) bool {
			spent := tb.Clock.Since(begun)
			if spent > next { // with twice the work there has to be less left
				if 1-done > casesLeft*left {
					return false
				}
				next, left = 2*spent, 1-done
			}
			return spent < budget && ctx.Err() == nil
		}}
	ok = s.refuted(u.claim(ids), 1)
	return s.plan, ok
}

// FollowCases refutes what another unrolling of the same automaton refuted by cases,
// according to its plan, and drops these instances from the targets. It is false
// where decide does not refute a case.
func (u *Unrolling) FollowCases(done *Unrolling, decide func(f []logic.T) smt.Result) bool {
	as := done.Unwound
	if len(as.Cased) == 0 {
		return true
	}
	s := &byCases{tb: u.Enc.TB, plan: as.plan, follow: true, decide: decide}
	if !s.refuted(u.claim(as.Cased), 1) {
		return false
	}
	refuted := func(id int32) bool { return slices.Contains(as.Cased, id) }
	u.pending, u.unsup = slices.DeleteFunc(u.pending, refuted), slices.DeleteFunc(u.unsup, refuted)
	return true
}
