package automata

// Lazy is a total deterministic automaton that is built while it is asked.
// States are dense ids of its own choosing. A Lazy automaton may cache, so it
// must not be used from several goroutines.
type Lazy interface {
	// Initial returns the initial state, or Dead.
	Initial() State
	// Step returns the successor of q ≥ 0, or Dead. The answer for the same
	// q and a never changes.
	Step(q State, a Letter) State
	// Final tells whether the empty continuation of q ≥ 0 is accepted.
	Final(q State) bool
	// AcceptsAll may be true only if every continuation of q ≥ 0 is
	// accepted, the empty one included.
	AcceptsAll(q State) bool
}

// LazyAccepts tells whether b accepts the word.
func LazyAccepts(b Lazy, word []Letter) bool {
	q := b.Initial()
	for _, a := range word {
		if q == Dead {
			return false
		}
		if b.AcceptsAll(q) {
			return true
		}
		q = b.Step(q, a)
	}
	return q != Dead && (b.AcceptsAll(q) || b.Final(q))
}
