package verifier

import "culprit/internal/work"

// The sources of traces and proofs take turns. Each waits until all others
// together did some work, gets a part of all work so far, and has its next turn
// when that has grown: so none takes more than its part, whichever is right, and
// there are few turns, since most sources begin again in each.

// schedule says when a source has its turns.
type schedule struct {
	after work.Amount // all work before the first turn
	least work.Amount // what a turn gets at least
}

// The schedules of the sources. Unrolling, which finds shallow errors and easy
// proofs, has turnWork before any other, except that a procedure that calls itself
// is tried with contracts at once.
var (
	exploring   = schedule{least: turnWork / 5}
	executing   = schedule{least: turnWork}
	contracting = schedule{after: turnWork / 8, least: 5 * turnWork}
	unwinding   = schedule{after: turnWork * 9 / 8, least: turnWork / 2}
	// A round of prophecy with half as much at first is done again, and takes 1.7
	// times as long in all; with twice as much 1.2 times.
	predicting = schedule{after: turnWork * 5 / 4, least: 5 * turnWork}
	framing    = schedule{least: turnWork}
)

// turn is the work of a turn that begins now.
func (s schedule) turn(v *run) work.Amount { return max(s.least, v.elapsed()/turnPart) }

// next is the work of all after which the turn comes that follows the one that
// ends now.
func (s schedule) next(v *run) work.Amount { return turnGrowth * v.elapsed() }
