package frontier

import "context"

// Minimum vertex cut (paper 001, section 3.2) by maximum flow. Each node is
// split into an entry and an exit with its capacity between them; dependences
// have no bound. Augmenting paths are shortest ones (Edmonds and Karp, as in
// the paper), searched from the ends backwards, so that only the predecessors
// of nodes are needed; of dependences, those are noted that have flow, or had.

// capacity of a node. A cut is the smaller the fewer nodes it has, and among
// those with as many the one whose dependence chains to the ends are shorter
// together: unit counts a node, what is below it the length of the chain.
type capacity int64

const (
	unit   capacity = 1 << 42
	noCut  capacity = 1 << 61 // of a node that no cut may contain
	maxLen          = 1 << 24 // of a dependence chain, longer ones count as this
)

// network is what is cut: the nodes 0 to n-1, of which ends are not to be
// reachable from sources any more.
type network struct {
	n      int
	preds  func(v int32) []int32
	cap    func(v int32) capacity
	source func(v int32) bool
	ends   []int32
}

// maxFlow is the state of the algorithm. States of the search are entries, 2v, and
// exits, 2v+1, of nodes.
type maxFlow struct {
	network
	through []capacity // by node
	arcs    []arc
	first   []int32 // by node: the latest of arcs out of it, plus one
	parent  []int32 // by state: the one towards the ends, plus one
	queue   []int32
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

// minCut is the cut of least capacity, of those with equal capacity the one
// nearest to the ends; ok is false if there is none, or nothing to cut.
func minCut(ctx context.Context, net network) (cut []int32, ok bool) {
	f := &maxFlow{network: net, through: make([]capacity, net.n), first: make([]int32, net.n), parent: make([]int32, 2*net.n)}
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
	for v := range int32(net.n) {
		if f.parent[2*v+1] != 0 && f.parent[2*v] == 0 {
			cut = append(cut, v)
		}
	}
	return cut, true
}

// search looks for a path with room, breadth first, and returns the entry of a
// source that it reaches, or -1.
func (f *maxFlow) search(ctx context.Context) int32 {
	clear(f.parent)
	f.queue = f.queue[:0]
	for _, e := range f.ends {
		if x := 2*e + 1; f.parent[x] == 0 {
			f.parent[x] = none
			f.queue = append(f.queue, x)
		}
	}
	for k := 0; k < len(f.queue); k++ {
		if k&0xffff == 0xffff && ctx.Err() != nil {
			return -1
		}
		x := f.queue[k]
		v := x / 2
		visit := func(y int32) {
			if f.parent[y] == 0 {
				f.parent[y] = x + 1
				f.queue = append(f.queue, y)
			}
		}
		if x&1 != 0 { // an exit
			if f.through[v] < f.cap(v) {
				visit(2 * v)
			}
			for k := f.first[v]; k > 0; k = f.arcs[k-1].next {
				if a := &f.arcs[k-1]; a.flow > 0 {
					visit(2 * a.to)
				}
			}
			continue
		}
		if f.source(v) {
			return x
		}
		for _, u := range f.preds(v) {
			visit(2*u + 1)
		}
		if f.through[v] > 0 {
			visit(2*v + 1)
		}
	}
	return -1
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
			least = min(least, f.cap(v)-f.through[v])
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
