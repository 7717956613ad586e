package automata

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDifference compares membership on all words of length 4, and checks that
// the result is trimmed and its origins are the runs of a and of b.
func TestDifference(t *testing.T) {
	words := allWords(3, 4)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		a := randomNFA(r, shape{states: 6, letters: 3, labels: 4, deterministic: true})
		b := randomNFA(r, shape{states: 5, letters: 3})
		var lazy Lazy = Subset(b)
		if r.IntN(2) == 0 {
			lazy = SubsetOver(b, 3)
		}
		d, origin, err := Difference(a, lazy, nil)
		if err != nil {
			t.Fatal(err)
		}
		mustCheck(t, d, true)
		if len(origin) != d.NumStates() {
			t.Fatalf("%d origins for %d states", len(origin), d.NumStates())
		}
		for q, o := range origin {
			if d.Label[q] != a.Label[o[0]] {
				t.Fatalf("state %d has the wrong label\n%s", q, describe(a, b, d))
			}
		}
		if trimmed, _ := Trim(d); trimmed.NumStates() != d.NumStates() {
			t.Fatalf("not trimmed\n%s", describe(a, b, d))
		}
		if d.NumStates() < 64 {
			mustAgree(t, 3, func(in []bool) bool { return in[0] && !in[1] }, d, a, b)
		}
		for _, w := range words {
			want := naiveAccepts(a, w) && !naiveAccepts(b, w)
			if got := Accepts(d, w); got != want {
				t.Fatalf("word %v: %v, want %v\n%s", w, got, want, describe(a, b, d))
			}
			checkOrigin(t, d, origin, a, lazy, w)
		}
	})
}

// checkOrigin compares the origins of the run of a word with the runs of a, b.
func checkOrigin(t *testing.T, d *NFA, origin [][2]State, a *NFA, b Lazy, w []Letter) {
	run := Run(d, w)
	q := b.Initial()
	for i, s := range run {
		if p := Run(a, w[:i])[i]; origin[s] != [2]State{p, q} {
			t.Fatalf("word %v, step %d: origin %v, want %v", w, i, origin[s], [2]State{p, q})
		}
		if i < len(w) && q != Dead {
			q = b.Step(q, w[i])
		}
	}
}

// TestDifferenceNFA allows a nondeterministic minuend, and subtracts several
// automata one after the other.
func TestDifferenceNFA(t *testing.T) {
	words := allWords(2, 5)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		a := randomNFA(r, shape{states: 5, letters: 2})
		bs := make([]*NFA, r.IntN(3)+1)
		lazies := make([]Lazy, len(bs))
		for i := range bs {
			bs[i] = randomNFA(r, shape{states: 4, letters: 2})
			lazies[i] = SubsetOver(bs[i], 2)
		}
		d := a
		for _, b := range lazies {
			var err error
			if d, _, err = Difference(d, b, nil); err != nil {
				t.Fatal(err)
			}
			mustCheck(t, d, false)
		}
		if d.NumStates() < 64 {
			mustAgree(t, 2, func(in []bool) bool { return in[0] && !slices.Contains(in[1:], true) },
				d, append([]*NFA{a}, bs...)...)
		}
		for _, w := range words {
			want := naiveAccepts(a, w)
			for i, b := range bs {
				in := naiveAccepts(b, w)
				want = want && !in
				if LazyAccepts(lazies[i], w) != in {
					t.Fatalf("LazyAccepts(%v) is not %v\n%s", w, in, describe(b))
				}
			}
			if got := Accepts(d, w); got != want {
				t.Fatalf("word %v: %v, want %v\n%s", w, got, want, describe(append(bs, a, d)...))
			}
		}
	})
}

// asking fails the test if it is asked anything the difference need not know.
type asking struct {
	Lazy
	t *testing.T
}

func (a asking) Step(q State, l Letter) State {
	if q == Dead || a.AcceptsAll(q) {
		a.t.Fatalf("Step(%d, %d) was called", q, l)
	}
	return a.Lazy.Step(q, l)
}

func (a asking) Final(q State) bool {
	if q == Dead || a.AcceptsAll(q) {
		a.t.Fatalf("Final(%d) was called", q)
	}
	return a.Lazy.Final(q)
}

// counting counts the successors that it is asked for.
type counting struct {
	Lazy
	steps *int
}

func (c counting) Step(q State, a Letter) State {
	*c.steps++
	return c.Lazy.Step(q, a)
}

// TestDifferenceAsksLittle: b is never asked about dead or universal states,
// nor about parts of a that accept nothing.
func TestDifferenceAsksLittle(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		a := randomNFA(r, shape{states: 6, letters: 3, deterministic: true})
		b := randomNFA(r, shape{states: 5, letters: 3})
		trimmed, _ := Trim(a)
		var steps [2]int
		for i, n := range []*NFA{a, trimmed} {
			if _, _, err := Difference(n, counting{asking{SubsetOver(b, 3), t}, &steps[i]}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if steps[0] != steps[1] {
			t.Fatalf("%d steps, but %d when trimmed\n%s", steps[0], steps[1], describe(a, b))
		}
	})
}

func TestDifferenceStops(t *testing.T) {
	a, b := programAutomaton(1000, 1), counterAutomaton(30, 1)
	calls := 0
	n, _, err := Difference(a, Subset(b), func() bool { calls++; return calls > 10 })
	if !errors.Is(err, ErrStopped) || n != nil || calls != 11 {
		t.Fatalf("got %v, %v after %d calls", n, err, calls)
	}
}

// programAutomaton resembles a program: long chains, branches, loops; state 0
// is initial, one state in fifty an error. Letters are shared as by inlining.
func programAutomaton(states int, seed uint64) *NFA {
	r := rand.New(rand.NewPCG(seed, 1))
	var b Builder
	letters := states / 4
	for q := range states {
		b.AddLabelled(r.IntN(50) == 0, int32(q%letters))
	}
	b.SetInitial(0)
	for q := range states - 1 {
		a := Letter(2 * (q % letters))
		b.AddEdge(State(q), a, State(q+1))
		if r.IntN(3) == 0 {
			to := q + 1 + r.IntN(20)
			if r.IntN(8) == 0 {
				to = q - r.IntN(min(q, 50)+1)
			}
			b.AddEdge(State(q), a+1, State(min(to, states-1)))
		}
	}
	b.SetFinal(State(states-1), true)
	return b.NFA()
}

// counterAutomaton is a deterministic automaton with few states that remembers
// something about a few of the letters and ignores the others.
func counterAutomaton(states int, seed uint64) *NFA {
	r := rand.New(rand.NewPCG(seed, 2))
	var b Builder
	for q := range states {
		b.AddState(q == states-1)
	}
	b.SetInitial(0)
	for q := range states {
		for a := range Letter(25_000) {
			to := State(q)
			if r.IntN(10) == 0 {
				to = State(r.IntN(states))
			}
			b.AddEdge(State(q), a, to)
		}
	}
	return b.NFA()
}

func BenchmarkDifference(b *testing.B) {
	a, sub := programAutomaton(50_000, 1), counterAutomaton(30, 1)
	// dense: nearly all 1.5 million pairs are reached.
	b.Run("dense", func(b *testing.B) { benchmarkDifference(b, a, denseLazy{sub}) })
	// word: one word is subtracted; b dies after it.
	word, _, _ := ShortestWord(a)
	b.Run("word", func(b *testing.B) { benchmarkDifference(b, a, Subset(wordAutomaton(word))) })
}

func benchmarkDifference(b *testing.B, a *NFA, sub Lazy) {
	for b.Loop() {
		d, _, err := Difference(a, sub, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(d.NumStates()), "states")
	}
}

// wordAutomaton accepts exactly one word.
func wordAutomaton(word []Letter) *NFA {
	var b Builder
	b.SetInitial(b.AddState(len(word) == 0))
	for i, a := range word {
		b.AddEdge(State(i), a, b.AddState(i == len(word)-1))
	}
	return b.NFA()
}

// denseLazy steps a complete deterministic NFA by index.
type denseLazy struct{ n *NFA }

func (d denseLazy) Initial() State               { return d.n.Initial[0] }
func (d denseLazy) Step(q State, a Letter) State { return d.n.Out[q][a].To }
func (d denseLazy) Final(q State) bool           { return d.n.Final[q] }
func (d denseLazy) AcceptsAll(q State) bool      { return false }
