package witness

import (
	"math/rand/v2"
	"testing"

	known "culprit/analysis/values"
	"culprit/cfg"
)

// allows reports whether a value of w bits is meant.
func (h hull) allows(v uint64, w int) bool {
	in := h.set == nil
	for _, x := range h.set {
		in = in || x == v
	}
	s := cfg.SignExtend(v, w)
	return in && h.ulo <= v && v <= h.uhi && h.slo <= s && s <= h.shi
}

// TestFewer enumerates the values of two variables of four bits: dropping and
// merging states changes nothing, joining them loses no value.
func TestFewer(t *testing.T) {
	const w = 4
	r := rand.New(rand.NewPCG(1, 2))
	keys := []factKey{{addr: 0, w: w}, {addr: 1, w: w}}
	for range 3000 {
		var all []state
		for range 1 + r.IntN(6) {
			st := state{facts: map[factKey]hull{}}
			for _, k := range keys {
				f := known.Fact{Width: w, Lo: r.Uint64N(16), Hi: r.Uint64N(16), Kind: known.FactKind(r.IntN(4))}
				switch {
				case f.Kind == known.Const:
					f.Hi = f.Lo
				case f.Kind == known.Set:
					f.Set = []uint64{f.Lo, f.Hi, r.Uint64N(16)}
				case f.Kind == known.UnsignedRange && f.Lo > f.Hi || f.Kind == known.SignedRange && cfg.SignExtend(f.Lo, w) > cfg.SignExtend(f.Hi, w):
					f.Lo, f.Hi = f.Hi, f.Lo
				}
				if r.IntN(5) > 0 {
					st.facts[k] = newHull(&f)
				}
			}
			all = append(all, st)
		}
		allows := func(sts []state, x, y uint64) bool {
			for _, st := range sts {
				hx, okx := st.facts[keys[0]]
				hy, oky := st.facts[keys[1]]
				if (!okx || hx.allows(x, w)) && (!oky || hy.allows(y, w)) {
					return true
				}
			}
			return false
		}
		joined := all[0]
		for _, st := range all[1:] {
			joined = joined.or(st)
		}
		less := fewer(append([]state(nil), all...))
		for x := range uint64(16) {
			for y := range uint64(16) {
				before := allows(all, x, y)
				if allows(less, x, y) != before {
					t.Fatalf("(%d, %d) is allowed: %v\nbefore %v\nafter  %v", x, y, before, all, less)
				}
				if before && !allows([]state{joined}, x, y) {
					t.Fatalf("(%d, %d) is lost\nbefore %v\nafter  %v", x, y, all, joined)
				}
			}
		}
	}
}
