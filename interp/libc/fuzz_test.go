package libc

import (
	"slices"
	"testing"
	"time"
)

// The fuzzers look for panics other than the errors of Call, and for loops.

func FuzzFormat(f *testing.F) {
	for _, s := range []string{"%d %s\n", "%-+ #0'*.*lld", "%3$*1$.*2$f %n", "%", "%hhhd", "%999999999999d", "%.99999f", "%LA%lc%ls%m%p"} {
		f.Add(s, uint64(1), 1.5, "text", false)
	}
	f.Fuzz(func(t *testing.T, format string, n uint64, x float64, s string, list bool) {
		w := newWorld(t, 8, "", nil)
		args := []any{format, int64(n), x, s, int64(n), x, s, 7}
		if list {
			args = []any{format, w.mem.slots(w.mem.values(args[1:]...))}
		}
		name := map[bool]string{false: "printf", true: "vprintf"}[list]
		start := time.Now()
		w.try(name, args...)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q took %v", format, d)
		}
	})
}

func FuzzScan(f *testing.F) {
	for _, s := range [][2]string{{"%d %s", "12 abc"}, {"%[^]-a]%*5c%n", "xyz"}, {"%lf%a%p", "0x1.8p3 nan(nil)"}, {"%", " "}, {"%5[a-", "a"}, {"%ms%mc", "abc d"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, format, input string) {
		w := newWorld(t, 8, input, nil)
		args := []any{format}
		for range 6 {
			args = append(args, w.mem.bytes(make([]byte, 64)))
		}
		v, err := w.try("scanf", args...)
		if n := signed(v.Bits, 32); err == nil && (n < -1 || n > 6) {
			t.Errorf("scanf(%q) of %q = %d", format, input, n)
		}
		// sscanf reads the same, up to a NUL.
		if slices.Contains([]byte(input), 0) {
			return
		}
		args = []any{input, format}
		for range 6 {
			args = append(args, w.mem.bytes(make([]byte, 64)))
		}
		v2, err2 := w.try("sscanf", args...)
		if v != v2 || (err == nil) != (err2 == nil) {
			t.Errorf("scanf(%q) of %q: %v %v, sscanf: %v %v", format, input, v, err, v2, err2)
		}
	})
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{" -0x1.8p-3", "nan(12)", "1e999999999", "infinity", "0x", "-9999999999999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		w := newWorld(t, 8, "", nil)
		w.try("strtod", s, uint64(0))
		w.try("strtof", s, uint64(0))
	})
}
