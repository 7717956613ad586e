package verifier

import (
	"context"
	"time"

	"culprit/analysis/alias"
	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/danger"
	"culprit/hoare"
	"culprit/internal/limit"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/relevance"
	"culprit/smt"
	"culprit/smt/bitblast"
	"culprit/verifier/predicates"
)

// run is the state of one verification.
type run struct {
	meter
	cfg    Config
	task   task
	engine smt.Engine

	rest    remaining
	checker *hoare.Checker // nil until the program automaton is built
	refiner refiner
	pool    *danger.Pool
	classes []*member // of the traces of res.Classes
	proved  map[everywhereKey]bool
	library library
	known   knowledge
	proof   Proof
	res     *Result

	sources
	rechecked int // steps of the proof

	// The result of obstacle, and the size of the numbers at which it looked.
	stuck   *Obstacle
	stuckAt int

	told told

	// whole is the context of the run. A turn of a source has one of its own,
	// which interrupt ends when a source on another goroutine has a result.
	whole     context.Context
	interrupt func()
}

// told is what was last told about progress.
type told struct {
	progress Progress
	counts   [Covered + 1]int // of error locations, for nfa and so many violated ones
	nfa      *automata.NFA
	violated int
}

// sources are where traces and proofs come from. They take turns (search.go).
type sources struct {
	values  analyst
	unroll  unroller
	unwind  unwinder
	explore explorer
	execute executor
	predict foreteller
	frame   framer
	recurse *contractor
	pick    picker
}

// task is the program in question: prog, made from orig by unrolling recursion.
type task struct {
	prog, orig *cfg.Program
	from       *cfg.Origin // of the locations and edges of prog in orig
	deeper     bool        // a call deeper than recursion was unrolled is reachable
}

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
	var facts []fact
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

func newRun(prog *cfg.Program, c Config, start time.Time) *run {
	if c.clock == nil {
		c.clock = &work.Clock{}
	}
	c.Engine = bitblast.OrDefault(c.Engine)
	res := &Result{}
	v := &run{cfg: c, interrupt: func() {}, task: task{prog: prog, orig: prog}, res: res,
		meter:   meter{logf: c.Log, clock: c.clock, start: start, stats: &res.Stats},
		known:   knowledge{covered: map[*cfg.Loc]bool{}, violated: map[*cfg.Loc]bool{}},
		sources: sources{recurse: &contractor{}, pick: picker{uses: map[automata.Letter]int{}}}}
	v.entered = v.enters
	return v
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

// control is the program automaton that a value analysis gives, or with nil that
// of the control flow.
func (v *run) control(vg *values.Graph) (*hoare.Control, error) {
	ctl, err := hoare.BuildControl(v.task.prog, vg, hoare.MaxInlined)
	if err == nil && v.cfg.MultiTrace && ctl.Graph != nil {
		// Traces that a split state keeps apart never join, and a danger
		// automaton covers one family less at each of them.
		if plain, err := hoare.BuildControl(v.task.prog, nil, hoare.MaxInlined); err == nil && ctl.Auto.NumStates() > maxSplit*plain.Auto.NumStates() {
			v.log("value analysis splits %d states into %d: not used", plain.Auto.NumStates(), ctl.Auto.NumStates())
			ctl = plain
		}
	}
	return ctl, err
}

// begin sets up everything for a program automaton.
func (v *run) begin(ctx context.Context, ctl *hoare.Control) {
	v.engine = v.cfg.Engine()
	enc := hoare.NewEncoder(logic.TableOn(v.clock), v.task.prog)
	v.install(ctx, ctl, enc, smt.New(enc.TB, v.engine, smt.Config{}))
}

// install sets up what works on a program automaton, with an encoder and solver
// of the program.
func (v *run) install(ctx context.Context, ctl *hoare.Control, enc *hoare.Encoder, solver *smt.Solver) {
	v.proof = Proof{Control: ctl}
	st := v.stats
	st.Locations, st.Edges, st.Letters, st.States = len(v.task.prog.Locs), len(v.task.prog.Edges), len(ctl.Letters), ctl.Auto.NumStates()
	st.MaxStates = max(st.MaxStates, st.States)
	v.checker = hoare.NewChecker(enc, solver, ctl.Letters)
	v.checker.Ctx = ctx
	v.rest = remaining{meter: &v.meter, ctl: ctl, nfa: ctl.Auto, enc: enc, watch: v.cfg.OnSubtract}
	v.refiner = refiner{meter: &v.meter, rest: &v.rest, proof: &v.proof, checker: v.checker, interp: predicates.NewInterpolator(v.checker, v.engine), rounds: map[int32]int{}}
	v.rest.minimize()
	v.rest.begun()
}

// share is the n-th part of the nearest limit, as work, and at most most. A second of
// the limit is a second of work (package work), on every machine: the shares
// must not depend on the load, only whether the run gets to use them.
func (c *Config) share(n int, most work.Amount) work.Amount {
	for _, limit := range []work.Amount{work.Of(c.Timeout), work.Of(c.CPU), c.Work} {
		if limit > 0 {
			most = min(most, limit/work.Amount(n))
		}
	}
	return most
}

// progress tells how far the run is.
func (v *run) progress(p Phase) {
	if v.cfg.Progress == nil {
		return
	}
	states := 0
	if v.rest.nfa != nil { // the values are analysed before there is an automaton
		states = v.rest.nfa.NumStates()
	}
	n := v.tally()
	v.told.progress = Progress{Phase: p, Iterations: v.res.Stats.Iterations, States: states, Traces: len(v.res.Traces), Depth: v.res.Stats.Depth,
		Open: n[Open], Proved: n[Proved], Violated: n[Violated] + n[Covered], Elapsed: time.Since(v.start), Obstacle: v.obstacle()}
	v.cfg.Progress(v.told.progress)
}

// enters tells that a phase begins, in which nothing else is new.
func (v *run) enters(p Phase) {
	if v.cfg.Progress != nil {
		v.told.progress.Phase = p
		v.cfg.Progress(v.told.progress)
	}
}

// hardQuery is the work of one hard query of the solver.
func (c *Config) hardQuery() work.Amount { return c.share(limitPart, maxShare) }

// question is the budget of one hard query.
func (v *run) question(ctx context.Context) smt.Budget {
	return smt.Budget{Work: v.cfg.hardQuery(), Ctx: ctx}
}

func (v *run) decide(ctx context.Context, word []automata.Letter) (f feasibility) {
	v.phase(PhaseFeasibility, func() {
		f = decide(v.task.prog, v.rest.letters(word), v.engine, v.clock, v.question(ctx))
	})
	return f
}

// report replays a feasible trace and, if it is real, records it. It returns
// true when the run is over. The trace that counts is that of the program
// before recursion was unrolled: its statements are the user's.
func (v *run) report(ctx context.Context, word []automata.Letter, target *cfg.Loc, f feasibility) bool {
	t := v.task.from.Trace(f.trace)
	if no := v.admit(ctx, t); no != nil {
		if v.library.learned {
			return true
		}
		if no.kind == "replay" && f.floats {
			no.kind = "floats"
		}
		v.giveUp(ctx, word, target, no.kind, no.reason)
		return false
	}
	for _, a := range word {
		v.pick.uses[a]++
	}
	v.found(ctx, t, v.task.from.Loc(target))
	return v.generalize(ctx, word, target, f)
}

// generalize removes the traces that fail in the same way as the one just
// reported, if others are wanted. It returns true when the run is over.
func (v *run) generalize(ctx context.Context, word []automata.Letter, target *cfg.Loc, f feasibility) (over bool) {
	if !v.cfg.MultiTrace {
		return true
	}
	if v.ended(ctx) {
		v.noteEnd(ctx)
		return true
	}
	if v.pool == nil && v.values.atFirst(ctx, v) {
		t := v.res.Traces[len(v.res.Traces)-1].Trace
		if word = v.rest.wordOf(t.Edges, v.task.from); word == nil {
			return false
		}
		target = v.rest.loc(v.rest.target(word))
	}
	v.phase(PhaseDanger, func() { v.danger(ctx, word, target, f) })
	v.unroll.restart()
	return false
}
