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
	left := map[*cfg.Loc]bool{}
	if v.rem != nil && !empty {
		for q, f := range v.rem.Final {
			if f {
				left[v.ctl.Loc(v.rem, automata.State(q))] = true
			}
		}
	}
	// What lies behind an unsupported construct is not in the automaton.
	hidden := v.hides(left)
	for _, l := range v.prog.ErrorLocs() {
		s := ErrorStatus{Loc: l}
		switch {
		case v.violated[l] && empty && v.open[l] == "" && hidden == "":
			s.Status = Covered
		case v.violated[l]:
			s.Status = Violated
		case v.rem != nil && !left[l] && v.open[l] == "" && !v.covered[l] && hidden == "":
			s.Status = Proved
		case v.open[l] == "" && !left[l]:
			s.Reason = hidden
		default:
			s.Reason = v.open[l]
		}
		r.Errors = append(r.Errors, s)
	}
	switch {
	case len(r.Traces) > 0:
		r.Verdict = False
		r.Complete = empty && len(v.open) == 0
	case empty && len(v.open) == 0:
		if err := v.recheck(); err != nil {
			if v.ctx.Err() != nil {
				v.timeUp()
				v.res.Reason += ", while the proof was rechecked"
				break
			}
			v.unknown("recheck", fmt.Sprintf("the proof was not confirmed: %v", err))
			break
		}
		r.Verdict = True
		r.Reason, r.ReasonKind = "", ""
		if v.cfg.Annotate {
			r.Annotation = v.annotate()
		}
	}
	if r.Verdict == Unknown && r.ReasonKind == "" {
		v.unknown("internal", "no verdict and no reason")
	}
	r.Stats.Queries, r.Stats.QueryTime = v.queries()
}

// hides names an unsupported construct that is or may be reachable; "" if
// there is none.
func (v *run) hides(left map[*cfg.Loc]bool) string {
	for _, l := range v.prog.Locs {
		if l.Kind == cfg.Unsupported && (left[l] || v.open[l] != "") {
			return fmt.Sprintf("%s: %s may be on the way", l.Pos, l.Reason)
		}
	}
	return ""
}
