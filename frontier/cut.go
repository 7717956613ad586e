package frontier

import "context"

// Minimum vertex cut (paper 001, section 3.2) by maximum flow. Each node is
// split into an entry and an exit with its capacity between them; dependences
// have no bound. Augmenting paths are shortest ones (Edmonds and Karp, as in
// the paper), searched from the ends backwards, so that only the predecessors
// of nodes are needed; of dependences, those are noted that have flow, or had.

// capacity of a node. A cut is the smaller the fewer nodes it has, and among
// those with as many the one whose dependence chains to the ends are shorter
// together: unit counts a node, what is below it the length of the chain. In a large
// network lengths do not count, since each may take a path of its own: then the
// cut is, of those with as many nodes, the one with the fewest nodes before it.
type capacity int64

const (
	unit      capacity = 1 << 42
	noCut     capacity = 1 << 61 // of a node that no cut may contain
	longChain          = 1 << 24 // of a dependence chain, longer ones count as this
)

// lists are the nodes that each node depends on, which have larger numbers. There
// are many of them, so that no block is copied for want of room.
type lists struct {
	off    []int32 // where the list of a node begins: its block and the place in that
	blocks [][]int32
}

// blockBits is the logarithm of the length of a block, but of one for a longer list.
const blockBits = 16

// add appends the list of the next node.
func (l *lists) add(list []int32) {
	n := len(l.blocks) - 1
	if n < 0 || len(l.blocks[n])+len(list) > cap(l.blocks[n]) {
		l.blocks = append(l.blocks, make([]int32, 0, max(1<<blockBits, len(list))))
		n++
	}
	l.off = append(l.off, int32(n<<blockBits|len(l.blocks[n])))
	l.blocks[n] = append(l.blocks[n], list...)
}

// end is called after the last list.
func (l *lists) end() { l.off = append(l.off, int32(len(l.blocks)<<blockBits)) }

// preds are the nodes that v depends on.
func (l *lists) preds(v int32) []int32 {
	const within = 1<<blockBits - 1
	from, to := l.off[v], l.off[v+1]
	b := l.blocks[from>>blockBits]
	if from>>blockBits == to>>blockBits {
		b = b[:to&within]
	}
	return b[from&within:]
}

// network is what is cut: the nodes inside, of which ends are not to be reachable
// from sources any more.
type network struct {
	lists
	from, to int32  // the nodes lie in this range
	mark     []mark // by node
	ends     []int32
	dist     []int32 // dependences on the shortest chain to an end, math.MaxInt32 if there is none
	away     int32   // the nodes before from+away are in no cut
	sums     bool    // the lengths of chains count
}

// mark is what a node is, as a set.
type mark uint8

const (
	inside mark = 1 << iota
	begins      // of V_begin
	atEnd       // of V_end
	sources
	free // a cut may contain it
	// near are the nodes from which no other one lies on the way to V_end, and
	// V_end. A dependence of theirs on V_begin cannot be cut.
	near
)

// cap is the capacity of a node.
func (n *network) cap(v int32) capacity {
	switch {
	case n.mark[v]&free == 0 || v < n.from+n.away:
		return noCut
	case !n.sums:
		return unit
	}
	return unit + capacity(min(n.dist[v], longChain))
}

// maxFlow is the state of the algorithm. States of the search are entries, 2v, and
// exits, 2v+1, of nodes. Nodes are numbered from network.from on here. The arrays are
// used again for the next network.
type maxFlow struct {
	*network
	through []capacity // by node
	arcs    []arc
	first   []int32 // by node: the latest of arcs out of it, plus one
	parent  []int32 // by state: the one towards the ends, plus one
	now     []int32 // states at a distance from the ends
	next    []int32 // one further
	seen    int     // states of all searches so far, for an account of the work
}

// arc is where flow out of a node goes, or went.
type arc struct {
	to   int32
	next int32 // another one out of the same node, plus one
	flow capacity
}

// arc is the one between two nodes, nil if there was never flow.
func (f *maxFlow) arc(v, w int32) *arc {
	for k := f.first[v]; k > 0; k = f.arcs[k-1].next {
		if a := &f.arcs[k-1]; a.to == w {
			return a
		}
	}
	return nil
}

// none is the parent of the states where the search begins.
const none = -1

// begin prepares for a network.
func (f *maxFlow) begin(net *network) {
	n := int(net.to - net.from)
	f.network, f.arcs = net, f.arcs[:0]
	f.through, f.first, f.parent = cleared(f.through, n), cleared(f.first, n), cleared(f.parent, 2*n)
}

// cleared is a slice of n zeros, the old one if it is large enough.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// minCut is the cut of least capacity, of those with equal capacity the one
// nearest to the ends; ok is false if there is none, or nothing to cut.
func (f *maxFlow) minCut(ctx context.Context, net *network) (cut []int32, ok bool) {
	f.begin(net)
	paths := 0
	for {
		s := f.search(ctx)
		if ctx.Err() != nil {
			return nil, false
		}
		if s < 0 {
			break
		}
		if !f.augment(s) {
			return nil, false
		}
		paths++
	}
	if paths == 0 {
		return nil, false
	}
	for v := range net.to - net.from {
		if f.parent[2*v+1] != 0 && f.parent[2*v] == 0 {
			cut = append(cut, v+net.from)
		}
	}
	return cut, true
}

// search looks for a path with room, breadth first, and returns the entry of a
// source that it reaches, or -1.
func (f *maxFlow) search(ctx context.Context) int32 {
	clear(f.parent)
	f.next = f.next[:0]
	for _, e := range f.ends {
		f.visit(2*(e-f.from)+1, none)
	}
	for len(f.next) > 0 && ctx.Err() == nil {
		f.now, f.next = f.next, f.now[:0]
		f.seen += len(f.now)
		for _, x := range f.now {
			if f.expand(x) {
				return x
			}
		}
	}
	return -1
}

// visit notes how a state is reached.
func (f *maxFlow) visit(y, from int32) {
	if f.parent[y] == 0 {
		f.parent[y] = from
		f.next = append(f.next, y)
	}
}

// expand visits the states after one; it is true for a source.
func (f *maxFlow) expand(x int32) bool {
	v := x / 2
	at := v + f.from
	if x&1 != 0 { // an exit
		if f.through[v] < f.cap(at) {
			f.visit(2*v, x+1)
		}
		for k := f.first[v]; k > 0; k = f.arcs[k-1].next {
			if a := &f.arcs[k-1]; a.flow > 0 {
				f.visit(2*a.to, x+1)
			}
		}
		return false
	}
	if f.mark[at]&sources != 0 {
		return true
	}
	for _, u := range f.preds(at) {
		if m := f.mark[u]; m&inside != 0 && (m&begins == 0 || f.mark[at]&near == 0) {
			f.visit(2*(u-f.from)+1, x+1)
		}
	}
	if f.through[v] > 0 {
		f.visit(2*v+1, x+1)
	}
	return false
}

// augment sends as much as possible along the path found; false if that has no
// bound.
func (f *maxFlow) augment(from int32) bool {
	least := noCut
	each := func(do func(x, y int32)) {
		for x := from; f.parent[x] != none; x = f.parent[x] - 1 {
			do(x, f.parent[x]-1)
		}
	}
	each(func(x, y int32) {
		switch v, w := x/2, y/2; {
		case v == w && x&1 == 0:
			least = min(least, f.cap(v+f.from)-f.through[v])
		case v == w:
			least = min(least, f.through[v])
		case x&1 == 0: // from the entry of v back to the exit of w
			least = min(least, f.arc(w, v).flow)
		}
	})
	if least >= noCut/2 {
		return false
	}
	each(func(x, y int32) {
		switch v, w := x/2, y/2; {
		case v == w && x&1 == 0:
			f.through[v] += least
		case v == w:
			f.through[v] -= least
		case x&1 == 0:
			f.arc(w, v).flow -= least
		default:
			a := f.arc(v, w)
			if a == nil {
				f.arcs = append(f.arcs, arc{to: w, next: f.first[v]})
				f.first[v] = int32(len(f.arcs))
				a = &f.arcs[len(f.arcs)-1]
			}
			a.flow += least
		}
	})
	return true
}
