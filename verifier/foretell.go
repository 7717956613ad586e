package verifier

import (
	"context"
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/cfg/prophecy"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Facts about all elements of an array: an error location is proved in copies
// of the program that foretell which elements the assertion before it
// reads (package prophecy), by an inductive invariant (houdini.go).

// foreteller is the source that does so, in rounds with ever more work.
type foreteller struct {
	due    work.Amount       // when the next round begins
	tried  map[*cfg.Loc]bool // with all proposals, so that more work is of no use
	joined bool              // one invariant for all was tried likewise
	left   *unproved         // what that left
}

// foretold is the proof of one error location: an invariant for each copy, in
// the order of prophecy.Plans.
type foretold struct {
	target *cfg.Loc
	copies []invariantOf
}

type invariantOf struct {
	tb  *logic.Table // of the terms
	inv inductive
}

// turn tries the locations that remain, when easier means had their chance.
func (s *foreteller) turn(ctx context.Context, v *run) (over bool) {
	if len(v.res.Traces) > 0 || v.elapsed() < max(s.due, foretellAt) {
		return false
	}
	v.phase(PhaseForetell, func() { v.foretell(ctx, max(firstForetell, v.elapsed()/foretellPart)) })
	s.due = foretellGrowth * v.elapsed()
	return false
}

// foretell removes the error locations that it proves. None but the last gets
// more than half of the work that is left.
func (v *run) foretell(ctx context.Context, limit work.Amount) {
	if v.predict.tried == nil {
		v.predict.tried = map[*cfg.Loc]bool{}
	}
	start := v.clock.Now()
	// What refinement proves says more in a witness: about all places of a loop.
	if !v.predict.joined && (!v.cfg.Annotate || v.predict.due > 0) {
		within, cancel := v.clock.WithLimit(ctx, limit/2)
		v.proveTogether(within)
		v.predict.joined = within.Err() == nil
		cancel()
	}
	targets := v.rest.targets()
	for i, l := range targets {
		left := limit - v.clock.Since(start)
		if l.Kind != cfg.Error || v.predict.tried[l] || left < limit/foretellLeast || ctx.Err() != nil {
			continue
		}
		if i+1 < len(targets) {
			left /= 2
		}
		within, cancel := v.clock.WithLimit(ctx, left)
		f := v.foretellOne(within, l)
		v.predict.tried[l] = within.Err() == nil
		cancel()
		if f != nil {
			v.proof.Foretold = append(v.proof.Foretold, *f)
			v.rest.dropFinals(func(m *cfg.Loc) bool { return m == l })
			v.unroll.restart()
			v.log("%s: proved by prophecy", l.Pos)
		}
	}
}

// foretellOne proves one location, or gives up.
func (v *run) foretellOne(ctx context.Context, l *cfg.Loc) *foretold {
	f := &foretold{target: l}
	for _, pl := range prophecy.Plans(v.task.prog, l) {
		if len(pl.Sites) == 0 {
			v.log("%s: the assertion reads no memory that is foretold", l.Pos)
			return nil
		}
		told := prophecy.Instrument(v.task.prog, pl)
		ctl, err := hoare.BuildControl(told.Prog, nil, maxNodes)
		if err != nil {
			return nil
		}
		inv := v.invariant(ctx, told, ctl)
		if inv == nil {
			return nil
		}
		f.copies = append(f.copies, *inv)
	}
	return f
}

// invariant looks for one that keeps the copy from its error location.
func (v *run) invariant(ctx context.Context, told *prophecy.Told, ctl *hoare.Control) *invariantOf {
	enc := hoare.NewEncoder(newTable(v.clock), told.Prog)
	tb := enc.TB
	segs, heads, ok := segmentsOf(ctx, ctl, enc, v.engine)
	if !ok {
		return nil
	}
	h := newHoudini(ctx, tb, v.engine, segs, heads, smt.Budget{Work: foretellQuery, Ctx: ctx})
	at := hoare.NewSym(enc)
	for i, group := range told.Templates() {
		var terms []logic.T
		if i == 0 {
			checker := hoare.NewChecker(enc, smt.New(tb, v.engine, smt.Config{}), ctl.Letters)
			terms = guess(enc, sample(enc, ctl, loopVariables(checker, ctl)))
		}
		for _, x := range group {
			terms = append(terms, enc.Expr(x, at))
		}
		done := h.propose(terms, nil)
		v.log("prophecy: %d proposals at %d heads, %d segments, %d kept, %d questions, finished: %v", len(terms), len(heads), len(segs), h.inv.size(), h.asked, done)
		if !done {
			return nil
		}
		if h.proves(ctl.Auto.Final) {
			h.slim(ctl.Auto.Final)
			return &invariantOf{tb, h.inv}
		}
	}
	return nil
}

// foretold checks the proof of a location: that there is one for each copy, on
// copies that are made again.
func (k *rechecker) foretold(prog *cfg.Program, f foretold) error {
	plans := prophecy.Plans(prog, f.target)
	if len(plans) != len(f.copies) {
		return fmt.Errorf("%d copies of the program for %d ways to read", len(f.copies), len(plans))
	}
	for i, pl := range plans {
		told := prophecy.Instrument(prog, pl)
		ctl, err := hoare.BuildControl(told.Prog, nil, maxNodes)
		if err != nil {
			return err
		}
		if err := k.inductive(ctl, hoare.NewEncoder(f.copies[i].tb, told.Prog), f.copies[i].inv); err != nil {
			return fmt.Errorf("copy %d: %w", i, err)
		}
	}
	return nil
}

// targets are the locations that traces remain to, in the order of states.
func (r *remaining) targets() []*cfg.Loc {
	var out []*cfg.Loc
	for q, f := range r.nfa.Final {
		if l := r.loc(int32(q)); f && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}
