package dependence

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/interp"
)

// Instances is a recorded run: the statement instances in order, from number
// from on. Recording is one; the *cfg.Instance may be reused.
type Instances interface {
	All(from int) iter.Seq[*cfg.Instance]
}

// Options says what a Graph contains.
type Options struct {
	// Size is the number of instances, if it is known. That of a Recording is.
	Size int
	// Context ends the building with its error; nil: never.
	Context context.Context
	// Within restricts summary control dependences to branches of the
	// procedure of the statement, as in the experiments of paper 001.
	Within bool
}

// Graph is the dynamic dependence graph of a run (paper 001, section 3.1).
// Its nodes are the statement instances, by number. Several goroutines may use
// a Graph at once.
type Graph struct {
	Prog *cfg.Program

	control *flow.Control
	inf     *flow.Influence
	info    []edgeInfo // by Edge.ID

	edge   []int32  // edge of each instance
	region []int32  // innermost region: a branch or call instance, -1 at the top
	call   []int32  // call instance of the activation, -1 in Main
	off    []uint32 // where the reads of an instance begin in reads; see reads.go
	reads  []uint32
	// endless maps an instance that opens a region without being a branch to
	// its control dependence.
	endless map[int32]int32
	// branch lists the instances of each branch edge.
	branch [][]int32
	// vars and mem are the last writers at the end.
	vars    []uint32
	mem     writers
	outputs []output

	makeEnds sync.Once
	ends     []int32 // after the last instance of each region, see end
	makeAt   sync.Once
	from, at []int32             // see Instances
	mu       sync.Mutex          // guards inf, others and the cache of mem
	others   map[int][]*cfg.Edge // by use.id, see Elsewhere
}

// maxInstances keeps instance numbers, plus one, within 31 bits.
const maxInstances = math.MaxInt32 - 1

// ErrTooLong is the error of NewGraph for runs of more than 2^31-2 instances
// or as many reads.
var ErrTooLong = errors.New("the run is too long for a dependence graph")

// N is the number of instances.
func (g *Graph) N() int { return len(g.edge) }

// Edge is the statement of instance i.
func (g *Graph) Edge(i int) *cfg.Edge { return g.Prog.Edges[g.edge[i]] }

// Control is the instance that i is directly control dependent on, or -1: the
// innermost branch instance around it (paper 001, Algorithm 1), or else the
// call of its activation.
func (g *Graph) Control(i int) int {
	r := g.region[i]
	if r >= 0 && r != g.call[i] && len(g.Prog.Edges[g.edge[r]].From.Out) == 1 {
		if c, ok := g.endless[r]; ok {
			return int(c)
		}
	}
	return int(r)
}

// Region is the instance that opens the innermost region around i, or -1. It
// differs from Control(i) only in cycles that cannot end: the iterations of
// these are regions, too, so that they can be distinguished.
func (g *Graph) Region(i int) int { return int(g.region[i]) }

// Call is the call instance of the activation that i belongs to, or -1.
func (g *Graph) Call(i int) int { return int(g.call[i]) }

// Branches lists the instances of a branch edge, ascending. The result must
// not be changed.
func (g *Graph) Branches(e *cfg.Edge) []int32 { return g.branch[e.ID] }

// User reports whether i is a statement that the user wrote. All others are
// implicit: initialisations, temporaries, and the bodies of library functions
// that are described in C.
func (g *Graph) User(i int) bool { return userEdge(g.Edge(i)) }

func userEdge(e *cfg.Edge) bool { return e.Role != cfg.RoleImplicit && e.Pos.IsValid() }

// Owner is the instance that a user holds responsible for i: i itself if it is
// his, the call for an instance inside a library function, and else -1.
func (g *Graph) Owner(i int) int {
	for ; i >= 0; i = int(g.call[i]) {
		if g.User(i) {
			return i
		}
		if e := g.Edge(i); !libraryProc(e.From.Proc) {
			return -1
		}
	}
	return -1
}

// libraryProc reports whether the user did not write f.
func libraryProc(f *cfg.Proc) bool { return !f.Pos.IsValid() }

// output is what one instance printed: the bytes of standard output up to
// number end, from that of the output before it on.
type output struct {
	instance int32
	end      int64
}

// printed is the number of bytes that the run has printed.
func (g *Graph) printed() int64 {
	if n := len(g.outputs); n > 0 {
		return g.outputs[n-1].end
	}
	return 0
}

// withOutput iterates over a run together with the number of bytes printed,
// which only a Recording knows.
func withOutput(run Instances) iter.Seq2[*cfg.Instance, int64] {
	if r, ok := run.(*interp.Recording); ok {
		return r.WithOutput(0)
	}
	return func(yield func(*cfg.Instance, int64) bool) {
		for in := range run.All(0) {
			if !yield(in, 0) {
				return
			}
		}
	}
}

// Printed is the instance that printed byte number k of standard output, or -1
// if there is none or the run is no Recording.
func (g *Graph) Printed(k int64) int {
	i, _ := slices.BinarySearchFunc(g.outputs, k, func(o output, k int64) int {
		if o.end <= k {
			return -1
		}
		return 1
	})
	if k < 0 || i == len(g.outputs) {
		return -1
	}
	return int(g.outputs[i].instance)
}

// Dependences that no slice follows, as in the papers, unless asked for: what
// might have been written had another address been computed, and that the run
// might have ended earlier.

// Instances lists the instances of a statement, ascending. The result must not
// be changed.
func (g *Graph) Instances(e *cfg.Edge) []int32 {
	g.makeAt.Do(func() {
		n := make([]int32, len(g.Prog.Edges)+1)
		for _, e := range g.edge {
			n[e+1]++
		}
		for k := 1; k < len(n); k++ {
			n[k] += n[k-1]
		}
		g.from, g.at = slices.Clone(n), make([]int32, len(g.edge))
		for i, e := range g.edge {
			g.at[n[e]] = int32(i)
			n[e]++
		}
	})
	return g.at[g.from[e.ID]:g.from[e.ID+1]]
}

// Elsewhere lists the instances after the last definition of what i reads in
// memory that wrote to something else, and may have written there had their
// address been another one. Ranges are those of Instances; they may overlap.
func (g *Graph) Elsewhere(i int) []Range {
	var out []Range
	info := &g.info[g.edge[i]]
	g.each(i, func(_ int, r read) {
		if r.state || info.variable(r) != nil || g.constant(r) {
			return
		}
		low := r.oldest()
		info.usesOf(r, func(u *use) {
			if u.slot < 0 || u.v != nil {
				return
			}
			for _, e := range g.elsewhere(u) {
				list := g.Instances(e)
				from, _ := slices.BinarySearch(list, int32(low)+1)
				to, _ := slices.BinarySearch(list, int32(i))
				if from < to {
					out = append(out, Range{e, from, to})
				}
			}
		})
	})
	return out
}

// elsewhere asks once for each use.
func (g *Graph) elsewhere(u *use) []*cfg.Edge {
	g.mu.Lock()
	defer g.mu.Unlock()
	out, ok := g.others[u.id]
	if !ok {
		out = g.inf.Elsewhere(u.slot, u.cell)
		g.others[u.id] = out
	}
	return out
}

// Ending lists the branch edges that may have kept the run from ending: all
// that comes after one of their instances depends on it.
func (g *Graph) Ending() []*cfg.Edge {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.inf.Ending()
}

// Range is the instances of a branch edge with the ordinals From to To-1,
// counted from 0: Branches(Edge)[From:To].
type Range struct {
	Edge     *cfg.Edge
	From, To int
}

// writers holds the last writer of each memory byte, plus one, in pages. Pages that do not
// exist have what the last of the large writes left there.
type writers struct {
	pages map[uint64]*writerPage
	large []largeWrite
	cache [64]struct {
		key  uint64
		page *writerPage
	}
}

// largeWrite is a write of whole pages, from a number on up to another.
type largeWrite struct {
	from, to uint64
	by       uint32
}

type writerPage [1 << writerPageBits]uint32

const writerPageBits = 10
