package verifier

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/smt"
)

// What cannot be decided, and how it is kept in mind.

// gap is something that keeps the answer from being TRUE. Gaps are in the
// order in which they came up, several for one location included: that one of
// them is closed says nothing about the others.
type gap struct {
	// loc is the location that stays open; nil if the run as a whole ends
	// without an answer.
	loc          *cfg.Loc
	kind, reason string
	// word is a trace to be tried again, nil if there is nothing to try.
	word []automata.Letter
}

// text is the reason with its position.
func (g *gap) text() string {
	if g.loc == nil {
		return g.reason
	}
	return fmt.Sprintf("%s: %s", g.loc.Pos, g.reason)
}

// unknown notes why the run ends without an answer.
func (v *run) unknown(kind, reason string) {
	v.gaps = append(v.gaps, gap{kind: kind, reason: reason})
}

// open is why a location cannot be proved any more; nil if nothing is known
// against it.
func (v *run) open(l *cfg.Loc) *gap {
	for i := range v.gaps {
		if v.gaps[i].loc == l {
			return &v.gaps[i]
		}
	}
	return nil
}

// closed reports whether no location is open.
func (v *run) closed() bool {
	return !slices.ContainsFunc(v.gaps, func(g gap) bool { return g.loc != nil })
}

// stopped reports whether a limit or the user ended the run.
func (v *run) stopped() bool {
	if v.ctx.Err() != nil {
		v.timeUp()
		return true
	}
	return v.cfg.MaxTraces > 0 && len(v.res.Traces) >= v.cfg.MaxTraces
}

func (v *run) timeUp() {
	kind, what := "interrupted", "interrupted"
	if cause := context.Cause(v.ctx); cause == context.DeadlineExceeded {
		kind, what = "time", fmt.Sprintf("time limit %s", max(v.cfg.Timeout, v.cfg.Work.Time()))
	} else if cause != nil && cause != context.Canceled {
		kind, what = cause.Error(), cause.Error()
	}
	v.unknown(kind, fmt.Sprintf("%s after %d iterations, unrolled %d times", what, v.res.Stats.Iterations, v.res.Stats.Depth))
}

// postpone sets a trace whose feasibility the solver did not decide aside, to
// be tried again with all the time that is left when nothing else remains.
func (v *run) postpone(word []automata.Letter, target *cfg.Loc) {
	v.giveUp(word, target, "solver", "feasibility of a trace not decided")
	g := &v.gaps[len(v.gaps)-1]
	g.word = slices.Clone(word)
}

// retry decides the first trace that was set aside. It reports false when
// there is none or the run is to end.
func (v *run) retry() bool {
	i := slices.IndexFunc(v.gaps, func(g gap) bool { return g.word != nil })
	if i < 0 || v.stopped() {
		return false
	}
	word, target := v.gaps[i].word, v.gaps[i].loc
	v.gaps[i].word = nil
	var f feasibility
	v.log("trying a trace of %d letters again", len(word))
	v.phase(PhaseFeasibility, func() {
		f = decide(v.prog, v.letters(word), v.engine, v.clock, smt.Budget{Work: work.Hour, Ctx: v.ctx})
	})
	if f.result == smt.Unknown {
		if v.ctx.Err() == nil {
			return true // the gap stays
		}
		v.timeUp()
		last := len(v.gaps) - 1 // that is the reason, and not the first attempt
		v.gaps = slices.Insert(v.gaps[:last], 0, v.gaps[last])
		return false
	}
	v.gaps = slices.Delete(v.gaps, i, i+1)
	switch {
	case f.result == smt.Unsat:
		p := prefixWord(word[:f.letters])
		v.proof.Words = append(v.proof.Words, p)
	case target.Kind == cfg.Unsupported:
		v.unsupported(target)
	default:
		return !v.report(word, target, f)
	}
	return true
}

// giveUp removes one word whose status is not known and keeps its error
// location open.
func (v *run) giveUp(word []automata.Letter, target *cfg.Loc, kind, reason string) {
	v.gaps = append(v.gaps, gap{loc: target, kind: kind, reason: reason})
	v.log("gave up on a trace of %d letters: %s", len(word), reason)
	v.subtract(exactWord(slices.Clone(word)))
	v.unroll.u = nil // it would find the word again
}

// unsupported notes that a construct we have no semantics for is reachable,
// and goes on without the words that end there.
func (v *run) unsupported(l *cfg.Loc) {
	v.gaps = append(v.gaps, gap{loc: l, kind: "unsupported", reason: l.Reason.String() + " is not supported and reachable"})
	if v.from != nil {
		v.deeper = v.deeper || slices.Contains(v.from.Beyond, l)
	}
	v.dropFinals(func(m *cfg.Loc) bool { return m == l })
}

// dropFinals makes the matching final states ordinary.
func (v *run) dropFinals(match func(*cfg.Loc) bool) {
	n := *v.rem
	n.Final = append([]bool(nil), n.Final...)
	for q, f := range n.Final {
		if f && match(v.ctl.Loc(&n, automata.State(q))) {
			n.Final[q] = false
		}
	}
	v.rem, _ = automata.Trim(&n)
}

func emptyAutomaton() *automata.NFA { return &automata.NFA{} }
