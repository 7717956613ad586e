package work

import (
	"context"
	"fmt"
	"runtime"
	"testing"
)

// learned runs a coroutine that ends after the given work beside a caller that counts
// in steps of its own, and says at which times of the caller's clock it learned
// of that, and how much it was told to have been done.
func learned(end, step, theirs Amount, slow int) string {
	var c Clock
	c.Add(3 * Millisecond)
	spin := func() {
		for range slow {
			runtime.Gosched()
		}
	}
	s := c.NewCoroutine(context.Background(), func(ctx context.Context, clock *Clock) {
		for clock.Now() < end && ctx.Err() == nil {
			clock.Add(theirs)
			spin()
		}
	})
	defer s.Stop()
	s.Until(2 * Slice)
	out := fmt.Sprint(s.Over(), c.Now())
	told := Amount(-1)
	s.Keep(func() { told = c.Now() })
	for n := 0; n < 2000 && !s.Over(); n++ {
		c.Add(step)
		if n%7 == 3 {
			c.Settle()
		}
		if n == 50 {
			s.Rest()
			c.Add(5 * Slice)
			s.Keep(func() { told = c.Now() })
		}
		if slow == 0 {
			runtime.Gosched()
		}
	}
	return fmt.Sprint(out, s.Over(), told, c.Now())
}

// TestCoroutine: the caller learns of a coroutine what the work of both says, not which of
// them is faster.
func TestCoroutine(t *testing.T) {
	for _, end := range []Amount{Slice, 3 * Slice, 10*Slice + 1, 100 * Slice} {
		for _, step := range []Amount{Millisecond, 7 * Millisecond, 4*Slice + 1} {
			for _, theirs := range []Amount{Millisecond / 3, 9 * Millisecond, 3*Slice + 5} {
				want := learned(end, step, theirs, 0)
				for slow := range 4 {
					if got := learned(end, step, theirs, slow); got != want {
						t.Errorf("end %v, steps %v and %v: %s, or %s", end, step, theirs, got, want)
					}
				}
			}
		}
	}
}

// A coroutine waits for its caller, and ends with it.
func TestSideWaits(t *testing.T) {
	var c Clock
	reached := Amount(0)
	s := c.NewCoroutine(context.Background(), func(ctx context.Context, clock *Clock) {
		for ctx.Err() == nil {
			clock.Add(Millisecond)
			reached = clock.Now()
		}
	})
	s.Until(Second)
	s.Keep(nil)
	c.Add(Second)
	s.Stop()
	if reached < 2*Second-Slice || reached > 2*Second+2*Slice {
		t.Errorf("beside 1 s after 1 s, %v were done", reached)
	}
	if c.Settle(); c.Now() != 2*Second {
		t.Errorf("the clock shows %v", c.Now())
	}
}

// A panic of a coroutine is one of its caller.
func TestSidePanics(t *testing.T) {
	var c Clock
	s := c.NewCoroutine(context.Background(), func(_ context.Context, clock *Clock) {
		clock.Add(Slice)
		panic("broken")
	})
	defer func() {
		if p := recover(); p != "broken" {
			t.Errorf("recovered %v", p)
		}
		s.Stop()
	}()
	s.Until(10 * Slice)
	t.Error("not reached")
}

// A coroutine that runs freely has done what it had to when the caller joins it, and
// its work is then the caller's, who sees its limits come.
func TestSideRuns(t *testing.T) {
	for _, theirs := range []Amount{Millisecond, 40 * Slice} {
		var c Clock
		ctx, cancel := c.WithLimit(context.Background(), 30*Slice)
		if c.Add(2 * Millisecond); c.Left() != 30*Slice-2*Millisecond {
			t.Errorf("left: %v", c.Left())
		}
		s := c.NewCoroutine(context.Background(), func(_ context.Context, clock *Clock) {
			for range 8 {
				clock.Add(theirs / 8)
			}
		})
		s.Run()
		c.Add(3 * Millisecond)
		s.Join()
		s.Stop()
		if want := 5*Millisecond + theirs; c.Now() != want || !s.Over() || (ctx.Err() != nil) != (want >= 30*Slice) {
			t.Errorf("%v, want %v, limit reached: %v", c.Now(), want, ctx.Err())
		}
		cancel()
	}
}
