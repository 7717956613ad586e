package verifier

import (
	"context"
	"fmt"
	"slices"
	"time"

	"culprit/automata"
	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/cfg/values"
	"culprit/danger"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// maxNodes bounds the control flow with calls inlined.
const maxNodes = 400_000

// maxSplit is how many states the value analysis may make of one, on average,
// before a search for several traces does without it.
const maxSplit = 6

// run is the state of one verification.
type run struct {
	ctx    context.Context
	cfg    Config
	prog   *cfg.Program
	orig   *cfg.Program // before recursion was unrolled
	beyond []*cfg.Loc   // calls deeper than recursion was unrolled
	deeper bool         // one of them is reachable
	start  time.Time
	engine smt.Engine

	ctl     *hoare.Control
	rem     *automata.NFA // the error traces that remain
	enc     *hoare.Encoder
	solver  *smt.Solver
	checker *hoare.Checker
	interp  *interpolator
	proof   Proof
	pool    *danger.Pool
	unroll  *unrolling
	bmcTime time.Duration

	res      *Result
	open     map[*cfg.Loc]string // error locations that cannot be proved any more, and why
	covered  map[*cfg.Loc]bool   // locations from which a danger automaton removed words
	violated map[*cfg.Loc]bool
	uses     map[automata.Letter]int // letters in reported traces
	next     int                     // round robin over error locations
	searches uint64                  // executions on made-up inputs so far
	searchAt time.Duration           // when to execute next
	hard     []hardWord              // traces to be tried again
	looped   int                     // words refined that go round a loop
	guessed  []logic.T               // predicates guessed from executions; nil before
	useful   []logic.T               // of these, what proofs needed
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
	var res *Result
	for _, depth := range recursionDepths {
		p, beyond := cfg.UnrollRecursion(prog, depth)
		if p != prog {
			alias.Assign(p)
		}
		v := newRun(ctx, p, c, start)
		v.orig, v.beyond = prog, beyond
		v.verify()
		v.summarize()
		v.conclude()
		res = v.res
		if !v.deeper || res.Verdict != Unknown || ctx.Err() != nil {
			break
		}
		v.log("recursion deeper than %d calls is reachable", depth)
	}
	res.Stats.Wall = time.Since(start)
	return res
}

// recursionDepths are the depths to which recursion is unrolled, one after
// the other as long as a deeper call is reachable.
var recursionDepths = []int{4, 12, 30}

func newRun(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *run {
	return &run{ctx: ctx, cfg: c, prog: prog, orig: prog, start: start, res: &Result{},
		open: map[*cfg.Loc]string{}, covered: map[*cfg.Loc]bool{}, violated: map[*cfg.Loc]bool{}, uses: map[automata.Letter]int{}}
}

func (v *run) verify() {
	if err := v.prepare(); err != nil {
		v.unknown("size", err.Error())
		return
	}
	for !automata.Empty(v.rem) || v.retry() {
		if v.stopped() {
			return
		}
		if automata.Empty(v.rem) {
			continue
		}
		if v.unrolled() {
			return
		}
		if automata.Empty(v.rem) {
			break
		}
		if v.searched() {
			return
		}
		word, target := v.pick()
		v.res.Stats.Iterations++
		v.progress(PhaseFeasibility)
		f := v.decide(word)
		switch {
		case f.result == smt.Unsat:
			v.refine(word, f.letters)
		case target.Kind == cfg.Unsupported:
			v.unsupported(target)
		case f.result == smt.Unknown:
			v.postpone(word, target)
		default:
			if done := v.report(word, target, f); done {
				return
			}
		}
	}
}

// prepare builds the program automaton.
func (v *run) prepare() error {
	var vg *values.Graph
	if !v.cfg.NoValues {
		v.phase(PhaseValues, func() { vg = values.Analyze(v.prog, values.Limits{Ctx: v.ctx, Time: v.valuesBudget(), NoFloats: true}) })
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
	v.engine = newEngine(v.cfg.Solver)
	v.enc = hoare.NewEncoder(logic.NewTable(), v.prog)
	v.solver = smt.New(v.enc.TB, v.engine, smt.Config{})
	v.checker = hoare.NewChecker(v.enc, v.solver, ctl.Letters)
	v.checker.Ctx = v.ctx
	v.interp = newInterpolator(v.checker, v.engine)
	v.minimize()
	v.log("program automaton: %d states, %d letters", v.rem.NumStates(), len(ctl.Letters))
	return nil
}

// valuesBudget bounds the value analysis.
func (v *run) valuesBudget() time.Duration {
	b := 10 * time.Second
	if v.cfg.Timeout > 0 {
		b = min(b, v.cfg.Timeout/6)
	}
	return b
}

// phase runs f and books its time.
func (v *run) phase(p Phase, f func()) {
	t := time.Now()
	f()
	v.res.Stats.Phases[p] += time.Since(t)
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

func (v *run) unknown(kind, reason string) {
	if v.res.ReasonKind == "" {
		v.res.ReasonKind, v.res.Reason = kind, reason
	}
}

// stopped reports whether a limit or the user ended the run.
func (v *run) stopped() bool {
	if v.ctx.Err() != nil {
		v.timeUp()
		return true
	}
	return v.cfg.MaxTraces > 0 && len(v.res.Traces) >= v.cfg.MaxTraces
}

func (v *run) timeUp() {
	kind, what := "interrupted", "interrupted"
	if cause := context.Cause(v.ctx); cause == context.DeadlineExceeded {
		kind, what = "time", fmt.Sprintf("time limit %s", v.cfg.Timeout)
	} else if cause != nil && cause != context.Canceled {
		kind, what = cause.Error(), cause.Error()
	}
	v.unknown(kind, fmt.Sprintf("%s after %d iterations, unrolled %d times", what, v.res.Stats.Iterations, v.res.Stats.Depth))
}

// unrolled gives bounded unrolling its share of the time. It reports true
// when the run is over.
func (v *run) unrolled() bool {
	if v.cfg.NoBMC {
		return false
	}
	if v.unroll == nil {
		v.unroll = newUnrolling(v.ctl, v.rem, v.engine)
	}
	u := v.unroll
	// Alternate: unrolling may use as much time as refinement did, plus a start.
	for v.unroll == u && u.rem != nil && v.bmcTime <= v.bmcStart()+v.refineTime() {
		if v.ctx.Err() != nil {
			return false
		}
		t := time.Now()
		status, word := u.advance(v.ctx, askAt(u.level), v.solverBudget())
		d := time.Since(t)
		v.bmcTime += d
		v.res.Stats.Phases[PhaseBMC] += d
		v.res.Stats.Depth = max(v.res.Stats.Depth, u.level)
		v.progress(PhaseBMC)
		switch status {
		case bmcFound:
			v.log("unrolling: trace of %d letters at level %d", len(word), u.level)
			target := v.ctl.Loc(v.rem, v.target(word))
			f := v.decide(word)
			if f.result != smt.Sat {
				v.log("unrolling: trace not confirmed (%v)", f.result)
				u.rem = nil
				return false
			}
			return v.report(word, target, f)
		case bmcComplete:
			v.log("unrolling: complete at level %d", u.level)
			if u.Unsupported != nil {
				v.unsupported(u.Unsupported)
				u.rem = nil
				return false
			}
			v.proof.Unrolling = u
			v.rem = emptyAutomaton()
			return true
		case bmcExhausted:
			v.log("unrolling: gave up at level %d, %d terms", u.level, u.enc.TB.Len())
			u.rem, u.enc, u.entries = nil, nil, nil
		}
	}
	return false
}

// searched executes the program on made-up inputs, first when unrolling and
// refinement had a second, then ever less often. It reports true when the run
// is over.
func (v *run) searched() bool {
	if v.cfg.Search == nil || len(v.res.Traces) > 0 || time.Since(v.start) < v.searchAt {
		return false
	}
	var t *cfg.Trace
	v.phase(PhaseSearch, func() {
		ctx, cancel := context.WithTimeout(v.ctx, max(time.Second, time.Since(v.start)/4))
		defer cancel()
		t = v.cfg.Search(ctx, v.orig, v.searches, searchSteps<<min(v.searches, 6))
	})
	v.searches++
	v.searchAt = 3*time.Since(v.start) + time.Second
	if t == nil {
		return false
	}
	var target *cfg.Loc
	for _, e := range t.Edges {
		if e.To.Kind == cfg.Error {
			target = e.To
		}
	}
	v.log("execution: trace of %d statements", len(t.Edges))
	word := v.wordOf(t.Edges) // nil with recursion, whose statements were copied
	if target == nil || v.cfg.Replay(v.orig, t) != nil {
		return false
	}
	v.violated[target] = true
	v.found(t, target)
	if word == nil || !v.cfg.MultiTrace || v.stopped() {
		return true
	}
	v.phase(PhaseDanger, func() { v.danger(word, target, feasibility{trace: t}) })
	v.unroll, v.bmcTime = nil, 0
	return false
}

// searchSteps bounds the executions of the first search; later ones are longer.
const searchSteps = 20_000_000

// wordOf spells a trace in letters of the remaining automaton; nil if it is
// not one of its words, as with recursion.
func (v *run) wordOf(edges []*cfg.Edge) []automata.Letter {
	var word []automata.Letter
	q := v.rem.Initial[0]
	for i := 0; ; {
		found := false
		for _, e := range v.rem.Out[q] {
			l := v.ctl.Letters[e.Letter]
			if len(l.Edges) <= len(edges)-i && slices.Equal(l.Edges, edges[i:i+len(l.Edges)]) && (len(l.Edges) > 0 || l.Init) {
				word, q, i, found = append(word, e.Letter), e.To, i+len(l.Edges), true
				break
			}
		}
		if !found || i == len(edges) {
			if i == len(edges) && v.rem.Final[q] {
				return word
			}
			if !found {
				return nil
			}
		}
	}
}

// bmcStart is the time unrolling gets before refinement has used any. Once a
// trace is known, its neighbours are found faster by picking words.
func (v *run) bmcStart() time.Duration {
	if len(v.res.Traces) > 0 {
		return 0
	}
	return time.Second
}

// askAt spaces the questions of the unrolling out as it gets deeper.
func askAt(level int) bool {
	return level < 8 || level < 32 && level%4 == 0 || level < 128 && level%16 == 0 || level%64 == 0
}

func (v *run) refineTime() time.Duration {
	p := v.res.Stats.Phases
	return p[PhaseFeasibility] + p[PhaseInterpolation] + p[PhaseDifference]
}

// solverBudget bounds one hard query.
func (v *run) solverBudget() time.Duration {
	b := 60 * time.Second
	if v.cfg.Timeout > 0 {
		b = min(b, v.cfg.Timeout/3)
	}
	return b
}

// target is the state a word of the remaining automaton ends in.
func (v *run) target(word []automata.Letter) automata.State {
	q := v.rem.Initial[0]
	for _, a := range word {
		if q = v.rem.Step(q, a); q < 0 {
			return v.rem.Initial[0]
		}
	}
	return q
}

// letters looks a word up.
func (v *run) letters(word []automata.Letter) []*hoare.Letter {
	out := make([]*hoare.Letter, len(word))
	for i, a := range word {
		out[i] = v.ctl.Letters[a]
	}
	return out
}

// pick chooses the next trace: round robin over the error locations that
// remain, so that a hard assertion does not starve the others; shortest first,
// and after a report the one that shares least with the reported traces.
func (v *run) pick() ([]automata.Letter, *cfg.Loc) {
	var locs []*cfg.Loc
	seen := map[*cfg.Loc]bool{}
	for q, f := range v.rem.Final {
		if l := v.ctl.Loc(v.rem, automata.State(q)); f && l.Kind == cfg.Error && !seen[l] {
			seen[l] = true
			locs = append(locs, l)
		}
	}
	if len(locs) == 0 {
		word, run, _ := automata.ShortestWord(v.rem)
		return word, v.ctl.Loc(v.rem, run[len(run)-1])
	}
	target := locs[v.next%len(locs)]
	v.next++
	isTarget := func(q automata.State) bool { return v.rem.Final[q] && v.ctl.Loc(v.rem, q) == target }
	if len(v.res.Traces) > 0 {
		word, _, _, ok := automata.CheapestWordTo(v.rem, isTarget, func(_ automata.State, e automata.Edge) float64 {
			return 1 + float64(v.uses[e.Letter])
		})
		if ok {
			return word, target
		}
	}
	word, _, _ := automata.ShortestWordTo(v.rem, isTarget)
	return word, target
}

func (v *run) decide(word []automata.Letter) (f feasibility) {
	v.phase(PhaseFeasibility, func() {
		f = decide(v.ctx, v.prog, v.letters(word), v.engine, v.solverBudget())
	})
	return f
}

// refine removes an infeasible word together with everything a proof of its
// infeasibility covers.
func (v *run) refine(word []automata.Letter, prefix int) {
	v.res.Stats.Refined++
	ls := v.letters(word)
	var preds []logic.T
	v.phase(PhaseInterpolation, func() { preds = v.interp.interpolate(ls[:prefix], v.solverBudget()/4+time.Second) })
	if preds != nil {
		preds = append(preds, v.useful...)
		plain := hoare.NewFloydHoare(v.checker, preds)
		if v.loops(word) {
			// Guessed predicates are many: they get a bounded share of the time.
			guesses := v.guesses()
			rich := hoare.NewFloydHoare(v.checker, append(preds[:len(preds):len(preds)], guesses...))
			var fh *hoare.FloydHoare
			limit := time.Second/2 + time.Since(v.start)/8
			v.checker.Within(limit, limit/4, func() { fh = v.removed(word, rich, limit) })
			if fh != nil {
				v.remember(fh, guesses)
				return
			}
			v.log("guessed predicates given up")
		}
		if v.removed(word, plain, 0) != nil {
			return
		}
	}
	v.log("%d: %d letters, word removed exactly, %d states", v.res.Stats.Iterations, len(word), v.rem.NumStates())
	p := prefixWord(append([]automata.Letter(nil), word[:prefix]...))
	v.proof.Words = append(v.proof.Words, p)
	v.subtract(p)
}

// removed subtracts a Floyd-Hoare automaton if it accepts the word it was made
// for, within the given time (0: no bound but the run's).
// It returns the automaton that went into the proof, or nil.
func (v *run) removed(word []automata.Letter, fh *hoare.FloydHoare, limit time.Duration) *hoare.FloydHoare {
	before := v.rem
	if !automata.LazyAccepts(fh, word) || !v.subtractWithin(fh, limit) {
		return nil
	}
	fh = v.slimmer(word, before, fh)
	v.res.Stats.Predicates += len(fh.Predicates()) - 1
	v.proof.Automata = append(v.proof.Automata, fh)
	v.log("%d: %d letters, %d predicates, %d states", v.res.Stats.Iterations, len(word), len(fh.Predicates())-1, v.rem.NumStates())
	return fh
}

// maxUseful bounds the guessed predicates that every automaton gets.
const maxUseful = 12

// remember keeps the guessed predicates that an automaton needed.
func (v *run) remember(fh *hoare.FloydHoare, guesses []logic.T) {
	if len(fh.Predicates()) > len(guesses) {
		return // not found out
	}
	for _, p := range fh.Predicates()[1:] {
		if len(v.useful) < maxUseful && slices.Contains(guesses, p) && !slices.Contains(v.useful, p) {
			v.useful = append(v.useful, p)
		}
	}
}

// slimmer subtracts the automaton of the predicates that were needed instead,
// if many were not: the remaining automaton distinguishes fewer states and the
// proof has fewer steps to recheck.
func (v *run) slimmer(word []automata.Letter, before *automata.NFA, fh *hoare.FloydHoare) *hoare.FloydHoare {
	if len(fh.Predicates()) < 4 {
		return fh
	}
	limit := time.Second + time.Since(v.start)/16
	needs := func(fh *hoare.FloydHoare) (n *hoare.Needs) {
		v.phase(PhaseDifference, func() { n = fh.Needs(limit) })
		return n
	}
	n := needs(fh)
	if n == nil {
		return fh
	}
	if preds := n.Predicates(); len(preds) < len(fh.Predicates())*3/4 {
		after, slim := v.rem, hoare.NewFloydHoare(v.checker, preds)
		v.rem = before
		if automata.LazyAccepts(slim, word) && v.subtractWithin(slim, limit) {
			if fh, n = slim, needs(slim); n == nil {
				return fh
			}
		} else {
			v.rem = after
		}
	}
	n.Restrict()
	return fh
}

// loops reports whether predicates guessed from executions should help: the
// word goes round a loop, and not at every refinement, since they are many.
func (v *run) loops(word []automata.Letter) bool {
	visits := map[int32]int{}
	most := 0
	for _, q := range automata.Run(v.rem, word) {
		visits[v.rem.Label[q]]++
		most = max(most, visits[v.rem.Label[q]])
	}
	if most < 2 {
		return false
	}
	v.looped++
	return v.looped == 2 || v.looped%6 == 0
}

func (v *run) guesses() []logic.T {
	if v.guessed == nil {
		v.guessed = []logic.T{}
		v.phase(PhaseInterpolation, func() {
			s := sample(v.enc, v.ctl, loopVariables(v.checker, v.ctl))
			v.guessed = append(v.guessed, guess(v.enc, s)...)
		})
		v.log("%d predicates guessed from executions", len(v.guessed))
	}
	return v.guessed
}

// subtract makes the remaining automaton smaller.
func (v *run) subtract(b automata.Lazy) { v.subtractWithin(b, 0) }

// subtractWithin is subtract with a time limit (0: the run's). If the time is
// up the remaining automaton stays as it was.
func (v *run) subtractWithin(b automata.Lazy, limit time.Duration) (done bool) {
	v.phase(PhaseDifference, func() {
		start := time.Now()
		n, _, err := automata.Difference(v.rem, b, func() bool {
			return v.ctx.Err() != nil || limit > 0 && time.Since(start) > limit
		})
		if err != nil {
			return
		}
		done = true
		grown := n.NumStates() > v.rem.NumStates()*3/2
		v.rem = n
		if grown || v.res.Stats.Iterations%8 == 0 {
			v.minimize()
		}
		v.res.Stats.MaxStates = max(v.res.Stats.MaxStates, n.NumStates())
	})
	return done
}

func (v *run) minimize() {
	if v.rem.NumStates() > 0 {
		m, _ := automata.Minimize(v.rem)
		v.rem = m
	}
}

// hardWord is a trace whose feasibility the solver did not decide in time.
type hardWord struct {
	word   []automata.Letter
	target *cfg.Loc
}

// postpone sets a trace that is too hard aside, to be tried again with all the
// time that is left when nothing else remains.
func (v *run) postpone(word []automata.Letter, target *cfg.Loc) {
	v.hard = append(v.hard, hardWord{append([]automata.Letter(nil), word...), target})
	v.giveUp(word, target, "solver", hardReason)
}

const hardReason = "feasibility of a trace not decided"

// retry decides the first trace that was set aside. It reports false when
// there is none or the run is to end.
func (v *run) retry() bool {
	if len(v.hard) == 0 || v.stopped() {
		return false
	}
	h := v.hard[0]
	v.hard = v.hard[1:]
	var f feasibility
	v.log("trying a trace of %d letters again", len(h.word))
	v.phase(PhaseFeasibility, func() {
		f = decide(v.ctx, v.prog, v.letters(h.word), v.engine, time.Hour)
	})
	if f.result == smt.Unknown {
		v.res.ReasonKind = ""
		v.timeUp()
		return false
	}
	if !slices.ContainsFunc(v.hard, func(o hardWord) bool { return o.target == h.target }) && v.open[h.target] == hardReason {
		delete(v.open, h.target)
		if len(v.open) == 0 {
			v.res.ReasonKind, v.res.Reason = "", ""
		}
	}
	switch {
	case f.result == smt.Unsat:
		p := prefixWord(h.word[:f.letters])
		v.proof.Words = append(v.proof.Words, p)
	case h.target.Kind == cfg.Unsupported:
		v.unsupported(h.target)
	default:
		return !v.report(h.word, h.target, f)
	}
	return true
}

// giveUp removes one word whose status is not known and keeps its error
// location open.
func (v *run) giveUp(word []automata.Letter, target *cfg.Loc, kind, reason string) {
	if v.open[target] == "" {
		v.open[target] = reason
	}
	v.unknown(kind, fmt.Sprintf("%s: %s", target.Pos, reason))
	v.log("gave up on a trace of %d letters: %s", len(word), reason)
	v.subtract(exactWord(append([]automata.Letter(nil), word...)))
	v.unroll = nil // it would find the word again
}

// unsupported notes that a construct we have no semantics for is reachable,
// and goes on without the words that end there.
func (v *run) unsupported(l *cfg.Loc) {
	v.unknown("unsupported", fmt.Sprintf("%s: %s is not supported and reachable", l.Pos, l.What))
	v.open[l] = "unsupported: " + l.What
	v.deeper = v.deeper || slices.Contains(v.beyond, l)
	v.dropFinals(func(m *cfg.Loc) bool { return m == l })
}

// dropFinals makes the matching final states ordinary.
func (v *run) dropFinals(match func(*cfg.Loc) bool) {
	n := *v.rem
	n.Final = append([]bool(nil), n.Final...)
	for q, f := range n.Final {
		if f && match(v.ctl.Loc(&n, automata.State(q))) {
			n.Final[q] = false
		}
	}
	v.rem, _ = automata.Trim(&n)
}

func emptyAutomaton() *automata.NFA { return &automata.NFA{} }

// report replays a feasible trace and, if it is real, records it. It returns
// true when the run is over.
func (v *run) report(word []automata.Letter, target *cfg.Loc, f feasibility) bool {
	if f.unknown != nil {
		v.giveUp(word, target, "abstraction", fmt.Sprintf("a trace depends on the value of %s at %s", f.unknown.Stmt, f.unknown.Pos))
		return false
	}
	var err error
	v.phase(PhaseReplay, func() { err = v.cfg.Replay(v.prog, f.trace) })
	if err != nil {
		kind := "replay"
		if f.floats {
			kind = "floats"
		}
		v.giveUp(word, target, kind, fmt.Sprintf("a trace could not be replayed: %v", err))
		return false
	}
	for _, a := range word {
		v.uses[a]++
	}
	v.violated[target] = true
	v.found(f.trace, target)
	if !v.cfg.MultiTrace || v.stopped() {
		return true
	}
	v.phase(PhaseDanger, func() { v.danger(word, target, f) })
	v.unroll, v.bmcTime = nil, 0
	return false
}
