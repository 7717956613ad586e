package automata

import "slices"

// Builder collects states and edges in any order. The zero value is ready.
type Builder struct {
	initial []State
	final   []bool
	label   []int32 // nil until a label is set
	edges   []builderEdge
}

type builderEdge struct {
	from State
	edge Edge
}

// AddState adds a state and returns its id; ids are consecutive from 0.
func (b *Builder) AddState(final bool) State {
	b.final = append(b.final, final)
	if b.label != nil {
		b.label = append(b.label, 0)
	}
	return State(len(b.final) - 1)
}

// AddLabelled adds a state with a label. States added without have label 0.
func (b *Builder) AddLabelled(final bool, label int32) State {
	if b.label == nil {
		b.label = make([]int32, len(b.final))
	}
	b.final = append(b.final, final)
	b.label = append(b.label, label)
	return State(len(b.final) - 1)
}

// SetFinal says whether q is final.
func (b *Builder) SetFinal(q State, final bool) { b.final[q] = final }

// SetInitial makes q an initial state.
func (b *Builder) SetInitial(q State) { b.initial = append(b.initial, q) }

// AddEdge adds an edge; adding it twice is the same as once.
func (b *Builder) AddEdge(from State, a Letter, to State) {
	b.edges = append(b.edges, builderEdge{from, Edge{a, to}})
}

// NumStates returns the number of states so far.
func (b *Builder) NumStates() int { return len(b.final) }

// NFA returns the automaton built so far; it shares nothing with the builder.
// It panics if an edge or initial state names a state that was not added.
func (b *Builder) NFA() *NFA {
	n := &NFA{
		Initial: slices.Clone(b.initial),
		Final:   slices.Clone(b.final),
		Label:   slices.Clone(b.label),
	}
	slices.Sort(n.Initial)
	n.Initial = slices.Compact(n.Initial)
	start := make([]int, len(b.final)+1)
	for _, e := range b.edges {
		start[e.from+1]++
	}
	for q := range b.final {
		start[q+1] += start[q]
	}
	arena := make([]Edge, len(b.edges))
	fill := slices.Clone(start)
	for _, e := range b.edges {
		arena[fill[e.from]] = e.edge
		fill[e.from]++
	}
	n.Out = make([][]Edge, len(b.final))
	for q := range n.Out {
		out := arena[start[q]:start[q+1]]
		sortEdges(out)
		out = slices.Compact(out)
		n.Out[q] = out[:len(out):len(out)]
	}
	if err := Check(n); err != nil {
		panic(err)
	}
	return n
}
