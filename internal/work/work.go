// Package work counts work, in place of reading a clock.
//
// # Problem
//
// A verifier shares its time out: so much for the value analysis, for guessed
// predicates, for one question to the solver. If the shares are measured by
// the clock, a busy machine gets other traces and other proofs than an idle
// one, and the same run on the same machine is not repeated.
//
// # Definitions
//
// A Clock is moved forward by the work itself: each step of an analysis, each
// term, each propagation of the SAT solver adds what it costs on an idle
// reference machine, in nanoseconds. So 2 * time.Second as a budget of work
// means what takes about that long there, and is the same amount on every
// machine and under every load. The costs are constants below; they were
// fitted to the processor time of a sample of tasks, and a phase that costs
// twice or half as much as they say is nothing to worry about.
//
// Limits that are promises to the user (time, processor time, memory, signals)
// stay by the real clock: they are a context's business. A run that ends at
// none of them gives the same answer every time.
package work

import (
	"context"
	"time"
)

// The costs of what is counted.
const (
	Term        = 400 * time.Nanosecond // a term built, or found to exist
	Visit       = 20 * time.Nanosecond  // a term passed in a traversal or evaluated
	Gate        = 300 * time.Nanosecond // a gate of the bit-blaster, with its clauses
	Propagation = 100 * time.Nanosecond // a literal propagated
	Watch       = 10 * time.Nanosecond  // a clause looked at for it
	Conflict    = 20 * time.Microsecond // a conflict analysed
	Query       = 2 * time.Microsecond  // a question, whatever answers it
	State       = time.Microsecond      // a state of an automaton with its edges
	Cell        = 2 * time.Nanosecond   // a variable of a symbolic state copied
	Node        = 2 * time.Microsecond  // an abstract state with its successors
	Fact        = 20 * time.Nanosecond  // a value set computed, compared or joined
	Step        = 2 * time.Microsecond  // a statement executed symbolically
	Statement   = 30 * time.Nanosecond  // a statement interpreted
)

// Clock counts work. The zero value is ready. One goroutine at a time.
type Clock struct {
	now    time.Duration
	limits []*limit // of contexts, the first to come at the end
}

type limit struct {
	at     time.Duration
	cancel context.CancelCauseFunc
}

// Now is the work done so far.
func (c *Clock) Now() time.Duration { return c.now }

// Since is the work done after a time of this clock.
func (c *Clock) Since(t time.Duration) time.Duration { return c.now - t }

// Add counts work.
func (c *Clock) Add(d time.Duration) {
	c.now += d
	if n := len(c.limits); n > 0 && c.limits[n-1].at <= c.now {
		c.expire()
	}
}

// Count counts n pieces of work that cost d each.
func (c *Clock) Count(n int, d time.Duration) { c.Add(time.Duration(n) * d) }

// expire ends the contexts whose time is up.
func (c *Clock) expire() {
	for n := len(c.limits); n > 0 && c.limits[n-1].at <= c.now; n = len(c.limits) {
		l := c.limits[n-1]
		c.limits = c.limits[:n-1]
		l.cancel(context.DeadlineExceeded)
	}
}

// WithTimeout gives a context that ends when d more work is done, at the very
// step that does it: whoever asks on the same goroutine gets the same answer
// in every run. Its cause is then context.DeadlineExceeded.
func (c *Clock) WithTimeout(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	l := &limit{at: c.now + max(d, 0), cancel: cancel}
	i := len(c.limits)
	for i > 0 && c.limits[i-1].at < l.at {
		i--
	}
	c.limits = append(c.limits, nil)
	copy(c.limits[i+1:], c.limits[i:])
	c.limits[i] = l
	if d <= 0 {
		c.expire()
	}
	return ctx, func() {
		for i, o := range c.limits {
			if o == l {
				c.limits = append(c.limits[:i], c.limits[i+1:]...)
				break
			}
		}
		cancel(context.Canceled)
	}
}
