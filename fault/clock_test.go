package fault

import (
	"context"
	"testing"
	"time"
)

// Where threads wait as long as they run, time lasts twice as long; where they
// only wait, eight times; where nobody waits, or that is not known, it is wall
// time.
func TestClock(t *testing.T) {
	for _, tt := range []struct {
		name        string
		ran, waited float64 // in a second of wall time
		want        float64
	}{
		{"alone", 1, 0, 1},
		{"two threads", 2, 0, 1},
		{"half", 0.5, 0.5, 0.5},
		{"two threads on half", 1, 1, 0.5},
		{"a quarter", 0.5, 1.5, 0.25},
		{"nothing", 0, 1, 0.125},
		{"idle", 0, 0, 1},
	} {
		start := time.Now()
		c := NewClock(func() (ran, waited time.Duration) {
			wall := float64(time.Since(start))
			return time.Duration(tt.ran * wall), time.Duration(tt.waited * wall)
		})
		time.Sleep(20 * time.Millisecond)
		got := float64(c.Now()) / float64(time.Since(start))
		if got < 0.8*tt.want || got > 1.2*tt.want {
			t.Errorf("%s: %v of wall time", tt.name, got)
		}
		if w := c.Wall(time.Second).Seconds() * tt.want; w < 0.8 || w > 1.2 {
			t.Errorf("%s: a second is estimated to take %v s", tt.name, w/tt.want)
		}
	}
}

// A limit of the clock looks to methods like a deadline.
func TestClockLimit(t *testing.T) {
	c := NewClock(func() (ran, waited time.Duration) { return 0, 0 })
	ctx, cancel := c.limit(context.Background(), 10*time.Millisecond)
	defer cancel()
	if end, ok := ctx.Deadline(); !ok || time.Until(end) > 11*time.Millisecond {
		t.Error("no deadline")
	}
	if ctx.Err() != nil {
		t.Error("over at once")
	}
	below, stop := context.WithTimeout(ctx, time.Hour)
	defer stop()
	<-below.Done()
	if ctx.Err() != context.DeadlineExceeded || context.Cause(below) != context.DeadlineExceeded {
		t.Error(ctx.Err(), context.Cause(below))
	}
	outer, end := context.WithCancel(context.Background())
	ctx, cancel = c.limit(outer, time.Hour)
	defer cancel()
	end()
	<-ctx.Done()
	if ctx.Err() != context.Canceled {
		t.Error(ctx.Err())
	}
}
