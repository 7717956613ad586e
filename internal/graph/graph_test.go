package graph

import (
	"math/rand/v2"
	"testing"

	"culprit/internal/rounds"
)

// random is a graph with n nodes and about d successors each.
func random(r *rand.Rand, n int, d float64) [][]int {
	succ := make([][]int, n)
	for v := range succ {
		for w := range n {
			if r.Float64() < d/float64(n) {
				succ[v] = append(succ[v], w)
			}
		}
	}
	return succ
}

// closure is the relation of being connected by a path with an edge.
func closure(succ [][]int) [][]bool {
	n := len(succ)
	c := make([][]bool, n)
	for v := range c {
		c[v] = make([]bool, n)
		for _, w := range succ[v] {
			c[v][w] = true
		}
	}
	for k := range n {
		for v := range n {
			for w := range n {
				c[v][w] = c[v][w] || c[v][k] && c[k][w]
			}
		}
	}
	return c
}

// TestRandom compares with the transitive closure.
func TestRandom(t *testing.T) {
	for seed := range rounds.Of(2000) {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		n := 1 + r.IntN(9)
		succ := random(r, n, 3*r.Float64())
		next, paths := Lists(succ), closure(succ)

		comp, count := Components(n, next)
		cyclic := Cyclic(comp, next)
		for v := range n {
			if comp[v] < 0 || comp[v] >= count {
				t.Fatalf("%v: node %d is in component %d of %d", succ, v, comp[v], count)
			}
			if cyclic[v] != paths[v][v] {
				t.Fatalf("%v: node %d cyclic: %v", succ, v, cyclic[v])
			}
			for w := range n {
				if same := v == w || paths[v][w] && paths[w][v]; same != (comp[v] == comp[w]) {
					t.Fatalf("%v: %d and %d: components %v", succ, v, w, comp)
				}
				if paths[v][w] && comp[v] > comp[w] {
					t.Fatalf("%v: the path from %d to %d leads backwards: %v", succ, v, w, comp)
				}
			}
		}

		root, hole := r.IntN(n), r.IntN(n)
		order := Postorder(n, []int{root, root}, next)
		at := make([]int, n)
		for v := range at {
			at[v] = -1
		}
		for i, v := range order {
			if at[v] >= 0 {
				t.Fatalf("%v: node %d twice in %v", succ, v, order)
			}
			at[v] = i
		}
		for v := range n {
			if (at[v] >= 0) != (v == root || paths[root][v]) {
				t.Fatalf("%v: from %d: %v", succ, root, order)
			}
			for _, w := range succ[v] {
				if at[v] >= 0 && at[v] < at[w] && !paths[w][v] {
					t.Fatalf("%v: %d comes before its successor %d, off any cycle: %v", succ, v, w, order)
				}
			}
		}

		for v := range succ {
			if v == hole {
				succ[v] = nil
			}
		}
		less := closure(succ)
		for v, got := range Reach(n, []int{root}, next, func(v int) bool { return v == hole }) {
			if want := v != hole && root != hole && (v == root || less[root][v]); got != want {
				t.Fatalf("%v: %d from %d without %d: %v", succ, v, root, hole, got)
			}
		}
	}
}
