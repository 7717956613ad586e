package automata

import "slices"

// product is an automaton over pairs of states while it is built, breadth
// first: pairs doubles as the queue. The edges of product state i are
// arena[end[i-1]:end[i]].
type product struct {
	ids     pairTable
	pairs   [][2]State
	final   []bool
	arena   []Edge
	end     []int
	initial []State
}

// intern returns the id of (p, q) and whether it is new; if so the caller must
// append to final.
func (d *product) intern(p, q State) (State, bool) {
	next := State(len(d.pairs))
	if id := d.ids.intern(pairKey(p, q), next); id != next {
		return id, false
	}
	d.pairs = append(d.pairs, [2]State{p, q})
	return next, true
}

// trim returns the co-reachable part and the pairs that its states stand for.
// All of a product is reachable. It is compacted in place, or copied if little
// is left of it; the product must not be used any more.
func (d *product) trim() (*NFA, [][2]State) {
	to := d.coreachable()
	size := State(0)
	for i, ok := range to {
		if ok == Dead {
			continue
		}
		to[i] = size
		d.pairs[size] = d.pairs[i]
		d.final[size] = d.final[i]
		size++
	}
	lo, write := 0, 0
	end := d.end[:0]
	for i, hi := range d.end {
		for _, e := range d.arena[lo:hi] {
			if t := to[e.To]; t != Dead { // then to[i] is not Dead either
				d.arena[write] = Edge{e.Letter, t}
				write++
			}
		}
		lo = hi
		if to[i] != Dead {
			end = append(end, write)
		}
	}
	pairs, final, arena := d.pairs[:size:size], d.final[:size:size], d.arena[:write:write]
	if int(size) < len(d.pairs)/2 { // do not keep the rest alive
		pairs, final, arena = slices.Clone(pairs), slices.Clone(final), slices.Clone(arena)
	}
	n := &NFA{Final: final, Out: make([][]Edge, size)}
	lo = 0
	for i, hi := range end {
		n.Out[i] = arena[lo:hi:hi]
		lo = hi
	}
	for _, i := range d.initial {
		if to[i] != Dead {
			n.Initial = append(n.Initial, to[i])
		}
	}
	return n, pairs
}

// coreachable returns 0 for the product states that reach a final one, and
// Dead for the others.
func (d *product) coreachable() []State {
	start := make([]int32, len(d.pairs)+1)
	for _, e := range d.arena {
		start[e.To+1]++
	}
	for i := range d.pairs {
		start[i+1] += start[i]
	}
	from := make([]State, len(d.arena))
	hi := len(d.arena)
	for i := len(d.end) - 1; i >= 0; i-- {
		lo := 0
		if i > 0 {
			lo = d.end[i-1]
		}
		for _, e := range d.arena[lo:hi] {
			start[e.To+1]--
			from[start[e.To+1]] = State(i)
		}
		hi = lo
	}
	// Now start[i+1] is where the predecessors of i begin.
	mark := make([]State, len(d.pairs))
	var stack []State
	for i, final := range d.final {
		mark[i] = Dead
		if final {
			mark[i] = 0
			stack = append(stack, State(i))
		}
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		hi := int32(len(from))
		if int(i)+2 < len(start) {
			hi = start[i+2]
		}
		for _, p := range from[start[i+1]:hi] {
			if mark[p] == Dead {
				mark[p] = 0
				stack = append(stack, p)
			}
		}
	}
	return mark
}

// Trim returns the states of n that are reachable from an initial state and
// from which a final state is reachable, in their old order, and the map from
// old states to new, Dead where dropped.
func Trim(n *NFA) (*NFA, []State) {
	keep := reachable(n)
	dist := DistanceToFinal(n)
	for q := range keep {
		keep[q] = keep[q] && dist[q] >= 0
	}
	return restrict(n, keep)
}

// Empty tells whether n accepts no word.
func Empty(n *NFA) bool {
	for q, ok := range reachable(n) {
		if ok && n.Final[q] {
			return false
		}
	}
	return true
}

// reachable marks the states reachable from the initial ones.
func reachable(n *NFA) []bool {
	seen := make([]bool, len(n.Out))
	var stack []State
	for _, q := range n.Initial {
		seen[q] = true
		stack = append(stack, q)
	}
	for len(stack) > 0 {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range n.Out[q] {
			if !seen[e.To] {
				seen[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	return seen
}

// restrict returns the part of n induced by keep, and the map to it.
func restrict(n *NFA, keep []bool) (*NFA, []State) {
	to := make([]State, len(n.Out))
	size := State(0)
	for q, ok := range keep {
		to[q] = Dead
		if ok {
			to[q] = size
			size++
		}
	}
	if int(size) == len(n.Out) {
		return n, to
	}
	edges := 0
	for q, out := range n.Out {
		if keep[q] {
			for _, e := range out {
				if keep[e.To] {
					edges++
				}
			}
		}
	}
	r := &NFA{Final: make([]bool, size), Out: make([][]Edge, size)}
	if n.Label != nil {
		r.Label = make([]int32, size)
	}
	for _, q := range n.Initial {
		if keep[q] {
			r.Initial = append(r.Initial, to[q])
		}
	}
	arena := make([]Edge, 0, edges)
	for q, out := range n.Out {
		if !keep[q] {
			continue
		}
		p := to[q]
		r.Final[p] = n.Final[q]
		if n.Label != nil {
			r.Label[p] = n.Label[q]
		}
		lo := len(arena)
		for _, e := range out {
			if keep[e.To] {
				arena = append(arena, Edge{e.Letter, to[e.To]})
			}
		}
		r.Out[p] = arena[lo:len(arena):len(arena)]
	}
	return r, to
}
