package cascade

import "slices"

// critical is Algorithm 2: it queues the critical conditions of the instances
// of a cause below the node that shows it. Conditions queued by an earlier cause
// are in the tree already.
func (b *Builder) critical(c, node *Cause) {
	var found []open
	add := func(i int, k Kind) {
		if o, ok := b.map_(i, k); ok && !b.seen[o] {
			b.seen[o] = true
			found = append(found, open{condition: o, parent: node, level: c.Level + 1})
		}
	}
	b.cone.cause(c, func(i int) {
		if !b.claimed.visit(i) {
			return
		}
		b.beyond.shown = append(b.beyond.shown, shown{i, node})
		b.direct(i, add)
		b.indirect(i, add)
		b.pureCalls(i, add)
	})
	// The branches of the core could have gone the other way as well: then
	// nothing would contradict the condition.
	for _, i := range c.Core {
		if isBranch(b.g.Edge(i)) {
			add(i, Branch)
		}
	}
	slices.SortFunc(found, func(x, y open) int { return y.inst - x.inst })
	b.queue.list = append(b.queue.list, found...)
}

// direct adds the closest enclosing branch (lines 2 and 3).
func (b *Builder) direct(i int, add func(int, Kind)) {
	for j := b.g.Control(i); j >= 0; j = b.g.Control(j) {
		if !isBranch(b.g.Edge(j)) {
			continue
		}
		add(j, Branch)
		return
	}
}

// indirect adds the branches that kept another definition from what the
// instance reads (lines 4 to 11).
func (b *Builder) indirect(i int, add func(int, Kind)) {
	for _, r := range b.g.Summary(i) {
		b.claimed.each(b.g.Branches(r.Edge), r, func(j int) { add(j, Branch) })
	}
}

// pureCalls adds the calls whose concrete results an instance reads.
func (b *Builder) pureCalls(i int, add func(int, Kind)) {
	if b.scope.pure == nil {
		return
	}
	for _, j := range b.g.Data(i) {
		if b.scope.pure.Has(int(j)) && !b.scope.pure.Has(i) {
			add(int(j), Call)
		}
	}
}

// map_ maps a critical condition out of designated-correct functions: to the
// nearest call in the analysis scope (section 4.2).
func (b *Builder) map_(i int, k Kind) (condition, bool) {
	j := b.scope.caller(i)
	if j < 0 {
		return condition{}, false
	}
	if j != i {
		return condition{inst: j, kind: Call}, true
	}
	if k == Branch && !b.inTrace(i) && b.beyond.base == 0 {
		return condition{}, false
	}
	return condition{inst: i, kind: k}, true
}
