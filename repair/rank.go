package repair

import (
	"cmp"
	"slices"

	"culprit/cfg"
	"culprit/fault"
)

// ranked is a line with what its changes say about it.
type ranked struct {
	line  fault.Line
	score float64
	best  *tried // the best change, nil if none makes the failing run pass
	n     int    // changes executed
	moved int    // of them change how the failing run ends
	help  int    // of them make it pass
}

// weigh scores a change that makes the failing run pass, for comparison with
// others: first those that keep all passing runs, and of those that do the
// same the likelier.
func (t *tried) weigh() float64 {
	if !t.passes {
		return 0
	}
	kept := 1.0
	if t.seen > 0 {
		kept = float64(t.kept) / float64(t.seen)
	}
	x := t.prior()
	switch {
	case t.disarmed != Armed:
		return x
	case t.reason != "":
		return 20 + x
	case t.all:
		return 10 + x
	}
	return 4*kept + x
}

// rank scores the lines that the failing run executes. A line with changes that
// pass all runs is before one whose changes break some, and that before one
// whose changes only make the failing run end otherwise (Metallaxis); within
// these, the best change and the share of changes that help (MUSE) count, and
// the suspicion of the line.
func (s *search) rank() []*ranked {
	byLine := map[fault.Line]*ranked{}
	var out []*ranked
	get := func(l fault.Line) *ranked {
		r := byLine[l]
		if r == nil {
			r = &ranked{line: l}
			byLine[l] = r
			out = append(out, r)
		}
		return r
	}
	begins := map[fault.Line]bool{}
	for _, e := range fault.Statements(s.in.Prog) {
		l := fault.Line{File: e.Pos.File, N: e.Pos.Line}
		if s.suspect[l] > 0 && !begins[l] {
			begins[l] = true
			get(l)
		}
	}
	for _, t := range s.tried {
		if !t.ran {
			continue
		}
		for _, l := range s.blamed(t.Change) {
			r := get(l)
			r.n++
			if t.differs {
				r.moved++
			}
			if t.passes {
				r.help++
				if r.best == nil || t.weigh() > r.best.weigh() {
					r.best = t
				}
			}
		}
	}
	for _, r := range out {
		r.score = s.score(r)
	}
	slices.SortStableFunc(out, func(a, b *ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.line.File, b.line.File), cmp.Compare(a.line.N, b.line.N))
	})
	return out
}

func (s *search) score(r *ranked) float64 {
	x := s.suspect[r.line]
	if r.n > 0 {
		x += 0.5 * float64(r.moved) / float64(r.n)
	}
	if r.best != nil {
		x += r.best.weigh() + float64(r.help)/float64(r.n)
	}
	return x
}

// blamed lists the lines that a change speaks about: its own, or, where that
// has no statement, those that use what it changes.
func (s *search) blamed(c *Change) []fault.Line {
	if len(c.uses) == 0 {
		out := []fault.Line{{File: c.file, N: c.line}}
		for _, p := range c.parts {
			if l := (fault.Line{File: p.file, N: p.line}); l != out[0] {
				out = append(out, l)
			}
		}
		return out
	}
	var out []fault.Line
	for _, n := range c.uses {
		if l := (fault.Line{File: c.file, N: n}); s.suspect[l] > 0 {
			out = append(out, l)
		}
	}
	return out
}

// statementAt is the statement that a line shows, nil if there is none.
func (s *search) statementAt(l fault.Line) *cfg.Edge {
	var inside *cfg.Edge
	for _, e := range fault.Statements(s.in.Prog) {
		if e.Pos.File != l.File {
			continue
		}
		if e.Pos.Line == l.N {
			return e
		}
		if e.Pos.Line < l.N && l.N <= e.Pos.EndLine {
			inside = e
		}
	}
	return inside
}
