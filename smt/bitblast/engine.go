package bitblast

import (
	"fmt"

	"culprit/internal/work"
	"culprit/logic"
	"culprit/smt"
)

// Config selects the SAT solver.
type Config struct {
	SAT SAT
}

// SAT names a SAT solver.
type SAT uint8

const (
	Auto SAT = iota // the one measured best: Own
	Gini            // github.com/irifrance/gini
	Own             // package smt/sat: deterministic, counts conflicts
)

// Engine is the bit-blasting engine. It is used by one goroutine at a time.
type Engine struct {
	cfg     Config
	scratch *instance
}

// New gives an engine. The zero Config is recommended.
func New(cfg Config) *Engine { return &Engine{cfg: cfg} }

var _ smt.Incremental = (*Engine)(nil)

// Check decides the conjunction of f with a fresh SAT instance.
func (e *Engine) Check(tb *logic.Table, f []logic.T, b smt.Budget) (res smt.Result, m *logic.Model, err error) {
	if e.scratch == nil {
		e.scratch = &instance{cfg: e.cfg}
	}
	in := e.scratch
	in.reset(tb)
	defer in.release()
	// The translation may take as long as the search.
	lim := newLimits(b, tb.Clock)
	for i, t := range f {
		if i&0xff == 0xff && lim.expired() {
			return smt.Unknown, nil, nil
		}
		in.Assert(t)
	}
	if res, err = in.Check(nil, b); res == smt.Sat {
		m = in.Model()
	}
	return res, m, err
}

// Open gives an instance that lives on its own.
func (e *Engine) Open(tb *logic.Table) smt.Instance {
	in := &instance{cfg: e.cfg}
	in.reset(tb)
	return in
}

// instance is a formula in a SAT solver.
type instance struct {
	cfg     Config
	blaster blaster
	emit    emitter
	sat     satSolver
	own     *ownSolver // kept for the next formula
	sides   int        // side conditions asserted
	dead    bool       // asserted formula is constant false
	failed  []int
	assume  []int32
	sim     simulator
}

func (in *instance) reset(tb *logic.Table) {
	in.blaster.reset(tb)
	in.sat = in.newSolver()
	in.emit.reset(&in.blaster.c, in.sat)
	in.sides, in.dead = 0, false
}

func (in *instance) newSolver() satSolver {
	if in.cfg.SAT == Gini {
		return newGini()
	}
	if in.own == nil {
		in.own = newOwn()
	}
	in.own.reset()
	return in.own
}

// release gives up the SAT solver's memory.
func (in *instance) release() { in.sat, in.emit.out = nil, nil }

// Assert adds a conjunct.
func (in *instance) Assert(f logic.T) {
	defer in.count(len(in.blaster.c.gates))
	if !in.dead && !in.emit.assert(in.blaster.bool(f)) {
		in.dead = true
	}
}

// count tells the clock of the gates made since there were n.
func (in *instance) count(n int) {
	in.blaster.tb.Clock.Count(len(in.blaster.c.gates)-n, work.Gate)
}

// assertSides adds the conditions that define quotients built so far.
func (in *instance) assertSides() {
	for ; in.sides < len(in.blaster.div.side); in.sides++ {
		if !in.emit.assert(in.blaster.div.side[in.sides]) {
			panic("bitblast: contradictory definition of a quotient")
		}
	}
}

// Check decides the instance under assumptions, adding axioms of congruence
// until the model respects them.
func (in *instance) Check(assumptions []logic.T, b smt.Budget) (smt.Result, error) {
	in.failed = in.failed[:0]
	if in.dead {
		return smt.Unsat, nil
	}
	lim := newLimits(b, in.blaster.tb.Clock)
	before := len(in.blaster.c.gates)
	in.assume = in.assume[:0]
	for i, t := range assumptions {
		switch l := in.blaster.bool(t); l {
		case litFalse:
			in.failed = append(in.failed, i)
			return smt.Unsat, nil
		case litTrue:
			in.assume = append(in.assume, 0)
		default:
			in.assume = append(in.assume, in.emit.assumption(l))
		}
	}
	in.assertSides()
	in.count(before)
	return in.solve(lim)
}

func (in *instance) solve(lim limits) (smt.Result, error) {
	given := make([]int32, 0, len(in.assume))
	for _, a := range in.assume {
		if a != 0 {
			given = append(given, a)
		}
	}
	for {
		switch in.sat.solve(given, lim) {
		case 0:
			return smt.Unknown, nil
		case -1:
			in.collectFailed()
			return smt.Unsat, nil
		}
		gates := len(in.blaster.c.gates)
		n := in.refine()
		in.count(gates)
		if n == 0 {
			return smt.Sat, nil
		}
		in.assertSides()
		if lim.expired() {
			return smt.Unknown, nil
		}
	}
}

// collectFailed translates failed literals to the first assumption with each.
func (in *instance) collectFailed() {
	bad := map[int32]bool{}
	for _, l := range in.sat.why() {
		bad[l] = true
	}
	for i, a := range in.assume {
		if a != 0 && bad[a] {
			in.failed = append(in.failed, i)
			delete(bad, a)
		}
	}
	if len(bad) > 0 {
		panic(fmt.Sprintf("bitblast: %d failed literals are not assumptions", len(bad)))
	}
}

// Failed gives the failed assumptions of the last Check.
func (in *instance) Failed() []int { return in.failed }

// Forget drops terms with index n or more; what was asserted stays asserted.
func (in *instance) Forget(n int) { in.blaster.forget(n) }
