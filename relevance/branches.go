package relevance

import (
	"cmp"
	"context"
	"slices"

	"culprit/analysis/flow"
	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// join is where the ways of a branch of a trace come together again: before
// step at, at location loc; at is -1 if the trace ends before.
type join struct {
	loc *cfg.Loc
	at  int
}

// brancher marks the branches of one trace. Statements of other ways have the
// variables of the activation that they belong to.
type brancher struct {
	*run
	from   *cfg.Program // of which run.prog is the unfolded copy
	given  *cfg.Trace
	most   []int         // activations that have variables, by procedure
	depths map[int][]int // open activations, by procedure, at the steps of branches
	ids    []int         // of activations, by step
	ends   map[int]int   // by activation: the step before which it has ended
	pd     map[*cfg.Proc]*flow.Postdom
	bare   *cfg.Program // the program without what only leads to errors
	doomed map[int]bool // those edges, by id
	other  []logic.T    // inputs of the way that is looked at
}

// branches marks the branches of a trace, those of the condition that fails and
// those that only keep an assertion from failing left out. Of each outcome of a
// condition some instances are looked at first, the others as far as the work
// allows: what is not looked at is undecided.
func branches(ctx context.Context, prog *cfg.Program, tr *cfg.Trace, engine smt.Engine, conf Config) []BranchMark {
	b := &brancher{from: prog, given: tr}
	b.findDoomed()
	steps := slices.DeleteFunc(branchSteps(tr), func(k int) bool { return b.passes(tr.Edges[k]) })
	if len(steps) == 0 {
		return nil
	}
	out := make([]BranchMark, len(steps))
	for i, k := range steps {
		out[i] = BranchMark{Step: k, Status: Undecided}
	}
	u := unfold(prog, tr)
	b.most = u.deepen(prog, tr)
	b.run = newRun(ctx, u, engine, conf)
	if b.execution() != nil {
		return out
	}
	b.prepare(steps)
	first := sampled(tr, steps)
	for i := range out {
		if first[i] && ctx.Err() == nil && b.conf.ranges() {
			b.mark(&out[i])
		}
	}
	if conf.Clock != nil {
		b.conf.shareRanges(2)
	}
	for i := range out {
		if !first[i] && ctx.Err() == nil && b.conf.ranges() {
			b.mark(&out[i])
			if conf.Clock != nil {
				conf.Clock.Add(work.Amount(len(tr.Edges)) * replayCost)
			}
		}
	}
	b.constants(out)
	return out
}

// mark decides a branch.
func (b *brancher) mark(m *BranchMark) {
	scope := b.tb.Mark()
	m.Status, m.Leaves = b.otherWay(m.Step)
	for _, t := range b.other {
		delete(b.steps, t)
	}
	b.other = b.other[:0]
	b.tb.Release(scope)
}

// findDoomed finds what only leads to errors.
func (b *brancher) findDoomed() {
	b.doomed = map[int]bool{}
	b.bare, _ = b.from.Clone()
	dropped := purpose.Doomed(b.bare)
	for e, d := range dropped {
		if d {
			b.doomed[e.ID] = true
		}
	}
	purpose.Drop(b.bare, dropped)
}

// prepare finds the activations of the steps.
func (b *brancher) prepare(steps []int) {
	b.depths, b.pd = map[int][]int{}, map[*cfg.Proc]*flow.Postdom{}
	b.ends = activate(b.from, b.given, func(k int, depth []int, id int) {
		b.ids = append(b.ids, id)
		if len(steps) > 0 && steps[0] == k {
			b.depths[k] = slices.Clone(depth)
			steps = steps[1:]
		}
	})
}

// branchSteps are the steps at which the user's conditions are evaluated.
func branchSteps(tr *cfg.Trace) (out []int) {
	failing := condition(tr.Edges)
	for k, e := range tr.Edges {
		if _, ok := e.Stmt.(*cfg.Assume); ok && e.Role != cfg.RoleImplicit && len(e.From.Out) > 1 && !slices.Contains(failing, k) {
			out = append(out, k)
		}
	}
	return out
}

// sampled says which of the steps are looked at first: of each outcome the first,
// the last, and others evenly between them.
func sampled(tr *cfg.Trace, steps []int) []bool {
	of := map[*cfg.Edge][]int{}
	for i, k := range steps {
		of[tr.Edges[k]] = append(of[tr.Edges[k]], i)
	}
	out := make([]bool, len(steps))
	for _, is := range of {
		n := min(len(is), maxOccurrences/2)
		for i := range n {
			out[is[i*(len(is)-1)/max(n-1, 1)]] = true
		}
	}
	return out
}

// passes tells whether all other ways of a branch lead to errors.
func (b *brancher) passes(e *cfg.Edge) bool {
	return !slices.ContainsFunc(e.From.Out, func(o *cfg.Edge) bool { return o.ID != e.ID && !b.doomed[o.ID] })
}

// otherWay decides the branch at step k: whether from the state of the given
// execution, taken another way, the rest of the trace cannot follow.
func (b *brancher) otherWay(k int) (st Status, leaves bool) {
	e := b.tr.Edges[k]
	j := b.join(k)
	st = Irrelevant
	for _, o := range e.From.Out {
		if o.ID == e.ID || b.doomed[o.ID] {
			continue
		}
		switch s, how := b.take(k, o, j); how {
		case joined:
			if j.at < 0 { // the failure is on this way only
				return Relevant, true
			}
			switch b.blocked(k, j.at, s) {
			case Relevant:
				return Relevant, false
			case Undecided:
				st = Undecided
			}
		case left:
			return Relevant, true
		case lost:
			st = Undecided
		}
	}
	return st, false
}

// join finds where the ways of the branch at step k come together, and when the
// trace is there in the same activation.
func (b *brancher) join(k int) join {
	e := b.tr.Edges[k]
	f := e.From.Proc
	if b.pd[f] == nil {
		b.pd[f] = flow.Postdominators(b.bare, b.bare.Procs[f.ID])
	}
	j := join{at: -1}
	if l := b.pd[f].Immediate(b.bare.Locs[e.From.ID]); l != nil {
		j.loc = b.prog.Locs[l.ID]
	}
	end, ends := b.ends[b.ids[k]]
	if !ends {
		end = len(b.tr.Edges)
	}
	if j.loc == f.Exit {
		if end < len(b.tr.Edges) {
			j.at = end
		}
		return j
	}
	for i := k + 1; i < end; i++ {
		if b.ids[i] == b.ids[k] && b.tr.Edges[i].From == j.loc {
			j.at = i
			break
		}
	}
	return j
}

// way says how the other way of a branch continued.
type way uint8

const (
	joined way = iota // it got to the join
	left              // the program ended
	fails             // it got to an error location
	lost              // it is not known
)

// take executes the program from the state before step k along the edge o to
// the join, as the given execution would continue; inputs taken there may be any.
func (b *brancher) take(k int, o *cfg.Edge, j join) (*hoare.Sym, way) {
	b.advance(k)
	s := b.cur.Clone()
	s.Guard, s.Inputs = nil, nil
	s.Choose = func(_ int, sort logic.Sort) logic.T {
		t := b.tb.Fresh("other", sort)
		b.steps[t] = k + 1 // universal, like all later ones
		b.other = append(b.other, t)
		return t
	}
	var calls []*cfg.Edge
	b.depth = slices.Clone(b.depths[k])
	at := o.To
	for range maxOtherWay {
		switch {
		case at == j.loc && len(calls) == 0:
			return s, joined
		case at.Kind == cfg.Error:
			return s, fails
		case at.Kind != cfg.Plain:
			return s, lost
		}
		if len(at.Out) == 0 {
			return s, left
		}
		if at == at.Proc.Exit {
			if len(calls) == 0 {
				if j.loc == nil { // the procedure ends, and nothing joins in it
					return s, joined
				}
				return s, lost
			}
			b.depth[at.Proc.ID]--
			at = calls[len(calls)-1].To
			calls = calls[:len(calls)-1]
			continue
		}
		e := b.enabled(s, k, at)
		if e == nil {
			return s, lost
		}
		if c, ok := e.Stmt.(*cfg.Call); ok && b.depth[c.Proc.ID] >= b.most[c.Proc.ID] {
			return s, lost // the activation would have the variables of another one
		}
		n := len(s.Guard)
		s.Exec(b.edge(e))
		if _, alloc := e.Stmt.(*cfg.Alloc); alloc {
			s.Guard = s.Guard[:n]
		}
		at = e.To
		if c, ok := e.Stmt.(*cfg.Call); ok {
			b.depth[c.Proc.ID]++
			calls = append(calls, e)
			at = c.Proc.Entry
		}
	}
	return s, lost
}

// enabled is the edge that the given execution takes at a location, nil if
// that is not known: if it depends on inputs of the other way.
func (b *brancher) enabled(s *hoare.Sym, k int, at *cfg.Loc) *cfg.Edge {
	var found *cfg.Edge
	for _, e := range at.Out {
		if _, ok := e.Stmt.(*cfg.Assume); !ok {
			return e
		}
		t := b.enc.Expr(b.edge(e).Stmt.(*cfg.Assume).Cond, s)
		if applies(b.tb, t) || slices.ContainsFunc(b.tb.Vars(t), func(v logic.T) bool { return b.steps[v] > k }) {
			return nil
		}
		b.ev.Reset(b.m0)
		if found == nil && b.ev.Holds(t) {
			found = e
		}
	}
	return found
}

// blocked decides whether the rest of the trace from step j on blocks in the
// state s, which the given execution has after another way of the branch at
// step k, whatever the inputs after the branch.
func (b *brancher) blocked(k, j int, s *hoare.Sym) Status {
	b.advance(j)
	sx := &suffix{first: k, gone: map[int]bool{}}
	for i := b.firstGuard(k); i < b.firstGuard(j); i++ {
		sx.gone[i] = true
	}
	f := b.follow(sx, s, j)
	for sym := range b.enc.Symbols() {
		f.mark(sym, value(s, sym) != value(b.cur, sym))
	}
	for f.count > 0 && f.at < len(b.tr.Edges) && b.ctx.Err() == nil && b.conf.ranges() {
		f.step()
	}
	b.dropAllocs(sx, f.base)
	if f.count > 0 && f.at < len(b.tr.Edges) {
		return Undecided
	}
	c := &check{run: b.run, sx: sx}
	c.split()
	for _, t := range append(slices.Clone(c.plain), c.bodies()...) {
		if applies(b.tb, t) {
			return Undecided
		}
	}
	if !b.holds(b.m0, c.plain) {
		return Relevant
	}
	st := Irrelevant
	for i := range c.parts {
		g := &c.parts[i]
		if b.holds(b.m0, g.body) {
			continue // the inputs as they were continue
		}
		later := map[logic.T]bool{}
		for _, v := range g.forall {
			later[v] = true
		}
		goal := b.tb.And(g.body...)
		switch b.solver.Check(b.tb.Subst(goal, b.values(goal, later, b.m0))) {
		case smt.Unsat:
			return Relevant
		case smt.Unknown:
			st = Undecided
		}
	}
	return st
}

func (c *check) bodies() []logic.T {
	var out []logic.T
	for i := range c.parts {
		out = append(out, c.parts[i].body...)
	}
	return out
}

// constants looks for constants in place of those that conditions compare with.
func (b *brancher) constants(marks []BranchMark) {
	relevant := map[int]bool{}
	for i := range marks {
		relevant[marks[i].Step] = marks[i].Status == Relevant
	}
	done := map[*cfg.Loc]bool{}
	for i := range marks {
		l := b.tr.Edges[marks[i].Step].From
		if marks[i].Status != Relevant || done[l] {
			continue
		}
		done[l] = true
		c, other, holds := compared(b.given.Edges[marks[i].Step])
		if c == nil || pointers(other) {
			continue
		}
		vs := b.endsAt(l, c, other, holds, relevant)
		for k := range marks {
			m := &marks[k]
			if b.tr.Edges[m.Step].From == l && m.Status == Relevant {
				m.Const, m.Ends = c, vs
			}
		}
	}
}

// pointers tells whether an expression has addresses as values, which are no constants
// that one writes.
func pointers(e cfg.Expr) bool {
	v, ok := e.(*cfg.VarRef)
	return ok && v.V.Pointer()
}

// compared takes apart a condition that compares something with a constant.
// holds evaluates it with two numbers in their place.
func compared(e *cfg.Edge) (c *cfg.Const, other cfg.Expr, holds func(x, c uint64) bool) {
	a, ok := e.Stmt.(*cfg.Assume)
	if !ok {
		return nil, nil, nil
	}
	x, ok := a.Cond.(*cfg.Binary)
	if !ok {
		return nil, nil, nil
	}
	switch x.Op {
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
	default:
		return nil, nil, nil
	}
	w := x.X.Type().Width()
	if x.X.Type().Kind != cfg.Bits {
		return nil, nil, nil
	}
	if c, ok := x.Y.(*cfg.Const); ok {
		return c, x.X, func(v, k uint64) bool { r, _ := cfg.EvalBinary(x.Op, w, v, k); return r != 0 }
	}
	if c, ok := x.X.(*cfg.Const); ok {
		return c, x.Y, func(v, k uint64) bool { r, _ := cfg.EvalBinary(x.Op, w, k, v); return r != 0 }
	}
	return nil, nil, nil
}

// endsAt lists the constants at location l: candidates are the values that are
// compared there, and their neighbours.
func (b *brancher) endsAt(l *cfg.Loc, c *cfg.Const, other cfg.Expr, holds func(x, c uint64) bool, relevant map[int]bool) []uint64 {
	w := c.T.Width()
	type instance struct {
		step int
		v    uint64
	}
	var at []instance
	var vs []uint64
	open := false
	activate(b.from, b.given, func(k int, depth []int, _ int) {
		if b.tr.Edges[k].From != l || open {
			return
		}
		b.advance(k)
		b.depth = depth
		t := b.enc.Expr(b.expr(other), b.cur)
		if open = applies(b.tb, t); open {
			return
		}
		b.ev.Reset(b.m0)
		v := b.ev.Value(t)
		at = append(at, instance{k, v})
		vs = append(vs, v, cfg.Mask(v+1, w), cfg.Mask(v-1, w))
	})
	if open {
		return nil
	}
	vs = dedupe(vs)
	distance := func(v uint64) uint64 { return min(cfg.Mask(v-c.V, w), cfg.Mask(c.V-v, w)) }
	slices.SortStableFunc(vs, func(a, b uint64) int { return cmp.Compare(distance(a), distance(b)) })
	var out []uint64
	for _, v := range vs[:min(len(vs), 25*maxEnds)] {
		i := slices.IndexFunc(at, func(x instance) bool { return v != c.V && holds(x.v, v) != holds(x.v, c.V) })
		if i >= 0 && relevant[at[i].step] {
			if out = append(out, v); len(out) == maxEnds {
				break
			}
		}
	}
	return out
}
