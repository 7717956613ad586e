package inductive

import (
	"context"
	"maps"
	"slices"

	"culprit/analysis/prophecy"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/predicates"
)

// One inductive invariant about the numbers of the program as it is, with what
// the program asserts among the proposals (prophecy.Facts), proves all error
// locations that it can at once: assertions of one data structure rest on the
// same facts, which are looked for and checked once.

// Together is the search for one invariant of the program that proves as many error
// locations as it can. An interrupted one goes on where it was.
type Together struct {
	*Open                                    // with what is known, and the error locations that are asked about
	Proved []*cfg.Loc                        // so far
	known  Invariant                         // without what is not decided yet
	stages []func(context.Context) proposals // that are still to be made
	begun  bool                              // the first of them was
}

// proposals are what may hold at all heads, and at single ones.
type proposals struct {
	terms  []logic.T
	single Invariant
}

// NewTogether begins without proposals. It is nil if the program has no loops or is too
// large.
func NewTogether(ctx context.Context, enc *hoare.Encoder, engine smt.Engine, targets []*cfg.Loc) *Together {
	prog := enc.Prog
	ctl, err := hoare.BuildControl(prog, nil, hoare.MaxInlined)
	if err != nil {
		return nil
	}
	finalsOnly(ctl, targets)
	segs, heads, ok := SegmentsOf(ctx, ctl, enc, engine)
	if !ok || len(heads) == 0 {
		return nil
	}
	h := NewHoudini(ctx, enc.TB, engine, segs, heads, smt.Budget{Work: QueryWork / 10, Ctx: ctx})
	t := &Together{Open: &Open{h, ctl, targets}, known: Invariant{}}
	at := hoare.NewSym(enc)
	stage := func(xs []cfg.Expr) {
		t.stages = append(t.stages, func(context.Context) proposals {
			terms := make([]logic.T, len(xs))
			for i, x := range xs {
				terms[i] = enc.Expr(x, at)
			}
			return proposals{terms: terms}
		})
	}
	once, again := prophecy.Written(prog)
	var numbers []cfg.Expr
	if withFacts.On() {
		stage(append(prophecy.Blocks(prog), once...))
		for i, group := range prophecy.Facts(prog) {
			stage(group)
			if i == 0 {
				numbers = group
			}
		}
	}
	t.stages = append(t.stages, func(context.Context) proposals { return t.asked(enc, engine, numbers) })
	if prog.Slots && withFacts.On() { // loops within loops over texts; of numbers the others know more
		stage(again)
	}
	return t
}

// asked are what the errors that are open ask of the heads, with linear forms. Numbers
// that did not hold by themselves are proposed again: they may do with the rest.
func (t *Together) asked(enc *hoare.Encoder, engine smt.Engine, numbers []cfg.Expr) (p proposals) {
	open := without(t.Targets, t.Proved)
	if len(open) > MaxOpen {
		return proposals{}
	}
	p.single = t.wanted(enc, finalsOf(t.ctl, open))
	if p.single.size() == 0 && withExits.On() {
		return proposals{}
	}
	at := hoare.NewSym(enc)
	for _, x := range numbers {
		p.terms = append(p.terms, enc.Expr(x, at))
	}
	if withForms.On() && t.numeric(p.single) {
		checker := hoare.NewChecker(enc, smt.New(enc.TB, engine, smt.Config{}), t.ctl.Letters)
		s := predicates.Sample(enc, t.ctl, predicates.LoopVariables(checker, t.ctl))
		p.terms = append(p.terms, predicates.Guess(enc, s)...)
		for _, q := range t.heads { // at all heads: samples do not come to each
			l := t.ctl.Auto.Label[q]
			p.terms = append(p.terms, predicates.Forms(enc, s.Vars[l], s.Rows[l])...)
		}
	}
	return p
}

// Advance goes on about those error locations that are open until all proposals are
// decided or these are proved; false if that was interrupted.
func (t *Together) Advance(ctx context.Context, open []*cfg.Loc, log func(format string, args ...any)) (over bool) {
	t.Within(ctx)
	t.Targets, t.Proved = open, nil
	for len(t.stages) > 0 && len(t.Proved) < len(t.Targets) {
		if !t.begun {
			p := t.stages[0](ctx)
			if ctx.Err() != nil {
				return false
			}
			log("invariant: %d proposals", len(p.terms)+p.single.size())
			t.add(p.terms, p.single)
			t.begun = true
		}
		done := t.Settle()
		log("invariant: %v, finished: %v", t.Houdini, done)
		if !done {
			return false
		}
		proved := t.provedOf(t.ctl, t.Targets)
		if ctx.Err() != nil {
			return false
		}
		t.Proved, t.known = proved, maps.Clone(t.inv)
		t.stages, t.begun = t.stages[1:], false
	}
	return true
}

// without are the locations that are not among others.
func without(locs, others []*cfg.Loc) []*cfg.Loc {
	return slices.DeleteFunc(slices.Clone(locs), func(l *cfg.Loc) bool { return slices.Contains(others, l) })
}

// Known is what is known for some error locations, without proposals that are not
// decided. What becomes of it leaves the search as it is.
func (t *Together) Known(targets []*cfg.Loc) *Open {
	h := *t.Houdini
	h.inv = maps.Clone(t.known)
	return &Open{&h, t.ctl, targets}
}

// Left is what is known for the error locations that are not proved; nil if all are.
func (t *Together) Left() *Open {
	targets := without(t.Targets, t.Proved)
	if len(targets) == 0 {
		return nil
	}
	return t.Known(targets)
}

// provedOf are the error locations of these that cannot be reached, each asked about alone.
func (h *Houdini) provedOf(ctl *hoare.Control, targets []*cfg.Loc) []*cfg.Loc {
	return slices.DeleteFunc(slices.Clone(targets), func(l *cfg.Loc) bool { return !h.proves(finalsOf(ctl, []*cfg.Loc{l})) })
}

// Open is a search for an invariant with what it knows, and the error locations
// that are open.
type Open struct {
	*Houdini
	ctl     *hoare.Control
	Targets []*cfg.Loc
}

// Only gives the error locations of these that can be proved, each asked about alone.
func (o *Open) Only(locs []*cfg.Loc) []*cfg.Loc { return o.provedOf(o.ctl, locs) }

// Joint is the proof of error locations with what their proof needs of the invariant;
// ok is false if it is not one.
func (o *Open) Joint(proved []*cfg.Loc) (j Joint, ok bool) {
	if !o.slim(finalsOf(o.ctl, proved)) {
		return Joint{}, false
	}
	return Joint{o.ctl, proved, Proof{o.TB, o.inv}, o.elements}, true
}
