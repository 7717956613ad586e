package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
)

// randomProgram has one procedure over a random graph, an error location and
// sometimes a cycle without end.
func randomProgram(t *testing.T, r *rand.Rand) *cfg.Program {
	n := 3 + r.IntN(8)
	var b strings.Builder
	fmt.Fprintf(&b, "program \"t.c\" 64\nobject a 8 align 8\nregion a cell 32\nvar x i32\nvar y i32\nproc g entry 900 exit 901\n900 -> 901: y := 3\n901 -> 901: return\nend\n")
	fmt.Fprintf(&b, "proc main entry 0 exit %d\nloc 500 error\n", n)
	stmts := []string{"x := y", "y := 1", "x := x + y", "skip", "assume x == 1", "nondet x", "i32[&a]@0 := x", "y := i32[&a]@0", "call g()"}
	edge := func(from, to int) { fmt.Fprintf(&b, "%d -> %d: %s\n", from, to, stmts[r.IntN(len(stmts))]) }
	for i := range n {
		edge(i, i+1)
	}
	for range r.IntN(2 * n) {
		edge(r.IntN(n), r.IntN(n+1))
	}
	edge(r.IntN(n), 500)
	if r.IntN(3) == 0 {
		edge(r.IntN(n), 600)
		edge(600, 601)
		edge(601, 600)
	}
	fmt.Fprintf(&b, "%d -> %d: return\nend\nmain main\n", n, n)
	p, err := cfgtext.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// succs are the successors in the graph with the virtual end (nil).
func succs(p *Postdom, l *cfg.Loc) []*cfg.Loc {
	succ, _ := p.graph()
	var out []*cfg.Loc
	for _, y := range succ[p.index[l]] {
		if y == len(p.locs) {
			out = append(out, nil)
		} else {
			out = append(out, p.locs[y])
		}
	}
	return out
}

// avoids reports whether the end can be reached from l without passing d.
func avoids(p *Postdom, l, d *cfg.Loc) bool {
	seen := map[*cfg.Loc]bool{}
	var visit func(l *cfg.Loc) bool
	visit = func(l *cfg.Loc) bool {
		if l == nil {
			return true
		}
		if l == d || seen[l] {
			return false
		}
		seen[l] = true
		return slices.ContainsFunc(succs(p, l), visit)
	}
	return visit(l)
}

func TestPostdominators(t *testing.T) {
	for seed := range uint64(300) {
		prog := randomProgram(t, rand.New(rand.NewPCG(seed, 3)))
		p := Postdominators(prog, prog.Main)
		deps := p.ControlDependence()
		for _, l := range p.locs {
			for _, d := range p.locs {
				if got, want := p.Postdominates(d, l), !avoids(p, l, d); got != want {
					t.Fatalf("seed %d: %v postdominates %v: %v\n%v", seed, d, l, got, prog)
				}
			}
			if d := p.Immediate(l); d != nil && (d == l || !p.Postdominates(d, l)) {
				t.Fatalf("seed %d: immediate postdominator of %v is %v", seed, l, d)
			}
			// The definition of control dependence.
			var want []*cfg.Edge
			for _, e := range prog.Edges {
				if e.From.Proc == prog.Main && len(e.From.Out) > 1 && p.Postdominates(l, e.To) && (l == e.From || !p.Postdominates(l, e.From)) {
					want = append(want, e)
				}
			}
			if !slices.Equal(deps[l], want) {
				t.Fatalf("seed %d: %v depends on %v, want %v\n%v", seed, l, deps[l], want, prog)
			}
		}
	}
}

func TestModRef(t *testing.T) {
	p, err := cfgtext.Parse(`program "t.c" 64
object a 8 align 8
region a cell 32
var x i32
var y i32
var z i32
proc h entry 0 exit 1
0 -> 1: i32[&a]@0 := z
1 -> 1: return
end
proc f params u entry 2 exit 5
var u i32
2 -> 3: call h()
3 -> 4: call f(u)
4 -> 5: x := 1
5 -> 5: return
end
proc main entry 6 exit 8
6 -> 7: call f(y)
7 -> 8: skip
8 -> 8: return
end
main main
`)
	if err != nil {
		t.Fatal(err)
	}
	m := NewModRef(p)
	if got := fmt.Sprint(m.Mod[0].Members(), m.Mod[1].Members(), m.Mod[2].Members(), m.Ref[2].Members()); got != "[4] [0 3 4] [0 3 4] [1 2 3]" {
		t.Error(got)
	}
}

// Postdominates reports whether every path from l to the end passes d. A
// location postdominates itself.
func (p *Postdom) Postdominates(d, l *cfg.Loc) bool {
	x, y := p.index[d], p.index[l]
	for p.depth[y] > p.depth[x] {
		y = p.idom[y]
	}
	return x == y
}
