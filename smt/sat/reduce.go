package sat

import "slices"

const (
	tier1Glue = 2 // learnt clauses kept for ever
	tier2Glue = 6 // kept while used
)

// reduce drops most of the learnt clauses outside of the tiers, by glue and
// size, and clauses satisfied without decisions.
func (s *Solver) reduce() {
	level0 := len(s.trail)
	if len(s.trailLim) > 0 {
		level0 = int(s.trailLim[0])
	}
	if level0 > s.policy.fixed {
		s.policy.fixed = level0
		s.clauses = s.dropSatisfied(s.clauses)
		s.learnts = s.dropSatisfied(s.learnts)
	}
	var cand []cref
	for _, c := range s.learnts {
		info := s.arena[c+offInfo]
		glue, used := info>>infoGlue, info&usedMask>>2
		if used > 0 {
			s.arena[c+offInfo] = info - infoUsed
		}
		if glue <= tier1Glue || glue <= tier2Glue && used > 0 || used > 1 || s.isReason(c) {
			continue
		}
		if used > 0 && glue > tier2Glue {
			continue
		}
		cand = append(cand, c)
	}
	slices.SortStableFunc(cand, func(a, b cref) int {
		if d := s.arena[b+offInfo]>>infoGlue - s.arena[a+offInfo]>>infoGlue; d != 0 {
			return int(d)
		}
		return int(s.arena[b] - s.arena[a])
	})
	for _, c := range cand[:len(cand)*3/4] {
		s.drop(c)
	}
	s.learnts = slices.DeleteFunc(s.learnts, func(c cref) bool { return s.garbage(c) })
	s.unwatch()
	if s.wasted > len(s.arena)/4 {
		s.compact()
	}
}

func (s *Solver) garbage(c cref) bool { return s.arena[c+offInfo]&infoGarbage != 0 }

func (s *Solver) isReason(c cref) bool {
	ls := s.lits(c)
	return s.vals[ls[0]] > 0 && s.reason[ls[0]>>1] == c || s.vals[ls[1]] > 0 && s.reason[ls[1]>>1] == c
}

func (s *Solver) drop(c cref) {
	s.arena[c+offInfo] |= infoGarbage
	s.wasted += int(s.arena[c]) + offLits
}

func (s *Solver) dropSatisfied(cs []cref) []cref {
	keep := cs[:0]
next:
	for _, c := range cs {
		if !s.isReason(c) {
			for _, l := range s.lits(c) {
				if s.vals[l] > 0 && s.level[l>>1] == 0 {
					s.drop(c)
					continue next
				}
			}
		}
		keep = append(keep, c)
	}
	return keep
}

// unwatch removes the watches of garbage.
func (s *Solver) unwatch() {
	for l, ws := range s.watches {
		j := 0
		for _, w := range ws {
			if !s.garbage(w.ref &^ binaryFlag) {
				ws[j] = w
				j++
			}
		}
		s.watches[l] = ws[:j]
	}
}

// compact moves the clauses together. While it runs, the information word of
// an old clause is its new place.
func (s *Solver) compact() {
	old := s.arena
	s.arena = make([]int32, 1, len(old)-s.wasted+len(old)/8)
	move := func(cs []cref) {
		for i, c := range cs {
			at := cref(len(s.arena))
			s.arena = append(s.arena, old[c:c+offLits+cref(old[c])]...)
			old[c+offInfo] = int32(at)
			cs[i] = at
		}
	}
	// Binary clauses first, then in order of age: what is watched together
	// lies together.
	move(s.clauses)
	move(s.learnts)
	for _, ws := range s.watches {
		for i, w := range ws {
			ws[i].ref = cref(old[w.ref&^binaryFlag+offInfo]) | w.ref&binaryFlag
		}
	}
	for _, l := range s.trail {
		if r := s.reason[l>>1]; r != 0 {
			s.reason[l>>1] = cref(old[r+offInfo])
		}
	}
	s.wasted = 0
}
