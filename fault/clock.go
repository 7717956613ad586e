package fault

import (
	"context"
	"sync"
	"time"
)

// Clock measures time as methods get it, so that an answer does not get worse
// where other processes use the machine: it runs as fast as wall time while each
// method that is at work has a processor to itself, and slower where they have
// to wait for one, but at an eighth of wall time at least.
type Clock struct {
	cpu func() time.Duration

	mu      sync.Mutex
	busy    int // methods at work
	now     time.Duration
	wall    time.Time // of the last look, as is the next
	used    time.Duration
	elapsed time.Duration // wall time while methods were at work, and what the clock made of it
	counted time.Duration
}

// slowest is how many times slower than wall time a Clock is at most.
const slowest = 8

// NewClock makes a clock from the processor time of the process; where that is
// not known, and always 0, it shows wall time.
func NewClock(cpu func() time.Duration) *Clock {
	return &Clock{cpu: cpu, wall: time.Now(), used: cpu()}
}

// Now is the time since the clock was made.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advance()
	return c.now
}

func (c *Clock) advance() {
	wall, used := time.Now(), c.cpu()
	passed := wall.Sub(c.wall)
	step := passed
	if c.busy > 0 && used > 0 {
		step = min(passed, max(passed/slowest, (used-c.used)/time.Duration(c.busy)))
		c.elapsed += passed
		c.counted += step
	}
	c.now += step
	c.wall, c.used = wall, used
}

// Wall is how much wall time a duration of the clock will take, if the machine
// stays as busy as it was.
func (c *Clock) Wall(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counted <= 0 {
		return d
	}
	return time.Duration(float64(d) * min(float64(c.elapsed)/float64(c.counted), slowest))
}

// work says that so many more methods are at work.
func (c *Clock) work(more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advance()
	c.busy += more
}

// limit bounds a context to a duration of the clock. Its deadline is an estimate.
func (c *Clock) limit(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancelCause(parent)
	out := &limited{inner, c, c.Now() + d}
	go func() {
		for {
			rest := out.end - c.Now() // no more than of wall time
			if rest <= 0 {
				cancel(context.DeadlineExceeded)
				return
			}
			t := time.NewTimer(rest)
			select {
			case <-inner.Done():
				t.Stop()
				return
			case <-t.C:
			}
		}
	}()
	return out, func() { cancel(nil) }
}

// limited is a context that ends at a time of a clock.
type limited struct {
	context.Context
	clock *Clock
	end   time.Duration
}

// Deadline implements context.Context.
func (l *limited) Deadline() (time.Time, bool) {
	end := time.Now().Add(l.clock.Wall(max(l.end-l.clock.Now(), 0)))
	if outer, ok := l.Context.Deadline(); ok && outer.Before(end) {
		end = outer
	}
	return end, true
}

// Err implements context.Context.
func (l *limited) Err() error {
	if context.Cause(l.Context) == context.DeadlineExceeded {
		return context.DeadlineExceeded
	}
	return l.Context.Err()
}
