package fault

import (
	"context"
	"sync"
	"time"
)

// Clock measures time as methods get it, so that an answer does not get worse
// where other processes use the machine: wall time, of which only the share
// counts for which threads that want to run did run, but an eighth at least.
type Clock struct {
	spent func() (ran, waited time.Duration)

	mu          sync.Mutex
	begun, wall time.Time // of the clock, of the last look
	ran, waited time.Duration
	now         time.Duration
}

// slowest is how many times slower than wall time a Clock is at most.
const slowest = 8

// NewClock makes a clock from the times that the threads of the process ran, and
// waited for a processor; where the latter is not known, and always 0, it shows
// wall time.
func NewClock(spent func() (ran, waited time.Duration)) *Clock {
	c := &Clock{spent: spent, begun: time.Now()}
	c.wall = c.begun
	c.ran, c.waited = spent()
	return c
}

// Now is the time since the clock was made.
func (c *Clock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advance()
	return c.now
}

func (c *Clock) advance() {
	wall := time.Now()
	ran, waited := c.spent()
	share := 1.0
	if r, w := ran-c.ran, waited-c.waited; r >= 0 && w > 0 {
		share = max(float64(r)/float64(r+w), 1./slowest)
	}
	c.now += time.Duration(share * float64(wall.Sub(c.wall)))
	c.wall, c.ran, c.waited = wall, ran, waited
}

// Wall is how much wall time a duration of the clock will take, if the machine
// stays as busy as it was.
func (c *Clock) Wall(d time.Duration) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.advance()
	if c.now <= 0 {
		return d
	}
	return time.Duration(float64(d) * float64(c.wall.Sub(c.begun)) / float64(c.now))
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
