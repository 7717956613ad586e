package dependence

import (
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
)

// sliceNode is a statement instance or, with arg >= 0, one argument of a call
// instance.
type sliceNode struct{ i, arg int }

// succ lists the nodes that x depends on, by definition.
func (n *naive) succ(g *Graph, controls []int, x sliceNode, kinds DepKind) []sliceNode {
	var out []sliceNode
	if c := controls[x.i]; kinds&ControlDep != 0 && c >= 0 {
		out = append(out, sliceNode{c, -1})
	}
	in := n.steps[x.i]
	_, isCall := in.Edge.Stmt.(*cfg.Call)
	for k, a := range in.Reads {
		if isCall && n.args[x.i][k] != x.arg {
			continue
		}
		if kinds&DataDep != 0 {
			for _, j := range n.data(x.i, k) {
				d := sliceNode{int(j), -1}
				if c, ok := n.steps[j].Edge.Stmt.(*cfg.Call); ok {
					d.arg = slices.Index(c.Proc.Params, a.Var)
				}
				out = append(out, d)
			}
		}
		if kinds&SummaryDep != 0 {
			for j := range x.i {
				if len(n.steps[j].Edge.From.Out) > 1 && n.kept(x.i, k, j, a) {
					out = append(out, sliceNode{j, -1})
				}
			}
		}
	}
	return out
}

// slice is the backward slice from an instance with all its arguments.
func (n *naive) slice(g *Graph, controls []int, i int, kinds DepKind) []int {
	seen := map[sliceNode]bool{}
	var visit func(x sliceNode)
	visit = func(x sliceNode) {
		if seen[x] {
			return
		}
		seen[x] = true
		for _, y := range n.succ(g, controls, x, kinds) {
			visit(y)
		}
	}
	visit(sliceNode{i, -1})
	if c, ok := n.steps[i].Edge.Stmt.(*cfg.Call); ok {
		for k := range c.Args {
			visit(sliceNode{i, k})
		}
	}
	var out []int
	for x := range seen {
		out = append(out, x.i)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var sliceKinds = []DepKind{DataDep, ControlDep, DataDep | ControlDep, DataDep | ControlDep | SummaryDep, SummaryDep}

func TestSlice(t *testing.T) {
	total := 0
	eachWalk(t, 400, 150, func(seed uint64, w *randomWalk, g *Graph) {
		tw := newNaive(w, seed%2 == 0)
		controls := tw.controls()
		r := rand.New(rand.NewPCG(seed, 12))
		for _, kinds := range sliceKinds {
			i := r.IntN(len(w.steps))
			want := tw.slice(g, controls, i, kinds)
			got := slices.Collect(g.Slice([]int{i}, kinds).All())
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: slice %d of instance %d (%v): %v, want %v\n%v", seed, kinds, i, g.Edge(i), got, want, w.prog)
			}
			total += len(want)
		}
	})
	if total < 4000 {
		t.Errorf("only %d instances in slices", total)
	}
}
