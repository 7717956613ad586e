package values

import (
	"slices"

	"culprit/cfg"
)

// val is a non-empty set of bit-vectors of width w: the explicit set if set is
// not nil, else all values within both the unsigned and the signed bounds. A
// nil *val is every value. A val never changes once built.
type val struct {
	w        uint8
	set      []uint64 // sorted, 1..maxSet elements
	ulo, uhi uint64
	slo, shi int64
	hash     uint64
}

func umax(w int) uint64 { return cfg.Mask(^uint64(0), w) }
func smax(w int) int64  { return int64(umax(w) >> 1) }
func smin(w int) int64  { return -smax(w) - 1 }

func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	h *= 0xff51afd7ed558ccd
	return h ^ h>>32
}

// konst is the singleton of v.
func konst(w int, v uint64) *val { return fromSorted(w, []uint64{cfg.Mask(v, w)}) }

func fromBool(b bool) *val {
	if b {
		return trueVal
	}
	return falseVal
}

var (
	trueVal  = konst(1, 1)
	falseVal = konst(1, 0)
)

// fromSorted is the set of the sorted, distinct, masked values vs. At most
// maxSet of them stay explicit.
func fromSorted(w int, vs []uint64) *val {
	v := &val{w: uint8(w), ulo: vs[0], uhi: vs[len(vs)-1]}
	v.slo, v.shi = cfg.SignExtend(vs[0], w), cfg.SignExtend(vs[0], w)
	for _, x := range vs {
		s := cfg.SignExtend(x, w)
		v.slo, v.shi = min(v.slo, s), max(v.shi, s)
	}
	if len(vs) > maxSet {
		r, _ := bounds(w, v.ulo, v.uhi, v.slo, v.shi)
		return r
	}
	v.set = vs
	if w <= 4 && len(vs) == 1<<uint(w) {
		return nil
	}
	v.hash = mix(uint64(w), uint64(len(vs)))
	for _, x := range vs {
		v.hash = mix(v.hash, x)
	}
	return v
}

// fromValues is the set of the values vs in any order; it takes vs over.
func fromValues(w int, vs []uint64) *val {
	slices.Sort(vs)
	return fromSorted(w, slices.Compact(vs))
}

// bounds is the set of all values within both ranges; ok is false if there is
// none.
func bounds(w int, ulo, uhi uint64, slo, shi int64) (v *val, ok bool) {
	half := uint64(smax(w))
	for range 2 {
		if ulo > uhi || slo > shi {
			return nil, false
		}
		// Consequences of the unsigned range for the signed one.
		switch {
		case uhi <= half || ulo > half:
			slo, shi = max(slo, cfg.SignExtend(ulo, w)), min(shi, cfg.SignExtend(uhi, w))
		default: // [ulo, half] and [half+1, uhi]
			if neg := cfg.SignExtend(uhi, w); slo > neg {
				slo = max(slo, int64(ulo))
			}
			if shi < int64(ulo) {
				shi = min(shi, cfg.SignExtend(uhi, w))
			}
		}
		if slo > shi {
			return nil, false
		}
		// And the other way round.
		a, b := cfg.Mask(uint64(slo), w), cfg.Mask(uint64(shi), w)
		switch {
		case slo >= 0 || shi < 0:
			ulo, uhi = max(ulo, a), min(uhi, b)
		default: // [0, b] and [a, umax]
			if ulo > b {
				ulo = max(ulo, a)
			}
			if uhi < a {
				uhi = min(uhi, b)
			}
		}
	}
	if ulo > uhi || slo > shi {
		return nil, false
	}
	if uhi-ulo < uint64(maxSet) || uint64(shi)-uint64(slo) < uint64(maxSet) {
		return enumerate(w, ulo, uhi, slo, shi)
	}
	if ulo == 0 && uhi == umax(w) && slo == smin(w) && shi == smax(w) {
		return nil, true
	}
	v = &val{w: uint8(w), ulo: ulo, uhi: uhi, slo: slo, shi: shi}
	v.hash = mix(mix(mix(mix(uint64(w)+1000, ulo), uhi), uint64(slo)), uint64(shi))
	return v, true
}

// enumerate lists a range whose unsigned or signed extent is below maxSet.
func enumerate(w int, ulo, uhi uint64, slo, shi int64) (*val, bool) {
	var vs []uint64
	start, n := ulo, uhi-ulo
	if n >= uint64(maxSet) {
		start, n = uint64(slo), uint64(shi)-uint64(slo)
	}
	for i := uint64(0); i <= n; i++ {
		x := cfg.Mask(start+i, w)
		if s := cfg.SignExtend(x, w); x >= ulo && x <= uhi && s >= slo && s <= shi {
			vs = append(vs, x)
		}
	}
	if len(vs) == 0 {
		return nil, false
	}
	return fromValues(w, vs), true
}

func urange(w int, lo, hi uint64) *val {
	v, ok := bounds(w, lo, hi, smin(w), smax(w))
	if !ok {
		panic("values: empty unsigned range")
	}
	return v
}

func srange(w int, lo, hi int64) *val {
	v, ok := bounds(w, 0, umax(w), lo, hi)
	if !ok {
		panic("values: empty signed range")
	}
	return v
}

// view gives the bounds of v, which may be nil, at width w.
func (v *val) view(w int) (ulo, uhi uint64, slo, shi int64) {
	if v == nil {
		return 0, umax(w), smin(w), smax(w)
	}
	return v.ulo, v.uhi, v.slo, v.shi
}

// single returns the only element.
func (v *val) single() (uint64, bool) {
	if v != nil && len(v.set) == 1 {
		return v.set[0], true
	}
	return 0, false
}

// has reports whether x is an element.
func (v *val) has(x uint64) bool {
	if v == nil {
		return true
	}
	if v.set != nil {
		_, ok := slices.BinarySearch(v.set, x)
		return ok
	}
	s := cfg.SignExtend(x, int(v.w))
	return x >= v.ulo && x <= v.uhi && s >= v.slo && s <= v.shi
}

func (v *val) equal(u *val) bool {
	if v == u {
		return true
	}
	return v != nil && u != nil && v.hash == u.hash && v.w == u.w && v.ulo == u.ulo && v.uhi == u.uhi &&
		v.slo == u.slo && v.shi == u.shi && slices.Equal(v.set, u.set)
}

// leq reports whether every element of v is one of u.
func (v *val) leq(u *val) bool {
	if u == nil || v == u {
		return true
	}
	if v == nil {
		return false
	}
	if v.ulo < u.ulo || v.uhi > u.uhi || v.slo < u.slo || v.shi > u.shi {
		return false
	}
	if u.set == nil {
		return true
	}
	if v.set == nil || len(v.set) > len(u.set) {
		return false // an interval has more than maxSet elements
	}
	return !slices.ContainsFunc(v.set, func(x uint64) bool { return !u.has(x) })
}

// join is the least val above v and u.
func join(v, u *val) *val {
	if v == nil || u == nil {
		return nil
	}
	if v.equal(u) {
		return v
	}
	w := int(v.w)
	if v.set != nil && u.set != nil {
		return fromValues(w, slices.Concat(v.set, u.set))
	}
	r, _ := bounds(w, min(v.ulo, u.ulo), max(v.uhi, u.uhi), min(v.slo, u.slo), max(v.shi, u.shi))
	return r
}

// exactJoin is the union, if it is a val.
func exactJoin(v, u *val) (r *val, ok bool) {
	if v.leq(u) {
		return u, true
	}
	if u.leq(v) {
		return v, true
	}
	w := int(v.w)
	if v.set != nil && u.set != nil {
		r = fromValues(w, slices.Concat(v.set, u.set))
		return r, r != nil && r.set != nil || r == nil && w <= 4
	}
	if v.set != nil {
		v, u = u, v
	}
	// v is an interval; u must fill the rest of the hull.
	r = join(v, u)
	rulo, ruhi, rslo, rshi := r.view(w)
	if u.set == nil {
		if sameU := v.ulo <= rulo && v.uhi >= ruhi && u.ulo <= rulo && u.uhi >= ruhi; sameU {
			return r, touchS(v, u)
		}
		if sameS := v.slo <= rslo && v.shi >= rshi && u.slo <= rslo && u.shi >= rshi; sameS {
			return r, touchU(v, u)
		}
		if touchU(v, u) && plainU(v) && plainU(u) && plainU(r) {
			return r, true
		}
		if touchS(v, u) && plainS(v) && plainS(u) && plainS(r) {
			return r, true
		}
		return nil, false
	}
	if plainU(v) && plainU(r) && consecutive(u.set, v.ulo, v.uhi, rulo, ruhi, 0) {
		return r, true
	}
	if plainS(v) && plainS(r) {
		off := uint64(smin(w)) // shift so that signed order becomes unsigned order
		if consecutive(u.set, uint64(v.slo)-off, uint64(v.shi)-off, uint64(rslo)-off, uint64(rshi)-off, w) {
			return r, true
		}
	}
	return nil, false
}

// consecutive reports whether [lo,hi] and set cover [rlo,rhi]. With w > 0 the
// bounds are signed ones shifted to start at 0.
func consecutive(set []uint64, lo, hi, rlo, rhi uint64, w int) bool {
	missing := (lo - rlo) + (rhi - hi)
	if missing > uint64(maxSet) {
		return false
	}
	n := uint64(0)
	for _, x := range set {
		if w > 0 {
			x = uint64(cfg.SignExtend(x, w)) - uint64(smin(w))
		}
		if x < lo || x > hi {
			n++
		}
	}
	return n == missing
}

func touchU(v, u *val) bool {
	return v.ulo <= u.uhi+1 && u.ulo <= v.uhi+1 && v.uhi+1 != 0 && u.uhi+1 != 0
}

func touchS(v, u *val) bool {
	a, b := v, u
	if a.slo > b.slo {
		a, b = b, a
	}
	return b.slo <= a.shi || b.slo == a.shi+1
}

// plainU reports whether the unsigned bounds alone describe v.
func plainU(v *val) bool {
	if v == nil {
		return true
	}
	w := int(v.w)
	r, _ := bounds(w, v.ulo, v.uhi, smin(w), smax(w))
	return r.equal(v)
}

// plainS reports whether the signed bounds alone describe v.
func plainS(v *val) bool {
	if v == nil {
		return true
	}
	w := int(v.w)
	r, _ := bounds(w, 0, umax(w), v.slo, v.shi)
	return r.equal(v)
}

// meet is the intersection; ok is false if it is empty.
func meet(v, u *val) (r *val, ok bool) {
	if v == nil || v == u {
		return u, true
	}
	if u == nil {
		return v, true
	}
	if v.set == nil && u.set != nil {
		v, u = u, v
	}
	w := int(v.w)
	if v.set != nil {
		var out []uint64
		for _, x := range v.set {
			if u.has(x) {
				out = append(out, x)
			}
		}
		if len(out) == 0 {
			return nil, false
		}
		if len(out) == len(v.set) {
			return v, true
		}
		return fromSorted(w, out), true
	}
	r, ok = bounds(w, max(v.ulo, u.ulo), min(v.uhi, u.uhi), max(v.slo, u.slo), min(v.shi, u.shi))
	if ok && r.equal(v) {
		return v, true
	}
	return r, ok
}

// without removes x if that can be expressed; ok is false if nothing is left.
func (v *val) without(w int, x uint64) (r *val, ok bool) {
	if !v.has(x) {
		return v, true
	}
	if v != nil && v.set != nil {
		if len(v.set) == 1 {
			return nil, false
		}
		var out []uint64
		for _, y := range v.set {
			if y != x {
				out = append(out, y)
			}
		}
		return fromSorted(w, out), true
	}
	if w <= 4 {
		var out []uint64
		for y := uint64(0); y <= umax(w); y++ {
			if y != x {
				out = append(out, y)
			}
		}
		return fromSorted(w, out), true
	}
	ulo, uhi, slo, shi := v.view(w)
	s := cfg.SignExtend(x, w)
	if x == ulo {
		ulo++
	} else if x == uhi {
		uhi--
	}
	if s == slo {
		slo++
	} else if s == shi {
		shi--
	}
	return bounds(w, ulo, uhi, slo, shi)
}

// widen is an upper bound of v and u, where v is the older value, with bounds
// taken from thresholds (sorted unsigned and signed ones) or the extremes.
func (t *thresholds) widen(v, u *val) *val {
	if v == nil || u == nil {
		return nil
	}
	if u.leq(v) {
		return v
	}
	w := int(v.w)
	j := join(v, u)
	if j == nil || j.set != nil && len(j.set) <= maxSet/2 {
		return j
	}
	ulo, uhi, slo, shi := v.ulo, v.uhi, v.slo, v.shi
	if j.ulo < ulo {
		ulo = t.below(j.ulo)
	}
	if j.uhi > uhi {
		uhi = t.above(w, j.uhi)
	}
	if j.slo < slo {
		slo = t.sbelow(w, j.slo)
	}
	if j.shi > shi {
		shi = t.sabove(w, j.shi)
	}
	r, _ := bounds(w, ulo, uhi, slo, shi)
	return r
}

// thresholds are the constants of the program, as candidates for bounds.
type thresholds struct {
	s []int64 // sorted
}

func (t *thresholds) below(x uint64) uint64 {
	r := uint64(0)
	for _, s := range t.s {
		if s >= 0 && uint64(s) <= x {
			r = max(r, uint64(s))
		}
	}
	return r
}

func (t *thresholds) above(w int, x uint64) uint64 {
	for _, s := range t.s {
		if s >= 0 && uint64(s) >= x && uint64(s) <= umax(w) {
			return uint64(s)
		}
	}
	return umax(w)
}

func (t *thresholds) sbelow(w int, x int64) int64 {
	r := smin(w)
	for _, s := range t.s {
		if s <= x && s > r {
			r = s
		}
	}
	return r
}

func (t *thresholds) sabove(w int, x int64) int64 {
	for _, s := range t.s {
		if s >= x && s <= smax(w) {
			return s
		}
	}
	return smax(w)
}
