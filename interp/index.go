package interp

import (
	"slices"

	"culprit/cfg"
)

// IndexEntry is one step of an execution index: a region (Edge is the branch
// edge taken or the call), or at the end the location executed (Edge is nil).
type IndexEntry struct {
	Loc  *cfg.Loc
	Edge *cfg.Edge
}

// Index is the execution index of instance i, outermost region first (paper
// 002, section 3).
func (g *Graph) Index(i int) []IndexEntry {
	out := []IndexEntry{{Loc: g.Edge(i).From}}
	for r := int(g.region[i]); r >= 0; r = int(g.region[r]) {
		e := g.Edge(r)
		out = append(out, IndexEntry{e.From, e})
	}
	slices.Reverse(out)
	return out
}

// Depth is the number of regions around instance i.
func (g *Graph) Depth(i int) int {
	n := 0
	for r := g.region[i]; r >= 0; r = g.region[r] {
		n++
	}
	return n
}

// firstIn is the first instance directly inside region r (-1: of the run), or
// -1 if there is none.
func (g *Graph) firstIn(r int) int {
	if i := r + 1; i < len(g.edge) && int(g.region[i]) == r {
		return i
	}
	return -1
}

// nextIn is the instance that follows i in the region of i, or -1.
func (g *Graph) nextIn(i int) int {
	if j := int(g.end(i)); j < len(g.edge) && g.region[j] == g.region[i] {
		return j
	}
	return -1
}

// childAt is the instance at location l directly inside region r, or -1.
func (g *Graph) childAt(r int, l *cfg.Loc) int {
	for i := g.firstIn(r); i >= 0; i = g.nextIn(i) {
		if g.Edge(i).From == l {
			return i
		}
	}
	return -1
}

// Find returns the instance of another run of the same program that has the
// index of instance i of g. The branch edges taken there may differ.
func (g *Graph) Find(other *Graph, i int) (int, bool) {
	var path []int // regions of i, innermost first
	for r := int(g.region[i]); r >= 0; r = int(g.region[r]) {
		path = append(path, r)
	}
	at := -1
	for _, r := range slices.Backward(path) {
		at = other.childAt(at, g.Edge(r).From)
		if at < 0 || other.edge[at] != g.edge[r] {
			return 0, false
		}
	}
	at = other.childAt(at, g.Edge(i).From)
	return at, at >= 0
}
