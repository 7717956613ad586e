package verifier

import (
	"context"

	"culprit/internal/work"
	"culprit/verifier/inductive"
)

// framer is the source that learns clauses from cubes that lead to an error
// (inductive.Frames), for all error locations that are open.
type framer struct {
	frames *inductive.Frames // nil: not begun
	over   bool
	done   work.Amount
}

// turn goes on for a part of the work that is done by all.
func (s *framer) turn(ctx context.Context, v *run) (over bool) {
	limit := framing.turn(v)
	if s.done > 20*turnWork || s.done > 2*turnWork && s.frames.Top <= minFrames {
		limit = max(turnWork, limit/3)
	}
	if s.over || len(v.res.Traces) > 0 || s.done > limit || s.frames == nil && !s.begin(v) || !withFrames.On() {
		return false
	}
	v.phase(PhaseFrames, func() {
		start := v.clock.Now()
		defer func() { s.done += v.clock.Since(start) }()
		within, cancel := v.clock.WithLimit(ctx, limit)
		defer cancel()
		f := s.frames
		f.Within(within)
		proved, ok := f.Advance()
		v.log("frames: %v", f)
		s.over = !ok
		if proved {
			s.over = true
			f.Within(ctx)
			v.proveJoint(f.Open, f.Targets)
		}
	})
	return false
}

// begin begins when the invariant of the program has left a few error locations open.
func (s *framer) begin(v *run) bool {
	if v.predict.left == nil {
		return false
	}
	targets := v.rest.among(v.predict.left.Targets)
	if len(targets) == 0 || len(targets) > inductive.MaxOpen {
		return false
	}
	s.frames = inductive.NewFrames(v.predict.left, v.checker.Enc, targets)
	v.predict.left = nil
	return true
}
