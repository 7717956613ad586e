package smt

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"culprit/internal/work"
	"culprit/logic"
)

// Result is the answer to a satisfiability question. Unknown is an answer
// too, and must never be taken for one of the others.
type Result uint8

const (
	Unknown Result = iota
	Sat
	Unsat
)

func (r Result) String() string {
	return [...]string{"unknown", "sat", "unsat"}[r]
}

// Engine decides the conjunction of f from scratch. An error means that the
// engine does not support the formula or failed; the result is then Unknown.
// The model may leave out variables; those read as zero.
type Engine interface {
	Check(tb *logic.Table, f []logic.T, b Budget) (Result, *logic.Model, error)
}

// Incremental is implemented by engines that keep a formula between checks.
type Incremental interface {
	Engine
	Open(tb *logic.Table) Instance
}

// Instance is a growing formula that is checked under assumptions. Terms given
// to it must stay in the table, or Forget must be called at their release.
type Instance interface {
	// Assert adds a conjunct for good.
	Assert(f logic.T)
	// Check decides the asserted conjuncts together with the assumptions.
	Check(assumptions []logic.T, b Budget) (Result, error)
	// Failed gives, after Unsat, indices of assumptions that are contradictory
	// together with the asserted conjuncts, ascending.
	Failed() []int
	// Model gives, after Sat, the model found.
	Model() *logic.Model
	// Forget drops what is known of terms with index n or more.
	Forget(n int)
}

// Factory makes engines. An engine is used by one goroutine at a time, so
// whoever works in parallel makes one for each.
type Factory func() Engine

// Default names the engine that is used where nobody asks for another.
const Default = "own"

// engines are the registered factories. Packages register in init, so no lock
// is needed.
var engines = map[string]struct {
	factory Factory
	missing string
}{}

// Register adds an engine under a name; the package that has the engine calls
// it from init. A nil factory stands for an engine that this build leaves
// out; missing then says how to get it.
func Register(name string, factory Factory, missing string) {
	e := engines[name]
	e.factory, e.missing = factory, missing
	engines[name] = e
}

// Names lists the engines of this build.
func Names() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		if engines[name].factory != nil {
			names = append(names, name)
		}
	}
	return names
}

// Open finds the engine with a name; the empty name is Default. The error says
// which engines there are, or what to do for one that is not built in.
func Open(name string) (Factory, error) {
	name = cmp.Or(name, Default)
	switch e, ok := engines[name]; {
	case !ok:
		return nil, fmt.Errorf("unknown solver %q; this build has %s", name, strings.Join(Names(), ", "))
	case e.factory == nil:
		return nil, fmt.Errorf("this build has no solver %s; %s", name, e.missing)
	default:
		return e.factory, nil
	}
}

// Stats counts where questions were answered.
type Stats struct {
	Checks     int // questions asked
	Syntactic  int // answered by form
	Cached     int // answered from the cache, parts included
	Candidate  int // answered by a candidate model, parts included
	Propagated int // answered by propagation of equalities
	Engine     int // parts given to the engine
	Sat        int // answers below the quick stages
	Unsat      int
	Unknown    int
	Invalid    int // models that failed their validation
	Errors     int // engine errors
	Cores      int

	PropagateTime time.Duration
	EngineTime    time.Duration
	CoreTime      time.Duration
}

func (s Stats) String() string {
	return fmt.Sprintf("%d checks: %d syntactic, %d cached, %d by candidate models, %d propagated, %d to the engine in %v"+
		" (%d sat, %d unsat, %d unknown, %d invalid models, %d errors), %d cores in %v",
		s.Checks, s.Syntactic, s.Cached, s.Candidate, s.Propagated, s.Engine, s.EngineTime.Round(time.Millisecond),
		s.Sat, s.Unsat, s.Unknown, s.Invalid, s.Errors, s.Cores, s.CoreTime.Round(time.Millisecond))
}

// Budget bounds the effort of one question. Zero fields do not bound.
type Budget struct {
	Time      time.Duration   // by the clock on the wall: answers depend on the load
	Work      work.Amount     // by the clock of the term table, where the engine counts its work, else as Time
	Conflicts int64           // where the engine can count them
	Ctx       context.Context // cancels; may be nil
}

// allowance is what is left of the budget of a question that takes several
// checks.
type allowance struct {
	b        Budget
	deadline time.Time
	clock    *work.Clock
	due      work.Amount
}

// left is the budget of the next check; false if nothing is left.
func (a *allowance) left() (Budget, bool) {
	b := a.b
	if b.Time > 0 {
		if b.Time = time.Until(a.deadline); b.Time <= 0 {
			return b, false
		}
	}
	if b.Work > 0 {
		if b.Work = a.due - a.clock.Now(); b.Work <= 0 {
			return b, false
		}
	}
	return b, true
}
