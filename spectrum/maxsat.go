package spectrum

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// Config of the analysis. The zero value is recommended.
type Config struct {
	// Instances doubts each statement instance alone, not source lines.
	Instances bool
	Size      int           // most lines of a correction set; 0: 3
	Sets      int           // most correction sets; 0: 100
	Terms     int           // of the formula; 0: 400,000
	Time      time.Duration // of one run, beside the budget; 0: 60 s
	Check     time.Duration // of one question to the solver; 0: 5 s
}

func (c Config) withDefaults() Config {
	def := func(v *int, d int) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&c.Size, 3)
	def(&c.Sets, 100)
	def(&c.Terms, 400_000)
	if c.Time <= 0 {
		c.Time = 60 * time.Second
	}
	if c.Check <= 0 {
		c.Check = 5 * time.Second
	}
	return c
}

// searchSteps bounds the search for one candidate.
const searchSteps = 2_000_000

// Correction is a minimal set of lines without which the trace formula can be
// satisfied.
type Correction struct {
	Lines     []fault.Line // ascending
	Edges     []*cfg.Edge  // a statement of each
	Instances [][]int      // of each in the formula
}

// Corrections is the answer of the analysis.
type Corrections struct {
	Sets     []Correction // smallest first
	Goal     string       // what should have held
	Complete bool         // there are no others
	Notes    []string
	Units    int // lines in the formula
	Formula  int // instances in the formula
	Trace    int // instances of the run
	Checks   int // questions to the solver
	Cores    int
}

// MaxSAT is error localization by maximum satisfiability as a method.
func MaxSAT(c Config) fault.Method {
	return fault.Method{
		Name:  "maxsat",
		Doc:   "smallest sets of lines such that the run succeeds if they do something else",
		Paper: "Jose, Majumdar: Cause clue clauses: error localization using maximum satisfiability, PLDI 2011",
		Needs: fault.NeedsRun,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			start := time.Now()
			got, err := Analyse(ctx, in, c)
			if err != nil {
				return nil, err
			}
			res := got.result()
			res.Stats.Time = time.Since(start)
			return res, nil
		},
	}
}

// Analyse enumerates the correction sets of the failing run.
func Analyse(ctx context.Context, in *fault.Input, c Config) (*Corrections, error) {
	c = c.withDefaults()
	ctx, cancel := in.Budget.Context(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, c.Time)
	defer cancel()
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	if in.Failure.At < 0 || in.Failure.At >= g.N() {
		return nil, errors.New("the instance at which the failure shows is not known")
	}
	rec, err := in.Record(ctx)
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	u, err := unroll(ctx, in, g, rec, c)
	if err != nil {
		return nil, err
	}
	f := &u.formula
	out := &Corrections{Trace: g.N(), Formula: u.at + 1, Goal: f.what}
	solver := smt.New(f.tb, bitblast.New(bitblast.Config{SAT: bitblast.Gini}), smt.Config{})
	sess := solver.Session(f.hard...)
	defer sess.Close()
	e := &enumerator{o: &session{f, sess, ctx, c}, ctx: ctx, sizes: c.Size, sets: c.Sets, steps: searchSteps}
	if !e.run() {
		return nil, fmt.Errorf("the formula of the run does not exclude that %s", f.what)
	}
	out.read(f, e)
	if u.cut > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%d ways that the run did not take are longer than what is unrolled", u.cut))
	}
	return out, nil
}

// unroll makes the trace formula of the failing run.
func unroll(ctx context.Context, in *fault.Input, g *interp.Graph, rec *interp.Recording, c Config) (*unroller, error) {
	w := newWish(ctx, in, g)
	u := newUnroller(ctx, in.Prog, g, c)
	u.reached = in.Failure.Kind == fault.WrongOutput || in.Failure.Kind == fault.WrongStatus
	u.check(in.Failure)
	if err := u.run(rec, w.at, func() { w.state(u, in) }); err != nil {
		return nil, err
	}
	return u, nil
}

// read takes the sets over.
func (out *Corrections) read(f *formula, e *enumerator) {
	out.Units, out.Checks, out.Cores = len(f.units), e.checks, len(e.cores)
	for _, s := range e.found {
		slices.SortFunc(s, func(a, b int) int { return compareUnits(&f.units[a], &f.units[b]) })
		var c Correction
		for _, k := range s {
			u := &f.units[k]
			c.Lines = append(c.Lines, u.line)
			c.Edges = append(c.Edges, u.edge)
			c.Instances = append(c.Instances, u.instances)
		}
		out.Sets = append(out.Sets, c)
	}
	out.Complete = e.stopped == "" && len(out.Notes) == 0
	if e.stopped != "" {
		out.Notes = append(out.Notes, e.stopped)
	}
}

func compareUnits(a, b *unit) int {
	if c := strings.Compare(a.line.File, b.line.File); c != 0 {
		return c
	}
	if a.line.N != b.line.N {
		return a.line.N - b.line.N
	}
	return cmp.Compare(slices.Max(append([]int{-1}, a.instances...)), slices.Max(append([]int{-1}, b.instances...)))
}

// result ranks the lines: those of smaller sets first, then those of more
// sets.
func (out *Corrections) result() *fault.Result {
	type entry struct {
		loc  fault.Location
		size int
		sets int
		with string
	}
	var list []*entry
	index := map[fault.Line]*entry{}
	for _, s := range out.Sets {
		for k, line := range s.Lines {
			x := index[line]
			if x == nil {
				e := s.Edges[k]
				x = &entry{loc: fault.Location{Edge: e, Pos: e.Pos, Instances: s.Instances[k]}, size: len(s.Lines)}
				x.with = others(s.Lines, k)
				index[line] = x
				list = append(list, x)
			}
			if len(s.Lines) == x.size {
				x.sets++
			}
		}
	}
	res := &fault.Result{Method: "maxsat", Notes: out.Notes}
	for _, x := range list {
		x.loc.Score = (1 - 1/float64(1+x.sets)/2) / float64(x.size)
		x.loc.Reason = "if it did something else, it could be that " + out.Goal
		if x.size > 1 {
			x.loc.Reason = "if it and " + x.with + " did something else, it could be that " + out.Goal
		}
		res.Locations = append(res.Locations, x.loc)
	}
	res.Locations = fault.Rank(res.Locations)
	if len(out.Sets) == 0 {
		res.Notes = append(res.Notes, "no change of up to that many lines is enough within the path of the run")
	}
	res.Stats = fault.Stats{Instances: out.Trace, More: []fault.Count{
		{Name: "instances in the formula", N: out.Formula}, {Name: "lines in the formula", N: out.Units},
		{Name: "correction sets", N: len(out.Sets)}, {Name: "cores", N: out.Cores}, {Name: "questions to the solver", N: out.Checks},
	}}
	return res
}

// others names the other lines of a set.
func others(lines []fault.Line, not int) string {
	var out []string
	for k, l := range lines {
		if k != not {
			out = append(out, fmt.Sprintf("line %d", l.N))
		}
	}
	return strings.Join(out, " and ")
}

// session is the formula in a solver.
type session struct {
	f    *formula
	sess *smt.Session
	ctx  context.Context
	lim  Config
}

// check implements oracle. A core is made smaller by leaving out members one
// by one, which is worth it: each member is a candidate later.
func (s *session) check(without []int) (smt.Result, []int) {
	var stay []int
	for u := range s.f.units {
		if !slices.Contains(without, u) {
			stay = append(stay, u)
		}
	}
	r, core := s.under(stay)
	if r != smt.Unsat {
		return r, nil
	}
	for k := len(core) - 1; k >= 0; k-- {
		rest := slices.Delete(slices.Clone(core), k, k+1)
		if r, smaller := s.under(rest); r == smt.Unsat {
			k = min(k, len(smaller))
			core = smaller
		}
	}
	return smt.Unsat, core
}

// under decides the formula if some units stay.
func (s *session) under(stay []int) (smt.Result, []int) {
	terms := make([]logic.T, len(stay))
	for k, u := range stay {
		terms[k] = s.f.units[u].sel
	}
	r := s.sess.CheckBudget(smt.Budget{Time: deadline(s.ctx, s.lim.Check), Ctx: s.ctx}, terms...)
	if r != smt.Unsat {
		return r, nil
	}
	var core []int
	for _, k := range s.sess.Failed() {
		core = append(core, stay[k])
	}
	return r, core
}
