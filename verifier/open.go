package verifier

import (
	"context"
	"fmt"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/relevance"
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

// A statement is relevant in the program if it is in all error paths (paper "Static
// fault localization for simple bugs", section 4), and what was found are some of
// them: a danger automaton covers others, and does not ask whether the same
// statements matter there. So for each statement that is relevant in all traces an
// error path is looked for in which it is not (relevance.Lockstep): there is none,
// or there is one, which is reported as another trace, or it stays open.

// everywhere asks about the statements that are relevant in all traces.
func (v *run) everywhere(ctx context.Context) {
	marked := !slices.ContainsFunc(v.res.Unmarked, func(why string) bool { return why != "" })
	if !v.cfg.MultiTrace || !marked || v.ended(ctx) {
		return
	}
	v.proved = map[everywhereKey]bool{}
	v.phase(PhaseEverywhere, func() {
		limit := 2*turnWork + v.verdict()/smallPart
		q := &asker{run: v, end: v.clock.Now() + work.Amount(max(v.cfg.Effort, 1)*float64(limit)), asked: map[everywhereKey]bool{}}
		for q.next(ctx) {
		}
		v.log("all paths: %d statements asked about, %d proved, %d traces more", len(q.asked), len(v.proved), len(v.res.Exceptions))
	})
}

// everywhereKey is a statement in the error paths to a location.
type everywhereKey struct {
	e  *cfg.Edge
	at *cfg.Loc
}

// asker asks about one statement after the other.
type asker struct {
	*run
	end   work.Amount // on the clock
	asked map[everywhereKey]bool
	hard  int // questions in a row whose work did not do
}

// next asks about a statement, and reports false if there is none left to ask
// about, or no work.
func (q *asker) next(ctx context.Context) bool {
	for _, s := range relevance.Group(q.res.Traces) {
		for i := range s.Statements {
			st := &s.Statements[i]
			k := everywhereKey{st.Edge, s.Error}
			if q.asked[k] || !s.InAll(st) {
				continue
			}
			if q.clock.Now() >= q.end || q.hard >= maxHard || q.ended(ctx) {
				return false
			}
			q.asked[k] = true
			q.ask(ctx, &s, k)
			return true
		}
	}
	return false
}

// ask decides about one statement: by its first instances, or its last.
func (q *asker) ask(ctx context.Context, s *relevance.Summary, k everywhereKey) {
	var traces []relevance.TraceResult
	for _, i := range s.Traces {
		traces = append(traces, q.res.Traces[i])
	}
	for _, last := range []bool{false, true} {
		if q.settle(ctx, traces, k, last) {
			return
		}
	}
}

// settle looks for values of which one blocks in every error path, in turn with
// paths in which none does, and reports whether the statement is settled.
func (q *asker) settle(ctx context.Context, traces []relevance.TraceResult, k everywhereKey, last bool) (done bool) {
	var before []relevance.Other
	for round := range maxHard {
		x, others := relevance.OthersFor(traces, k.e, last, round)
		if len(others) == 0 || slices.Equal(others, before) {
			return false
		}
		before = others
		l := relevance.NewLockstep(q.task.orig, k.e, x, k.at, last, others)
		left := q.end - q.clock.Now()
		if l == nil || left <= 0 || q.ended(ctx) {
			return l == nil
		}
		limit := max(left/queryPart, 1)
		c := Config{Engine: q.cfg.Engine, Replay: q.cfg.Replay, NoRelevance: true, Work: limit, clock: q.clock}
		begun := q.clock.Now()
		res := c.answer(ctx, l.Prog, nil)
		q.hard++
		if res.Verdict != Unknown || q.clock.Since(begun) < limit {
			q.hard = 0
		}
		switch res.Verdict {
		case True:
			if len(res.Notes) == 0 {
				q.proved[k] = true
			}
			return true
		case Unknown:
			return false
		case False:
			if res.Program != l.Prog {
				return false // a copy that states what the library says
			}
			a, ok := q.look(ctx, l.Trace(res.Traces[0].Trace), k.at)
			if !ok {
				return true
			}
			if a.Matters(k.e) == relevance.Irrelevant {
				q.except(a, k)
				return true
			}
			traces = append(traces[:len(traces):len(traces)], a)
		}
	}
	return false
}

// look marks a trace, if it is one of the program.
func (q *asker) look(ctx context.Context, t *cfg.Trace, at *cfg.Loc) (a relevance.TraceResult, ok bool) {
	if q.admit(ctx, t) != nil {
		return a, false
	}
	a, err := relevance.Analyze(ctx, q.task.orig, t, at, q.engine, q.relevanceConfig(0))
	return a, err == nil
}

// except reports a trace in which statements do not matter that did in all others.
func (q *asker) except(a relevance.TraceResult, k everywhereKey) {
	x := Exception{Trace: len(q.res.Traces)}
	for _, s := range relevance.Group(q.res.Traces) {
		for i := range s.Statements {
			if st := &s.Statements[i]; s.Error == k.at && s.InAll(st) && a.Matters(st.Edge) == relevance.Irrelevant {
				x.Statements = append(x.Statements, st.Edge)
			}
		}
	}
	q.log("all paths: trace %d, in which %d statements do not matter", x.Trace, len(x.Statements))
	q.res.Traces = append(q.res.Traces, a)
	q.res.Unmarked = append(q.res.Unmarked, "")
	q.res.Exceptions = append(q.res.Exceptions, x)
	q.announce(x.Trace)
}

// provedEverywhere notes in the summaries what was proved.
func (v *run) provedEverywhere() {
	for _, s := range v.res.Summaries {
		for i := range s.Statements {
			st := &s.Statements[i]
			st.Everywhere = v.proved[everywhereKey{st.Edge, s.Error}] && s.InAll(st)
		}
	}
}
