package invariants

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// trained is what held in the good runs.
type trained struct {
	*points
	more    *templates
	runs    int
	ranges  []bounds // by point
	taken   []bool   // by Edge.ID: the way out of a branch, in some good run
	reached []bool   // by Loc.ID: of branches
	buf     []int32
}

// bounds is the range of the keys seen at a point (section 3.1.1).
type bounds struct {
	lo, hi uint64
	seen   bool
}

func newTrained(ps *points, more bool) *trained {
	t := &trained{
		points: ps, ranges: make([]bounds, len(ps.all)),
		taken: make([]bool, len(ps.prog.Edges)), reached: make([]bool, len(ps.prog.Locs)),
	}
	if more {
		t.more = &templates{values: make([][]uint64, len(ps.all)), nonzero: make([]bool, len(ps.all)), orders: map[[2]int32]uint8{}}
	}
	return t
}

// count is the number of points that have an invariant.
func (t *trained) count() int {
	n := 0
	for i := range t.ranges {
		if t.ranges[i].seen {
			n++
		}
	}
	return n
}

// main is the read that stands for the statement itself; the parameters of a
// call are main-1, main-2 and so on.
const main = -1

// values calls f for each monitored value of an instance: the point, and the
// number of the read, or main, or main-1-k for parameter k of a call.
func (t *trained) values(in *cfg.Instance, f func(p int32, at int, bits uint64)) {
	e := in.Edge
	own := &t.sites[e.ID]
	if s := t.siteOf(e); (s.loads || len(s.compared) > 0) && len(in.Reads) > 0 {
		t.buf = t.match(in, t.buf)
		for k := range s.compared {
			c := &s.compared[k]
			x, okX := c.x.value(in, t.buf)
			if y, okY := c.y.value(in, t.buf); okX && okY {
				f(c.point, main, uint64(1+cmp.Compare(x, y)))
			}
		}
		for k, o := range t.buf {
			if o >= 0 && s.points[o] >= 0 {
				f(s.points[o], k, in.Reads[k].Value)
			}
		}
	}
	if own.stored >= 0 {
		for k := range in.Writes {
			if w := &in.Writes[k]; w.Var == own.stores && w.Size <= 8 {
				f(own.stored, main, w.Value)
				break
			}
		}
	}
	for k, p := range own.params {
		if k < len(in.Writes) {
			f(p, main-1-k, in.Writes[k].Value)
		}
	}
}

// watch takes the values of a run, which is the only one of t.
func (t *trained) watch(ctx context.Context, in *fault.Input, test *fault.Test) interp.RunResult {
	conf := fault.Config(in.Prog, test, in.Budget)
	conf.Context = ctx
	t.runs = 1
	return interp.NewSession(in.Prog, conf).WatchAt(t.watched, func(inst *cfg.Instance) bool {
		t.learn(inst)
		return true
	})
}

// with is t widened by the runs of o.
func (t *trained) with(o *trained) *trained {
	next := *t
	next.runs += o.runs
	next.ranges, next.taken, next.reached = slices.Clone(t.ranges), slices.Clone(t.taken), slices.Clone(t.reached)
	next.more = t.more.with(o.more, t.ranges, o.ranges)
	for p := range o.ranges {
		switch a, b := &next.ranges[p], o.ranges[p]; {
		case !b.seen:
		case !a.seen:
			*a = b
		default:
			a.lo, a.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		}
	}
	for i, is := range o.taken {
		next.taken[i] = next.taken[i] || is
	}
	for i, is := range o.reached {
		next.reached[i] = next.reached[i] || is
	}
	return &next
}

func (t *trained) learn(in *cfg.Instance) {
	if e := in.Edge; t.sites[e.ID].branch >= 0 {
		t.taken[e.ID], t.reached[e.From.ID] = true, true
	}
	paired := t.sites[in.Edge.ID].paired
	t.values(in, func(p int32, at int, bits uint64) {
		b, k := &t.ranges[p], t.all[p].form.key(bits)
		if t.more != nil {
			t.more.learn(p, b.seen, t.all[p].form, k)
			if paired {
				t.more.now = append(t.more.now, valued{p, at, k})
			}
		}
		switch {
		case !b.seen:
			*b = bounds{k, k, true}
		case k < b.lo:
			b.lo = k
		case k > b.hi:
			b.hi = k
		}
	})
	if paired {
		t.more.pairs(t.points, func(pair [2]int32, order uint8, _ valued) { t.more.order(pair, order) })
	}
}

// fails reports whether a value is outside of the range of its point.
func (t *trained) fails(p int32, key uint64) bool {
	b := &t.ranges[p]
	return key < b.lo || key > b.hi
}

// varies reports whether good runs have more than one value at a point.
func (t *trained) varies(p int32) bool { return t.ranges[p].lo != t.ranges[p].hi }

// diverges reports whether an instance leaves a branch, which good runs reach,
// by a way that none of them takes.
func (t *trained) diverges(e *cfg.Edge) bool {
	return t.sites[e.ID].branch >= 0 && t.reached[e.From.ID] && !t.taken[e.ID]
}

// templates are invariants beyond ranges: the few values that a point has (one
// of, constant), that it is never 0, and how two values of one statement, or two
// arguments of one call, are ordered. Nil: there are none.
type templates struct {
	values  [][]uint64 // by point: the keys seen, ascending; more than maxValues are dropped to the first ones
	nonzero []bool     // by point: seen, and never 0
	orders  map[[2]int32]uint8
	now     []valued // of the instance under way
	// recent has some of orders: most orders of a run have been seen before.
	recent [256]recentOrders
}

// recentOrders are the orders of one pair that have been seen.
type recentOrders struct {
	pair   [2]int32
	orders uint8
}

// valued is a value of the instance under way.
type valued struct {
	p   int32
	at  int
	key uint64
}

// The orders of two values.
const (
	less uint8 = 1 << iota
	equal
	greater
)

// with is t widened by o; before and other are the ranges of their points.
func (t *templates) with(o *templates, before, other []bounds) *templates {
	if t == nil {
		return nil
	}
	c := &templates{values: make([][]uint64, len(t.values)), nonzero: slices.Clone(t.nonzero), orders: maps.Clone(t.orders)}
	for p, v := range t.values {
		c.values[p] = slices.Clone(v)
		for _, key := range o.values[p] {
			c.value(int32(p), key)
		}
		switch {
		case !before[p].seen:
			c.nonzero[p] = o.nonzero[p]
		case other[p].seen:
			c.nonzero[p] = t.nonzero[p] && o.nonzero[p]
		}
	}
	for pair, order := range o.orders {
		c.orders[pair] |= order
	}
	return c
}

// value adds a value of a point, unless it has too many.
func (t *templates) value(p int32, key uint64) {
	v := t.values[p]
	if len(v) > maxValues {
		return
	}
	if at, found := slices.BinarySearch(v, key); !found {
		t.values[p] = slices.Insert(v, at, key)
	}
}

// learn takes the value of a point in a good run; seen: it had one before.
func (t *templates) learn(p int32, seen bool, f form, key uint64) {
	t.value(p, key)
	if t.nonzero[p] || !seen {
		t.nonzero[p] = key != f.key(0)
	}
}

// order adds an order of two values.
func (t *templates) order(pair [2]int32, order uint8) {
	known := &t.recent[uint32(31*pair[0]+pair[1])%uint32(len(t.recent))]
	if known.pair == pair && known.orders&order != 0 {
		return
	}
	t.orders[pair] |= order
	*known = recentOrders{pair, t.orders[pair]}
}

// pairs calls f with the order of each two values of the instance under way that
// can be compared.
func (t *templates) pairs(ps *points, f func(pair [2]int32, order uint8, later valued)) {
	now := t.now[:min(len(t.now), maxInstances/2)]
	for j := range now {
		for i := range j {
			a, b := now[i], now[j]
			x, y := &ps.all[a.p], &ps.all[b.p]
			if a.p == b.p || x.form.base() != y.form.base() || x.form.base() == pointer || (x.kind == argument) != (y.kind == argument) {
				continue
			}
			order := equal
			if a.key < b.key {
				order = less
			} else if a.key > b.key {
				order = greater
			}
			f([2]int32{a.p, b.p}, order, b)
		}
	}
	t.now = t.now[:0]
}

// breaks says which template a value breaks, "" if it breaks none.
func (t *templates) breaks(p int32, pt *point, key uint64) string {
	if v := t.values[p]; len(v) <= maxValues && !slices.Contains(v, key) {
		var shown []string
		for _, k := range v {
			shown = append(shown, pt.show(k))
		}
		return strings.Join(shown, ", ")
	}
	if t.nonzero[p] && key == pt.form.key(0) && pt.kind != comparison {
		return "never 0"
	}
	return ""
}

// ordered says which order two values had in good runs if not this one, "" if
// it was seen, or neither.
func (t *templates) ordered(ps *points, pair [2]int32, order uint8) string {
	seen := t.orders[pair]
	if seen == 0 || seen&order != 0 {
		return ""
	}
	text := map[uint8]string{less: "above", greater: "below", equal: "equal to", less | equal: "at least", greater | equal: "at most", less | greater: "other than"}[seen]
	return fmt.Sprintf("%s the %s", text, ps.all[pair[0]].name())
}
