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
	"culprit/verifier/predicates"
)

// Facts about all elements of an array: an error location is proved in copies
// of the program that foretell which elements the assertion before it
// reads (package prophecy), by an inductive invariant (houdini.go).

// foreteller is the source that does so, in rounds with ever more work.
type foreteller struct {
	due      work.Amount       // when the next round begins
	tried    map[*cfg.Loc]bool // with all proposals, so that more work is of no use
	open     map[*cfg.Loc]*foretelling
	joined   bool           // one invariant for all was tried likewise
	left     *unproved      // what that left
	elements *elementSearch // that was interrupted, or nil
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
		v.predict.tried, v.predict.open = map[*cfg.Loc]bool{}, map[*cfg.Loc]*foretelling{}
	}
	start := v.clock.Now()
	// What refinement proves says more in a witness: about all places of a loop.
	if !v.predict.joined && (!v.cfg.Annotate || v.predict.due > 0) {
		within, cancel := v.clock.WithLimit(ctx, limit/2)
		v.proveTogether(within)
		v.predict.joined = within.Err() == nil
		cancel()
	}
	if v.predict.elements != nil {
		v.predict.elements.advance(ctx, v, limit/2)
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
	done  []invariantOf
	copy  *foretoldCopy // of the plan after these, nil: not begun
}

// foretoldCopy is the search for an invariant of one copy.
type foretoldCopy struct {
	told   *prophecy.Told
	ctl    *hoare.Control
	enc    *hoare.Encoder
	h      *houdini
	groups [][]cfg.Expr // proposals
	next   int          // of them
	asked  bool         // nothing is left to ask about the ones before
}

// foretellOne proves one location, or gives up.
func (v *run) foretellOne(ctx context.Context, l *cfg.Loc) *foretold {
	a := v.predict.open[l]
	if a == nil {
		a = &foretelling{plans: prophecy.Plans(v.task.prog, l)}
		if len(v.predict.open) < mostLeft {
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
			a.copy = v.copyFor(ctx, pl)
		}
		if a.copy == nil {
			return nil
		}
		inv := a.copy.advance(ctx, v)
		if inv == nil {
			return nil
		}
		a.done, a.copy = append(a.done, *inv), nil
	}
	return &foretold{l, a.done}
}

// copyFor begins a search.
func (v *run) copyFor(ctx context.Context, pl prophecy.Plan) *foretoldCopy {
	told := prophecy.Instrument(v.task.prog, pl)
	ctl, err := hoare.BuildControl(told.Prog, nil, maxNodes)
	if err != nil {
		return nil
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), told.Prog)
	segs, heads, ok := segmentsOf(ctx, ctl, enc, v.engine)
	if !ok {
		return nil
	}
	h := newHoudini(ctx, enc.TB, v.engine, segs, heads, smt.Budget{Work: foretellQuery, Ctx: ctx})
	return &foretoldCopy{told: told, ctl: ctl, enc: enc, h: h, groups: told.Templates(), asked: true}
}

// advance goes on until there is an invariant that keeps the copy from its error
// location. Nil: it was interrupted, or there is none.
func (c *foretoldCopy) advance(ctx context.Context, v *run) *invariantOf {
	c.h.ctx, c.h.budget.Ctx = ctx, ctx
	for !c.asked || c.next < len(c.groups) {
		if c.asked {
			c.h.add(c.proposals(v.engine), nil)
			c.next, c.asked = c.next+1, false
		}
		done := c.h.settle()
		v.log("prophecy: group %d at %d heads, %d segments, %d kept, %d questions, finished: %v", c.next, len(c.h.heads), len(c.h.segs), c.h.inv.size(), c.h.asked, done)
		if !done {
			return nil
		}
		proves := c.h.proves(c.ctl.Auto.Final)
		if ctx.Err() != nil {
			return nil
		}
		if c.asked = true; proves {
			c.h.slim(c.ctl.Auto.Final)
			return &invariantOf{c.enc.TB, c.h.inv}
		}
	}
	return nil
}

// proposals are those of the next group; samples add to the first.
func (c *foretoldCopy) proposals(engine smt.Engine) (terms []logic.T) {
	if c.next == 0 {
		checker := hoare.NewChecker(c.enc, smt.New(c.enc.TB, engine, smt.Config{}), c.ctl.Letters)
		terms = predicates.Guess(c.enc, predicates.Sample(c.enc, c.ctl, predicates.LoopVariables(checker, c.ctl)))
	}
	at := hoare.NewSym(c.enc)
	for _, x := range c.groups[c.next] {
		terms = append(terms, c.enc.Expr(x, at))
	}
	return terms
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
		if err := k.inductive(ctl, hoare.NewEncoder(f.copies[i].tb, told.Prog), f.copies[i].inv, nil); err != nil {
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
