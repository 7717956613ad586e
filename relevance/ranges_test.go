package relevance

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
)

func TestIntersect(t *testing.T) {
	sets := func(rs []Range, w int) (s [16]bool) {
		for v := range uint64(16) {
			for _, r := range rs {
				x, lo, hi := cfg.SignExtend(v, w), cfg.SignExtend(r.Lo, w), cfg.SignExtend(r.Hi, w)
				if !r.Signed {
					x, lo, hi = int64(v), int64(r.Lo), int64(r.Hi)
				}
				s[v] = s[v] || lo <= x && x <= hi
			}
		}
		return s
	}
	r := rand.New(rand.NewPCG(7, 7))
	random := func(signed bool) []Range {
		var out []Range
		for v := uint64(r.IntN(5)); v < 16; v += uint64(2 + r.IntN(5)) {
			hi := min(v+uint64(r.IntN(5)), 15)
			lo := v
			v = hi
			if signed {
				lo, hi = lo^8, hi^8
			}
			out = append(out, Range{lo, hi, signed})
		}
		return out
	}
	for i := range 2000 {
		a, b := random(i%2 == 0), random(i%2 == 0)
		want, sa, sb := [16]bool{}, sets(a, 4), sets(b, 4)
		for v := range want {
			want[v] = sa[v] && sb[v]
		}
		if got := sets(intersect(a, b, 4), 4); got != want {
			t.Fatalf("%v and %v: %v", a, b, intersect(a, b, 4))
		}
	}
}
