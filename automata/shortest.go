package automata

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// ShortestWord returns a shortest accepted word and its run, the len(word)+1
// states it visits. Breadth-first search in the order of states and edges makes
// the choice deterministic; in a deterministic automaton it is the least word
// in length-lexicographic order.
func ShortestWord(n *NFA) (word []Letter, run []State, ok bool) {
	return ShortestWordTo(n, func(q State) bool { return true })
}

// ShortestWordTo is ShortestWord restricted to the final states that satisfy
// target.
func ShortestWordTo(n *NFA, target func(State) bool) (word []Letter, run []State, ok bool) {
	seen := make([]bool, len(n.Out))
	var tree wordTree
	for _, q := range n.Initial {
		if n.Final[q] && target(q) {
			return nil, []State{q}, true
		}
		seen[q] = true
		tree.add(-1, 0, q)
	}
	for i := 0; i < len(tree); i++ {
		for _, e := range n.Out[tree[i].state] {
			if seen[e.To] {
				continue
			}
			seen[e.To] = true
			node := tree.add(int32(i), e.Letter, e.To)
			if n.Final[e.To] && target(e.To) {
				word, run = tree.path(node)
				return word, run, true
			}
		}
	}
	return nil, nil, false
}

// wordTree is a search tree of states with the letters that lead to them.
type wordTree []wordNode

type wordNode struct {
	parent int32 // -1: root
	letter Letter
	state  State
}

func (t *wordTree) add(parent int32, a Letter, q State) int32 {
	*t = append(*t, wordNode{parent, a, q})
	return int32(len(*t) - 1)
}

// path returns the word from the root to a node, and the states on the way.
func (t wordTree) path(node int32) (word []Letter, run []State) {
	for ; ; node = t[node].parent {
		run = append(run, t[node].state)
		if t[node].parent < 0 {
			break
		}
		word = append(word, t[node].letter)
	}
	slices.Reverse(word)
	slices.Reverse(run)
	return word, run
}

// CheapestWordTo returns a word accepted in a state that satisfies target, with
// a run of least total weight, that run, and its weight (Dijkstra). Weights must
// not be negative. Among runs of equal weight the choice is deterministic and
// prefers fewer letters.
func CheapestWordTo(n *NFA, target func(State) bool, weight func(q State, e Edge) float64) (word []Letter, run []State, cost float64, ok bool) {
	done := make([]bool, len(n.Out))
	best := make([]int32, len(n.Out)) // per state: node of the best offer + 1
	var tree wordTree
	var offers []offer // per node
	queue := priorityqueue.NewWith(func(x, y any) int { return compareOffers(offers, x.(int32), y.(int32)) })
	add := func(parent int32, a Letter, q State, o offer) {
		if done[q] {
			return
		}
		if old := best[q] - 1; old >= 0 {
			if cmp.Or(cmp.Compare(offers[old].cost, o.cost), cmp.Compare(offers[old].length, o.length)) <= 0 {
				return
			}
		}
		node := tree.add(parent, a, q)
		offers = append(offers, o)
		best[q] = node + 1
		queue.Enqueue(node)
	}
	for _, q := range n.Initial {
		add(-1, 0, q, offer{})
	}
	for {
		item, more := queue.Dequeue()
		if !more {
			return nil, nil, 0, false
		}
		node := item.(int32)
		q, o := tree[node].state, offers[node]
		if done[q] {
			continue
		}
		done[q] = true
		if n.Final[q] && target(q) {
			word, run = tree.path(node)
			return word, run, o.cost, true
		}
		for _, e := range n.Out[q] {
			w := weight(q, e)
			if !(w >= 0) {
				panic(fmt.Sprintf("automata: weight %v of edge %d -%d-> %d", w, q, e.Letter, e.To))
			}
			add(node, e.Letter, e.To, offer{o.cost + w, o.length + 1})
		}
	}
}

// offer is the price of one way to reach a state.
type offer struct {
	cost   float64
	length int32
}

// compareOffers orders nodes by cost, then length, then age.
func compareOffers(offers []offer, x, y int32) int {
	return cmp.Or(
		cmp.Compare(offers[x].cost, offers[y].cost),
		cmp.Compare(offers[x].length, offers[y].length),
		cmp.Compare(x, y))
}

// DistanceToFinal returns, per state, the length of the shortest word accepted
// from it, -1 if there is none.
func DistanceToFinal(n *NFA) []int32 {
	return DistanceTo(n, func(q State) bool { return n.Final[q] })
}

// DistanceTo returns, per state, the number of edges to the nearest state that
// satisfies target, -1 if there is none.
func DistanceTo(n *NFA, target func(State) bool) []int32 {
	dist := make([]int32, len(n.Out))
	queue := make([]State, 0, len(n.Out))
	for q := range dist {
		dist[q] = -1
		if target(State(q)) {
			dist[q] = 0
			queue = append(queue, State(q))
		}
	}
	if len(queue) == 0 || len(queue) == len(dist) {
		return dist
	}
	start, from := predecessors(n)
	for i := 0; i < len(queue); i++ {
		q := queue[i]
		for _, p := range from[start[q]:start[q+1]] {
			if dist[p] < 0 {
				dist[p] = dist[q] + 1
				queue = append(queue, p)
			}
		}
	}
	return dist
}

// predecessors returns the reversed edges without letters: the predecessors of
// q are from[start[q]:start[q+1]], ascending, one per edge.
func predecessors(n *NFA) (start []int32, from []State) {
	start = make([]int32, len(n.Out)+1)
	for _, out := range n.Out {
		for _, e := range out {
			start[e.To+1]++
		}
	}
	for q := range n.Out {
		start[q+1] += start[q]
	}
	from = make([]State, start[len(n.Out)])
	for q := len(n.Out) - 1; q >= 0; q-- {
		for _, e := range n.Out[q] {
			start[e.To+1]--
			from[start[e.To+1]] = State(q)
		}
	}
	// Filling from the back has moved start[q+1] to the beginning of q.
	copy(start, start[1:])
	start[len(n.Out)] = int32(len(from))
	return start, from
}
