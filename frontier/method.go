package frontier

import (
	"context"
	"errors"
	"time"

	"culprit/fault"
)

// Config says how the analysis works.
type Config struct {
	// Alone looks at the failing run only, as the paper does, and not at other
	// failing and passing runs.
	Alone bool
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	return fault.Method{
		Name: name, Doc: "root causes between cuts of the dependences, found by altering states of the run",
		Paper: "Li, Li, Huo, Feng: Locating software faults based on minimum debugging frontier set, TSE 2016",
		Needs: fault.NeedsRun | fault.NeedsExpectation,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			a, err := Analyse(ctx, in, Config{})
			if err != nil {
				return nil, err
			}
			return a.Result(), nil
		},
	}
}

// Analyse finds the root causes of the failing run: by the core algorithm, and,
// where there are other runs, by what these say about the altered states. When
// ctx ends or the budget of re-executions is exhausted, it says what is known so
// far.
func Analyse(ctx context.Context, in *fault.Input, c Config) (*Analysis, error) {
	start := time.Now()
	// The result has to be put together in time, which takes a while on long runs.
	inner, cancel := early(ctx, start, 0.7)
	defer cancel()
	others := &evidence{in: in, ctx: inner, alone: c.Alone}
	gr, err := newGraph(inner, in)
	if err != nil {
		return nil, err
	}
	a, err := gr.oneRun(inner, in, others, maxCutting)
	if err != nil {
		return nil, err
	}
	if !c.Alone && len(a.found) > 0 {
		a.poll(inner, in, others)
	}
	a.others = others
	if !others.none() {
		if err := others.prepare(); err != nil && inner.Err() == nil {
			return nil, err
		}
	}
	if err := a.choose(ctx, in); err != nil && ctx.Err() == nil && !errors.Is(err, fault.ErrBudget) {
		return nil, err
	}
	a.reruns, a.time = a.reruns+others.tried, time.Since(start)
	return a, nil
}

// early ends when a share of the time is over, if there is a limit. A deadline
// may be an estimate, which changes.
func early(parent context.Context, start time.Time, share float64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	if _, ok := parent.Deadline(); ok {
		go func() {
			for ctx.Err() == nil {
				end, _ := parent.Deadline()
				rest := time.Duration(share*float64(end.Sub(start))) - time.Since(start)
				if rest <= 0 {
					cancel(context.DeadlineExceeded)
					return
				}
				t := time.NewTimer(min(rest, max(rest/2, 10*time.Millisecond)))
				select {
				case <-ctx.Done():
				case <-t.C:
				}
				t.Stop()
			}
		}()
	}
	return ctx, func() { cancel(nil) }
}
