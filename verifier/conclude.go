package verifier

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"culprit/analysis/inclusion"
	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
)

// conclude turns the state of the run into a verdict.
func (v *run) conclude(ctx context.Context) {
	r := v.res
	empty := v.rest.nfa != nil && v.rest.empty()
	r.Errors = v.statuses(empty)
	switch {
	case len(r.Traces) > 0:
		r.Verdict = False
		r.Complete = empty && v.known.closed()
	case empty && v.known.closed():
		if err := v.recheck(ctx); err != nil {
			r.Unchecked = true
			if ctx.Err() != nil {
				v.noteEnd(ctx)
				v.known.gaps[len(v.known.gaps)-1].reason += WhileRechecked
				break
			}
			v.known.unknown("recheck", fmt.Sprintf("the proof was not confirmed: %v", err))
			break
		}
		r.Verdict = True
		r.Program = v.task.orig
		if v.cfg.OnProof != nil {
			v.cfg.OnProof(r)
		}
		if v.cfg.Annotate {
			r.Annotation = v.annotate(ctx)
		}
	}
	if r.Verdict == Unknown {
		if len(v.known.gaps) == 0 {
			v.known.unknown("internal", "no verdict and no reason")
		}
		r.Obstacle = v.obstacle()
		r.ReasonKind, r.Reason = v.known.gaps[0].kind, v.known.gaps[0].text()
	}
	r.Stats.Queries, r.Stats.QueryTime = v.queries()
}

// statuses says what is known about each error location of the program. With
// recursion it has several copies in the program that was verified, and is
// proved if all of them are.
func (v *run) statuses(empty bool) (out []ErrorStatus) {
	var left []*cfg.Loc // to which traces remain, in the order of states
	remains := map[*cfg.Loc]bool{}
	if v.rest.nfa != nil && !empty {
		for q, f := range v.rest.nfa.Final {
			if l := v.rest.loc(automata.State(q)); f && !remains[l] {
				remains[l] = true
				left = append(left, l)
			}
		}
	}
	// Code after an unsupported construct is not in the automaton.
	hidden := v.hides(left)
	copies := map[*cfg.Loc][]*cfg.Loc{}
	for _, l := range v.task.prog.ErrorLocs() {
		copies[v.task.from.Loc(l)] = append(copies[v.task.from.Loc(l)], l)
	}
	for _, l := range v.task.orig.ErrorLocs() {
		s := ErrorStatus{Loc: l}
		var why *gap
		isLeft, covered := false, false
		for _, c := range copies[l] {
			if why == nil {
				why = v.known.open(c)
			}
			isLeft = isLeft || remains[c]
			covered = covered || v.known.covered[c]
		}
		switch {
		case v.known.violated[l] && empty && why == nil && hidden == "":
			s.Status = Covered
		case v.known.violated[l]:
			s.Status = Violated
		case why != nil:
			s.Reason = why.reason
		case v.rest.nfa != nil && !isLeft && !covered && hidden == "":
			s.Status = Proved
		case !isLeft:
			s.Reason = hidden
		}
		out = append(out, s)
	}
	return out
}

// tally counts the error locations by what is known about them now.
func (v *run) tally() [Covered + 1]int {
	t := &v.told
	if t.nfa == nil || t.nfa != v.rest.nfa || t.violated != len(v.known.violated) {
		t.nfa, t.violated, t.counts = v.rest.nfa, len(v.known.violated), [Covered + 1]int{}
		if v.rest.nfa == nil {
			t.counts[Open] = len(v.task.orig.ErrorLocs())
			return t.counts
		}
		for _, s := range v.statuses(v.rest.empty()) {
			t.counts[s.Status]++
		}
	}
	return t.counts
}

// hides names an unsupported construct that is or may be reachable; "" if
// there is none. Some are not locations of the program: they stand for calls
// that nothing follows.
func (v *run) hides(left []*cfg.Loc) string {
	for i := range v.known.gaps {
		if l := v.known.gaps[i].loc; l != nil {
			left = append(left, l)
		}
	}
	for _, l := range left {
		if l.Kind == cfg.Unsupported {
			return at(l) + l.Reason.String() + " may be on the way"
		}
	}
	return ""
}

// recheck decides every step of the proof once more, with an encoder that
// neither rewrites nor caches, and recomputes that the automata cover the
// program.
func (v *run) recheck(ctx context.Context) (err error) {
	v.phase(PhaseRecheck, func() {
		if err = v.confirmRegions(); err != nil {
			return
		}
		k := newRechecker(ctx, v.checker.Enc)
		k.each = v.cfg.regionsOf != nil
		k.first = min(max((v.elapsed()/work.Amount(naiveGrowth)).Time(), naiveTime/10), naiveTime)
		err = k.proof(&v.proof)
		v.rechecked = k.steps
		v.log("recheck: %d steps, %d decided by the normal form alone, %d by evaluation, %d too hard for the first turn of the naive encoder, %d decided by the usual one: %v",
			k.steps, k.syntactic, k.evaluated, k.hard, k.usual, err)
	})
	return err
}

// confirmRegions has the regions of memory, on which every formula of the proof
// rests, found once more by other means. Where that takes too long the answer
// says that it rests on them.
func (v *run) confirmRegions() error {
	start := time.Now()
	prog := v.task.prog
	if v.cfg.regionsOf != nil {
		prog = v.cfg.regionsOf
	}
	err := inclusion.Confirm(prog, cmp.Or(v.cfg.RegionWork, inclusion.MaxWork))
	v.log("regions: %d, confirmed in %.3f s: %v", len(v.task.prog.Regions), time.Since(start).Seconds(), err)
	if errors.Is(err, inclusion.ErrBudget) {
		v.res.Notes = append(v.res.Notes, cfg.Note{
			Pos: v.task.prog.Main.Pos, Assumed: true,
			Text: fmt.Sprintf("that memory falls into %d regions which no pointer leaves was not confirmed: %v", len(v.task.prog.Regions), err),
		})
		return nil
	}
	return err
}

// queries reports the solver's counters by stage.
func (v *run) queries() (map[string]int, map[string]time.Duration) {
	if v.checker == nil {
		return nil, nil
	}
	st := v.checker.Solver.Stats
	n := map[string]int{"checks": st.Checks, "syntactic": st.Syntactic, "cached": st.Cached, "candidate model": st.Candidate,
		"propagated": st.Propagated, "engine": st.Engine, "unknown": st.Unknown, "cores": st.Cores}
	d := map[string]time.Duration{"propagated": st.PropagateTime, "engine": st.EngineTime, "cores": st.CoreTime}
	cs := v.checker.Stats
	n["hoare frame"], n["hoare cached"], n["hoare skipped"] = cs.Frame, cs.Cached, cs.Skipped
	n["hoare single"], n["hoare joint"] = cs.Single, cs.Joint
	return n, d
}
