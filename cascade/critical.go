package cascade

import (
	"container/heap"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp/dependence"
	"culprit/logic"
)

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

// claims remembers what the causes of a tree have looked at, so that each
// instance and each range of branches is looked at once.
type claims struct {
	seen *dependence.InstanceSet
	next map[*cfg.Edge][]int32 // by ordinal: the next one that is not claimed
}

func newClaims(g *dependence.Graph) *claims {
	return &claims{seen: dependence.NewInstanceSet(g.N()), next: map[*cfg.Edge][]int32{}}
}

// visit reports whether an instance is new.
func (c *claims) visit(i int) bool {
	if c.seen.Has(i) {
		return false
	}
	c.seen.Add(i)
	return true
}

// each calls f on the instances of a range of a list that are new.
func (c *claims) each(list []int32, r dependence.Range, f func(i int)) {
	next := c.next[r.Edge]
	if next == nil {
		next = make([]int32, len(list)+1)
		for k := range next {
			next[k] = int32(k)
		}
		c.next[r.Edge] = next
	}
	find := func(k int32) int32 {
		for next[k] != k {
			next[k] = next[next[k]]
			k = next[k]
		}
		return k
	}
	for k := find(int32(r.From)); int(k) < r.To; k = find(k) {
		next[k] = k + 1
		f(int(list[k]))
	}
}

// violated carries the values of the assignment that differ from those of the
// run forward, over the instances that they reach, and lists the conjuncts that
// do not hold any more, the first most of them that are allowed. Instances that they do
// not reach are as in the run.
func (f *formula) violated(allowed func(member) bool, most int) []member {
	t, s := f.s.t, f.s
	e := &effect{t: t, from: t.g.N(), to: s.k, m: logic.NewModel(), ev: s.b.scratch.all, seen: &s.b.scratch.reached}
	if f.p < len(s.b.insts) {
		e.from = min(s.b.insts[f.p], s.k)
	}
	e.ev.Reset(e.m)
	e.seen.clear()
	for v, to := range f.m.BV {
		if e.m.BV[v] = to; to != t.ran(v) {
			e.reach(v)
		}
	}
	var out []member
	for len(e.next) > 0 && len(out) < most && !s.b.sums.over() {
		u := e.pop()
		if !e.seen.add(u) {
			continue
		}
		t.tb.Clock.Add(work.Term)
		if u != s.k {
			e.write(u)
		}
		if u == s.k && s.wanted.alone {
			continue
		}
		for n, c := range s.assumed(u) {
			if x := (member{u, n}); !e.holds(c) && allowed(x) {
				out = append(out, x)
			}
		}
	}
	return out
}

// effect is what other values before a position come to.
type effect struct {
	t        *trace
	from, to int          // instances
	m        *logic.Model // values that differ, and those of the run that were asked for
	ev       *logic.Evaluator
	next     users
	seen     *marks
}

// reach queues the instances that use a symbol.
func (e *effect) reach(v logic.T) {
	us := e.t.usersOf(v)
	for len(us) > 0 && int(us[0]) < e.from { // most symbols have few users
		us = us[1:]
	}
	if len(us) > 0 && int(us[0]) <= e.to {
		heap.Push(&e.next, us)
	}
}

// pop is the first instance that is queued.
func (e *effect) pop() int {
	us := e.next[0]
	if rest := us[1:]; len(rest) > 0 && int(rest[0]) <= e.to {
		e.next[0] = rest
		heap.Fix(&e.next, 0)
	} else {
		heap.Pop(&e.next)
	}
	return int(us[0])
}

// write gives what an instance writes its value. A symbol that the assignment
// is about has one: it is a function of what cannot be told, or was too large.
func (e *effect) write(u int) {
	if e.t.isOpaque(u) {
		return
	}
	for _, d := range e.t.writes[e.t.at[u]] {
		if _, ok := e.m.BV[d.Sym]; ok {
			continue
		}
		if x := e.value(d.Def); x != e.t.ran(d.Sym) {
			e.m.BV[d.Sym] = x
			e.reach(d.Sym)
		}
	}
}

// value evaluates a term.
func (e *effect) value(x logic.T) uint64 {
	for _, v := range e.t.tb.Vars(x) {
		if _, ok := e.m.BV[v]; !ok {
			e.m.BV[v] = e.t.ran(v)
		}
	}
	return e.ev.Value(x)
}

func (e *effect) holds(x logic.T) bool { return e.value(x) == 1 }

// users are lists of instances, ascending, the one with the first on top.
type users [][]int32

func (u users) Len() int           { return len(u) }
func (u users) Less(i, j int) bool { return u[i][0] < u[j][0] }
func (u users) Swap(i, j int)      { u[i], u[j] = u[j], u[i] }
func (u *users) Push(x any)        { *u = append(*u, x.([]int32)) }
func (u *users) Pop() any {
	x := (*u)[len(*u)-1]
	*u = (*u)[:len(*u)-1]
	return x
}
