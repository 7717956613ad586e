package verifier

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// Inductive invariants from proposals, after Flanagan and Leino, Houdini, an
// annotation assistant for ESC/Java (2001): each loop head begins with all
// proposals, and those go that an execution from one head to the next does not
// keep. What is left when none goes is inductive. Differences: executions
// between heads are one formula, in which branches are merged as in an
// unrolling, and one model of it removes every proposal that it falsifies.

// segment is all executions from one cutpoint to the next. Cutpoints are the
// start, the heads of loops and the final states.
type segment struct {
	from, to automata.State
	path     []logic.T // that it is taken, over the state at from
	after    map[logic.T]logic.T
}

// segmentsOf cuts the control into segments, with the terms of an encoder. ok
// is false if they become too large.
func segmentsOf(ctx context.Context, ctl *hoare.Control, enc *hoare.Encoder, engine smt.Engine) (out []segment, heads []automata.State, ok bool) {
	a := ctl.Auto
	heads = automata.LoopHeads(a)
	cut := make([]bool, a.NumStates())
	for _, q := range heads {
		cut[q] = true
	}
	for _, from := range append([]automata.State{a.Initial[0]}, heads...) {
		// The part of the control up to the next cutpoints, from a copy of this
		// one on.
		start := automata.State(a.NumStates())
		part := &automata.NFA{Initial: []automata.State{start}, Final: append(slices.Clone(a.Final), false),
			Out: append(slices.Clone(a.Out), a.Out[from]), Label: append(slices.Clone(a.Label), a.Label[from])}
		for q := range a.Out {
			if cut[q] || a.Final[q] {
				part.Final[q], part.Out[q] = true, nil
			}
		}
		u := unrollingOf(enc, ctl, part, engine)
		u.arrived = func(q automata.State, id int32, s *hoare.Sym) {
			out = append(out, segment{from, q, u.formula([]int32{id}, nil), changes(enc, s)})
		}
		if !u.unrollLevel(ctx) {
			return nil, nil, false
		}
	}
	return out, heads, true
}

// changes maps the symbols that have other values in a state to these.
func changes(enc *hoare.Encoder, s *hoare.Sym) map[logic.T]logic.T {
	m := map[logic.T]logic.T{}
	for i, t := range s.Vals {
		if t != enc.VarTerm[i] {
			m[enc.VarTerm[i]] = t
		}
	}
	for i, t := range s.Regs {
		if t != enc.RegTerm[i] {
			m[enc.RegTerm[i]] = t
		}
	}
	return m
}

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
}

func newHoudini(ctx context.Context, tb *logic.Table, engine smt.Engine, segs []segment, heads []automata.State, budget smt.Budget) *houdini {
	return &houdini{ctx: ctx, tb: tb, solver: smt.New(tb, engine, smt.Config{}), budget: budget, segs: segs, heads: heads,
		inv: inductive{}, open: make([]*smt.Session, len(segs)), eval: logic.NewEvaluator(tb)}
}

// session is the one of a segment.
func (h *houdini) session(i int) *smt.Session {
	if h.open[i] == nil {
		h.open[i] = h.solver.Session(h.segs[i].path...)
	}
	return h.open[i]
}

// propose adds proposals to all heads and removes those that are not kept. It
// is false if that was not finished.
func (h *houdini) propose(terms []logic.T) bool {
	for _, q := range h.heads {
		for _, t := range terms {
			if t != h.tb.True() && t != h.tb.False() && !slices.Contains(h.inv[q], t) {
				h.inv[q] = append(h.inv[q], t)
			}
		}
	}
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
	todo := h.inv[s.to]
	after := make(map[logic.T]logic.T, len(todo))
	for _, t := range todo {
		after[t] = h.tb.Subst(t, s.after)
	}
	given := map[logic.T]bool{}
	for _, t := range h.inv[s.from] {
		given[t] = true
	}
	wrong := map[logic.T]bool{}
	remove := func() {
		h.inv[s.to] = slices.DeleteFunc(slices.Clone(h.inv[s.to]), func(t logic.T) bool { return wrong[t] })
	}
	todo = slices.DeleteFunc(slices.Clone(todo), func(t logic.T) bool { return given[after[t]] || after[t] == h.tb.True() })
	for size := len(todo); len(todo) > 0; {
		if h.ctx.Err() != nil {
			return false
		}
		size = min(size, len(todo))
		var neg []logic.T
		for _, t := range todo[:size] {
			neg = append(neg, h.tb.Not(after[t]))
		}
		h.asked++
		x := h.session(i)
		r := x.CheckBudget(h.budget, append(slices.Clone(h.inv[s.from]), h.tb.Or(neg...))...)
		switch {
		case r == smt.Unsat:
			todo = todo[size:]
			size = len(todo)
			continue
		case r == smt.Sat:
			h.eval.Reset(x.Model())
			n := len(todo)
			todo = slices.DeleteFunc(todo, func(t logic.T) bool {
				bad := h.eval.Value(after[t]) == 0
				wrong[t] = wrong[t] || bad
				return bad
			})
			if len(todo) < n {
				break
			}
			fallthrough
		default:
			if size > 1 {
				size = (size + 1) / 2
				continue
			}
			wrong[todo[0]] = true
			todo = todo[1:]
			size = len(todo)
		}
		if s.from == s.to && len(wrong) > 0 {
			remove() // the hypothesis is weaker, too: begin again
			return h.weaken(i)
		}
	}
	remove()
	return true
}

// proves reports whether no final state can be reached.
func (h *houdini) proves(final []bool) bool {
	for i, s := range h.segs {
		if !final[s.to] {
			continue
		}
		h.asked++
		if h.session(i).CheckBudget(h.budget, h.inv[s.from]...) != smt.Unsat {
			return false
		}
	}
	return true
}

// slim leaves the conjuncts that the proof needs.
func (h *houdini) slim(final []bool) bool {
	need := inductive{}
	due := make([]bool, len(h.segs))
	for i, s := range h.segs {
		due[i] = final[s.to]
	}
	for again := true; again; {
		again = false
		for i, s := range h.segs {
			if !due[i] {
				continue
			}
			due[i] = false
			fixed := slices.Clone(s.path)
			if !final[s.to] {
				var neg []logic.T
				for _, t := range need[s.to] {
					neg = append(neg, h.tb.Not(h.tb.Subst(t, s.after)))
				}
				fixed = append(fixed, h.tb.Or(neg...))
			}
			r, core := h.solver.Core(append(fixed, need[s.from]...), h.inv[s.from], h.budget)
			if r != smt.Unsat {
				return false
			}
			if len(core) == 0 {
				continue
			}
			for _, k := range core {
				need[s.from] = append(need[s.from], h.inv[s.from][k])
			}
			again = true
			for k, r := range h.segs {
				due[k] = due[k] || r.to == s.from
			}
		}
	}
	h.inv = need
	return true
}

// inductive checks that an invariant is kept by all segments and keeps
// executions from all final states.
func (k *rechecker) inductive(ctl *hoare.Control, enc *hoare.Encoder, inv inductive) error {
	segs, heads, ok := segmentsOf(k.ctx, ctl, enc, k.engine)
	if !ok {
		return fmt.Errorf("the segments between loop heads have too many terms")
	}
	for q, conj := range inv {
		if len(conj) > 0 && !slices.Contains(heads, q) {
			return fmt.Errorf("something is claimed at a state that is not the head of a loop")
		}
	}
	tb := enc.TB
	for _, s := range segs {
		if k.stop() {
			return k.ctx.Err()
		}
		f := append(slices.Clone(s.path), inv[s.from]...)
		if !ctl.Auto.Final[s.to] {
			var neg []logic.T
			for _, t := range inv[s.to] {
				neg = append(neg, tb.Not(tb.Subst(t, s.after)))
			}
			if len(neg) == 0 {
				continue
			}
			f = append(f, tb.Or(neg...))
		}
		if err := k.unsat(tb, f); err != nil {
			return fmt.Errorf("from %s to %s: %w", ctl.Locs[s.from].Pos, ctl.Locs[s.to].Pos, err)
		}
	}
	return nil
}
