package automata

import (
	"cmp"
	"fmt"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

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
