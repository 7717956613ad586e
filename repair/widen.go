package repair

import (
	"cmp"
	"context"
	"slices"
)

// A schema of the likeliest changes comes first, that of all after it.

// mostAtFirst is how many changes the first schema has, if there are at least
// twice as many: lowering 20,000 takes a second, most of what the default answer
// may take, and the right one is mostly among the likeliest. 1,000 to 10,000.
const mostAtFirst = 4000

// likeliest are the places of the likeliest changes: the first schema. The
// second one has all.
func (s *search) likeliest() []*place {
	best, n := make([]float64, len(s.places)), 0
	for _, t := range s.tried {
		if t.alone {
			continue
		}
		n++
		for _, c := range t.at {
			best[c.place] = max(best[c.place], t.order)
		}
	}
	most := cmp.Or(s.atFirst, mostAtFirst)
	if n < 2*most {
		return s.places
	}
	order := slices.Clone(s.places)
	slices.SortStableFunc(order, func(a, b *place) int { return cmp.Compare(best[b.id], best[a.id]) })
	n = 0
	k := slices.IndexFunc(order, func(p *place) bool {
		n += len(p.alternatives)
		return n > most
	})
	first := order[:max(k, 1)]
	slices.SortFunc(first, func(a, b *place) int { return cmp.Compare(a.id, b.id) })
	return first
}

// sort orders the changes: those of the schema, the likeliest first, then those
// that wait for the second schema, if there will be one, and those that have to
// be parsed by themselves.
func (s *search) sort(more bool) {
	group := func(t *tried) int {
		switch {
		case t.alone: // a text parsed again takes as long as hundreds of others
			return 2
		case more && slices.ContainsFunc(t.at, func(c choice) bool { return s.prog.selectors[c.place] == nil }):
			return 1
		}
		return 0
	}
	if !more {
		s.tried = slices.DeleteFunc(s.tried, s.refused)
	}
	slices.SortStableFunc(s.tried, func(a, b *tried) int {
		return cmp.Or(group(a)-group(b), cmp.Compare(b.order, a.order))
	})
	s.ready = 0
	for s.ready < len(s.tried) && group(s.tried[s.ready]) == 0 {
		s.ready++
	}
}

// refused reports whether the schema of all changes is without a change, since
// the front end refuses it, or nothing executes its place.
func (s *search) refused(t *tried) bool {
	return !t.alone && s.prog.selectors[t.at[0].place] == nil
}

// widen replaces the first schema by that of all changes, on which the tests are
// executed again. It returns the number of the first change that was not in the
// first one.
func (s *search) widen(ctx context.Context) (int, error) {
	old, kills := s.prog, s.kills
	if err := s.lower(ctx, s.places); err != nil {
		s.prog = old
		return 0, err
	}
	failing, passing := s.failing, s.passing
	s.passing, s.sampled = nil, 0
	if err := s.trials(ctx); err != nil || len(s.failing) != len(failing) || len(s.passing) != len(passing) {
		s.prog, s.failing, s.passing, s.kills = old, failing, passing, kills
		return 0, cmp.Or(err, errDiffers)
	}
	s.kills = kills
	// What was executed stays in front.
	done := s.ready
	rest := slices.DeleteFunc(s.tried[done:], s.refused)
	s.tried = s.tried[:done+len(rest)]
	for s.ready < len(s.tried) && !s.tried[s.ready].alone {
		s.ready++
	}
	return done, nil
}
