package automata

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSCC(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 1 + r.IntN(2)})
		component, count := SCC(n)
		used := make([]bool, count)
		for p := range n.Out {
			used[component[p]] = true
			reach := naiveReach(n, State(p))
			for q := range n.Out {
				forth, back := reach>>q&1 != 0, naiveReach(n, State(q))>>p&1 != 0
				if (component[p] == component[q]) != (forth && back) || forth && component[p] > component[q] {
					t.Fatalf("states %d, %d: components %v\n%s", p, q, component, describe(n))
				}
			}
		}
		if slices.Contains(used, false) {
			t.Fatalf("%d components, but %v\n%s", count, component, describe(n))
		}
	})
}

func TestBackEdges(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 1 + r.IntN(2)})
		back, heads, order := BackEdges(n), LoopHeads(n), TopologicalOrder(n)
		component, _ := SCC(n)
		position := make([]int, n.NumStates())
		for i, q := range order {
			position[q] = i + 1
		}
		var want []State
		for q, out := range n.Out {
			reached := slices.ContainsFunc(n.Initial, func(p State) bool { return naiveReach(n, p)>>q&1 != 0 })
			if reached != (position[q] > 0) {
				t.Fatalf("order %v\n%s", order, describe(n))
			}
			for i, e := range out {
				isBack := slices.Contains(back, EdgeRef{State(q), i})
				if isBack {
					want = append(want, e.To)
				}
				if !reached && isBack || isBack && component[q] != component[e.To] ||
					reached && isBack != (position[e.To] <= position[q]) {
					t.Fatalf("edge %d of %d, order %v, back %v\n%s", i, q, order, back, describe(n))
				}
			}
		}
		slices.Sort(want)
		if !slices.Equal(heads, slices.Compact(want)) || len(order) != len(slices.Compact(slices.Sorted(slices.Values(order)))) {
			t.Fatalf("heads %v, want %v, order %v\n%s", heads, want, order, describe(n))
		}
	})
}

// naiveCosts relaxes edges until nothing changes (Bellman and Ford).
func naiveCosts(n *NFA, from []State, weight func(State, Edge) float64) []float64 {
	cost := make([]float64, n.NumStates())
	for q := range cost {
		cost[q] = math.Inf(1)
		if slices.Contains(from, State(q)) {
			cost[q] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for q, out := range n.Out {
			for _, e := range out {
				if c := cost[q] + weight(State(q), e); c < cost[e.To] {
					cost[e.To] = c
					changed = true
				}
			}
		}
	}
	return cost
}

func TestDistances(t *testing.T) {
	one := func(State, Edge) float64 { return 1 }
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 2})
		to := DistanceToFinal(n)
		for q := range n.Out {
			best := math.Inf(1)
			for p, c := range naiveCosts(n, []State{State(q)}, one) {
				if n.Final[p] {
					best = min(best, c)
				}
			}
			if !sameDistance(to[q], best) {
				t.Fatalf("state %d: %d, want %v\n%s", q, to[q], best, describe(n))
			}
		}
	})
}

func sameDistance(got int32, want float64) bool {
	return got < 0 && math.IsInf(want, 1) || float64(got) == want
}

func TestCheapestWord(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 2})
		seed, span := r.Uint64(), 1+r.IntN(9)
		weight := func(q State, e Edge) float64 {
			return float64((seed>>(uint(q)*7+uint(e.To)*3+uint(e.Letter))%60 + uint64(q)) % uint64(span))
		}
		chosen := naiveSet(r.Uint64())
		target := func(q State) bool { return chosen>>q&1 != 0 }
		best := math.Inf(1)
		for q, c := range naiveCosts(n, n.Initial, weight) {
			if n.Final[q] && target(State(q)) {
				best = min(best, c)
			}
		}
		word, run, cost, ok := CheapestWordTo(n, target, weight)
		if ok == math.IsInf(best, 1) || ok && cost != best {
			t.Fatalf("cost %v %v, want %v\n%s", cost, ok, best, describe(n))
		}
		if !ok {
			return
		}
		checkRun(t, n, word, run)
		sum := 0.0
		for i, a := range word {
			sum += weight(run[i], Edge{a, run[i+1]})
		}
		if sum != cost || !target(run[len(word)]) {
			t.Fatalf("run %v costs %v, not %v\n%s", run, sum, cost, describe(n))
		}
		if _, _, unit, _ := CheapestWordTo(n, target, func(State, Edge) float64 { return 1 }); true {
			if w, _, _ := ShortestWordTo(n, target); float64(len(w)) != unit {
				t.Fatalf("cost %v with unit weights, but length %d\n%s", unit, len(w), describe(n))
			}
		}
	})
}

func TestCheapestWordNegative(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a negative weight was accepted")
		}
	}()
	CheapestWordTo(programAutomaton(10, 1), func(State) bool { return true }, func(State, Edge) float64 { return -1 })
}

func BenchmarkCheapestWord(b *testing.B) {
	n := programAutomaton(100_000, 1)
	last := State(n.NumStates() - 1)
	for b.Loop() {
		_, _, _, ok := CheapestWordTo(n, func(q State) bool { return q == last }, func(q State, e Edge) float64 { return float64(1 + e.Letter%3) })
		if !ok {
			b.Fatal("no word")
		}
	}
}

func BenchmarkShortestWord(b *testing.B) {
	n := programAutomaton(100_000, 1)
	last := State(n.NumStates() - 1)
	for b.Loop() {
		if _, _, ok := ShortestWordTo(n, func(q State) bool { return q == last }); !ok {
			b.Fatal("no word")
		}
	}
}

// flatten lists the states of a weak topological order, and the loops that each
// is in.
func flatten(nest []Nest, in []State, loops map[State][]State) (flat []State) {
	for _, x := range nest {
		within := in
		if x.Loop {
			within = append(slices.Clone(in), x.State)
		}
		loops[x.State] = within
		flat = append(append(flat, x.State), flatten(x.Body, within, loops)...)
	}
	return flat
}

func TestNesting(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 1 + r.IntN(2)})
		loops := map[State][]State{}
		flat := flatten(Nesting(n), nil, loops)
		reached := TopologicalOrder(n)
		if !slices.Equal(slices.Sorted(slices.Values(flat)), slices.Sorted(slices.Values(reached))) {
			t.Fatalf("order %v of %v\n%s", flat, reached, describe(n))
		}
		closed := map[State]bool{}
		for i, q := range flat {
			for _, e := range n.Out[q] {
				forward := slices.Index(flat, e.To) > i
				closed[e.To] = closed[e.To] || !forward
				if !forward && !slices.Contains(loops[q], e.To) {
					t.Fatalf("edge %d -> %d leads back to no loop around it, order %v\n%s", q, e.To, flat, describe(n))
				}
			}
		}
		for q, in := range loops {
			if slices.Contains(in, q) && !closed[q] {
				t.Fatalf("no edge leads back to %d, order %v\n%s", q, flat, describe(n))
			}
		}
	})
}
