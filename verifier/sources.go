package verifier

import (
	"context"
	"errors"
	"slices"

	"culprit/analysis/contract"
	"culprit/analysis/prophecy"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/verifier/contracts"
	"culprit/verifier/inductive"
)

// Facts about all elements of an array: an error location is proved in copies
// of the program that foretell which elements the assertion before it
// reads (package prophecy), by an inductive invariant (houdini.go).

// foreteller is the source that does so, in rounds with ever more work.
type foreteller struct {
	due      work.Amount       // when the next round begins
	tried    map[*cfg.Loc]bool // with all proposals, so that more work is of no use
	open     map[*cfg.Loc]*foretelling
	together *inductive.Together // the search for one invariant for all; nil: not begun
	searched work.Amount         // in it
	joined   bool                // it is over
	left     *inductive.Open     // what that left
	elements *inductive.Open     // the search for an invariant of all elements, or nil
}

// turn tries the locations that remain, when easier means had their chance. The search
// for one invariant, which goes on where it was, may take as much as one turn.
func (s *foreteller) turn(ctx context.Context, v *run) (over bool) {
	if len(v.res.Traces) > 0 || v.elapsed() < predicting.after {
		return false
	}
	limit := predicting.turn(v)
	// A proof by refinement says more in a witness: about all places of a loop.
	waits := v.cfg.Annotate && s.searched == 0 && (s.due == 0 || v.elapsed() < s.due)
	if left := limit - s.searched; !s.joined && left > 0 && !waits && withTogether.On() {
		v.phase(PhaseForetell, func() { v.proveTogether(ctx, min(left, limit/2)) })
	}
	if v.elapsed() < s.due {
		return false
	}
	v.phase(PhaseForetell, func() { v.foretell(ctx, limit) })
	s.due = predicting.next(v)
	return false
}

// foretell removes the error locations that it proves. None but the last gets
// more than half of the work that is left.
func (v *run) foretell(ctx context.Context, limit work.Amount) {
	if v.predict.tried == nil {
		v.predict.tried, v.predict.open = map[*cfg.Loc]bool{}, map[*cfg.Loc]*foretelling{}
	}
	start := v.clock.Now()
	if v.predict.elements != nil {
		v.proveElements(ctx, limit/2)
	}
	if !withProphecy.On() {
		return
	}
	targets := v.rest.targets()
	for i, l := range targets {
		left := limit - v.clock.Since(start)
		if l.Kind != cfg.Error || v.predict.tried[l] || left < limit/(2*queryPart) || ctx.Err() != nil {
			continue
		}
		if i+1 < len(targets) {
			left /= 2
		}
		within, cancel := v.clock.WithLimit(ctx, left)
		f := v.foretellOne(within, l)
		v.predict.tried[l] = within.Err() == nil
		cancel()
		if f != nil || v.predict.tried[l] {
			delete(v.predict.open, l) // another one may be kept in its place
		}
		if f != nil {
			v.proof.Foretold = append(v.proof.Foretold, *f)
			v.rest.dropFinals(func(m *cfg.Loc) bool { return m == l })
			v.unroll.restart()
			v.log("%s: proved by prophecy", l.Pos)
		}
	}
}

// foretelling is the attempt at one location: an interrupted one goes on where it was.
type foretelling struct {
	plans []prophecy.Plan
	done  []inductive.Proof
	copy  *inductive.Copy // of the plan after these, nil: not begun
}

// foretellOne proves one location, or gives up.
func (v *run) foretellOne(ctx context.Context, l *cfg.Loc) *inductive.Foretold {
	a := v.predict.open[l]
	if a == nil {
		a = &foretelling{plans: prophecy.Plans(v.task.prog, l)}
		if len(v.predict.open) < inductive.MaxOpen {
			v.predict.open[l] = a
		}
	}
	for len(a.done) < len(a.plans) {
		pl := a.plans[len(a.done)]
		if len(pl.Sites) == 0 {
			v.log("%s: the assertion reads no memory that is foretold", l.Pos)
			return nil
		}
		if a.copy == nil {
			a.copy = inductive.NewCopy(ctx, v.task.prog, pl, v.engine, v.clock)
		}
		if a.copy == nil {
			return nil
		}
		inv := a.copy.Advance(ctx, v.engine, v.log)
		if inv == nil {
			return nil
		}
		a.done, a.copy = append(a.done, *inv), nil
	}
	return &inductive.Foretold{Target: l, Copies: a.done}
}

// proveTogether goes on with the search for one invariant of the program, for an amount
// of work, and removes the error locations, and those that are not supported, that it
// proves not to be reached.
func (v *run) proveTogether(ctx context.Context, limit work.Amount) {
	s := &v.predict
	start := v.clock.Now()
	defer func() { s.searched += v.clock.Since(start) }()
	within, cancel := v.clock.WithLimit(ctx, limit)
	defer cancel()
	first := s.together == nil
	if first {
		s.together = inductive.NewTogether(within, v.checker.Enc, v.engine, v.rest.targets())
	}
	t := s.together
	if t == nil {
		s.joined = within.Err() == nil
		return
	}
	over := t.Advance(within, v.rest.among(t.Targets), v.log)
	s.joined = over
	if len(t.Proved) > 0 {
		o := t.Known(t.Targets)
		o.Within(ctx) // what is proved is not given up for a limit
		v.proveJoint(o, t.Proved)
	}
	left := t.Left()
	if first || over {
		s.left = left
	}
	if over {
		s.together = nil
		if left != nil && len(left.Targets) <= inductive.MaxOpen && withElements.On() {
			s.elements = left.ForElements(ctx, v.checker.Enc, v.engine)
		}
	}
}

// proveElements goes on with the search for an invariant of all elements, for an
// amount of work, and removes the error locations that are proved in the end. An
// interrupted search goes on where it was.
func (v *run) proveElements(ctx context.Context, limit work.Amount) {
	s := v.predict.elements
	within, cancel := v.clock.WithLimit(ctx, limit)
	defer cancel()
	s.Within(within)
	done := s.Settle()
	v.log("elements: %v, finished: %v", s, done)
	if !done {
		return
	}
	proved := s.Only(v.rest.among(s.Targets))
	if within.Err() != nil {
		return
	}
	s.Within(ctx) // what is proved is not given up for a limit
	v.predict.elements = nil
	if len(proved) > 0 {
		v.proveJoint(s, proved)
	}
}

// proveJoint removes the error locations that an invariant proves.
func (v *run) proveJoint(o *inductive.Open, proved []*cfg.Loc) {
	j, ok := o.Joint(proved)
	if !ok {
		return
	}
	v.log("invariant: %d of %d locations proved", len(proved), len(o.Targets))
	v.proof.Joint = append(v.proof.Joint, j)
	v.rest.dropFinals(func(l *cfg.Loc) bool { return slices.Contains(proved, l) })
	v.unroll.restart()
}

// Recursion by contracts: the program is proved in a copy without recursion,
// in which calls of recursive procedures are replaced by contracts (package
// contract). The contracts are chosen from guesses (package contracts). The copy is then verified like any
// program, so that its proof, recheck included, is what a TRUE rests on.

var errContract = errors.New("an execution of a copy with contracts")

// contractor is the source that does so. It lasts for all depths to which
// recursion is unrolled.
type contractor struct {
	due  work.Amount // when the next attempt begins
	done bool        // an attempt was finished: more work is of no use
	res  *Result     // the proof
}

// waits reports whether the first attempt is still to be made.
func (s *contractor) waits(v *run) bool {
	return !s.done && s.due == 0 && v.task.from != nil && len(v.res.Traces) == 0 && withContract.On()
}

// turn makes an attempt when easier means had their chance.
func (s *contractor) turn(ctx context.Context, v *run) (over bool) {
	if s.done || v.task.from == nil || len(v.res.Traces) > 0 || v.elapsed() < max(s.due, contracting.after) {
		return false
	}
	return s.attempt(ctx, v)
}

// attempt tries to prove the program. It reports whether the run is over.
func (s *contractor) attempt(ctx context.Context, v *run) bool {
	if s.done || v.task.from == nil || ctx.Err() != nil || len(v.res.Traces) > 0 || !withContract.On() {
		return false
	}
	var bug *cfg.Trace
	v.phase(PhaseContracts, func() {
		within, cancel := v.clock.WithLimit(ctx, contracting.turn(v))
		defer cancel()
		if bug = s.find(within, v); bug == nil {
			s.done = within.Err() == nil
		}
	})
	s.due = contracting.next(v)
	if bug != nil {
		s.done = true
		return v.executed(v.whole, bug)
	}
	return s.res != nil
}

// find looks for a proof, unless an execution on the way fails: that is
// returned.
func (s *contractor) find(ctx context.Context, v *run) *cfg.Trace {
	pl, err := contract.Of(v.task.orig)
	if err != nil {
		v.log("contracts: %v", err)
		return nil
	}
	runs := contracts.Observe(pl, v.clock)
	if runs.Failed != nil {
		v.log("contracts: an execution reaches an error")
		return runs.Trace()
	}
	if res := v.byContracts(ctx, pl, runs); res != nil && res.Verdict == True {
		s.res = res
	}
	return nil
}

// byContracts verifies the copy with the contracts that were found; nil if none
// help.
func (v *run) byContracts(ctx context.Context, pl *contract.Plan, runs *contract.Runs) *Result {
	prog := v.task.orig
	cs := contracts.Choose(ctx, pl, runs, v.cfg.Engine, v.clock, v.log)
	if cs == nil {
		return nil
	}
	for _, fr := range pl.Frames {
		for _, x := range cs[fr].Pre {
			v.log("contract of %s: before %s", fr.Proc.Name, cfg.ExprString(x))
		}
		for _, x := range cs[fr].Post {
			v.log("contract of %s: after %s", fr.Proc.Name, cfg.ExprString(x))
		}
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	c := Config{Timeout: v.cfg.Timeout, Work: v.cfg.Work, Memory: v.cfg.Memory, RegionWork: v.cfg.RegionWork, Engine: v.cfg.Engine,
		NoValues: v.cfg.NoValues, NoBMC: v.cfg.NoBMC, NoRelevance: true, Check: v.cfg.Check, Log: v.cfg.Log,
		clock: v.clock, regionsOf: prog}
	// A trace of the copy is none of the program, and ends the attempt.
	c.Replay = func(*cfg.Program, *cfg.Trace) error {
		cancel()
		return errContract
	}
	res := verify(within, pl.Apply(cs), c, v.start)
	v.log("contracts: %s %s", res.Verdict, res.Reason)
	return res
}

// proved turns the proof of the copy into the result for the program.
func (s *contractor) proved(v *run) *Result {
	r := v.res
	r.Verdict, r.Program = True, v.task.orig
	r.Notes = append(r.Notes, s.res.Notes...)
	r.Stats.Iterations += s.res.Stats.Iterations
	r.Stats.Refined += s.res.Stats.Refined
	r.Stats.Predicates += s.res.Stats.Predicates
	r.Stats.Phases[PhaseRecheck] += s.res.Stats.Phases[PhaseRecheck]
	r.Stats.Phases[PhaseContracts] -= min(r.Stats.Phases[PhaseContracts], s.res.Stats.Phases[PhaseRecheck])
	for _, l := range v.task.orig.ErrorLocs() {
		r.Errors = append(r.Errors, ErrorStatus{Loc: l, Status: Proved})
	}
	r.Stats.Queries, r.Stats.QueryTime = v.queries()
	if v.cfg.OnProof != nil {
		v.cfg.OnProof(r)
	}
	if v.cfg.Annotate {
		r.Annotation = &Annotation{Enc: hoare.NewEncoder(logic.TableOn(v.clock), v.task.orig)}
	}
	return r
}

// framer is the source that learns clauses from cubes that lead to an error
// (inductive.Frames), for all error locations that are open.
type framer struct {
	frames *inductive.Frames // nil: not begun
	over   bool
	done   work.Amount
}

// turn goes on for a part of the work that is done by all.
func (s *framer) turn(ctx context.Context, v *run) (over bool) {
	limit := framing.turn(v)
	if s.done > 20*turnWork || s.done > 2*turnWork && s.frames.Top <= minFrames {
		limit = max(turnWork, limit/3)
	}
	if s.over || len(v.res.Traces) > 0 || s.done > limit || s.frames == nil && !s.begin(v) || !withFrames.On() {
		return false
	}
	v.phase(PhaseFrames, func() {
		start := v.clock.Now()
		defer func() { s.done += v.clock.Since(start) }()
		within, cancel := v.clock.WithLimit(ctx, limit)
		defer cancel()
		f := s.frames
		f.Within(within)
		proved, ok := f.Advance()
		v.log("frames: %v", f)
		s.over = !ok
		if proved {
			s.over = true
			f.Within(ctx)
			v.proveJoint(f.Open, f.Targets)
		}
	})
	return false
}

// begin begins when the invariant of the program has left a few error locations open.
func (s *framer) begin(v *run) bool {
	if v.predict.left == nil {
		return false
	}
	targets := v.rest.among(v.predict.left.Targets)
	if len(targets) == 0 || len(targets) > inductive.MaxOpen {
		return false
	}
	s.frames = inductive.NewFrames(v.predict.left, v.checker.Enc, targets)
	v.predict.left = nil
	return true
}
