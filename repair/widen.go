package repair

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/repair/candidate"
)

// Schemas follow each other: that of the likeliest changes comes first, and others
// have the likeliest of those that are left, as long as that is worth the work.
// Every one has the places of the changes that help so far, since these are executed
// again and combined.

// lowering is the share of the work left in which a schema has to be lowered, so that
// it can be executed; less than a certain part of a full one is too few.
const (
	lowering   = 1. / 2
	worthwhile = 16
)

// errNoTime says that it is too late for the changes that are in no schema yet.
var errNoTime = errors.New("no work was left for the others")

// likeliest are the places of the likeliest changes among some, with so many
// alternatives, and the places of those that help; all places if there are not
// many more.
func (s *search) likeliest(most int, among func(*tried) bool) []*candidate.Place {
	var open []*tried
	all, in := 0, make([]bool, len(s.places))
	for _, t := range s.tried {
		switch {
		case t.Alone:
			continue
		case among(t):
			open = append(open, t)
		}
		all++
		for _, c := range t.At {
			in[c.Place] = in[c.Place] || t.passes && t.kept == t.seen
		}
	}
	if all < most+most/2 {
		return s.places
	}
	slices.SortStableFunc(open, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
	n := 0
	for _, t := range open {
		more := 0
		for _, c := range t.At {
			if !in[c.Place] {
				more += len(s.places[c.Place].Alternatives)
			}
		}
		if n > 0 && n+more > most {
			continue
		}
		n += more
		for _, c := range t.At {
			in[c.Place] = true
		}
	}
	var out []*candidate.Place
	for i, p := range s.places {
		if in[i] {
			out = append(out, p)
		}
	}
	return out
}

// sort orders the changes from one on: those of the schema, the likeliest first,
// then those that wait for another one, and those that have to be parsed by
// themselves. Those that the front end refuses, or at whose places nothing comes,
// are left out.
func (s *search) sort(from int) {
	group := func(t *tried) int {
		switch {
		case t.Alone: // a text parsed again takes as long as hundreds of others
			return 2
		case !s.present(t):
			return 1
		}
		return 0
	}
	rest := slices.DeleteFunc(s.tried[from:], s.refused)
	s.tried = s.tried[:from+len(rest)]
	slices.SortStableFunc(rest, func(a, b *tried) int {
		return cmp.Or(group(a)-group(b), cmp.Compare(b.order, a.order))
	})
	s.ready = from
	for s.ready < len(s.tried) && group(s.tried[s.ready]) == 0 {
		s.ready++
	}
}

// present reports whether a change can be executed on the schema.
func (s *search) present(t *tried) bool {
	return !t.Alone && !slices.ContainsFunc(t.At, func(c candidate.Choice) bool { return s.prog.selectors[c.Place] == nil })
}

// refused reports whether a change was lowered in vain.
func (s *search) refused(t *tried) bool {
	return !t.Alone && slices.ContainsFunc(t.At, func(c candidate.Choice) bool {
		return s.prog.lowered[c.Place] && s.prog.selectors[c.Place] == nil
	})
}

// waits reports whether changes are left that are in no schema yet.
func (s *search) waits() bool {
	return slices.ContainsFunc(s.tried[s.ready:], func(t *tried) bool { return !t.Alone })
}

// explained reports whether it is not worth while to look at more changes: where an
// assertion alone tells right from wrong, changes that do the same pass all runs, and are likely enough for one of them to be
// called a fix.
func (s *search) explained() bool {
	if !s.onlyAsserts() || len(s.passing) == 0 {
		return false
	}
	s.chances()
	of := map[uint64]float64{}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && t.doubt == 0 {
			of[t.behaves] += t.chance
			if of[t.behaves] >= unambiguous/(1-unambiguous)*untried {
				return true
			}
		}
	}
	return false
}

// next replaces the schema by that of the likeliest changes among some, as many as
// can be lowered with what is left of a share of the budget, and executes the tests
// on it. The changes that were executed stay in front.
func (s *search) next(ctx context.Context, share float64, among func(*tried) bool) error {
	most := s.most(share)
	if most < s.full()/worthwhile {
		return errNoTime
	}
	if err := s.onto(ctx, s.likeliest(most, among)); err != nil {
		return err
	}
	s.schemas++
	s.begin()
	s.sort(s.ready)
	return nil
}

// full is how many alternatives a schema has if there is time.
func (s *search) full() int { return cmp.Or(s.atFirst, maxFilled/3) }

// most is how many alternatives a schema has, if it is to be lowered with what is left
// of a share of the budget.
func (s *search) most(share float64) int {
	left := share*float64(s.budget) - float64(s.clock.Now())
	return min(s.full(), max(0, int(lowering*left/float64(alternativeCost))))
}

// unexecuted reports whether a change waits for its schema.
func unexecuted(t *tried) bool { return !t.ran }

// onto lowers the schema of some places, and executes the tests on it.
func (s *search) onto(ctx context.Context, places []*candidate.Place) error {
	old := s.prog
	if err := s.lower(ctx, places); err != nil {
		return err
	}
	lists := []*[]*trial{&s.failing, &s.elsewhere, &s.passing}
	now := make([][]*trial, len(lists))
	for i, of := range lists {
		var err error
		if now[i], err = s.again(ctx, *of); err != nil {
			s.prog = old
			return err
		}
	}
	for i, of := range lists {
		*of = now[i]
	}
	return nil
}

// again executes tests on another schema.
func (s *search) again(ctx context.Context, old []*trial) ([]*trial, error) {
	var out []*trial
	for _, r := range old {
		n, err := s.trial(ctx, r.test, r.fails)
		if err != nil {
			return nil, err
		}
		if r.state.all != 0 {
			n.state = s.prog.state(&n.base)
		}
		out = append(out, n)
	}
	return out, nil
}

// fixed reports whether some change passes all runs without disarming.
func (s *search) fixed() bool {
	return slices.ContainsFunc(s.tried, func(t *tried) bool { return t.all && t.disarmed == Armed })
}

// lower lowers the schema of all files, without the places that the front end refuses.
func (s *search) lower(ctx context.Context, places []*candidate.Place) error {
	var last error
	asked := places
	for range candidate.MaxWidened {
		prog, err := s.schema(ctx, places)
		if err == nil {
			s.lowered(prog, asked)
			return nil
		}
		last = err
		var e *frontend.Error
		if !errors.As(err, &e) {
			return err
		}
		rest := slices.DeleteFunc(slices.Clone(places), func(p *candidate.Place) bool {
			return (e.Pos.File == "" || e.Pos.File == p.File) && candidate.LineOf(s.texts[p.File], p.Start) == e.Pos.Line-1
		})
		if len(rest) == len(places) {
			k := s.unlowerable(ctx, places)
			if k < 0 {
				return err
			}
			rest = slices.Delete(slices.Clone(places), k, k+1)
		}
		places = rest
	}
	return last
}

// unlowerable is the first of some places with which, and with those before it, no schema can be
// lowered, where the error does not say which one that is; -1 if it is none of them.
func (s *search) unlowerable(ctx context.Context, places []*candidate.Place) int {
	k := sort.Search(len(places)+1, func(n int) bool {
		_, err := s.schema(ctx, places[:n])
		return err != nil
	})
	if k > len(places) || ctx.Err() != nil {
		return -1
	}
	return k - 1
}

// schema lowers the text that has the changes of some places in it.
func (s *search) schema(ctx context.Context, places []*candidate.Place) (*cfg.Program, error) {
	texts := map[string][]byte{}
	for name, src := range s.texts {
		var own []*candidate.Place
		for _, p := range places {
			if p.File == name {
				own = append(own, p)
				s.clock.Count(len(p.Alternatives), alternativeCost)
			}
		}
		texts[name] = append(candidate.DeclareSelectors(own), candidate.Schema(src, own)...)
	}
	return s.in.Source.Lower(ctx, texts)
}

// lowered takes a schema to execute changes on, of some places that were asked for.
func (s *search) lowered(prog *cfg.Program, places []*candidate.Place) {
	s.prog = newProgram(prog, s.places)
	for _, p := range places {
		s.prog.lowered[p.ID] = true
	}
	s.prog.results = map[declared]bool{}
	counts := counters(s.in.Prog)
	for _, v := range s.in.Prog.Vars {
		if d := declaredAs(v); !counts[d] {
			d.line++ // a line before the text declares the selectors
			s.prog.results[d] = true
		}
	}
}
