package automata

// Equivalent tells whether a and b accept the same words. If not it returns a
// shortest word that exactly one of them accepts.
//
// Breadth-first search over the pairs of sets of the two subset constructions.
func Equivalent(a, b *NFA) (bool, []Letter) {
	e := equivalence{a: Subset(a), b: Subset(b)}
	node := e.visit(-1, 0, e.a.Initial(), e.b.Initial())
	letters := alphabet(a, b)
	for i := 0; i < len(e.pairs) && node < 0; i++ {
		p, q := e.pairs[i][0], e.pairs[i][1]
		for _, l := range letters {
			next := [2]State{Dead, Dead}
			if p != Dead {
				next[0] = e.a.Step(p, l)
			}
			if q != Dead {
				next[1] = e.b.Step(q, l)
			}
			if node = e.visit(int32(i), l, next[0], next[1]); node >= 0 {
				break
			}
		}
	}
	if node < 0 {
		return true, nil
	}
	word, _ := e.tree.path(node)
	return false, word
}

type equivalence struct {
	a, b  *SubsetAutomaton
	ids   pairTable
	pairs [][2]State
	tree  wordTree
}

// visit adds a pair if it is new, and returns its node if it tells the
// automata apart, else -1.
func (e *equivalence) visit(parent int32, l Letter, p, q State) int32 {
	// Shifted by one, Dead is not a negative first part of a key.
	if p == Dead && q == Dead || int(e.ids.intern(pairKey(p+1, q), int32(len(e.pairs)))) < len(e.pairs) {
		return -1
	}
	e.pairs = append(e.pairs, [2]State{p, q})
	node := e.tree.add(parent, l, p)
	if (p != Dead && e.a.Final(p)) != (q != Dead && e.b.Final(q)) {
		return node
	}
	return -1
}
