package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"culprit/cfg"
	"culprit/concolic"
	"culprit/fault"
	"culprit/interp"
	"culprit/relevance"
	"culprit/report"
	"culprit/smt/bitblast"
	"culprit/verifier"
)

// counterexample lets the verifier find a failing run. The note says what it
// said if it found none; then the program is run on an empty input.
func (e *explaining) counterexample(ctx context.Context, in *fault.Input) (note string, err error) {
	in.Verifier, err = e.t.parse(false)
	if err != nil {
		return "", err
	}
	config := verifier.Config{Replay: interp.Replay, Library: interp.Ask, Search: concolic.Search, Engine: e.c.Solver.engine}
	if d, limited := e.left(); limited { // the methods need time, too
		config.Timeout = max(d/2, time.Millisecond)
	}
	res := verifier.Verify(ctx, in.Verifier, config)
	if res.Verdict != verifier.False || len(res.Traces) == 0 {
		note = fmt.Sprintf(" on an empty input, and the verifier says %v", res.Verdict)
		if res.Reason != "" {
			note += ": " + res.Reason
		}
		return note, nil
	}
	t := &res.Traces[0]
	in.Verifier = res.Program
	in.Trace, in.Error = t.Trace, t.Error
	in.Failing.Values, e.inputs = valuesOf(t.Trace)
	return fmt.Sprintf(" when it is executed on the inputs of the counterexample to %v", t.Error.Pos), nil
}

// relevanceMethod is package relevance as a method.
func relevanceMethod() fault.Method {
	return fault.Method{
		Name:  "relevance",
		Doc:   "assignments for which another value makes the rest of the failing run impossible",
		Paper: "Static fault localization for simple bugs",
		Needs: fault.NeedsFailure,
		Run:   runRelevance,
	}
}

// runRelevance analyzes the error trace of the verifier, if that is where the
// failing run comes from, else the run.
func runRelevance(ctx context.Context, in *fault.Input) (*fault.Result, error) {
	ctx, stop := in.Budget.Context(ctx)
	defer stop()
	start := time.Now()
	if in.Trace == nil {
		return relevanceOfRun(ctx, in, start)
	}
	marked, err := relevance.Analyze(ctx, in.Verifier, in.Trace, in.Error, bitblast.New(bitblast.Config{}), relevance.Config{})
	if err != nil {
		return nil, err
	}
	steps := make([]int, len(in.Trace.Edges))
	for k := range steps {
		steps[k] = k
	}
	return relevanceResult(&marked, in.Trace.Edges, steps, start), nil
}

// relevanceTime bounds relevance in a recorded run where nothing else does.
const relevanceTime = time.Minute

// relevanceOfRun analyzes the failing run of the program lowered for
// execution.
func relevanceOfRun(ctx context.Context, in *fault.Input, start time.Time) (*fault.Result, error) {
	rec, err := in.Record(ctx)
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	opt := relevance.RunOptions{Last: in.Failure.At}
	switch in.Failure.Kind {
	case fault.UndefinedBehavior:
		opt.Goal = relevance.SameOperands
	case fault.WrongOutput:
		if e := in.Failure.Edge; e != nil {
			if _, ok := e.Stmt.(*cfg.Lib); ok {
				opt.Goal = relevance.SameOperands
			}
		}
	case fault.WrongStatus:
		if in.Prog.Main.Ret != nil {
			opt.Last, opt.Goal, opt.Result = -1, relevance.SameResult, in.Prog.Main.Ret
		}
	}
	if _, ok := ctx.Deadline(); !ok {
		// There is a mark for each of many statements, the last ones first.
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, relevanceTime)
		defer stop()
	}
	// Without ranges constants are tried by execution first.
	res, err := relevance.AnalyzeRun(ctx, in.Prog, rec.All(0), opt, bitblast.New(bitblast.Config{}), relevance.Config{NoRanges: true})
	switch {
	case errors.Is(err, relevance.ErrRunTooLong):
		return nil, cannotSay{err.Error()}
	case err != nil:
		return nil, err
	}
	return relevanceResult(&res.TraceResult, res.Edges, res.Instances, start), nil
}

// relevanceResult turns marks into locations. The edges and the numbers of the
// instances of the steps are those of the program.
func relevanceResult(marked *relevance.TraceResult, edges []*cfg.Edge, instances []int, start time.Time) *fault.Result {
	res := &fault.Result{Method: "relevance"}
	undecided := 0
	for i := range marked.Marks {
		m := &marked.Marks[i]
		if m.Status == relevance.Undecided {
			undecided++
		}
		if m.Status != relevance.Relevant || edges[m.Step] == nil || !report.Visible(edges[m.Step]) {
			continue
		}
		edge := edges[m.Step]
		l := fault.Location{Edge: edge, Pos: edge.Pos, Role: fault.Value, Instances: []int{instances[m.Step]}, Score: 1}
		l.Reason = "another value here makes the rest of the trace impossible"
		if m.Kind != relevance.NoFix {
			// A constant that blocks the trace for all inputs says more than
			// one that avoids this run.
			if m.Kind == relevance.BlocksTrace {
				l.Score = 2
			}
			l.Reason = report.FixText(marked.Trace.Edges[m.Step], m)
		}
		res.Locations = append(res.Locations, l)
	}
	res.Locations = fault.Rank(res.Locations)
	if undecided > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d statement instances are undecided", undecided))
	}
	res.Stats.Instances, res.Stats.Time = len(marked.Trace.Edges), time.Since(start)
	return res
}
