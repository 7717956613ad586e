package sat

// analyze derives the clause of the first unique implication point from a
// falsified clause: s.learnt, asserting literal first, a literal of the level
// to return to second.
func (s *Solver) analyze(conflict cref) (back int, glue int) {
	s.learnt = append(s.learnt[:0], 0)
	open := 0
	at := len(s.trail) - 1
	current := int32(len(s.trailLim))
	implied := int32(0)
	for c := conflict; ; {
		s.bumpClause(c)
		for _, l := range s.lits(c) {
			v := l >> 1
			if l == implied || s.seen[v] != 0 || s.level[v] == 0 {
				continue
			}
			s.seen[v] = 1
			s.bumpVar(v)
			if s.level[v] == current {
				open++
			} else {
				s.learnt = append(s.learnt, l)
			}
		}
		for s.seen[s.trail[at]>>1] == 0 {
			at--
		}
		implied = s.trail[at]
		at--
		s.seen[implied>>1] = 0
		open--
		if open == 0 {
			break
		}
		c = s.reason[implied>>1]
	}
	s.learnt[0] = implied ^ 1
	s.minimise()

	back = 0
	if len(s.learnt) > 1 {
		top := 1
		for i := 2; i < len(s.learnt); i++ {
			if s.level[s.learnt[i]>>1] > s.level[s.learnt[top]>>1] {
				top = i
			}
		}
		s.learnt[1], s.learnt[top] = s.learnt[top], s.learnt[1]
		back = int(s.level[s.learnt[1]>>1])
	}
	return back, s.glue(s.learnt)
}

// Marks of seen during minimisation.
const (
	seenInClause  = 1
	seenRedundant = 2
	seenNeeded    = 3
)

// minimise drops literals implied by the others.
func (s *Solver) minimise() {
	s.toClear = append(s.toClear[:0], s.learnt...)
	levels := uint32(0) // Bloom filter of the levels in the clause
	for _, l := range s.learnt[1:] {
		levels |= 1 << (uint32(s.level[l>>1]) & 31)
	}
	j := 1
	for _, l := range s.learnt[1:] {
		if s.reason[l>>1] == 0 || !s.redundant(l, levels) {
			s.learnt[j] = l
			j++
		}
	}
	s.learnt = s.learnt[:j]
	for _, l := range s.toClear {
		s.seen[l>>1] = 0
	}
}

// redundant tells whether l is implied by literals of the clause. The stack
// holds pairs: literal and the position reached in its reason.
func (s *Solver) redundant(l int32, levels uint32) bool {
	stack := append(s.work[:0], l, 0)
	for len(stack) > 0 {
		p, i := stack[len(stack)-2], stack[len(stack)-1]
		ls := s.lits(s.reason[p>>1])
		if int(i) == len(ls) {
			stack = stack[:len(stack)-2]
			if v := p >> 1; s.seen[v] == 0 {
				s.seen[v] = seenRedundant
				s.toClear = append(s.toClear, p)
			}
			continue
		}
		stack[len(stack)-1]++
		q := ls[i]
		v := q >> 1
		if v == p>>1 || s.level[v] == 0 || s.seen[v] == seenInClause || s.seen[v] == seenRedundant {
			continue
		}
		if s.reason[v] == 0 || s.seen[v] == seenNeeded || levels&(1<<(uint32(s.level[v])&31)) == 0 {
			// Everything on the stack depends on q.
			for k := 0; k < len(stack); k += 2 {
				if u := stack[k] >> 1; s.seen[u] == 0 {
					s.seen[u] = seenNeeded
					s.toClear = append(s.toClear, stack[k])
				}
			}
			s.work = stack
			return false
		}
		stack = append(stack, q, 0)
	}
	s.work = stack
	return true
}

// glue counts the decision levels among literals.
func (s *Solver) glue(ls []int32) int {
	s.lvlMark++
	for len(s.lvlSeen) <= len(s.trailLim) {
		s.lvlSeen = append(s.lvlSeen, 0)
	}
	n := 0
	for _, l := range ls {
		if lv := s.level[l>>1]; s.lvlSeen[lv] != s.lvlMark {
			s.lvlSeen[lv] = s.lvlMark
			n++
		}
	}
	return n
}

// bumpClause notes the use of a learnt clause and updates its glue.
func (s *Solver) bumpClause(c cref) {
	info := s.arena[c+offInfo]
	if info&infoLearnt == 0 {
		return
	}
	old := info >> infoGlue
	used := int32(1)
	if old <= tier2Glue {
		used = 2
	}
	if old > tier1Glue {
		if g := int32(s.glue(s.lits(c))); g < old {
			old = g
		}
	}
	s.arena[c+offInfo] = old<<infoGlue | info&^usedMask&(1<<infoGlue-1) | used<<2
}

// explain collects the assumptions that imply the negation of p, which is
// itself an assumption; p is among them.
func (s *Solver) explain(p int32) {
	s.failed = append(s.failed[:0], p)
	s.mark(p ^ 1)
}

// explainConflict collects the assumptions that falsify a clause.
func (s *Solver) explainConflict(c cref) {
	s.failed = s.failed[:0]
	for _, l := range s.lits(c) {
		s.seen[l>>1] = 1
	}
	s.walkBack()
}

func (s *Solver) mark(l int32) {
	s.seen[l>>1] = 1
	s.walkBack()
}

// walkBack follows reasons of marked variables down the trail and collects
// the decisions, which are assumptions.
func (s *Solver) walkBack() {
	for i := len(s.trail) - 1; i >= 0; i-- {
		l := s.trail[i]
		v := l >> 1
		if s.seen[v] == 0 {
			continue
		}
		s.seen[v] = 0
		if s.level[v] == 0 {
			continue
		}
		if r := s.reason[v]; r == 0 {
			s.failed = append(s.failed, l)
		} else {
			for _, q := range s.lits(r) {
				if q != l && s.level[q>>1] > 0 {
					s.seen[q>>1] = 1
				}
			}
		}
	}
}
