package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/smt"
)

// Undecided words of a run: when they are asked about again, and when given up.

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
