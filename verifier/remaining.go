package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
)

// remaining is the language of the error traces that remain: an automaton over
// the letters of the program automaton, with its states as labels.
type remaining struct {
	*meter
	ctl   *hoare.Control
	nfa   *automata.NFA
	enc   *hoare.Encoder
	watch func(*Subtracted) // Config.OnSubtract
	last  *automata.NFA     // what the last one was subtracted from
}

func (r *remaining) empty() bool { return automata.Empty(r.nfa) }

// clear leaves no trace, since another way was found to prove that all are
// infeasible.
func (r *remaining) clear() { r.nfa = &automata.NFA{} }

// loc is the location of a state.
func (r *remaining) loc(q automata.State) *cfg.Loc { return r.ctl.Loc(r.nfa, q) }

// letters looks a word up.
func (r *remaining) letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = r.ctl.Letters[a]
	}
	return out
}

// subtract makes the remaining automaton smaller.
func (r *remaining) subtract(ctx context.Context, b automata.Lazy) { r.subtractWithin(ctx, b, 0) }

// subtractWithin is subtract with a limit of work (0: the run's). If that is
// used up the remaining automaton stays as it was.
func (r *remaining) subtractWithin(ctx context.Context, b automata.Lazy, limit work.Amount) (done bool) {
	r.phase(PhaseDifference, func() {
		start := r.clock.Now()
		n, _, err := automata.Difference(r.nfa, b, func() bool {
			r.clock.Count(automata.StopPeriod, work.State)
			return ctx.Err() != nil || limit > 0 && r.clock.Since(start) > limit
		})
		if err != nil {
			return
		}
		done = true
		before := r.nfa
		grown := n.NumStates() > r.nfa.NumStates()*3/2
		r.nfa = n
		if grown || r.stats.Iterations%8 == 0 {
			r.minimize()
		}
		r.stats.MaxStates = max(r.stats.MaxStates, n.NumStates())
		r.watched(before, b)
	})
	return done
}

func (r *remaining) minimize() {
	if r.nfa.NumStates() > 0 {
		r.clock.Count(r.nfa.NumStates(), 4*work.State)
		m, _ := automata.Minimize(r.nfa)
		r.nfa = m
	}
}

// dropFinals makes the matching final states ordinary.
func (r *remaining) dropFinals(match func(*cfg.Loc) bool) {
	n := *r.nfa
	n.Final = append([]bool(nil), n.Final...)
	for q, f := range n.Final {
		if f && match(r.ctl.Loc(&n, automata.State(q))) {
			n.Final[q] = false
		}
	}
	r.nfa, _ = automata.Trim(&n)
}

// wordOf spells a trace of the original program in letters of the remaining
// automaton; nil if it is not one of its words, as with recursion that is
// deeper than it was unrolled.
func (r *remaining) wordOf(edges []*cfg.Edge, from *cfg.Origin) []automata.Letter {
	if r.nfa == nil || r.empty() {
		return nil
	}
	var word []automata.Letter
	same := func(c, e *cfg.Edge) bool { return from.Edge(c) == e }
	q := r.nfa.Initial[0]
	for i := 0; ; {
		found := false
		for _, e := range r.nfa.Out[q] {
			l := r.ctl.Letters[e.Letter]
			if len(l.Edges) <= len(edges)-i && slices.EqualFunc(l.Edges, edges[i:i+len(l.Edges)], same) && (len(l.Edges) > 0 || l.Init) {
				word, q, i, found = append(word, e.Letter), e.To, i+len(l.Edges), true
				break
			}
		}
		if !found || i == len(edges) {
			if i == len(edges) && r.nfa.Final[q] {
				return word
			}
			if !found {
				return nil
			}
		}
	}
}

// target is the state a word of the remaining automaton ends in.
func (r *remaining) target(word []automata.Letter) automata.State {
	q := r.nfa.Initial[0]
	for _, a := range word {
		if q = r.nfa.Step(q, a); q < 0 {
			return r.nfa.Initial[0]
		}
	}
	return q
}

// targets are the locations that traces remain to, in the order of states.
func (r *remaining) targets() []*cfg.Loc {
	var out []*cfg.Loc
	for q, f := range r.nfa.Final {
		if l := r.loc(int32(q)); f && !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// among are those of some locations that traces remain to.
func (r *remaining) among(locs []*cfg.Loc) []*cfg.Loc {
	return slices.DeleteFunc(r.targets(), func(l *cfg.Loc) bool { return !slices.Contains(locs, l) })
}

// prefixWord accepts the words that start with an infeasible prefix.
type prefixWord []automata.Letter

func (p prefixWord) Initial() automata.State { return 0 }
func (p prefixWord) Step(q automata.State, a automata.Letter) automata.State {
	switch {
	case int(q) == len(p):
		return q
	case p[q] == a:
		return q + 1
	}
	return -1
}
func (p prefixWord) Final(q automata.State) bool      { return int(q) == len(p) }
func (p prefixWord) AcceptsAll(q automata.State) bool { return int(q) == len(p) }

// exactWord accepts one word only.
type exactWord []automata.Letter

func (p exactWord) Initial() automata.State { return 0 }
func (p exactWord) Step(q automata.State, a automata.Letter) automata.State {
	if int(q) < len(p) && p[q] == a {
		return q + 1
	}
	return -1
}
func (p exactWord) Final(q automata.State) bool      { return int(q) == len(p) }
func (p exactWord) AcceptsAll(q automata.State) bool { return false }

// The run as its reader may want to see it: the program automaton, and the automata
// that are subtracted from it one after the other.

// SubtractedKind says what an automaton accepts.
type SubtractedKind uint8

// The kinds of automata.
const (
	ProgramAutomaton SubtractedKind = iota // all error traces: nothing was subtracted yet
	FloydHoare                             // infeasible traces, for the same reason
	Danger                                 // feasible traces that fail in the same way
	SingleTrace                            // one trace, or those that begin like it
)

func (k SubtractedKind) String() string {
	return [...]string{"program", "Floyd-Hoare", "danger", "single trace"}[k]
}

// Subtracted is an automaton of a run, as far as the traces that remain reach it.
type Subtracted struct {
	Kind          SubtractedKind
	States        []SubtractedState // nil: too many to be looked at
	Steps         []SubtractedStep
	Before, After int            // states of the automaton of the traces that remain
	Replaces      bool           // the one before was not good enough
	Enc           *hoare.Encoder // of the terms
}

// SubtractedState is a state. Of a Floyd-Hoare automaton the predicates in Holds hold
// whenever control is there.
type SubtractedState struct {
	At             []*cfg.Loc
	Holds          []logic.T
	Initial, Final bool
}

// SubtractedStep is an edge, with the statements of its letter.
type SubtractedStep struct {
	From, To int
	Edges    []*cfg.Edge
}

// watched tells Config.OnSubtract about an automaton that was subtracted from before.
func (r *remaining) watched(before *automata.NFA, b automata.Lazy) {
	if r.watch == nil {
		return
	}
	s := &Subtracted{Kind: SingleTrace, Before: before.NumStates(), After: r.nfa.NumStates(), Enc: r.enc, Replaces: before == r.last}
	r.last = before
	fh, _ := b.(*hoare.FloydHoare)
	switch b.(type) {
	case *hoare.FloydHoare:
		s.Kind = FloydHoare
	case *automata.SubsetAutomaton:
		s.Kind = Danger
	}
	r.explore(s, before, b, fh)
	r.watch(s)
}

// explore gives s the states of b that words of a reach, in the order of a breadth-first
// search. It asks b no more than the difference has.
func (r *remaining) explore(s *Subtracted, a *automata.NFA, b automata.Lazy, fh *hoare.FloydHoare) {
	useful := automata.DistanceToFinal(a)
	index := map[automata.State]int{}
	state := func(p, q automata.State) int {
		i, known := index[q]
		if !known {
			i = len(s.States)
			index[q] = i
			x := SubtractedState{Final: b.Final(q)}
			if fh != nil {
				x.Holds = fh.Conjuncts(q)
			}
			s.States = append(s.States, x)
		}
		if x, l := &s.States[i], r.ctl.Loc(a, p); !slices.Contains(x.At, l) {
			x.At = append(x.At, l)
		}
		return i
	}
	type pair struct{ p, q automata.State }
	var queue []pair
	for _, p := range a.Initial {
		s.States[state(p, b.Initial())].Initial = true
		queue = append(queue, pair{p, b.Initial()})
	}
	seen := map[pair]bool{}
	steps := map[[3]int32]bool{}
	for n := 0; n < len(queue); n++ {
		at := queue[n]
		if seen[at] || at.q == automata.Dead || b.AcceptsAll(at.q) {
			continue
		}
		seen[at] = true
		for _, e := range a.Out[at.p] {
			if useful[e.To] < 0 {
				continue
			}
			q := b.Step(at.q, e.Letter)
			if q == automata.Dead {
				continue
			}
			from, to := index[at.q], state(e.To, q)
			if key := [3]int32{int32(from), e.Letter, int32(to)}; !steps[key] {
				steps[key] = true
				s.Steps = append(s.Steps, SubtractedStep{from, to, r.ctl.Letters[e.Letter].Edges})
			}
			queue = append(queue, pair{e.To, q})
		}
		if len(s.States) > maxWatched || len(s.Steps) > 2*maxWatched {
			s.States, s.Steps = nil, nil
			return
		}
	}
}

// begun tells Config.OnSubtract about the program automaton.
func (r *remaining) begun() {
	if r.watch == nil {
		return
	}
	s := &Subtracted{Kind: ProgramAutomaton, Before: r.nfa.NumStates(), After: r.nfa.NumStates(), Enc: r.enc}
	if r.nfa.NumStates() <= maxWatched {
		for q, out := range r.nfa.Out {
			s.States = append(s.States, SubtractedState{At: []*cfg.Loc{r.loc(automata.State(q))}, Initial: slices.Contains(r.nfa.Initial, automata.State(q)), Final: r.nfa.Final[q]})
			for _, e := range out {
				s.Steps = append(s.Steps, SubtractedStep{q, int(e.To), r.ctl.Letters[e.Letter].Edges})
			}
		}
	}
	r.watch(s)
}
