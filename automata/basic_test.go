package automata

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAccepts(t *testing.T) {
	words := allWords(3, 4)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 6, letters: 3})
		for _, w := range words {
			if got, want := Accepts(n, w), naiveAccepts(n, w); got != want {
				t.Fatalf("word %v: %v, want %v\n%s", w, got, want, describe(n))
			}
		}
	})
}

// TestSubset compares each state met with the set that the naive step gives.
func TestSubset(t *testing.T) {
	words := allWords(3, 4)
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 6, letters: 3})
		s, over := Subset(n), SubsetOver(n, 3)
		for _, w := range words {
			want := naiveInitial(n)
			q := s.Initial()
			for _, a := range w {
				want = naiveStep(n, want, a)
				if q != Dead {
					q = s.Step(q, a)
				}
			}
			var got naiveSet
			if q != Dead {
				for _, p := range s.Set(q) {
					got |= 1 << p
				}
				if s.Final(q) != naiveFinal(n, want) {
					t.Fatalf("word %v: finality\n%s", w, describe(n))
				}
			}
			if got != want {
				t.Fatalf("word %v: set %b, want %b\n%s", w, got, want, describe(n))
			}
			if LazyAccepts(over, w) != naiveAccepts(n, w) {
				t.Fatalf("word %v: over the alphabet\n%s", w, describe(n))
			}
		}
	})
}

func TestTrim(t *testing.T) {
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 9, letters: 2, labels: 3})
		trimmed, to := Trim(n)
		mustCheck(t, trimmed, false)
		next := State(0)
		for q := range n.Out {
			useful := false
			for _, p := range n.Initial {
				useful = useful || naiveReach(n, p)>>q&1 != 0
			}
			useful = useful && naiveFinal(n, naiveReach(n, State(q)))
			if !useful {
				if to[q] != Dead {
					t.Fatalf("state %d is kept\n%s", q, describe(n))
				}
				continue
			}
			if to[q] != next || trimmed.Final[next] != n.Final[q] || trimmed.Label[next] != n.Label[q] {
				t.Fatalf("state %d is not mapped right\n%s", q, describe(n, trimmed))
			}
			var want []Edge
			for _, e := range n.Out[q] {
				if to[e.To] != Dead {
					want = append(want, Edge{e.Letter, to[e.To]})
				}
			}
			if !slices.Equal(trimmed.Out[next], want) {
				t.Fatalf("state %d has edges %v, want %v\n%s", q, trimmed.Out[next], want, describe(n))
			}
			next++
		}
		if int(next) != trimmed.NumStates() || Empty(n) != (next == 0) {
			t.Fatalf("%d states, want %d; empty %v\n%s", trimmed.NumStates(), next, Empty(n), describe(n))
		}
	})
}

func TestShortestWord(t *testing.T) {
	words := allWords(2, 6) // no automaton of 6 states needs longer ones
	forEachCase(t, func(t *testing.T, r *rand.Rand) {
		n := randomNFA(r, shape{states: 6, letters: 2, deterministic: r.IntN(2) == 0})
		chosen := naiveSet(r.Uint64())
		target := func(q State) bool { return chosen>>q&1 != 0 }
		i := slices.IndexFunc(words, func(w []Letter) bool {
			s := naiveInitial(n)
			for _, a := range w {
				s = naiveStep(n, s, a)
			}
			return naiveFinal(n, s&chosen)
		})
		word, run, ok := ShortestWordTo(n, target)
		if !ok {
			if i >= 0 {
				t.Fatalf("no word, want %v\n%s", words[i], describe(n))
			}
			return
		}
		if i < 0 || len(word) != len(words[i]) {
			t.Fatalf("word %v is not shortest\n%s", word, describe(n))
		}
		if n.Deterministic() && !slices.Equal(word, words[i]) {
			t.Fatalf("word %v, want %v\n%s", word, words[i], describe(n))
		}
		checkRun(t, n, word, run)
		if !target(run[len(word)]) {
			t.Fatalf("run %v misses the target\n%s", run, describe(n))
		}
	})
}

// checkRun fails unless run is an accepting run of the word.
func checkRun(t *testing.T, n *NFA, word []Letter, run []State) {
	t.Helper()
	if len(run) != len(word)+1 || !slices.Contains(n.Initial, run[0]) || !n.Final[run[len(word)]] {
		t.Fatalf("word %v, run %v\n%s", word, run, describe(n))
	}
	for i, a := range word {
		if !slices.Contains(n.Out[run[i]], Edge{a, run[i+1]}) {
			t.Fatalf("word %v, run %v: no step %d\n%s", word, run, i, describe(n))
		}
	}
}

// Deterministic tells whether n has at most one initial state and at most one
// successor per state and letter.
func (n *NFA) Deterministic() bool {
	if len(n.Initial) > 1 {
		return false
	}
	for _, out := range n.Out {
		for i := 1; i < len(out); i++ {
			if out[i].Letter == out[i-1].Letter {
				return false
			}
		}
	}
	return true
}
