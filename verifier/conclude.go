package verifier

import (
	"fmt"

	"culprit/automata"
	"culprit/cfg"
)

// conclude turns the state of the run into a verdict.
func (v *run) conclude() {
	r := v.res
	empty := v.rem != nil && automata.Empty(v.rem)
	v.statuses(empty)
	switch {
	case len(r.Traces) > 0:
		r.Verdict = False
		r.Complete = empty && v.closed()
	case empty && v.closed():
		if err := v.recheck(); err != nil {
			r.Unchecked = true
			if v.ctx.Err() != nil {
				v.timeUp()
				v.gaps[len(v.gaps)-1].reason += WhileRechecked
				break
			}
			v.unknown("recheck", fmt.Sprintf("the proof was not confirmed: %v", err))
			break
		}
		r.Verdict = True
		r.Program = v.orig
		if v.cfg.OnProof != nil {
			v.cfg.OnProof(r)
		}
		if v.cfg.Annotate {
			r.Annotation = v.annotate()
		}
	}
	if r.Verdict == Unknown {
		if len(v.gaps) == 0 {
			v.unknown("internal", "no verdict and no reason")
		}
		r.ReasonKind, r.Reason = v.gaps[0].kind, v.gaps[0].text()
	}
	r.Stats.Queries, r.Stats.QueryTime = v.queries()
}

// statuses says what is known about each error location of the program. With
// recursion it has several copies in the program that was verified, and is
// proved if all of them are.
func (v *run) statuses(empty bool) {
	var left []*cfg.Loc // to which traces remain, in the order of states
	remains := map[*cfg.Loc]bool{}
	if v.rem != nil && !empty {
		for q, f := range v.rem.Final {
			if l := v.ctl.Loc(v.rem, automata.State(q)); f && !remains[l] {
				remains[l] = true
				left = append(left, l)
			}
		}
	}
	// What lies behind an unsupported construct is not in the automaton.
	hidden := v.hides(left)
	copies := map[*cfg.Loc][]*cfg.Loc{}
	for _, l := range v.prog.ErrorLocs() {
		copies[v.from.Loc(l)] = append(copies[v.from.Loc(l)], l)
	}
	for _, l := range v.orig.ErrorLocs() {
		s := ErrorStatus{Loc: l}
		var why *gap
		isLeft, covered := false, false
		for _, c := range copies[l] {
			if why == nil {
				why = v.open(c)
			}
			isLeft = isLeft || remains[c]
			covered = covered || v.covered[c]
		}
		switch {
		case v.violated[l] && empty && why == nil && hidden == "":
			s.Status = Covered
		case v.violated[l]:
			s.Status = Violated
		case why != nil:
			s.Reason = why.reason
		case v.rem != nil && !isLeft && !covered && hidden == "":
			s.Status = Proved
		case !isLeft:
			s.Reason = hidden
		}
		v.res.Errors = append(v.res.Errors, s)
	}
}

// hides names an unsupported construct that is or may be reachable; "" if
// there is none. Some are not locations of the program: they stand for calls
// that nothing follows.
func (v *run) hides(left []*cfg.Loc) string {
	for i := range v.gaps {
		if l := v.gaps[i].loc; l != nil {
			left = append(left, l)
		}
	}
	for _, l := range left {
		if l.Kind == cfg.Unsupported {
			return fmt.Sprintf("%s: %s may be on the way", l.Pos, l.Reason)
		}
	}
	return ""
}
