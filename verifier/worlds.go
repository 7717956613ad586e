package verifier

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// An error that a program reaches whatever the bits of its addresses are may be reached
// by several paths, one for each bucket that a hash of a pointer leads to: none of
// them alone is a trace that rests on nothing. Each path says which values take it. Where
// others are left, one of them is executed, and its path is asked the same, until there
// is none: that is the tree of all executions with the inputs of the trace, and if each
// ends with an error, so does the program.

// worlds looks at the executions of the program that have the inputs of a trace.
type worlds struct {
	*run
	execute func([]cfg.Input) *cfg.Trace
	error   *cfg.Loc
	seen    int
	longest *cfg.Trace
}

// everyWorld reports whether the program, with the inputs of a trace, violates the property of
// its error whatever the values are that are merely not known. Where that is at several
// places, such as a check of what was found and one of what it holds, the trace has to
// be at that of the longest execution: bits of one address that differ from one question to the next are in
// no world, and what they contradict fails early.
func (v *run) everyWorld(ctx context.Context, t *cfg.Trace) bool {
	if v.cfg.Worlds == nil {
		return false
	}
	begun := v.clock.Now()
	ctx, cancel := v.clock.WithLimit(ctx, turnWork+begun/smallPart-v.otherWorlds)
	defer cancel()
	defer func() { v.otherWorlds += v.clock.Since(begun) }()
	w := &worlds{run: v, execute: v.cfg.Worlds(v.task.orig, v.clock), error: target(t)}
	first := w.execute(t.Inputs)
	ok := first != nil && w.fails(ctx, first, 0, true) && target(w.longest) == w.error
	v.log("%d executions in other worlds, all fail: %v", w.seen, ok)
	return ok
}

// fails reports whether all executions fail that are as a trace up to a step; the trace
// is one of them. same says that it has to be at the same place.
func (w *worlds) fails(ctx context.Context, t *cfg.Trace, from int, same bool) bool {
	at := target(t)
	w.seen++
	if w.longest == nil || len(t.Edges) > len(w.longest.Edges) {
		w.longest = t
	}
	if w.seen > maxWorlds || ctx.Err() != nil || at.Property != w.error.Property || same && at != w.error || w.overlap(t) {
		return false
	}
	if _, inside := w.outsideAccesses(t); inside {
		return false
	}
	r := w.residueOf(t)
	if r == nil {
		return true
	}
	if r.what != "" || r.s.Dead || len(r.s.Inputs) != len(t.Inputs) {
		return false
	}
	for i, c := range r.conds {
		switch {
		case c.role == elseErrorCond && slices.ContainsFunc(t.Edges[c.step].From.Out, func(e *cfg.Edge) bool {
			return e.To.Kind == cfg.Error && e.To.Property != w.error.Property
		}):
			return false
		case c.role == askedCond && c.step >= from && !w.others(ctx, t, r, i):
			return false
		}
	}
	return true
}

// others reports whether all executions fail for which condition i of a trace is the
// first one that does not hold.
func (w *worlds) others(ctx context.Context, t *cfg.Trace, r *residue, i int) bool {
	c := r.conds[i]
	ask := []logic.T{r.tb.Not(c.term)}
	for _, b := range r.bound {
		if b.step <= c.step {
			ask = append(ask, b.term)
		}
	}
	for _, b := range r.conds[:i] {
		ask = append(ask, b.term)
	}
	solver := smt.New(r.tb, w.engine, smt.Config{})
	switch solver.CheckBudget(w.question(ctx), ask...) {
	case smt.Unsat:
		return true
	case smt.Unknown:
		return false
	}
	var inputs []cfg.Input
	for k, in := range r.s.CfgInputs(solver.Model()) {
		switch {
		case in.Step > c.step:
		case isVariable(r.tb, r.s.Inputs[k].Term):
			inputs = append(inputs, in)
		default:
			inputs = append(inputs, t.Inputs[k])
		}
	}
	o := w.execute(inputs)
	turned := o != nil && len(t.Edges[c.step].From.Out) == 2 && len(o.Edges) > c.step && slices.Equal(o.Edges[:c.step], t.Edges[:c.step]) && o.Edges[c.step] != t.Edges[c.step]
	// The behaviour that an unmodelled library does not promise is one thing in the real world:
	// another error that it leads to may be none.
	vars := r.tb.Vars(c.term)
	same := slices.ContainsFunc(r.s.Inputs, func(in hoare.SymInput) bool {
		return slices.Contains(vars, in.Term) && !ofAddress(in.Edge)
	})
	return turned && w.fails(ctx, o, c.step+1, same)
}

// target is where a trace ends.
func target(t *cfg.Trace) *cfg.Loc { return t.Edges[len(t.Edges)-1].To }

// isVariable reports whether a term is a variable.
func isVariable(tb *logic.Table, t logic.T) bool { return slices.Contains(tb.Vars(t), t) }

// ofAddress reports whether a statement gives a variable the bits of an address.
func ofAddress(e *cfg.Edge) bool {
	h, ok := e.Stmt.(*cfg.Havoc)
	return ok && h.Func == cfg.AddressBits
}
