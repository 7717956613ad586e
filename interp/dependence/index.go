package dependence

import (
	"culprit/analysis/flow"
	"culprit/cfg"
	"iter"
	"slices"
)

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

// Versions relates the locations and edges of two versions of a program. A nil
// function, or the nil *Versions, is the identity by number.
type Versions struct {
	// Loc is the location of the second version for one of the first, nil if
	// it has none; different ones go to different ones.
	Loc func(*cfg.Loc) *cfg.Loc
	// Edge is the same for branch edges and calls.
	Edge func(*cfg.Edge) *cfg.Edge
	// Flat reports whether a branch edge of either version opens no region of
	// its own: what is inside belongs to the region around it. It must not do
	// so for the edges of loop heads.
	Flat func(*cfg.Edge) bool
}

// Alignment pairs the instances of two runs that have the same execution
// index (paper 002, the join on the index field). Two instances of a branch
// are a pair if they have the same regions around them, whatever outcome they
// have themselves.
type Alignment struct {
	there, back []int32 // number of the other, plus one; 0 if it has none
}

// There is the instance of the second run that is aligned with i of the first.
func (a *Alignment) There(i int) (int, bool) { return int(a.there[i]) - 1, a.there[i] != 0 }

// Back is the instance of the first run that is aligned with j of the second.
func (a *Alignment) Back(j int) (int, bool) { return int(a.back[j]) - 1, a.back[j] != 0 }

// Pairs iterates over the pairs in the order of the first run. For runs of one
// program this is the order of the second, too.
func (a *Alignment) Pairs() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for i, j := range a.there {
			if j != 0 && !yield(i, int(j)-1) {
				return
			}
		}
	}
}

// Align joins two runs by execution index, in time linear in their length:
// regions that correspond are searched for instances of the same location, and
// those that open regions with the same outcome correspond in turn.
func Align(a, b *Graph, v *Versions) *Alignment {
	al := &aligner{a: a, b: b, out: &Alignment{make([]int32, a.N()), make([]int32, b.N())},
		at: make([]int32, len(b.Prog.Locs)), stamp: make([]int32, len(b.Prog.Locs))}
	al.locs, al.edges = v.tables(a.Prog, b.Prog)
	al.flat = func(*cfg.Edge) bool { return false }
	if v != nil && v.Flat != nil {
		al.flat = v.Flat
	}
	al.regions(-1, -1)
	for n := len(al.work) - 1; n >= 0; n = len(al.work) - 1 {
		p := al.work[n]
		al.work = al.work[:n]
		al.regions(p[0], p[1])
	}
	return al.out
}

// tables lists the counterparts by number, -1 for none.
func (v *Versions) tables(p, q *cfg.Program) (locs, edges []int32) {
	locs, edges = make([]int32, len(p.Locs)), make([]int32, len(p.Edges))
	for i, l := range p.Locs {
		locs[i] = int32(i)
		if v != nil && v.Loc != nil {
			locs[i] = -1
			if m := v.Loc(l); m != nil {
				locs[i] = int32(m.ID)
			}
		}
		if int(locs[i]) >= len(q.Locs) {
			locs[i] = -1
		}
	}
	for i, e := range p.Edges {
		edges[i] = int32(i)
		if v != nil && v.Edge != nil {
			edges[i] = -1
			if m := v.Edge(e); m != nil {
				edges[i] = int32(m.ID)
			}
		} else if v != nil && v.Loc != nil {
			edges[i] = -1
			if l := locs[e.From.ID]; l >= 0 {
				if k := slices.Index(e.From.Out, e); k < len(q.Locs[l].Out) {
					edges[i] = int32(q.Locs[l].Out[k].ID)
				}
			}
		}
	}
	return locs, edges
}

type aligner struct {
	a, b        *Graph
	out         *Alignment
	locs, edges []int32
	flat        func(*cfg.Edge) bool
	work        [][2]int
	at, stamp   []int32 // by Loc.ID of b: the instance in the region of that stamp
	now         int32
}

// regions aligns what is directly inside two corresponding regions.
func (al *aligner) regions(p, q int) {
	a, b := al.a, al.b
	al.now++
	for j := range al.inside(b, q) {
		l := b.Edge(j).From.ID
		al.at[l], al.stamp[l] = int32(j), al.now
	}
	for i := range al.inside(a, p) {
		l := al.locs[a.Edge(i).From.ID]
		if l < 0 || al.stamp[l] != al.now {
			continue
		}
		j := int(al.at[l])
		al.out.there[i], al.out.back[j] = int32(j)+1, int32(i)+1
		if al.edges[a.edge[i]] == b.edge[j] && a.firstIn(i) >= 0 && b.firstIn(j) >= 0 && !al.flat(a.Edge(i)) && !al.flat(b.Edge(j)) {
			al.work = append(al.work, [2]int{i, j})
		}
	}
}

// inside iterates over the instances directly inside a region, and over those
// inside of flat regions among them.
func (al *aligner) inside(g *Graph, r int) iter.Seq[int] {
	return func(yield func(int) bool) {
		end := len(g.edge)
		if r >= 0 {
			end = int(g.end(r))
		}
		for i := g.firstIn(r); i >= 0 && i < end; {
			if !yield(i) {
				return
			}
			if al.flat(g.Edge(i)) {
				i++ // what follows is inside, or else after it
			} else {
				i = int(g.end(i))
			}
		}
	}
}

// Regions follows the regions of execution indices along a run, without a
// graph: those that are open before each instance.
type Regions struct {
	control *flow.Control
	ends    []int32 // where each open region ends; callRegion for a call
	calls   []*cfg.Edge
	base    int
	bases   []int
}

const callRegion = -2

// NewRegions begins before instance i of the run of g.
func (g *Graph) NewRegions(i int) *Regions {
	r := &Regions{control: g.control}
	var path []int
	for k := i; g.region[k] >= 0; k = int(g.region[k]) {
		path = append(path, int(g.region[k]))
	}
	for _, k := range slices.Backward(path) {
		r.open(g.Edge(k))
	}
	return r
}

func (r *Regions) open(e *cfg.Edge) {
	switch _, call := e.Stmt.(*cfg.Call); {
	case call:
		r.ends = append(r.ends, callRegion)
		r.bases = append(r.bases, r.base)
		r.calls = append(r.calls, e)
		r.base = len(r.ends)
	case r.control.Opens(e.From):
		r.ends = append(r.ends, r.control.End(e.From))
	}
}

// Next executes an edge; it returns the location where the run is then, nil
// where Main returns.
func (r *Regions) Next(e *cfg.Edge) *cfg.Loc {
	to := e.To
	r.open(e)
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		to = s.Proc.Entry
	case *cfg.Return:
		n := len(r.calls) - 1
		if n < 0 {
			return nil
		}
		to = r.calls[n].To
		r.ends = r.ends[:r.base-1]
		r.base, r.bases, r.calls = r.bases[n], r.bases[:n], r.calls[:n]
	}
	for n := len(r.ends); n > r.base && r.ends[n-1] == int32(to.ID); n = len(r.ends) {
		r.ends = r.ends[:n-1]
	}
	return to
}

// Depth is the number of open regions.
func (r *Regions) Depth() int { return len(r.ends) }
