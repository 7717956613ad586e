package logic

import (
	"math/bits"
	"slices"

	"culprit/internal/work"
)

// valueSet gives values among which that of t is, in ascending order, where the form of t leaves few: it is a
// conditional between constants, as an address is that depends on the way by which it was computed, a narrow
// number, or computed from such. It is nil otherwise.
func (tb *Table) valueSet(t T) []uint64 {
	nd := &tb.nodes[t]
	switch nd.op {
	case OpConst, OpIte, OpAdd, OpMul, OpBvAnd, OpZExt, OpSExt, OpExtract, OpConcat:
	default:
		if nd.sort.Kind != SBV || !fewBits(int(nd.sort.W)) {
			return nil
		}
	}
	if s, known := tb.values.of(t, len(tb.nodes)); known {
		return s
	}
	tb.Clock.Add(work.Visit)
	s := tb.computeSet(t, tb.valueSet)
	if len(s) > maxValues {
		s = nil
	}
	if s == nil {
		if w := tb.nodes[t].sort.W; fewBits(int(w)) {
			for v := range uint64(1) << w {
				s = append(s, v)
			}
		}
	}
	tb.values.keep(t, s)
	return s
}

// fewBits reports whether all values of terms of w bits count as few.
func fewBits(w int) bool { return w < bits.Len(uint(maxValues/4)) }

// computeSet gives the values of t, if it has few, from those of its arguments. It may give more than maxValues.
func (tb *Table) computeSet(t T, of func(T) []uint64) []uint64 {
	nd := tb.nodes[t]
	m := mask(nd.sort.W)
	switch nd.op {
	case OpConst:
		return []uint64{nd.aux}
	case OpIte:
		a := of(tb.arg(t, 1))
		if a == nil {
			return nil
		}
		b := of(tb.arg(t, 2))
		if b == nil {
			return nil
		}
		return ascending(append(slices.Clone(a), b...))
	case OpAdd:
		sum := []uint64{0}
		for i := range nd.n {
			sum = pairs(sum, of(tb.arg(t, i)), func(x, y uint64) uint64 { return (x + y) & m })
		}
		return sum
	case OpMul:
		product := []uint64{1}
		for i := range nd.n {
			product = pairs(product, of(tb.arg(t, i)), func(x, y uint64) uint64 { return x * y & m })
		}
		return product
	case OpBvAnd:
		if k := &tb.nodes[tb.arg(t, 1)]; k.op == OpConst {
			return each(of(tb.arg(t, 0)), func(x uint64) uint64 { return x & k.aux })
		}
	case OpZExt:
		return of(tb.arg(t, 0))
	case OpSExt:
		w := tb.nodes[tb.arg(t, 0)].sort.W
		return each(of(tb.arg(t, 0)), func(x uint64) uint64 { return uint64(signed(w, x)) & m })
	case OpExtract:
		lo := nd.aux & 255
		return each(of(tb.arg(t, 0)), func(x uint64) uint64 { return x >> lo & m })
	case OpConcat:
		w := tb.nodes[tb.arg(t, 1)].sort.W
		return pairs(of(tb.arg(t, 0)), of(tb.arg(t, 1)), func(x, y uint64) uint64 { return x<<w | y })
	}
	return nil
}

// ascending sorts values and drops duplicates.
func ascending(s []uint64) []uint64 {
	slices.Sort(s)
	return slices.Compact(s)
}

func each(s []uint64, f func(x uint64) uint64) []uint64 {
	if s == nil {
		return nil
	}
	out := make([]uint64, len(s))
	for i, x := range s {
		out[i] = f(x)
	}
	return ascending(out)
}

// pairs applies f to all pairs; nil if they are too many.
func pairs(a, b []uint64, f func(x, y uint64) uint64) []uint64 {
	if a == nil || b == nil || len(a)*len(b) > 4*maxValues {
		return nil
	}
	out := make([]uint64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, f(x, y))
		}
	}
	if out = ascending(out); len(out) > maxValues {
		return nil
	}
	return out
}

// Known splits an address: where rest holds, it was read from memory that nothing is known of (a read of an array variable);
// elsewhere it is known, which has few values. ok is false if t has no such form.
func (tb *Table) Known(t T) (known, rest T, ok bool) {
	if tb.valueSet(t) != nil {
		return t, False, true
	}
	k := knower{tb: tb, seen: map[T]split{}}
	s := k.split(t)
	if s.bad || s.unread {
		return 0, 0, false
	}
	return s.known, s.rest, tb.valueSet(s.known) != nil
}

// knower computes Known for the terms below one.
type knower struct {
	tb   *Table
	seen map[T]split
}

// split is the answer for one term. unread: it is read from an array variable
// as a whole; bad: it has another form.
type split struct {
	known, rest T
	unread, bad bool
}

func (k *knower) split(t T) split {
	if s, ok := k.seen[t]; ok {
		return s
	}
	k.tb.Clock.Add(work.Visit)
	s := k.compute(t)
	k.seen[t] = s
	return s
}

func (k *knower) compute(t T) split {
	tb := k.tb
	if tb.valueSet(t) != nil {
		return split{known: t, rest: False}
	}
	switch nd := tb.nodes[t]; nd.op {
	case OpSelect:
		return split{unread: true}
	case OpConcat:
		x, y := k.split(tb.arg(t, 0)), k.split(tb.arg(t, 1))
		return split{unread: x.unread && y.unread, bad: !x.unread || !y.unread}
	case OpExtract:
		x := k.split(tb.arg(t, 0))
		return split{unread: x.unread, bad: !x.unread}
	case OpIte:
		c := tb.arg(t, 0)
		x, y := k.split(tb.arg(t, 1)), k.split(tb.arg(t, 2))
		switch {
		case x.bad || y.bad:
			return split{bad: true}
		case x.unread && y.unread:
			return split{unread: true}
		case x.unread:
			return split{known: y.known, rest: tb.Or(c, y.rest)}
		case y.unread:
			return split{known: x.known, rest: tb.Or(tb.Not(c), x.rest)}
		}
		return split{known: tb.Ite(c, x.known, y.known), rest: tb.Ite(c, x.rest, y.rest)}
	case OpAdd:
		sum := split{known: tb.bv(nd.sort.W, 0), rest: False}
		for i := range nd.n {
			x := k.split(tb.arg(t, i))
			if x.bad {
				return x
			}
			sum.unread = sum.unread || x.unread
			if !x.unread {
				sum.known, sum.rest = tb.Add(sum.known, x.known), tb.Or(sum.rest, x.rest)
			}
		}
		return sum
	case OpBvAnd:
		if y := tb.arg(t, 1); tb.isBVConst(y) {
			x := k.split(tb.arg(t, 0))
			if !x.bad && !x.unread {
				x.known = tb.BvAnd(x.known, y)
			}
			return x
		}
	}
	return split{bad: true}
}
