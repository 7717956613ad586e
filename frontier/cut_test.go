package frontier

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// dag is a random dependence graph: node 0 depends on others, preds have larger
// numbers.
type dag struct {
	preds [][]int32
	free  []bool // may be cut
	dist  []int
}

func randomDAG(r *rand.Rand, n int) *dag {
	d := &dag{preds: make([][]int32, n), free: make([]bool, n), dist: make([]int, n)}
	for v := range n {
		d.free[v] = v > 0 && r.IntN(5) > 0
		for u := v + 1; u < n; u++ {
			if r.IntN(n) < 3 {
				d.preds[v] = append(d.preds[v], int32(u))
			}
		}
		d.dist[v] = longChain
	}
	d.dist[0] = 0
	for v := range n {
		for _, u := range d.preds[v] {
			d.dist[u] = min(d.dist[u], d.dist[v]+1)
		}
	}
	return d
}

func (d *dag) source(v int32) bool { return len(d.preds[v]) == 0 }

// network is that of the graph, with some nodes before it.
func (d *dag) network(before int, sums bool) *network {
	n := &network{from: int32(before), to: int32(before + len(d.preds)), sums: sums, ends: []int32{int32(before)}}
	n.mark, n.dist = make([]mark, before), make([]int32, before)
	for range before {
		n.add(nil)
	}
	for v, preds := range d.preds {
		m := inside
		if d.free[v] {
			m |= free
		}
		if d.source(int32(v)) {
			m |= sources
		}
		n.mark, n.dist = append(n.mark, m), append(n.dist, int32(d.dist[v]))
		var list []int32
		for _, u := range preds {
			list = append(list, u+n.from)
		}
		n.add(list)
	}
	n.end()
	return n
}

// separates reports whether node 0 is not reachable from a source without cut.
func (d *dag) separates(cut uint) bool {
	var reach uint = 1
	for v := range d.preds {
		if reach>>v&1 == 0 || cut>>v&1 != 0 {
			continue
		}
		if d.source(int32(v)) {
			return false
		}
		for _, u := range d.preds[v] {
			reach |= 1 << u
		}
	}
	return true
}

// before counts the nodes that node 0 depends on before a cut, itself included.
func (d *dag) before(cut uint) int {
	var reach uint = 1
	n := 0
	for v := range d.preds {
		if reach>>v&1 == 0 || cut>>v&1 != 0 {
			continue
		}
		n++
		for _, u := range d.preds[v] {
			reach |= 1 << u
		}
	}
	return n
}

// The cut is one of the smallest, and of those one with the shortest chains, or, in
// large networks, the nearest one, compared with all sets of nodes. In some networks
// those close to the end are in no cut.
func TestMinCutTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	var flow maxFlow
	for k := range 4000 {
		d := randomDAG(r, 2+r.IntN(11))
		n := len(d.preds)
		sums, before, away := k%2 == 0, r.IntN(3), max(0, r.IntN(6)-3)
		badness := func(set uint) int { // of cuts of the same size
			if !sums {
				return d.before(set)
			}
			length := 0
			for v := range n {
				if set>>v&1 != 0 {
					length += d.dist[v]
				}
			}
			return length
		}
		allowed := func(set uint) bool {
			for v := range n {
				if set>>v&1 != 0 && (!d.free[v] || v < away) {
					return false
				}
			}
			return d.separates(set)
		}
		best, least := n+1, 0
		for set := range uint(1) << n {
			size := bits.OnesCount(set)
			if size <= best && allowed(set) && (size < best || badness(set) < least) {
				best, least = size, badness(set)
			}
		}
		net := d.network(before, sums)
		net.away = int32(away)
		cut, ok := flow.minCut(context.Background(), net)
		if wantOK := best <= n && best > 0; ok != wantOK {
			t.Fatalf("cut %v, want one of %d nodes: %+v", ok, best, d)
		}
		if !ok {
			continue
		}
		found++
		var set uint
		for _, v := range cut {
			set |= 1 << (v - int32(before))
		}
		if len(cut) != best || badness(set) != least || !allowed(set) {
			t.Fatalf("cut %v, %d, want %d nodes, %d: %+v", cut, badness(set), best, least, d)
		}
	}
	if found < 1000 {
		t.Errorf("only %d graphs had a cut", found)
	}
}
