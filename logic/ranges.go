package logic

import (
	"math/bits"
	"slices"

	"culprit/internal/work"
)

// Ranges says of some terms within which constants they are, where the conditions hold that it was learned from. It is a value:
// what is learned later does not change it.
type Ranges struct {
	list []termRange // in the order of terms
}

// Empty reports whether nothing is known.
func (r Ranges) Empty() bool { return len(r.list) == 0 }

// termRange is what is known of one term: as an unsigned number, and as a signed one with the sign bit flipped.
type termRange struct {
	x    T
	u, s rng
}

// Learn adds what the conjuncts of c say by comparisons with constants.
func (tb *Table) Learn(r Ranges, c T) Ranges {
	if !withRanges.On() {
		return r
	}
	shared := true
	for _, l := range tb.Conjuncts(c) {
		a, neg := tb.atom(l)
		nd := tb.nodes[a]
		if nd.op != OpEq && nd.op != OpULt && nd.op != OpSLt || nd.op == OpEq && neg || !tb.isBVConst(tb.arg(a, 1)) || tb.isBVConst(tb.arg(a, 0)) {
			continue
		}
		x, k := tb.arg(a, 0), tb.nodes[tb.arg(a, 1)].aux
		w := tb.nodes[x].sort.W
		flip := uint64(1) << (w - 1)
		if shared {
			r.list, shared = slices.Clone(r.list), false
		}
		i, ok := r.find(x)
		if !ok {
			if len(r.list) >= maxKnown {
				continue
			}
			r.list = slices.Insert(r.list, i, termRange{x, rng{0, mask(w)}, rng{0, mask(w)}})
		}
		b := &r.list[i]
		switch {
		case nd.op == OpEq:
			b.u, b.s = rng{k, k}, rng{k ^ flip, k ^ flip}
		case nd.op == OpULt:
			b.u.bound(k, neg)
		default:
			b.s.bound(k^flip, neg)
		}
	}
	return r
}

// bound adds that numbers are less than k, or not.
func (r *rng) bound(k uint64, not bool) {
	switch {
	case not:
		r.lo = max(r.lo, k)
	case k > 0:
		r.hi = min(r.hi, k-1)
	}
}

// Either is what holds where a or b does.
func Either(a, b Ranges) Ranges {
	if len(a.list) == 0 || len(b.list) == 0 {
		return Ranges{}
	}
	if &a.list[0] == &b.list[0] && len(a.list) == len(b.list) {
		return a
	}
	var out []termRange
	for i, j := 0, 0; i < len(a.list) && j < len(b.list); {
		switch p, q := a.list[i], b.list[j]; {
		case p.x < q.x:
			i++
		case p.x > q.x:
			j++
		default:
			out = append(out, termRange{p.x, p.u.hull(q.u), p.s.hull(q.s)})
			i, j = i+1, j+1
		}
	}
	return Ranges{out}
}

func (r rng) hull(o rng) rng { return rng{min(r.lo, o.lo), max(r.hi, o.hi)} }

// values gives those of a term in ascending order, if they are few.
func (b *termRange) values(w uint8) []uint64 {
	r, flip := b.u, uint64(0)
	if b.s.hi-b.s.lo < b.u.hi-b.u.lo {
		r, flip = b.s, 1<<(w-1)
	}
	if r.lo > r.hi || r.hi-r.lo >= uint64(maxValues) {
		return nil
	}
	var out []uint64
	for v := r.lo; ; v++ {
		out = append(out, v^flip)
		if v == r.hi {
			return ascending(out)
		}
	}
}

// Few gives a term that has the value of t where r holds, and few values by its form (valueSet); t itself if there is none.
func (tb *Table) Few(r Ranges, t T) T {
	if len(r.list) == 0 || tb.nodes[t].sort.Kind != SBV || tb.isBVConst(t) || tb.valueSet(t) != nil {
		return t
	}
	k := fewer{tb: tb, known: r, seen: map[T][]uint64{}}
	s := k.set(t)
	if len(s) == 0 {
		return t
	}
	w := tb.nodes[t].sort.W
	out := tb.bv(w, s[0])
	for _, v := range s[1:] {
		out = tb.Ite(tb.Eq(t, tb.bv(w, v)), tb.bv(w, v), out)
	}
	return out
}

// fewer computes sets of values under what is known.
type fewer struct {
	tb    *Table
	known Ranges
	seen  map[T][]uint64
}

func (k *fewer) set(t T) []uint64 {
	if s := k.tb.valueSet(t); s != nil {
		return s
	}
	if s, ok := k.seen[t]; ok {
		return s
	}
	if len(k.seen) >= maxVisited {
		return nil
	}
	k.tb.Clock.Add(work.Visit)
	k.seen[t] = nil
	var s []uint64
	if i, ok := k.known.find(t); ok {
		s = k.known.list[i].values(k.tb.nodes[t].sort.W)
	}
	if s == nil {
		s = k.tb.computeSet(t, k.set)
	}
	if len(s) > maxValues {
		s = nil
	}
	k.seen[t] = s
	return s
}

// Fit gives a term that has the value of t where r holds, and is the extension of at most half of its bits; t itself if that is not
// known of it.
func (tb *Table) Fit(r Ranges, t T) T {
	i, ok := r.find(t)
	if !ok {
		return t
	}
	b, w := r.list[i], tb.nodes[t].sort.W
	flip := uint64(1) << (w - 1)
	if n := bits.Len64(b.u.hi); b.u.lo <= b.u.hi && 0 < n && n <= int(w)/2 {
		return tb.ZExt(tb.Extract(n-1, 0, t), int(w))
	}
	if b.s.lo > b.s.hi {
		return t
	}
	// Of n bits, a signed number is at least -2^(n-1) and less than 2^(n-1).
	for n := 1; n <= int(w)/2; n++ {
		if half := uint64(1) << (n - 1); b.s.lo >= flip-half && b.s.hi < flip+half {
			return tb.SExt(tb.Extract(n-1, 0, t), int(w))
		}
	}
	return t
}

// find gives the place of a term.
func (r Ranges) find(t T) (int, bool) {
	return slices.BinarySearchFunc(r.list, t, func(b termRange, x T) int { return int(b.x) - int(x) })
}
