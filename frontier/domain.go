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
	network
	gr   *graph
	size int // nodes in it
	// reach is how many instances lie before the latest source: a cut has one of them.
	reach int32
}

// newDomain restricts the graph. Without begin V_begin is ENTRY, the nodes without
// dependences. Inputs of the program are correct and belong to no domain. The memory
// of an old domain, which is not used after that, is used again; old may be nil.
func newDomain(gr *graph, begin, ends []int32, old *domain) *domain {
	n := len(gr.inst)
	d := &domain{gr: gr}
	if old != nil {
		d.mark, d.dist = old.mark, old.dist
	}
	d.lists, d.mark, d.ends = gr.lists, cleared(d.mark, n), ends
	m := d.mark
	for _, v := range begin {
		m[v] |= begins | sources
	}
	for _, v := range ends {
		m[v] |= inside | atEnd
	}
	if len(ends) > 0 {
		d.from, d.to = slices.Min(ends), slices.Max(ends)+1
	}
	for v := d.from; v < d.to; v++ { // dependences lead to larger numbers
		if m[v]&inside == 0 {
			continue
		}
		d.size++
		if m[v]&begins != 0 {
			continue
		}
		if m[v]&atEnd == 0 && gr.kind[v] != fixed {
			m[v] |= free
		}
		for _, u := range gr.preds(v) {
			if !gr.input[u] {
				m[u] |= inside
				d.to = max(d.to, u+1)
			}
		}
	}
	for v := d.from; v < d.to; v++ {
		if m[v]&(near|atEnd) == 0 {
			continue
		}
		m[v] |= near
		for _, u := range gr.preds(v) {
			if m[u]&inside != 0 && gr.kind[u] == fixed {
				m[u] |= near
			}
		}
	}
	d.distances()
	if begin == nil {
		under := make([]bool, d.to-d.from) // something else lies on the way to it
		for v := d.to - 1; v >= d.from; v-- {
			if m[v]&inside == 0 {
				continue
			}
			x := slices.ContainsFunc(gr.preds(v), func(u int32) bool {
				return m[u]&inside != 0 && (under[u-d.from] || gr.kind[u] != fixed)
			})
			under[v-d.from] = x
			if !x && m[v]&free != 0 {
				m[v] |= sources
			}
		}
	}
	for v := d.from; v < d.to && m[v]&(inside|sources) != inside|sources; v++ {
		d.reach++
	}
	return d
}

// distances are the numbers of dependences between nodes and the nearest of
// V_end. Instances that nobody can alter do not count.
func (d *domain) distances() {
	if gr := d.gr; cap(d.dist) < len(gr.inst) {
		d.dist = make([]int32, len(gr.inst))
	}
	dist := d.dist
	for v := d.from; v < d.to; v++ {
		dist[v] = math.MaxInt32
	}
	for _, v := range d.ends {
		dist[v] = 0
	}
	for v := d.from; v < d.to; v++ { // dependences lead to larger numbers
		if dist[v] == math.MaxInt32 {
			continue
		}
		for _, u := range d.gr.preds(v) {
			switch {
			case d.mark[u]&inside == 0:
			case d.gr.kind[u] == fixed:
				dist[u] = min(dist[u], dist[v])
			default:
				dist[u] = min(dist[u], dist[v]+1)
			}
		}
	}
}

// free reports whether a frontier may contain a node.
func (d *domain) free(v int32) bool { return d.mark[v]&free != 0 }

// minimum is a minimum debugging frontier set (Algorithm 4, step 1) of nodes at least
// away instances before V_end.
func (d *domain) minimum(ctx context.Context, away int32, f *maxFlow) ([]int32, bool) {
	d.away, d.sums = away, d.size <= maxSums
	return f.minCut(ctx, &d.network)
}

// frontier is the next set of nodes to be altered, nearest to V_end first; none
// if the domain cannot be divided any more. A minimum cut is at least away instances
// before V_end, or half as many as there are, if there is such a cut.
func (d *domain) frontier(ctx context.Context, away int32, f *maxFlow) []int32 {
	away = min(away, d.reach/2)
	out, ok := d.minimum(ctx, away, f)
	if !ok && away > 0 {
		out, _ = d.minimum(ctx, 0, f)
	}
	slices.SortStableFunc(out, func(v, u int32) int { return int(d.dist[v] - d.dist[u]) })
	return out
}

// dependsOn reports whether a node depends on some of others, or is one of them.
func (gr *graph) dependsOn(v int32, others []int32) bool {
	last := slices.Max(others)
	if last < v {
		return false
	}
	above := make([]bool, last-v+1) // nodes from v on
	above[0] = true
	for w := v; w <= last; w++ { // dependences lead to larger numbers
		if !above[w-v] {
			continue
		}
		if slices.Contains(others, w) {
			return true
		}
		for _, u := range gr.preds(w) {
			if u <= last {
				above[u-v] = true
			}
		}
	}
	return false
}
