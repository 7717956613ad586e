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
		before := time.Now()
		c := NewClock(func() (ran, waited time.Duration) {
			wall := float64(time.Since(before))
			return time.Duration(tt.ran * wall), time.Duration(tt.waited * wall)
		})
		after := time.Now()
		time.Sleep(20 * time.Millisecond)
		least := tt.want * float64(time.Since(after))
		got := float64(c.Now())
		if most := tt.want * float64(time.Since(before)); got < 0.99*least || got > 1.01*most {
			t.Errorf("%s: %v, want %v to %v", tt.name, got, least, most)
		}
		if w := c.Wall(time.Second).Seconds() * tt.want; w < 0.99 || w > 1.01 {
			t.Errorf("%s: a second is estimated to take %v s", tt.name, w/tt.want)
		}
	}
}

// A limit of the clock looks to methods like a deadline.
func TestClockLimit(t *testing.T) {
	c := NewClock(func() (ran, waited time.Duration) { return 0, 0 })
	long, cancel := c.limit(context.Background(), time.Hour)
	defer cancel()
	if end, ok := long.Deadline(); !ok || time.Until(end) > time.Hour || time.Until(end) < time.Hour/2 {
		t.Error("no deadline")
	}
	if long.Err() != nil {
		t.Error("over at once")
	}
	ctx, cancel := c.limit(context.Background(), 10*time.Millisecond)
	defer cancel()
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
