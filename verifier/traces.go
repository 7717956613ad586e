package verifier

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/danger"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/relevance"
)

// found records a replayed trace of the original program and analyses the
// relevance of its statements.
func (v *run) found(ctx context.Context, t *cfg.Trace, target *cfg.Loc) {
	v.known.violated[target] = true
	n := len(v.res.Traces)
	v.res.Traces = append(v.res.Traces, relevance.TraceResult{Trace: t, Error: target})
	v.res.Unmarked = append(v.res.Unmarked, "the run ended before it was known")
	v.announce(n)
	led := v.verdict() - v.ledTo
	v.ledTo += led
	if n == 0 {
		v.first = led
	}
	switch {
	case v.cfg.NoRelevance:
		v.res.Unmarked[n] = "it was not asked for"
	case len(t.Edges) > maxRelevance:
		v.res.Unmarked[n] = fmt.Sprintf("the trace has more than %d statements", maxRelevance)
	default:
		v.phase(PhaseRelevance, func() {
			a, err := relevance.Analyze(ctx, v.task.orig, t, target, v.engine, v.relevanceConfig(led))
			if err == nil {
				v.res.Traces[n], v.res.Unmarked[n] = a, ""
				return
			}
			if ctx.Err() == nil {
				v.res.Unmarked[n] = err.Error()
			}
			v.log("relevance: %v", err)
		})
	}
	v.announce(n)
	v.progress(PhaseRelevance)
}

// announce tells the caller what is known about trace n.
func (v *run) announce(n int) {
	if v.cfg.OnTrace != nil {
		v.cfg.OnTrace(n, v.res.Traces[n], v.res.Unmarked[n])
	}
}

// relevanceConfig gives the analysis as much work as led to what is analysed.
func (v *run) relevanceConfig(led work.Amount) relevance.Config {
	effort := max(v.cfg.Effort, 1)
	amount := func(w work.Amount) work.Amount { return work.Amount(effort * float64(w)) }
	c := relevance.Config{
		Branches: true, NewEngine: v.cfg.Engine, Clock: v.clock,
		MarkWork: amount(4*turnWork + led), RangeWork: amount(turnWork + led/queryPart),
	}
	if limit := v.cfg.share(1, math.MaxInt64); limit < math.MaxInt64 {
		c.MoreWork = max(limit-v.elapsed(), 0) / queryPart
	}
	return c
}

// summarize lifts relevance to the program and validates the fixes found.
func (v *run) summarize(ctx context.Context) {
	if v.cfg.NoRelevance || len(v.res.Traces) == 0 {
		return
	}
	v.everywhere(ctx)
	v.phase(PhaseRelevance, func() {
		longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
		defer cancel()
		defer context.AfterFunc(ctx, func() { time.AfterFunc(relevanceGrace, cancel) })()
		v.res.Summaries = relevance.Summarize(longer, v.task.orig, v.res.Traces, v.engine, v.relevanceConfig(v.first))
	})
	v.provedEverywhere()
	v.phase(PhaseRelevance, func() { v.validate(ctx) })
}

// validate validates fixes. With what was done about a trace it takes as much work as
// led to the first one, which is the verdict, and a constant amount.
func (v *run) validate(ctx context.Context) {
	limit := max(v.first+3*turnWork-v.marking/work.Amount(len(v.res.Traces)), 1)
	end := v.clock.Now() + limit
	ctx, stop := v.clock.WithLimit(ctx, limit)
	defer stop()
	relevance.Validate(ctx, v.task.orig, v.res.Traces, v.res.Summaries, relevance.Tools{
		Verify: func(ctx context.Context, p *cfg.Program, fix *relevance.Fix) (relevance.Outcome, []cfg.Note) {
			return v.verifyPatched(ctx, p, fix, (end-v.clock.Now())/(queryPart/2))
		},
		Execute: v.cfg.Execute,
	}, v.relevanceConfig(v.first))
}

// verifyPatched verifies a program with a fix in place, or if that is nil one of
// which it only matters whether its error locations are reachable.
func (v *run) verifyPatched(ctx context.Context, p *cfg.Program, fix *relevance.Fix, limit work.Amount) (relevance.Outcome, []cfg.Note) {
	c := Config{Engine: v.cfg.Engine, Replay: v.cfg.Replay, NoRelevance: true, Work: max(limit, 1), clock: v.clock}
	if fix != nil {
		c.Premises = v.cfg.Premises
	}
	switch res := c.answer(ctx, p, fix); res.Verdict {
	case True:
		return relevance.OutcomeSafe, res.Assumed()
	case False:
		return relevance.OutcomeViolated, nil
	}
	return relevance.OutcomeUnknown, nil
}

// splitByValues splits the remaining automaton by the values by which danger
// automata are split, and so removes what no execution does with them. Only
// where traces remain after the first is that worth its time: a value analysis
// that cannot prove a program forgets what does not help to.
func (v *run) splitByValues(ctx context.Context) {
	values := v.pool.Values(v.rest.nfa)
	before := v.rest.nfa.NumStates()
	fh := hoare.NewFloydHoare(v.checker, values)
	if len(values) == 0 || !v.rest.subtractWithin(ctx, fh, 4*turnWork) {
		return
	}
	v.proof.Automata = append(v.proof.Automata, fh)
	v.log("values: %d predicates; remaining automaton %d -> %d states", len(values), before, v.rest.nfa.NumStates())
}

// danger removes the trace just found together with the traces that are like
// it, by its canonical danger automaton. Where that cannot be built the trace
// alone is removed.
func (v *run) danger(ctx context.Context, word []automata.Letter, target *cfg.Loc, f feasibility) {
	v.known.covered[target] = true
	if v.pool == nil {
		v.pool = danger.NewPool(v.checker)
		v.splitByValues(ctx)
	}
	run := automata.Run(v.rest.nfa, word)
	if len(run) <= len(word) {
		return // it was set aside before and is gone already
	}
	d, no := v.dangerous(ctx, word, run, target, f)
	v.classify(word, d)
	if d == nil {
		v.log("danger: %s; trace removed exactly", no)
		v.rest.subtract(ctx, exactWord(slices.Clone(word)))
		return
	}
	before := v.rest.nfa.NumStates()
	v.rest.subtract(ctx, automata.Subset(d.NFA))
	s := v.pool.Stats
	v.log("danger: %d states; remaining automaton %d -> %d states; %d predicates, %d annotated, %d same, %d by model, %d queries",
		d.NFA.NumStates(), before, v.rest.nfa.NumStates(), s.Predicates, s.Annotated, s.Same, s.Models, s.Queries)
}

// dangerous is the danger automaton of a word and its run; nil if there is none, for
// the reason given.
func (v *run) dangerous(ctx context.Context, word []automata.Letter, run []automata.State, target *cfg.Loc, f feasibility) (d *danger.Automaton, no string) {
	if len(word) > maxDanger {
		return nil, fmt.Sprintf("%d letters are too many", len(word))
	}
	states, ok := v.checker.Enc.Concrete(v.rest.letters(word), f.trace.Inputs)
	if !ok {
		return nil, "the execution could not be followed"
	}
	labels := make([]int32, len(run))
	for i, q := range run {
		labels[i] = v.rest.nfa.Label[q]
	}
	seq := v.pool.Trace(word, states, labels)
	if seq == nil {
		return nil, "the execution leaves its predicates"
	}
	isTarget := func(q automata.State) bool { return v.rest.loc(q) == target }
	d = danger.Build(ctx, v.pool, v.rest.nfa, isTarget, word, seq)
	if !automata.Accepts(d.NFA, word) {
		return nil, "the automaton does not accept its trace"
	}
	if v.cfg.Check {
		if err := danger.Check(v.pool, d, v.rest.nfa, word); err != nil {
			panic(err)
		}
	}
	return d, ""
}

func (m *member) follows(word []automata.Letter) int {
	if m.auto != nil {
		return m.auto.Follows(word)
	}
	n := 0
	for n < len(word) && n < len(m.word) && word[n] == m.word[n] {
		n++
	}
	return n
}

// classify records the class of the trace found last.
func (v *run) classify(word []automata.Letter, d *danger.Automaton) {
	c := Class{Trace: len(v.res.Traces) - 1, Single: d == nil, Near: -1}
	parts := 0
	for i, m := range v.classes {
		if n := m.follows(word); c.Near < 0 || n > parts {
			c.Near, parts = v.res.Classes[i].Trace, n
		}
	}
	if c.Near >= 0 && parts < len(word) {
		edges := v.branches(word[parts : parts+1])
		if len(edges) > 0 {
			c.Parts = edges[0]
		}
	}
	shared := word
	if d != nil {
		shared = d.Shared(word)
	}
	c.Shared = v.branches(shared)
	v.classes = append(v.classes, &member{word: word, auto: d})
	v.res.Classes = append(v.res.Classes, c)
}

// branches are the branches of the program's text in these letters, each once.
func (v *run) branches(word []automata.Letter) (out []*cfg.Edge) {
	seen := map[*cfg.Edge]bool{}
	for _, l := range v.rest.letters(word) {
		for _, e := range l.Edges {
			e = v.task.from.Edge(e)
			_, ok := e.Stmt.(*cfg.Assume)
			if ok && e.Role == cfg.RoleUser && e.Pos.IsValid() && len(e.From.Out) > 1 && !seen[e] {
				seen[e] = true
				out = append(out, e)
			}
		}
	}
	return out
}

func (v *run) decide(ctx context.Context, word []automata.Letter) (f feasibility) {
	v.phase(PhaseFeasibility, func() {
		f = decide(v.task.prog, v.rest.letters(word), v.engine, v.clock, v.question(ctx))
	})
	return f
}
