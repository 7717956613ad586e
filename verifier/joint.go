package verifier

import (
	"context"
	"maps"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/cfg/prophecy"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/predicates"
)

// One inductive invariant about the numbers of the program as it is, with what
// the program asserts among the proposals (prophecy.Facts), proves all error
// locations that it can at once: assertions of one data structure rest on the
// same facts, which are looked for and checked once.

// joint is such an invariant and what it proves.
type joint struct {
	ctl     *hoare.Control // of the whole program, which inv is about
	targets []*cfg.Loc
	invariantOf
	elements *elements // of which it speaks, or nil
}

// proveTogether removes the error locations that one invariant proves.
func (v *run) proveTogether(ctx context.Context) {
	ctl, err := hoare.BuildControl(v.task.prog, nil, maxNodes)
	if err != nil {
		return
	}
	enc := v.checker.Enc
	targets := slices.DeleteFunc(v.rest.targets(), func(l *cfg.Loc) bool { return l.Kind != cfg.Error })
	finalsOnly(ctl, targets)
	segs, heads, ok := segmentsOf(ctx, ctl, enc, v.engine)
	if !ok || len(heads) == 0 {
		return
	}
	h := newHoudini(ctx, enc.TB, v.engine, segs, heads, smt.Budget{Work: jointQuery, Ctx: ctx})
	at := hoare.NewSym(enc)
	var proved []*cfg.Loc
	kept := h.inv
	try := func(terms []logic.T, single inductive) (more bool) {
		done := h.propose(terms, single)
		v.log("invariant: %d proposals at %d heads, %d segments, %d kept, %d questions, finished: %v", len(terms)+single.size(), len(heads), len(segs), h.inv.size(), h.asked, done)
		if !done {
			return false
		}
		kept = maps.Clone(h.inv)
		proved = h.provedOf(ctl, targets)
		return len(proved) < len(targets)
	}
	more := true
	var all []logic.T
	for _, group := range prophecy.Facts(v.task.prog) {
		terms := make([]logic.T, len(group))
		for i, x := range group {
			terms[i] = enc.Expr(x, at)
		}
		if more = more && try(terms, nil); !more {
			break
		}
		if all == nil {
			all = terms
		}
	}
	if more && len(targets)-len(proved) <= mostLeft {
		left := finalsOf(ctl, slices.DeleteFunc(slices.Clone(targets), func(l *cfg.Loc) bool { return slices.Contains(proved, l) }))
		single := h.wanted(enc, left)
		for _, x := range prophecy.Blocks(v.task.prog) {
			all = append(all, enc.Expr(x, at))
		}
		if h.numeric(single) {
			s := predicates.Sample(enc, ctl, predicates.LoopVariables(hoare.NewChecker(enc, smt.New(enc.TB, v.engine, smt.Config{}), ctl.Letters), ctl))
			all = append(all, predicates.Guess(enc, s)...)
			for _, q := range heads { // at all heads: samples do not come to each
				l := ctl.Auto.Label[q]
				all = append(all, predicates.Forms(enc, s.Vars[l], s.Rows[l])...)
			}
		}
		if single.size() > 0 {
			try(all, single)
		}
	}
	h.inv = kept // without what was not decided
	if v.predict.left = nil; len(proved) < len(targets) {
		left := *h
		v.predict.left = &unproved{&left, ctl, slices.DeleteFunc(targets, func(l *cfg.Loc) bool { return slices.Contains(proved, l) })}
	}
	left := v.predict.left
	if len(proved) > 0 {
		v.proveJoint(h, ctl, proved, len(targets))
	}
	if more && left != nil && len(left.targets) <= mostLeft {
		v.predict.elements = newElementSearch(ctx, v, left)
	}
}

// provedOf are the error locations of these that cannot be reached, each asked about alone.
func (h *houdini) provedOf(ctl *hoare.Control, targets []*cfg.Loc) []*cfg.Loc {
	return slices.DeleteFunc(slices.Clone(targets), func(l *cfg.Loc) bool { return !h.proves(finalsOf(ctl, []*cfg.Loc{l})) })
}

// unproved is what one invariant leaves: what it knows, and the error locations that
// are open.
type unproved struct {
	*houdini
	ctl     *hoare.Control
	targets []*cfg.Loc
}

// proveJoint removes the error locations that an invariant proves, of so many.
func (v *run) proveJoint(h *houdini, ctl *hoare.Control, proved []*cfg.Loc, of int) {
	if !h.slim(finalsOf(ctl, proved)) {
		return
	}
	v.log("invariant: %d of %d error locations proved", len(proved), of)
	v.proof.Joint = append(v.proof.Joint, joint{ctl, proved, invariantOf{h.tb, h.inv}, h.elements})
	v.rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(proved, l) })
	v.unroll.restart()
}

// mostLeft is how many error locations may be open for the third group of
// proposals, which are about each of them: of memory safety dozens are, and the
// other sources prove them in the time that this would take.
const mostLeft = 8

// finalsOf marks the states of the control at some locations.
func finalsOf(ctl *hoare.Control, locs []*cfg.Loc) []bool {
	out := make([]bool, ctl.Auto.NumStates())
	for q := range out {
		out[q] = slices.Contains(locs, ctl.Loc(ctl.Auto, automata.State(q)))
	}
	return out
}

// finalsOnly leaves the final states at some locations.
func finalsOnly(ctl *hoare.Control, locs []*cfg.Loc) {
	for q, target := range finalsOf(ctl, locs) {
		ctl.Auto.Final[q] = ctl.Auto.Final[q] && target
	}
}

// joint checks an invariant of the program, on a control that is built again.
func (k *rechecker) joint(prog *cfg.Program, j joint) error {
	ctl, err := hoare.BuildControl(prog, nil, maxNodes)
	if err != nil {
		return err
	}
	finalsOnly(ctl, j.targets)
	return k.inductive(ctl, hoare.NewEncoder(j.tb, prog), j.inv, j.elements)
}
