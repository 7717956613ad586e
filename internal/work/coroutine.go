package work

import (
	"context"
	"sync"
	"time"
)

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
