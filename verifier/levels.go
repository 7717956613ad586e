package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// unrolling is bounded model checking of an automaton of error traces. Its
// level k holds the executions that take k back edges; within a level,
// branches that join are merged into one symbolic state, so that the formula
// grows with the program and not with the number of paths. Every level is
// asked whether it reaches a final state; if the frontier into the next level
// is infeasible, no longer error trace is feasible.
//
// Guards of merged states are fresh variables with one-sided definitions
// g -> c1 | c2 | ..., which keeps terms shallow.
//
// A merged value is that of the last branch whose condition holds. So the
// conditions of branches must exclude each other, or the executions that take
// another one would be lost. Where that is not evident from their form, the
// choice becomes an input of the formula.
type unrolling struct {
	enc     *hoare.Encoder
	engine  smt.Engine
	ctl     *hoare.Control
	rem     *automata.NFA
	order   []automata.State // reverse postorder
	pos     []int32          // state -> position in order
	level   int
	unwound *unwound // nil: level by level
	inst    []instance
	entries map[automata.State][]entry // of the next level
	pending []int32                    // error instances not decided yet
	asking  *question                  // about pending, begun and not decided
	unsup   []int32                    // unsupported instances not asked about yet
	// Unsupported is a reachable location of kind Unsupported, if one was met.
	Unsupported *cfg.Loc
	Checks      int
	exclusive   map[automata.State]bool // what excludes says, where it was asked
	// arrived, if set, gets the state in which each final state is reached.
	arrived func(q automata.State, id int32, s *hoare.Sym)
}

type instance struct {
	state automata.State
	guard logic.T
	in    []inEdge
}

type inEdge struct {
	from   int32
	letter automata.Letter
	cond   logic.T
}

// entry is a symbolic state that arrives at a state.
type entry struct {
	inEdge
	sym *hoare.Sym
}

// bmcStatus is the outcome of one advance.
type bmcStatus uint8

const (
	bmcMore      bmcStatus = iota // nothing found, more levels to come
	bmcAsking                     // a question is not decided yet: to be continued with ask
	bmcFound                      // a feasible word
	bmcComplete                   // every word of the automaton is infeasible
	bmcExhausted                  // out of budget or undecided
)

func newUnrolling(ctl *hoare.Control, rem *automata.NFA, engine smt.Engine, clock *work.Clock) *unrolling {
	return unrollingOf(hoare.NewEncoder(logic.TableOn(clock), ctl.Prog), ctl, rem, engine)
}

// unrollingOf is newUnrolling with the terms of an encoder.
func unrollingOf(enc *hoare.Encoder, ctl *hoare.Control, rem *automata.NFA, engine smt.Engine) *unrolling {
	u := &unrolling{enc: enc, engine: engine, ctl: ctl, rem: rem}
	u.order = automata.TopologicalOrder(rem)
	u.pos = make([]int32, rem.NumStates())
	for i := range u.pos {
		u.pos[i] = -1
	}
	for i, q := range u.order {
		u.pos[q] = int32(i)
	}
	u.exclusive = map[automata.State]bool{}
	u.entries = map[automata.State][]entry{}
	for _, q := range rem.Initial {
		u.entries[q] = []entry{{inEdge{-1, -1, u.enc.TB.True()}, hoare.NewSym(u.enc)}}
	}
	return u
}

// question is a formula that an incremental engine has begun to decide: it goes on
// where it was interrupted.
type question struct {
	formula []logic.T // not translated yet
	inst    smt.Instance
	work    work.Amount // done so far
}

// advance unrolls one level, unless a question is left to decide, and, if ask is
// set, asks about the final states reached since the last question and about
// the frontier. A question gets at most the work of budget, and at most turn of
// it in one call.
func (u *unrolling) advance(ctx context.Context, ask bool, budget smt.Budget, turn work.Amount) (bmcStatus, []automata.Letter) {
	if u.asking == nil {
		if !u.unrollLevel(ctx) {
			return bmcExhausted, nil
		}
		if !ask && len(u.entries) > 0 {
			return bmcMore, nil
		}
	}
	return u.ask(budget, turn)
}

// unrollLevel executes one level symbolically.
func (u *unrolling) unrollLevel(ctx context.Context) bool {
	u.enc.TB.Clock.Count(len(u.order), work.Visit)
	cur := make([][]entry, len(u.order))
	for q, es := range u.entries {
		cur[u.pos[q]] = es
	}
	next := map[automata.State][]entry{}
	for i, q := range u.order {
		if len(cur[i]) == 0 {
			continue
		}
		if u.enc.TB.Len() > maxTerms || ctx.Err() != nil {
			return false
		}
		id, sym := u.arrive(q, cur[i])
		cur[i] = nil
		u.leave(id, sym, func(to automata.State, en entry) {
			if p := u.pos[to]; p > int32(i) {
				cur[p] = append(cur[p], en)
			} else {
				next[to] = append(next[to], en)
			}
		})
	}
	u.entries = next
	u.level++
	return true
}

// Loc is the location of an instance.
func (u *unrolling) Loc(id int32) *cfg.Loc { return u.ctl.Loc(u.rem, u.inst[id].state) }

// Guard is the condition under which an instance is reached.
func (u *unrolling) Guard(id int32) logic.T { return u.inst[id].guard }

// Instances is the number of instances of states.
func (u *unrolling) Instances() int { return len(u.inst) }

// Terms is the number of terms so far.
func (u *unrolling) Terms() int { return u.enc.TB.Len() }

// Waits reports whether a question was interrupted, with which Advance goes on.
func (u *unrolling) Waits() bool { return u.asking != nil }

// Ahead are the locations at which the next level begins.
func (u *unrolling) Ahead() (out []*cfg.Loc) {
	for _, q := range u.order {
		if len(u.entries[q]) > 0 {
			out = append(out, u.ctl.Loc(u.rem, q))
		}
	}
	return out
}

// GiveUp ends an unrolling that came to nothing, and gives its memory back.
func (u *unrolling) GiveUp() {
	u.Release()
	u.rem = nil
}

// GivenUp reports whether GiveUp was called.
func (u *unrolling) GivenUp() bool { return u.rem == nil }

// LoopByLoop reports whether the loops were unwound one after the other, not level
// by level.
func (u *unrolling) LoopByLoop() bool { return u.unwound != nil }

// Release gives the memory of a finished unrolling back. Replay and FollowCases of
// another one still take it as their guide.
func (u *unrolling) Release() { u.enc, u.inst, u.entries = nil, nil, nil }

// Targets are the instances at which an execution must not be, and which were not
// asked about.
func (u *unrolling) Targets() []int32 {
	out := append(slices.Clone(u.pending), u.unsup...)
	if u.enc.RunOn {
		out = slices.DeleteFunc(out, func(id int32) bool { return u.Loc(id).Forever() })
	}
	return out
}

// Forget drops the targets: they were asked about.
func (u *unrolling) Forget() { u.pending, u.unsup = nil, nil }

// Letters are those of a word.
func (u *unrolling) Letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = u.ctl.Letters[a]
	}
	return out
}

// arrive merges what arrives at q, and notes that q is to be asked about if it
// is final.
func (u *unrolling) arrive(q automata.State, es []entry) (int32, *hoare.Sym) {
	id, sym := u.merge(q, es)
	if u.rem.Final[q] {
		if u.ctl.Loc(u.rem, q).Kind == cfg.Error {
			u.pending = append(u.pending, id)
		} else {
			u.unsup = append(u.unsup, id)
		}
		if u.arrived != nil {
			u.arrived(q, id, sym)
		}
	}
	return id, sym
}

// leave executes the letters that lead away from an instance.
func (u *unrolling) leave(id int32, sym *hoare.Sym, to func(automata.State, entry)) {
	q := u.inst[id].state
	out := u.rem.Out[q]
	choice := u.choice(q)
	for k, e := range out {
		s := sym
		if k+1 < len(out) {
			s = sym.Clone()
		}
		s.Guard, s.GuardStep, s.Inputs = nil, nil, nil
		u.enc.TB.Clock.Count(1+len(u.ctl.Letters[e.Letter].Edges), work.Step)
		s.ExecLetter(u.ctl.Letters[e.Letter])
		if s.Dead {
			continue
		}
		cond := u.enc.TB.And(append([]logic.T{u.inst[id].guard, choice[k]}, s.Guard...)...)
		if cond != u.enc.TB.False() {
			to(e.To, entry{inEdge{id, e.Letter, cond}, s})
		}
	}
}

// choice gives a condition for each way out of q, so that with the conditions
// of the program at most one way is taken.
func (u *unrolling) choice(q automata.State) []logic.T {
	tb := u.enc.TB
	out := make([]logic.T, len(u.rem.Out[q]))
	for k := range out {
		out[k] = tb.True()
	}
	if u.excludes(q) {
		return out
	}
	rest := tb.True()
	for k := range out[:len(out)-1] {
		c := tb.Fresh("way", logic.BoolSort())
		out[k] = tb.And(rest, c)
		rest = tb.And(rest, tb.Not(c))
	}
	out[len(out)-1] = rest
	return out
}

// excludes reports whether the conditions of the ways out of q exclude each
// other by their form, whatever the state is.
func (u *unrolling) excludes(q automata.State) bool {
	out := u.rem.Out[q]
	if len(out) < 2 {
		return true
	}
	if known, ok := u.exclusive[q]; ok {
		return known
	}
	tb := u.enc.TB
	scope := tb.Mark()
	defer tb.Release(scope)
	yes := true
	guards := make([]logic.T, len(out))
	for k := range out {
		s := hoare.NewSym(u.enc)
		s.ExecLetter(u.ctl.Letters[out[k].Letter])
		guards[k] = tb.And(s.Guard...)
		for _, g := range guards[:k] {
			yes = yes && (tb.And(g, guards[k]) == tb.False() || compared(tb, g, guards[k]))
		}
	}
	u.exclusive[q] = yes
	return yes
}

// compared reports whether two conditions compare one term with different
// constants, as the cases of a switch do.
func compared(tb *logic.Table, a, b logic.T) bool {
	with := map[logic.T]uint64{}
	equations := func(t logic.T, each func(x logic.T, v uint64) bool) bool {
		return slices.ContainsFunc(tb.Conjuncts(t), func(c logic.T) bool {
			if tb.Op(c) != logic.OpEq {
				return false
			}
			x, y := tb.Args(c)[0], tb.Args(c)[1]
			if tb.IsConst(x) {
				x, y = y, x
			}
			return tb.IsConst(y) && each(x, tb.ConstVal(y))
		})
	}
	equations(a, func(x logic.T, v uint64) bool { with[x] = v; return false })
	return equations(b, func(x logic.T, v uint64) bool {
		w, ok := with[x]
		return ok && v != w
	})
}

// merge joins the states arriving at q into one instance.
func (u *unrolling) merge(q automata.State, es []entry) (int32, *hoare.Sym) {
	tb := u.enc.TB
	id := int32(len(u.inst))
	in := instance{state: q}
	conds := make([]logic.T, len(es))
	for i, e := range es {
		in.in = append(in.in, e.inEdge)
		conds[i] = e.cond
	}
	g := tb.Or(conds...)
	if len(es) > 1 || (g != tb.True() && tb.Op(g) != logic.OpVar) {
		if g != tb.True() {
			g = tb.Fresh("g", logic.BoolSort())
		}
	}
	in.guard = g
	u.inst = append(u.inst, in)
	s := es[0].sym
	tb.Clock.Count((len(es)-1)*len(s.Vals), work.Cell)
	for i := 1; i < len(es); i++ {
		o := es[i].sym
		s.Fit(o)
		o.Fit(s)
		s.Known = logic.Either(s.Known, o.Known)
		for v := range s.Vals {
			if s.Vals[v] != o.Vals[v] {
				s.Vals[v] = tb.Ite(conds[i], o.Vals[v], s.Vals[v])
			}
		}
		for r := range s.Regs {
			if s.Regs[r] != o.Regs[r] {
				s.Regs[r] = tb.Ite(conds[i], o.Regs[r], s.Regs[r])
			}
		}
	}
	return id, s
}

// ask queries the pending final instances, then the frontier.
func (u *unrolling) ask(budget smt.Budget, turn work.Amount) (bmcStatus, []automata.Letter) {
	if len(u.pending) > 0 {
		r, m := u.askPending(budget, turn)
		switch {
		case r == smt.Sat:
			return bmcFound, u.path(u.pending, m)
		case r == smt.Unknown && u.asking != nil:
			return bmcAsking, nil
		case r == smt.Unknown:
			return bmcExhausted, nil
		}
		u.pending = nil
	}
	if len(u.unsup) > 0 && u.Unsupported == nil {
		r, m := u.solve(u.engine, u.unsup, nil, budget)
		if r != smt.Unsat {
			u.Unsupported = u.Loc(u.unsup[0])
			if r == smt.Sat {
				if i := u.hit(u.unsup, m); i >= 0 {
					u.Unsupported = u.Loc(i)
				}
			}
		}
		u.unsup = nil
	}
	if len(u.entries) == 0 {
		return bmcComplete, nil
	}
	budget.Work = budget.Work/4 + work.Second/10
	r, _ := u.solve(u.engine, nil, u.frontier(), budget)
	if r == smt.Unsat {
		return bmcComplete, nil
	}
	return bmcMore, nil
}

// frontier are the edges into the next level.
func (u *unrolling) frontier() (out []inEdge) {
	for _, q := range u.order {
		out = append(out, edgesOf(u.entries[q])...)
	}
	return out
}

// edgesOf are those by which entries arrive.
func edgesOf(es []entry) []inEdge {
	out := make([]inEdge, len(es))
	for i, e := range es {
		out[i] = e.inEdge
	}
	return out
}

// askPending asks whether a pending instance is reachable. With the answer
// Unknown the question stays open until it has had all of its budget.
func (u *unrolling) askPending(budget smt.Budget, turn work.Amount) (smt.Result, *logic.Model) {
	tb := u.enc.TB
	begun := tb.Clock.Now()
	q := u.asking
	if q == nil {
		inc, ok := u.engine.(smt.Incremental)
		if !ok {
			return u.solve(u.engine, u.pending, nil, budget)
		}
		u.Checks++
		q = &question{formula: u.formula(u.pending, nil), inst: inc.Open(tb)}
		u.asking = q
	}
	// The translation may take as long as the search, and goes on in the next
	// turn, too.
	for len(q.formula) > 0 && tb.Clock.Since(begun) < turn && budget.Ctx.Err() == nil {
		n := min(len(q.formula), 256)
		for _, f := range q.formula[:n] {
			q.inst.Assert(f)
		}
		q.formula = q.formula[n:]
	}
	r := smt.Unknown
	if left := min(turn-tb.Clock.Since(begun), budget.Work-q.work); len(q.formula) == 0 && left > 0 {
		var err error
		if r, err = q.inst.Check(nil, smt.Budget{Work: left, Ctx: budget.Ctx}); err != nil {
			r = smt.Unknown
			q.work = budget.Work
		}
	}
	var m *logic.Model
	if r == smt.Sat {
		m = q.inst.Model()
	}
	if q.work += tb.Clock.Since(begun); r != smt.Unknown || q.work >= budget.Work {
		u.asking = nil
	}
	return r, m
}

// solve asks whether one of the targets or one of the edges is reachable.
func (u *unrolling) solve(engine smt.Engine, targets []int32, edges []inEdge, budget smt.Budget) (smt.Result, *logic.Model) {
	u.Checks++
	r, m, err := engine.Check(u.enc.TB, u.formula(targets, edges), budget)
	if err != nil {
		return smt.Unknown, nil
	}
	return r, m
}

// formula says that one of the targets or one of the edges is reached. It
// contains the definitions of their ancestors only.
func (u *unrolling) formula(targets []int32, edges []inEdge) []logic.T {
	tb := u.enc.TB
	tb.Clock.Count(len(u.inst), work.Query)
	var goal []logic.T
	seen := make([]bool, len(u.inst))
	var work []int32
	visit := func(i int32) {
		if i >= 0 && !seen[i] {
			seen[i] = true
			work = append(work, i)
		}
	}
	for _, t := range targets {
		goal = append(goal, u.inst[t].guard)
		visit(t)
	}
	for _, e := range edges {
		goal = append(goal, e.cond)
		visit(e.from)
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range u.inst[i].in {
			visit(e.from)
		}
	}
	f := []logic.T{tb.Or(goal...)}
	for i := range u.inst {
		if seen[i] {
			if d := u.definition(i); d != tb.True() {
				f = append(f, d)
			}
		}
	}
	return f
}

// definition says how an instance is reached.
func (u *unrolling) definition(i int) logic.T {
	tb, in := u.enc.TB, u.inst[i]
	if in.guard == tb.True() {
		return tb.True()
	}
	return tb.Implies(in.guard, tb.Or(conditions(in.in)...))
}

// closed is a term over an instance and its ancestors with their guards replaced
// by how they are reached.
func (u *unrolling) closed(end int32, t logic.T) logic.T {
	return u.enc.TB.Subst(t, u.reached(end))
}

// reached says how an instance and its ancestors are reached, by guard.
func (u *unrolling) reached(end int32) map[logic.T]logic.T {
	tb := u.enc.TB
	is := map[logic.T]logic.T{}
	for _, in := range u.inst[:end+1] {
		if reached := tb.Or(conditions(in.in)...); tb.Op(in.guard) == logic.OpVar && reached != in.guard {
			is[in.guard] = tb.Subst(reached, is)
		}
	}
	return is
}

// conditions are those of edges.
func conditions(edges []inEdge) []logic.T {
	out := make([]logic.T, len(edges))
	for i, e := range edges {
		out[i] = e.cond
	}
	return out
}

// path reads the word of a reachable target off a model, backwards.
func (u *unrolling) path(targets []int32, m *logic.Model) []automata.Letter {
	cur := u.hit(targets, m)
	if cur < 0 {
		return nil
	}
	ev := logic.NewEvaluator(u.enc.TB)
	ev.Reset(m)
	var rev []automata.Letter
	for cur >= 0 {
		found := false
		for _, e := range u.inst[cur].in {
			if ev.Value(e.cond) != 0 {
				if e.from >= 0 {
					rev = append(rev, e.letter)
				}
				cur, found = e.from, true
				break
			}
		}
		if !found {
			return nil
		}
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return rev
}

// hit is the target a model reaches, or -1.
func (u *unrolling) hit(targets []int32, m *logic.Model) int32 {
	ev := logic.NewEvaluator(u.enc.TB)
	ev.Reset(m)
	for _, t := range targets {
		if ev.Value(u.inst[t].guard) != 0 {
			return t
		}
	}
	return -1
}
