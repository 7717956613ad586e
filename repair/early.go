package repair

import (
	"context"
	"encoding/binary"
	"hash/fnv"

	"culprit/cfg"
	"culprit/fault"
	"culprit/repair/candidate"
)

// Where behaviour is undefined, what the failing run does before is defined, and likely
// meant: the change that leaves most of it as it is, is.

// trail is the lines that a run executes, in their order: a condition may be evaluated in more steps
// with a change, all in its line.
func (s *search) trail(ctx context.Context, r *trial, t *candidate.Change, until func(at int, l fault.Line) bool) {
	var at []candidate.Choice
	if t != nil {
		at = t.At
	}
	n := 0
	var last fault.Line
	got := s.prog.changed(ctx, r, at).Visit(func(inst *cfg.Instance) bool {
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
		s.trail(ctx, s.failing[0], nil, func(_ int, l fault.Line) bool {
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
	s.trail(ctx, s.failing[0], t, func(i int, l fault.Line) bool {
		if i >= len(s.path) || s.path[i] != l {
			left = min(i, left)
			return false
		}
		return true
	})
	return left <= last
}

// strays is the share of the right runs that go another way with another operand, which is not to be seen in what they
// leave behind: a list of which less is looked at. Lines that are changed do not count, and neither do
// runs that go the way of the failing one.
func (s *search) strays(ctx context.Context, t *candidate.Change) float64 {
	way := func(r *trial, with *candidate.Change) uint64 {
		h := fnv.New64a()
		s.trail(ctx, r, with, func(i int, l fault.Line) bool {
			if l.File != t.File || l.N != t.Line {
				h.Write(binary.LittleEndian.AppendUint32([]byte(l.File), uint32(l.N)))
			}
			return i < maxPath
		})
		return h.Sum64()
	}
	n, all := 0, 0
	for _, r := range s.varied(candidate.MaxReturns) {
		if ctx.Err() != nil || s.onPath(r) {
			continue
		}
		all++
		if way(r, t) != way(r, nil) {
			n++
		}
	}
	return float64(n) / float64(max(all, 1))
}
