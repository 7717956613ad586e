// Package spectrum localizes faults by program spectra: which statements are
// executed by the runs that fail and by those that pass.
//
// # Formulas
//
// Let F and P be the numbers of failing and passing runs, f and p those of them
// that execute a statement.
//
//	Tarantula  (f/F) / (f/F + p/P)         Jones, Harrold, Stasko, ICSE 2002
//	Ochiai     f / √(F (f + p))            Abreu, Zoeteweij, van Gemund, PRDC 2006
//	DStar      f² / (p + F - f)            Wong, Debroy, Gao, Li, TR 2014, with * = 2
//
// A statement that no failing run executes is not suspicious. Statements of one
// basic block have equal scores: with each goes the rank that is expected when
// ties are read in any order.
//
// # Deviations
//
// The unit is the statement, a branch being one, not the line or the block.
// Where the divisor of DStar is 0, since all failing runs and no passing run
// execute the statement, the score is F²+1, which is above all others.
package spectrum

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"culprit/cfg"
	"culprit/fault"
)

// Tarantula ranks by the shares of the failing and of the passing runs.
func Tarantula() fault.Method {
	return method("tarantula", "statements that a larger share of the failing than of the passing runs executes",
		"Jones, Harrold, Stasko: Visualization of test information to assist fault localization, ICSE 2002", tarantula)
}

// Ochiai ranks by the cosine of executing a statement and failing.
func Ochiai() fault.Method {
	return method("ochiai", "statements whose execution is most similar to failing",
		"Abreu, Zoeteweij, van Gemund: An evaluation of similarity coefficients for software fault localization, PRDC 2006", ochiai)
}

// DStar ranks by f² over the runs that speak against the statement.
func DStar() fault.Method {
	return method("dstar", "statements that failing runs execute, the square of their number, against all runs that speak for them",
		"Wong, Debroy, Gao, Li: The DStar method for effective software fault localization, IEEE Transactions on Reliability 2014", dstar)
}

// formula is the suspiciousness of a statement that f of all F failing runs and
// p of all P passing runs execute.
type formula func(f, F, p, P float64) float64

func tarantula(f, F, p, P float64) float64 {
	failed, passed := f/F, 0.0
	if P > 0 {
		passed = p / P
	}
	return failed / (failed + passed)
}

func ochiai(f, F, p, _ float64) float64 { return f / math.Sqrt(F*(f+p)) }

func dstar(f, F, p, _ float64) float64 {
	if p+F-f == 0 {
		return F*F + 1
	}
	return f * f / (p + F - f)
}

// Similarity is Ochiai's score of the statements that leave a location.
func Similarity(c *fault.Coverage, at *cfg.Loc) float64 {
	f := float64(c.InFailed[at.ID])
	if f == 0 {
		return 0
	}
	return ochiai(f, float64(c.Failed), float64(c.InPassed[at.ID]), float64(c.Passed))
}

func method(name, doc, paper string, score formula) fault.Method {
	return fault.Method{
		Name: name, Doc: doc, Paper: paper, Needs: fault.NeedsRun | fault.NeedsPassing,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) { return run(ctx, in, name, score) },
	}
}

func run(ctx context.Context, in *fault.Input, name string, score formula) (*fault.Result, error) {
	start := time.Now()
	c, err := in.Coverage(ctx)
	if err != nil {
		return nil, err
	}
	if c.Failed == 0 {
		return nil, errors.New("the failing run cannot be repeated")
	}
	res := &fault.Result{Method: name}
	for _, e := range fault.Statements(in.Prog) {
		f, p := c.InFailed[e.From.ID], c.InPassed[e.From.ID]
		if f == 0 {
			continue
		}
		res.Locations = append(res.Locations, fault.Location{
			Edge: e, Pos: e.Pos, Score: score(float64(f), float64(c.Failed), float64(p), float64(c.Passed)),
			Reason: fmt.Sprintf("%d of %d failing and %d of %d passing runs execute it", f, c.Failed, p, c.Passed),
		})
	}
	res.Locations = fault.Rank(res.Locations)
	for k, r := range fault.ExpectedRanks(res.Locations) {
		res.Locations[k].Reason += fmt.Sprintf("; expected rank %g", r)
	}
	res.Stats.Time = time.Since(start)
	res.Stats.Reruns = c.Failed + c.Passed
	res.Stats.More = []fault.Count{{Key: fault.FailedRuns, N: c.Failed}, {Key: fault.PassedRuns, N: c.Passed}}
	return res, nil
}
