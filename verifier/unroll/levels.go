package unroll

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

// The outcomes of an advance.
const (
	More      Status = iota // nothing found, more levels to come
	Asking                  // a question is not decided yet: to be continued with ask
	Found                   // a feasible word
	Complete                // every word of the automaton is infeasible
	Exhausted               // out of budget or undecided
)

// Advance unrolls one level, unless a question is left to decide, and, if ask is
// set, asks about the final states reached since the last question and about
// the frontier. A question gets at most the work of budget, and at most turn of
// it in one call.
func (u *Unrolling) Advance(ctx context.Context, ask bool, budget smt.Budget, turn work.Amount) (Status, []automata.Letter) {
	if u.asking == nil {
		if !u.NextLevel(ctx) {
			return Exhausted, nil
		}
		if !ask && len(u.entries) > 0 {
			return More, nil
		}
	}
	return u.ask(budget, turn)
}

// NextLevel executes one level symbolically.
func (u *Unrolling) NextLevel(ctx context.Context) bool {
	u.Enc.TB.Clock.Count(len(u.order), work.Visit)
	cur := make([][]entry, len(u.order))
	for q, es := range u.entries {
		cur[u.pos[q]] = es
	}
	next := map[automata.State][]entry{}
	for i, q := range u.order {
		if len(cur[i]) == 0 {
			continue
		}
		if u.Enc.TB.Len() > maxTerms || ctx.Err() != nil {
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
	u.Level++
	return true
}

// Waits reports whether a question was interrupted, with which Advance goes on.
func (u *Unrolling) Waits() bool { return u.asking != nil }

// Ahead are the locations at which the next level begins.
func (u *Unrolling) Ahead() (out []*cfg.Loc) {
	for _, q := range u.order {
		if len(u.entries[q]) > 0 {
			out = append(out, u.Ctl.Loc(u.Rem, q))
		}
	}
	return out
}

// GiveUp ends an unrolling that came to nothing, and gives its memory back.
func (u *Unrolling) GiveUp() {
	u.Release()
	u.Rem = nil
}

// GivenUp reports whether GiveUp was called.
func (u *Unrolling) GivenUp() bool { return u.Rem == nil }

// LoopByLoop reports whether the loops were unwound one after the other, not level
// by level.
func (u *Unrolling) LoopByLoop() bool { return u.Unwound != nil }

// Targets are the instances at which an execution must not be, and which were not
// asked about.
func (u *Unrolling) Targets() []int32 {
	out := append(slices.Clone(u.pending), u.unsup...)
	if u.Enc.RunOn {
		out = slices.DeleteFunc(out, func(id int32) bool { return u.Loc(id).Forever() })
	}
	return out
}

// Forget drops the targets: they were asked about.
func (u *Unrolling) Forget() { u.pending, u.unsup = nil, nil }

// arrive merges what arrives at q, and notes that q is to be asked about if it
// is final.
func (u *Unrolling) arrive(q automata.State, es []entry) (int32, *hoare.Sym) {
	id, sym := u.merge(q, es)
	if u.Rem.Final[q] {
		if u.Ctl.Loc(u.Rem, q).Kind == cfg.Error {
			u.pending = append(u.pending, id)
		} else {
			u.unsup = append(u.unsup, id)
		}
		if u.Arrived != nil {
			u.Arrived(q, id, sym)
		}
	}
	return id, sym
}

// leave executes the letters that lead away from an instance.
func (u *Unrolling) leave(id int32, sym *hoare.Sym, to func(automata.State, entry)) {
	q := u.inst[id].state
	out := u.Rem.Out[q]
	choice := u.choice(q)
	for k, e := range out {
		s := sym
		if k+1 < len(out) {
			s = sym.Clone()
		}
		s.Guard, s.GuardStep, s.Inputs = nil, nil, nil
		u.Enc.TB.Clock.Count(1+len(u.Ctl.Letters[e.Letter].Edges), work.Step)
		s.ExecLetter(u.Ctl.Letters[e.Letter])
		if s.Dead {
			continue
		}
		cond := u.Enc.TB.And(append([]logic.T{u.inst[id].guard, choice[k]}, s.Guard...)...)
		if cond != u.Enc.TB.False() {
			to(e.To, entry{Edge{id, e.Letter, cond}, s})
		}
	}
}

// choice gives a condition for each way out of q, so that with the conditions
// of the program at most one way is taken.
func (u *Unrolling) choice(q automata.State) []logic.T {
	tb := u.Enc.TB
	out := make([]logic.T, len(u.Rem.Out[q]))
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
func (u *Unrolling) excludes(q automata.State) bool {
	out := u.Rem.Out[q]
	if len(out) < 2 {
		return true
	}
	if known, ok := u.exclusive[q]; ok {
		return known
	}
	tb := u.Enc.TB
	scope := tb.Mark()
	defer tb.Release(scope)
	guards := make([]logic.T, len(out))
	for k := range out {
		s := hoare.NewSym(u.Enc)
		s.ExecLetter(u.Ctl.Letters[out[k].Letter])
		guards[k] = tb.And(s.Guard...)
	}
	yes := exclusive(tb, guards)
	u.exclusive[q] = yes
	return yes
}

// exclusive reports whether of some conditions no two hold at once, by their form. The
// cases of a switch, which compare one term with different constants, are not looked at
// in pairs, and a condition that has the negation of another is found by looking it up.
func exclusive(tb *logic.Table, conds []logic.T) bool {
	type guard struct {
		equal map[logic.T]uint64 // terms that have to be these constants
		parts map[logic.T]bool
	}
	guards := make([]guard, len(conds))
	first := map[logic.T]map[uint64]bool{} // by term, the constants of the guards that are exclusive
	var others []int
	for k, c := range conds {
		g := guard{map[logic.T]uint64{}, map[logic.T]bool{}}
		var by logic.T
		for _, part := range tb.Conjuncts(c) {
			g.parts[part] = true
			if tb.Op(part) != logic.OpEq {
				continue
			}
			x, y := tb.Args(part)[0], tb.Args(part)[1]
			if tb.IsConst(x) {
				x, y = y, x
			}
			if tb.IsConst(y) {
				g.equal[x], by = tb.ConstVal(y), x
			}
		}
		guards[k] = g
		v, compares := g.equal[by]
		if !compares || len(first) > 0 && first[by] == nil || first[by][v] {
			others = append(others, k)
			continue
		}
		if first[by] == nil {
			first[by] = map[uint64]bool{}
		}
		first[by][v] = true
	}
	apart := func(i, j int) bool {
		for x, v := range guards[i].equal {
			if w, ok := guards[j].equal[x]; ok && v != w {
				return true
			}
		}
		for _, pair := range [][2]int{{i, j}, {j, i}} {
			if p := guards[pair[0]].parts; len(p) == 1 && guards[pair[1]].parts[tb.Not(conds[pair[0]])] {
				return true
			}
		}
		return tb.And(conds[i], conds[j]) == tb.False()
	}
	looked := make([]bool, len(conds))
	for _, i := range others {
		looked[i] = true
		for j := range conds {
			if !looked[j] && !apart(i, j) {
				return false
			}
		}
	}
	return true
}

// merge joins the states arriving at q into one instance.
func (u *Unrolling) merge(q automata.State, es []entry) (int32, *hoare.Sym) {
	tb := u.Enc.TB
	id := int32(len(u.inst))
	in := instance{state: q}
	conds := make([]logic.T, len(es))
	for i, e := range es {
		in.in = append(in.in, e.Edge)
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
func (u *Unrolling) ask(budget smt.Budget, turn work.Amount) (Status, []automata.Letter) {
	if len(u.pending) > 0 {
		r, m := u.askPending(budget, turn)
		switch {
		case r == smt.Sat:
			return Found, u.path(u.pending, m)
		case r == smt.Unknown && u.asking != nil:
			return Asking, nil
		case r == smt.Unknown:
			return Exhausted, nil
		}
		u.pending = nil
	}
	if len(u.unsup) > 0 && u.Unsupported == nil {
		r, m := u.Solve(u.engine, u.unsup, nil, budget)
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
		return Complete, nil
	}
	budget.Work = budget.Work/4 + work.Second/10
	r, _ := u.Solve(u.engine, nil, u.Frontier(), budget)
	if r == smt.Unsat {
		return Complete, nil
	}
	return More, nil
}

// Frontier are the edges into the next level.
func (u *Unrolling) Frontier() (out []Edge) {
	for _, q := range u.order {
		out = append(out, edgesOf(u.entries[q])...)
	}
	return out
}

// askPending asks whether a pending instance is reachable. With the answer
// Unknown the question stays open until it has had all of its budget.
func (u *Unrolling) askPending(budget smt.Budget, turn work.Amount) (smt.Result, *logic.Model) {
	tb := u.Enc.TB
	begun := tb.Clock.Now()
	q := u.asking
	if q == nil {
		inc, ok := u.engine.(smt.Incremental)
		if !ok {
			return u.Solve(u.engine, u.pending, nil, budget)
		}
		q = &question{formula: u.Formula(u.pending, nil), inst: inc.Open(tb)}
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
	q.work += tb.Clock.Since(begun)
	if r != smt.Unknown || q.work >= budget.Work {
		u.asking = nil
	}
	return r, m
}
