package inductive

import (
	"context"

	"culprit/analysis/prophecy"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/predicates"
)

// Copy is the search for an invariant of one copy.
type Copy struct {
	told   *prophecy.Told
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
	h := NewHoudini(ctx, enc.TB, engine, segs, heads, smt.Budget{Work: queryWork, Ctx: ctx})
	return &Copy{told: told, ctl: ctl, enc: enc, h: h, groups: told.Templates(), asked: true}
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
