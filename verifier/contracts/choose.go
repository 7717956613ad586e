package contracts

import (
	"context"
	"slices"

	"culprit/analysis/contract"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
	"culprit/verifier/inductive"
)

// Contracts are chosen from guesses (mine.go) by Houdini, as invariants of loops are
// (package inductive).

// Choose chooses contracts from clauses that are guessed from executions, so that they
// may prove the program; nil if what remains does not help.
func Choose(ctx context.Context, pl *contract.Plan, runs *contract.Runs, engine smt.Factory, clock *work.Clock, log func(format string, args ...any)) contract.Contracts {
	clauses := Mine(pl, runs, clock)
	for {
		c := &chooser{ctx: ctx, engine: engine(), clock: clock, log: log, clauses: clauses}
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
	ctx     context.Context
	engine  smt.Engine
	clock   *work.Clock
	log     func(format string, args ...any)
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
			// The loops of Open have arbitrary variables that those of the copy have not.
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
	c.h = inductive.NewHoudini(c.ctx, enc.TB, c.engine, segs, nil, smt.Budget{Work: inductive.QueryWork / 5, Ctx: c.ctx})
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

// Observe executes the program and its recursive procedures.
func Observe(pl *contract.Plan, clock *work.Clock) *contract.Runs {
	runs := pl.NewRuns()
	pool := runs.Constants()
	pool = append(slices.Clone(pool[:min(len(pool), maxSide-2)]), 1<<31-1, 1<<31)
	grid, constants := maxSide*maxSide, 2*maxSide*maxSide
	for n := range 4 * maxSide * maxSide {
		if runs.Steps > contract.MaxSteps || runs.Failed != nil {
			break
		}
		switch {
		case n < maxSide*maxSide:
			runs.FromMain(uint64(n))
		case n < constants:
			k := n - grid
			runs.FromMain(uint64(k%maxSide)-1, uint64(k/maxSide)-1)
		case n < constants+len(pool)*len(pool):
			k := n - constants
			runs.FromMain(pool[k%len(pool)], pool[k/len(pool)])
		default:
			runs.FromMain()
		}
	}
	for range maxSide * maxSide {
		for _, fr := range pl.Frames {
			if runs.Steps < 2*contract.MaxSteps {
				runs.Direct(fr)
			}
		}
	}
	clock.Count(runs.Steps, work.Step/4)
	return runs
}
