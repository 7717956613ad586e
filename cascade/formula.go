package cascade

import (
	"container/heap"
	"slices"
	"time"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// formula is the weakest precondition before a position, as far as it was
// looked at, and an assignment.
type formula struct {
	s       *search
	p       int
	terms   []logic.T // the condition, then those of members
	members []member
	m       *logic.Model
}

// formula is the condition before a position.
func (s *search) formula(p int) *formula {
	return &formula{s: s, p: p, terms: []logic.T{s.constant(p)}, m: logic.NewModel()}
}

// join adds members that are allowed, and reports whether one is new.
func (f *formula) join(allowed func(member) bool, more []member) bool {
	n := len(f.members)
	for _, x := range more {
		if allowed(x) && !slices.Contains(f.members, x) {
			f.members = append(f.members, x)
			f.terms = append(f.terms, f.s.b.sums.term(f.p, f.s.conjunct(x).term))
		}
	}
	return len(f.members) > n
}

// ran is the value of a symbol in the run.
func (t *trace) ran(s logic.T) uint64 {
	if _, ok := t.run.Def(s); !ok && t.ownerOf(s) >= 0 {
		return 1 // an opaque condition, which the run passed
	}
	return t.run.Eval(s)
}

// enter gives the symbols of all terms that have no value that of the run.
func (f *formula) enter() {
	for _, x := range f.terms {
		for _, v := range f.s.t.tb.Vars(x) {
			if _, ok := f.m.BV[v]; !ok {
				f.m.BV[v] = f.s.t.ran(v)
			}
		}
	}
}

// unsatisfied lists the terms that the assignment does not satisfy.
func (f *formula) unsatisfied() []int {
	ev := f.s.b.scratch.one
	ev.Reset(f.m)
	var out []int
	for k, x := range f.terms {
		if !ev.Holds(x) {
			out = append(out, k)
		}
	}
	return out
}

// repair changes single values of the assignment until it satisfies all terms.
// If it fails, the assignment is what it was.
func (f *formula) repair() bool {
	f.enter()
	size := 0
	for _, x := range f.terms {
		size += f.s.t.tb.Size(x)
	}
	bad := f.unsatisfied()
	if len(bad) > 0 && size > maxAsked {
		return false
	}
	type change struct {
		v  logic.T
		to uint64
	}
	var undo []change
	for range maxTried / 4 {
		if len(bad) == 0 {
			return true
		}
		var best change
		least := len(f.terms) + 1
		for _, v := range f.s.t.tb.Vars(f.terms[bad[0]]) {
			before := f.m.BV[v]
			for _, to := range f.proposals(f.terms[bad[0]], v) {
				if to == before {
					continue
				}
				f.m.BV[v] = to
				if left := f.unsatisfied(); !slices.Contains(left, bad[0]) && len(left) < least {
					best, least = change{v, to}, len(left)
				}
			}
			f.m.BV[v] = before
		}
		if best.v == 0 {
			break
		}
		undo = append(undo, change{best.v, f.m.BV[best.v]})
		f.m.BV[best.v] = best.to
		bad = f.unsatisfied()
	}
	if len(bad) == 0 {
		return true
	}
	for _, c := range slices.Backward(undo) {
		f.m.BV[c.v] = c.to
	}
	return false
}

// proposals are values of a symbol that may satisfy a term: those that make
// both sides of a comparison equal, or differ by one, and the extreme ones.
func (f *formula) proposals(x, v logic.T) []uint64 {
	tb, ev := f.s.t.tb, f.s.b.scratch.one
	if tb.Sort(v).Kind == logic.SBool {
		return []uint64{1 - f.m.BV[v]}
	}
	ev.Reset(f.m)
	mask := ^uint64(0) >> (64 - tb.Width(v))
	out := []uint64{mask >> 1, mask>>1 + 1}
	for _, c := range tb.Cone(x) {
		as := tb.Args(c)
		if tb.Sort(c).Kind != logic.SBool || len(as) != 2 || tb.Sort(as[0]).Kind != logic.SBV || !tb.Occurs(v, c) {
			continue
		}
		d := ev.Value(as[1]) - ev.Value(as[0])
		for _, e := range []uint64{0, 1, ^uint64(0)} {
			for _, to := range []uint64{f.m.BV[v] + d + e, f.m.BV[v] - d + e} {
				to &= mask
				if !slices.Contains(out, to) {
					out = append(out, to)
				}
			}
		}
	}
	return out
}

// probe lets single symbols of the formula have another value, whether that
// satisfies it or not: what is violated then says what they have to be, such as
// that an index has to be the one of the run. It reports whether something
// joined the formula.
func (f *formula) probe(allowed func(member) bool) bool {
	var vars []logic.T
	for _, x := range f.terms {
		vars = append(vars, f.s.t.tb.Vars(x)...)
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	joined := false
	whole := f.m
	for _, v := range vars[:min(len(vars), maxTried)] {
		f.m = logic.NewModel()
		f.m.BV[v] = f.s.t.ran(v) ^ 1
		joined = f.join(allowed, f.violated(allowed, maxTried/4)) || joined
	}
	f.m = whole
	return joined
}

// ask asks the solver about all terms. After Sat the assignment is a model of
// them.
func (f *formula) ask() smt.Result {
	r := f.s.ask(f.terms)
	if r == smt.Sat {
		m := f.s.b.solver.Model()
		for _, x := range f.terms {
			for _, v := range f.s.t.tb.Vars(x) {
				f.m.BV[v] = m.BV[v]
			}
		}
		f.m.Arr, f.m.Fun = m.Arr, m.Fun
	}
	return r
}

// ask asks the solver about a conjunction. An answer that is not known counts as
// satisfiable: the formula before an earlier instance is decided, at the latest
// where all is constant. Nothing is asked where a conjunct is false or all are
// true by simplification alone.
func (s *search) ask(fs []logic.T) smt.Result {
	b := s.b
	start := time.Now()
	defer func() { b.stats.SolverTime += time.Since(start) }()
	size := 0
	terms := make([]logic.T, 0, len(fs))
	for _, f := range fs {
		switch f {
		case logic.False:
			return smt.Unsat
		case logic.True:
		default:
			terms = append(terms, f)
			size += s.t.tb.Size(f)
		}
	}
	if len(terms) == 0 {
		return smt.Sat
	}
	if size > maxAsked || s.tired() {
		return smt.Unknown
	}
	b.stats.Checks++
	b.stats.Constraints += len(terms)
	asked := b.solver.Stats.Engine
	r := b.solver.CheckBudget(smt.Budget{Conflicts: maxConflicts, Work: max(b.sums.left(), 1)}, terms...)
	if r == smt.Unknown && b.solver.Stats.Engine > asked {
		s.asked++
		if s.minimizes {
			b.unknown++
		}
	}
	return r
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
			if x := (member{u, n}); e.value(c) != 1 && allowed(x) {
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

// users are lists of instances, ascending, the one with the first on top.
type users [][]int32

func (u users) Len() int { return len(u) }

func (u users) Less(i, j int) bool { return u[i][0] < u[j][0] }

func (u users) Swap(i, j int) { u[i], u[j] = u[j], u[i] }

func (u *users) Push(x any) { *u = append(*u, x.([]int32)) }

func (u *users) Pop() any {
	x := (*u)[len(*u)-1]
	*u = (*u)[:len(*u)-1]
	return x
}
