package work

import (
	"context"
	"testing"
)

// A context ends at the step that reaches its limit, whatever the order in
// which limits were set.
func TestWithLimit(t *testing.T) {
	var c Clock
	c.Add(Second)
	late, stopLate := c.WithLimit(context.Background(), 30)
	defer stopLate()
	early, stopEarly := c.WithLimit(context.Background(), 10)
	defer stopEarly()
	dropped, stop := c.WithLimit(context.Background(), 20)
	stop()
	over, stopOver := c.WithLimit(context.Background(), 0)
	defer stopOver()
	if over.Err() == nil || dropped.Err() == nil {
		t.Error("a context without work left, or given up, is not done")
	}
	c.Count(3, 3)
	if early.Err() != nil {
		t.Error("done after 9 of 10")
	}
	c.Add(1)
	if early.Err() == nil || late.Err() != nil {
		t.Errorf("after 10: early %v, late %v", early.Err(), late.Err())
	}
	c.Add(100)
	if late.Err() == nil || len(c.limits) != 0 {
		t.Error("the last limit is not over")
	}
	if c.Since(Second) != 110 {
		t.Errorf("the clock shows %d", c.Since(Second))
	}
}
