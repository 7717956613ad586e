package main

import (
	"runtime/debug"
	"testing"
)

// The collector does more as memory fills up, and never less again.
func TestCollectMore(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	l := &limits{limitFlags: limitFlags{Memory: 8 << 30}}
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	l.collectMore(3 << 30)
	if p := percent(); p != 100 {
		t.Errorf("collections at %d%% that nobody asked for", p)
	}
	l.collectLess()
	for _, tt := range []struct {
		held uint64
		want int
	}{{0, 300}, {1<<30 - 1, 300}, {1 << 30, 100}, {1 << 20, 100}, {5 << 30, 50}, {2 << 30, 50}, {1, 50}} {
		if l.collectMore(tt.held); percent() != tt.want {
			t.Errorf("%d%% where %d bytes are held, want %d%%", percent(), tt.held, tt.want)
		}
	}
}
