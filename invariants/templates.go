package invariants

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

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

func newTemplates(ps *points) *templates {
	return &templates{values: make([][]uint64, len(ps.all)), nonzero: make([]bool, len(ps.all)), orders: map[[2]int32]uint8{}}
}

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
