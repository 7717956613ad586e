package verifier

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/logic"
	"culprit/smt"
)

// Inductive invariants from proposals, after Flanagan and Leino, Houdini, an
// annotation assistant for ESC/Java (2001): each loop head begins with all
// proposals, and those go that an execution from one head to the next does not
// keep. What is left when none goes is inductive. Differences: executions
// between heads are one formula, in which branches are merged as in an
// unrolling, and one model of it removes every proposal that it falsifies.

// inductive maps the heads of loops to conjuncts that hold whenever an
// execution is there; at other states nothing is known.
type inductive map[automata.State][]logic.T

// houdini looks for an inductive invariant.
type houdini struct {
	ctx    context.Context
	tb     *logic.Table
	solver *smt.Solver
	budget smt.Budget
	segs   []segment
	heads  []automata.State
	inv    inductive
	open   []*smt.Session // by segment: that it is taken
	eval   *logic.Evaluator
	asked  int
	// elements are those addresses that an invariant about all is applied to, or nil.
	elements *elements
	instance map[[2]logic.T]logic.T // what a conjunct says of an address
}

func newHoudini(ctx context.Context, tb *logic.Table, engine smt.Engine, segs []segment, heads []automata.State, budget smt.Budget) *houdini {
	return &houdini{ctx: ctx, tb: tb, solver: smt.New(tb, engine, smt.Config{}), budget: budget, segs: segs, heads: heads,
		inv: inductive{}, open: make([]*smt.Session, len(segs)), eval: logic.NewEvaluator(tb)}
}

// Within has what follows end with a context.
func (h *houdini) Within(ctx context.Context) { h.ctx, h.budget.Ctx = ctx, ctx }

// String says what came of a search so far.
func (h *houdini) String() string {
	return fmt.Sprintf("%d kept at %d heads, %d segments, %d questions", h.inv.size(), len(h.heads), len(h.segs), h.asked)
}

// session is the one of a segment.
func (h *houdini) session(i int) *smt.Session {
	if h.open[i] == nil {
		h.open[i] = h.solver.Session(h.segs[i].path...)
	}
	return h.open[i]
}

// propose adds proposals and removes those that are not kept. It is false if that
// was not finished.
func (h *houdini) propose(terms []logic.T, single inductive) bool {
	h.add(terms, single)
	return h.settle()
}

// add adds proposals to all heads, and to single ones.
func (h *houdini) add(terms []logic.T, single inductive) {
	for _, q := range h.heads {
		for _, t := range slices.Concat(terms, single[q]) {
			if t != h.tb.True() && t != h.tb.False() && !slices.Contains(h.inv[q], t) {
				h.inv[q] = append(h.inv[q], t)
			}
		}
	}
}

// settle removes proposals that are not kept. It is false if that was not finished,
// and goes on the next time.
func (h *houdini) settle() bool {
	work := make([]bool, len(h.segs))
	for i := range work {
		work[i] = true
	}
	for again := true; again; {
		again = false
		for i, s := range h.segs {
			if !work[i] || len(h.inv[s.to]) == 0 {
				continue
			}
			work[i] = false
			n := len(h.inv[s.to])
			if !h.weaken(i) {
				return false
			}
			if len(h.inv[s.to]) == n {
				continue
			}
			again = true
			for k, r := range h.segs {
				if r.from == s.to {
					work[k] = true
				}
			}
		}
	}
	return true
}

// weaken removes from the target of a segment what does not hold after it.
func (h *houdini) weaken(i int) bool {
	s := h.segs[i]
	given := func() []logic.T { return h.given(s.from) }
	before := map[logic.T][]logic.T{} // conjuncts, by what they say after the segment
	var terms []logic.T
	for _, t := range h.inv[s.to] {
		after := h.tb.Subst(t, s.after)
		if after == h.tb.True() || slices.Contains(given(), after) {
			continue
		}
		if before[after] == nil && !(h.product(after) && h.follows(i, given(), h.tb.Not(after))) {
			terms = append(terms, after)
		}
		before[after] = append(before[after], t)
	}
	wrong := map[logic.T]bool{}
	done := h.sift(i, given, terms, func(failed []logic.T) (stop bool) {
		for _, after := range failed {
			for _, t := range before[after] {
				wrong[t] = true
			}
		}
		return s.from == s.to // the hypothesis is weaker, too: begin again
	})
	h.inv[s.to] = slices.DeleteFunc(slices.Clone(h.inv[s.to]), func(t logic.T) bool { return wrong[t] })
	if !done {
		return false
	}
	return s.from != s.to || len(wrong) == 0 || h.weaken(i)
}

// sift finds the terms that need not hold after a segment under what is given:
// fail is told those that a model falsifies, and those that are not decided by
// themselves, and may stop the search. It is false if that was not finished.
func (h *houdini) sift(seg int, given func() []logic.T, terms []logic.T, fail func([]logic.T) (stop bool)) bool {
	x := h.session(seg)
	for size := len(terms); len(terms) > 0; {
		if h.ctx.Err() != nil {
			return false
		}
		size = min(size, len(terms))
		neg := make([]logic.T, size)
		for i, t := range terms[:size] {
			neg[i] = h.tb.Not(t)
		}
		h.asked++
		r := x.CheckBudget(h.budget, append(slices.Clone(given()), h.tb.Or(neg...))...)
		if r == smt.Unknown && h.ctx.Err() != nil {
			return false // which says nothing
		}
		if r == smt.Unsat {
			terms = terms[size:]
			size = len(terms)
			continue
		}
		var failed, rest []logic.T
		if r == smt.Sat {
			h.eval.Reset(x.Model())
			for _, t := range terms {
				if h.eval.Value(t) == 0 {
					failed = append(failed, t)
				} else {
					rest = append(rest, t)
				}
			}
		}
		if len(failed) == 0 {
			if size > 1 {
				size = (size + 1) / 2
				continue
			}
			failed, rest = terms[:1], terms[1:]
			size = len(rest)
		}
		if fail(failed) {
			return true
		}
		terms = rest
	}
	return true
}

// follows reports whether a term that is negated holds after a segment by the
// equations among what is given alone, and those that follow from two
// comparisons. They are solved and substituted, which a session does not: of
// products that are equal then nothing is left to decide.
func (h *houdini) follows(seg int, given []logic.T, neg logic.T) bool {
	s := h.segs[seg]
	taken := h.tb.Conjuncts(s.u.Closed(s.end, s.u.Guard(s.end)))
	f := append(slices.Clone(taken), neg)
	n := len(f)
	all := append(taken, given...)
	known := map[logic.T]bool{}
	for _, t := range all {
		known[t] = true
	}
	for _, t := range all {
		switch x, is := h.tb.Literal(t); {
		case h.tb.Op(t) == logic.OpEq:
			f = append(f, t)
		case h.tb.Op(x) == logic.OpSLt && is == h.tb.False():
			if a, b := h.tb.Args(x)[0], h.tb.Args(x)[1]; known[h.tb.SLe(a, b)] {
				f = append(f, h.tb.Eq(a, b))
			}
		}
	}
	if len(f) == n {
		return false
	}
	h.asked++
	return h.solver.CheckBudget(h.budget, f...) == smt.Unsat
}

// product reports whether a term is an equation over a product of variables, or a
// quotient: bit by bit, these take long.
func (h *houdini) product(t logic.T) bool {
	if h.tb.Op(t) != logic.OpEq || h.tb.Size(t) > maxProductSize {
		return false
	}
	for _, x := range h.tb.Cone(t) {
		switch h.tb.Op(x) {
		case logic.OpMul:
			if !slices.ContainsFunc(h.tb.Args(x), h.tb.IsConst) {
				return true
			}
		case logic.OpSDiv, logic.OpUDiv:
			return true
		}
	}
	return false
}

// size is how many conjuncts there are.
func (p inductive) size() int {
	n := 0
	for _, ts := range p {
		n += len(ts)
	}
	return n
}

// proves reports whether no final state can be reached.
func (h *houdini) proves(final []bool) bool {
	for i, s := range h.segs {
		if !final[s.to] {
			continue
		}
		h.asked++
		given := h.given(s.from)
		r := h.session(i).CheckBudget(h.budget, given...)
		if r == smt.Sat || r == smt.Unknown && !h.follows(i, given, h.tb.True()) {
			return false
		}
	}
	return true
}

// slim leaves the conjuncts that the proof needs: of one after the other it asks
// what it takes to keep it. Whether many are kept at once is harder to say.
func (h *houdini) slim(final []bool) bool {
	for q := range h.inv {
		h.inv[q] = h.withoutImplied(h.inv[q])
	}
	type claim struct {
		seg   int
		after logic.T // holds after it
	}
	var due []claim
	for i, s := range h.segs {
		if final[s.to] {
			due = append(due, claim{i, h.tb.False()})
		}
	}
	need, asked := inductive{}, 0
	for ; len(due) > 0; due = due[1:] {
		s, after := h.segs[due[0].seg], due[0].after
		if after == h.tb.True() || slices.Contains(need[s.from], after) {
			continue
		}
		var core []int
		conj, of := h.instances(s.from)
		if k := slices.Index(conj, after); k >= 0 {
			core = []int{k}
		} else {
			given := append(slices.Clone(conj), h.tb.Not(after))
			x := h.session(due[0].seg)
			switch r := x.CheckBudget(h.budget, given...); {
			case r == smt.Sat || h.ctx.Err() != nil:
				return false
			case r == smt.Unknown: // all together are kept, as was found piece by piece
				return true
			}
			core = slices.DeleteFunc(slices.Clone(x.Failed()), func(k int) bool { return k == len(given)-1 })
			if asked++; asked <= maxMinimised && h.elements == nil { // about addresses, what is not necessary helps
				core = h.minimal(s, after, need[s.from], conj, core)
			}
		}
		for _, k := range core {
			t := of[k]
			if slices.Contains(need[s.from], t) {
				continue
			}
			need[s.from] = append(need[s.from], t)
			for i, r := range h.segs {
				if r.to == s.from {
					due = append(due, claim{i, h.tb.Subst(t, r.after)})
				}
			}
		}
	}
	h.inv = need
	return true
}

// minimal are as few of these conjuncts as it takes, besides those that are needed
// anyway.
func (h *houdini) minimal(s segment, after logic.T, needed, conj []logic.T, core []int) []int {
	soft := make([]logic.T, len(core))
	for i, k := range core {
		soft[i] = conj[k]
	}
	r, few := h.solver.Core(slices.Concat(s.path, needed, []logic.T{h.tb.Not(after)}), soft, h.budget)
	if r != smt.Unsat {
		return core
	}
	for i, k := range few {
		few[i] = core[k]
	}
	return few
}

// withoutImplied drops the comparisons that an equation implies. Where a proof needs
// the equation, a pair of inequalities in its place makes the recheck harder.
func (h *houdini) withoutImplied(terms []logic.T) []logic.T {
	implied := map[logic.T]bool{}
	for _, t := range terms {
		if h.tb.Op(t) != logic.OpEq {
			continue
		}
		x, y := h.tb.Args(t)[0], h.tb.Args(t)[1]
		if h.tb.Sort(x).Kind == logic.SBV {
			for _, c := range []logic.T{h.tb.SLe(x, y), h.tb.SLe(y, x), h.tb.ULe(x, y), h.tb.ULe(y, x)} {
				if c != t { // x <= 0 is an equation
					implied[c] = true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(terms), func(t logic.T) bool { return implied[t] })
}
