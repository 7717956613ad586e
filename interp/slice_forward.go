package interp

import "culprit/cfg"

// Forward is the forward slice: the instances whose backward slice contains
// one of from, and those of from.
func (g *Graph) Forward(from []int, kinds DepKind) *InstanceSet {
	f := &forward{
		g: g, kinds: kinds, set: NewInstanceSet(g.N()), tainted: map[int32]uint64{},
		last: make([]int32, len(g.Prog.Edges)), own: map[edgeCall]int{},
	}
	for e := range f.last {
		f.last[e] = -1
	}
	start := NewInstanceSet(g.N())
	first := g.N()
	for _, i := range from {
		start.Add(i)
		first = min(first, i)
	}
	for i := first; i < g.N(); i++ {
		f.visit(i, start.Has(i))
	}
	return f.set
}

// Chop is what lies on dependences between from and to: the part of the
// forward slice of from that is in the backward slice of to.
func (g *Graph) Chop(from, to []int, kinds DepKind) *InstanceSet {
	s := g.Forward(from, kinds)
	s.And(g.Slice(to, kinds))
	return s
}

// forward is one scan from the first instance on.
type forward struct {
	g     *Graph
	kinds DepKind
	set   *InstanceSet
	// tainted tells which arguments of a call in the set carry the influence
	// to the parameters; calledBit, whether the call itself depends on from.
	tainted map[int32]uint64
	last    []int32 // by Edge.ID: the last instance in the set, -1 if none
	own     map[edgeCall]int
}

// calledBit is apart from the bits of arguments, see edgeInfo.arg.
const calledBit = 1 << 62

func (f *forward) visit(i int, start bool) {
	g := f.g
	e := g.edge[i]
	info := &g.info[e]
	_, isCall := g.Edge(i).Stmt.(*cfg.Call)
	hit, taint := start, uint64(0)
	if start || f.kinds&ControlDep != 0 && f.controlled(i) {
		hit, taint = true, ^uint64(0)
	}
	if (!hit || isCall) && f.kinds&(DataDep|SummaryDep|StateDep) != 0 {
		g.each(i, func(_ int, r *read) {
			if hit && !isCall {
				return
			}
			if (r.state && f.kinds&StateDep != 0 || !r.state && f.kinds&DataDep != 0) && f.flows(info, r) || f.kinds&SummaryDep != 0 && f.kept(i, info, r) {
				hit = true
				taint |= 1 << info.arg(r)
				if info.arg(r) == otherArgs {
					taint |= ^uint64(calledBit)
				}
			}
		})
	}
	if !hit {
		return
	}
	f.set.Add(i)
	if isCall {
		f.tainted[int32(i)] = taint
	}
	if len(g.Edge(i).From.Out) > 1 {
		f.last[e] = int32(i)
		f.own[edgeCall{e, g.call[i]}] = i
	}
}

// controlled reports whether what i is control dependent on is in the set.
func (f *forward) controlled(i int) bool {
	c := f.g.Control(i)
	if c < 0 || !f.set.Has(c) {
		return false
	}
	if _, ok := f.g.Edge(c).Stmt.(*cfg.Call); ok {
		return f.tainted[int32(c)]&calledBit != 0
	}
	return true
}

// flows reports whether a writer of the read is in the set.
func (f *forward) flows(info *edgeInfo, r *read) bool {
	for _, w := range r.writers {
		j := writer(w)
		if j < 0 || !f.set.Has(j) {
			continue
		}
		c, ok := f.g.Edge(j).Stmt.(*cfg.Call)
		if !ok || f.tainted[int32(j)]&(argBit(c, info.variable(r))&^calledBit) != 0 {
			return true
		}
	}
	return false
}

// kept reports whether a branch in the set may have kept a definition from
// the read.
func (f *forward) kept(i int, info *edgeInfo, r *read) bool {
	hit := false
	f.g.demands(i, info, r, func(_ *use, d demand) {
		if d.own {
			j, ok := f.own[edgeCall{int32(d.edge.ID), f.g.call[i]}]
			hit = hit || ok && j > d.low
		} else {
			hit = hit || int(f.last[d.edge.ID]) > d.low
		}
	})
	return hit
}
