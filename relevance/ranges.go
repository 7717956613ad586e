package relevance

import (
	"cmp"
	"math"
	"slices"

	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// domain is the set of values of X in the formula of a replaced trace. A value
// blocks if the formula is unsatisfiable with it.
type domain struct {
	*run
	x      logic.T
	phi    []logic.T
	w      int
	signed bool
	bool   bool
	inst   map[logic.T]logic.T
	// session holds phi, if that is large.
	session *smt.Session
	asked   int // questions about intervals
}

func (r *run) domain(sx *suffix, t *target) *domain {
	d := &domain{run: r, x: sx.x, phi: r.replaced(sx), w: t.width(), signed: t.signed(), bool: t.typ.Kind == cfg.Bool}
	goal := r.tb.And(d.phi...)
	d.inst = r.values(goal, map[logic.T]bool{d.x: true}, r.m0)
	return d
}

// question asks for a value outside some intervals that blocks.
func (d *domain) question(outside []interval) question {
	q := question{body: d.phi, first: d.inst}
	for _, iv := range outside {
		q.exists = append(q.exists, d.tb.Not(d.in(iv)))
	}
	for _, v := range d.tb.Vars(d.tb.And(d.phi...)) {
		if v != d.x {
			q.forall = append(q.forall, v)
		}
	}
	return q
}

// interval is a closed interval of keys: values, with the sign bit flipped if
// they are signed, so that keys are ordered as unsigned numbers.
type interval struct{ lo, hi uint64 }

func (d *domain) key(v uint64) uint64 {
	if d.signed {
		return v ^ 1<<uint(d.w-1)
	}
	return v
}

func (d *domain) max() uint64 { return cfg.Mask(^uint64(0), d.w) }

// in says that X lies in an interval.
func (d *domain) in(iv interval) logic.T {
	tb := d.tb
	lo, hi := tb.BV(d.w, d.key(iv.lo)), tb.BV(d.w, d.key(iv.hi))
	if d.signed {
		return tb.And(tb.SLe(lo, d.x), tb.SLe(d.x, hi))
	}
	return tb.And(tb.ULe(lo, d.x), tb.ULe(d.x, hi))
}

// blocked asks whether all values of an interval block; if not, it gives the
// key of one that does not.
func (d *domain) blocked(iv interval) (smt.Result, uint64) {
	var res smt.Result
	if !d.conf.ranges() {
		return smt.Unknown, 0
	}
	d.asked++
	if d.asked > maxAsked && (d.session != nil || d.asked > 6*maxAsked) {
		return smt.Unknown, 0
	}
	if d.session != nil {
		res = d.session.Check(d.in(iv))
	} else {
		res = d.solver.Check(append(slices.Clone(d.phi), d.in(iv))...)
	}
	if res == smt.Sat {
		return res, d.key(d.solver.Model().BV[d.x])
	}
	return res, 0
}

// ranges computes the blocking values from some that are known to block. Each
// range found is maximal; exact tells that no other value blocks.
func (d *domain) ranges(seeds, hints []uint64) (out []Range, exact bool) {
	if d.bool {
		return d.truths()
	}
	n := d.tb.Size(d.tb.And(d.phi...))
	if n > maxFormula {
		return nil, false
	}
	if n > maxFormula/50 {
		d.session = d.solver.Session(d.phi...)
		defer d.session.Close()
	}
	keys := make([]uint64, len(hints))
	for i, h := range hints {
		keys[i] = d.key(h)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	var ivs []interval
	known := true // every boundary is certain
	for len(ivs) < maxRanges && d.ctx.Err() == nil && d.conf.ranges() {
		if len(seeds) == 0 {
			a := d.rounds(d.question(ivs), maxRounds/4)
			if a.res != smt.Sat {
				exact = a.res == smt.Unsat && known
				break
			}
			seeds = []uint64{a.model.BV[d.x]}
		}
		k := d.key(seeds[0])
		seeds = seeds[1:]
		if slices.ContainsFunc(ivs, func(iv interval) bool { return iv.lo <= k && k <= iv.hi }) {
			continue
		}
		hi, ok1 := d.grow(k, keys, false)
		lo, ok2 := d.grow(k, keys, true)
		known = known && ok1 && ok2
		ivs = append(ivs, interval{lo, hi})
	}
	return d.joined(ivs), exact
}

// truths are the ranges of a truth value.
func (d *domain) truths() (out []Range, exact bool) {
	for v := range uint64(2) {
		eq := d.tb.Eq(d.x, d.tb.Bool(v == 1))
		switch d.solver.Check(append(slices.Clone(d.phi), eq)...) {
		case smt.Unsat:
			out = append(out, Range{Lo: v, Hi: v})
		case smt.Unknown:
			return out, false
		}
	}
	return out, true
}

// joined sorts intervals and joins those that meet.
func (d *domain) joined(ivs []interval) (out []Range) {
	slices.SortFunc(ivs, func(a, b interval) int { return cmp.Compare(a.lo, b.lo) })
	for i, iv := range ivs {
		if i > 0 && iv.lo <= ivs[i-1].hi+1 && ivs[i-1].hi != d.max() {
			last := &out[len(out)-1]
			if iv.hi > ivs[i-1].hi {
				last.Hi = d.key(iv.hi)
			}
			continue
		}
		out = append(out, Range{Lo: d.key(iv.lo), Hi: d.key(iv.hi), Signed: d.signed})
	}
	return out
}

// grow finds the last key from k on, upwards or downwards, up to which all
// values block. The predicate is monotone, so the border is found by
// bisection: first over the hints and their neighbours, then over numbers. It
// is not certain that the range is maximal if a query was not decided.
func (d *domain) grow(k uint64, hints []uint64, down bool) (uint64, bool) {
	// All of it is in terms of the distance from k.
	limit := d.max() - k
	if down {
		limit = k
	}
	at := func(dist uint64) uint64 {
		if down {
			return k - dist
		}
		return k + dist
	}
	ask := func(from, to uint64) (smt.Result, uint64) {
		a, b := at(from), at(to)
		if down {
			a, b = b, a
		}
		res, n := d.blocked(interval{a, b})
		if down {
			return res, k - n
		}
		return res, n - k
	}
	good, bad := uint64(0), limit // good blocks; beyond bad is not known yet
	if limit == 0 {
		return k, true
	}
	switch res, n := ask(1, limit); res {
	case smt.Unsat:
		return at(limit), true
	case smt.Unknown:
		return k, false
	default:
		bad = n // does not block
	}
	for good+1 < bad {
		mid := good + (bad-good)/2
		if h, ok := d.hint(hints, at, good, bad); ok {
			mid = h
		}
		switch res, n := ask(good+1, mid); res {
		case smt.Unsat:
			good = mid
		case smt.Unknown:
			return at(good), false
		default:
			bad = n
		}
	}
	return at(good), true
}

// hint gives the middle one of the hints strictly between two distances.
func (d *domain) hint(hints []uint64, at func(uint64) uint64, good, bad uint64) (uint64, bool) {
	a, b := at(good), at(bad)
	down := a > b
	if down {
		a, b = b, a
	}
	i, _ := slices.BinarySearch(hints, a+1)
	j, _ := slices.BinarySearch(hints, b)
	if i >= j {
		return 0, false
	}
	h := hints[i+(j-i)/2]
	if down {
		return b - h + good, true
	}
	return h - a + good, true
}

func floatBits(f float64, w int) uint64 {
	if w == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}
