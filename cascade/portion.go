package cascade

import (
	"cmp"
	"context"
	"slices"

	"culprit/logic"
	"culprit/smt"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// A value without terms depends on all that it was computed from, however
// little of that decides. So does a condition whose search met a limit: what it
// is explained by is that all behind it is constant. For these a minimal core
// says nothing, and a cause is all data behind it, often half of a run; and so
// is that of a value at the end of a long computation. Such a cause is shown in portions, the latest instances of
// the run first. The rest is a cause of the next level, of the same condition,
// whose portion is twice as large. All other causes stay whole.

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

// walk is the search without the optimisations of section 4.3: the weakest
// precondition is carried back instance by instance, and checked before each.
type walk struct {
	*search
	p       int       // the formula is that before this position
	terms   []logic.T // the condition and all members, before p
	members []member
	changed []bool // since the last check
}

// walk returns the last position before which the formula is unsatisfiable, and
// members that are so together.
func (s *search) walk(ctx context.Context) (p int, part []member, ok bool) {
	w := &walk{search: s, p: s.top}
	w.join(s.wanted.term)
	if !s.wanted.alone {
		w.joinAll(s.k)
	}
	for !w.check() {
		if w.p == 0 || ctx.Err() != nil {
			return 0, nil, false
		}
		w.p--
		for k, x := range w.terms {
			y := s.b.sums.term(w.p, x)
			w.terms[k], w.changed[k] = y, w.changed[k] || x != y
		}
		w.joinAll(s.b.insts[w.p])
	}
	r, part := s.decide(w.p, everything, nil, nil)
	if r != smt.Unsat {
		part = w.members
	}
	return w.p, part, true
}

// joinAll adds what an instance assumes.
func (w *walk) joinAll(i int) {
	for n, c := range w.assumed(i) {
		w.members = append(w.members, member{i, n})
		w.join(c)
	}
}

func (w *walk) join(x logic.T) {
	w.terms, w.changed = append(w.terms, w.b.sums.term(w.p, x)), append(w.changed, true)
}

// check decides whether the formula is unsatisfiable by now. Constraints that do
// not transitively intersect with the condition are left out (section 4.3), and
// nothing is asked if none of the others changed.
func (w *walk) check() bool {
	in := w.component()
	var which []logic.T
	changed := false
	for k, x := range w.terms {
		connected := in == nil || in[k]
		changed = changed || connected && w.changed[k]
		w.changed[k] = false
		if (connected || w.b.conf.NoIndependence) && x != logic.True {
			which = append(which, x)
		}
	}
	if !changed && !w.b.conf.NoSkipping {
		return false
	}
	return w.ask(which) == smt.Unsat
}

// component marks the terms that transitively share a symbol with the condition,
// which is the first; nil means all. A value without terms shares those that it
// is a function of.
func (w *walk) component() []bool {
	if w.b.conf.NoIndependence && w.b.conf.NoSkipping {
		return nil
	}
	tb := w.t.tb
	at := map[logic.T][]int{}
	for k, x := range w.terms {
		for _, v := range tb.Vars(x) {
			at[v] = append(at[v], k)
		}
	}
	in := make([]bool, len(w.terms))
	in[0] = true
	seen := map[logic.T]bool{}
	for work := tb.Vars(w.terms[0]); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, k := range at[v] {
			if !in[k] {
				in[k] = true
				work = append(work[:len(work):len(work)], tb.Vars(w.terms[k])...)
			}
		}
		if i := w.t.ownerOf(v); i >= 0 && w.t.isOpaque(i) && int(w.b.at[i]) >= w.p {
			for _, o := range w.t.opaque[i] {
				work = append(work[:len(work):len(work)], tb.Vars(w.b.sums.of(w.p, o))...)
			}
		}
	}
	return in
}
