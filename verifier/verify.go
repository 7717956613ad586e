package verifier

import (
	"context"
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/cfg/values"
	"culprit/danger"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// run is the state of one verification.
type run struct {
	ctx    context.Context
	cfg    Config
	prog   *cfg.Program
	orig   *cfg.Program // before recursion was unrolled
	from   *cfg.Origin  // of the locations and edges of prog in orig
	deeper bool         // a call deeper than recursion was unrolled is reachable
	start  time.Time
	clock  *work.Clock // of all budgets
	begun  work.Amount // on the clock
	engine smt.Engine

	ctl     *hoare.Control
	rem     *automata.NFA // the error traces that remain
	enc     *hoare.Encoder
	solver  *smt.Solver
	checker *hoare.Checker
	interp  *interpolator
	proof   Proof
	pool    *danger.Pool

	unroll  *unroller
	execute *executor
	pick    *picker
	guesses *guesses

	res      *Result
	gaps     []gap             // what keeps the answer from being TRUE
	covered  map[*cfg.Loc]bool // locations from which a danger automaton removed words
	violated map[*cfg.Loc]bool // locations of orig
	refined  work.Amount       // work on feasibility, interpolation and differences
	marking  work.Amount       // work on relevance
	facts    []fact            // that the program states
	round    int               // how often the run began again
	learned  bool              // there are further ones: begin again
}

// Verify proves every error location of prog unreachable or finds error
// traces: one, or with MultiTrace several different ones. It keeps the
// automaton of the error traces that remain and makes it smaller until it is
// empty: Floyd-Hoare automata remove infeasible traces, danger automata
// feasible ones together with their like. Cancelling ctx ends it with what is
// known so far.
func Verify(ctx context.Context, prog *cfg.Program, c Config) *Result {
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
	if prog.Simpler != nil {
		return viaSimpler(ctx, prog, c, start)
	}
	return verify(ctx, prog, c, start)
}

// verify is Verify for the program as it is.
func verify(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *Result {
	begun := c.clock.Now()
	var res *Result
	var facts []fact
	round := 0
	for i := 0; i < len(recursionDepths); {
		depth := recursionDepths[i]
		stated := withFacts(prog, facts)
		p, from := cfg.UnrollRecursion(stated, depth)
		if p != stated {
			alias.Assign(p)
		}
		v := newRun(ctx, p, c, start)
		v.begun = begun
		v.orig, v.from, v.facts, v.round = stated, from, facts, round
		v.verify()
		if !v.learned && (!v.deeper || i == len(recursionDepths)-1) {
			v.lastResort()
		}
		if v.learned {
			facts = v.facts
			round++
			continue
		}
		v.summarize()
		v.conclude()
		res = v.res
		res.Program = stated
		if !v.deeper || res.Verdict != Unknown || ctx.Err() != nil {
			break
		}
		v.log("recursion deeper than %d calls is reachable", depth)
		i++
	}
	res.Stats.Wall = time.Since(start)
	return res
}

func newRun(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *run {
	if c.clock == nil {
		c.clock = &work.Clock{}
	}
	c.Engine = bitblast.OrDefault(c.Engine)
	v := &run{ctx: ctx, cfg: c, prog: prog, orig: prog, start: start, clock: c.clock, res: &Result{},
		covered: map[*cfg.Loc]bool{}, violated: map[*cfg.Loc]bool{}}
	v.unroll = &unroller{run: v}
	v.execute = &executor{run: v}
	v.pick = &picker{run: v, uses: map[automata.Letter]int{}}
	v.guesses = &guesses{run: v}
	return v
}

// verify is the loop: the sources of traces take turns until no error trace
// remains.
func (v *run) verify() {
	if err := v.prepare(); err != nil {
		v.unknown("size", err.Error())
		return
	}
	for !automata.Empty(v.rem) || v.retry() {
		for _, s := range []source{v.unroll, v.execute, v.pick} {
			if automata.Empty(v.rem) {
				break
			}
			if v.stopped() || s.turn() {
				return
			}
		}
	}
}

// prepare builds the program automaton.
func (v *run) prepare() error {
	var vg *values.Graph
	if !v.cfg.NoValues {
		v.phase(PhaseValues, func() {
			vg = values.Analyze(v.prog, values.Limits{Ctx: v.ctx, Clock: v.clock, Work: v.cfg.share(valuesPart, maxValues), NoFloats: true})
		})
	}
	if vg != nil && slices.ContainsFunc(vg.Reaches(), func(n *values.Node) bool { return n.Loc.ID < 0 }) {
		v.log("value analysis does not follow all calls: not used")
		vg = nil
	}
	ctl, err := hoare.BuildControl(v.prog, vg, maxNodes)
	if err != nil {
		return err
	}
	if v.cfg.MultiTrace && ctl.Graph != nil {
		// Traces that a split state keeps apart never join, and a danger
		// automaton covers one family less at each of them.
		if plain, err := hoare.BuildControl(v.prog, nil, maxNodes); err == nil && ctl.Auto.NumStates() > maxSplit*plain.Auto.NumStates() {
			v.log("value analysis splits %d states into %d: not used", plain.Auto.NumStates(), ctl.Auto.NumStates())
			ctl = plain
		}
	}
	v.ctl = ctl
	v.rem = ctl.Auto
	v.proof = Proof{Control: ctl}
	st := &v.res.Stats
	st.Locations, st.Edges, st.Letters, st.States = len(v.prog.Locs), len(v.prog.Edges), len(ctl.Letters), ctl.Auto.NumStates()
	st.MaxStates = st.States
	v.engine = v.cfg.Engine()
	v.enc = hoare.NewEncoder(newTable(v.clock), v.prog)
	v.solver = smt.New(v.enc.TB, v.engine, smt.Config{})
	v.checker = hoare.NewChecker(v.enc, v.solver, ctl.Letters)
	v.checker.Ctx = v.ctx
	v.interp = newInterpolator(v.checker, v.engine)
	v.minimize()
	v.log("program automaton: %d states, %d letters", v.rem.NumStates(), len(ctl.Letters))
	return nil
}

// newTable makes a term table that counts on a clock.
func newTable(c *work.Clock) *logic.Table {
	tb := logic.NewTable()
	tb.Clock = c
	return tb
}

// elapsed is the work done so far.
func (v *run) elapsed() work.Amount { return v.clock.Since(v.begun) }

// share is the n-th part of the limit, as work, and at most most. A second of
// the limit is a second of work (package work), on every machine: the shares
// must not depend on the load, only whether the run gets to use them.
func (c *Config) share(n int, most work.Amount) work.Amount {
	for _, limit := range []work.Amount{work.Of(c.Timeout), c.Work} {
		if limit > 0 {
			most = min(most, limit/work.Amount(n))
		}
	}
	return most
}

// phase runs f and books its time.
func (v *run) phase(p Phase, f func()) {
	t, w := time.Now(), v.clock.Now()
	f()
	v.res.Stats.Phases[p] += time.Since(t)
	switch p {
	case PhaseFeasibility, PhaseInterpolation, PhaseDifference:
		v.refined += v.clock.Since(w)
	case PhaseRelevance:
		v.marking += v.clock.Since(w)
	}
}

func (v *run) log(format string, args ...any) {
	if v.cfg.Log != nil {
		v.cfg.Log(format, args...)
	}
}

func (v *run) progress(p Phase) {
	if v.cfg.Progress != nil {
		v.cfg.Progress(Progress{Phase: p, Iterations: v.res.Stats.Iterations, States: v.rem.NumStates(),
			Traces: len(v.res.Traces), Depth: v.res.Stats.Depth, Elapsed: time.Since(v.start)})
	}
}

// solverBudget bounds one hard query.
func (v *run) solverBudget() work.Amount { return v.cfg.share(questionPart, maxQuestion) }

// question is the budget of one hard query.
func (v *run) question() smt.Budget { return smt.Budget{Work: v.solverBudget(), Ctx: v.ctx} }

// letters looks a word up.
func (v *run) letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = v.ctl.Letters[a]
	}
	return out
}

func (v *run) decide(word []automata.Letter) (f feasibility) {
	v.phase(PhaseFeasibility, func() {
		f = decide(v.prog, v.letters(word), v.engine, v.clock, v.question())
	})
	return f
}

// report replays a feasible trace and, if it is real, records it. It returns
// true when the run is over. The trace that counts is that of the program
// before recursion was unrolled: its statements are the user's.
func (v *run) report(word []automata.Letter, target *cfg.Loc, f feasibility) bool {
	t := v.from.Trace(f.trace)
	if no := v.admit(t); no != nil {
		if v.learned {
			return true
		}
		if no.kind == "replay" && f.floats {
			no.kind = "floats"
		}
		v.giveUp(word, target, no.kind, no.reason)
		return false
	}
	for _, a := range word {
		v.pick.uses[a]++
	}
	v.found(t, v.from.Loc(target))
	if !v.cfg.MultiTrace || v.stopped() {
		return true
	}
	v.phase(PhaseDanger, func() { v.danger(word, target, f) })
	v.unroll.restart()
	return false
}
