package automata

import "slices"

// Intersect returns an automaton for the words that both a and b accept,
// trimmed, and the pairs of states that its states stand for. Labels are those
// of a; the result is deterministic if both are.
func Intersect(a, b *NFA) (*NFA, [][2]State) {
	var d product
	useful := DistanceToFinal(b)
	state := func(p, q State) State {
		id, fresh := d.intern(p, q)
		if fresh {
			d.final = append(d.final, a.Final[p] && b.Final[q])
		}
		return id
	}
	for _, p := range a.Initial {
		for _, q := range b.Initial {
			d.initial = append(d.initial, state(p, q))
		}
	}
	for i := 0; i < len(d.pairs); i++ {
		p, q := d.pairs[i][0], d.pairs[i][1]
		lo := len(d.arena)
		for _, e := range a.Out[p] {
			for _, f := range b.Succ(q, e.Letter) {
				if useful[f.To] >= 0 {
					d.arena = append(d.arena, Edge{e.Letter, state(e.To, f.To)})
				}
			}
		}
		sortEdges(d.arena[lo:])
		d.end = append(d.end, len(d.arena))
	}
	n, origin := d.trim()
	copyLabels(n, a, origin)
	return n, origin
}

// Union returns an automaton for the words that a or b accepts: their disjoint
// sum, in which state q of b is a.NumStates()+q. Labels are kept if both have
// them. It is not deterministic.
func Union(a, b *NFA) *NFA {
	shift := State(a.NumStates())
	n := &NFA{
		Initial: slices.Clone(a.Initial),
		Final:   slices.Concat(a.Final, b.Final),
		Out:     slices.Clone(a.Out),
	}
	for _, q := range b.Initial {
		n.Initial = append(n.Initial, q+shift)
	}
	arena := make([]Edge, 0, b.NumEdges())
	for _, out := range b.Out {
		lo := len(arena)
		for _, e := range out {
			arena = append(arena, Edge{e.Letter, e.To + shift})
		}
		n.Out = append(n.Out, arena[lo:len(arena):len(arena)])
	}
	if a.Label != nil && b.Label != nil {
		n.Label = slices.Concat(a.Label, b.Label)
	}
	return n
}
