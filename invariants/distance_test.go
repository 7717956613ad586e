package invariants

import (
	"math/rand/v2"
	"testing"

	"culprit/fault"
)

// slow is the edit distance by its recursion.
func slow(a, b []uint64) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	d := slow(a[1:], b[1:])
	if a[0] != b[0] {
		d++
	}
	return min(d, slow(a[1:], b)+1, slow(a, b[1:])+1)
}

func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() []uint64 {
		out := make([]uint64, rng.IntN(7))
		for i := range out {
			out[i] = rng.Uint64N(3)
		}
		return out
	}
	for range 2000 {
		a, b, limit := word(), word(), 1+rng.IntN(8)
		if got, want := distance(a, b, limit), min(slow(a, b), limit); got != want {
			t.Fatalf("%v %v below %d: %d, want %d", a, b, limit, got, want)
		}
	}
}

func TestClosest(t *testing.T) {
	names := func(tests []*fault.Test) string {
		out := ""
		for _, c := range tests {
			out += c.Name + " "
		}
		return out
	}
	from := &fault.Test{Stdin: []byte("abcd")}
	tests := stdin("aaaa", "abcd", "abxx", "abcx", "abcde")
	if got := names(closest(from, tests, 3)); got != "abcx abcde abxx " {
		t.Error(got)
	}
	if len(closest(from, tests, 0)) != 0 || len(closest(from, tests, 9)) != 4 {
		t.Error("wrong number")
	}
	// Equally far, those that differ in another place come first.
	if got := names(closest(from, stdin("xbcd", "ybcd", "zbcd", "abcx", "abxd", "abcdef"), 4)); got != "xbcd abcx abxd ybcd " {
		t.Error(got)
	}
}
