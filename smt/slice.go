package smt

import (
	"slices"

	"culprit/logic"
)

// slicer finds connected components with a union-find over variables.
type slicer struct {
	parent []int32 // by term; valid where stamp is current
	stamp  []uint32
	epoch  uint32
}

func (p *slicer) find(t logic.T) int32 {
	if p.stamp[t] != p.epoch {
		p.stamp[t], p.parent[t] = p.epoch, int32(t)
	}
	r := int32(t)
	for p.parent[r] != r {
		p.parent[r] = p.parent[p.parent[r]]
		r = p.parent[r]
	}
	return r
}

// split partitions conjuncts so that no variable occurs in two parts, small
// parts first. Conjuncts keep their order within a part.
func (s *Solver) split(conj []logic.T) [][]logic.T {
	if len(conj) < 2 || s.cfg.NoSlice {
		return [][]logic.T{conj}
	}
	p := &s.parts
	if n := s.tb.Len(); len(p.parent) < n {
		p.parent = append(p.parent, make([]int32, n+n/4-len(p.parent))...)
		p.stamp = append(p.stamp, make([]uint32, n+n/4-len(p.stamp))...)
	}
	p.epoch++
	if p.epoch == 0 {
		clear(p.stamp)
		p.epoch = 1
	}
	for _, t := range conj {
		vars := s.tb.Vars(t)
		if len(vars) == 0 { // applications to constants only: never alone
			return [][]logic.T{conj}
		}
		a := p.find(vars[0])
		for _, v := range vars[1:] {
			if b := p.find(v); a != b {
				p.parent[max(a, b)] = min(a, b)
				a = min(a, b)
			}
		}
	}
	index := map[int32]int{}
	var out [][]logic.T
	for _, t := range conj {
		r := p.find(s.tb.Vars(t)[0])
		i, ok := index[r]
		if !ok {
			i = len(out)
			index[r] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], t)
	}
	slices.SortStableFunc(out, func(a, b []logic.T) int { return len(a) - len(b) })
	return out
}
