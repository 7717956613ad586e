package smt

import (
	"cmp"
	"slices"
	"time"

	"culprit/internal/work"
	"culprit/logic"
)

// Config of a Solver. The zero value is recommended.
type Config struct {
	Budget  Budget // of each Check; without Time and Work, 30 seconds of work
	Models  int    // recent models kept as candidates; 0 means 8, negative none
	Cache   int    // answers kept; 0 means 1<<16, negative none
	NoSubst bool   // no propagation of equalities
	NoSlice bool   // no independence slicing
	Recheck Engine // decides every engine answer Unsat again; disagreement panics
}

// Solver answers satisfiability questions over one table by a pipeline of
// ever more expensive stages; see the package comment. One goroutine at a
// time.
type Solver struct {
	tb     *logic.Table
	engine Engine
	cfg    Config
	Stats  Stats

	cache  cache
	models modelPool
	model  *logic.Model
	parts  slicer
	conj   []logic.T // scratch of normalise
	open   []*Session
}

// New gives a Solver over tb. The Solver learns of releases of terms by itself.
func New(tb *logic.Table, engine Engine, cfg Config) *Solver {
	if cfg.Budget.Time == 0 && cfg.Budget.Work == 0 {
		cfg.Budget.Work = 30 * work.Second
	}
	cfg.Models = cmp.Or(cfg.Models, 8)
	if !withModels.On() {
		cfg.Models = -1
	}
	cfg.NoSubst, cfg.NoSlice = cfg.NoSubst || !withPropagation.On(), cfg.NoSlice || !withSlicing.On()
	cfg.Cache = cmp.Or(cfg.Cache, 1<<16)
	s := &Solver{tb: tb, engine: engine, cfg: cfg}
	s.cache.limit = cfg.Cache
	s.models.init(tb, max(cfg.Models, 0))
	tb.OnRelease(s.forget)
	return s
}

// Model gives the model of the last Check, if that was Sat. It has a value for
// every variable of the formula, unless zero, and satisfies it by evaluation.
// The caller must not modify it.
func (s *Solver) Model() *logic.Model { return s.model }

// forget drops everything about terms with index n or more.
func (s *Solver) forget(n int) {
	s.cache.forget(n)
	s.models.forget(n)
	for _, x := range s.open {
		if x.inst != nil {
			x.inst.Forget(n)
		}
	}
}

// Check decides the conjunction of f within the configured budget.
func (s *Solver) Check(f ...logic.T) Result { return s.CheckBudget(s.cfg.Budget, f...) }

// CheckBudget decides the conjunction of f within the budget b.
func (s *Solver) CheckBudget(b Budget, f ...logic.T) Result {
	s.Stats.Checks++
	s.tb.Clock.Add(work.Query)
	s.model = nil
	conj, r := s.normalise(f)
	if r == Unsat {
		s.Stats.Syntactic++
		return Unsat
	}
	if len(conj) == 0 {
		s.Stats.Syntactic++
		s.model = logic.NewModel()
		return Sat
	}
	if r, m := s.quick(conj); r != Unknown {
		s.model = m
		return r
	}
	// The stages below build terms and recurse; conj is scratch.
	conj = slices.Clone(conj)
	a := s.allow(b)
	r, m := s.decide(conj, a)
	if r == Sat {
		if !s.holds(conj, m) {
			r, m = s.whole(conj, a)
		}
	}
	switch r {
	case Sat:
		s.Stats.Sat++
		s.models.add(m)
		s.cache.put(conj, Sat, m)
		s.model = m
	case Unsat:
		s.Stats.Unsat++
		s.cache.put(conj, Unsat, nil)
	default:
		s.Stats.Unknown++
	}
	return r
}

// normalise gives the sorted conjuncts of f without True and duplicates, or
// Unsat if they are contradictory by form.
func (s *Solver) normalise(f []logic.T) ([]logic.T, Result) {
	conj := s.conj[:0]
	for _, t := range f {
		switch t {
		case logic.True:
		case logic.False:
			return nil, Unsat
		default:
			if s.tb.Op(t) == logic.OpAnd {
				conj = append(conj, s.tb.Args(t)...)
			} else {
				conj = append(conj, t)
			}
		}
	}
	s.conj = conj
	if len(conj) > 1 {
		slices.Sort(conj)
		conj = slices.Compact(conj)
		s.conj = conj
		for _, t := range conj {
			if s.tb.Op(t) == logic.OpNot {
				if _, found := slices.BinarySearch(conj, s.tb.Args(t)[0]); found {
					return nil, Unsat
				}
			}
		}
	}
	return conj, Unknown
}

// quick answers from the cache and from candidate models.
func (s *Solver) quick(conj []logic.T) (Result, *logic.Model) {
	if e := s.cache.get(conj); e != nil {
		s.Stats.Cached++
		return e.result, e.model
	}
	if m := s.models.find(conj); m != nil {
		s.Stats.Candidate++
		return Sat, m
	}
	return Unknown, nil
}

// decide runs the stages that build terms: propagation of equalities, then
// the independent parts one by one.
func (s *Solver) decide(conj []logic.T, a allowance) (Result, *logic.Model) {
	mark := s.tb.Mark()
	defer s.tb.Release(mark)
	start := time.Now()
	rest, defs := conj, []definition(nil)
	if !s.cfg.NoSubst {
		var r Result
		rest, defs, r = s.propagate(conj)
		s.Stats.PropagateTime += time.Since(start)
		if r == Unsat {
			s.Stats.Propagated++
			return Unsat, nil
		}
		if len(defs) > 0 && len(rest) > 0 {
			switch r, m := s.quick(rest); r {
			case Unsat:
				return Unsat, nil
			case Sat:
				return Sat, s.extend(m, defs)
			}
		}
	}
	m := logic.NewModel()
	if len(rest) == 0 {
		s.Stats.Propagated++
		return Sat, s.extend(m, defs)
	}
	for _, part := range s.split(rest) {
		r, pm := s.part(part, len(part) < len(rest), a)
		if r != Sat {
			return r, nil
		}
		s.merge(m, pm, part)
	}
	return Sat, s.extend(m, defs)
}

// part decides one independent part with the engine.
func (s *Solver) part(part []logic.T, proper bool, a allowance) (Result, *logic.Model) {
	if proper {
		if r, m := s.quick(part); r != Unknown {
			return r, m
		}
	}
	b, ok := a.left()
	if !ok {
		return Unknown, nil
	}
	start := time.Now()
	r, m, err := s.engine.Check(s.tb, part, b)
	s.Stats.EngineTime += time.Since(start)
	s.Stats.Engine++
	if err != nil {
		s.Stats.Errors++
		return Unknown, nil
	}
	if r == Unsat && s.cfg.Recheck != nil {
		s.recheck(part)
	}
	if proper && r != Unknown {
		s.cache.put(part, r, m)
	}
	return r, m
}

// recheck lets the second engine decide a part that is claimed Unsat.
func (s *Solver) recheck(part []logic.T) {
	if r, _, err := s.cfg.Recheck.Check(s.tb, part, Budget{Time: 10 * time.Second}); err == nil && r == Sat {
		panic("smt: recheck finds a model of an unsatisfiable formula: " + s.tb.String(s.tb.And(part...)))
	}
}

// holds evaluates conj under m.
func (s *Solver) holds(conj []logic.T, m *logic.Model) bool {
	ev := s.models.check
	ev.Reset(m)
	return !slices.ContainsFunc(conj, func(t logic.T) bool { return !ev.Holds(t) })
}

// whole gives the unsimplified formula to the engine, because the model found
// in parts fails: parts may share uninterpreted functions.
func (s *Solver) whole(conj []logic.T, a allowance) (Result, *logic.Model) {
	s.Stats.Invalid++
	r, m := s.part(conj, false, a)
	if r == Sat && !s.holds(conj, m) {
		s.Stats.Invalid++
		return Unknown, nil
	}
	return r, m
}

func (s *Solver) allow(b Budget) allowance {
	a := allowance{b: b, clock: s.tb.Clock, due: s.tb.Clock.Now() + b.Work}
	if b.Time > 0 {
		a.deadline = time.Now().Add(b.Time)
	}
	return a
}

// Session keeps one instance of a fixed formula, to be checked under changing
// assumptions. It suits formulas that do not change: a trace, an unrolling.
type Session struct {
	s      *Solver
	fixed  []logic.T
	inst   Instance // nil: the engine is not incremental
	model  *logic.Model
	failed []int
	closed bool
}

// merge adds to dst what src says of the variables of part. Functions of src
// extend dst's tables.
func (s *Solver) merge(dst, src *logic.Model, part []logic.T) {
	for _, t := range part {
		for _, v := range s.tb.Vars(t) {
			if x, ok := src.BV[v]; ok {
				dst.BV[v] = x
			} else if a := src.Arr[v]; a != nil {
				dst.Arr[v] = a
			}
		}
	}
	for name, f := range src.Fun {
		if g := dst.Fun[name]; g != nil {
			f = &logic.FuncVal{Rows: slices.Concat(g.Rows, f.Rows), Default: g.Default}
		}
		dst.Fun[name] = f
	}
}
