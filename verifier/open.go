package verifier

import (
	"context"
	"fmt"
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/smt"
)

// What cannot be decided, and how it is kept in mind.

func (v *run) unknown(kind, reason string) {
	if v.res.ReasonKind == "" {
		v.res.ReasonKind, v.res.Reason = kind, reason
	}
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
		kind, what = "time", fmt.Sprintf("time limit %s", max(v.cfg.Timeout, v.cfg.Work))
	} else if cause != nil && cause != context.Canceled {
		kind, what = cause.Error(), cause.Error()
	}
	v.unknown(kind, fmt.Sprintf("%s after %d iterations, unrolled %d times", what, v.res.Stats.Iterations, v.res.Stats.Depth))
}

// hardWord is a trace whose feasibility the solver did not decide in time.
type hardWord struct {
	word   []automata.Letter
	target *cfg.Loc
}

// postpone sets a trace that is too hard aside, to be tried again with all the
// time that is left when nothing else remains.
func (v *run) postpone(word []automata.Letter, target *cfg.Loc) {
	v.hard = append(v.hard, hardWord{append([]automata.Letter(nil), word...), target})
	v.giveUp(word, target, "solver", hardReason)
}

const hardReason = "feasibility of a trace not decided"

// retry decides the first trace that was set aside. It reports false when
// there is none or the run is to end.
func (v *run) retry() bool {
	if len(v.hard) == 0 || v.stopped() {
		return false
	}
	h := v.hard[0]
	v.hard = v.hard[1:]
	var f feasibility
	v.log("trying a trace of %d letters again", len(h.word))
	v.phase(PhaseFeasibility, func() {
		f = decide(v.prog, v.letters(h.word), v.engine, v.clock, smt.Budget{Work: time.Hour, Ctx: v.ctx})
	})
	if f.result == smt.Unknown {
		v.res.ReasonKind = ""
		v.timeUp()
		return false
	}
	if !slices.ContainsFunc(v.hard, func(o hardWord) bool { return o.target == h.target }) && v.open[h.target] == hardReason {
		delete(v.open, h.target)
		if len(v.open) == 0 {
			v.res.ReasonKind, v.res.Reason = "", ""
		}
	}
	switch {
	case f.result == smt.Unsat:
		p := prefixWord(h.word[:f.letters])
		v.proof.Words = append(v.proof.Words, p)
	case h.target.Kind == cfg.Unsupported:
		v.unsupported(h.target)
	default:
		return !v.report(h.word, h.target, f)
	}
	return true
}

// giveUp removes one word whose status is not known and keeps its error
// location open.
func (v *run) giveUp(word []automata.Letter, target *cfg.Loc, kind, reason string) {
	if v.open[target] == "" {
		v.open[target] = reason
	}
	v.unknown(kind, fmt.Sprintf("%s: %s", target.Pos, reason))
	v.log("gave up on a trace of %d letters: %s", len(word), reason)
	v.subtract(exactWord(append([]automata.Letter(nil), word...)))
	v.unroll = nil // it would find the word again
}

// unsupported notes that a construct we have no semantics for is reachable,
// and goes on without the words that end there.
func (v *run) unsupported(l *cfg.Loc) {
	v.unknown("unsupported", fmt.Sprintf("%s: %s is not supported and reachable", l.Pos, l.Reason))
	v.open[l] = "unsupported: " + l.Reason.String()
	v.deeper = v.deeper || slices.Contains(v.beyond, l)
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
