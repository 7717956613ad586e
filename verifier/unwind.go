package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Loops one after the other: each is unwound until its head cannot be reached
// again, and what leaves it after any number of rounds is merged before what
// follows is executed. Where all loops end after a few rounds, the formula has
// the rounds of one loop after those of the other and not their products, as
// level by level, where what follows a loop is executed once for each number of
// rounds.

// unwinding is an unrolling in this order, which can be interrupted after each
// state.
type unwinding struct {
	*unrolling
	loops []loopFrame // that are being unwound, the program outermost
	at    map[automata.State][]entry
	// ends decides whether a loop ends, given the entries at its head.
	ends func(f *loopFrame, again []entry) bool
}

// loopFrame is a loop that is being unwound: next is the element to execute.
type loopFrame struct {
	parts  []automata.Nest
	next   int
	rounds int
	number int // in unwound.rounds; -1: the program
}

// unwound says of an unrolling how often its loops were unwound, in the order in
// which they began, and where they might go on.
type unwound struct {
	rounds []int
	beyond []lastRound
}

// lastRound is where a loop might go on, and how many instances there are when
// that is asked.
type lastRound struct {
	known int
	edges []inEdge
}

// further are the conditions of all ways to go on.
func (u *unwound) further() (out []inEdge) {
	for _, b := range u.beyond {
		out = append(out, b.edges...)
	}
	return out
}

// newUnwinding begins to unwind the loops of an automaton.
func newUnwinding(u *unrolling) *unwinding {
	u.unwound = &unwound{}
	return &unwinding{unrolling: u, at: u.entries, loops: []loopFrame{{parts: automata.Nesting(u.rem), number: -1}}}
}

// done reports whether all loops have been unwound.
func (w *unwinding) done() bool { return len(w.loops) == 0 }

// step executes one state, or decides whether a loop goes on.
func (w *unwinding) step() {
	f := &w.loops[len(w.loops)-1]
	if f.next == len(f.parts) {
		w.round(f)
		return
	}
	p := f.parts[f.next]
	f.next++
	if p.Loop {
		w.loops = append(w.loops, loopFrame{parts: append([]automata.Nest{{State: p.State}}, p.Body...), number: len(w.unwound.rounds)})
		w.unwound.rounds = append(w.unwound.rounds, 0)
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
func (w *unwinding) round(f *loopFrame) {
	if f.number >= 0 {
		head := f.parts[0].State
		f.rounds++
		if again := w.at[head]; len(again) > 0 {
			if !w.ends(f, again) {
				f.next = 0
				return
			}
			edges := make([]inEdge, len(again))
			for i, e := range again {
				edges[i] = e.inEdge
			}
			w.unwound.beyond = append(w.unwound.beyond, lastRound{len(w.inst), edges})
			delete(w.at, head)
		}
		w.unwound.rounds[f.number] = f.rounds
	}
	w.loops = w.loops[:len(w.loops)-1]
}

// replay unwinds an automaton as often as it was before. It is false if that is
// too large.
func (u *unrolling) replay(ctx context.Context, as *unwound) bool {
	w := newUnwinding(u)
	w.ends = func(f *loopFrame, _ []entry) bool {
		return f.number >= len(as.rounds) || f.rounds >= as.rounds[f.number]
	}
	for !w.done() {
		if u.enc.TB.Len() > maxTerms || ctx.Err() != nil {
			return false
		}
		w.step()
	}
	return true
}

// refute asks in the order in which it was asked first, so that what is learned
// of one loop serves the next.
func (u *unrolling) refute(engine smt.Engine, targets []int32, frontier []inEdge, budget smt.Budget) smt.Result {
	tb := u.enc.TB
	x := smt.New(tb, engine, smt.Config{}).Session()
	known := 0
	ask := func(upTo int, goal []logic.T) bool {
		for ; known < upTo; known++ {
			x.Assert(u.definition(known))
		}
		return x.Refuted(budget, tb.Or(goal...))
	}
	for _, b := range u.unwound.beyond {
		if !ask(b.known, conditions(b.edges)) {
			return smt.Unknown
		}
	}
	goal := conditions(frontier)
	for _, id := range targets {
		goal = append(goal, u.inst[id].guard)
	}
	if !ask(len(u.inst), goal) {
		return smt.Unknown
	}
	return smt.Unsat
}

// unwinder is the source that unwinds the loops of the remaining automaton, once:
// what is removed from that while it does so makes no difference to it.
type unwinder struct {
	w     *unwinding
	x     *smt.Session // of the definitions of instances
	known int          // instances that it has
	work  work.Amount
	over  bool // of no further use
}

// restart begins anew, since there is another program automaton.
func (s *unwinder) restart() { *s = unwinder{} }

// turn unwinds for a part of the work of all sources.
func (s *unwinder) turn(ctx context.Context, v *run) (over bool) {
	if !s.due(v) || v.elapsed() < unwindAt {
		return false
	}
	v.phase(PhaseBMC, func() { over = s.unwind(ctx, v, max(firstUnwind, v.elapsed()/unwindPart)) })
	return over
}

// due reports whether there is something to unwind.
func (s *unwinder) due(v *run) bool {
	return !s.over && !v.cfg.NoBMC && !v.cfg.MultiTrace && len(v.res.Traces) == 0 && (s.w != nil || v.rest.nfa.NumStates() <= maxShallow)
}

// first reports whether it should come before hard questions about what was
// unrolled level by level.
func (s *unwinder) first(v *run) bool { return s.due(v) && s.work < v.cfg.hardQuery() }

// begin sets up the unwinding of the automaton as it is.
func (s *unwinder) begin(v *run) {
	u := newUnrolling(v.rest.ctl, v.rest.nfa, v.engine, v.clock)
	s.w = newUnwinding(u)
	s.x = smt.New(u.enc.TB, v.engine, smt.Config{}).Session()
}

// unwind does so until that took so much work in all.
func (s *unwinder) unwind(ctx context.Context, v *run, limit work.Amount) (over bool) {
	if s.w == nil {
		s.begin(v)
	}
	w, start := s.w, v.clock.Now()
	spent := func() work.Amount { return s.work + v.clock.Since(start) }
	defer func() { s.work += v.clock.Since(start) }()
	w.ends = func(f *loopFrame, again []entry) bool {
		if !askAt(f.rounds) {
			return false
		}
		if f.rounds > maxUnwound { // there may be no end
			s.over = true
			return false
		}
		s.define()
		conds := make([]logic.T, len(again))
		for i, e := range again {
			conds[i] = e.cond
		}
		return s.x.Refuted(smt.Budget{Work: max(unwindQuery, spent()/unwindQueryPart), Ctx: ctx}, w.enc.TB.Or(conds...))
	}
	for !w.done() && !s.over {
		if spent() > limit || ctx.Err() != nil {
			return false
		}
		if w.enc.TB.Len() > maxTerms {
			s.over = true
			break
		}
		w.step()
	}
	if s.over {
		s.x, s.w = nil, nil
		return false
	}
	return s.decide(ctx, v)
}

// define tells the session of the instances that it does not know.
func (s *unwinder) define() {
	for ; s.known < len(s.w.inst); s.known++ {
		s.x.Assert(s.w.definition(s.known))
	}
}

// decide asks whether an error can be reached.
func (s *unwinder) decide(ctx context.Context, v *run) (over bool) {
	s.over = true
	u := s.w.unrolling
	v.log("unwinding: %d instances, %d terms, %d ends of loops", len(u.inst), u.enc.TB.Len(), len(u.unwound.rounds))
	s.define()
	targets := v.rest.targets()
	keep := func(id int32) bool { return slices.Contains(targets, u.ctl.Loc(u.rem, u.inst[id].state)) }
	var asked []int32
	for _, id := range append(u.pending, u.unsup...) {
		if keep(id) {
			asked = append(asked, id)
		}
	}
	var goal []logic.T
	for _, id := range asked {
		goal = append(goal, u.inst[id].guard)
	}
	switch r := s.x.CheckBudget(v.question(ctx), u.enc.TB.Or(goal...)); r {
	case smt.Sat:
		id, word := u.hit(asked, s.x.Model()), u.path(asked, s.x.Model())
		if word == nil {
			return false
		}
		target := u.ctl.Loc(u.rem, u.inst[id].state)
		v.log("unwinding: trace of %d letters", len(word))
		if f := v.decide(ctx, word); f.result == smt.Sat && target.Kind == cfg.Error {
			return v.report(ctx, word, target, f)
		}
	case smt.Unsat:
		v.log("unwinding: complete")
		rem := *u.rem
		rem.Final = slices.Clone(rem.Final)
		for q, final := range rem.Final {
			rem.Final[q] = final && slices.Contains(targets, u.ctl.Loc(u.rem, automata.State(q)))
		}
		u.rem = &rem
		v.proof.Unrolling = u
		v.rest.clear()
	default:
		v.log("unwinding: not decided")
		s.over = ctx.Err() == nil
	}
	return false
}
