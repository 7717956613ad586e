package verifier

import (
	"context"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/smt"
	"culprit/verifier/unroll"
)

// source is a way to find error traces or to show that none remain. The
// sources share the remaining automaton and take turns; what one removes none
// of the others looks at again.
type source interface {
	// turn does a share of the work of run v. It reports whether the run is
	// over.
	turn(ctx context.Context, v *run) (over bool)
}

// shallow looks for an error in the first levels of the program and among its
// first states, before the value analysis: that takes longer than to find most
// errors that are close to the entry. It reports whether the run is over; otherwise nothing is kept.
func (v *run) shallow(ctx context.Context) (over bool) {
	if v.cfg.NoBMC || v.cfg.NoValues || v.cfg.MultiTrace || !withShallow.On() {
		return false
	}
	ctl, err := hoare.BuildControl(v.task.prog, nil, maxShallow)
	if err != nil {
		return false
	}
	attempt, cancel := v.clock.WithLimit(ctx, turnWork/5)
	defer cancel()
	v.begin(ctx, ctl)
	var word []automata.Letter
	v.phase(PhaseBMC, func() {
		u := unroll.New(ctl, v.rest.nfa, v.engine, v.clock)
		for status := unroll.More; status == unroll.More && attempt.Err() == nil; {
			budget := v.question(attempt)
			status, word = u.Advance(attempt, true, budget, budget.Work)
		}
	})
	if word == nil || attempt.Err() != nil {
		return v.explore.turn(ctx, v)
	}
	f := v.decide(ctx, word)
	if f.result != smt.Sat {
		return false
	}
	t := v.task.from.Trace(f.trace)
	if no := v.admit(ctx, t); no != nil {
		return v.library.learned
	}
	v.log("shallow unrolling: trace of %d letters", len(word))
	v.found(ctx, t, v.task.from.Loc(v.rest.loc(v.rest.target(word))))
	return true
}

// unroller is the source that unrolls the remaining automaton level by level.
type unroller struct {
	u         *unroll.Unrolling // nil: to begin with the next turn
	work      work.Amount       // done since it began
	undecided int               // terms when the solver did not decide a formula; 0: it did
}

// restart begins anew, since the remaining automaton has changed.
func (s *unroller) restart() { s.u, s.work = nil, 0 }

// turn unrolls for as much work as refinement has done, and a start. A question
// that is not decided by then goes on in the next turn: a hard one must not keep
// the other sources waiting.
func (s *unroller) turn(ctx context.Context, v *run) (over bool) {
	if v.cfg.NoBMC || !withLevels.On() || s.u != nil && s.u.Waits() && v.unwind.first(v) {
		return false
	}
	if s.u == nil {
		s.u = unroll.New(v.rest.ctl, v.rest.nfa, v.engine, v.clock)
	}
	u := s.u
	for s.u == u && !u.GivenUp() && !v.rest.empty() && s.work <= s.start(v)+v.refined {
		if ctx.Err() != nil {
			return false
		}
		t, w := time.Now(), v.clock.Now()
		least := turnWork / 2
		if v.recurse.waits(v) {
			least = contracting.after
		}
		status, word := u.Advance(ctx, unroll.AskAt(u.Level), v.question(ctx), max(least, s.start(v)+v.refined-s.work))
		s.work += v.clock.Since(w)
		v.res.Stats.Phases[PhaseBMC] += time.Since(t)
		v.res.Stats.Depth = max(v.res.Stats.Depth, u.Level)
		v.progress(PhaseBMC)
		s.undecided = 0
		switch status {
		case unroll.Asking:
			s.undecided = u.Terms()
		case unroll.Found:
			v.log("unrolling: trace of %d letters at level %d", len(word), u.Level)
			target := v.rest.loc(v.rest.target(word))
			f := v.decide(ctx, word)
			if f.result != smt.Sat {
				v.log("unrolling: trace not confirmed (%v)", f.result)
				u.GiveUp()
				return false
			}
			return v.report(ctx, word, target, f)
		case unroll.Complete:
			v.log("unrolling: complete at level %d", u.Level)
			if u.Unsupported != nil {
				v.unsupported(u.Unsupported)
				u.GiveUp()
				return false
			}
			v.proof.Unrolling = u
			v.rest.clear() // traces that were set aside may remain
			return false
		case unroll.Exhausted:
			v.log("unrolling: gave up at level %d, %d terms", u.Level, u.Terms())
			s.undecided = u.Terms()
			u.GiveUp()
		}
	}
	return false
}

// start is the work unrolling gets before refinement has done any. Once a
// trace is known, its neighbours are found faster by picking words.
func (s *unroller) start(v *run) work.Amount {
	switch {
	case len(v.res.Traces) > 0:
		return 0
	case v.recurse.waits(v):
		return contracting.after
	}
	return turnWork
}

// explorer is the source that searches among the states in which the program
// asks for an input (Config.States).
type explorer struct {
	search func(ctx context.Context, clock *work.Clock, budget work.Amount) (t *cfg.Trace, over bool) // nil: not begun
	over   bool
	due    work.Amount // when the next turn is
}

// turn goes on with the search, for a share of the work until then, until there
// is a trace.
func (s *explorer) turn(ctx context.Context, v *run) (over bool) {
	if v.cfg.States == nil || s.over || len(v.res.Traces) > 0 || v.elapsed() < s.due || !withStates.On() {
		return false
	}
	var t *cfg.Trace
	v.phase(PhaseSearch, func() {
		if s.search == nil {
			s.search = v.cfg.States(v.task.orig)
		}
		t, s.over = s.search(ctx, v.clock, exploring.turn(v))
	})
	s.due = exploring.next(v)
	return t != nil && v.executed(v.whole, t)
}

// executor is the source that executes the program on generated inputs
// (Config.Search).
type executor struct {
	round uint64      // of inputs
	due   work.Amount // when the next round begins
}

// turn executes a round of inputs, the first when unrolling and refinement had
// a second, then ever less often, until there is a trace.
func (s *executor) turn(ctx context.Context, v *run) (over bool) {
	if v.cfg.Search == nil || len(v.res.Traces) > 0 || v.elapsed() < s.due || !withRuns.On() {
		return false
	}
	var t *cfg.Trace
	v.phase(PhaseSearch, func() {
		t = v.cfg.Search(ctx, v.task.orig, s.round, v.cfg.Engine, v.clock, executing.turn(v))
	})
	s.round++
	s.due = executing.next(v)
	return t != nil && v.executed(v.whole, t)
}

// executed takes the trace of an execution that reached an error location. It
// returns true when the run is over.
func (v *run) executed(ctx context.Context, t *cfg.Trace) (over bool) {
	var target *cfg.Loc
	for _, e := range t.Edges {
		if e.To.Kind == cfg.Error {
			target = e.To
		}
	}
	v.log("execution: trace of %d statements", len(t.Edges))
	word := v.rest.wordOf(t.Edges, v.task.from)
	if target == nil {
		return false
	}
	if no := v.admit(ctx, t); no != nil {
		v.log("execution: %s", no.reason)
		return v.library.learned
	}
	v.found(ctx, t, target)
	return word == nil || v.generalize(ctx, word, v.rest.loc(v.rest.target(word)), feasibility{trace: t})
}

// lastResort executes the program where nothing else is left to do: what keeps
// the answer open, such as deep recursion, is not an obstacle to executions.
func (v *run) lastResort(ctx context.Context) {
	if v.known.closed() && v.rest.nfa != nil {
		return
	}
	if v.ended(ctx) {
		v.noteEnd(ctx)
		return
	}
	v.execute.due = 0
	v.execute.turn(ctx, v)
}

// picker is the source that takes the words of the remaining automaton one by
// one: infeasible ones are refined, feasible ones reported.
type picker struct {
	next int                     // round robin over error locations
	uses map[automata.Letter]int // letters in reported traces
}

// turn decides one word.
func (s *picker) turn(ctx context.Context, v *run) (over bool) {
	word, target := s.word(v)
	v.res.Stats.Iterations++
	v.progress(PhaseFeasibility)
	f := v.decide(ctx, word)
	switch {
	case f.result == smt.Unknown && ctx.Err() != nil:
		return false
	case f.result == smt.Unsat:
		v.refiner.refine(ctx, v.cfg.hardQuery(), word, f.letters)
	case target.Kind == cfg.Unsupported:
		v.unsupported(target)
	case f.result == smt.Unknown:
		v.postpone(ctx, word, target)
	default:
		return v.report(v.whole, word, target, f)
	}
	return false
}

// word chooses the next trace: round robin over the error locations that
// remain, so that a hard assertion does not starve the others; shortest first,
// and after a report the one that shares least with the reported traces.
func (s *picker) word(v *run) ([]automata.Letter, *cfg.Loc) {
	var locs []*cfg.Loc
	seen := map[*cfg.Loc]bool{}
	for q, f := range v.rest.nfa.Final {
		if l := v.rest.loc(automata.State(q)); f && l.Kind == cfg.Error && !seen[l] {
			seen[l] = true
			locs = append(locs, l)
		}
	}
	if len(locs) == 0 {
		word, run, _ := automata.ShortestWord(v.rest.nfa)
		return word, v.rest.loc(run[len(run)-1])
	}
	target := locs[s.next%len(locs)]
	s.next++
	isTarget := func(q automata.State) bool { return v.rest.nfa.Final[q] && v.rest.loc(q) == target }
	if len(v.res.Traces) > 0 {
		word, _, _, ok := automata.CheapestWordTo(v.rest.nfa, isTarget, func(_ automata.State, e automata.Edge) float64 {
			return 1 + float64(s.uses[e.Letter])
		})
		if ok {
			return word, target
		}
	}
	word, _, _ := automata.ShortestWordTo(v.rest.nfa, isTarget)
	return word, target
}

// The sources of traces and proofs take turns. Each waits until all others
// together did some work, gets a part of all work so far, and has its next turn
// when that has grown: so none takes more than its part, whichever is right, and
// there are few turns, since most sources begin again in each.

// schedule says when a source has its turns.
type schedule struct {
	after work.Amount // all work before the first turn
	least work.Amount // what a turn gets at least
}

// The schedules of the sources. Unrolling, which finds shallow errors and easy
// proofs, has turnWork before any other, except that a procedure that calls itself
// is tried with contracts at once.
var (
	exploring   = schedule{least: turnWork / 5}
	executing   = schedule{least: turnWork}
	contracting = schedule{after: turnWork / 8, least: 5 * turnWork}
	unwinding   = schedule{after: turnWork * 9 / 8, least: turnWork / 2}
	// A round of prophecy with half as much at first is done again, and takes 1.7
	// times as long in all; with twice as much 1.2 times.
	predicting = schedule{after: turnWork * 5 / 4, least: 5 * turnWork}
	framing    = schedule{least: turnWork}
)

// turn is the work of a turn that begins now.
func (s schedule) turn(v *run) work.Amount { return max(s.least, v.elapsed()/turnPart) }

// next is the work of all after which the turn comes that follows the one that
// ends now.
func (s schedule) next(v *run) work.Amount { return turnGrowth * v.elapsed() }

// sources are where traces and proofs come from. They take turns (search.go).
type sources struct {
	values  analyst
	unroll  unroller
	unwind  unwinder
	explore explorer
	execute executor
	predict foreteller
	frame   framer
	recurse *contractor
	pick    picker
}

func newSources() sources {
	return sources{recurse: &contractor{}, pick: picker{uses: map[automata.Letter]int{}}}
}

// report replays a feasible trace and, if it is real, records it. It returns
// true when the run is over. The trace that counts is that of the program
// before recursion was unrolled: its statements are the user's.
func (v *run) report(ctx context.Context, word []automata.Letter, target *cfg.Loc, f feasibility) bool {
	t := v.task.from.Trace(f.trace)
	if no := v.admit(ctx, t); no != nil {
		if v.library.learned {
			return true
		}
		if no.kind == "replay" && f.floats {
			no.kind = "floats"
		}
		v.giveUp(ctx, word, target, no.kind, no.reason)
		return false
	}
	for _, a := range word {
		v.pick.uses[a]++
	}
	v.found(ctx, t, v.task.from.Loc(target))
	return v.generalize(ctx, word, target, f)
}

// generalize removes the traces that fail in the same way as the one just
// reported, if others are wanted. It returns true when the run is over.
func (v *run) generalize(ctx context.Context, word []automata.Letter, target *cfg.Loc, f feasibility) (over bool) {
	if !v.cfg.MultiTrace {
		return true
	}
	if v.ended(ctx) {
		v.noteEnd(ctx)
		return true
	}
	if v.pool == nil && v.values.atFirst(ctx, v) {
		t := v.res.Traces[len(v.res.Traces)-1].Trace
		if word = v.rest.wordOf(t.Edges, v.task.from); word == nil {
			return false
		}
		target = v.rest.loc(v.rest.target(word))
	}
	v.phase(PhaseDanger, func() { v.danger(ctx, word, target, f) })
	v.unroll.restart()
	return false
}
