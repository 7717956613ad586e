package automata

import "slices"

// Determinize returns the reachable part of the subset construction of n
// without the empty set, numbered breadth first, and the set of states that
// each new state stands for. Labels are dropped, as sets mix them. The result
// can be exponentially larger than n.
func Determinize(n *NFA) (*NFA, [][]State) {
	var sets seqTable
	d := &NFA{}
	if len(n.Initial) == 0 {
		return d, nil
	}
	sets.intern(n.Initial)
	d.Initial = []State{0}
	var moves []Edge // of all members of a set
	var next []State
	for id := int32(0); int(id) < sets.len(); id++ {
		moves = moves[:0]
		final := false
		for _, q := range sets.get(id) {
			moves = append(moves, n.Out[q]...)
			final = final || n.Final[q]
		}
		sortEdges(moves)
		moves = slices.Compact(moves)
		var out []Edge
		for i := 0; i < len(moves); {
			a := moves[i].Letter
			next = next[:0]
			for ; i < len(moves) && moves[i].Letter == a; i++ {
				next = append(next, moves[i].To)
			}
			to, _ := sets.intern(next)
			out = append(out, Edge{a, to})
		}
		d.Out = append(d.Out, out)
		d.Final = append(d.Final, final)
	}
	origin := make([][]State, sets.len())
	for id := range origin {
		origin[id] = sets.get(int32(id))
	}
	return d, origin
}

// Explore returns the reachable part of a lazy automaton over the given
// ascending letters. New state i is state origin[i] of b. A state that accepts
// everything becomes a final state with a loop on every letter. stop may be
// nil; if it returns true the result is ErrStopped.
func Explore(b Lazy, letters []Letter, stop func() bool) (n *NFA, origin []State, err error) {
	n = &NFA{}
	var ids pairTable
	if q := b.Initial(); q != Dead {
		n.Initial = []State{0}
		ids.intern(pairKey(q, 0), 0)
		origin = append(origin, q)
	}
	for i := 0; i < len(origin); i++ {
		if stop != nil && i%StopPeriod == 0 && stop() {
			return nil, nil, ErrStopped
		}
		q := origin[i]
		var out []Edge
		all := b.AcceptsAll(q)
		for _, a := range letters {
			to := q
			if !all {
				to = b.Step(q, a)
			}
			if to == Dead {
				continue
			}
			id := ids.intern(pairKey(to, 0), State(len(origin)))
			if int(id) == len(origin) {
				origin = append(origin, to)
			}
			out = append(out, Edge{a, id})
		}
		n.Out = append(n.Out, out)
		n.Final = append(n.Final, all || b.Final(q))
	}
	return n, origin, nil
}

// SubsetOver is Subset for words over the letters 0 … size-1. A set accepts
// all if it has a universal state: one in the greatest set of final states
// that each have, for every letter, a successor in the set.
func SubsetOver(n *NFA, size int) *subsetOver {
	return &subsetOver{Subset(n), universal(n, size)}
}

type subsetOver struct {
	*SubsetAutomaton
	univ []bool // per state of the NFA
}

func (s *subsetOver) AcceptsAll(q State) bool {
	return slices.ContainsFunc(s.Set(q), func(q State) bool { return s.univ[q] })
}

// universal marks the greatest set of final states that each have a successor
// in the set for each letter below size.
func universal(n *NFA, size int) []bool {
	univ := slices.Clone(n.Final)
	for changed := true; changed; {
		changed = false
		for q, ok := range univ {
			if ok && !coversAlphabet(n.Out[q], univ, size) {
				univ[q] = false
				changed = true
			}
		}
	}
	return univ
}

// coversAlphabet tells whether edges into the set exist for all letters below
// size; edges are sorted by letter.
func coversAlphabet(out []Edge, set []bool, size int) bool {
	next := Letter(0)
	for _, e := range out {
		if e.Letter == next && set[e.To] {
			next++
		}
	}
	return int(next) >= size
}
