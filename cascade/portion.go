package cascade

import (
	"cmp"
	"slices"

	"culprit/logic"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// A value without terms depends on all that it was computed from, however
// little of that decides. So does a condition whose search met a limit: what it
// is explained by is that all behind it is constant. For these a minimal core
// says nothing, and a cause is all data behind it, often half of a run; and so
// is that of a value at the end of a long computation. Such a cause is shown in portions, the latest instances of
// the run first. The rest is a cause of the next level, of the same condition,
// whose portion is twice as large. All other causes stay whole.

// portion is a part of a large cause.
type portion struct {
	list []int     // its instances, ascending
	syms []logic.T // the symbols that it shows
	rest []logic.T // those that it did not get to
	size int
}

// divide makes the first portion of a cause, if it is a large one of the kind
// that has portions.
func (b *Builder) divide(c *Cause) {
	var from []logic.T
	for _, k := range c.core {
		from = append(from, b.trace.tb.Vars(k.term)...)
		from = append(from, k.also...)
	}
	list := append(slices.Clone(c.own), c.Condition)
	list = append(list, c.Core...)
	if p := b.walkBack(c, list, from, firstPortion, nil); len(p.rest) > 0 {
		c.part = p
		b.claim(c)
	}
}

// claim notes what the portion of a cause shows.
func (b *Builder) claim(c *Cause) {
	for _, s := range c.part.syms {
		if w := b.cone; !w.has(s, c.Stop) {
			w.low[s], w.walk[s] = int32(c.Stop), w.now
		}
	}
}

// further makes the portion after that of c. Instances that causes have shown
// already are not shown again.
func (b *Builder) further(c *Cause, p *portion) {
	c.part = b.walkBack(c, []int{c.Condition}, p.rest, 2*p.size, b.cone)
	b.claim(c)
}

// walkBack follows symbols back over their definitions, the latest instances
// first, until it has size instances and came across a value without terms.
func (b *Builder) walkBack(c *Cause, list []int, from []logic.T, size int, shown *cone) *portion {
	t := b.trace
	p := &portion{size: size}
	whole := slices.Clone(list)
	seen := map[logic.T]bool{}
	// The symbol that was defined last comes first.
	queue := priorityqueue.NewWith(func(x, y any) int {
		a, b := x.(logic.T), y.(logic.T)
		return cmp.Or(cmp.Compare(t.ownerOf(b), t.ownerOf(a)), cmp.Compare(b, a))
	})
	add := func(ss []logic.T) {
		for _, s := range ss {
			i := t.ownerOf(s)
			if seen[s] || i < c.Stop || i < 0 {
				continue
			}
			seen[s] = true
			if shown != nil && shown.has(s, c.Stop) {
				continue
			}
			queue.Enqueue(s)
		}
	}
	add(from)
	opaque := c.Bounded || c.cut || shown != nil
	last, n := -1, 0
	for {
		next, more := queue.Peek()
		if !more {
			break
		}
		if n > maxShown && !opaque {
			c.cut = true
			return b.walkBack(c, whole, from, size, shown)
		}
		s := next.(logic.T)
		i := t.ownerOf(s)
		if i != last {
			if n >= size && opaque {
				break
			}
			n++
			last = i
			list = append(list, i)
		}
		queue.Dequeue()
		p.syms = append(p.syms, s)
		if deps, ok := t.opaque[i]; ok {
			opaque = true
			add(deps)
		} else if d, ok := t.run.Def(s); ok {
			add(t.tb.Vars(d.Def))
		}
	}
	for _, s := range queue.Values() {
		p.rest = append(p.rest, s.(logic.T))
	}
	slices.Sort(list)
	p.list = slices.Compact(list)
	return p
}
