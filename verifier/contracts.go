package verifier

import (
	"context"
	"errors"

	"culprit/analysis/contract"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/verifier/contracts"
)

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
