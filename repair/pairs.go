package repair

import (
	"cmp"
	"context"
	"slices"

	"culprit/internal/work"
	"culprit/repair/candidate"
)

// pairs executes pairs of changes at the likeliest places, if no single change
// passes all runs.
func (s *search) pairs(ctx context.Context) {
	if s.fixed() {
		return
	}
	lines := s.rank(ctx)
	byLine := make([][]*tried, min(len(lines), candidate.MaxPartners))
	for i := range byLine {
		kinds := map[candidate.Kind]int{}
		for _, t := range s.tried {
			if t.ran && s.present(t) && t.differs && t.disarmed == Armed && t.File == lines[i].line.File && t.Line == lines[i].line.N {
				kinds[t.Kind]++
				if kinds[t.Kind] <= candidate.MaxCopies {
					byLine[i] = append(byLine[i], t)
				}
			}
		}
		slices.SortStableFunc(byLine[i], func(a, b *tried) int { return cmp.Compare(b.weigh(s.share(b))+b.prior, a.weigh(s.share(a))+a.prior) })
		byLine[i] = byLine[i][:min(len(byLine[i]), maxOfLine)]
	}
	var all []*tried
	for i := range byLine {
		for j := range i + 1 { // a line with itself, too
			for x, a := range byLine[i] {
				for y, b := range byLine[j] {
					if i == j && y >= x || a.At[0].Place == b.At[0].Place || overlap(a.Edits, b.Edits) {
						continue
					}
					c := &candidate.Change{Kind: candidate.Pair, Edits: slices.Concat(b.Edits, a.Edits), At: slices.Concat(b.At, a.At), File: b.File, Line: b.Line, Parts: []*candidate.Change{b.Change, a.Change}}
					all = append(all, &tried{Change: c, prior: s.weight(c) * a.prior * b.prior, order: a.prior * b.prior})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
	all = all[:min(len(all), maxFilled/2)]
	s.more(ctx, all)
}

// more executes further changes.
func (s *search) more(ctx context.Context, all []*tried) {
	first := len(s.tried)
	s.tried = append(s.tried, all...)
	s.execute(ctx, first, len(s.tried), 1)
}

// complements completes changes that repair some of the failing runs and break
// no passing one, if none repairs all, those that fail elsewhere included: by changes with
// which the first run that is left passes. A fault in several places, or in several cases, shows in
// different runs; pairs of changes that both alter the first run miss it.
func (s *search) complements(ctx context.Context) {
	seen := map[*tried]bool{}
	for range candidate.MaxNamed - 1 {
		var halves []*tried
		for _, t := range s.tried {
			switch {
			case t.all && t.disarmed == Armed && t.unmended == nil:
				return
			case t.passes && t.unmended != nil && t.kept == t.seen && !t.Alone && t.disarmed == Armed && len(t.Parts) < candidate.MaxNamed && !seen[t]:
				halves = append(halves, t)
			}
		}
		slices.SortStableFunc(halves, func(a, b *tried) int {
			return cmp.Or(cmp.Compare(b.fixed+b.elsewhere, a.fixed+a.elsewhere), cmp.Compare(b.prior, a.prior))
		})
		halves = halves[:min(len(halves), candidate.MaxReturns)]
		var all []*tried
		for i, a := range halves {
			seen[a] = true
			now := s.clock.Now()
			all = append(all, s.completing(ctx, a, now+(s.budget-now)/work.Amount(2*(len(halves)-i)))...)
		}
		slices.SortStableFunc(all, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
		s.more(ctx, all)
		if s.stopped != nil {
			return
		}
	}
}

// completing are a change with each of those with which, together, the first failing run
// that it leaves passes, the likeliest first: alone the second need not be enough for
// that. What the schema has no time for until a moment is left out.
func (s *search) completing(ctx context.Context, a *tried, until work.Amount) (out []*tried) {
	for _, t := range s.tried {
		if t.Parts != nil || !s.present(t) {
			continue
		}
		if c := together(a.Change, t.Change); c != nil {
			out = append(out, &tried{Change: c, prior: s.weight(c) * a.prior * t.prior, order: a.prior * t.prior})
		}
	}
	slices.SortStableFunc(out, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
	got := make([]outcome, len(out))
	for from := 0; from < len(out) && s.clock.Now() < until && ctx.Err() == nil; from += batch {
		to := min(from+batch, len(out))
		parallel(to-from, func(i int) {
			if ctx.Err() == nil {
				got[from+i] = s.prog.run(ctx, a.unmended, out[from+i].At)
			}
		})
		for _, o := range got[from:to] {
			s.ran(o.steps)
		}
	}
	n := 0
	for i, t := range out {
		if got[i].passes {
			out[n] = t
			n++
		}
	}
	return out[:min(n, 2*candidate.MaxAlone)]
}

// together makes two changes at once; nil if they exclude each other.
func together(a, b *candidate.Change) *candidate.Change {
	if overlap(a.Edits, b.Edits) {
		return nil
	}
	for _, x := range a.At {
		if slices.ContainsFunc(b.At, func(y candidate.Choice) bool { return x.Place == y.Place }) {
			return nil
		}
	}
	parts := a.Parts
	if parts == nil {
		parts = []*candidate.Change{a}
	}
	return &candidate.Change{Kind: candidate.Pair, Edits: slices.Concat(a.Edits, b.Edits), At: slices.Concat(a.At, b.At), File: a.File, Line: a.Line, Parts: append(slices.Clone(parts), b)}
}

// overlap reports whether two changes touch the same text.
func overlap(a, b []candidate.Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.File == y.File && x.Start <= y.End && y.Start <= x.End {
				return true
			}
		}
	}
	return false
}

// fill makes the changes of the holes in the schema ready, if no other single change
// passes all runs, and returns the number of the first.
func (s *search) fill() int {
	first := s.ready
	if s.fixed() {
		return first
	}
	var now []*tried
	s.late = slices.DeleteFunc(s.late, func(t *tried) bool {
		present := s.present(t)
		if present {
			now = append(now, t)
		}
		return present
	})
	slices.SortStableFunc(now, func(a, b *tried) int { return cmp.Compare(b.order, a.order) })
	now = now[:min(len(now), maxFilled)]
	s.tried = slices.Insert(s.tried, first, now...)
	s.ready += len(now)
	return first
}
