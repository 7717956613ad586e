package cascade

import (
	"slices"

	"culprit/cfg"
)

// loop is the key of a branch instance that is the condition of a loop: one
// whose location is control dependent on itself.
func (b *Builder) loop(i int) (loopKey, bool) {
	if b.conf.NoCorrect || !b.isLoop(b.g.Edge(i).From) {
		return loopKey{}, false
	}
	return loopKey{b.g.Edge(i).ID, b.firstTest(i)}, true
}

func (b *Builder) isLoop(l *cfg.Loc) bool {
	return slices.ContainsFunc(b.control.Of(l), func(e *cfg.Edge) bool { return e.From == l })
}

// firstTest follows the iterations of a loop back to its beginning.
func (b *Builder) firstTest(i int) int {
	var path []int
	first, known := 0, false
	for {
		if first, known = b.first[i]; known {
			break
		}
		path = append(path, i)
		before := b.testBefore(i)
		if before < 0 {
			first = i
			break
		}
		i = before
	}
	for _, j := range path {
		b.first[j] = first
	}
	return first
}

// testBefore is the test of the iteration before, -1 if there is none.
func (b *Builder) testBefore(i int) int {
	l, call := b.g.Edge(i).From, b.g.Call(i)
	j := b.g.Control(i)
	for range maxTried {
		if j < 0 || b.g.Call(j) != call {
			return -1
		}
		if b.g.Edge(j).From == l {
			return j
		}
		j = b.g.Control(j)
	}
	return -1
}

// joins reports whether a condition is one that an earlier node stands for:
// another instance of its loop condition, whose values come from the same
// statements.
func (b *Builder) joins(o open) bool {
	if o.kind != Branch || b.beyond.base > 0 {
		return false
	}
	key, ok := b.loop(o.inst)
	if !ok || b.groups[key] == nil {
		return false
	}
	group := b.groups[key]
	for _, j := range b.g.Data(o.inst) {
		if !group.writers[b.g.Edge(int(j))] {
			return false
		}
	}
	group.cause.Members = append(group.cause.Members, o.inst)
	b.beyond.shown = append(b.beyond.shown, shown{o.inst, group.cause})
	return true
}

// lead lets the node that shows a cause stand for its loop condition.
func (b *Builder) lead(c, node *Cause) {
	if c.Kind != Branch || b.beyond.base > 0 {
		return
	}
	key, ok := b.loop(c.Condition)
	if !ok {
		return
	}
	group := b.groups[key]
	if group == nil {
		group = &loopGroup{node, map[*cfg.Edge]bool{}}
		b.groups[key] = group
	}
	for _, j := range b.g.Data(c.Condition) {
		group.writers[b.g.Edge(int(j))] = true
	}
}

// repeated is the node that a cause repeats: one of the same branch, gone the
// same way, whose cause has all its statements. If there is none it is nil, and
// the cause becomes a node.
func (b *Builder) repeated(c *Cause) *Cause {
	if b.nodes == nil || c.Kind != Branch {
		return nil
	}
	set := make(statements, len(b.g.Prog.Edges)/64+1)
	b.whole.forget()
	calls := map[int]bool{}
	b.whole.cause(c, func(i int) {
		set.add(b.g.Edge(i))
		for j := b.g.Call(i); j >= 0 && !calls[j]; j = b.g.Call(j) { // as in withCalls
			calls[j] = true
			set.add(b.g.Edge(j))
		}
	})
	e := b.g.Edge(c.Condition)
	for _, x := range b.nodes[e] {
		if set.within(x.stmts) {
			return x.cause
		}
	}
	b.nodes[e] = append(b.nodes[e], explained{c, set})
	return nil
}
