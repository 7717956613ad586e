package automata

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// cases is how many random automata each operation is compared on.
const cases = 10_000

// newRand returns the generator of case i of a test; all seeds are fixed.
func newRand(test string, i int) *rand.Rand {
	h := uint64(i)
	for _, c := range test {
		h = h*1099511628211 + uint64(c)
	}
	return rand.New(rand.NewPCG(h, 0x5eed))
}

// shape bounds a random automaton.
type shape struct {
	states, letters, labels int
	deterministic           bool
}

// randomNFA returns an automaton of at most the given size. Density varies, so
// that empty, sparse and dense automata all occur.
func randomNFA(r *rand.Rand, s shape) *NFA {
	var b Builder
	states := 1 + r.IntN(s.states)
	if r.IntN(100) == 0 {
		states = 0
	}
	finalOdds := 0.1 + 0.7*r.Float64()
	for range states {
		final := r.Float64() < finalOdds
		if s.labels > 0 {
			b.AddLabelled(final, int32(r.IntN(s.labels)))
		} else {
			b.AddState(final)
		}
	}
	if states == 0 {
		return b.NFA()
	}
	if r.IntN(50) > 0 {
		b.SetInitial(State(r.IntN(states)))
		if !s.deterministic && r.IntN(3) == 0 {
			b.SetInitial(State(r.IntN(states)))
		}
	}
	density := 0.2 + 0.8*r.Float64()
	for p := range states {
		for a := range s.letters {
			for r.Float64() < density {
				b.AddEdge(State(p), Letter(a), State(r.IntN(states)))
				if s.deterministic || r.IntN(2) == 0 {
					break
				}
			}
		}
	}
	return b.NFA()
}

// allWords returns the words over 0 … letters-1 of at most the given length,
// in length-lexicographic order.
func allWords(letters, length int) [][]Letter {
	words := [][]Letter{nil}
	for lo := 0; length > 0; length-- {
		hi := len(words)
		for _, w := range words[lo:hi] {
			for a := range letters {
				words = append(words, append(slices.Clone(w), Letter(a)))
			}
		}
		lo = hi
	}
	return words
}

// naiveAccepts tries every run.
func naiveAccepts(n *NFA, word []Letter) bool {
	return slices.ContainsFunc(n.Initial, func(q State) bool { return naiveFrom(n, q, word) })
}

func naiveFrom(n *NFA, q State, word []Letter) bool {
	if len(word) == 0 {
		return n.Final[q]
	}
	for _, e := range n.Out[q] {
		if e.Letter == word[0] && naiveFrom(n, e.To, word[1:]) {
			return true
		}
	}
	return false
}

// naiveSet is a set of states as a bit mask, for automata below 64 states.
type naiveSet uint64

func naiveInitial(n *NFA) (s naiveSet) {
	for _, q := range n.Initial {
		s |= 1 << q
	}
	return s
}

func naiveStep(n *NFA, s naiveSet, a Letter) (t naiveSet) {
	for q, out := range n.Out {
		for _, e := range out {
			if s>>q&1 != 0 && e.Letter == a {
				t |= 1 << e.To
			}
		}
	}
	return t
}

func naiveFinal(n *NFA, s naiveSet) bool {
	for q := range n.Out {
		if s>>q&1 != 0 && n.Final[q] {
			return true
		}
	}
	return false
}

// naiveReach returns the states reachable from q, q included.
func naiveReach(n *NFA, q State) naiveSet {
	s := naiveSet(1) << q
	for {
		t := s
		for p, out := range n.Out {
			for _, e := range out {
				if s>>p&1 != 0 {
					t |= 1 << e.To
				}
			}
		}
		if t == s {
			return s
		}
		s = t
	}
}

// mustAgree explores all tuples of state sets of the arguments and the result,
// and fails unless the result accepts exactly where op of the arguments says.
// Unlike a comparison on words it has no bound on their length.
func mustAgree(t *testing.T, letters int, op func(in []bool) bool, result *NFA, args ...*NFA) {
	t.Helper()
	ns := append(slices.Clone(args), result)
	type tuple [5]naiveSet
	var first tuple
	for i, n := range ns {
		first[i] = naiveInitial(n)
	}
	seen := map[tuple]bool{first: true}
	in := make([]bool, len(args))
	for queue := []tuple{first}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		for i, n := range args {
			in[i] = naiveFinal(n, s[i])
		}
		if want := op(in); naiveFinal(result, s[len(args)]) != want {
			t.Fatalf("at %b: %v, want %v\n%s", s, !want, want, describe(ns...))
		}
		for a := range letters {
			var next tuple
			for i, n := range ns {
				next[i] = naiveStep(n, s[i], Letter(a))
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
}

// mustCheck fails the test if a result breaks an invariant.
func mustCheck(t *testing.T, n *NFA, deterministic bool) {
	t.Helper()
	err := Check(n)
	if deterministic {
		err = CheckDeterministic(n)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
}

// forEachCase runs f on the cases of a test, and names the failing one.
func forEachCase(t *testing.T, f func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	for i := range rounds.Of(cases) {
		f(t, newRand(t.Name(), i))
		if t.Failed() {
			t.Fatalf("case %d", i)
		}
	}
}

// describe prints automata for a failure message.
func describe(ns ...*NFA) string {
	var s strings.Builder
	for _, n := range ns {
		s.WriteString(n.String())
	}
	return s.String()
}
