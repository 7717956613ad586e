package repair

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"culprit/repair/candidate"
)

// Schemas grow: that of the likeliest changes comes first, and larger ones after
// it, as long as that is worth the work.

// A schema is followed by one of at least so many times as many changes, if it
// can be lowered with this share of the work that is left.
const (
	growth   = 2
	lowering = 1. / 3
)

// errNoTime says that it is too late for the changes that are in no schema yet.
var errNoTime = errors.New("no work was left for the others")

// likeliest are the places of so many of the likeliest changes, or all places if
// there are not many times as many changes.
func (s *search) likeliest(most int) []*candidate.Place {
	best, n := make([]float64, len(s.places)), 0
	for _, t := range s.tried {
		if t.Alone {
			continue
		}
		n++
		for _, c := range t.At {
			best[c.Place] = max(best[c.Place], t.order)
		}
	}
	if n < growth*most {
		return s.places
	}
	order := slices.Clone(s.places)
	slices.SortStableFunc(order, func(a, b *candidate.Place) int { return cmp.Compare(best[b.ID], best[a.ID]) })
	n = 0
	k := slices.IndexFunc(order, func(p *candidate.Place) bool {
		n += len(p.Alternatives)
		return n > most
	})
	first := order[:max(k, 1)]
	slices.SortFunc(first, func(a, b *candidate.Place) int { return cmp.Compare(a.ID, b.ID) })
	return first
}

// sort orders the changes from one on: those of the schema, the likeliest first,
// then those that wait for another one, if there are more, and those that have to
// be parsed by themselves.
func (s *search) sort(from int, more bool) {
	group := func(t *tried) int {
		switch {
		case t.Alone: // a text parsed again takes as long as hundreds of others
			return 2
		case more && slices.ContainsFunc(t.At, func(c candidate.Choice) bool { return s.prog.selectors[c.Place] == nil }):
			return 1
		}
		return 0
	}
	rest := s.tried[from:]
	if !more {
		rest = slices.DeleteFunc(rest, s.refused)
		s.tried = s.tried[:from+len(rest)]
	}
	slices.SortStableFunc(rest, func(a, b *tried) int {
		return cmp.Or(group(a)-group(b), cmp.Compare(b.order, a.order))
	})
	s.ready = from
	for s.ready < len(s.tried) && group(s.tried[s.ready]) == 0 {
		s.ready++
	}
}

// refused reports whether the schema of all changes is without a change, since
// the front end refuses it, or nothing executes its place.
func (s *search) refused(t *tried) bool {
	return !t.Alone && s.prog.selectors[t.At[0].Place] == nil
}

// waits reports whether changes are left that are in no schema yet.
func (s *search) waits() bool {
	return slices.ContainsFunc(s.tried[s.ready:], func(t *tried) bool { return !t.Alone })
}

// explained reports whether it is not worth while to widen the schema: where an
// assertion alone tells right from wrong, one of the likeliest changes passes all
// runs.
func (s *search) explained() bool {
	return s.onlyAsserts() && len(s.passing) > 0 && s.fixed()
}

// widen replaces the schema by a larger one, on which the tests are executed
// again. The changes that were executed stay in front.
func (s *search) widen(ctx context.Context) error {
	places, err := s.wider()
	if err != nil {
		return err
	}
	old := s.prog
	failing, passing, err := s.onto(ctx, places)
	if err != nil {
		s.prog = old
		return err
	}
	s.failing, s.passing = failing, passing
	s.begin()
	s.sort(s.ready, len(places) < len(s.places))
	return nil
}

// onto lowers the schema of some places, and executes the tests on it.
func (s *search) onto(ctx context.Context, places []*candidate.Place) (failing, passing []*trial, err error) {
	if err := s.lower(ctx, places); err != nil {
		return nil, nil, err
	}
	if failing, err = s.again(ctx, s.failing); err != nil {
		return nil, nil, err
	}
	passing, err = s.again(ctx, s.passing)
	return failing, passing, err
}

// again executes tests on another schema.
func (s *search) again(ctx context.Context, old []*trial) ([]*trial, error) {
	var out []*trial
	for _, r := range old {
		n, err := s.prog.newTrial(ctx, s.in, r.test, r.fails)
		if err != nil {
			return nil, err
		}
		if r.state != 0 {
			n.state = s.prog.state(&n.base)
		}
		out = append(out, n)
	}
	return out, nil
}

// wider are the places of the next schema: of as many changes as can be lowered
// with the work that is left.
func (s *search) wider() ([]*candidate.Place, error) {
	had := max(s.ready, 1) // at least so many are in the schema
	most := int(lowering * float64(s.budget-s.clock.Now()) / float64(alternativeCost))
	places := s.likeliest(most)
	if len(places) < len(s.places) && most < growth*had {
		return nil, errNoTime
	}
	return places, nil
}
