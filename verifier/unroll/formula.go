package unroll

import (
	"culprit/automata"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Solve asks whether one of the targets or one of the edges is reachable.
func (u *Unrolling) Solve(engine smt.Engine, targets []int32, edges []Edge, budget smt.Budget) (smt.Result, *logic.Model) {
	r, m, err := engine.Check(u.Enc.TB, u.Formula(targets, edges), budget)
	if err != nil {
		return smt.Unknown, nil
	}
	return r, m
}

// Formula says that one of the targets or one of the edges is reached. It
// contains the definitions of their ancestors only.
func (u *Unrolling) Formula(targets []int32, edges []Edge) []logic.T {
	tb := u.Enc.TB
	tb.Clock.Count(len(u.inst), work.Query)
	var goal []logic.T
	seen := make([]bool, len(u.inst))
	var work []int32
	visit := func(i int32) {
		if i >= 0 && !seen[i] {
			seen[i] = true
			work = append(work, i)
		}
	}
	for _, t := range targets {
		goal = append(goal, u.inst[t].guard)
		visit(t)
	}
	for _, e := range edges {
		goal = append(goal, e.cond)
		visit(e.from)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range u.inst[i].in {
			visit(e.from)
		}
	}
	f := []logic.T{tb.Or(goal...)}
	for i := range u.inst {
		if seen[i] {
			if d := u.definition(i); d != tb.True() {
				f = append(f, d)
			}
		}
	}
	return f
}

// definition says how an instance is reached.
func (u *Unrolling) definition(i int) logic.T {
	tb, in := u.Enc.TB, u.inst[i]
	if in.guard == tb.True() {
		return tb.True()
	}
	return tb.Implies(in.guard, tb.Or(conditions(in.in)...))
}

// Closed is a term over an instance and its ancestors with their guards replaced
// by how they are reached.
func (u *Unrolling) Closed(end int32, t logic.T) logic.T {
	return u.Enc.TB.Subst(t, u.Reached(end))
}

// Reached says how an instance and its ancestors are reached, by guard.
func (u *Unrolling) Reached(end int32) map[logic.T]logic.T {
	tb := u.Enc.TB
	is := map[logic.T]logic.T{}
	for _, in := range u.inst[:end+1] {
		if reached := tb.Or(conditions(in.in)...); tb.Op(in.guard) == logic.OpVar && reached != in.guard {
			is[in.guard] = tb.Subst(reached, is)
		}
	}
	return is
}

// conditions are those of edges.
func conditions(edges []Edge) []logic.T {
	out := make([]logic.T, len(edges))
	for i, e := range edges {
		out[i] = e.cond
	}
	return out
}

// path reads the word of a reachable target off a model, backwards.
func (u *Unrolling) path(targets []int32, m *logic.Model) []automata.Letter {
	cur := u.hit(targets, m)
	if cur < 0 {
		return nil
	}
	ev := logic.NewEvaluator(u.Enc.TB)
	ev.Reset(m)
	var rev []automata.Letter
	for cur >= 0 {
		found := false
		for _, e := range u.inst[cur].in {
			if ev.Value(e.cond) != 0 {
				if e.from >= 0 {
					rev = append(rev, e.letter)
				}
				cur, found = e.from, true
				break
			}
		}
		if !found {
			return nil
		}
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return rev
}

// hit is the target a model reaches, or -1.
func (u *Unrolling) hit(targets []int32, m *logic.Model) int32 {
	ev := logic.NewEvaluator(u.Enc.TB)
	ev.Reset(m)
	for _, t := range targets {
		if ev.Value(u.inst[t].guard) != 0 {
			return t
		}
	}
	return -1
}
