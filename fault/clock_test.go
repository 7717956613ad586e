package fault

import (
	"context"
	"testing"
	"time"
)

// On a machine where a method gets only half of a processor its time lasts
// twice as long; where it gets none, eight times; where nobody works, or
// processor time is not known, it is wall time.
func TestClock(t *testing.T) {
	for _, tt := range []struct {
		name     string
		share    float64 // of the wall time is processor time
		busy     int
		from, to float64
	}{
		{"alone", 1, 1, 1, 1},
		{"two", 2, 2, 1, 1},
		{"collector", 3, 1, 1, 1},
		{"half", 0.5, 1, 0.45, 0.55},
		{"nothing", 0.001, 1, 0.12, 0.13},
		{"two on one", 1, 2, 0.45, 0.55},
		{"idle", 0.001, 0, 1, 1},
		{"unknown", 0, 1, 1, 1},
	} {
		start := time.Now()
		c := NewClock(func() time.Duration { return time.Duration(tt.share * float64(time.Since(start))) })
		c.work(tt.busy)
		begun, from := c.Now(), time.Now()
		time.Sleep(20 * time.Millisecond)
		got := c.Now() - begun
		wall := time.Since(from)
		if f := float64(got) / float64(wall); f < tt.from*0.9 || f > tt.to*1.1 {
			t.Errorf("%s: %v in %v", tt.name, got, wall)
		}
		if w := float64(c.Wall(time.Second)) / float64(time.Second); tt.busy > 0 && (w > 1.1/tt.from || w < 0.9/tt.to) {
			t.Errorf("%s: a second is estimated to take %v s", tt.name, w)
		}
	}
}

// A limit of the clock looks to methods like a deadline.
func TestClockLimit(t *testing.T) {
	c := NewClock(func() time.Duration { return 0 })
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
