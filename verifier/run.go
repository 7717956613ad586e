package verifier

import (
	"context"
	"fmt"
	"time"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	"culprit/danger"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
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
	// otherWorlds is what went into executions with other values that are not known:
	// a share of all, since many traces may be refused.
	otherWorlds work.Amount

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

// task is the program in question: prog, made from orig by unrolling recursion.
type task struct {
	prog, orig *cfg.Program
	from       *cfg.Origin // of the locations and edges of prog in orig
	deeper     bool        // a call deeper than recursion was unrolled is reachable
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
		sources: newSources()}
	v.entered = v.enters
	return v
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
		Open: n[Open], Proved: n[Proved], Violated: n[Violated] + n[Covered], Obstacle: v.obstacle()}
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

// everywhereKey is a statement in the error paths to a location.
type everywhereKey struct {
	e  *cfg.Edge
	at *cfg.Loc
}

// member is a class with what it was made of.
type member struct {
	word []automata.Letter
	auto *danger.Automaton // nil if the word is the class
}

// ended reports whether a limit or the user ended the run.
func (v *run) ended(ctx context.Context) bool {
	return ctx.Err() != nil || v.cfg.MaxTraces > 0 && len(v.res.Traces) >= v.cfg.MaxTraces
}

// noteEnd notes the limit that ended the run, if it was one of work or time.
func (v *run) noteEnd(ctx context.Context) {
	if ctx.Err() == nil {
		return
	}
	kind, what := "interrupted", "interrupted"
	if cause := context.Cause(ctx); cause == context.DeadlineExceeded {
		kind, what = "time", fmt.Sprintf("time limit %s", max(v.cfg.Timeout, v.cfg.Work.Time()))
	} else if cause != nil && cause != context.Canceled {
		kind, what = cause.Error(), cause.Error()
	}
	v.known.unknown(kind, fmt.Sprintf("%s after %d iterations, unrolled %d times", what, v.stats.Iterations, v.stats.Depth))
}
