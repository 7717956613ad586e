package automata

import "slices"

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
