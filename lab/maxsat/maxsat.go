package maxsat

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/fault"
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
	Terms     int           // of the formula of one line; 0: 30,000
	Time      time.Duration // of one run, besides the budget; 0: 60 s
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
	def(&c.Terms, 30_000)
	if c.Time <= 0 {
		c.Time = 60 * time.Second
	}
	if c.Check <= 0 {
		c.Check = 5 * time.Second
	}
	return c
}

// Correction is a minimal set of lines without which the trace formula can be
// satisfied.
type Correction struct {
	Lines     []fault.Line // ascending
	Edges     []*cfg.Edge  // a statement of each
	Instances [][]int      // of each in the formula
	Check     Check        // whether a run confirms it
}

// Corrections is the answer of the analysis.
type Corrections struct {
	Sets []Correction // smallest first, of one size those that runs confirm best
	// Open are further sets whose models no run confirms.
	Open     []Correction
	Goal     claim // what should have held
	Complete bool  // there are no others
	Notes    []string
	Units    int // lines in the formula
	Formula  int // instances in the formula
	Trace    int // instances of the run
	Checks   int // solver queries
	Cores    int
	Runs     int // executions of models
	Terms    int // of the largest formula
	Beside   int // statements of ways that the run did not take, in all formulas

	cut, kept int // most of one formula
}

// Method is error localization by maximum satisfiability as a method.
func Method(c Config) fault.Method {
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

// Analyse enumerates the correction sets of the failing run. If the formula of
// all lines is too large or too hard, there is one for each line. When a limit
// is reached, the answer is what is known so far.
func Analyse(ctx context.Context, in *fault.Input, c Config) (*Corrections, error) {
	c = c.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, c.Time)
	defer cancel()
	t, err := newTrail(ctx, in)
	if err != nil {
		return nil, err
	}
	a := &analysis{trail: t, ctx: ctx, conf: c, replays: newReplayer(ctx, t)}
	a.out.Trace = t.g.N()
	if !a.joint() {
		a.lineByLine()
	}
	a.finish()
	return &a.out, nil
}

// analysis is the work on one failing run.
type analysis struct {
	*trail
	ctx     context.Context
	conf    Config
	replays *replayer
	out     Corrections
	found   []fault.Line // sets of one line
}

// joint enumerates the correction sets of the formula of all lines. It reports
// whether all sets of one line are known.
func (a *analysis) joint() bool {
	u, err := a.unroll(scope{instances: a.conf.Instances, terms: a.conf.Terms / shareTogether, steps: a.conf.Terms / shareTogether})
	if err != nil {
		return false
	}
	a.out.Formula = u.pos + 1
	s := a.open(u)
	defer s.sess.Close()
	enumerate := func() (*enumerator, bool) {
		e := &enumerator{o: s, ctx: a.ctx, sizes: a.conf.Size, sets: a.conf.Sets, steps: searchSteps}
		e.accept = func(set []int) { a.add(u, s, set, s.sess.Model()) }
		return e, e.run()
	}
	e, ok := enumerate()
	if !ok { // what it does not know is enough for the postcondition
		a.note(noteStrict)
		s.sess.Assert(u.strict)
		if e, ok = enumerate(); !ok {
			return false
		}
	}
	a.out.Units, a.out.Checks, a.out.Cores = len(u.units), e.checks, len(e.cores)
	a.out.Complete = e.stopped == ""
	a.note(e.stopped)
	a.limits(u)
	return e.size > 1 || e.stopped == "" || a.conf.Instances
}

// noteStrict says that formulas were made smaller than they may be.
const noteStrict = "only addresses that occur in the run are known; reads from others give any value"

// limits counts what a formula has and what it leaves out.
func (a *analysis) limits(u *unroller) {
	a.out.cut = max(a.out.cut, u.off.cut)
	a.out.kept = max(a.out.kept, u.off.kept)
	a.out.Terms = max(a.out.Terms, u.tb.Len())
	a.out.Beside += u.off.walked
}

func (a *analysis) note(what string) {
	if what != "" && !slices.Contains(a.out.Notes, what) {
		a.out.Notes = append(a.out.Notes, what)
	}
}

// unroll makes a formula of the failing run.
func (a *analysis) unroll(sc scope) (*unroller, error) {
	u := newUnroller(a.ctx, a.trail, sc)
	k := a.in.Failure.Kind
	u.reached = k == fault.WrongOutput || k == fault.WrongStatus
	if err := u.run(func() { a.post.state(u, a.in) }); err != nil {
		return nil, err
	}
	return u, nil
}

// open gives a formula to a solver.
func (a *analysis) open(u *unroller) *session {
	engine := a.in.Engine
	if engine == nil { // the instance never changes except for its assumptions, which suits gini
		engine = func() smt.Engine { return bitblast.New(bitblast.Config{SAT: bitblast.Gini}) }
	}
	solver := smt.New(u.tb, engine(), smt.Config{})
	return &session{&u.formula, solver.Session(u.hard...), a.ctx, a.conf}
}

// add takes a correction set over. Its model is executed; if that does not make
// the failure vanish, one in which addresses are among the known ones may.
func (a *analysis) add(u *unroller, s *session, set []int, m *logic.Model) {
	set = slices.Clone(set)
	slices.SortFunc(set, func(x, y int) int { return compareUnits(&u.units[x], &u.units[y]) })
	var c Correction
	for _, k := range set {
		x := &u.units[k]
		c.Lines = append(c.Lines, x.line)
		c.Edges = append(c.Edges, x.edge)
		c.Instances = append(c.Instances, x.instances)
	}
	a.out.Goal = u.what
	c.Check = a.replays.check(u, m, c.Lines)
	if c.Check == Open && s.strictly(u.strict, set) == smt.Sat {
		c.Check = a.replays.check(u, s.sess.Model(), c.Lines)
	}
	if c.Check == Open {
		a.out.Open = append(a.out.Open, c)
	} else {
		a.out.Sets = append(a.out.Sets, c)
	}
	if len(c.Lines) == 1 {
		a.found = append(a.found, c.Lines[0])
	}
}

// finish orders the sets and writes the notes.
func (a *analysis) finish() {
	for _, list := range [][]Correction{a.out.Sets, a.out.Open} {
		slices.SortStableFunc(list, func(x, y Correction) int {
			return cmp.Or(len(x.Lines)-len(y.Lines), int(y.Check)-int(x.Check))
		})
	}
	a.out.Runs = a.replays.runs
	if a.out.cut > 0 {
		a.note(fmt.Sprintf("%d branches that the run did not take are longer than the unrolling", a.out.cut))
	}
	if a.out.kept > 0 {
		a.note(fmt.Sprintf("up to %d branches are kept as in the run", a.out.kept))
	}
	a.out.Complete = a.out.Complete && len(a.out.Notes) == 0
	if n := len(a.out.Open); n > 0 {
		a.note(fmt.Sprintf("%d sets come last: no run confirms what the formula allows", n))
	}
	if a.out.Goal == (claim{}) {
		a.out.Goal = a.post.text
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

// entry is a line that a set names.
type entry struct {
	loc   fault.Location
	size  int
	sets  int
	check Check
	with  string
}

// entries lists the lines of sets, each with its smallest one.
func entries(sets []Correction, index map[fault.Line]*entry) []*entry {
	var list []*entry
	for _, s := range sets {
		for k, line := range s.Lines {
			x := index[line]
			if x == nil {
				e := s.Edges[k]
				x = &entry{loc: fault.Location{Edge: e, Pos: e.Pos, Instances: s.Instances[k]}, size: len(s.Lines), check: s.Check}
				x.with = others(s.Lines, k)
				index[line] = x
				list = append(list, x)
			}
			if len(s.Lines) == x.size {
				x.sets++
			}
		}
	}
	return list
}

// result ranks the lines: those of smaller sets first, then those that runs
// confirm, then those of more sets; last those of open sets.
func (out *Corrections) result() *fault.Result {
	res := &fault.Result{Method: "maxsat", Notes: out.Notes}
	index := map[fault.Line]*entry{}
	for _, x := range append(entries(out.Sets, index), entries(out.Open, index)...) {
		x.loc.Score = (1 - 1/float64(1+x.sets)/2) / float64(x.size)
		modal := "could"
		switch x.check {
		case Passed:
			x.loc.Score = (1 + x.loc.Score) / 2
		case Open:
			x.loc.Score /= 8
			modal = "might"
		}
		lines := "it"
		if x.size > 1 {
			lines = "it and " + x.with
		}
		x.loc.Reason = "if " + lines + " did something else, " + out.Goal.with(modal)
		res.Locations = append(res.Locations, x.loc)
	}
	res.Locations = fault.Rank(res.Locations)
	if len(out.Sets)+len(out.Open) == 0 {
		res.Notes = append(res.Notes, "no change of up to that many lines suffices along the path of the run")
	}
	res.Stats = fault.Stats{Instances: out.Trace, Reruns: out.Runs, More: []fault.Count{
		{Key: fault.FormulaInstances, N: out.Formula}, {Key: fault.FormulaLines, N: out.Units},
		{Key: fault.FormulaTerms, N: out.Terms}, {Key: fault.BesideStatements, N: out.Beside},
		{Key: fault.CorrectionSets, N: len(out.Sets)}, {Key: fault.OpenSets, N: len(out.Open)},
		{Key: fault.Cores, N: out.Cores}, {Key: fault.SolverQuestions, N: out.Checks},
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
	r := s.decide(terms...)
	if r != smt.Unsat {
		return r, nil
	}
	var core []int
	for _, k := range s.sess.Failed() {
		core = append(core, stay[k])
	}
	return r, core
}

func (s *session) decide(terms ...logic.T) smt.Result {
	return s.sess.CheckBudget(smt.Budget{Time: deadline(s.ctx, s.lim.Check), Ctx: s.ctx}, terms...)
}

// strictly decides the formula without some units, if addresses are as in the
// run.
func (s *session) strictly(strict logic.T, without []int) smt.Result {
	terms := []logic.T{strict}
	for u := range s.f.units {
		if !slices.Contains(without, u) {
			terms = append(terms, s.f.units[u].sel)
		}
	}
	return s.decide(terms...)
}
