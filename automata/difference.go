package automata

import "errors"

// ErrStopped is returned when the caller's stop function ended an operation.
var ErrStopped = errors.New("automata: stopped")

// stopPeriod is the number of product states between two calls of stop.
const stopPeriod = 16

// Counts says what a difference did.
type Counts struct {
	Explored int // product states reached
	Dead     int // of these, states where b was dead
	Steps    int // calls of b.Step
	Covered  int // successors dropped because b accepts everything from there
	Edges    int // product edges before trimming
}

// Remainder is the result of a difference.
type Remainder struct {
	NFA    *NFA
	Origin [][2]State // per state: the states of a and of b, Dead if b was
	Counts Counts
}

// Difference returns an automaton for the words that a accepts and b does not,
// trimmed, and for each of its states the pair of states of a and b it stands
// for (Dead where b accepts nothing any more). Labels are those of a; the
// result is deterministic if a is. stop may be nil; if it returns true the
// operation ends with ErrStopped. Subtracting several automata at once is
// Difference(a, Join(b1, b2, …), stop).
func Difference(a *NFA, b Lazy, stop func() bool) (*NFA, [][2]State, error) {
	r, err := Subtract(a, b, stop)
	if err != nil {
		return nil, nil, err
	}
	return r.NFA, r.Origin, nil
}

// Subtract is Difference with counts; the remainder is returned even when
// stopped, with counts only.
//
// States (p, q) are explored breadth first. b is asked only for successors
// from which a can still accept. Where b is dead its state needs no hashing:
// the pair (p, Dead) is found by p alone. Where b accepts everything the
// successor is dropped without being interned.
func Subtract(a *NFA, b Lazy, stop func() bool) (*Remainder, error) {
	d := difference{a: a, b: b, useful: DistanceToFinal(a), deadID: make([]State, len(a.Out))}
	for p := range d.deadID {
		d.deadID[p] = Dead
	}
	d.start()
	for i := 0; i < len(d.pairs); i++ {
		if stop != nil && i%stopPeriod == 0 && stop() {
			d.counts.Explored = len(d.pairs)
			return &Remainder{Counts: d.counts}, ErrStopped
		}
		d.expand(State(i))
	}
	d.counts.Explored = len(d.pairs)
	d.counts.Edges = len(d.arena)
	return d.trim(), nil
}

// difference is the product while it is built. The edges of product state i
// are arena[end[i-1]:end[i]].
type difference struct {
	a       *NFA
	b       Lazy
	useful  []int32 // per state of a: -1 if it cannot reach a final state
	ids     pairTable
	deadID  []State // per state p of a: id of (p, Dead), or Dead
	pairs   [][2]State
	final   []bool
	arena   []Edge
	end     []int
	initial []State
	counts  Counts
}

func (d *difference) start() {
	q := d.b.Initial()
	if q != Dead && d.b.AcceptsAll(q) {
		return
	}
	for _, p := range d.a.Initial {
		if d.useful[p] >= 0 {
			d.initial = append(d.initial, d.intern(p, q))
		}
	}
}

// intern returns the id of (p, q).
func (d *difference) intern(p, q State) State {
	next := State(len(d.pairs))
	if q == Dead {
		if id := d.deadID[p]; id != Dead {
			return id
		}
		d.deadID[p] = next
		d.counts.Dead++
	} else if id := d.ids.intern(pairKey(p, q), next); id != next {
		return id
	}
	d.pairs = append(d.pairs, [2]State{p, q})
	d.final = append(d.final, d.a.Final[p] && (q == Dead || !d.b.Final(q)))
	return next
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
			d.counts.Steps++
			if next != Dead && d.b.AcceptsAll(next) {
				d.counts.Covered++
				continue
			}
		}
		d.arena = append(d.arena, Edge{e.Letter, d.intern(e.To, next)})
	}
	sortEdges(d.arena[lo:]) // moves something only if a is nondeterministic
	d.end = append(d.end, len(d.arena))
}

// trim returns the co-reachable part; all of the product is reachable.
func (d *difference) trim() *Remainder {
	n := &NFA{Initial: d.initial, Final: d.final, Out: make([][]Edge, len(d.pairs))}
	lo := 0
	for i, hi := range d.end {
		n.Out[i] = d.arena[lo:hi:hi]
		lo = hi
	}
	dist := DistanceToFinal(n)
	keep := make([]bool, len(dist))
	origin := make([][2]State, 0, len(d.pairs))
	for i, k := range dist {
		if k >= 0 {
			keep[i] = true
			origin = append(origin, d.pairs[i])
		}
	}
	n, _ = restrict(n, keep)
	if d.a.Label != nil {
		n.Label = make([]int32, len(origin))
		for i, pq := range origin {
			n.Label[i] = d.a.Label[pq[0]]
		}
	}
	return &Remainder{NFA: n, Origin: origin, Counts: d.counts}
}
