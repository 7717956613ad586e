package automata

import (
	"cmp"
	"slices"
	"sort"
)

// Letter is a dense, non-negative letter id.
type Letter = int32

// State is a dense, non-negative state id. In a Lazy automaton, and in maps
// from states to states, Dead means that there is none.
type State = int32

// Dead is the state from which nothing is accepted.
const Dead State = -1

// Edge is a transition; its source is the index of the list it is in.
type Edge struct {
	Letter Letter
	To     State
}

// NFA is a finite automaton. Deterministic automata are NFAs with at most one
// initial state and at most one successor per letter; a missing edge rejects.
// Check states the invariants. Operations never modify their arguments, and
// results may share edge lists with them; treat an NFA as immutable.
type NFA struct {
	Initial []State  // strictly ascending
	Final   []bool   // per state
	Out     [][]Edge // per state; strictly ascending by Letter, then To
	Label   []int32  // per state, or nil: a colour, such as a program location
}

// NumStates returns the number of states.
func (n *NFA) NumStates() int { return len(n.Out) }

// NumEdges returns the number of edges.
func (n *NFA) NumEdges() int {
	m := 0
	for _, out := range n.Out {
		m += len(out)
	}
	return m
}

// Succ returns the edges of q with letter a.
func (n *NFA) Succ(q State, a Letter) []Edge {
	out := n.Out[q]
	lo := searchLetter(out, a)
	hi := lo
	for hi < len(out) && out[hi].Letter == a {
		hi++
	}
	return out[lo:hi:hi]
}

// Step returns the first successor of q under a, which in a deterministic
// automaton is the only one, or Dead.
func (n *NFA) Step(q State, a Letter) State {
	out := n.Out[q]
	if i := searchLetter(out, a); i < len(out) && out[i].Letter == a {
		return out[i].To
	}
	return Dead
}

// searchLetter returns the index of the first edge with a letter of at least a.
func searchLetter(out []Edge, a Letter) int {
	if len(out) <= 8 {
		for i, e := range out {
			if e.Letter >= a {
				return i
			}
		}
		return len(out)
	}
	return sort.Search(len(out), func(i int) bool { return out[i].Letter >= a })
}

// Alphabet returns the letters that occur on edges, ascending.
func (n *NFA) Alphabet() []Letter { return alphabet(n) }

// alphabet returns the letters of several automata, ascending.
func alphabet(ns ...*NFA) []Letter {
	max := Letter(-1)
	for _, n := range ns {
		for _, out := range n.Out {
			if len(out) > 0 && out[len(out)-1].Letter > max {
				max = out[len(out)-1].Letter
			}
		}
	}
	if int(max) >= 1<<24 { // sparse letters: do not pay for the gaps
		return sparseAlphabet(ns)
	}
	seen := make([]bool, max+1)
	for _, n := range ns {
		for _, out := range n.Out {
			for _, e := range out {
				seen[e.Letter] = true
			}
		}
	}
	var letters []Letter
	for a, ok := range seen {
		if ok {
			letters = append(letters, Letter(a))
		}
	}
	return letters
}

func sparseAlphabet(ns []*NFA) []Letter {
	seen := map[Letter]bool{}
	var letters []Letter
	for _, n := range ns {
		for _, out := range n.Out {
			for _, e := range out {
				if !seen[e.Letter] {
					seen[e.Letter] = true
					letters = append(letters, e.Letter)
				}
			}
		}
	}
	slices.Sort(letters)
	return letters
}

// compareEdges orders by Letter, then To.
func compareEdges(x, y Edge) int {
	return cmp.Or(int(x.Letter)-int(y.Letter), int(x.To)-int(y.To))
}

// sortEdges sorts edges that are usually sorted already.
func sortEdges(out []Edge) {
	if len(out) > 1 && !slices.IsSortedFunc(out, compareEdges) {
		slices.SortFunc(out, compareEdges)
	}
}

// Accepts tells whether n accepts the word.
func Accepts(n *NFA, word []Letter) bool {
	cur := n.Initial
	var mark []int // position+1 at which the state was last added; nil while one run suffices
	for i, a := range word {
		var next []State
		if len(cur) > 1 && mark == nil {
			mark = make([]int, len(n.Out))
		}
		for _, q := range cur {
			for _, e := range n.Succ(q, a) {
				if mark != nil {
					if mark[e.To] == i+1 {
						continue
					}
					mark[e.To] = i + 1
				}
				next = append(next, e.To)
			}
		}
		if len(next) == 0 {
			return false
		}
		cur = next
	}
	return slices.ContainsFunc(cur, func(q State) bool { return n.Final[q] })
}

// Run returns the states that a deterministic automaton visits while it reads
// the word, at most len(word)+1, fewer if it gets stuck.
func Run(n *NFA, word []Letter) []State {
	if len(n.Initial) == 0 {
		return nil
	}
	q := n.Initial[0]
	run := append(make([]State, 0, len(word)+1), q)
	for _, a := range word {
		if q = n.Step(q, a); q == Dead {
			break
		}
		run = append(run, q)
	}
	return run
}

// Lazy is a total deterministic automaton that is built while it is asked.
// States are dense ids of its own choosing. A Lazy automaton may cache, so it
// must not be used from several goroutines.
type Lazy interface {
	// Initial returns the initial state, or Dead.
	Initial() State
	// Step returns the successor of q ≥ 0, or Dead. The answer for the same
	// q and a never changes.
	Step(q State, a Letter) State
	// Final tells whether the empty continuation of q ≥ 0 is accepted.
	Final(q State) bool
	// AcceptsAll may be true only if every continuation of q ≥ 0 is
	// accepted, the empty one included.
	AcceptsAll(q State) bool
}

// LazyAccepts tells whether b accepts the word.
func LazyAccepts(b Lazy, word []Letter) bool {
	q := b.Initial()
	for _, a := range word {
		if q == Dead {
			return false
		}
		if b.AcceptsAll(q) {
			return true
		}
		q = b.Step(q, a)
	}
	return q != Dead && (b.AcceptsAll(q) || b.Final(q))
}
