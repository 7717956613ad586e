package fault

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// Answer is what came of one method.
type Answer struct {
	Result *Result
	Err    error // why there is no result
}

// Broken is the error of a method that panicked.
type Broken struct {
	Value any
	Stack []byte
}

func (e *Broken) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Ask runs one method. A missing input and a panic
// are errors.
func Ask(ctx context.Context, m *Method, in *Input) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = Answer{Err: &Broken{p, debug.Stack()}}
		}
	}()
	if missing := m.Needs.Missing(in); missing != 0 {
		return Answer{Err: CannotSay{"needs " + missing.String()}}
	}
	a.Result, a.Err = m.Run(ctx, in)
	return a
}

// Together runs methods on one input, side by side.
type Together struct {
	// Workers is how many run at once; 0: GOMAXPROCS.
	Workers int
	// Clock measures the time of the methods; nil: it is wall time.
	Clock *Clock
	// Left says how much time is left while so many run, and whether there is
	// a limit at all; nil: there is none.
	Left func(workers int) (time.Duration, bool)
	// Until is when, by Clock, methods shall have ended, and 0 if Left alone says
	// that. One that counts its work may take longer, where the machine is slower
	// than the one that work is counted for: it finds the same.
	Until time.Duration
	// Worth is how much of that time each method shall have, compared with the
	// others; nil: all have the same. If there are several workers, the method of
	// the greatest worth has one of them for itself.
	Worth func(m *Method) float64
	// Done is called with the number of each method that has ended,
	// by one goroutine at a time.
	Done func(i int, a Answer)
}

// grace is how long a method may take to notice that its time is up, by the clock
// that its time is measured by. Then it is left alone, and the next one starts.
const grace = time.Second

// slower is how many times as long a method may take that counts its work.
const slower = 4

// left is how much time is left for a method while so many run.
func (t *Together) left(m *Method, workers int) (d time.Duration, limited bool) {
	if t.Left != nil {
		d, limited = t.Left(workers)
	}
	if t.Until > 0 {
		rest := max(t.Until-t.Clock.Now(), 0)
		if m.Counts {
			rest *= slower
		}
		if !limited || rest < d {
			d, limited = rest, true
		}
	}
	return d, limited
}

// Run begins the methods in their order, after the one with a worker for itself,
// as many at once as there are workers, and returns when all have ended. Each has
// a share of the time that is left when it begins: of what all workers have, as
// much as it is worth among those that have not begun. Those that ctx keeps from
// beginning have no answer.
func (t Together) Run(ctx context.Context, methods []Method, in *Input) {
	workers := t.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = min(workers, len(methods))
	if t.Clock == nil {
		t.Clock = NewClock(func() (ran, waited time.Duration) { return 0, 0 })
	}
	worth, rest := make([]float64, len(methods)), 0.0
	for i := range methods {
		worth[i] = 1
		if t.Worth != nil {
			worth[i] = t.Worth(&methods[i])
		}
		rest += worth[i]
	}
	order := make([]int, len(methods))
	for i := range order {
		order[i] = i
	}
	sharing := workers // of those that share them
	if t.Worth != nil && workers > 1 {
		first := slices.Index(worth, slices.Max(worth))
		order = slices.Insert(slices.Delete(order, first, first+1), 0, first)
		rest -= worth[first]
		sharing--
	}
	var next, done sync.Mutex
	begun := 0
	turn := func() (i int, share time.Duration, limited bool) {
		next.Lock()
		defer next.Unlock()
		if begun == len(methods) || ctx.Err() != nil {
			return -1, 0, false
		}
		i = order[begun]
		begun++
		alone := begun == 1 && sharing < workers
		if share, limited = t.left(&methods[i], min(workers, len(methods)-begun+1)); limited {
			if !alone {
				side := min(sharing, len(methods)-begun+1)
				share = min(share, time.Duration(float64(share)*float64(side)*worth[i]/rest))
			}
			share = max(share, time.Millisecond)
		}
		if !alone {
			rest -= worth[i]
		}
		return i, share, limited
	}
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				i, share, limited := turn()
				if i < 0 {
					return
				}
				var a Answer
				if limited {
					a = within(ctx, t.Clock, share, &methods[i], in)
				} else {
					a = Ask(ctx, &methods[i], in)
				}
				done.Lock()
				t.Done(i, a)
				done.Unlock()
			}
		})
	}
	all.Wait()
}

// within asks a method and waits no longer than its share of the time.
func within(parent context.Context, clock *Clock, share time.Duration, m *Method, in *Input) Answer {
	ctx, cancel := clock.limit(parent, share)
	defer cancel()
	got := make(chan Answer, 1)
	go func() { got <- Ask(ctx, m, in) }()
	answered := func(a Answer) Answer {
		if parent.Err() == nil && (errors.Is(a.Err, context.DeadlineExceeded) || errors.Is(a.Err, context.Canceled)) {
			a.Err = fmt.Errorf("its share of the time, %v, was not enough", share.Round(time.Millisecond))
		}
		return a
	}
	select {
	case a := <-got:
		return answered(a)
	case <-ctx.Done():
	}
	over := time.NewTimer(clock.Wall(grace))
	defer over.Stop()
	select {
	case a := <-got:
		return answered(a)
	case <-over.C:
		return Answer{Err: fmt.Errorf("it did not stop after its share of the time, %v", share.Round(time.Millisecond))}
	}
}

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
