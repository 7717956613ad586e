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

// Join returns the lazy union of several automata: it accepts what at least
// one of them accepts. Its states are interned tuples of theirs.
func Join(bs ...Lazy) Lazy {
	if len(bs) == 1 {
		return bs[0]
	}
	j := &join{parts: bs, tuple: make([]State, len(bs))}
	for i, b := range bs {
		j.tuple[i] = b.Initial()
	}
	j.initial = j.intern()
	return j
}

type join struct {
	parts   []Lazy
	initial State
	tuples  seqTable
	tuple   []State // scratch
}

// intern returns the id of the scratch tuple, Dead if all parts are.
func (j *join) intern() State {
	for _, q := range j.tuple {
		if q != Dead {
			id, _ := j.tuples.intern(j.tuple)
			return id
		}
	}
	return Dead
}

func (j *join) Initial() State { return j.initial }

func (j *join) Step(q State, a Letter) State {
	if j.AcceptsAll(q) {
		return q
	}
	for i, p := range j.tuples.get(q) {
		j.tuple[i] = Dead
		if p == Dead {
			continue
		}
		next := j.parts[i].Step(p, a)
		j.tuple[i] = next
		if next != Dead && j.parts[i].AcceptsAll(next) {
			// The others no longer matter: do not ask them.
			for k := range j.tuple {
				if k != i {
					j.tuple[k] = Dead
				}
			}
			break
		}
	}
	return j.intern()
}

func (j *join) Final(q State) bool {
	for i, p := range j.tuples.get(q) {
		if p != Dead && j.parts[i].Final(p) {
			return true
		}
	}
	return false
}

func (j *join) AcceptsAll(q State) bool {
	for i, p := range j.tuples.get(q) {
		if p != Dead && j.parts[i].AcceptsAll(p) {
			return true
		}
	}
	return false
}
