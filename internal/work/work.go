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
	"sync"
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
	Decision    = 100 * Nanosecond // a variable chosen
	Move        = 12 * Nanosecond  // a variable moved in the order of decisions
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

// Slice is how far, at most about twice, a Coroutine and the clock it keeps pace
// with are ahead of each other: long beside what a meeting costs, short beside
// what is wasted when one of them has found the answer.
const Slice = 10 * Millisecond

// Coroutine is work on a goroutine and a clock of its own, beside that of its caller.
// It does exactly as much as it is told, or keeps pace with the clock of the
// caller: each waits for the other in the midst of whatever it does, at the step
// at which it is a slice ahead. So two processors share the work, and still
// nothing that is decided depends on which of them is faster. That the coroutine has
// ended, in particular, the caller learns at a time of its own clock that only
// depends on the coroutine's.
type Coroutine struct {
	clock  Clock
	caller *Clock
	cancel context.CancelFunc
	done   chan struct{} // closed when the goroutine has ended

	mu      sync.Mutex
	changed sync.Cond
	grant   Amount // on its clock: so far it may go
	at      Amount // on its clock: so far it certainly is
	ended   bool
	stopped bool
	failure any // of a panic
	since   time.Time
	busy    time.Duration

	// Of the goroutine of the caller.
	from     Amount // work of the caller's own when the pace began
	base     Amount // on the coroutine's clock, at the same moment
	sure     Amount // on the coroutine's clock: what is known of it so far
	credited Amount // of that, what was added to the caller's clock
	over     bool   // it is known to have ended
	onEnd    func()
}

// NewCoroutine makes a coroutine of a function, which is to end with its context. It does
// nothing yet.
func (c *Clock) NewCoroutine(ctx context.Context, f func(ctx context.Context, clock *Clock)) *Coroutine {
	s := &Coroutine{caller: c, done: make(chan struct{})}
	s.changed.L = &s.mu
	s.clock.coroutine = s
	ctx, s.cancel = context.WithCancel(ctx)
	go func() {
		defer close(s.done)
		defer func() {
			p := recover()
			s.mu.Lock()
			defer s.mu.Unlock()
			s.at, s.ended, s.failure = s.clock.now, true, p
			s.busy += time.Since(s.since)
			s.changed.Broadcast()
		}()
		s.clock.Add(0)
		f(ctx, &s.clock)
	}()
	return s
}

// arrive is called by the coroutine: it waits until it may go on, and says when to
// come again.
func (s *Coroutine) arrive(now Amount) Amount {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = now
	s.changed.Broadcast()
	if s.since.IsZero() {
		s.since = time.Now()
	}
	if now >= s.grant && !s.stopped {
		s.busy += time.Since(s.since)
		for now >= s.grant && !s.stopped {
			s.changed.Wait()
		}
		s.since = time.Now()
	}
	if s.stopped {
		return forever
	}
	return min(s.grant, now+Slice-now%Slice)
}

// advance lets the coroutine go as far as grant, and waits until it has come as far
// as need.
func (s *Coroutine) advance(grant, need Amount) {
	if s.over {
		return
	}
	s.mu.Lock()
	if grant > s.grant {
		s.grant = grant
		s.changed.Broadcast()
	}
	for s.at < need && !s.ended {
		s.changed.Wait()
	}
	s.over = s.ended && s.at <= need
	s.sure = max(s.sure, need)
	if s.over {
		s.sure = s.at
	}
	failure := s.failure
	s.mu.Unlock()
	if s.over && failure != nil {
		panic(failure)
	}
	if s.over && s.onEnd != nil {
		s.onEnd()
	}
}

// Until lets the coroutine do so much work in all, and waits for it.
func (s *Coroutine) Until(work Amount) {
	s.advance(work, work)
	s.caller.settle(s)
}

// Run lets the coroutine do all of its work, without waiting for it.
func (s *Coroutine) Run() { s.advance(forever, 0) }

// Join waits until a coroutine that was told to run has ended.
func (s *Coroutine) Join() { s.Until(forever) }

// Keep makes the coroutine keep pace with the caller from now on. onEnd, if not nil,
// is called on the goroutine of the caller, out of its clock, when the coroutine has
// ended.
func (s *Coroutine) Keep(onEnd func()) {
	c := s.caller
	s.onEnd = onEnd
	if s.over {
		return
	}
	s.from, s.base = c.now-c.credited, s.sure
	c.beside = append(c.beside, s)
	s.meet(s.from)
	c.next = 0
}

// Rest lets the coroutine wait until it is to do something again.
func (s *Coroutine) Rest() {
	for i, o := range s.caller.beside {
		if o == s {
			s.caller.beside = append(s.caller.beside[:i:i], s.caller.beside[i+1:]...)
		}
	}
}

// meet is called when the caller has done so much work of its own: the coroutine may
// go a slice further than that, and must have come as far but for a slice.
func (s *Coroutine) meet(own Amount) {
	n := (own - s.from) / Slice * Slice
	s.advance(s.base+n+Slice, s.base+max(n-Slice, 0))
}

// Settle adds the work that the coroutines have done to the clock.
func (c *Clock) Settle() {
	for _, s := range c.beside {
		c.settle(s)
	}
}

func (c *Clock) settle(s *Coroutine) {
	d := s.sure - s.credited
	s.credited = s.sure
	c.credited += d
	c.Add(d)
}

// Over reports whether the coroutine has ended, as far as the caller may know.
func (s *Coroutine) Over() bool { return s.over }

// Busy is the time for which the coroutine was at work.
func (s *Coroutine) Busy() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.busy
}

// Stop ends the coroutine and waits for that.
func (s *Coroutine) Stop() {
	s.Rest()
	s.cancel()
	s.mu.Lock()
	s.stopped = true
	s.changed.Broadcast()
	s.mu.Unlock()
	<-s.done
	if s.failure != nil && !s.over {
		s.over = true
		panic(s.failure)
	}
	s.over = true
}
