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
// reference machine, in nanoseconds. So 2 * Second as a budget means what takes
// about that long there, and is the same amount on every machine and under every
// load. The costs are constants below; they were fitted to the processor time of
// a sample of tasks, and a phase that costs twice or half as much as they say is
// nothing to worry about.
//
// Limits that are promises to the user (time, processor time, memory, signals)
// stay by the real clock: they are a context's business. A run that ends at
// none of them gives the same answer every time.
package work

import (
	"context"
	"math"
	"time"
)

// Amount is an amount of work, or a time of a Clock: nanoseconds of the
// reference machine. It is a type of its own since it is not what a clock on the
// wall shows, and budgets of the two must not be mixed up.
type Amount int64

// Units of work.
const (
	Nanosecond  Amount = 1
	Microsecond        = 1000 * Nanosecond
	Millisecond        = 1000 * Microsecond
	Second             = 1000 * Millisecond
	Minute             = 60 * Second
	Hour               = 60 * Minute
)

// Of is the work that takes d on the reference machine. It is the only way from
// time to work: for a limit of time from which budgets are derived, and for what
// is measured because it cannot be counted.
func Of(d time.Duration) Amount { return Amount(d) }

// Time is the time that a takes on the reference machine: a limit for what does
// not count its work, or a text for people.
func (a Amount) Time() time.Duration { return time.Duration(a) }

// String writes an amount like the time it takes, as in 1.5s.
func (a Amount) String() string { return a.Time().String() }

// The costs of what is counted.
const (
	Term        = 400 * Nanosecond // a term built, or found to exist
	Visit       = 20 * Nanosecond  // a term passed in a traversal or evaluated
	Gate        = 300 * Nanosecond // a gate of the bit-blaster, with its clauses
	Propagation = 100 * Nanosecond // a literal propagated
	Watch       = 10 * Nanosecond  // a clause looked at for it
	Literal     = 50 * Nanosecond  // a literal of a clause given to the SAT solver
	Decision    = 250 * Nanosecond // a variable chosen
	Conflict    = 20 * Microsecond // a conflict analysed
	Query       = 2 * Microsecond  // a question, whatever answers it
	State       = Microsecond      // a state of an automaton with its edges
	Cell        = 2 * Nanosecond   // a variable of a symbolic state copied
	Node        = 2 * Microsecond  // an abstract state with its successors
	Fact        = 20 * Nanosecond  // a value set computed, compared or joined
	Step        = 2 * Microsecond  // a statement executed symbolically
	Statement   = 30 * Nanosecond  // a statement interpreted
)

// Clock counts work. The zero value is ready. One goroutine at a time.
type Clock struct {
	now    Amount
	next   Amount   // where something is due: a limit, or a meeting with a Coroutine
	limits []*limit // of contexts, the first to come at the end

	coroutine *Coroutine   // whose clock this is, or nil
	beside    []*Coroutine // that keep pace with this clock
	credited  Amount       // work of others that was added to now
}

type limit struct {
	at     Amount
	cancel context.CancelCauseFunc
}

// Now is the work done so far.
func (c *Clock) Now() Amount { return c.now }

// Since is the work done after a time of this clock.
func (c *Clock) Since(t Amount) Amount { return c.now - t }

// Add counts work.
func (c *Clock) Add(d Amount) {
	c.now += d
	if c.now >= c.next {
		c.arrive()
	}
}

// Count counts n pieces of work that cost d each.
func (c *Clock) Count(n int, d Amount) { c.Add(Amount(n) * d) }

// forever is a time that no clock shows.
const forever = Amount(math.MaxInt64)

// arrive does what is due.
func (c *Clock) arrive() {
	c.next = forever
	if c.coroutine != nil {
		c.next = c.coroutine.arrive(c.now)
	}
	if len(c.beside) > 0 {
		own := c.now - c.credited
		for _, s := range c.beside {
			s.meet(own)
		}
		c.next = min(c.next, c.now+Slice-own%Slice)
	}
	c.expire()
	if n := len(c.limits); n > 0 {
		c.next = min(c.next, c.limits[n-1].at)
	}
}

// expire ends the contexts whose time is up.
func (c *Clock) expire() {
	for n := len(c.limits); n > 0 && c.limits[n-1].at <= c.now; n = len(c.limits) {
		l := c.limits[n-1]
		c.limits = c.limits[:n-1]
		l.cancel(context.DeadlineExceeded)
	}
}

// Left is the work until the first of the limits.
func (c *Clock) Left() Amount {
	if n := len(c.limits); n > 0 {
		return c.limits[n-1].at - c.now
	}
	return forever - c.now
}

// WithLimit gives a context that ends when d more work is done, at the very
// step that does it: whoever asks on the same goroutine gets the same answer
// in every run. Its cause is then context.DeadlineExceeded.
func (c *Clock) WithLimit(parent context.Context, d Amount) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	l := &limit{at: c.now + max(d, 0), cancel: cancel}
	i := len(c.limits)
	for i > 0 && c.limits[i-1].at < l.at {
		i--
	}
	c.limits = append(c.limits, nil)
	copy(c.limits[i+1:], c.limits[i:])
	c.limits[i] = l
	c.next = min(c.next, l.at)
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
