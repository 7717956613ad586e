package inductive

import (
	"context"
	"fmt"
	"slices"

	"culprit/analysis/prophecy"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/predicates"
)

// The recheck of inductive invariants, on segments that are made again.

// Checker decides the steps of a proof once more.
type Checker interface {
	// Context ends the recheck.
	Context() context.Context
	// Engine decides the steps.
	Engine() smt.Engine
	// Unsat requires that a conjunction cannot hold. It counts as a step.
	Unsat(tb *logic.Table, f []logic.T) error
	// Decided counts a step that was decided with the engine directly.
	Decided()
}

// Proof is an inductive invariant, with the table of its terms.
type Proof struct {
	TB  *logic.Table
	Inv Invariant
}

// Joint is an invariant of the program as it is, and the error locations that it
// proves.
type Joint struct {
	Ctl     *hoare.Control // of the whole program, which inv is about
	Targets []*cfg.Loc
	Proof
	Elements *elements // of which it speaks, or nil
}

// Check rechecks an invariant of the program, on a control that is built again.
func (j *Joint) Check(k Checker, prog *cfg.Program) error {
	ctl, err := hoare.BuildControl(prog, nil, hoare.MaxInlined)
	if err != nil {
		return err
	}
	finalsOnly(ctl, j.Targets)
	return check(k, ctl, hoare.NewEncoder(j.TB, prog), j.Inv, j.Elements)
}

// Foretold is the proof of one error location: an invariant for each copy, in
// the order of prophecy.Plans.
type Foretold struct {
	Target *cfg.Loc
	Copies []Proof
}

// Check rechecks the proof of a location: that there is one for each copy, on
// copies that are made again.
func (f *Foretold) Check(k Checker, prog *cfg.Program) error {
	plans := prophecy.Plans(prog, f.Target)
	if len(plans) != len(f.Copies) {
		return fmt.Errorf("%d copies of the program for %d ways to read", len(f.Copies), len(plans))
	}
	for i, pl := range plans {
		told := prophecy.Instrument(prog, pl)
		ctl, err := hoare.BuildControl(told.Prog, nil, hoare.MaxInlined)
		if err != nil {
			return err
		}
		if err := check(k, ctl, hoare.NewEncoder(f.Copies[i].TB, told.Prog), f.Copies[i].Inv, nil); err != nil {
			return fmt.Errorf("copy %d: %w", i, err)
		}
	}
	return nil
}

// finalsOnly leaves the final states at some locations.
func finalsOnly(ctl *hoare.Control, locs []*cfg.Loc) {
	for q, target := range finalsOf(ctl, locs) {
		ctl.Auto.Final[q] = ctl.Auto.Final[q] && target
	}
}

// check checks that an invariant is kept by all segments and keeps
// executions from all final states.
func check(k Checker, ctl *hoare.Control, enc *hoare.Encoder, inv Invariant, of *elements) error {
	ctx, engine := k.Context(), k.Engine()
	segs, heads, ok := SegmentsOf(ctx, ctl, enc, engine)
	if !ok {
		return fmt.Errorf("the segments between loop heads have too many terms")
	}
	for q, conj := range inv {
		if len(conj) > 0 && !slices.Contains(heads, q) {
			return fmt.Errorf("something is claimed at a state that is not the head of a loop")
		}
	}
	tb := enc.TB
	if of != nil {
		if err := of.arbitrary(enc, segs); err != nil {
			return err
		}
	}
	for _, s := range segs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		known, _ := of.instances(s.from, inv[s.from], func(t, a logic.T) logic.T { return of.of(tb, t, a) })
		given := append(slices.Clone(s.Path), known...)
		var neg []logic.T
		for _, t := range inv[s.To] {
			neg = append(neg, tb.Not(tb.Subst(t, s.After)))
		}
		if ctl.Auto.Final[s.To] {
			neg = []logic.T{tb.True()}
		}
		if len(neg) > maxTogether {
			// Mostly they are decided at once, but not the clauses of a large machine.
			if r, _, err := engine.Check(tb, replaced(tb, append(slices.Clone(given), tb.Or(neg...))), smt.Budget{Time: QueryWork.Time(), Ctx: ctx}); err == nil && r == smt.Unsat {
				k.Decided()
				continue
			}
		}
		for part := range slices.Chunk(neg, maxTogether) {
			if err := k.Unsat(tb, replaced(tb, append(slices.Clone(given), tb.Or(part...)))); err != nil {
				return fmt.Errorf("from %s to %s: %w", ctl.Locs[s.from].Pos, ctl.Locs[s.To].Pos, err)
			}
		}
	}
	return nil
}

// replaced puts what a variable is equal to in its place, for all equations among
// the terms: what is left to decide about a[i] is then often that indices differ,
// not that addresses do.
func replaced(tb *logic.Table, f []logic.T) []logic.T {
	f = slices.Clone(f)
	for i := range f {
		if tb.Op(f[i]) != logic.OpEq {
			continue
		}
		x, y := tb.Args(f[i])[0], tb.Args(f[i])[1]
		if tb.Op(x) != logic.OpVar {
			x, y = y, x
		}
		if tb.Op(x) != logic.OpVar || tb.Occurs(x, y) {
			continue
		}
		for j, t := range f {
			f[j] = tb.Subst(t, map[logic.T]logic.T{x: y})
		}
	}
	return f
}

// Copy is the search for an invariant of one copy.
type Copy struct {
	ctl    *hoare.Control
	enc    *hoare.Encoder
	h      *Houdini
	groups [][]cfg.Expr // proposals
	next   int          // of them
	asked  bool         // nothing is left to ask about the ones before
}

// NewCopy begins a search.
func NewCopy(ctx context.Context, prog *cfg.Program, pl prophecy.Plan, engine smt.Engine, clock *work.Clock) *Copy {
	told := prophecy.Instrument(prog, pl)
	ctl, err := hoare.BuildControl(told.Prog, nil, hoare.MaxInlined)
	if err != nil {
		return nil
	}
	enc := hoare.NewEncoder(logic.TableOn(clock), told.Prog)
	segs, heads, ok := SegmentsOf(ctx, ctl, enc, engine)
	if !ok {
		return nil
	}
	h := NewHoudini(ctx, enc.TB, engine, segs, heads, smt.Budget{Work: QueryWork, Ctx: ctx})
	return &Copy{ctl: ctl, enc: enc, h: h, groups: told.Templates(), asked: true}
}

// Advance goes on until there is an invariant that keeps the copy from its error
// location. Nil: it was interrupted, or there is none.
func (c *Copy) Advance(ctx context.Context, engine smt.Engine, log func(format string, args ...any)) *Proof {
	c.h.Within(ctx)
	for !c.asked || c.next < len(c.groups) {
		if c.asked {
			c.h.add(c.proposals(engine), nil)
			c.next, c.asked = c.next+1, false
		}
		done := c.h.Settle()
		log("prophecy: group %d, %v, finished: %v", c.next, c.h, done)
		if !done {
			return nil
		}
		proves := c.h.proves(c.ctl.Auto.Final)
		if ctx.Err() != nil {
			return nil
		}
		c.asked = true
		if proves {
			c.h.slim(c.ctl.Auto.Final)
			return &Proof{c.enc.TB, c.h.inv}
		}
	}
	return nil
}

// proposals are those of the next group; samples add to the first.
func (c *Copy) proposals(engine smt.Engine) (terms []logic.T) {
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
