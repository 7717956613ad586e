package cascade

import (
	"container/heap"

	"culprit/logic"
)

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
		s.b.sums.work++
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
