package verifier

import (
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/smt"
)

// source is a way to find error traces or to show that none remain. The
// sources share the remaining automaton and take turns; what one removes none
// of the others looks at again.
type source interface {
	// turn does a share of the work. It reports whether the run is over.
	turn() (over bool)
}

// unroller is the source that unrolls the remaining automaton level by level.
type unroller struct {
	*run
	u    *unrolling  // nil: to begin with the next turn
	work work.Amount // done since it began
}

// restart begins anew, since the remaining automaton has changed.
func (s *unroller) restart() { s.u, s.work = nil, 0 }

// turn unrolls for as much work as refinement has done, and a start.
func (s *unroller) turn() (over bool) {
	if s.cfg.NoBMC {
		return false
	}
	if s.u == nil {
		s.u = newUnrolling(s.ctl, s.rem, s.engine, s.clock)
	}
	u := s.u
	for s.u == u && u.rem != nil && !automata.Empty(s.rem) && s.work <= s.start()+s.refined {
		if s.ctx.Err() != nil {
			return false
		}
		t, w := time.Now(), s.clock.Now()
		status, word := u.advance(s.ctx, askAt(u.level), s.question())
		s.work += s.clock.Since(w)
		s.res.Stats.Phases[PhaseBMC] += time.Since(t)
		s.res.Stats.Depth = max(s.res.Stats.Depth, u.level)
		s.progress(PhaseBMC)
		switch status {
		case bmcFound:
			s.log("unrolling: trace of %d letters at level %d", len(word), u.level)
			target := s.ctl.Loc(s.rem, s.target(word))
			f := s.decide(word)
			if f.result != smt.Sat {
				s.log("unrolling: trace not confirmed (%v)", f.result)
				u.rem = nil
				return false
			}
			return s.report(word, target, f)
		case bmcComplete:
			s.log("unrolling: complete at level %d", u.level)
			if u.Unsupported != nil {
				s.unsupported(u.Unsupported)
				u.rem = nil
				return false
			}
			s.proof.Unrolling = u
			s.rem = emptyAutomaton() // traces that were set aside may remain
			return false
		case bmcExhausted:
			s.log("unrolling: gave up at level %d, %d terms", u.level, u.enc.TB.Len())
			u.rem, u.enc, u.entries = nil, nil, nil
		}
	}
	return false
}

// start is the work unrolling gets before refinement has done any. Once a
// trace is known, its neighbours are found faster by picking words.
func (s *unroller) start() work.Amount {
	if len(s.res.Traces) > 0 {
		return 0
	}
	return firstTurn
}

// executor is the source that executes the program on generated inputs
// (Config.Search).
type executor struct {
	*run
	round uint64      // of inputs
	due   work.Amount // when the next round begins
}

// turn executes a round of inputs, the first when unrolling and refinement had
// a second, then ever less often, until there is a trace.
func (s *executor) turn() (over bool) {
	if s.cfg.Search == nil || len(s.res.Traces) > 0 || s.elapsed() < s.due {
		return false
	}
	var t *cfg.Trace
	s.phase(PhaseSearch, func() {
		t = s.cfg.Search(s.ctx, s.orig, s.round, s.cfg.Engine, s.clock, max(firstTurn, s.elapsed()/searchPart))
	})
	s.round++
	s.due = searchGrowth*s.elapsed() + firstTurn
	if t == nil {
		return false
	}
	var target *cfg.Loc
	for _, e := range t.Edges {
		if e.To.Kind == cfg.Error {
			target = e.To
		}
	}
	s.log("execution: trace of %d statements", len(t.Edges))
	word := s.wordOf(t.Edges)
	if target == nil {
		return false
	}
	if no := s.admit(t); no != nil {
		s.log("execution: %s", no.reason)
		return s.learned
	}
	s.found(t, target)
	if word == nil || !s.cfg.MultiTrace || s.stopped() {
		return true
	}
	s.phase(PhaseDanger, func() { s.danger(word, s.ctl.Loc(s.rem, s.target(word)), feasibility{trace: t}) })
	s.unroll.restart()
	return false
}

// lastResort executes the program where nothing else is left to do: what keeps
// the answer open, such as deep recursion, is not an obstacle to executions.
func (v *run) lastResort() {
	if v.closed() || v.stopped() {
		return
	}
	v.execute.due = 0
	v.execute.turn()
}

// picker is the source that takes the words of the remaining automaton one by
// one: infeasible ones are refined, feasible ones reported.
type picker struct {
	*run
	next int                     // round robin over error locations
	uses map[automata.Letter]int // letters in reported traces
}

// turn decides one word.
func (s *picker) turn() (over bool) {
	word, target := s.word()
	s.res.Stats.Iterations++
	s.progress(PhaseFeasibility)
	f := s.decide(word)
	switch {
	case f.result == smt.Unsat:
		s.refine(word, f.letters)
	case target.Kind == cfg.Unsupported:
		s.unsupported(target)
	case f.result == smt.Unknown:
		s.postpone(word, target)
	default:
		return s.report(word, target, f)
	}
	return false
}

// word chooses the next trace: round robin over the error locations that
// remain, so that a hard assertion does not starve the others; shortest first,
// and after a report the one that shares least with the reported traces.
func (s *picker) word() ([]automata.Letter, *cfg.Loc) {
	var locs []*cfg.Loc
	seen := map[*cfg.Loc]bool{}
	for q, f := range s.rem.Final {
		if l := s.ctl.Loc(s.rem, automata.State(q)); f && l.Kind == cfg.Error && !seen[l] {
			seen[l] = true
			locs = append(locs, l)
		}
	}
	if len(locs) == 0 {
		word, run, _ := automata.ShortestWord(s.rem)
		return word, s.ctl.Loc(s.rem, run[len(run)-1])
	}
	target := locs[s.next%len(locs)]
	s.next++
	isTarget := func(q automata.State) bool { return s.rem.Final[q] && s.ctl.Loc(s.rem, q) == target }
	if len(s.res.Traces) > 0 {
		word, _, _, ok := automata.CheapestWordTo(s.rem, isTarget, func(_ automata.State, e automata.Edge) float64 {
			return 1 + float64(s.uses[e.Letter])
		})
		if ok {
			return word, target
		}
	}
	word, _, _ := automata.ShortestWordTo(s.rem, isTarget)
	return word, target
}

// wordOf spells a trace of the original program in letters of the remaining
// automaton; nil if it is not one of its words, as with recursion that is
// deeper than it was unrolled.
func (v *run) wordOf(edges []*cfg.Edge) []automata.Letter {
	if v.rem == nil || automata.Empty(v.rem) {
		return nil
	}
	var word []automata.Letter
	same := func(c, e *cfg.Edge) bool { return v.from.Edge(c) == e }
	q := v.rem.Initial[0]
	for i := 0; ; {
		found := false
		for _, e := range v.rem.Out[q] {
			l := v.ctl.Letters[e.Letter]
			if len(l.Edges) <= len(edges)-i && slices.EqualFunc(l.Edges, edges[i:i+len(l.Edges)], same) && (len(l.Edges) > 0 || l.Init) {
				word, q, i, found = append(word, e.Letter), e.To, i+len(l.Edges), true
				break
			}
		}
		if !found || i == len(edges) {
			if i == len(edges) && v.rem.Final[q] {
				return word
			}
			if !found {
				return nil
			}
		}
	}
}

// target is the state a word of the remaining automaton ends in.
func (v *run) target(word []automata.Letter) automata.State {
	q := v.rem.Initial[0]
	for _, a := range word {
		if q = v.rem.Step(q, a); q < 0 {
			return v.rem.Initial[0]
		}
	}
	return q
}
