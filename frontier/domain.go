package frontier

import (
	"context"
	"math"
	"slices"
)

// domain is an analysis domain, DDG<V_begin, V_end>: what the nodes of V_end
// depend on, down to those of V_begin. The values at V_begin are taken for
// correct, those at V_end for wrong.
type domain struct {
	gr    *graph
	in    []bool
	begin []bool // nil: ENTRY
	ends  []int32
	end   []bool
	// entry are the nodes without dependences, where V_begin is ENTRY.
	entry []bool
	// near are the nodes from which no other one lies on the way to V_end, and
	// V_end. A dependence of theirs on V_begin cannot be cut.
	near []bool
	dist []int32 // dependences on the shortest chain to V_end, math.MaxInt32 if there is none
}

// newDomain restricts the graph. Without begin V_begin is ENTRY. Inputs of the
// program are correct and belong to no domain.
func newDomain(gr *graph, begin, ends []int32) *domain {
	n := len(gr.inst)
	d := &domain{gr: gr, in: make([]bool, n), ends: ends, end: make([]bool, n)}
	if begin != nil {
		d.begin = make([]bool, n)
		for _, v := range begin {
			d.begin[v] = true
		}
	}
	for _, v := range ends {
		d.in[v], d.end[v] = true, true
	}
	for v := range int32(n) { // dependences lead to larger numbers
		if !d.in[v] || d.begin != nil && d.begin[v] {
			continue
		}
		for _, u := range gr.preds(v) {
			d.in[u] = d.in[u] || !gr.input[u]
		}
	}
	d.near = make([]bool, n)
	for v := range int32(n) {
		if d.near[v] = d.near[v] || d.end[v]; !d.near[v] {
			continue
		}
		for _, u := range gr.preds(v) {
			if d.in[u] && gr.kind[u] == fixed && !d.end[u] {
				d.near[u] = true
			}
		}
	}
	d.dist = gr.distances(ends, d.in)
	if d.begin == nil {
		d.entry = make([]bool, n)
		under := make([]bool, n) // something else lies on the way to it
		for v := int32(n) - 1; v >= 0; v-- {
			if !d.in[v] {
				continue
			}
			under[v] = slices.ContainsFunc(gr.preds(v), func(u int32) bool { return d.in[u] && (under[u] || gr.kind[u] != fixed) })
			d.entry[v] = !under[v] && gr.kind[v] != fixed && !d.end[v]
		}
	}
	return d
}

// distances are the numbers of dependences between nodes and the nearest of
// from, of those in a set. What nobody can alter does not count.
func (gr *graph) distances(from []int32, in []bool) []int32 {
	dist := make([]int32, len(gr.inst))
	for v := range dist {
		dist[v] = math.MaxInt32
	}
	now := slices.Clone(from)
	for _, v := range from {
		dist[v] = 0
	}
	var next []int32
	for d := int32(0); len(now) > 0; d++ {
		for len(now) > 0 {
			v := now[len(now)-1]
			now = now[:len(now)-1]
			if dist[v] != d {
				continue
			}
			for _, u := range gr.preds(v) {
				switch {
				case in != nil && !in[u]:
				case gr.kind[u] == fixed && dist[u] > d:
					dist[u] = d
					now = append(now, u)
				case gr.kind[u] != fixed && dist[u] > d+1:
					dist[u] = d + 1
					next = append(next, u)
				}
			}
		}
		now, next = next, now[:0]
	}
	return dist
}

// free reports whether a frontier may contain a node.
func (d *domain) free(v int32) bool {
	return d.in[v] && !d.end[v] && d.gr.kind[v] != fixed && (d.begin == nil || !d.begin[v])
}

// minimum is a minimum debugging frontier set (Algorithm 4, step 1).
func (d *domain) minimum(ctx context.Context) ([]int32, bool) {
	var buf []int32
	return minCut(ctx, network{
		n: len(d.in), ends: d.ends,
		preds: func(v int32) []int32 {
			buf = buf[:0]
			for _, u := range d.gr.preds(v) {
				if d.in[u] && !(d.begin != nil && d.begin[u] && d.near[v]) {
					buf = append(buf, u)
				}
			}
			return buf
		},
		cap: func(v int32) capacity {
			if !d.free(v) {
				return noCut
			}
			return unit + capacity(min(d.dist[v], maxLen))
		},
		source: func(v int32) bool {
			if d.begin != nil {
				return d.begin[v]
			}
			return d.entry[v]
		},
	})
}

// at lists the nodes that a frontier may contain, at a distance from V_end.
func (d *domain) at(dist int32) (out []int32) {
	for v := range int32(len(d.in)) {
		if d.free(v) && d.dist[v] == dist {
			out = append(out, v)
		}
	}
	return out
}

// middle lists the nodes half the way between V_end and what is farthest from
// it.
func (d *domain) middle() []int32 {
	most := int32(0)
	for v := range int32(len(d.in)) {
		if d.free(v) && d.dist[v] != math.MaxInt32 {
			most = max(most, d.dist[v])
		}
	}
	return d.at((most + 1) / 2)
}

// frontier is the next set of nodes to be altered, nearest to V_end first; none
// if the domain cannot be divided any more.
func (d *domain) frontier(ctx context.Context, s Strategy) []int32 {
	var out []int32
	switch s {
	case SingleStep:
		out = d.at(1)
	case Bisection:
		out = d.middle()
	default:
		out, _ = d.minimum(ctx)
	}
	slices.SortStableFunc(out, func(v, u int32) int { return int(d.dist[v] - d.dist[u]) })
	return out
}

// ancestors marks the nodes that v depends on, itself included.
func (gr *graph) ancestors(v int32) []bool {
	out := make([]bool, len(gr.inst))
	out[v] = true
	for w := v; w < int32(len(out)); w++ {
		if out[w] {
			for _, u := range gr.preds(w) {
				out[u] = true
			}
		}
	}
	return out
}
