package sat

// The order of decisions: a binary heap of variables by activity.

func (s *Solver) before(a, b int32) bool {
	return s.act[a] > s.act[b] || s.act[a] == s.act[b] && a < b
}

func (s *Solver) push(v int32) {
	s.pos[v] = int32(len(s.heap))
	s.heap = append(s.heap, v)
	s.up(len(s.heap) - 1)
}

func (s *Solver) up(i int) {
	v := s.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		u := s.heap[p]
		if !s.before(v, u) {
			break
		}
		s.heap[i] = u
		s.pos[u] = int32(i)
		i = p
	}
	s.heap[i] = v
	s.pos[v] = int32(i)
}

func (s *Solver) down(i int) {
	v := s.heap[i]
	n, moves := len(s.heap), int64(0)
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && s.before(s.heap[c+1], s.heap[c]) {
			c++
		}
		u := s.heap[c]
		if !s.before(u, v) {
			break
		}
		s.heap[i] = u
		s.pos[u] = int32(i)
		i = c
		moves++
	}
	s.heap[i] = v
	s.pos[v] = int32(i)
	s.Stats.Moves += moves
}

// pop removes the most active variable.
func (s *Solver) pop() int32 {
	v := s.heap[0]
	s.pos[v] = -1
	last := s.heap[len(s.heap)-1]
	s.heap = s.heap[:len(s.heap)-1]
	if len(s.heap) > 0 {
		s.heap[0] = last
		s.down(0)
	}
	return v
}

const rescaleAt = 1e100

func (s *Solver) bumpVar(v int32) {
	s.act[v] += s.bump
	if s.act[v] > rescaleAt {
		for i := range s.act {
			s.act[i] /= rescaleAt
		}
		s.bump /= rescaleAt
	}
	if s.pos[v] >= 0 {
		s.up(int(s.pos[v]))
	}
}

// next gives the open variable to decide, or 0 if all are assigned.
func (s *Solver) next() int32 {
	for len(s.heap) > 0 {
		if v := s.pop(); s.vals[v<<1] == 0 {
			return v
		}
	}
	return 0
}

// choose gives the literal to decide for v.
func (s *Solver) choose(v int32) int32 {
	sign := s.phase[v]
	if s.policy.stable && s.target[v] != 0 {
		sign = s.target[v]
	}
	if sign > 0 {
		return v << 1
	}
	return v<<1 | 1
}
