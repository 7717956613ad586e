package verifier

import (
	"context"
	"time"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/internal/limit"
	"culprit/internal/work"
	"culprit/relevance"
)

// Verify proves every error location of prog unreachable or finds error
// traces: one, or with MultiTrace several different ones. It keeps the
// automaton of the error traces that remain and makes it smaller until it is
// empty: Floyd-Hoare automata remove infeasible traces, danger automata
// feasible ones together with their like. A proof becomes an answer by its
// premises (Config.Premises). Cancelling ctx ends it with what is known so far.
func Verify(ctx context.Context, prog *cfg.Program, c Config) *Result {
	return c.answer(ctx, prog, nil)
}

// answer is Verify for a program, or for one with a fix. It is the one place where
// a proof becomes an answer.
func (c *Config) answer(ctx context.Context, prog *cfg.Program, fix *relevance.Fix) *Result {
	res := prove(ctx, prog, *c)
	if res.Verdict != True || c.Premises == nil {
		return res
	}
	start := time.Now()
	if c.Progress != nil {
		c.Progress(Progress{Phase: PhasePremises, Iterations: res.Stats.Iterations, States: res.Stats.MaxStates, Depth: res.Stats.Depth, Proved: len(res.Errors)})
	}
	res = res.rest(c.Premises(ctx, res.Program, fix))
	res.Stats.Phases[PhasePremises] = time.Since(start)
	return res
}

// prove is Verify without the premises of a proof.
func prove(ctx context.Context, prog *cfg.Program, c Config) *Result {
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Timeout)
		defer cancel()
	}
	start := time.Now()
	if c.clock == nil {
		c.clock = &work.Clock{}
	}
	if c.Work > 0 {
		var cancel context.CancelFunc
		ctx, cancel = c.clock.WithLimit(ctx, c.Work)
		defer cancel()
	}
	for _, e := range prog.Edges {
		if s, ok := e.Stmt.(*cfg.Lib); ok {
			panic("verifier: call of " + s.Func + " in a program that was lowered for execution")
		}
	}
	begun := c.clock.Now()
	var res *Result
	if prog.Simpler != nil && withSimpler.On() {
		res = viaSimpler(ctx, prog, c, start)
	} else if prog.Fewer != nil {
		res = viaFewer(ctx, prog, c, start)
	} else {
		res = verify(ctx, prog, c, start)
	}
	res.Stats.Work, res.Stats.Parts = c.clock.Now()-begun, limit.Asked()
	return res
}

// verify is Verify for the program as it is.
func verify(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *Result {
	if c.RecursionDepth > 0 && len(recursive(prog)) > 0 {
		return viaBounded(ctx, prog, c, start)
	}
	return verifyTo(ctx, prog, c, start, depthsOf(prog), false)
}

// verifyTo is verify with recursion unrolled to the given depths, one after the
// other as long as a deeper call is reachable. If bounded, no call is deeper.
func verifyTo(ctx context.Context, prog *cfg.Program, c Config, start time.Time, depths []int, bounded bool) *Result {
	begun := c.clock.Now()
	var res *Result
	facts := c.beforehand(prog)
	round := 0
	recurse := &contractor{}
	for i := 0; i < len(depths); {
		depth := depths[i]
		stated := withFacts(prog, facts)
		p, from := cfg.UnrollRecursion(stated, depth)
		if p != stated {
			if bounded {
				from.Stop()
			}
			alias.Assign(p)
		}
		v := newRun(p, c, start)
		v.begun = begun
		v.task.orig, v.task.from, v.library = stated, from, library{facts: facts, round: round}
		v.recurse = recurse
		v.verify(ctx)
		if !v.library.learned && v.task.deeper {
			recurse.attempt(ctx, v)
		}
		if recurse.res != nil {
			res = recurse.proved(v)
			break
		}
		if !v.library.learned && (!v.task.deeper || i == len(depths)-1) {
			v.lastResort(ctx)
		}
		if v.library.learned {
			facts = v.library.facts
			round++
			continue
		}
		v.summarize(ctx)
		v.conclude(ctx)
		res = v.res
		res.Program = stated
		if !v.task.deeper || res.Verdict != Unknown || ctx.Err() != nil {
			break
		}
		v.log("recursion deeper than %d calls is reachable", depth)
		i++
	}
	res.Stats.Wall = time.Since(start)
	return res
}

// recursionDepths are the depths to which recursion is unrolled, one after the
// other as long as a deeper call is reachable.
var recursionDepths = []int{4, 12, 30}

// branchingDepths are those where a procedure calls itself at several places, so
// that the copies double with each call. 2^12 of them are beyond most proofs.
var branchingDepths = []int{4, 6, 12, 30}

// depthsOf are the depths to which the recursion of a program is unrolled.
func depthsOf(p *cfg.Program) []int {
	calls := p.CallGraph()
	for _, f := range p.Procs {
		again := 0
		for _, e := range calls.Calls[f.ID] {
			if g := e.Stmt.(*cfg.Call).Proc; calls.Recursive(g) && calls.Component(g) == calls.Component(f) {
				again++
			}
		}
		if again > 1 {
			return branchingDepths
		}
	}
	return recursionDepths
}

// verify is the loop: the sources of traces take turns until no error trace
// remains.
func (v *run) verify(ctx context.Context) {
	v.whole = ctx
	if v.shallow(ctx) {
		return
	}
	defer v.values.stop(v)
	if err := v.prepare(ctx); err != nil {
		v.known.unknown("size", err.Error())
		v.stuck = inlined(v.task.prog, v.task.from)
		return
	}
	for {
		if v.rest.empty() {
			if !v.values.last(ctx, v) && !v.retry(ctx) {
				return
			}
			continue
		}
		for _, s := range []source{&v.values, &v.unroll, &v.unwind, &v.explore, &v.execute, &v.predict, &v.frame, v.recurse, &v.pick} {
			if v.rest.empty() {
				break
			}
			if v.ended(ctx) {
				v.noteEnd(ctx)
				return
			}
			if v.turn(ctx, s) {
				return
			}
		}
	}
}

// turn lets a source do a share of the work, until one that works on another
// goroutine has a result.
func (v *run) turn(ctx context.Context, s source) (over bool) {
	turn, end := context.WithCancel(ctx)
	defer end()
	v.interrupt, v.checker.Ctx = end, turn
	v.clock.Settle()
	over = s.turn(turn, v)
	v.interrupt, v.checker.Ctx = func() {}, ctx
	return over
}

// prepare builds the program automaton.
func (v *run) prepare(ctx context.Context) error {
	ctl, err := v.control(v.values.first(ctx, v))
	if err != nil {
		return err
	}
	v.begin(ctx, ctl)
	v.log("program automaton: %d states, %d letters", v.rest.nfa.NumStates(), len(ctl.Letters))
	return nil
}
