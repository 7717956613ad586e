package automata

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// naiveDeterminize explores bit sets in order of discovery.
func naiveDeterminize(n *NFA, letters int) (sets []naiveSet, step map[naiveSet][]naiveSet) {
	step = map[naiveSet][]naiveSet{}
	add := func(s naiveSet) {
		if s != 0 && !slices.Contains(sets, s) {
			sets = append(sets, s)
		}
	}
	add(naiveInitial(n))
	for i := 0; i < len(sets); i++ {
		for a := range letters {
			s := naiveStep(n, sets[i], Letter(a))
			step[sets[i]] = append(step[sets[i]], s)
			add(s)
		}
	}
	return sets, step
}

func TestDeterminize(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 6, letters: 3})
		d, origin := Determinize(n)
		mustCheck(t, d, true)
		sets, step := naiveDeterminize(n, 3)
		if d.NumStates() != len(sets) || len(origin) != len(sets) {
			t.Fatalf("%d states, want %d\n%s", d.NumStates(), len(sets), describe(n))
		}
		for q, set := range sets {
			var got naiveSet
			for _, p := range origin[q] {
				got |= 1 << p
			}
			if got != set || d.Final[q] != naiveFinal(n, set) {
				t.Fatalf("state %d is %b, want %b\n%s", q, got, set, describe(n, d))
			}
			for a := range Letter(3) {
				want := Dead
				if next := step[set][a]; next != 0 {
					want = State(slices.Index(sets, next))
				}
				if d.Step(State(q), a) != want {
					t.Fatalf("step of %d under %d\n%s", q, a, describe(n, d))
				}
			}
		}
		lazy := SubsetOver(n, 3)
		e, sub, err := Explore(lazy, []Letter{0, 1, 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		mustCheck(t, e, true)
		if ok, word := Equivalent(e, n); !ok || len(sub) != e.NumStates() {
			t.Fatalf("explored differs on %v\n%s", word, describe(n, e))
		}
	})
}

func TestIntersectUnion(t *testing.T) {
	words := allWords(2, 5)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		a := randomNFA(r, shape{states: 5, letters: 3, labels: 2})
		b := randomNFA(r, shape{states: 5, letters: 2, labels: 2})
		both, origin := Intersect(a, b)
		either := Union(a, b)
		for _, n := range []*NFA{both, either} {
			mustCheck(t, n, false)
		}
		mustAgree(t, 3, func(in []bool) bool { return in[0] && in[1] }, both, a, b)
		mustAgree(t, 3, func(in []bool) bool { return in[0] || in[1] }, either, a, b)
		for _, w := range words {
			inA, inB := naiveAccepts(a, w), naiveAccepts(b, w)
			if Accepts(both, w) != (inA && inB) || Accepts(either, w) != (inA || inB) {
				t.Fatalf("word %v\n%s", w, describe(a, b, both, either))
			}
		}
		for q, o := range origin {
			if both.Label[q] != a.Label[o[0]] || both.Final[q] != (a.Final[o[0]] && b.Final[o[1]]) {
				t.Fatalf("origin of %d\n%s", q, describe(a, b, both))
			}
		}
		if trimmed, _ := Trim(both); trimmed.NumStates() != both.NumStates() {
			t.Fatalf("not trimmed\n%s", describe(a, b, both))
		}
	})
}

// naiveCompare searches the product of the bit set determinisations for a
// shortest word on which bad is true of the memberships in a and b.
func naiveCompare(a, b *NFA, letters int, bad func(inA, inB bool) bool) (length int, found bool) {
	type pair struct{ a, b naiveSet }
	level := []pair{{naiveInitial(a), naiveInitial(b)}}
	seen := map[pair]bool{level[0]: true}
	for ; len(level) > 0; length++ {
		var next []pair
		for _, p := range level {
			if bad(naiveFinal(a, p.a), naiveFinal(b, p.b)) {
				return length, true
			}
			for l := range letters {
				q := pair{naiveStep(a, p.a, Letter(l)), naiveStep(b, p.b, Letter(l))}
				if !seen[q] {
					seen[q] = true
					next = append(next, q)
				}
			}
		}
		level = next
	}
	return 0, false
}

func TestEquivalent(t *testing.T) {
	equal := 0
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		a := randomNFA(r, shape{states: 5, letters: 2})
		b := randomNFA(r, shape{states: 5, letters: 2})
		if r.IntN(6) == 0 { // equivalent, and of another shape
			d, _ := Determinize(a)
			b = Union(d, a)
		}
		length, differ := naiveCompare(a, b, 2, func(x, y bool) bool { return x != y })
		ok, word := Equivalent(a, b)
		if ok == differ || !ok && (len(word) != length || naiveAccepts(a, word) == naiveAccepts(b, word)) {
			t.Fatalf("equivalent: %v %v, want %v, length %d\n%s", ok, word, !differ, length, describe(a, b))
		}
		if ok {
			equal++
		}
	})
	t.Logf("%d equivalent", equal)
}

// naiveClasses merges states of a trimmed deterministic automaton until the
// table of distinguishable pairs no longer grows (missing edges go to -1).
func naiveClasses(n *NFA, letters int) [][]bool {
	size := n.NumStates()
	differ := make([][]bool, size)
	for p := range differ {
		differ[p] = make([]bool, size)
		for q := range differ[p] {
			differ[p][q] = n.Final[p] != n.Final[q] || n.Label != nil && n.Label[p] != n.Label[q]
		}
	}
	for changed := true; changed; {
		changed = false
		for p := range differ {
			for q := range differ[p] {
				for a := range letters {
					x, y := n.Step(State(p), Letter(a)), n.Step(State(q), Letter(a))
					if !differ[p][q] && x != y && (x == Dead || y == Dead || differ[x][y]) {
						differ[p][q] = true
						changed = true
					}
				}
			}
		}
	}
	return differ
}

func TestMinimize(t *testing.T) {
	merged := 0
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		s := shape{states: 12, letters: 1 + r.IntN(3), deterministic: true}
		if r.IntN(2) == 0 {
			s.labels = 1 + r.IntN(3)
		}
		n := randomNFA(r, s)
		if r.IntN(2) == 0 { // something to merge: the determinisation of a union
			a, _ := Determinize(Union(n, n))
			b := randomNFA(r, shape{states: 4, letters: s.letters})
			n, _ = Determinize(Union(a, b))
		}
		if n.NumStates() > 60 {
			return
		}
		m, to := Minimize(n)
		mustCheck(t, m, true)
		trimmed, useful := Trim(n)
		differ := naiveClasses(trimmed, s.letters)
		for p := range n.Out {
			if (to[p] == Dead) != (useful[p] == Dead) {
				t.Fatalf("state %d goes to %d\n%s", p, to[p], describe(n, m))
			}
			for q := range n.Out {
				if to[p] != Dead && to[q] != Dead && (to[p] != to[q]) != differ[useful[p]][useful[q]] {
					t.Fatalf("states %d, %d go to %d, %d\n%s", p, q, to[p], to[q], describe(n, m))
				}
			}
			if to[p] == Dead {
				continue
			}
			if m.Final[to[p]] != n.Final[p] || m.Label != nil && m.Label[to[p]] != n.Label[p] {
				t.Fatalf("state %d goes to %d\n%s", p, to[p], describe(n, m))
			}
			for a := range Letter(s.letters) {
				want := n.Step(State(p), a)
				if want != Dead {
					want = to[want]
				}
				if m.Step(to[p], a) != want {
					t.Fatalf("state %d under %d\n%s", p, a, describe(n, m))
				}
			}
		}
		if trimmed.NumStates() > m.NumStates() {
			merged++
		}
		if again, _ := Minimize(m); again.String() != m.String() {
			t.Fatalf("not canonical\n%s", describe(n, m, again))
		}
	})
	t.Logf("%d with merged states", merged)
}

// TestMinimizeCanonical: without labels, equivalent means equal when minimal.
func TestMinimizeCanonical(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		s := shape{states: 4, letters: 2}
		var min [2]*NFA
		for i := range min {
			d, _ := Determinize(randomNFA(r, s))
			min[i], _ = Minimize(d)
		}
		ok, _ := Equivalent(min[0], min[1])
		if same := min[0].String() == min[1].String(); same != ok {
			t.Fatalf("equivalent %v, equal %v\n%s", ok, same, describe(min[0], min[1]))
		}
	})
}

func TestMinimizePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a nondeterministic automaton was minimised")
		}
	}()
	n, err := Parse("states 2\ninitial 0\nfinal 1\n0 0 0\n0 0 1\n")
	if err != nil {
		t.Fatal(err)
	}
	Minimize(n)
}

func TestWords(t *testing.T) {
	words := allWords(3, 4)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 5, letters: 3})
		var want [][]Letter
		count := make([]int64, 5)
		for _, w := range words {
			if naiveAccepts(n, w) {
				want = append(want, w)
				count[len(w)]++
			}
		}
		if got := Words(n, 4); !slices.EqualFunc(got, want, slices.Equal[[]Letter]) {
			t.Fatalf("words %v, want %v\n%s", got, want, describe(n))
		}
		for k, got := range CountWords(n, 4) {
			if got.Int64() != count[k] {
				t.Fatalf("%v words of length %d, want %d\n%s", got, k, count[k], describe(n))
			}
		}
	})
}

func BenchmarkMinimize(b *testing.B) {
	n := unrolledProgram(100_000)
	b.Run("merging", func(b *testing.B) { benchmarkMinimize(b, n) })
	b.Run("remainder", func(b *testing.B) {
		d, _, err := Difference(programAutomaton(5_000, 1), denseLazy{counterAutomaton(20, 1)}, nil)
		if err != nil {
			b.Fatal(err)
		}
		benchmarkMinimize(b, d)
	})
	b.Run("chain", func(b *testing.B) { // n-1 rounds for a naive refinement
		var c Builder
		for q := range 100_000 {
			c.AddState(q == 99_999)
			if q > 0 {
				c.AddEdge(State(q-1), 0, State(q))
			}
		}
		c.SetInitial(0)
		benchmarkMinimize(b, c.NFA())
	})
}

func benchmarkMinimize(b *testing.B, n *NFA) {
	for b.Loop() {
		m, _ := Minimize(n)
		b.ReportMetric(float64(n.NumStates()), "states")
		b.ReportMetric(float64(m.NumStates()), "min-states")
	}
}

// unrolledProgram repeats the labels of a program in copies that differ in
// where they continue, as the difference does; most copies can be merged.
func unrolledProgram(states int) *NFA {
	r := rand.New(rand.NewPCG(3, 3))
	const locations = 5_000
	copies := states / locations
	var b Builder
	for range copies {
		for l := range locations {
			b.AddLabelled(l%500 == 499, int32(l))
		}
	}
	b.SetInitial(0)
	for c := range copies {
		for l := range locations - 1 {
			to := c
			if r.IntN(500) == 0 {
				to = r.IntN(copies)
			}
			b.AddEdge(State(c*locations+l), Letter(2*l), State(to*locations+l+1))
			if l%3 == 0 {
				b.AddEdge(State(c*locations+l), Letter(2*l+1), State(r.IntN(copies)*locations+min(l+7, locations-1)))
			}
		}
	}
	return b.NFA()
}
