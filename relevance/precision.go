package relevance

import "culprit/cfg"

// Precision says how much the values that block tell a user about what to
// write instead, the most first.
type Precision uint8

// The precisions. A constant without a set of blocking values counts as an
// interval.
const (
	ProvedChange Precision = iota // a constant that may be called a fix
	AllButOne                     // every value but one blocks: the one assigned is wrong
	OneInterval
	SeveralIntervals
	NeverReached // a constant keeps the assertion from being reached
	NoConstant   // no constant blocks all traces
)

func (p Precision) String() string {
	return [...]string{"proved", "all but one", "interval", "several", "never reached", "no constant"}[p]
}

// Precision is that of a relevant statement.
func (st *Statement) Precision() Precision {
	switch {
	case st.Validated:
		return ProvedChange
	case !st.HasFix:
		return NoConstant
	case st.Unreached:
		return NeverReached
	}
	w := 0
	if t := st.target(); t != nil {
		w = t.width()
	}
	return precisionOf(st.Blocking, w)
}

// Precision is that of a relevant branch: a constant for its condition says as
// much as an interval, and that the failure is on this way only very little.
func (b *Branch) Precision() Precision {
	switch {
	case b.Leaves:
		return NeverReached
	case len(b.Ends) > 0:
		return OneInterval
	}
	return SeveralIntervals
}

// Precision is that of a relevant mark with a constant that blocks the trace,
// of a statement on edge e.
func (m *Mark) Precision(e *cfg.Edge) Precision {
	for _, t := range targets(e) {
		if t.v == m.Var {
			return precisionOf(m.Blocking, t.width())
		}
	}
	return precisionOf(nil, 0)
}

// precisionOf is the precision of a set of values of w bits that block.
func precisionOf(rs []Range, w int) Precision {
	if len(rs) == 0 {
		return OneInterval
	}
	// Values outside of the set, as far as two.
	key := func(r Range, v uint64) uint64 {
		if r.Signed {
			return v ^ 1<<uint(w-1)
		}
		return v
	}
	others, next := uint64(0), uint64(0)
	count := func(n uint64) { others = min(2, others+min(2, n)) }
	for _, r := range rs {
		count(key(r, r.Lo) - next)
		next = key(r, r.Hi) + 1
	}
	if last := rs[len(rs)-1]; key(last, last.Hi) != cfg.Mask(^uint64(0), w) {
		count(cfg.Mask(^uint64(0), w) - key(last, last.Hi))
	}
	switch {
	case others == 1:
		return AllButOne
	case others > 1 && len(rs) == 1:
		return OneInterval
	}
	return SeveralIntervals
}
