package verifier

import (
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

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
