package inductive

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"culprit/automata"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Inductive invariants from proposals, after Flanagan and Leino, Houdini, an
// annotation assistant for ESC/Java (2001): each loop head begins with all
// proposals, and those go that an execution from one head to the next does not
// keep. The set that is left when none goes is inductive. Differences: executions
// between heads are one formula, in which branches are merged as in an
// unrolling, and one model of it removes every proposal that it falsifies.

// Invariant maps the heads of loops to conjuncts that hold whenever an
// execution is there; at other states nothing is known.
type Invariant map[automata.State][]logic.T

// Houdini looks for an inductive invariant.
type Houdini struct {
	ctx    context.Context
	TB     *logic.Table
	Solver *smt.Solver
	Budget smt.Budget // of a question
	Segs   []Segment
	heads  []automata.State
	inv    Invariant
	open   []*smt.Session // by segment: that it is taken
	eval   *logic.Evaluator
	Asked  int                                 // questions
	set    map[logic.T]bool                    // variables that some segment sets; nil: not known yet
	setAt  map[automata.State]map[logic.T]bool // those that some way to a head sets
	// elements are those addresses that an invariant about all is applied to, or nil.
	elements *elements
	instance map[[2]logic.T]logic.T // what a conjunct says of an address
}

// NewHoudini begins without proposals. Its questions get a budget each.
func NewHoudini(ctx context.Context, tb *logic.Table, engine smt.Engine, segs []Segment, heads []automata.State, budget smt.Budget) *Houdini {
	return &Houdini{ctx: ctx, TB: tb, Solver: smt.New(tb, engine, smt.Config{}), Budget: budget, Segs: segs, heads: heads,
		inv: Invariant{}, open: make([]*smt.Session, len(segs)), eval: logic.NewEvaluator(tb)}
}

// Within has what follows end with a context.
func (h *Houdini) Within(ctx context.Context) { h.ctx, h.Budget.Ctx = ctx, ctx }

// String says what came of a search so far.
func (h *Houdini) String() string {
	return fmt.Sprintf("%d kept at %d heads, %d segments, %d questions", h.inv.size(), len(h.heads), len(h.Segs), h.Asked)
}

// Session is the one of a segment.
func (h *Houdini) Session(i int) *smt.Session {
	if h.open[i] == nil {
		h.open[i] = h.Solver.Session(h.Segs[i].Path...)
	}
	return h.open[i]
}

// add adds proposals to all heads, and to single ones.
func (h *Houdini) add(terms []logic.T, single Invariant) {
	for _, q := range h.heads {
		for _, t := range slices.Concat(terms, single[q]) {
			if t != h.TB.True() && t != h.TB.False() && !slices.Contains(h.inv[q], t) && h.meaningful(q, t) {
				h.inv[q] = append(h.inv[q], t)
			}
		}
	}
}

// meaningful reports whether a term may say something at a head: a variable that
// is set elsewhere, but on no way there, has any value.
func (h *Houdini) meaningful(q automata.State, t logic.T) bool {
	if h.set == nil {
		h.set, h.setAt = map[logic.T]bool{}, map[automata.State]map[logic.T]bool{}
		for changed := true; changed; {
			changed = false
			for _, s := range h.Segs {
				at := h.setAt[s.To]
				if at == nil {
					at = map[logic.T]bool{}
					h.setAt[s.To] = at
				}
				n := len(at)
				maps.Copy(at, h.setAt[s.from])
				for v := range s.After {
					h.set[v], at[v] = true, true
				}
				changed = changed || len(at) != n
			}
		}
	}
	return !slices.ContainsFunc(h.TB.Vars(t), func(x logic.T) bool { return h.set[x] && !h.setAt[q][x] })
}

// Settle removes proposals that are not kept. It is false if that was not finished,
// and goes on the next time.
func (h *Houdini) Settle() bool {
	work := make([]bool, len(h.Segs))
	for i := range work {
		work[i] = true
	}
	for again := true; again; {
		again = false
		for i, s := range h.Segs {
			if !work[i] || len(h.inv[s.To]) == 0 {
				continue
			}
			work[i] = false
			n := len(h.inv[s.To])
			if !h.weaken(i) {
				return false
			}
			if len(h.inv[s.To]) == n {
				continue
			}
			again = true
			for k, r := range h.Segs {
				if r.from == s.To {
					work[k] = true
				}
			}
		}
	}
	return true
}

// weaken removes from the target of a segment what does not hold after it.
func (h *Houdini) weaken(i int) bool {
	s := h.Segs[i]
	given := func() []logic.T { return h.given(s.from) }
	before := map[logic.T][]logic.T{} // conjuncts, by what they say after the segment
	var terms []logic.T
	for _, t := range h.inv[s.To] {
		after := h.TB.Subst(t, s.After)
		if after == h.TB.True() || slices.Contains(given(), after) {
			continue
		}
		if before[after] == nil && !(h.product(after) && h.follows(i, given(), h.TB.Not(after), h.Budget.Work)) {
			terms = append(terms, after)
		}
		before[after] = append(before[after], t)
	}
	wrong := map[logic.T]bool{}
	done := h.Sift(i, given, terms, func(failed []logic.T) (stop bool) {
		for _, after := range failed {
			for _, t := range before[after] {
				wrong[t] = true
			}
		}
		return s.from == s.To // the hypothesis is weaker, too: begin again
	})
	h.inv[s.To] = slices.DeleteFunc(slices.Clone(h.inv[s.To]), func(t logic.T) bool { return wrong[t] })
	if !done {
		return false
	}
	return s.from != s.To || len(wrong) == 0 || h.weaken(i)
}

// Sift finds the terms that need not hold after a segment under what is given:
// fail is told those that a model falsifies, and those that are not decided by
// themselves, and may stop the search. It is false if that was not finished.
func (h *Houdini) Sift(seg int, given func() []logic.T, terms []logic.T, fail func([]logic.T) (stop bool)) bool {
	x := h.Session(seg)
	for size := len(terms); len(terms) > 0; {
		if h.ctx.Err() != nil {
			return false
		}
		size = min(size, len(terms))
		neg := make([]logic.T, size)
		for i, t := range terms[:size] {
			neg[i] = h.TB.Not(t)
		}
		h.Asked++
		r := x.CheckBudget(h.Budget, append(slices.Clone(given()), h.TB.Or(neg...))...)
		if r == smt.Unknown && h.ctx.Err() != nil {
			return false // which says nothing
		}
		if r == smt.Unsat || r == smt.Unknown && size == 1 && h.follows(seg, given(), neg[0], QueryWork/2) {
			terms = terms[size:]
			size *= 2
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
// products that are equal then nothing is left to decide, and of addresses that are
// sums of others what is left is about few numbers.
func (h *Houdini) follows(seg int, given []logic.T, neg logic.T, within work.Amount) bool {
	s := h.Segs[seg]
	taken := h.TB.Conjuncts(s.u.Closed(s.end, s.u.Guard(s.end)))
	f := append(slices.Clone(taken), neg)
	n := len(f)
	all := append(taken, given...)
	known := map[logic.T]bool{}
	for _, t := range all {
		known[t] = true
	}
	for _, t := range all {
		switch x, is := h.TB.Literal(t); {
		case h.TB.Op(t) == logic.OpEq:
			f = append(f, t)
		case h.TB.Op(x) == logic.OpSLt && is == h.TB.False():
			if a, b := h.TB.Args(x)[0], h.TB.Args(x)[1]; known[h.TB.SLe(a, b)] {
				f = append(f, h.TB.Eq(a, b))
			}
		}
	}
	if len(f) == n {
		return false
	}
	h.Asked++
	return h.Solver.CheckBudget(smt.Budget{Work: within, Ctx: h.Budget.Ctx}, f...) == smt.Unsat
}

// product reports whether a term is an equation over a product of variables, or a
// quotient: bit by bit, these take long.
func (h *Houdini) product(t logic.T) bool {
	if h.TB.Op(t) != logic.OpEq || h.TB.Size(t) > maxTerms {
		return false
	}
	for _, x := range h.TB.Cone(t) {
		switch h.TB.Op(x) {
		case logic.OpMul:
			if !slices.ContainsFunc(h.TB.Args(x), h.TB.IsConst) {
				return true
			}
		case logic.OpSDiv, logic.OpUDiv:
			return true
		}
	}
	return false
}

// size is how many conjuncts there are.
func (p Invariant) size() int {
	n := 0
	for _, ts := range p {
		n += len(ts)
	}
	return n
}

// proves reports whether no final state can be reached.
func (h *Houdini) proves(final []bool) bool {
	for i, s := range h.Segs {
		if !final[s.To] {
			continue
		}
		h.Asked++
		given := h.given(s.from)
		r := h.Session(i).CheckBudget(h.Budget, given...)
		if r == smt.Sat || r == smt.Unknown && !h.follows(i, given, h.TB.True(), h.Budget.Work) {
			return false
		}
	}
	return true
}

// slim leaves the conjuncts that the proof needs: of one after the other it asks
// what it takes to keep it. To keep many at once is a harder question.
func (h *Houdini) slim(final []bool) bool {
	for q := range h.inv {
		h.inv[q] = h.withoutImplied(h.inv[q])
	}
	type claim struct {
		seg   int
		after logic.T // holds after it
	}
	var due []claim
	for i, s := range h.Segs {
		if final[s.To] {
			due = append(due, claim{i, h.TB.False()})
		}
	}
	need, asked := Invariant{}, 0
	for ; len(due) > 0; due = due[1:] {
		s, after := h.Segs[due[0].seg], due[0].after
		if after == h.TB.True() || slices.Contains(need[s.from], after) {
			continue
		}
		var core []int
		conj, of := h.instances(s.from)
		if k := slices.Index(conj, after); k >= 0 {
			core = []int{k}
		} else {
			given := append(slices.Clone(conj), h.TB.Not(after))
			x := h.Session(due[0].seg)
			switch r := x.CheckBudget(h.Budget, given...); {
			case r == smt.Sat || h.ctx.Err() != nil:
				return false
			case r == smt.Unknown: // all together are kept, as was found piece by piece
				return true
			}
			core = slices.DeleteFunc(slices.Clone(x.Failed()), func(k int) bool { return k == len(given)-1 })
			asked++
			if asked <= maxMinimised && h.elements == nil { // about addresses, what is not necessary helps
				core = h.minimal(s, after, need[s.from], conj, core)
			}
		}
		for _, k := range core {
			t := of[k]
			if slices.Contains(need[s.from], t) {
				continue
			}
			need[s.from] = append(need[s.from], t)
			for i, r := range h.Segs {
				if r.To == s.from {
					due = append(due, claim{i, h.TB.Subst(t, r.After)})
				}
			}
		}
	}
	h.inv = need
	return true
}

// minimal are as few of these conjuncts as it takes, besides those that are needed
// anyway.
func (h *Houdini) minimal(s Segment, after logic.T, needed, conj []logic.T, core []int) []int {
	soft := make([]logic.T, len(core))
	for i, k := range core {
		soft[i] = conj[k]
	}
	r, few := h.Solver.Core(slices.Concat(s.Path, needed, []logic.T{h.TB.Not(after)}), soft, h.Budget)
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
func (h *Houdini) withoutImplied(terms []logic.T) []logic.T {
	implied := map[logic.T]bool{}
	for _, t := range terms {
		if h.TB.Op(t) != logic.OpEq {
			continue
		}
		x, y := h.TB.Args(t)[0], h.TB.Args(t)[1]
		if h.TB.Sort(x).Kind == logic.SBV {
			for _, c := range []logic.T{h.TB.SLe(x, y), h.TB.SLe(y, x), h.TB.ULe(x, y), h.TB.ULe(y, x)} {
				if c != t { // x <= 0 is an equation
					implied[c] = true
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(terms), func(t logic.T) bool { return implied[t] })
}
