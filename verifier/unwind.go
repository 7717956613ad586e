package verifier

import (
	"context"
	"slices"

	"culprit/automata"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/smt"
	"culprit/verifier/unroll"
)

// unwinder is the source that unwinds the loops of the program, once: what others
// prove meanwhile makes no difference to it but that it need not be asked about.
type unwinder struct {
	w *unroll.Unwinding
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

// elsewhere are the error locations that need not be asked about.
func (s *unwinder) elsewhere(v *run) []*cfg.Loc {
	if s.alone {
		return nil
	}
	return v.proof.separately()
}

// turn unwinds for a part of the work of all sources.
func (s *unwinder) turn(ctx context.Context, v *run) (over bool) {
	if !s.due(v) || v.elapsed() < unwinding.after || !withLoops.On() {
		return false
	}
	v.phase(PhaseBMC, func() { over = s.unwind(ctx, v, unwinding.turn(v)) })
	return over
}

// due reports whether there is something to unwind.
func (s *unwinder) due(v *run) bool {
	return !s.over && !v.cfg.NoBMC && !v.cfg.MultiTrace && len(v.res.Traces) == 0
}

// first reports whether it should come before hard questions about what was
// unrolled level by level.
func (s *unwinder) first(v *run) bool {
	return s.due(v) && s.work < v.cfg.hardQuery() && withLoops.On()
}

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
	proved := s.elsewhere(v)
	rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(proved, l) })
	rest.minimize()
	s.w = unroll.NewUnwinding(unroll.New(ctl, rest.nfa, v.engine, v.clock))
}

// unwind does so until that took so much work in all.
func (s *unwinder) unwind(ctx context.Context, v *run, limit work.Amount) (over bool) {
	if s.w == nil {
		if s.begin(v); s.over {
			return false
		}
	}
	start := v.clock.Now()
	spent := func() work.Amount { return s.work + v.clock.Since(start) }
	defer func() { s.work += v.clock.Since(start) }()
	late := func() bool { return spent() > limit }
	ends := func() smt.Budget {
		return smt.Budget{Work: max(unroll.LoopQuery, spent()/queryPart), Ctx: ctx}
	}
	if !s.w.Advance(func() bool { return late() || ctx.Err() != nil }, ends, maxUnwound) {
		s.w, s.over = nil, true
		return false
	}
	if !s.w.Done() {
		return false
	}
	return s.decide(ctx, v, late)
}

// decide asks for one instance after the other whether an error is reached.
func (s *unwinder) decide(ctx context.Context, v *run, late func() bool) (over bool) {
	w := s.w
	if !s.asking {
		v.log("unwinding: %d instances, %d terms, %d loops", w.Instances(), w.Terms(), w.Loops())
		s.asking, s.todo = true, w.Targets()
	}
	proved := s.elsewhere(v)
	for len(s.todo) > 0 || !s.again && len(w.Hard()) > 0 {
		if len(s.todo) == 0 { // with the others refuted they may be easier
			s.todo, s.again = w.Hard(), true
		}
		id := s.todo[0]
		at := w.Loc(id)
		if slices.Contains(proved, at) {
			s.todo = s.todo[1:]
			continue
		}
		if late() {
			return false
		}
		b := v.question(ctx)
		if !s.again {
			b.Work = min(b.Work, 2*turnWork)
		}
		switch r := w.Ask(id, b); {
		case r == smt.Unsat:
		case r == smt.Sat:
			word := w.Word(id)
			if !s.beyond(ctx, v, word, at) {
				s.over = true
				return s.found(ctx, v, word, at)
			}
			w.Exclude(id)
			s.deeper = true
		case ctx.Err() != nil:
			return false
		case !s.again:
			w.PutOff(id)
		default:
			v.log("unwinding: gave up at %s, %d errors left", at.Pos, len(s.todo))
			s.over = true
			return false
		}
		s.todo = s.todo[1:]
	}
	s.over = true
	if s.deeper { // nothing else is reached with so few calls
		v.log("unwinding: complete but for deeper recursion")
		return true
	}
	v.log("unwinding: complete")
	w.Without(proved)
	joint, foretold := v.proof.Joint, v.proof.Foretold
	if s.alone {
		joint, foretold = nil, nil
		v.known.gaps = slices.DeleteFunc(v.known.gaps, func(g gap) bool { return g.loc != nil && g.loc.Forever() })
	}
	v.proof = Proof{Control: w.Ctl, Joint: joint, Foretold: foretold, Unrolling: w.Unrolling}
	v.rest.clear()
	return false
}

// beyond notes that recursion deeper than it was unrolled is reachable, if that is
// what a word leads to.
func (s *unwinder) beyond(ctx context.Context, v *run, word []automata.Letter, target *cfg.Loc) bool {
	if word == nil || v.task.from == nil || !slices.Contains(v.task.from.Beyond, target) {
		return false
	}
	f := decide(v.task.prog, s.w.Letters(word), v.engine, v.clock, v.question(ctx))
	if f.result != smt.Sat {
		return false
	}
	v.unsupported(target)
	return true
}

// found takes the trace of a model.
func (s *unwinder) found(ctx context.Context, v *run, word []automata.Letter, target *cfg.Loc) (over bool) {
	v.log("unwinding: trace of %d letters", len(word))
	if word == nil || target.Kind != cfg.Error {
		return false
	}
	f := decide(v.task.prog, s.w.Letters(word), v.engine, v.clock, v.question(ctx))
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

// separately are the error locations that are proved by invariants of their own.
func (p *Proof) separately() []*cfg.Loc {
	var out []*cfg.Loc
	for _, j := range p.Joint {
		out = append(out, j.Targets...)
	}
	for _, f := range p.Foretold {
		out = append(out, f.Target)
	}
	return out
}
