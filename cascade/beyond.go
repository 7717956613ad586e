package cascade

import (
	"slices"

	"culprit/fault"
)

// round queues what lies beyond the tree so far. It reports false if there is
// nothing.
func (b *Builder) round() bool {
	if b.beyond.asked == nil || b.beyond.done {
		return false
	}
	list := b.beyond.shown
	b.beyond.shown = nil
	slices.SortStableFunc(list, func(x, y shown) int { return y.inst - x.inst })
	first := b.beyond.base == 0
	if k := len(b.beyond.bases); k < len(b.beyond.old) {
		b.beyond.base = max(b.beyond.base, b.beyond.old[k]) // nothing gets to an earlier level
	}
	for _, c := range b.tree.Nodes {
		b.beyond.base = max(b.beyond.base, c.Level)
	}
	b.beyond.bases = append(b.beyond.bases, b.beyond.base)
	for _, s := range list {
		b.around(s)
	}
	if first {
		for _, e := range b.g.Ending() {
			for _, i := range b.g.Branches(e) {
				if int(i) < b.in.Failure.At {
					b.later(int(i), Branch, b.tree.Root)
				}
			}
		}
	}
	b.beyond.done = b.queue.len() == 0
	return !b.beyond.done
}

// around queues what could have changed what an instance reads, branches that
// kept a definition from it apart.
func (b *Builder) around(s shown) {
	if b.claimed.visit(s.inst) { // a test of a loop that another one stands for
		add := func(i int, k Kind) { b.later(i, k, s.cause) }
		b.direct(s.inst, add)
		b.indirect(s.inst, add)
	}
	if b.unseen(s.inst) {
		b.later(s.inst, Access, s.cause)
	}
	for _, r := range b.g.Elsewhere(s.inst) {
		b.beyond.asked.each(b.g.Instances(r.Edge), r, func(i int) { b.later(i, Access, s.cause) })
	}
	if j := b.g.State(s.inst); j >= 0 {
		b.later(j, Access, s.cause)
	}
	for _, r := range b.g.StateSummary(s.inst) {
		b.beyond.input.each(b.g.Branches(r.Edge), r, func(i int) { b.later(i, Branch, s.cause) })
	}
}

// later queues a condition of a round.
func (b *Builder) later(i int, k Kind, parent *Cause) {
	if o, ok := b.map_(i, k); ok && !b.seen[o] {
		b.seen[o] = true
		b.queue.list = append(b.queue.list, open{condition: o, parent: parent, level: b.beyond.base + 1})
	}
}

// unseen reports whether an instance reads what no cause has shown.
func (b *Builder) unseen(i int) bool {
	return slices.ContainsFunc(b.g.Data(i), func(j int32) bool { return !b.claimed.seen.Has(int(j)) })
}

// reached lists what the values that an instance reads depend on, as far as no
// cause has shown it.
func (b *Builder) reached(i int) []int {
	var out []int
	seen := map[int]bool{}
	buf := b.g.Data(i)
	for len(buf) > 0 {
		j := int(buf[len(buf)-1])
		buf = buf[:len(buf)-1]
		if seen[j] || b.claimed.seen.Has(j) {
			continue
		}
		seen[j] = true
		out = append(out, j)
		buf = b.g.AppendData(buf, j)
	}
	slices.Sort(out)
	return out
}

// nothing reports whether a condition of a round adds nothing to the tree.
// After pruning a whole tree that are all that were not in it: what only benign
// causes have shown does not come back.
func (b *Builder) nothing(o open) bool {
	switch {
	case b.beyond.base == 0 || b.known[o.condition] != nil:
		return false
	case b.beyond.closed:
		return true
	}
	return o.kind == Access && b.claimed.seen.Has(o.inst) && !b.unseen(o.inst)
}

// beyondCause is the cause of a condition without a formula.
func (b *Builder) beyondCause(c *Cause) {
	c.Beyond = true
	if c.Kind == Call {
		b.callCause(c)
		return
	}
	c.own = b.reached(c.Condition)
}

// news reports whether a cause shows a statement that the tree does not show.
func (b *Builder) news(c *Cause) bool {
	if b.beyond.told == nil {
		b.beyond.told = make(statements, len(b.g.Prog.Edges)/64+1)
		for i := range b.tree.Included(0).All() {
			b.tell(i)
		}
	}
	found := false
	b.whole.forget()
	b.whole.cause(c, func(i int) { found = b.tell(i) || found })
	return found
}

// tell notes the statement that an instance shows to the user, and reports
// whether it is a new one.
func (b *Builder) tell(i int) bool {
	e := user(b.g, i)
	if e == nil || !fault.Shown(e) || b.beyond.told.has(e) {
		return false
	}
	b.beyond.told.add(e)
	return true
}
