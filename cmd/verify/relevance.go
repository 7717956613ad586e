package main

import (
	"context"
	"fmt"
	"time"

	"culprit/cfg"
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
	config := verifier.Config{Replay: interp.Replay, Search: interp.Search}
	if d, ok := ctx.Deadline(); ok {
		config.Timeout = time.Until(d)
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
	in.Trace, in.Error = t.Trace, t.Error
	in.Failing.Values = valuesOf(t.Trace)
	return fmt.Sprintf(" when it is executed on the inputs of the counterexample to %v", t.Error.Pos), nil
}

// relevanceMethod is package relevance as a method.
func relevanceMethod() fault.Method {
	return fault.Method{
		Name:  "relevance",
		Doc:   "assignments for which another value makes the rest of the error trace impossible",
		Paper: "Static fault localization for simple bugs",
		Needs: fault.NeedsVerifier,
		Run:   runRelevance,
	}
}

func runRelevance(ctx context.Context, in *fault.Input) (*fault.Result, error) {
	start := time.Now()
	tr, loc := in.Trace, in.Error
	if tr == nil {
		var err error
		if tr, loc, err = traceOf(in); err != nil {
			return nil, err
		}
	}
	marked, err := relevance.Analyze(ctx, in.Verifier, tr, loc, bitblast.New(bitblast.Config{}), relevance.Config{})
	if err != nil {
		return nil, err
	}
	res := &fault.Result{Method: "relevance"}
	undecided := 0
	for i := range marked.Marks {
		m := &marked.Marks[i]
		edge := tr.Edges[m.Step]
		if m.Status == relevance.Undecided {
			undecided++
		}
		if m.Status != relevance.Relevant || !report.Visible(edge) {
			continue
		}
		l := fault.Location{Edge: edge, Pos: edge.Pos, Role: fault.Value, Instances: []int{m.Step}, Score: 1}
		l.Reason = "another value here makes the rest of the trace impossible"
		if m.Kind != relevance.NoFix {
			// A constant that blocks the trace for all inputs says more than
			// one that avoids this run.
			if m.Kind == relevance.BlocksTrace {
				l.Score = 2
			}
			l.Reason = report.FixText(edge, m)
		}
		res.Locations = append(res.Locations, l)
	}
	res.Locations = fault.Rank(res.Locations)
	if undecided > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("%d statement instances are undecided", undecided))
	}
	res.Stats.Instances, res.Stats.Time = len(tr.Edges), time.Since(start)
	return res, nil
}

// traceOf executes the program as the verifier sees it on the inputs of the
// failing run.
func traceOf(in *fault.Input) (*cfg.Trace, *cfg.Loc, error) {
	if in.Failure.Kind != fault.FailedAssertion {
		return nil, nil, cannotSay{"needs a failed assertion, and this is: " + in.Failure.Kind.String()}
	}
	o := interp.Execute(in.Verifier, replayed(in.Failing.Values), interp.Limits{Record: true, Steps: in.Budget.Steps})
	if o.Status != interp.ReachedError {
		return nil, nil, cannotSay{fmt.Sprintf("the program as the verifier sees it does not fail on these inputs: %v", o.Status)}
	}
	return o.Trace, o.Loc, nil
}

// replayed gives nondeterministic inputs values in their order, and zero to
// everything else that is arbitrary.
func replayed(values []uint64) interp.InputSource { return &given{values} }

type given struct{ rest []uint64 }

// Value implements interp.InputSource.
func (g *given) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Kind != cfg.Nondet {
		return 0, true
	}
	if len(g.rest) == 0 {
		return 0, false
	}
	v := g.rest[0]
	g.rest = g.rest[1:]
	return v, true
}

// Memory implements interp.InputSource.
func (g *given) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }
