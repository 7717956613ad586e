package fault

import (
	"context"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// Input is what methods work on: a failing run, and what is known about how it
// should have ended. Methods may run side by side on one Input, so they do not
// change it; what is costly, the recording of the run, its dependence graph and
// the points from which it is executed again, is made once for all of them.
//
// Whoever makes an Input closes it when no method works on it any longer.
type Input struct {
	// Prog is the program lowered for execution; the failing and the passing
	// runs are runs of it. Nil if there is only a counterexample.
	Prog *cfg.Program
	// Verifier is the program lowered for the verifier, nil if it is not at
	// hand. Trace, if not nil, is an error trace of it that ends at Error.
	Verifier *cfg.Program
	Trace    *cfg.Trace
	Error    *cfg.Loc
	// Reference is the correct program, lowered for execution; nil if there is
	// none. Oracle knows what it does; methods that compare runs need itself.
	Reference *cfg.Program

	// Source is the text that Prog is lowered from, nil if it is not at hand.
	Source *Source

	Failing *Test    // the failing run to explain
	Failure *Failure // how it fails, by Oracle
	// Others are further failing runs, Passing runs that do not fail.
	Others, Passing []*Test
	Oracle          *Oracle
	Budget          Budget
	// EachList says that the user reads the list of each method, and not only the
	// answer made of all: what only orders a list is worth its work.
	EachList bool
	// Known is what the user knows to be correct.
	Known Known
	// Engine makes solvers, if the user chose one. Methods call NewEngine,
	// unless they have a default of their own.
	Engine smt.Factory

	recording lazy[*interp.Recording]
	graph     lazy[*interp.Graph]
	snapshots lazy[*snapshots]
	coverage  lazy[*Coverage]
	check     lazy[*check]
}

// Budget bounds the work of a method. Zero fields mean the defaults. Time is
// bounded by the method's context.
type Budget struct {
	Steps int // statements of one run; default 20 million
	Runs  int // re-executions; default 2000
	Work  int // statements of all re-executions together; default 5 billion
	// Method is the work of a method that counts all it does, 0 if it decides that
	// itself: what it finds then depends on no clock.
	Method work.Amount
}

// WithDefaults fills in what is not set.
func (b Budget) WithDefaults() Budget {
	if b.Steps <= 0 {
		b.Steps = 20_000_000
	}
	if b.Runs <= 0 {
		b.Runs = 2000
	}
	if b.Work <= 0 {
		b.Work = 5_000_000_000
	}
	return b
}

// NewEngine makes a solver for one goroutine; bitblast.Default unless the user chose one.
func (in *Input) NewEngine() smt.Engine { return bitblast.OrDefault(in.Engine)() }

// Recording is the failing run, recorded when it is first asked for. It is the
// Input's, who closes it; several goroutines may read it.
func (in *Input) Recording(ctx context.Context) (*interp.Recording, error) {
	return in.recording.get(ctx, func(ctx context.Context) (*interp.Recording, error) {
		conf := Config(in.Prog, in.Failing, in.Budget)
		conf.Context = ctx
		rec, err := interp.Record(in.Prog, conf)
		if err == nil && ctx.Err() != nil { // it ends early
			rec.Close()
			return nil, context.Cause(ctx)
		}
		return rec, err
	})
}

// Graph is the dynamic dependence graph of the failing run, built when it is
// first asked for. Several goroutines may use it.
func (in *Input) Graph(ctx context.Context) (*interp.Graph, error) {
	return in.graph.get(ctx, func(ctx context.Context) (*interp.Graph, error) {
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		return interp.NewGraph(in.Prog, rec, interp.GraphOptions{Size: rec.N, Context: ctx})
	})
}

// Executed says by edge id which edges the failing run executes.
func (in *Input) Executed(ctx context.Context) ([]bool, error) {
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(in.Prog.Edges))
	for inst := range instances(ctx, rec, 0) {
		out[inst.Edge.ID] = true
	}
	return out, context.Cause(ctx)
}

// Close gives up what was made for the methods. Another run may be explained
// with the Input then.
func (in *Input) Close() {
	in.snapshots.reset()
	in.check.reset()
	in.coverage.reset()
	in.graph.reset()
	in.recording.reset()
}
