package smt

import (
	"slices"
	"time"

	"culprit/logic"
)

// Core decides fixed and soft together. After Unsat, core holds indices of
// soft formulas (ascending) that are contradictory with fixed; as far as the
// budget allows, none of them can be dropped. After Sat, Model is set.
func (s *Solver) Core(fixed, soft []logic.T, b Budget) (Result, []int) {
	start := time.Now()
	defer func() { s.Stats.CoreTime += time.Since(start) }()
	s.Stats.Cores++
	m := minimiser{sess: s.session(fixed), soft: soft, left: s.allow(b)}
	defer func() { m.sess.Close() }()
	r := m.sess.CheckBudget(b, soft...)
	if r != Unsat {
		return r, nil
	}
	core := slices.Clone(m.sess.Failed())
	if len(core) < len(soft)/2 {
		// A smaller instance assigns less at each answer.
		m.sess.Close()
		m.sess = s.session(fixed)
	}
	return Unsat, m.minimise(core)
}

// minimiser shrinks cores by deletion in chunks: a chunk without which the
// rest is still contradictory is dropped, and the core of that answer reused;
// otherwise the chunk is halved, down to single members, which are necessary.
type minimiser struct {
	sess  *Session
	soft  []logic.T
	left  allowance
	terms []logic.T
}

// check decides the members at these indices, without a model; the core is
// ascending.
func (m *minimiser) check(members []int) (Result, []int) {
	b, ok := m.left.left()
	if !ok {
		return Unknown, nil
	}
	m.terms = m.terms[:0]
	for _, i := range members {
		m.terms = append(m.terms, m.soft[i])
	}
	r, failed := m.sess.refute(b, m.terms)
	if r != Unsat {
		return r, nil
	}
	var core []int
	for _, k := range failed {
		core = append(core, members[k])
	}
	return Unsat, core
}

func (m *minimiser) minimise(core []int) []int {
	// Members before need are kept; the rest is tried from the end, in chunks.
	kept := []int{}
	chunk := max(1, len(core)/4)
	rest := core
	for len(rest) > 0 {
		n := min(chunk, len(rest))
		without := rest[:len(rest)-n]
		r, smaller := m.check(slices.Concat(without, kept))
		switch {
		case r == Unsat:
			// Members of kept are necessary for every core within kept and rest.
			rest = rest[:0:0]
			for _, i := range smaller {
				if !slices.Contains(kept, i) {
					rest = append(rest, i)
				}
			}
			chunk = max(1, min(chunk*2, len(rest)/2))
		case n > 1:
			chunk = n / 2
		default: // necessary, or unknown: keep
			kept = append(kept, rest[len(rest)-1])
			rest = without
			if _, ok := m.left.left(); r == Unknown && !ok {
				kept = append(kept, rest...)
				rest = nil
			}
		}
	}
	slices.Sort(kept)
	return kept
}
