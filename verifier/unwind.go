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
// which they began, and the questions where they might go on.
type unwound struct {
	rounds []int
	beyond []lastRound
	// hard are the errors that were put off until those after them were refuted,
	// and longest what the longest question took.
	hard    []int32
	longest work.Amount
	// cased are errors that were refuted by cases, according to plan.
	cased []int32
	plan  []bool
}

// lastRound is where a loop might go on, how many instances there are when that is
// asked, and whether it was refuted.
type lastRound struct {
	known int
	edges []inEdge
	ends  bool
}

// further are the conditions of all ways to go on.
func (u *unwound) further() (out []inEdge) {
	for _, b := range u.beyond {
		if b.ends {
			out = append(out, b.edges...)
		}
	}
	return out
}

// newUnwinding begins to unwind the loops of an automaton. Along the paths that
// are merged, pointers come from few allocations; addresses that nobody wrote
// would hide that, and no execution that matters follows them. When all loops have
// ended no run is without end, so that what only such runs violate is not asked
// about, and blocks may be lost on the way.
func newUnwinding(u *unrolling) *unwinding {
	u.unwound = &unwound{}
	u.enc.Stray, u.enc.Narrow, u.enc.RunOn = true, true, true
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
			ends := w.ends(f, again)
			if ends || askAt(f.rounds) {
				w.unwound.beyond = append(w.unwound.beyond, lastRound{len(w.inst), edgesOf(again), ends})
			}
			if !ends {
				f.next = 0
				return
			}
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
	u.unwound.hard, u.unwound.longest = as.hard, as.longest
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
// of one loop serves the next. What is refuted does not hold in what follows: the
// definitions only grow.
func (u *unrolling) refute(engine smt.Engine, targets []int32, frontier []inEdge, budget smt.Budget) smt.Result {
	tb := u.enc.TB
	x := smt.New(tb, engine, smt.Config{}).Session()
	budget.Work = max(budget.Work, longerRecheck*u.unwound.longest)
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
	for _, b := range u.unwound.beyond {
		if !b.ends { // that it was asked makes the next questions easier
			define(b.known)
			x.Refuted(smt.Budget{Work: unwindQuery, Ctx: budget.Ctx}, tb.Or(conditions(b.edges)...))
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
			if slices.Contains(u.unwound.hard, id) == late && !ask(len(u.inst), []logic.T{u.inst[id].guard}) {
				return smt.Unknown
			}
		}
	}
	return smt.Unsat
}

// unwinder is the source that unwinds the loops of the program, once: what others
// prove meanwhile makes no difference to it but that it need not be asked about.
type unwinder struct {
	w     *unwinding
	x     *smt.Session // of the definitions of instances
	known int          // instances that it has
	// asking says that all loops have ended, todo what errors are to be asked
	// about, again that they were asked about before, and deeper that one was
	// recursion that was not unrolled.
	asking, again, deeper bool
	todo                  []int32
	work                  work.Amount
	over                  bool // of no further use
	// alone says that runs go on with lost blocks (hoare.Encoder.RunOn), of which
	// other proofs know nothing.
	alone bool
}

// apart are the error locations that need not be asked about.
func (s *unwinder) apart(v *run) []*cfg.Loc {
	if s.alone {
		return nil
	}
	return v.proof.apart()
}

// turn unwinds for a part of the work of all sources.
func (s *unwinder) turn(ctx context.Context, v *run) (over bool) {
	if !s.due(v) || v.elapsed() < unwindAt {
		return false
	}
	part := work.Amount(unwindPart)
	if s.w != nil && s.w.done() {
		part = unwoundPart
	}
	v.phase(PhaseBMC, func() { over = s.unwind(ctx, v, max(firstUnwind, v.elapsed()/part)) })
	return over
}

// due reports whether there is something to unwind.
func (s *unwinder) due(v *run) bool {
	return !s.over && !v.cfg.NoBMC && !v.cfg.MultiTrace && len(v.res.Traces) == 0
}

// first reports whether it should come before hard questions about what was
// unrolled level by level.
func (s *unwinder) first(v *run) bool { return s.due(v) && s.work < v.cfg.hardQuery() }

// begin sets up the unwinding of the control flow: states that the values split
// would not merge, nor would those that refinement distinguishes.
func (s *unwinder) begin(v *run) {
	ctl, err := hoare.BuildControl(v.task.prog, nil, maxShallow)
	if err != nil {
		s.over = true
		return
	}
	rest := remaining{meter: &v.meter, ctl: ctl, nfa: ctl.Auto}
	s.alone = slices.ContainsFunc(rest.targets(), (*cfg.Loc).Forever)
	proved := s.apart(v)
	rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(proved, l) })
	rest.minimize()
	u := newUnrolling(ctl, rest.nfa, v.engine, v.clock)
	s.w = newUnwinding(u)
	s.x = smt.New(u.enc.TB, v.engine, smt.Config{}).Session()
}

// unwind does so until that took so much work in all.
func (s *unwinder) unwind(ctx context.Context, v *run, limit work.Amount) (over bool) {
	if s.w == nil {
		if s.begin(v); s.over {
			return false
		}
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
		goes, begun := w.enc.TB.Or(conditions(edgesOf(again))...), v.clock.Now()
		if !s.x.Refuted(smt.Budget{Work: max(unwindQuery, spent()/unwindQueryPart), Ctx: ctx}, goes) {
			return false
		}
		w.unwound.longest = max(w.unwound.longest, v.clock.Since(begun))
		s.x.Assert(w.enc.TB.Not(goes))
		return true
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
	return s.decide(ctx, v, func() bool { return spent() > limit })
}

// byCases refutes the errors that are hard all at once by cases, if it can.
func (s *unwinder) byCases(ctx context.Context, v *run) {
	u := s.w.unrolling
	plan, ok := u.cases(ctx, u.unwound.hard, v.cfg.hardQuery()/casesPart)
	v.log("unwinding: %d cases of %d errors, refuted: %v", len(plan), len(u.unwound.hard), ok)
	if !ok {
		return
	}
	u.unwound.cased, u.unwound.plan, u.unwound.hard = u.unwound.hard, plan, nil
}

// define tells the session of the instances that it does not know.
func (s *unwinder) define() {
	for ; s.known < len(s.w.inst); s.known++ {
		s.x.Assert(s.w.definition(s.known))
	}
}

// decide asks for one instance after the other whether an error is reached: that
// the ones before are not helps with the next.
func (s *unwinder) decide(ctx context.Context, v *run, late func() bool) (over bool) {
	u := s.w.unrolling
	if !s.asking {
		v.log("unwinding: %d instances, %d terms, %d loops", len(u.inst), u.enc.TB.Len(), len(u.unwound.rounds))
		s.define()
		s.asking, s.todo = true, u.targets()
	}
	proved := s.apart(v)
	for len(s.todo) > 0 || !s.again && len(u.unwound.hard) > 0 {
		if len(s.todo) == 0 { // with the others refuted they may be easier
			if s.byCases(ctx, v); ctx.Err() != nil {
				return false
			}
			s.todo, s.again = u.unwound.hard, true
			continue
		}
		id := s.todo[0]
		at := u.ctl.Loc(u.rem, u.inst[id].state)
		if slices.Contains(proved, at) {
			s.todo = s.todo[1:]
			continue
		}
		if late() {
			return false
		}
		b := v.question(ctx)
		if !s.again {
			b.Work = min(b.Work, casesAt)
		}
		begun := v.clock.Now()
		switch r := s.x.CheckBudget(b, u.inst[id].guard); {
		case r == smt.Unsat:
		case r == smt.Sat:
			word := u.path([]int32{id}, s.x.Model())
			if !s.beyond(ctx, v, word, at) {
				s.over = true
				return s.found(ctx, v, word, at)
			}
			s.deeper = true
		case ctx.Err() != nil:
			return false
		case !s.again:
			u.unwound.hard, s.todo = append(u.unwound.hard, id), s.todo[1:]
			continue
		default:
			v.log("unwinding: gave up at %s, %d errors left", at.Pos, len(s.todo))
			s.over = true
			return false
		}
		u.unwound.longest = max(u.unwound.longest, v.clock.Since(begun))
		s.x.Assert(u.enc.TB.Not(u.inst[id].guard))
		s.todo = s.todo[1:]
	}
	if s.over = true; s.deeper { // nothing else is reached with so few calls
		v.log("unwinding: complete but for deeper recursion")
		return true
	}
	v.log("unwinding: complete")
	rem := *u.rem
	rem.Final = slices.Clone(rem.Final)
	for q, final := range rem.Final {
		rem.Final[q] = final && !slices.Contains(proved, u.ctl.Loc(u.rem, automata.State(q)))
	}
	u.rem = &rem
	joint, foretold := v.proof.Joint, v.proof.Foretold
	if s.alone {
		joint, foretold = nil, nil
		v.known.gaps = slices.DeleteFunc(v.known.gaps, func(g gap) bool { return g.loc != nil && g.loc.Forever() })
	}
	v.proof = Proof{Control: u.ctl, Joint: joint, Foretold: foretold, Unrolling: u}
	v.rest.clear()
	return false
}

// beyond notes that recursion deeper than it was unrolled is reachable, if that is
// what a word leads to.
func (s *unwinder) beyond(ctx context.Context, v *run, word []automata.Letter, target *cfg.Loc) bool {
	if word == nil || v.task.from == nil || !slices.Contains(v.task.from.Beyond, target) {
		return false
	}
	f := decide(v.task.prog, s.letters(word), v.engine, v.clock, v.question(ctx))
	if f.result != smt.Sat {
		return false
	}
	v.unsupported(target)
	return true
}

// letters are those of a word.
func (s *unwinder) letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = s.w.ctl.Letters[a]
	}
	return out
}

// targets are the instances at which an execution must not be.
func (u *unrolling) targets() []int32 {
	out := append(slices.Clone(u.pending), u.unsup...)
	if u.enc.RunOn {
		out = slices.DeleteFunc(out, func(id int32) bool { return u.ctl.Loc(u.rem, u.inst[id].state).Forever() })
	}
	return out
}

// found takes the trace of a model.
func (s *unwinder) found(ctx context.Context, v *run, word []automata.Letter, target *cfg.Loc) (over bool) {
	v.log("unwinding: trace of %d letters", len(word))
	if word == nil || target.Kind != cfg.Error {
		return false
	}
	f := decide(v.task.prog, s.letters(word), v.engine, v.clock, v.question(ctx))
	if f.result != smt.Sat {
		return false
	}
	t := v.task.from.Trace(f.trace)
	if no := v.admit(ctx, t); no != nil {
		v.log("unwinding: %s", no.reason)
		return v.library.learned
	}
	v.found(ctx, t, v.task.from.Loc(target))
	return true
}

// apart are the error locations that are proved by invariants of their own.
func (p *Proof) apart() []*cfg.Loc {
	var out []*cfg.Loc
	for _, j := range p.Joint {
		out = append(out, j.targets...)
	}
	for _, f := range p.Foretold {
		out = append(out, f.target)
	}
	return out
}
