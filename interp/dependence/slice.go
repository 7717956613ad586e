package dependence

import (
	"culprit/cfg"
	"iter"
	"math"
	"math/bits"
	"slices"
)

// InstanceSet is a set of instances of a run.
type InstanceSet struct{ words []uint64 }

// NewInstanceSet is an empty set for a run of n instances.
func NewInstanceSet(n int) *InstanceSet { return &InstanceSet{make([]uint64, (n+63)/64)} }

// Has reports whether i is in the set.
func (s *InstanceSet) Has(i int) bool { return s.words[i/64]>>(i%64)&1 != 0 }

// Add puts i into the set.
func (s *InstanceSet) Add(i int) { s.words[i/64] |= 1 << (i % 64) }

// Len is the number of instances in the set.
func (s *InstanceSet) Len() int {
	n := 0
	for _, w := range s.words {
		n += bits.OnesCount64(w)
	}
	return n
}

// All iterates over the set, ascending.
func (s *InstanceSet) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s.words {
			for ; w != 0; w &= w - 1 {
				if !yield(i*64 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// DepKind selects dependences.
type DepKind uint8

// The kinds of dependences.
const (
	DataDep DepKind = 1 << iota
	ControlDep
	SummaryDep
	StateDep // see Graph.State; in no slice unless asked for
)

// Slice is the backward slice: the instances that those of from depend on by
// any number of dependences of the given kinds, and those of from. DataDep and
// ControlDep give the dynamic slice.
func (g *Graph) Slice(from []int, kinds DepKind) *InstanceSet {
	s := newSlicer(g, kinds)
	top := -1
	for _, i := range from {
		s.set.Add(i)
		s.whole[int32(i)] = true
		top = max(top, i)
	}
	s.run(top)
	return s.set
}

// Relevant is the relevant slice: the dynamic slice together with what
// potential dependences add, that is, summary control dependences (Gyimothy,
// Beszedes, Forgacs: An efficient relevant slicing method for debugging, 1999;
// between definition and use as in paper 000, Algorithm 2).
func (g *Graph) Relevant(from []int) *InstanceSet {
	return g.Slice(from, DataDep|ControlDep|SummaryDep)
}

// slicer computes a backward slice in one scan from the end. All dependences
// of an instance lead to earlier ones, and the summary control dependences to
// all earlier instances of an edge down to a bound, so that only the lowest
// bound of each edge matters.
type slicer struct {
	g     *Graph
	kinds DepKind
	set   *InstanceSet
	// needed tells, for the calls that the scan is still to meet, which
	// arguments matter; whole, that all do.
	needed map[int32]uint64
	whole  map[int32]bool
	low    []int32          // by Edge.ID: later instances belong to the slice
	seen   []int32          // by use: the lowest bound that was demanded
	own    map[edgeCall]int // bounds within one activation
}

type edgeCall struct{ edge, call int32 }

func newSlicer(g *Graph, kinds DepKind) *slicer {
	s := &slicer{g: g, kinds: kinds, set: NewInstanceSet(g.N()), needed: map[int32]uint64{}, whole: map[int32]bool{}}
	if kinds&SummaryDep != 0 {
		s.own = map[edgeCall]int{}
		s.low = make([]int32, len(g.Prog.Edges))
		for i := range s.low {
			s.low[i] = math.MaxInt32
		}
		uses := 0
		for i := range g.info {
			uses += len(g.info[i].uses)
		}
		s.seen = make([]int32, uses)
		for i := range s.seen {
			s.seen[i] = math.MaxInt32
		}
	}
	return s
}

func (s *slicer) run(top int) {
	for i := top; i >= 0; i-- {
		if !s.set.Has(i) {
			if !s.demanded(i) {
				continue
			}
			s.set.Add(i)
		}
		s.expand(i)
	}
}

// demanded reports whether a summary control dependence leads to i.
func (s *slicer) demanded(i int) bool {
	if s.low == nil {
		return false
	}
	e := s.g.edge[i]
	if int32(i) > s.low[e] {
		return true
	}
	if len(s.own) == 0 {
		return false
	}
	low, ok := s.own[edgeCall{e, s.g.call[i]}]
	return ok && i > low
}

// expand adds what i depends on.
func (s *slicer) expand(i int) {
	g := s.g
	if s.kinds&ControlDep != 0 {
		if c := g.Control(i); c >= 0 {
			s.set.Add(c)
		}
	}
	if s.kinds&(DataDep|SummaryDep|StateDep) == 0 {
		return
	}
	info := &g.info[g.edge[i]]
	need := ^uint64(0)
	if info.args != nil && !s.whole[int32(i)] {
		need = s.needed[int32(i)]
		delete(s.needed, int32(i))
	}
	if need == 0 {
		return
	}
	g.each(i, func(_ int, r read) {
		if need>>info.arg(r)&1 == 0 {
			return
		}
		if r.state && s.kinds&StateDep != 0 || !r.state && s.kinds&DataDep != 0 {
			s.follow(info, r)
		}
		if s.kinds&SummaryDep != 0 && (!r.state || r.output || s.kinds&StateDep != 0) {
			s.demand(i, info, r)
		}
	})
}

// follow adds the writers of a read.
func (s *slicer) follow(info *edgeInfo, r read) {
	for _, w := range r.writers {
		j := writer(w)
		if j < 0 {
			continue
		}
		s.set.Add(j)
		if c, ok := s.g.Edge(j).Stmt.(*cfg.Call); ok {
			s.needed[int32(j)] |= argBit(c, info.variable(r))
		}
	}
}

func (s *slicer) demand(i int, info *edgeInfo, r read) {
	// The bound is that of demands or lower: a quick exit for loops.
	low := int32(r.oldest())
	if r.from >= 0 && low >= s.seen[info.uses[r.from].id] && !(info.uses[r.from].local && !info.uses[r.from].single) {
		return
	}
	s.g.demands(i, info, r, func(u *use, d demand) {
		if d.own {
			k := edgeCall{int32(d.edge.ID), s.g.call[i]}
			if low, ok := s.own[k]; !ok || d.low < low {
				s.own[k] = d.low
			}
			return
		}
		s.low[d.edge.ID] = min(s.low[d.edge.ID], int32(d.low))
		s.seen[u.id] = min(s.seen[u.id], int32(d.low))
	})
}

// otherArgs stands for the arguments of a call from number 62 on, and for reads
// that no argument can be told of.
const otherArgs = 63

// arg is the number of the argument that a read of a call belongs to, or
// otherArgs. For other statements the number does not matter.
func (info *edgeInfo) arg(r read) int {
	if r.from < 0 {
		return otherArgs
	}
	for a, end := range info.args {
		if r.from < end && a < 62 {
			return a
		}
	}
	return otherArgs
}

// argBit is the set of arguments that parameter v depends on; otherArgs is
// always in it.
func argBit(c *cfg.Call, v *cfg.Var) uint64 {
	if k := slices.Index(c.Proc.Params, v); k >= 0 && k < 62 {
		return 1<<k | 1<<otherArgs
	}
	return ^uint64(0)
}
