package automata

import (
	"math/big"
	"slices"
)

// Words returns the accepted words of at most the given length, each once, in
// length-lexicographic order. It determinises n first.
func Words(n *NFA, length int) [][]Letter {
	d, _ := Determinize(n)
	dist := DistanceToFinal(d)
	type prefix struct {
		word  []Letter
		state State
	}
	var words [][]Letter
	var level []prefix
	if len(d.Initial) > 0 {
		level = append(level, prefix{nil, d.Initial[0]})
	}
	for left := length; left >= 0 && len(level) > 0; left-- {
		var next []prefix
		for _, p := range level {
			if d.Final[p.state] {
				words = append(words, p.word)
			}
			for _, e := range d.Out[p.state] {
				if k := int(dist[e.To]); k >= 0 && k < left {
					next = append(next, prefix{append(slices.Clip(p.word), e.Letter), e.To})
				}
			}
		}
		level = next
	}
	return words
}

// CountWords returns the number of accepted words of each length from 0 to the
// given one. It determinises n first.
func CountWords(n *NFA, length int) []*big.Int {
	d, _ := Determinize(n)
	d, _ = Trim(d)
	counts := make([]*big.Int, length+1)
	// from[q] is the number of words of the current length that lead to q.
	from := make([]*big.Int, len(d.Out))
	for q := range from {
		from[q] = new(big.Int)
	}
	for _, q := range d.Initial {
		from[q].SetInt64(1)
	}
	for k := range counts {
		counts[k] = new(big.Int)
		next := make([]*big.Int, len(from))
		for q := range next {
			next[q] = new(big.Int)
		}
		for q, c := range from {
			if c.Sign() == 0 {
				continue
			}
			if d.Final[q] {
				counts[k].Add(counts[k], c)
			}
			for _, e := range d.Out[q] {
				next[e.To].Add(next[e.To], c)
			}
		}
		from = next
	}
	return counts
}
