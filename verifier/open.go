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

// Undecided parts of a run, and how they are remembered.

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

// knowledge is what is known of the error locations.
type knowledge struct {
	gaps     []gap
	covered  map[*cfg.Loc]bool // locations from which a danger automaton removed words
	violated map[*cfg.Loc]bool // locations of the original program
}

// text is the reason with its position.
func (g *gap) text() string {
	if g.loc == nil {
		return g.reason
	}
	return at(g.loc) + g.reason
}

// unknown notes why the run ends without an answer.
func (k *knowledge) unknown(kind, reason string) {
	k.gaps = append(k.gaps, gap{kind: kind, reason: reason})
}

// open is why a location cannot be proved any more; nil if nothing is known
// against it.
func (k *knowledge) open(l *cfg.Loc) *gap {
	for i := range k.gaps {
		if k.gaps[i].loc == l {
			return &k.gaps[i]
		}
	}
	return nil
}

// closed reports whether no location is open.
func (k *knowledge) closed() bool {
	return !slices.ContainsFunc(k.gaps, func(g gap) bool { return g.loc != nil })
}

// ended reports whether a limit or the user ended the run.
func (v *run) ended(ctx context.Context) bool {
	return ctx.Err() != nil || v.cfg.MaxTraces > 0 && len(v.res.Traces) >= v.cfg.MaxTraces
}

// noteEnd notes the limit that ended the run, if it was one of work or time.
func (v *run) noteEnd(ctx context.Context) {
	if ctx.Err() == nil {
		return
	}
	kind, what := "interrupted", "interrupted"
	if cause := context.Cause(ctx); cause == context.DeadlineExceeded {
		kind, what = "time", fmt.Sprintf("time limit %s", max(v.cfg.Timeout, v.cfg.Work.Time()))
	} else if cause != nil && cause != context.Canceled {
		kind, what = cause.Error(), cause.Error()
	}
	v.known.unknown(kind, fmt.Sprintf("%s after %d iterations, unrolled %d times", what, v.stats.Iterations, v.stats.Depth))
}

// postpone sets a trace whose feasibility the solver did not decide aside, to
// be tried again with all the time that is left when nothing else remains.
func (v *run) postpone(ctx context.Context, word []automata.Letter, target *cfg.Loc) {
	v.giveUp(ctx, word, target, "solver", "feasibility of a trace not decided")
	g := &v.known.gaps[len(v.known.gaps)-1]
	g.word = slices.Clone(word)
}

// retry decides the first trace that was set aside. It reports false when
// there is none or the run is to end.
func (v *run) retry(ctx context.Context) bool {
	i := slices.IndexFunc(v.known.gaps, func(g gap) bool { return g.word != nil })
	if i < 0 {
		return false
	}
	if v.ended(ctx) {
		v.noteEnd(ctx)
		return false
	}
	word, target := v.known.gaps[i].word, v.known.gaps[i].loc
	v.known.gaps[i].word = nil
	var f feasibility
	v.log("trying a trace of %d letters again", len(word))
	v.phase(PhaseFeasibility, func() {
		f = decide(v.task.prog, v.rest.letters(word), v.engine, v.clock, smt.Budget{Work: work.Hour, Ctx: ctx})
	})
	if f.result == smt.Unknown {
		if ctx.Err() == nil {
			return true // the gap stays
		}
		v.noteEnd(ctx)
		last := len(v.known.gaps) - 1 // that is the reason, and not the first attempt
		v.known.gaps = slices.Insert(v.known.gaps[:last], 0, v.known.gaps[last])
		return false
	}
	v.known.gaps = slices.Delete(v.known.gaps, i, i+1)
	switch {
	case f.result == smt.Unsat:
		p := prefixWord(word[:f.letters])
		v.proof.Words = append(v.proof.Words, p)
	case target.Kind == cfg.Unsupported:
		v.unsupported(target)
	default:
		return !v.report(ctx, word, target, f)
	}
	return true
}

// at is the position of a location before what is said of it; those inside of models
// of the library have none.
func at(l *cfg.Loc) string {
	if !l.Pos.IsValid() {
		return ""
	}
	return l.Pos.String() + ": "
}

// giveUp removes one word whose status is not known and keeps its error
// location open.
func (v *run) giveUp(ctx context.Context, word []automata.Letter, target *cfg.Loc, kind, reason string) {
	v.known.gaps = append(v.known.gaps, gap{loc: target, kind: kind, reason: reason})
	v.log("gave up on a trace of %d letters: %s", len(word), reason)
	v.rest.subtract(ctx, exactWord(slices.Clone(word)))
	v.unroll.u = nil // it would find the word again
}

// unsupported notes that a construct we have no semantics for is reachable,
// and continues without the words that end there.
func (v *run) unsupported(l *cfg.Loc) {
	v.known.gaps = append(v.known.gaps, gap{loc: l, kind: "unsupported", reason: l.Reason.String() + " is not supported and reachable"})
	if v.task.from != nil {
		v.task.deeper = v.task.deeper || slices.Contains(v.task.from.Beyond, l)
	}
	v.rest.dropFinals(func(m *cfg.Loc) bool { return m == l })
}
