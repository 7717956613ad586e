package frontier

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
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
		d.dist[v] = maxLen
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

// The cut is one of the smallest, and of those one with the shortest chains,
// compared with all sets of nodes.
func TestMinCutTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		d := randomDAG(r, 2+r.IntN(11))
		n := len(d.preds)
		capOf := func(v int32) capacity {
			if !d.free[v] {
				return noCut
			}
			return unit + capacity(min(d.dist[v], maxLen))
		}
		best, bestLen := n+1, 0
		for set := range uint(1) << n {
			size, length, ok := bits.OnesCount(set), 0, true
			for v := range n {
				if set>>v&1 != 0 {
					ok = ok && d.free[v]
					length += d.dist[v]
				}
			}
			if ok && (size < best || size == best && length < bestLen) && d.separates(set) {
				best, bestLen = size, length
			}
		}
		cut, ok := minCut(context.Background(), network{n: n, preds: func(v int32) []int32 { return d.preds[v] }, cap: capOf, source: d.source, ends: []int32{0}})
		if wantOK := best <= n && best > 0; ok != wantOK {
			t.Fatalf("cut %v, want one of %d nodes: %+v", ok, best, d)
		}
		if !ok {
			continue
		}
		found++
		var set uint
		length := 0
		for _, v := range cut {
			set |= 1 << v
			length += d.dist[v]
		}
		if len(cut) != best || length != bestLen || !d.separates(set) || slices.ContainsFunc(cut, func(v int32) bool { return !d.free[v] }) {
			t.Fatalf("cut %v of length %d, want %d nodes of length %d: %+v", cut, length, best, bestLen, d)
		}
	}
	if found < 500 {
		t.Errorf("only %d graphs had a cut", found)
	}
}
