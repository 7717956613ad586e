package localize

import (
	"context"
	"fmt"

	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/work"
	"culprit/relevance"
)

// The failing tests of a suite as a source of traces (section 4 of the paper): how
// many of them a statement of the failing run is relevant in says more than what
// its own marks do, which are mostly alike.

// shareScore makes the share of tests count before what score says of the failing
// run, as long as there are no more than so many tests.
var shareScore = 2 * (maxTests + 1)

// inTests counts for each location of the failing run in how many failing tests it
// is relevant, and puts those first that are in most. The clock has the work on the
// failing run.
func inTests(ctx context.Context, in *fault.Input, out *fault.Result, clock *work.Clock) {
	ctx, stop := clock.WithLimit(ctx, 2*clock.Now()+rangeWork/10)
	defer stop()
	found, of := map[cfg.Pos]int{}, 1
	n := min(len(in.Others), maxTests)
	for i := 0; i < n && ctx.Err() == nil; i++ {
		if places := relevantAt(ctx, in, in.Others[i*len(in.Others)/n], clock); places != nil {
			of++
			for at := range places {
				found[at]++
			}
		}
	}
	if of == 1 {
		return
	}
	for i := range out.Locations {
		l := &out.Locations[i]
		l.InTests, l.OfTests = found[l.Pos]+1, of
		l.Score += float64(shareScore) * float64(l.InTests) / float64(of)
		l.Reason += fmt.Sprintf("; relevant in %d of %d failing tests", l.InTests, of)
	}
	out.Locations = fault.Rank(out.Locations)
}

// relevantAt are the places of the statements that are relevant in a test, nil if
// that is not known.
func relevantAt(ctx context.Context, in *fault.Input, t *fault.Test, clock *work.Clock) map[cfg.Pos]bool {
	own := &fault.Input{Prog: in.Prog, Reference: in.Reference, Failing: t, Oracle: in.Oracle, Budget: in.Budget, Engine: in.Engine}
	defer own.Close()
	if fault.Locate(ctx, own) != nil {
		return nil
	}
	res, err := analyze(ctx, own, clock)
	if err != nil {
		return nil
	}
	out := map[cfg.Pos]bool{}
	for _, m := range res.Marks {
		if e := res.Edges[m.Step]; m.Status == relevance.Relevant && e != nil {
			out[e.Pos] = true
		}
	}
	return out
}
