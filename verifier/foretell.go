package verifier

import (
	"context"
	"slices"

	"culprit/analysis/prophecy"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/verifier/inductive"
)

// Facts about all elements of an array: an error location is proved in copies
// of the program that foretell which elements the assertion before it
// reads (package prophecy), by an inductive invariant (houdini.go).

// foreteller is the source that does so, in rounds with ever more work.
type foreteller struct {
	due      work.Amount       // when the next round begins
	tried    map[*cfg.Loc]bool // with all proposals, so that more work is of no use
	open     map[*cfg.Loc]*foretelling
	joined   bool            // one invariant for all was tried likewise
	left     *inductive.Open // what that left
	elements *inductive.Open // the search for an invariant of all elements, or nil
}

// turn tries the locations that remain, when easier means had their chance.
func (s *foreteller) turn(ctx context.Context, v *run) (over bool) {
	if len(v.res.Traces) > 0 || v.elapsed() < max(s.due, predicting.after) {
		return false
	}
	v.phase(PhaseForetell, func() { v.foretell(ctx, predicting.turn(v)) })
	s.due = predicting.next(v)
	return false
}

// foretell removes the error locations that it proves. None but the last gets
// more than half of the work that is left.
func (v *run) foretell(ctx context.Context, limit work.Amount) {
	if v.predict.tried == nil {
		v.predict.tried, v.predict.open = map[*cfg.Loc]bool{}, map[*cfg.Loc]*foretelling{}
	}
	start := v.clock.Now()
	// A proof by refinement says more in a witness: about all places of a loop.
	if !v.predict.joined && (!v.cfg.Annotate || v.predict.due > 0) && withTogether.On() {
		within, cancel := v.clock.WithLimit(ctx, limit/2)
		v.proveTogether(within)
		v.predict.joined = within.Err() == nil
		cancel()
	}
	if v.predict.elements != nil {
		v.proveElements(ctx, limit/2)
	}
	if !withProphecy.On() {
		return
	}
	targets := v.rest.targets()
	for i, l := range targets {
		left := limit - v.clock.Since(start)
		if l.Kind != cfg.Error || v.predict.tried[l] || left < limit/(2*queryPart) || ctx.Err() != nil {
			continue
		}
		if i+1 < len(targets) {
			left /= 2
		}
		within, cancel := v.clock.WithLimit(ctx, left)
		f := v.foretellOne(within, l)
		v.predict.tried[l] = within.Err() == nil
		cancel()
		if f != nil || v.predict.tried[l] {
			delete(v.predict.open, l) // another one may be kept in its place
		}
		if f != nil {
			v.proof.Foretold = append(v.proof.Foretold, *f)
			v.rest.dropFinals(func(m *cfg.Loc) bool { return m == l })
			v.unroll.restart()
			v.log("%s: proved by prophecy", l.Pos)
		}
	}
}

// foretelling is the attempt at one location: an interrupted one goes on where it was.
type foretelling struct {
	plans []prophecy.Plan
	done  []inductive.Proof
	copy  *inductive.Copy // of the plan after these, nil: not begun
}

// foretellOne proves one location, or gives up.
func (v *run) foretellOne(ctx context.Context, l *cfg.Loc) *inductive.Foretold {
	a := v.predict.open[l]
	if a == nil {
		a = &foretelling{plans: prophecy.Plans(v.task.prog, l)}
		if len(v.predict.open) < inductive.MaxOpen {
			v.predict.open[l] = a
		}
	}
	for len(a.done) < len(a.plans) {
		pl := a.plans[len(a.done)]
		if len(pl.Sites) == 0 {
			v.log("%s: the assertion reads no memory that is foretold", l.Pos)
			return nil
		}
		if a.copy == nil {
			a.copy = inductive.NewCopy(ctx, v.task.prog, pl, v.engine, v.clock)
		}
		if a.copy == nil {
			return nil
		}
		inv := a.copy.Advance(ctx, v.engine, v.log)
		if inv == nil {
			return nil
		}
		a.done, a.copy = append(a.done, *inv), nil
	}
	return &inductive.Foretold{Target: l, Copies: a.done}
}

// proveTogether removes the error locations that one invariant of the program proves.
func (v *run) proveTogether(ctx context.Context) {
	targets := slices.DeleteFunc(v.rest.targets(), func(l *cfg.Loc) bool { return l.Kind != cfg.Error })
	t := inductive.Prove(ctx, v.checker.Enc, v.engine, targets, v.log)
	if t == nil {
		return
	}
	left := t.Left()
	v.predict.left = left
	if len(t.Proved) > 0 {
		v.proveJoint(t.Open, t.Proved)
	}
	if t.Complete && left != nil && len(left.Targets) <= inductive.MaxOpen && withElements.On() {
		v.predict.elements = left.ForElements(ctx, v.checker.Enc, v.engine)
	}
}

// proveElements goes on with the search for an invariant of all elements, for an
// amount of work, and removes the error locations that are proved in the end. An
// interrupted search goes on where it was.
func (v *run) proveElements(ctx context.Context, limit work.Amount) {
	s := v.predict.elements
	within, cancel := v.clock.WithLimit(ctx, limit)
	defer cancel()
	s.Within(within)
	done := s.Settle()
	v.log("elements: %v, finished: %v", s, done)
	if !done {
		return
	}
	proved := s.Only(v.rest.among(s.Targets))
	if within.Err() != nil {
		return
	}
	s.Within(ctx) // what is proved is not given up for a limit
	v.predict.elements = nil
	if len(proved) > 0 {
		v.proveJoint(s, proved)
	}
}

// proveJoint removes the error locations that an invariant proves.
func (v *run) proveJoint(o *inductive.Open, proved []*cfg.Loc) {
	j, ok := o.Joint(proved)
	if !ok {
		return
	}
	v.log("invariant: %d of %d error locations proved", len(proved), len(o.Targets))
	v.proof.Joint = append(v.proof.Joint, j)
	v.rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(proved, l) })
	v.unroll.restart()
}
