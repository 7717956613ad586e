package verifier

import (
	"context"
	"errors"
	"slices"

	"culprit/cfg"
	"culprit/cfg/contract"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/inductive"
)

// Recursion by contracts: the program is proved in a copy without recursion,
// in which calls of recursive procedures are replaced by contracts (package
// contract). The contracts are chosen from guesses (mine.go) by Houdini, as
// invariants of loops are (houdini.go). The copy is then verified like any
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
	return !s.done && s.due == 0 && v.task.from != nil && len(v.res.Traces) == 0
}

// turn makes an attempt when easier means had their chance.
func (s *contractor) turn(ctx context.Context, v *run) (over bool) {
	if s.done || v.task.from == nil || len(v.res.Traces) > 0 || v.elapsed() < max(s.due, contractAt) {
		return false
	}
	return s.attempt(ctx, v)
}

// attempt tries to prove the program. It reports whether the run is over.
func (s *contractor) attempt(ctx context.Context, v *run) bool {
	if s.done || v.task.from == nil || ctx.Err() != nil || len(v.res.Traces) > 0 {
		return false
	}
	var bug *cfg.Trace
	v.phase(PhaseContracts, func() {
		within, cancel := v.clock.WithLimit(ctx, max(firstContract, v.elapsed()/contractPart))
		defer cancel()
		if bug = s.find(within, v); bug == nil {
			s.done = within.Err() == nil
		}
	})
	s.due = contractGrowth * v.elapsed()
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
	runs := v.observe(pl)
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
	cs := v.contracts(ctx, pl, runs)
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

// observe executes the program and its recursive procedures.
func (v *run) observe(pl *contract.Plan) *contract.Runs {
	runs := pl.NewRuns()
	pool := runs.Constants()
	pool = append(slices.Clone(pool[:min(len(pool), observedPool)]), 1<<31-1, 1<<31)
	const grid, constants = observedLine, observedLine + observedGrid*observedGrid
	for n := range observedRuns {
		if runs.Steps > observedSteps || runs.Failed != nil {
			break
		}
		switch {
		case n < observedLine:
			runs.FromMain(uint64(n))
		case n < constants:
			k := n - grid
			runs.FromMain(uint64(k%observedGrid)-1, uint64(k/observedGrid)-1)
		case n < constants+len(pool)*len(pool):
			k := n - constants
			runs.FromMain(pool[k%len(pool)], pool[k/len(pool)])
		default:
			runs.FromMain()
		}
	}
	for range observedDirect {
		for _, fr := range pl.Frames {
			if runs.Steps < 2*observedSteps {
				runs.Direct(fr)
			}
		}
	}
	v.clock.Count(runs.Steps, work.Step/4)
	return runs
}

// contracts chooses from guessed clauses; nil if what remains does not help.
func (v *run) contracts(ctx context.Context, pl *contract.Plan, runs *contract.Runs) contract.Contracts {
	clauses := mine(pl, runs, v.clock)
	for {
		c := &chooser{run: v, ctx: ctx, engine: v.cfg.Engine(), clauses: clauses}
		ok, again := c.choose(pl)
		if again && ctx.Err() == nil {
			clauses = c.rest()
			continue
		}
		if !ok {
			return nil
		}
		return c.contracts(pl)
	}
}

// chooser removes the clauses that are not kept.
type chooser struct {
	*run
	ctx     context.Context
	engine  smt.Engine
	clauses []contract.Clause
	open    *contract.Open
	alive   []bool
	h       *inductive.Houdini
	keep    []logic.T // by clause: the term of Open.Keep, or 0
	goals   []goalAt
}

// goalAt is a segment that leads to a goal or, with a nil goal, to an error.
type goalAt struct {
	seg   int
	at    *cfg.Loc
	goal  *contract.Goal
	terms []logic.T // by index in the goal: the clause after the segment
}

// rest are the clauses that are left.
func (c *chooser) rest() []contract.Clause {
	var out []contract.Clause
	for i, cl := range c.clauses {
		if c.alive[i] {
			out = append(out, cl)
		}
	}
	return out
}

// choose runs Houdini. It reports whether what is left may prove the program,
// and whether a clause went that the formulas have built in.
func (c *chooser) choose(pl *contract.Plan) (ok, again bool) {
	if !c.encode(pl) {
		return false, false
	}
	for changed := true; changed; {
		changed = false
		for _, g := range c.goals {
			if g.goal == nil {
				continue
			}
			removed, fixed, done := c.weaken(g)
			if !done {
				return false, false
			}
			if fixed {
				return false, true
			}
			changed = changed || removed
		}
	}
	c.log("contracts: %d of %d clauses left, %d questions", len(c.rest()), len(c.clauses), c.h.Asked)
	for _, g := range c.goals {
		if g.goal == nil && c.errs(g) {
			c.log("contracts: %s not proved", g.at.Pos)
			// What is arbitrary in the loops of Open is not in those of the copy.
			if !slices.ContainsFunc(pl.Prog.Locs, func(l *cfg.Loc) bool { return l.LoopHead }) {
				return false, false
			}
		}
	}
	return true, false
}

// encode makes the formulas; it is false if they become too large.
func (c *chooser) encode(pl *contract.Plan) bool {
	c.open = pl.Open(c.clauses)
	c.alive = slices.Repeat([]bool{true}, len(c.clauses))
	ctl, err := hoare.BuildControl(c.open.Prog, nil, hoare.MaxInlined)
	if err != nil {
		return false
	}
	enc := hoare.NewEncoder(logic.TableOn(c.clock), c.open.Prog)
	segs, heads, fine := inductive.SegmentsOf(c.ctx, ctl, enc, c.engine)
	if !fine || len(heads) > 0 {
		return false
	}
	c.h = inductive.NewHoudini(c.ctx, enc.TB, c.engine, segs, nil, smt.Budget{Work: contractQuery, Ctx: c.ctx})
	at := hoare.NewSym(enc)
	c.keep = make([]logic.T, len(c.clauses))
	for i, k := range c.open.Keep {
		if k != nil {
			c.keep[i] = enc.VarTerm[k.ID]
		}
	}
	for i, s := range segs {
		g := goalAt{seg: i, at: ctl.Locs[s.To], goal: c.open.Goals[ctl.Locs[s.To]]}
		if g.goal != nil {
			for _, x := range g.goal.Exprs {
				g.terms = append(g.terms, enc.TB.Subst(enc.Expr(x, at), s.After))
			}
		}
		c.goals = append(c.goals, g)
	}
	return true
}

// supposed are the clauses that executions suppose.
func (c *chooser) supposed() []logic.T {
	var out []logic.T
	for i, t := range c.keep {
		if c.alive[i] && c.open.Keep[i] != nil {
			out = append(out, t)
		}
	}
	return out
}

// errs reports whether an error may be reached.
func (c *chooser) errs(g goalAt) bool {
	c.h.Asked++
	return c.h.Session(g.seg).CheckBudget(c.h.Budget, c.supposed()...) != smt.Unsat
}

// weaken removes the clauses of a goal that do not hold there. It stops at one
// that the formulas have built in.
func (c *chooser) weaken(g goalAt) (removed, fixed, done bool) {
	clauses := map[logic.T][]int{}
	var terms []logic.T
	for k, i := range g.goal.Clauses {
		t := g.terms[k]
		if !c.alive[i] || t == c.h.TB.True() {
			continue
		}
		if clauses[t] == nil {
			terms = append(terms, t)
		}
		clauses[t] = append(clauses[t], i)
	}
	done = c.h.Sift(g.seg, c.supposed, terms, func(failed []logic.T) (stop bool) {
		for _, t := range failed {
			for _, i := range clauses[t] {
				c.alive[i], removed = false, true
				fixed = fixed || c.open.Keep[i] == nil
			}
		}
		return fixed
	})
	return removed, fixed, done
}

// contracts are the clauses that the proof needs: those that keep executions
// from errors, and those that these need in turn. All are taken where that was
// not decided.
func (c *chooser) contracts(pl *contract.Plan) contract.Contracts {
	need := make([]bool, len(c.clauses))
	for i := range need {
		need[i] = c.open.Keep[i] == nil
	}
	if !c.needed(need) {
		need = c.alive
	}
	cs := contract.Contracts{}
	for _, fr := range pl.Frames {
		cs[fr] = &contract.Contract{}
	}
	for i, cl := range c.clauses {
		switch {
		case !need[i]:
		case cl.Post:
			cs[cl.Frame].Post = append(cs[cl.Frame].Post, cl.X)
		default:
			cs[cl.Frame].Pre = append(cs[cl.Frame].Pre, cl.X)
		}
	}
	return cs
}

// needed marks clauses until those that are marked need no others.
func (c *chooser) needed(need []bool) bool {
	soft := c.supposed()
	var which []int
	for i := range c.keep {
		if c.alive[i] && c.open.Keep[i] != nil {
			which = append(which, i)
		}
	}
	asked := make([]int, len(c.goals)) // by goal: the clauses that were asked for
	for i := range asked {
		asked[i] = -1
	}
	for again := true; again; {
		again = false
		for n, g := range c.goals {
			var neg []logic.T
			count := 0
			if g.goal != nil {
				for k, i := range g.goal.Clauses {
					if need[i] {
						neg = append(neg, c.h.TB.Not(g.terms[k]))
						count++
					}
				}
				if count == 0 {
					continue
				}
			}
			if count == asked[n] {
				continue
			}
			asked[n] = count
			fixed := slices.Clone(c.h.Segs[g.seg].Path)
			if g.goal != nil {
				fixed = append(fixed, c.h.TB.Or(neg...))
			}
			r, core := c.h.Solver.Core(fixed, soft, c.h.Budget)
			if r != smt.Unsat {
				return false
			}
			for _, k := range core {
				if i := which[k]; !need[i] {
					need[i], again = true, true
				}
			}
		}
	}
	return true
}
