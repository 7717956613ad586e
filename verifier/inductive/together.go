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

// Together is what one invariant of the program proves.
type Together struct {
	*Open  // with what is known, and the error locations that were asked about
	Proved []*cfg.Loc
	// Complete says that all proposals were decided.
	Complete bool
}

// Prove looks for one invariant that proves as many error locations as it can.
// It is nil if the program has no loops or is too large.
func Prove(ctx context.Context, enc *hoare.Encoder, engine smt.Engine, targets []*cfg.Loc, log func(format string, args ...any)) *Together {
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
	h := NewHoudini(ctx, enc.TB, engine, segs, heads, smt.Budget{Work: queryWork / 10, Ctx: ctx})
	at := hoare.NewSym(enc)
	var proved []*cfg.Loc
	kept := h.inv
	try := func(terms []logic.T, single Invariant) (more bool) {
		done := h.propose(terms, single)
		log("invariant: %d proposals, %v, finished: %v", len(terms)+single.size(), h, done)
		if !done {
			return false
		}
		kept = maps.Clone(h.inv)
		proved = h.provedOf(ctl, targets)
		return len(proved) < len(targets)
	}
	termsOf := func(xs []cfg.Expr) []logic.T {
		terms := make([]logic.T, len(xs))
		for i, x := range xs {
			terms[i] = enc.Expr(x, at)
		}
		return terms
	}
	var groups [][]cfg.Expr
	once, again := prophecy.Written(prog)
	if withFacts.On() {
		groups = append([][]cfg.Expr{append(prophecy.Blocks(prog), once...)}, prophecy.Facts(prog)...)
	}
	more := true
	var all []logic.T
	for i, group := range groups {
		terms := termsOf(group)
		if more = more && try(terms, nil); !more {
			break
		}
		if i == 1 {
			all = terms // of numbers, what did not hold by itself may do with the rest
		}
	}
	if more && len(targets)-len(proved) <= MaxOpen {
		single := h.wanted(enc, finalsOf(ctl, without(targets, proved)))
		if withForms.On() && h.numeric(single) {
			checker := hoare.NewChecker(enc, smt.New(enc.TB, engine, smt.Config{}), ctl.Letters)
			s := predicates.Sample(enc, ctl, predicates.LoopVariables(checker, ctl))
			all = append(all, predicates.Guess(enc, s)...)
			for _, q := range heads { // at all heads: samples do not come to each
				l := ctl.Auto.Label[q]
				all = append(all, predicates.Forms(enc, s.Vars[l], s.Rows[l])...)
			}
		}
		if single.size() > 0 || !withExits.On() {
			more = try(all, single)
		}
	}
	if more && prog.Slots && withFacts.On() { // loops within loops over texts; of numbers the others know more
		try(termsOf(again), nil)
	}
	h.inv = kept // without what was not decided
	return &Together{&Open{h, ctl, targets}, proved, more}
}

// without are the locations that are not among others.
func without(locs, others []*cfg.Loc) []*cfg.Loc {
	return slices.DeleteFunc(slices.Clone(locs), func(l *cfg.Loc) bool { return slices.Contains(others, l) })
}

// Left is what is known for the error locations that are not proved; nil if all are.
func (t *Together) Left() *Open {
	targets := without(t.Targets, t.Proved)
	if len(targets) == 0 {
		return nil
	}
	h := *t.Houdini
	return &Open{&h, t.ctl, targets}
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
