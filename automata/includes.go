package automata

import "slices"

// Includes tells whether a accepts every word that b accepts. If not it
// returns a shortest word of b that a rejects.
//
// Breadth-first search over pairs of a state of b and a set of states of a
// looks for a final state of b together with a set without one. A pair is pruned by
// an earlier pair with the same state and a subset: what goes wrong from the
// larger set goes wrong from the smaller one too, so that words stay shortest.
func Includes(a, b *NFA) (bool, []Letter) {
	s := inclusion{bad: -1, a: Subset(a), useful: DistanceToFinal(b), seen: make([][]State, len(b.Out))}
	for _, p := range b.Initial {
		s.visit(b, -1, 0, p, s.a.Initial())
	}
	for i := 0; i < len(s.tree) && s.bad < 0; i++ {
		p, set := s.tree[i].state, s.sets[i]
		last, to := Letter(-1), Dead
		for _, e := range b.Out[p] {
			if e.Letter != last {
				last, to = e.Letter, Dead
				if set != Dead {
					to = s.a.Step(set, e.Letter)
				}
			}
			s.visit(b, int32(i), e.Letter, e.To, to)
		}
	}
	if s.bad < 0 {
		return true, nil
	}
	word, _ := s.tree.path(s.bad)
	return false, word
}

type inclusion struct {
	a      *SubsetAutomaton
	useful []int32
	tree   wordTree
	sets   []State   // per node of tree
	seen   [][]State // per state of b: an antichain of sets
	bad    int32     // node of the first counterexample, or -1
}

// visit adds the pair (p, set) unless it is pruned.
func (s *inclusion) visit(b *NFA, parent int32, letter Letter, p, set State) {
	if s.useful[p] < 0 || s.bad >= 0 {
		return
	}
	for _, old := range s.seen[p] {
		if s.subset(old, set) {
			return
		}
	}
	s.seen[p] = append(slices.DeleteFunc(s.seen[p], func(old State) bool { return s.subset(set, old) }), set)
	node := s.tree.add(parent, letter, p)
	s.sets = append(s.sets, set)
	if b.Final[p] && (set == Dead || !s.a.Final(set)) {
		s.bad = node
	}
}

// subset tells whether the set x is contained in y.
func (s *inclusion) subset(x, y State) bool {
	if x == Dead || x == y {
		return true
	}
	if y == Dead {
		return false
	}
	xs, ys := s.a.Set(x), s.a.Set(y)
	if len(xs) > len(ys) {
		return false
	}
	for _, q := range xs {
		for len(ys) > 0 && ys[0] < q {
			ys = ys[1:]
		}
		if len(ys) == 0 || ys[0] != q {
			return false
		}
		ys = ys[1:]
	}
	return true
}
