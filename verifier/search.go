package verifier

import (
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/smt"
)

// Where traces come from: bounded unrolling, execution on made-up inputs, and
// the remaining automaton itself.

// unrolled gives bounded unrolling its share of the work. It reports true
// when the run is over.
func (v *run) unrolled() bool {
	if v.cfg.NoBMC {
		return false
	}
	if v.unroll == nil {
		v.unroll = newUnrolling(v.ctl, v.rem, v.engine, v.clock)
	}
	u := v.unroll
	// Alternate: unrolling may do as much work as refinement did, plus a start.
	for v.unroll == u && u.rem != nil && !automata.Empty(v.rem) && v.bmcWork <= v.bmcStart()+v.refined {
		if v.ctx.Err() != nil {
			return false
		}
		t, w := time.Now(), v.clock.Now()
		status, word := u.advance(v.ctx, askAt(u.level), v.question())
		v.bmcWork += v.clock.Since(w)
		v.res.Stats.Phases[PhaseBMC] += time.Since(t)
		v.res.Stats.Depth = max(v.res.Stats.Depth, u.level)
		v.progress(PhaseBMC)
		switch status {
		case bmcFound:
			v.log("unrolling: trace of %d letters at level %d", len(word), u.level)
			target := v.ctl.Loc(v.rem, v.target(word))
			f := v.decide(word)
			if f.result != smt.Sat {
				v.log("unrolling: trace not confirmed (%v)", f.result)
				u.rem = nil
				return false
			}
			return v.report(word, target, f)
		case bmcComplete:
			v.log("unrolling: complete at level %d", u.level)
			if u.Unsupported != nil {
				v.unsupported(u.Unsupported)
				u.rem = nil
				return false
			}
			v.proof.Unrolling = u
			v.rem = emptyAutomaton() // traces that were set aside may remain
			return false
		case bmcExhausted:
			v.log("unrolling: gave up at level %d, %d terms", u.level, u.enc.TB.Len())
			u.rem, u.enc, u.entries = nil, nil, nil
		}
	}
	return false
}

// searched executes the program on made-up inputs, first when unrolling and
// refinement had a second, then ever less often. It reports true when the run
// is over.
func (v *run) searched() bool {
	if v.cfg.Search == nil || len(v.res.Traces) > 0 || v.elapsed() < v.searchAt {
		return false
	}
	var t *cfg.Trace
	v.phase(PhaseSearch, func() {
		t = v.cfg.Search(v.ctx, v.orig, v.searches, v.cfg.Engine, v.clock, max(time.Second, v.elapsed()/4))
	})
	v.searches++
	v.searchAt = 3*v.elapsed() + time.Second
	if t == nil {
		return false
	}
	var target *cfg.Loc
	for _, e := range t.Edges {
		if e.To.Kind == cfg.Error {
			target = e.To
		}
	}
	v.log("execution: trace of %d statements", len(t.Edges))
	word := v.wordOf(t.Edges)
	if target == nil {
		return false
	}
	if no := v.admit(t); no != nil {
		v.log("execution: %s", no.reason)
		return v.learned
	}
	v.found(t, target)
	if word == nil || !v.cfg.MultiTrace || v.stopped() {
		return true
	}
	v.phase(PhaseDanger, func() { v.danger(word, v.ctl.Loc(v.rem, v.target(word)), feasibility{trace: t}) })
	v.unroll, v.bmcWork = nil, 0
	return false
}

// lastResort executes the program on made-up inputs where nothing else is left
// to do: what keeps the answer open, such as deep recursion, is no obstacle to
// executions.
func (v *run) lastResort() {
	if v.closed() || v.stopped() {
		return
	}
	v.searchAt = 0
	v.searched()
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

// bmcStart is the work unrolling gets before refinement has done any. Once a
// trace is known, its neighbours are found faster by picking words.
func (v *run) bmcStart() time.Duration {
	if len(v.res.Traces) > 0 {
		return 0
	}
	return time.Second
}

// askAt spaces the questions of the unrolling out as it gets deeper.
func askAt(level int) bool {
	return level < 8 || level < 32 && level%4 == 0 || level < 128 && level%16 == 0 || level%64 == 0
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

// pick chooses the next trace: round robin over the error locations that
// remain, so that a hard assertion does not starve the others; shortest first,
// and after a report the one that shares least with the reported traces.
func (v *run) pick() ([]automata.Letter, *cfg.Loc) {
	var locs []*cfg.Loc
	seen := map[*cfg.Loc]bool{}
	for q, f := range v.rem.Final {
		if l := v.ctl.Loc(v.rem, automata.State(q)); f && l.Kind == cfg.Error && !seen[l] {
			seen[l] = true
			locs = append(locs, l)
		}
	}
	if len(locs) == 0 {
		word, run, _ := automata.ShortestWord(v.rem)
		return word, v.ctl.Loc(v.rem, run[len(run)-1])
	}
	target := locs[v.next%len(locs)]
	v.next++
	isTarget := func(q automata.State) bool { return v.rem.Final[q] && v.ctl.Loc(v.rem, q) == target }
	if len(v.res.Traces) > 0 {
		word, _, _, ok := automata.CheapestWordTo(v.rem, isTarget, func(_ automata.State, e automata.Edge) float64 {
			return 1 + float64(v.uses[e.Letter])
		})
		if ok {
			return word, target
		}
	}
	word, _, _ := automata.ShortestWordTo(v.rem, isTarget)
	return word, target
}
