package unroll

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// Loops one after the other: each is unwound until its head cannot be reached
// again, and what leaves it after any number of rounds is merged before what
// follows is executed. Where all loops end after a few rounds, the formula has
// the rounds of one loop after those of the other and not their products, as
// level by level, where what follows a loop is executed once for each number of
// rounds.

// Unwinding is an unrolling in this order, which can be interrupted after each
// state.
type Unwinding struct {
	*Unrolling
	loops []loopFrame // that are being unwound, the program outermost
	at    map[automata.State][]entry
	// ends decides whether a loop ends, given the entries at its head.
	ends    func(f *loopFrame, again []entry) bool
	session *smt.Session // of the definitions of instances; nil: nothing was asked
	known   int          // instances that it has
}

// loopFrame is a loop that is being unwound: next is the element to execute.
type loopFrame struct {
	parts  []automata.Nest
	next   int
	rounds int
	number int // in Unwound.Rounds; -1: the program
}

// Further are all ways in which loops might have gone on.
func (u *Unrolling) Further() (out []Edge) {
	for _, b := range u.Unwound.beyond {
		if b.ends {
			out = append(out, b.edges...)
		}
	}
	return out
}

// NewUnwinding begins to unwind the loops of an automaton. Along the paths that
// are merged, pointers come from few allocations; addresses that nobody wrote
// would hide that, and no execution that matters follows them. When all loops have
// ended no run is without end, so that what only such runs violate is not asked
// about, and blocks may be lost on the way.
func NewUnwinding(u *Unrolling) *Unwinding {
	u.Unwound = &Unwound{}
	u.Enc.Stray, u.Enc.Narrow, u.Enc.RunOn = true, true, true
	return &Unwinding{Unrolling: u, at: u.entries, loops: []loopFrame{{parts: automata.Nesting(u.Rem), number: -1}}}
}

// Done reports whether all loops have been unwound.
func (w *Unwinding) Done() bool { return len(w.loops) == 0 }

// Loops is how many loops were unwound.
func (w *Unwinding) Loops() int { return len(w.Unwound.Rounds) }

// Advance unwinds state by state until stop. ends is the budget for the question
// whether a loop ends. ok is false if a loop goes on for more than so many rounds,
// so that there may be no end, or the terms are too many.
func (w *Unwinding) Advance(stop func() bool, ends func() smt.Budget, rounds int) (ok bool) {
	ok = true
	w.ends = func(f *loopFrame, again []entry) bool {
		if !AskAt(f.rounds) {
			return false
		}
		if f.rounds > rounds {
			ok = false
			return false
		}
		return w.refute(ends(), w.Enc.TB.Or(conditions(edgesOf(again))...), false) == smt.Unsat
	}
	for ok && !w.Done() && !stop() {
		if w.Enc.TB.Len() > maxTerms {
			return false
		}
		w.step()
	}
	return ok
}

// refute asks whether a condition can hold, and remembers that it cannot. A model
// is asked for only where it is wanted: it costs as much again.
func (w *Unwinding) refute(b smt.Budget, cond logic.T, model bool) (r smt.Result) {
	if w.session == nil {
		w.session = smt.New(w.Enc.TB, w.engine, smt.Config{}).Session()
	}
	for ; w.known < len(w.inst); w.known++ {
		w.session.Assert(w.definition(w.known))
	}
	begun := w.Enc.TB.Clock.Now()
	switch {
	case model:
		r = w.session.CheckBudget(b, cond)
	case w.session.Refuted(b, cond):
		r = smt.Unsat
	}
	if r == smt.Unsat {
		w.Unwound.longest = max(w.Unwound.longest, w.Enc.TB.Clock.Since(begun))
		w.session.Assert(w.Enc.TB.Not(cond))
	}
	return r
}

// Ask asks whether an instance is reached. That those before it are not helps with
// the next.
func (w *Unwinding) Ask(id int32, b smt.Budget) smt.Result {
	return w.refute(b, w.inst[id].guard, true)
}

// PutOff has an instance asked about after the others.
func (w *Unwinding) PutOff(id int32) { w.Unwound.Hard = append(w.Unwound.Hard, id) }

// Hard are the instances that were put off.
func (w *Unwinding) Hard() []int32 { return w.Unwound.Hard }

// Word leads to an instance that was just found to be reached.
func (w *Unwinding) Word(id int32) []automata.Letter { return w.path([]int32{id}, w.session.Model()) }

// Without leaves final the states whose location is not one of these.
func (w *Unwinding) Without(locs []*cfg.Loc) {
	rem := *w.Rem
	rem.Final = slices.Clone(rem.Final)
	for q, final := range rem.Final {
		rem.Final[q] = final && !slices.Contains(locs, w.Ctl.Loc(w.Rem, automata.State(q)))
	}
	w.Rem = &rem
}

// step executes one state, or decides whether a loop goes on.
func (w *Unwinding) step() {
	f := &w.loops[len(w.loops)-1]
	if f.next == len(f.parts) {
		w.round(f)
		return
	}
	p := f.parts[f.next]
	f.next++
	if p.Loop {
		w.loops = append(w.loops, loopFrame{parts: append([]automata.Nest{{State: p.State}}, p.Body...), number: len(w.Unwound.Rounds)})
		w.Unwound.Rounds = append(w.Unwound.Rounds, 0)
		return
	}
	es := w.at[p.State]
	delete(w.at, p.State)
	if len(es) == 0 {
		return
	}
	id, sym := w.arrive(p.State, es)
	w.leave(id, sym, func(to automata.State, e entry) { w.at[to] = append(w.at[to], e) })
}

// round ends a round of a loop, and the loop if it cannot be entered again.
func (w *Unwinding) round(f *loopFrame) {
	if f.number >= 0 {
		head := f.parts[0].State
		f.rounds++
		if again := w.at[head]; len(again) > 0 {
			ends := w.ends(f, again)
			if ends || AskAt(f.rounds) {
				w.Unwound.beyond = append(w.Unwound.beyond, lastRound{len(w.inst), edgesOf(again), ends})
			}
			if !ends {
				f.next = 0
				return
			}
			delete(w.at, head)
		}
		w.Unwound.Rounds[f.number] = f.rounds
	}
	w.loops = w.loops[:len(w.loops)-1]
}

// Replay unwinds an automaton as often as it was before. It is false if that is
// too large.
func (u *Unrolling) Replay(ctx context.Context, done *Unrolling) bool {
	w, as := NewUnwinding(u), done.Unwound
	u.Unwound.Hard, u.Unwound.longest = as.Hard, as.longest
	w.ends = func(f *loopFrame, _ []entry) bool {
		return f.number >= len(as.Rounds) || f.rounds >= as.Rounds[f.number]
	}
	for !w.Done() {
		if u.Enc.TB.Len() > maxTerms || ctx.Err() != nil {
			return false
		}
		w.step()
	}
	return true
}

// RefuteInOrder asks in the order in which it was asked first, so that what is learned
// of one loop serves the next. A refuted error stays refuted: the
// definitions only grow.
func (u *Unrolling) RefuteInOrder(engine smt.Engine, targets []int32, frontier []Edge, budget smt.Budget) smt.Result {
	tb := u.Enc.TB
	x := smt.New(tb, engine, smt.Config{}).Session()
	budget.Work = max(budget.Work, recheckFactor*u.Unwound.longest)
	known := 0
	define := func(upTo int) {
		for ; known < upTo; known++ {
			x.Assert(u.definition(known))
		}
	}
	ask := func(upTo int, goal []logic.T) bool {
		define(upTo)
		if !x.Refuted(budget, tb.Or(goal...)) {
			return false
		}
		x.Assert(tb.Not(tb.Or(goal...)))
		return true
	}
	for _, b := range u.Unwound.beyond {
		if !b.ends { // that it was asked makes the next questions easier
			define(b.known)
			x.Refuted(smt.Budget{Work: LoopQuery, Ctx: budget.Ctx}, tb.Or(conditions(b.edges)...))
			continue
		}
		if !ask(b.known, conditions(b.edges)) {
			return smt.Unknown
		}
	}
	if !ask(len(u.inst), conditions(frontier)) {
		return smt.Unknown
	}
	for _, late := range []bool{false, true} {
		for _, id := range targets {
			if slices.Contains(u.Unwound.Hard, id) == late && !ask(len(u.inst), []logic.T{u.inst[id].guard}) {
				return smt.Unknown
			}
		}
	}
	return smt.Unsat
}

// Exclude asserts that an instance is not reached, although it is: it ends no
// execution that matters.
func (w *Unwinding) Exclude(id int32) { w.session.Assert(w.Enc.TB.Not(w.inst[id].guard)) }
