package dependence

import (
	"maps"
	"slices"
	"testing"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// naive answers the questions of a Graph by definition, in quadratic time.
type naive struct {
	*randomWalk
	calls  *cfg.CallGraph
	call   []int
	depend map[*cfg.Loc][]*cfg.Edge
	inf    *flow.Influence
}

func newNaive(w *randomWalk, within bool) *naive {
	n := &naive{randomWalk: w, calls: w.prog.CallGraph(), depend: map[*cfg.Loc][]*cfg.Edge{}}
	n.inf = flow.NewInfluence(flow.NewModRef(w.prog), flow.NewControl(w.prog), !within)
	for _, f := range w.prog.Procs {
		maps.Copy(n.depend, flow.Postdominators(w.prog, f).ControlDependence())
	}
	open := []int{-1}
	for i, in := range w.steps {
		n.call = append(n.call, open[len(open)-1])
		switch in.Edge.Stmt.(type) {
		case *cfg.Call:
			open = append(open, i)
		case *cfg.Return:
			open = open[:len(open)-1]
		}
	}
	return n
}

// definers lists, for each byte of what was read, the last writer before i.
func (n *naive) definers(i int, a cfg.Access) []int {
	last := func(hit func(j int, w cfg.Access) bool) int {
		for j := i - 1; j >= 0; j-- {
			for _, w := range n.steps[j].Writes {
				if hit(j, w) {
					return j
				}
			}
		}
		return -1
	}
	if v := a.Var; v != nil {
		return []int{last(func(j int, w cfg.Access) bool {
			if w.Var != v || v.Proc == nil || v == v.Proc.Ret || !n.calls.Recursive(v.Proc) {
				return w.Var == v
			}
			act := n.call[j]
			if _, ok := n.steps[j].Edge.Stmt.(*cfg.Call); ok {
				act = j
			}
			return act == n.call[i]
		})}
	}
	var out []int
	for x := a.Addr; x < a.Addr+a.Size; x++ {
		out = append(out, last(func(_ int, w cfg.Access) bool { return w.Var == nil && w.Addr <= x && x < w.Addr+w.Size }))
	}
	return out
}

func (n *naive) data(i, k int) []int32 {
	var out []int32
	for _, j := range n.definers(i, n.steps[i].Reads[k]) {
		if j >= 0 {
			out = append(out, int32(j))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// controls is Algorithm 1 as the paper has it, for each activation.
func (n *naive) controls() []int {
	out := make([]int, len(n.steps))
	stacks := map[int][]int{}
	for i, in := range n.steps {
		act := n.call[i]
		q := stacks[act]
		for len(q) > 0 && !slices.Contains(n.depend[in.Edge.From], n.steps[q[len(q)-1]].Edge) {
			q = q[:len(q)-1]
		}
		out[i] = act
		if len(q) > 0 {
			out[i] = q[len(q)-1]
		}
		if len(in.Edge.From.Out) > 1 {
			q = append(q, i)
		}
		stacks[act] = q
	}
	return out
}

func TestGraphDependences(t *testing.T) {
	n := 0
	eachWalk(t, 300, 200, func(seed uint64, w *randomWalk, g *Graph) {
		tw := newNaive(w, seed%2 == 0)
		controls := tw.controls()
		for i, in := range w.steps {
			if g.Edge(i) != in.Edge || g.Call(i) != tw.call[i] {
				t.Fatalf("seed %d: instance %d is %v in %d", seed, i, g.Edge(i), g.Call(i))
			}
			if g.Control(i) != controls[i] {
				t.Fatalf("seed %d: instance %d (%v) depends on %d, want %d\n%v", seed, i, in.Edge, g.Control(i), controls[i], w.prog)
			}
			var all []int32
			for k := range in.Reads {
				want := tw.data(i, k)
				if got := g.DataOf(i, k); !slices.Equal(got, want) {
					t.Fatalf("seed %d: instance %d (%v), read %d: %v, want %v\n%v", seed, i, in.Edge, k, got, want, w.prog)
				}
				all = append(all, want...)
				n++
			}
			slices.Sort(all)
			if got := g.Data(i); !slices.Equal(got, slices.Compact(all)) {
				t.Fatalf("seed %d: instance %d: %v, want %v", seed, i, got, all)
			}
		}
	})
	if n < 10000 {
		t.Errorf("only %d reads", n)
	}
}

// naivePlace is what a read may be of.
type naivePlace struct {
	slot flow.Slot
	cell flow.Cell
}

// places lists what an access may be of.
func (n *naive) places(i int, a cfg.Access) []naivePlace {
	if a.Var != nil {
		return []naivePlace{{slot: flow.VarSlot(a.Var)}}
	}
	var out []naivePlace
	lazy := false
	cfg.Exprs(n.steps[i].Edge.Stmt, func(e cfg.Expr) {
		cfg.Walk(e, func(e cfg.Expr) {
			switch e := e.(type) {
			case *cfg.Load:
				out = append(out, naivePlace{flow.RegionSlot(n.prog, e.Region), flow.CellAt(e.Addr, uint64(e.T.Bytes()))})
			case *cfg.Ite:
				lazy = true
			case *cfg.Binary:
				lazy = lazy || e.Op == cfg.LAnd || e.Op == cfg.LOr
			}
		})
	})
	if s, ok := n.steps[i].Edge.Stmt.(*cfg.MemCopy); ok {
		out = append(out, naivePlace{flow.RegionSlot(n.prog, s.SrcRegion), flow.BlockAt(s.Src, s.Size)})
	}
	if len(out) > 1 && !lazy {
		panic("the walk's programs have one load in a statement unless it is lazy")
	}
	return out
}

// summary lists the instances that i has a summary control dependence on.
func (n *naive) summary(g *Graph, i int) []int32 {
	var out []int32
	for j := range i {
		b := n.steps[j].Edge
		if len(b.From.Out) < 2 || n.inside(g, i, j) {
			continue
		}
		for k, a := range n.steps[i].Reads {
			if n.kept(i, k, j, a) {
				out = append(out, int32(j))
				break
			}
		}
	}
	return out
}

// kept reports whether branch instance j may have kept a definition from read
// k of i.
func (n *naive) kept(i, k, j int, a cfg.Access) bool {
	if slices.Min(n.definers(i, a)) >= j {
		return false
	}
	return slices.ContainsFunc(n.places(i, a), func(p naivePlace) bool {
		if a.Var != nil && a.Var.Proc != nil && a.Var != a.Var.Proc.Ret && n.call[j] != n.call[i] {
			return false
		}
		return slices.Contains(n.inf.SkippingCell(n.steps[i].Edge.From, p.slot, p.cell), n.steps[j].Edge)
	})
}

func (n *naive) inside(g *Graph, i, j int) bool {
	for r := g.Region(i); r >= 0; r = g.Region(r) {
		if r == j {
			return true
		}
	}
	return false
}

func (g *Graph) summaryInstances(i int) []int32 { return g.instances(g.Summary(i)) }

func (g *Graph) instances(ranges []Range) []int32 {
	var out []int32
	for _, r := range ranges {
		if list := g.Branches(r.Edge)[r.From:r.To]; !slices.Equal(list, r.Instances(g)) {
			panic("Range.Instances")
		}
		out = append(out, r.Instances(g)...)
	}
	slices.Sort(out)
	return out
}

func TestGraphSummary(t *testing.T) {
	n := 0
	eachWalk(t, 200, 150, func(seed uint64, w *randomWalk, g *Graph) {
		tw := newNaive(w, seed%2 == 0)
		for i := range w.steps {
			got, want := g.summaryInstances(i), tw.summary(g, i)
			n += len(want)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: instance %d (%v): %v, want %v\n%v", seed, i, g.Edge(i), got, want, w.prog)
			}
			// The latest ones of each edge are as many as there are, but no more.
			const most = 2
			latest, more := g.LatestSummary(nil, i, most)
			var last []int32
			left := false
			for _, e := range w.prog.Edges {
				of := slices.DeleteFunc(slices.Clone(want), func(j int32) bool { return g.Edge(int(j)) != e })
				left = left || len(of) > most
				last = append(last, of[max(0, len(of)-most):]...)
			}
			slices.Sort(last)
			if got := g.instances(latest); !slices.Equal(got, last) || left && !more {
				t.Fatalf("seed %d: latest of instance %d: %v, %v, want %v, %v", seed, i, got, more, last, left)
			}
			// That of an instance is the union of those of its reads.
			var parts []int32
			for k := range w.steps[i].Reads {
				parts = append(parts, g.instances(g.SummaryOf(i, k))...)
			}
			slices.Sort(parts)
			if parts = slices.Compact(parts); !slices.Equal(parts, want) {
				t.Fatalf("seed %d: reads of instance %d: %v, want %v", seed, i, parts, want)
			}
		}
	})
	if n < 1000 {
		t.Errorf("only %d dependences", n)
	}
}

func TestGraphBadRun(t *testing.T) {
	eachWalk(t, 20, 200, func(seed uint64, w *randomWalk, g *Graph) {
		if len(w.steps) < 4 {
			return
		}
		cut := &randomWalk{prog: w.prog, steps: slices.Delete(slices.Clone(w.steps), 2, 3)}
		if _, err := NewGraph(w.prog, cut, Options{}); err == nil {
			t.Errorf("seed %d: a run with a gap is accepted", seed)
		}
	})
}
