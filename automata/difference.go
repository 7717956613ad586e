package automata

import (
	"errors"
	"slices"
)

// ErrStopped is returned when the caller's stop function ended an operation.
var ErrStopped = errors.New("automata: stopped")

// StopPeriod is the number of product states between two calls of stop.
const StopPeriod = 16

// Difference returns an automaton for the words that a accepts and b does not,
// trimmed, and for each of its states the pair of states of a and b it stands
// for (Dead where b accepts nothing any more). Labels are those of a; the
// result is deterministic if a is. stop may be nil; if it returns true the
// operation ends with ErrStopped. Subtracting several automata at once is
// Difference(a, Join(b1, b2, …), stop).
//
// States (p, q) are explored breadth first. b is asked only for successors
// from which a can still accept. Where b is dead its state needs no hashing:
// the pair (p, Dead) is found by p alone. Where b accepts everything the
// successor is dropped without being interned.
func Difference(a *NFA, b Lazy, stop func() bool) (*NFA, [][2]State, error) {
	d := difference{a: a, b: b, useful: DistanceToFinal(a), deadID: make([]State, len(a.Out))}
	for p := range d.deadID {
		d.deadID[p] = Dead
	}
	d.start()
	for i := 0; i < len(d.pairs); i++ {
		if stop != nil && i%StopPeriod == 0 && stop() {
			return nil, nil, ErrStopped
		}
		d.expand(State(i))
	}
	n, origin := d.trim()
	copyLabels(n, a, origin)
	return n, origin, nil
}

// copyLabels gives each state of a product the label of its part in a.
func copyLabels(n, a *NFA, origin [][2]State) {
	if a.Label == nil {
		return
	}
	n.Label = make([]int32, len(origin))
	for i, pq := range origin {
		n.Label[i] = a.Label[pq[0]]
	}
}

type difference struct {
	product
	a      *NFA
	b      Lazy
	useful []int32 // per state of a: -1 if it cannot reach a final state
	deadID []State // per state p of a: id of (p, Dead), or Dead
}

func (d *difference) start() {
	q := d.b.Initial()
	if q != Dead && d.b.AcceptsAll(q) {
		return
	}
	for _, p := range d.a.Initial {
		if d.useful[p] >= 0 {
			d.initial = append(d.initial, d.state(p, q))
		}
	}
}

// state returns the id of (p, q).
func (d *difference) state(p, q State) State {
	if q != Dead {
		id, fresh := d.intern(p, q)
		if fresh {
			d.final = append(d.final, d.a.Final[p] && !d.b.Final(q))
		}
		return id
	}
	if d.deadID[p] == Dead {
		d.deadID[p] = State(len(d.pairs))
		d.pairs = append(d.pairs, [2]State{p, Dead})
		d.final = append(d.final, d.a.Final[p])
	}
	return d.deadID[p]
}

// expand adds the edges of product state i.
func (d *difference) expand(i State) {
	p, q := d.pairs[i][0], d.pairs[i][1]
	lo := len(d.arena)
	for _, e := range d.a.Out[p] {
		if d.useful[e.To] < 0 {
			continue
		}
		next := Dead
		if q != Dead {
			next = d.b.Step(q, e.Letter)
			if next != Dead && d.b.AcceptsAll(next) {
				continue
			}
		}
		d.arena = append(d.arena, Edge{e.Letter, d.state(e.To, next)})
	}
	sortEdges(d.arena[lo:]) // moves something only if a is nondeterministic
	d.end = append(d.end, len(d.arena))
}

// Subset returns the lazy determinisation of n by the subset construction
// (Rabin and Scott). Its states are interned sets of states of n, the empty
// set being Dead; sets are exact, nothing is subsumed.
func Subset(n *NFA) *SubsetAutomaton {
	s := &SubsetAutomaton{n: n, mark: make([]uint32, len(n.Out))}
	s.initial = s.intern(n.Initial)
	return s
}

// SubsetAutomaton is the Lazy automaton returned by Subset.
type SubsetAutomaton struct {
	n       *NFA
	sets    seqTable
	steps   pairTable // (set, letter) to set
	initial State
	final   []bool
	mark    []uint32
	epoch   uint32
	scratch []State
}

// intern returns the state for a sorted set.
func (s *SubsetAutomaton) intern(set []State) State {
	if len(set) == 0 {
		return Dead
	}
	id, fresh := s.sets.intern(set)
	if fresh {
		s.final = append(s.final, slices.ContainsFunc(set, func(q State) bool { return s.n.Final[q] }))
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

// AcceptsAll is always false, since without an alphabet nothing accepts every continuation.
func (s *SubsetAutomaton) AcceptsAll(State) bool { return false }

// Set returns the states of the NFA that q stands for, ascending; the slice
// must not be modified.
func (s *SubsetAutomaton) Set(q State) []State { return s.sets.get(q) }

// NumStates returns the number of sets met so far.
func (s *SubsetAutomaton) NumStates() int { return s.sets.len() }
