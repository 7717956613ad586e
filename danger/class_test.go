package danger

import (
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/automata"
)

// TestShared compares the letters that all words have in common with those of the
// words up to a length that passes every loop of a small automaton.
func TestShared(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := randomClass(r)
		d := &Automaton{NFA: n, State: make([]automata.State, n.NumStates())}
		word, _, ok := automata.ShortestWord(n)
		if !ok {
			continue
		}
		var want []automata.Letter
		first := true
		var walk func(q automata.State, w []automata.Letter)
		walk = func(q automata.State, w []automata.Letter) {
			if n.Final[q] {
				if first {
					want, first = slices.Clone(w), false
				}
				want = slices.DeleteFunc(want, func(a automata.Letter) bool { return !slices.Contains(w, a) })
			}
			if len(w) == 7 {
				return
			}
			for _, e := range n.Out[q] {
				walk(e.To, append(w[:len(w):len(w)], e.Letter))
			}
		}
		walk(n.Initial[0], nil)
		got := slices.Sorted(slices.Values(d.Shared(word)))
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v, want %v in\n%s", seed, got, want, n)
		}
		if k := d.Follows(append(slices.Clone(word), 99)); k != len(word) {
			t.Fatalf("seed %d: %v is followed for %d letters", seed, word, k)
		}
	}
}

// randomClass is a deterministic automaton of four states and five letters.
func randomClass(r *rand.Rand) *automata.NFA {
	const states, letters = 4, 5
	n := &automata.NFA{Initial: []automata.State{0}, Out: make([][]automata.Edge, states), Final: make([]bool, states), Label: make([]int32, states)}
	n.Final[states-1] = true
	for q := range n.Out {
		for a := range letters {
			if r.IntN(4) == 0 {
				n.Out[q] = append(n.Out[q], automata.Edge{Letter: automata.Letter(a), To: automata.State(r.IntN(states))})
			}
		}
	}
	return n
}
