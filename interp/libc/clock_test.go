package libc

import "testing"

func TestClockGettime(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	ts := w.mem.bytes(make([]byte, 16))
	for _, id := range []int{0, 1, 11} {
		if r := w.int("clock_gettime", id, ts); r != 0 {
			t.Errorf("clock %d: %d", id, r)
		}
	}
	for _, id := range []int{-1, 12, 999} {
		w.mem.errno = 0
		if r := w.int("clock_gettime", id, ts); r != -1 || w.mem.errno != einval {
			t.Errorf("clock %d: %d, errno %d", id, r, w.mem.errno)
		}
	}
}
