package verifier

import (
	"slices"

	"culprit/automata"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
)

// How infeasible traces are removed.

// refine removes an infeasible word together with everything a proof of its
// infeasibility covers.
func (v *run) refine(word []automata.Letter, prefix int) {
	v.res.Stats.Refined++
	ls := v.letters(word)
	var preds []logic.T
	v.phase(PhaseInterpolation, func() {
		preds = v.interp.interpolate(ls[:prefix], v.solverBudget()/interpolationPart+firstInterpolation)
	})
	if preds != nil {
		preds = append(preds, v.guesses.useful...)
		plain := hoare.NewFloydHoare(v.checker, preds)
		if v.guesses.wanted(word) {
			// Guessed predicates are many: they get a bounded share of the work.
			guessed := append(v.interp.suffix(ls), v.guesses.all()...)
			rich := hoare.NewFloydHoare(v.checker, append(preds[:len(preds):len(preds)], guessed...))
			if fh := v.removed(word, rich, firstGuess+v.elapsed()/guessPart); fh != nil {
				v.guesses.remember(fh, guessed)
				return
			}
			v.log("guessed predicates given up")
		}
		if v.removed(word, plain, 0) != nil {
			return
		}
	}
	v.log("%d: %d letters, word removed exactly, %d states", v.res.Stats.Iterations, len(word), v.rem.NumStates())
	p := prefixWord(append([]automata.Letter(nil), word[:prefix]...))
	v.proof.Words = append(v.proof.Words, p)
	v.subtract(p)
}

// removed subtracts a Floyd-Hoare automaton if it accepts the word it was made
// for, within the given amount of work (0: no bound but the run's).
// It returns the automaton that went into the proof, or nil.
func (v *run) removed(word []automata.Letter, fh *hoare.FloydHoare, limit work.Amount) *hoare.FloydHoare {
	before := v.rem
	done := false
	try := func() { done = automata.LazyAccepts(fh, word) && v.subtractWithin(fh, limit) }
	if limit > 0 {
		v.checker.Within(limit, limit/4, try)
	} else {
		try()
	}
	if !done {
		return nil
	}
	fh = v.slimmer(word, before, fh)
	v.res.Stats.Predicates += len(fh.Predicates()) - 1
	v.proof.Automata = append(v.proof.Automata, fh)
	v.log("%d: %d letters, %d predicates, %d states", v.res.Stats.Iterations, len(word), len(fh.Predicates())-1, v.rem.NumStates())
	return fh
}

// slimmer subtracts the automaton of the predicates that were needed instead,
// if many were not: the remaining automaton distinguishes fewer states and the
// proof has fewer steps to recheck.
func (v *run) slimmer(word []automata.Letter, before *automata.NFA, fh *hoare.FloydHoare) *hoare.FloydHoare {
	if len(fh.Predicates()) < 4 {
		return fh
	}
	limit := firstSlim + v.elapsed()/slimPart
	needs := func(fh *hoare.FloydHoare) (n *hoare.Needs) {
		v.phase(PhaseDifference, func() { n = fh.Needs(limit) })
		return n
	}
	n := needs(fh)
	if n == nil {
		return fh
	}
	if preds := n.Predicates(); len(preds) < len(fh.Predicates())*3/4 {
		after, slim := v.rem, hoare.NewFloydHoare(v.checker, preds)
		v.rem = before
		if automata.LazyAccepts(slim, word) && v.subtractWithin(slim, limit) {
			if fh, n = slim, needs(slim); n == nil {
				return fh
			}
		} else {
			v.rem = after
		}
	}
	n.Restrict()
	return fh
}

// guesses are predicates that held in executions. Those that proofs needed go
// into every automaton, all of them only into some: they are many.
type guesses struct {
	*run
	looped int       // words refined that go round a loop
	preds  []logic.T // nil: not guessed yet
	useful []logic.T // of these, what proofs needed
}

// remember keeps the guessed predicates that an automaton needed.
func (g *guesses) remember(fh *hoare.FloydHoare, guessed []logic.T) {
	if len(fh.Predicates()) > len(guessed) {
		return // not found out
	}
	for _, p := range fh.Predicates()[1:] {
		if len(g.useful) < maxUseful && slices.Contains(guessed, p) && !slices.Contains(g.useful, p) {
			g.useful = append(g.useful, p)
		}
	}
}

// wanted reports whether guessed predicates should help to refine a word: it
// goes round a loop, and not at every refinement, since they are many.
func (g *guesses) wanted(word []automata.Letter) bool {
	visits := map[int32]int{}
	most := 0
	for _, q := range automata.Run(g.rem, word) {
		visits[g.rem.Label[q]]++
		most = max(most, visits[g.rem.Label[q]])
	}
	if most < 2 {
		return false
	}
	g.looped++
	return g.looped == guessAt || g.looped%guessEvery == 0
}

// all guesses, the first time from executions of the automaton.
func (g *guesses) all() []logic.T {
	if g.preds == nil {
		g.preds = []logic.T{}
		g.phase(PhaseInterpolation, func() {
			s := sample(g.enc, g.ctl, loopVariables(g.checker, g.ctl))
			g.preds = append(g.preds, guess(g.enc, s)...)
		})
		g.log("%d predicates guessed from executions", len(g.preds))
	}
	return g.preds
}

// subtract makes the remaining automaton smaller.
func (v *run) subtract(b automata.Lazy) { v.subtractWithin(b, 0) }

// subtractWithin is subtract with a limit of work (0: the run's). If that is
// used up the remaining automaton stays as it was.
func (v *run) subtractWithin(b automata.Lazy, limit work.Amount) (done bool) {
	v.phase(PhaseDifference, func() {
		start := v.clock.Now()
		n, _, err := automata.Difference(v.rem, b, func() bool {
			v.clock.Count(automata.StopPeriod, work.State)
			return v.ctx.Err() != nil || limit > 0 && v.clock.Since(start) > limit
		})
		if err != nil {
			return
		}
		done = true
		grown := n.NumStates() > v.rem.NumStates()*3/2
		v.rem = n
		if grown || v.res.Stats.Iterations%8 == 0 {
			v.minimize()
		}
		v.res.Stats.MaxStates = max(v.res.Stats.MaxStates, n.NumStates())
	})
	return done
}

func (v *run) minimize() {
	if v.rem.NumStates() > 0 {
		v.clock.Count(v.rem.NumStates(), 4*work.State)
		m, _ := automata.Minimize(v.rem)
		v.rem = m
	}
}
