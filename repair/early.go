package repair

import (
	"context"

	"culprit/cfg"
	"culprit/fault"
	"culprit/repair/candidate"
)

// Where behaviour is undefined, what the failing run does before is defined, and likely
// meant: the change that leaves most of it as it is, is.

// trail is the lines that a run executes, in their order: a condition may be evaluated in more steps
// with a change, all in its line.
func (s *search) trail(ctx context.Context, t *candidate.Change, until func(at int, l fault.Line) bool) {
	var at []candidate.Choice
	if t != nil {
		at = t.At
	}
	n := 0
	var last fault.Line
	got := s.prog.changed(ctx, s.failing[0], at).Visit(func(inst *cfg.Instance) bool {
		e := inst.Edge
		if !fault.Shown(e) || s.texts[e.Pos.File] == nil {
			return true
		}
		l := fault.Line{File: e.Pos.File, N: e.Pos.Line - schemaLines}
		if l == last {
			return true
		}
		last = l
		n++
		return until(n-1, l)
	})
	s.ran(watching * got.Steps)
}

// early reports whether a change makes the failing run go another way before it comes to
// the changed line the last time.
func (s *search) early(ctx context.Context, t *candidate.Change) bool {
	if s.path == nil {
		s.path = []fault.Line{}
		s.trail(ctx, nil, func(_ int, l fault.Line) bool {
			s.path = append(s.path, l)
			return len(s.path) < maxPath
		})
	}
	last := -1
	for i, l := range s.path {
		if l.File == t.File && l.N == t.Line {
			last = i
		}
	}
	left := len(s.path)
	s.trail(ctx, t, func(i int, l fault.Line) bool {
		if i >= len(s.path) || s.path[i] != l {
			left = min(i, left)
			return false
		}
		return true
	})
	return left <= last
}
