package main

import (
	"runtime/debug"
	"testing"
)

// The collector does more as memory fills up, and never less again.
func TestCollectMore(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(collections[0]))
	l := &limits{limitFlags: limitFlags{Memory: 8 << 30}}
	percent := func() int {
		p := debug.SetGCPercent(100)
		debug.SetGCPercent(p)
		return p
	}
	for _, tt := range []struct {
		held   uint64
		hoards bool
		want   int
	}{{1<<30 - 1, false, 300}, {1 << 30, false, 100}, {1 << 20, false, 100}, {5 << 30, false, 100}, {5 << 30, true, 50}, {1, true, 50}} {
		l.hoards.Store(tt.hoards)
		if l.collectMore(tt.held); percent() != tt.want {
			t.Errorf("%d%% where %d bytes are held, want %d%%", percent(), tt.held, tt.want)
		}
	}
}
