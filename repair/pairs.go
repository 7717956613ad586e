package repair

import (
	"cmp"
	"context"
	"slices"
)

// The numbers of changes of each place, and of pairs, that are tried.
const (
	mostLines    = 5  // places whose changes are paired
	mostOfLine   = 60 // changes of a line
	mostPairs    = 6000
	mostKindSame = 12 // of a kind and a line
)

// pairs executes pairs of changes at the likeliest places, if no single change
// passes all runs.
func (s *search) pairs(ctx context.Context) {
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed {
			return
		}
	}
	lines := s.rank()
	byLine := make([][]*tried, min(len(lines), mostLines))
	for i := range byLine {
		kinds := map[Kind]int{}
		for _, t := range s.tried {
			if t.ran && !t.alone && t.differs && t.disarmed == Armed && t.file == lines[i].line.File && t.line == lines[i].line.N {
				if kinds[t.Kind]++; kinds[t.Kind] <= mostKindSame {
					byLine[i] = append(byLine[i], t)
				}
			}
		}
		slices.SortStableFunc(byLine[i], func(a, b *tried) int { return cmp.Compare(b.weigh()+b.prior, a.weigh()+a.prior) })
		byLine[i] = byLine[i][:min(len(byLine[i]), mostOfLine)]
	}
	var all []*tried
	for i := range byLine {
		for j := range i + 1 { // a line with itself, too
			for x, a := range byLine[i] {
				for y, b := range byLine[j] {
					if i == j && y >= x || a.at[0].place == b.at[0].place || overlap(a.Edits, b.Edits) {
						continue
					}
					c := &Change{Kind: Pair, Edits: slices.Concat(b.Edits, a.Edits), at: slices.Concat(b.at, a.at), file: b.file, line: b.line, parts: []*Change{b.Change, a.Change}}
					all = append(all, &tried{Change: c, prior: s.weight(c), order: a.prior * b.prior})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
	all = all[:min(len(all), mostPairs)]
	first := len(s.tried)
	s.tried = append(s.tried, all...)
	s.execute(ctx, first, len(s.tried))
}

// overlap reports whether two changes touch the same text.
func overlap(a, b []Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.File == y.File && x.Start <= y.End && y.Start <= x.End {
				return true
			}
		}
	}
	return false
}
