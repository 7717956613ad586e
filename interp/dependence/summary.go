package dependence

import (
	"math"
	"slices"

	"culprit/cfg"
)

// influences computes which branch edges may have kept a definition from the
// uses of an edge.
func (g *Graph) influences(i int, info *edgeInfo) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if info.known.Load() {
		return
	}
	defer info.known.Store(true)
	l := g.Edge(i).From
	for j := range info.uses {
		if u := &info.uses[j]; u.slot >= 0 && (u.v == nil || u.v != g.Prog.HeapTop) {
			u.skip = g.inf.SkippingCell(l, u.slot, u.cell)
			info.skips = info.skips || len(u.skip) > 0
		}
	}
}

// demand is a part of the summary control dependences of one instance: it
// depends on the instances of edge that are later than low, and, if own is
// set, belong to its activation.
type demand struct {
	edge *cfg.Edge
	low  int
	own  bool
}

// demands calls f on what instance i demands for the read r. It may name the
// same instances several times.
func (g *Graph) demands(i int, info *edgeInfo, r read, f func(u *use, d demand)) {
	if g.constant(r) {
		return
	}
	if !info.known.Load() {
		g.influences(i, info)
	}
	low := r.oldest()
	info.usesOf(r, func(u *use) {
		d := demand{low: low}
		if u.local {
			d.low = max(low, int(g.call[i]))
			d.own = !u.single
		}
		for _, d.edge = range u.skip {
			f(u, d)
		}
	})
}

// Summary lists the branch instances that i has a summary control dependence
// on (Algorithm 3): had one gone another way, a definition that is not on the
// flow paths to i might have reached it. Ranges are ascending by edge and do
// not overlap.
func (g *Graph) Summary(i int) []Range {
	out, _ := g.summary(nil, i, allReads, math.MaxInt)
	return out
}

// LatestSummary appends the part of Summary(i) with the latest instances of each
// edge, at most so many, to buf; more says that there may be others. There may be as
// many as the run has instances.
func (g *Graph) LatestSummary(buf []Range, i, most int) (ranges []Range, more bool) {
	return g.summary(buf, i, allReads, most)
}

// SummaryOf is the part of Summary(i) that concerns read number k of i.
func (g *Graph) SummaryOf(i, k int) []Range {
	out, _ := g.summary(nil, i, k, math.MaxInt)
	return out
}

// StateSummary lists the branch instances that may have kept input from being
// consumed between the call that State tells and library call i.
func (g *Graph) StateSummary(i int) []Range {
	out, _ := g.summary(nil, i, stateRead, math.MaxInt)
	return out
}

// The arguments of summary, besides the number of a read.
const (
	allReads  = -1 // but that of StateSummary
	stateRead = -2
)

// summary appends that of read number only, with the latest instances of each edge;
// more says that they were not all looked at.
func (g *Graph) summary(out []Range, i, only, most int) (ranges []Range, more bool) {
	info := &g.info[g.edge[i]]
	if info.known.Load() && !info.skips {
		return out, false
	}
	type bounds struct {
		edge     *cfg.Edge
		all, own int
	}
	var few [8]bounds
	low := few[:0]
	g.each(i, func(k int, r read) {
		if only >= 0 && k != only || (r.state && !r.output) != (only == stateRead) {
			return
		}
		g.demands(i, info, r, func(_ *use, d demand) {
			k, known := slices.BinarySearchFunc(low, d.edge.ID, func(b bounds, id int) int { return b.edge.ID - id })
			if !known {
				low = slices.Insert(low, k, bounds{d.edge, math.MaxInt, math.MaxInt})
			}
			if d.own {
				low[k].own = min(low[k].own, d.low)
			} else {
				low[k].all = min(low[k].all, d.low)
			}
		})
	})
	for _, b := range low {
		list := g.branch[b.edge.ID]
		from, _ := slices.BinarySearch(list, int32(min(b.all, b.own, len(g.edge))+1))
		to, _ := slices.BinarySearch(list, int32(i))
		may := func(k int) bool {
			j := int(list[k])
			return (j > b.all || g.call[j] == g.call[i]) && !g.Within(i, j)
		}
		n, first := 0, len(out)
		for from < to && n < most {
			to--
			if !may(to) {
				continue
			}
			r := Range{b.edge, to, to + 1}
			for n++; from < to && n < most && may(to-1); n++ {
				to--
			}
			r.From = to
			out = append(out, r)
		}
		more = more || from < to
		slices.Reverse(out[first:])
	}
	return out, more
}

// Within reports whether i is inside the region of instance j: j is a branch
// or a call, and i depends on it by control dependences alone.
func (g *Graph) Within(i, j int) bool { return j < i && int(g.end(j)) > i }

// end is the number of the instance after the region that j opens.
func (g *Graph) end(j int) int32 {
	g.makeEnds.Do(g.findEnds)
	return g.ends[j]
}

func (g *Graph) findEnds() {
	g.ends = make([]int32, len(g.edge))
	for i := len(g.ends) - 1; i >= 0; i-- {
		g.ends[i] = max(g.ends[i], int32(i)+1)
		if r := g.region[i]; r >= 0 {
			g.ends[r] = max(g.ends[r], g.ends[i])
		}
	}
}

// Instances lists the instances of the range, ascending. The result must not
// be changed.
func (r Range) Instances(g *Graph) []int32 { return g.branch[r.Edge.ID][r.From:r.To] }
