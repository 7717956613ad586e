package automata

import "slices"

// Subset returns the lazy determinisation of n by the subset construction
// (Rabin and Scott). Its states are interned sets of states of n, the empty
// set being Dead; sets are exact, nothing is subsumed. AcceptsAll is always
// false, since without an alphabet nothing accepts every continuation.
func Subset(n *NFA) *SubsetAutomaton { return newSubset(n, nil) }

// SubsetAutomaton is the Lazy automaton returned by Subset.
type SubsetAutomaton struct {
	n       *NFA
	sets    seqTable
	steps   pairTable // (set, letter) to set
	initial State
	final   []bool
	all     []bool
	univ    []bool // per state of n, or nil
	mark    []uint32
	epoch   uint32
	scratch []State
}

func newSubset(n *NFA, univ []bool) *SubsetAutomaton {
	s := &SubsetAutomaton{n: n, univ: univ, mark: make([]uint32, len(n.Out))}
	s.initial = s.intern(n.Initial)
	return s
}

// intern returns the state for a sorted set.
func (s *SubsetAutomaton) intern(set []State) State {
	if len(set) == 0 {
		return Dead
	}
	id, fresh := s.sets.intern(set)
	if fresh {
		final, all := false, false
		for _, q := range set {
			final = final || s.n.Final[q]
			all = all || s.univ != nil && s.univ[q]
		}
		s.final = append(s.final, final)
		s.all = append(s.all, all)
	}
	return id
}

// Initial implements Lazy.
func (s *SubsetAutomaton) Initial() State { return s.initial }

// Step implements Lazy.
func (s *SubsetAutomaton) Step(q State, a Letter) State {
	key := pairKey(q, a)
	if to, ok := s.steps.lookup(key); ok {
		return to
	}
	s.epoch++
	if s.epoch == 0 {
		clear(s.mark)
		s.epoch = 1
	}
	next := s.scratch[:0]
	for _, p := range s.sets.get(q) {
		for _, e := range s.n.Succ(p, a) {
			if s.mark[e.To] != s.epoch {
				s.mark[e.To] = s.epoch
				next = append(next, e.To)
			}
		}
	}
	slices.Sort(next)
	s.scratch = next
	return s.steps.intern(key, s.intern(next))
}

// Final implements Lazy.
func (s *SubsetAutomaton) Final(q State) bool { return s.final[q] }

// AcceptsAll implements Lazy.
func (s *SubsetAutomaton) AcceptsAll(q State) bool { return s.all[q] }

// Set returns the states of the NFA that q stands for, ascending; the slice
// must not be modified.
func (s *SubsetAutomaton) Set(q State) []State { return s.sets.get(q) }

// NumStates returns the number of sets met so far.
func (s *SubsetAutomaton) NumStates() int { return s.sets.len() }
