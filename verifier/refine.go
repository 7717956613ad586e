package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/predicates"
)

// How infeasible traces are removed.

// refiner removes infeasible words from the remaining automaton, and writes
// down why in the proof.
type refiner struct {
	*meter
	rest    *remaining
	proof   *Proof
	checker *hoare.Checker
	interp  *predicates.Interpolator
	guesses guesses
	rounds  map[int32]int // by label: how often the words went there again
}

// refine removes an infeasible word together with everything a proof of its
// infeasibility covers. query is the work of a hard query.
func (v *refiner) refine(ctx context.Context, query work.Amount, word []automata.Letter, prefix int) {
	v.stats.Refined++
	var preds []logic.T
	v.phase(PhaseInterpolation, func() {
		preds = v.interp.Interpolate(v.rest.letters(word[:prefix]), query/queryPart+2*turnWork)
	})
	if preds != nil {
		preds = append(preds, v.guesses.useful...)
		plain := hoare.NewFloydHoare(v.checker, preds)
		loops := v.goesRound(word)
		if loops {
			v.guesses.looped++
		}
		if loops && withGuesses.On() && v.guesses.due() {
			// Guessed predicates are many: they get a bounded share of the work.
			guessed := v.guessed()
			rich := hoare.NewFloydHoare(v.checker, append(preds[:len(preds):len(preds)], guessed...))
			limit := turnWork + v.elapsed()/smallPart
			if fh := v.try(ctx, word, rich, limit, limit); fh != nil {
				v.guesses.remember(fh, guessed)
				return
			}
			v.log("guessed predicates given up")
		}
		if v.try(ctx, word, plain, 4*turnWork+v.elapsed()/turnPart, 0) != nil {
			return
		}
	}
	v.log("%d: %d letters, word removed exactly, %d states", v.stats.Iterations, len(word), v.rest.nfa.NumStates())
	p := prefixWord(append([]automata.Letter(nil), word[:prefix]...))
	v.proof.Words = append(v.proof.Words, p)
	v.rest.subtract(ctx, p)
}

// try subtracts a Floyd-Hoare automaton if it accepts the word it was made
// for, which is found out within an amount of work. The subtraction may take as
// much as limit (0: no bound but the run's).
// It returns the automaton that went into the proof, or nil.
func (v *refiner) try(ctx context.Context, word []automata.Letter, fh *hoare.FloydHoare, accept, limit work.Amount) *hoare.FloydHoare {
	before := v.rest.nfa
	accepts, done := false, false
	v.checker.Within(accept, accept/4, func() {
		accepts = automata.LazyAccepts(fh, word)
		done = accepts && limit > 0 && v.rest.subtractWithin(ctx, fh, limit)
	})
	if accepts && limit == 0 {
		done = v.rest.subtractWithin(ctx, fh, 0)
	}
	if !done {
		return nil
	}
	fh = v.slim(ctx, word, before, fh)
	v.stats.Predicates += len(fh.Predicates()) - 1
	v.proof.Automata = append(v.proof.Automata, fh)
	v.log("%d: %d letters, %d predicates, %d states", v.stats.Iterations, len(word), len(fh.Predicates())-1, v.rest.nfa.NumStates())
	return fh
}

// slim subtracts the automaton of the predicates that were needed instead,
// if many were not: the remaining automaton distinguishes fewer states and the
// proof has fewer steps to recheck.
func (v *refiner) slim(ctx context.Context, word []automata.Letter, before *automata.NFA, fh *hoare.FloydHoare) *hoare.FloydHoare {
	if len(fh.Predicates()) < 4 || !withSlim.On() {
		return fh
	}
	limit := 2*turnWork + v.elapsed()/smallPart
	needs := func(fh *hoare.FloydHoare) (n *hoare.Needs) {
		v.phase(PhaseDifference, func() { n = fh.Needs(limit) })
		return n
	}
	n := needs(fh)
	if n == nil {
		return fh
	}
	if preds := n.Predicates(); len(preds) < len(fh.Predicates())*3/4 {
		after, smaller := v.rest.nfa, hoare.NewFloydHoare(v.checker, preds)
		v.rest.nfa = before
		if automata.LazyAccepts(smaller, word) && v.rest.subtractWithin(ctx, smaller, limit) {
			if fh, n = smaller, needs(smaller); n == nil {
				return fh
			}
		} else {
			v.rest.nfa = after
		}
	}
	n.Restrict()
	return fh
}

// guesses are predicates that held in executions. Those that proofs needed go
// into every automaton, all of them only into some: they are many.
type guesses struct {
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

// goesRound reports whether a word of the remaining automaton goes round a loop,
// and counts where.
func (v *refiner) goesRound(word []automata.Letter) (round bool) {
	visits := map[int32]int{}
	for _, q := range automata.Run(v.rest.nfa, word) {
		label := v.rest.nfa.Label[q]
		visits[label]++
		if visits[label] >= 2 {
			v.rounds[label]++
			round = true
		}
	}
	return round
}

// due reports whether guessed predicates should help to refine the last word
// that goes round a loop: not at every refinement, since they are many.
func (g *guesses) due() bool { return g.looped == guessEvery/3 || g.looped%guessEvery == 0 }

// guessed are all guesses, made the first time from executions of the automaton.
func (v *refiner) guessed() []logic.T {
	g := &v.guesses
	if g.preds == nil {
		g.preds = []logic.T{}
		v.phase(PhaseInterpolation, func() {
			s := predicates.Sample(v.checker.Enc, v.rest.ctl, predicates.LoopVariables(v.checker, v.rest.ctl))
			g.preds = append(g.preds, predicates.Guess(v.checker.Enc, s)...)
		})
		v.log("%d predicates guessed from executions", len(g.preds))
	}
	return g.preds
}

// feasibility is the answer for one word.
type feasibility struct {
	result smt.Result
	// steps is, for an infeasible word whose conditions are contradictory by
	// themselves, the number of letters up to the contradiction.
	letters int
	trace   *cfg.Trace // of a feasible word
	// floats tells that the trace depends on what operations on floats leave
	// open: the bits of a NaN, an integer that cannot hold the number.
	floats bool
}

// decide executes a word symbolically from program start, in a term table of
// its own, and asks whether its conditions can hold together.
func decide(prog *cfg.Program, word []*hoare.Letter, engine smt.Engine, clock *work.Clock, budget smt.Budget) feasibility {
	enc := hoare.NewEncoder(logic.TableOn(clock), prog)
	tb := enc.TB
	s := hoare.NewSym(enc)
	var edges []*cfg.Edge
	for i, l := range word {
		s.ExecLetter(l)
		edges = append(edges, l.Edges...)
		if s.Dead {
			return feasibility{result: smt.Unsat, letters: i + 1}
		}
	}
	solver := smt.New(tb, engine, smt.Config{})
	r := solver.CheckBudget(budget, s.Guard...)
	f := feasibility{result: r, letters: len(word)}
	if r != smt.Sat {
		return f
	}
	cond := tb.And(s.Guard...)
	for _, t := range tb.Cone(cond) {
		if tb.Op(t) == logic.OpApply {
			f.floats = true
			break
		}
	}
	f.trace = &cfg.Trace{Edges: edges, Inputs: s.CfgInputs(plain(tb, cond, s.Inputs, solver.Model()))}
	return f
}
