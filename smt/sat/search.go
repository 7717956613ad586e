package sat

// Solve decides the clauses under assumptions.
func (s *Solver) Solve(assumptions []int32, lim Limits) Result {
	s.failed = s.failed[:0]
	if s.unsat {
		return Unsat
	}
	// Levels of the assumptions in common with the last call are kept.
	keep := 0
	for keep < min(len(assumptions), len(s.assumptions)) && assumptions[keep] == s.assumptions[keep] {
		keep++
	}
	s.backtrack(keep)
	s.assumptions = append(s.assumptions[:0], assumptions...)
	s.policy.bestTrail, s.policy.targetTrail = 0, 0
	r := s.search(lim)
	if r == Sat {
		s.model = s.model[:0]
		for v := range s.level {
			s.model = append(s.model, s.vals[v<<1])
		}
	}
	return r
}

// stopEvery is the number of propagations after which Limits.Stop is asked.
const stopEvery = 20_000

func (s *Solver) search(lim Limits) Result {
	last := int64(-1)
	if lim.Conflicts > 0 {
		last = s.Stats.Conflicts + lim.Conflicts
	}
	ask := s.Stats.Propagations + stopEvery
	for {
		if c := s.propagate(); c != 0 {
			s.Stats.Conflicts++
			if len(s.trailLim) == 0 {
				s.unsat = true
				return Unsat
			}
			if len(s.trailLim) <= len(s.assumptions) { // all are assumptions
				s.explainConflict(c)
				s.backtrack(len(s.trailLim) - 1) // the last level is not propagated
				return Unsat
			}
			s.learn(c)
			continue
		}
		if last >= 0 && s.Stats.Conflicts >= last {
			return Unknown
		}
		if lim.Stop != nil && s.Stats.Propagations >= ask {
			ask = s.Stats.Propagations + stopEvery
			if lim.Stop() {
				return Unknown
			}
		}
		s.maintain()
		if r := s.decide(); r != Unknown {
			return r
		}
	}
}

// learn analyses a conflict, jumps back and adds the clause.
func (s *Solver) learn(c cref) {
	s.noteTrail()
	back, glue := s.analyze(c)
	p := &s.policy
	p.fast.add(float64(glue))
	p.slow.add(float64(glue))
	s.backtrack(back)
	if len(s.learnt) == 1 {
		s.assign(s.learnt[0], 0)
	} else {
		at := cref(len(s.arena))
		used := int32(1)
		if glue <= tier2Glue {
			used = 2
		}
		s.arena = append(s.arena, int32(len(s.learnt)), infoLearnt|used<<2|int32(glue)<<infoGlue)
		s.arena = append(s.arena, s.learnt...)
		s.learnts = append(s.learnts, at)
		s.attach(at)
		s.assign(s.learnt[0], at)
	}
	s.decay = decayFocused
	if p.stable {
		s.decay = decayStable
	}
	s.bump /= s.decay
}

// noteTrail remembers the largest assignments without conflict. All levels but
// the last are free of conflict.
func (s *Solver) noteTrail() {
	if !s.policy.stable {
		return
	}
	n := int(s.trailLim[len(s.trailLim)-1])
	if n > s.policy.targetTrail {
		s.policy.targetTrail = n
		for _, l := range s.trail[:n] {
			s.target[l>>1] = 1 - int8(l&1)*2
		}
	}
	if n > s.policy.bestTrail {
		s.policy.bestTrail = n
		for _, l := range s.trail[:n] {
			s.best[l>>1] = 1 - int8(l&1)*2
		}
	}
}

// maintain restarts, reduces and changes modes when it is time.
func (s *Solver) maintain() {
	p := &s.policy
	n := s.Stats.Conflicts
	if n >= p.reduceEnd {
		p.reduceEvery += reduceGrowth
		p.reduceEnd = n + p.reduceEvery
		s.reduce()
	}
	if n < p.lastRestart+restartMin {
		return
	}
	if n >= p.modeEnd {
		p.modes++
		p.stable = !p.stable
		k := p.modes/2 + 1
		p.modeEnd = n + modeConflicts*k*k
		p.luby = 1
		p.stableEnd = n + lubyConflicts
		p.targetTrail = 0
		s.restart()
		return
	}
	if p.stable {
		if n >= p.stableEnd {
			p.luby++
			p.stableEnd = n + lubyConflicts*luby(p.luby)
			s.rephase()
			s.restart()
		}
		return
	}
	if p.fast.value() > restartMargin*p.slow.value() {
		s.restart()
	}
}

func (s *Solver) restart() {
	s.policy.lastRestart = s.Stats.Conflicts
	s.backtrack(s.reusable())
}

// reusable is the number of levels that the next decisions would repeat.
func (s *Solver) reusable() int {
	next := s.next()
	if next == 0 {
		return len(s.trailLim)
	}
	s.push(next)
	for i, at := range s.trailLim {
		if i >= len(s.assumptions) && !s.before(s.trail[at]>>1, next) {
			return i
		}
	}
	return len(s.trailLim)
}

// rephase resets the saved phases now and then: to the best, to the initial
// and to the inverted ones.
func (s *Solver) rephase() {
	p := &s.policy
	if s.Stats.Conflicts < p.rephaseEnd {
		return
	}
	p.rephases++
	p.rephaseEnd = s.Stats.Conflicts + rephaseConflicts*p.rephases
	for v := 1; v < len(s.phase); v++ {
		switch p.rephases % 4 {
		case 0:
			s.phase[v] = -1
		case 2:
			s.phase[v] = -s.phase[v]
		default:
			if s.best[v] != 0 {
				s.phase[v] = s.best[v]
			}
		}
		s.target[v] = 0
	}
	p.targetTrail, p.bestTrail = 0, 0
}

// decide makes the next assumption or decision.
func (s *Solver) decide() Result {
	for len(s.trailLim) < len(s.assumptions) {
		l := s.assumptions[len(s.trailLim)]
		switch s.vals[l] {
		case 1: // an empty level keeps levels and assumptions aligned
			s.trailLim = append(s.trailLim, int32(len(s.trail)))
			continue
		case -1:
			s.explain(l)
			return Unsat
		}
		s.trailLim = append(s.trailLim, int32(len(s.trail)))
		s.assign(l, 0)
		return Unknown
	}
	v := s.next()
	if v == 0 {
		return Sat
	}
	s.Stats.Decisions++
	s.trailLim = append(s.trailLim, int32(len(s.trail)))
	s.assign(s.choose(v), 0)
	return Unknown
}
