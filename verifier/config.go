package verifier

import (
	"context"
	"time"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/relevance"
	"culprit/smt"
)

// Config selects what Verify does. The zero value verifies with one trace,
// the pure-Go solver and no limits.
type Config struct {
	MultiTrace bool
	MaxTraces  int           // 0: no bound
	Timeout    time.Duration // 0: none; measured from the start of Verify
	CPU        time.Duration // of processor time that the caller allows, from which shares are taken as from Timeout; 0: no bound
	Work       work.Amount   // ends the run too, by work in place of time; 0: no bound
	Memory     uint64        // bytes the process may hold; 0: no bound
	RegionWork int           // for the second analysis of regions, in words of sets; 0: inclusion.MaxWork
	// RecursionDepth is how often a procedure may be active at once, which proofs
	// assume where they cannot do without; 0: as often as the program says.
	RecursionDepth int
	// Engine makes the solvers; nil: bitblast.Default.
	Engine smt.Factory
	// Replay executes a trace on the program with an independent semantics
	// and returns nil if the error location is really reached. It must be
	// set: no FALSE is reported without it.
	Replay func(*cfg.Program, *cfg.Trace) error
	// Library, if set, answers questions from the C library (interp.Ask).
	Library func(q *cfg.Question, args []uint64, ptrBits int) (cfg.Answer, bool)
	// Questions, if set, calls ask with questions of a program and values that it asks
	// them with (interp.Questions).
	Questions func(prog *cfg.Program, clock *work.Clock, ask func(*cfg.Question, []uint64) (cfg.Answer, bool))
	// Execute, if set, executes a program on inputs that relevance.Validate asks
	// for; without it nothing is called a fix.
	Execute relevance.ExecuteFunc
	// Search, if set, executes the program on generated inputs, others in each
	// round, and returns a trace that reaches an error location, or nil. It
	// ends with ctx, or when the work on the clock reaches the budget. The
	// trace is replayed like any other.
	Search func(ctx context.Context, prog *cfg.Program, round uint64, engine smt.Factory, clock *work.Clock, budget work.Amount) *cfg.Trace
	// States, if set, prepares a search among the states in which the program
	// asks for an input. The result goes on with it until ctx ends or the work on
	// the clock reaches the budget, and returns a trace that reaches an error
	// location, or nil; over says that the search is. The trace is replayed like
	// any other.
	States func(prog *cfg.Program) func(ctx context.Context, clock *work.Clock, budget work.Amount) (t *cfg.Trace, over bool)
	// Worlds, if set, prepares executions on the values of inputs, in their order, and with zero
	// behind them for what is merely not known. The result returns the trace of such a
	// one that reaches an error location, else nil.
	Worlds func(prog *cfg.Program, clock *work.Clock) func(inputs []cfg.Input) *cfg.Trace
	// Premises, if set, is asked about a program that was proved, and about one
	// that was with a fix. A proof stands on them.
	Premises func(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) Premises
	// Progress, if set, is called now and then from the verifying goroutine.
	Progress func(Progress)
	// OnTrace, if set, is called from the verifying goroutine with every trace
	// that was replayed, by its index in Result.Traces: when it is found, and
	// again when its relevance is known. unmarked is Result.Unmarked. A caller
	// who does not wait for Verify any longer has the traces from here.
	OnTrace func(n int, t relevance.TraceResult, unmarked string)
	// OnProof, if set, is called from the verifying goroutine with a result
	// that is True, before anything else is made of the proof. After one with an
	// assumption a trace or another proof may follow, which replaces it.
	OnProof func(*Result)
	// OnSubtract, if set, is called from the verifying goroutine with the program
	// automaton, and then with each automaton that is subtracted from it. A run that
	// begins anew has another program automaton.
	OnSubtract func(*Subtracted)
	// Annotate asks for Result.Annotation.
	Annotate bool
	// Effort is a factor of the work on the relevance of a trace, at least 1.
	Effort float64
	// NoRelevance skips the relevance analysis.
	NoRelevance bool
	// NoValues, NoBMC switch off parts, for tests and measurements.
	NoValues, NoBMC bool
	// Check rechecks every danger automaton against its definition. A failure
	// is a defect and panics. For tests.
	Check bool
	// Log, if set, receives one line per iteration.
	Log func(format string, args ...any)

	clock *work.Clock // of a run within a run
	// regionsOf is the program whose regions are confirmed in place of those of
	// the program, which is a copy with states that it never has; nil: itself.
	regionsOf *cfg.Program
	dropping  work.Amount // for tests: in place of 2*turnWork; 0: that
	// For tests: in place of the constants of these names, or of no effect.
	valuesFirst, valuesAgain work.Amount
}
