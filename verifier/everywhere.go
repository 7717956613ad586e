package verifier

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/relevance"
)

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
