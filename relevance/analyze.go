package relevance

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/smt"
)

// Analyze marks the assigning statements of a feasible error trace: Algorithm
// 1. With conf.Branches it also marks the branches. When ctx ends, the statements not decided yet are marked undecided. The
// error is ErrInfeasible for a trace without execution; other errors mean
// that the trace's inputs do not follow it and no others were found.
func Analyze(ctx context.Context, prog *cfg.Program, tr *cfg.Trace, errLoc *cfg.Loc, engine smt.Engine, conf Config) (TraceResult, error) {
	conf = conf.withDefaults()
	res, err := assignments(ctx, prog, tr, errLoc, engine, conf)
	if err == nil && conf.Branches {
		if engine == nil && conf.NewEngine != nil {
			engine = conf.NewEngine()
		}
		conf.limitRanges()
		res.Branches = branches(ctx, prog, tr, errLoc, engine, conf)
	}
	return res, err
}

// assignments marks the assigning statements.
func assignments(ctx context.Context, prog *cfg.Program, tr *cfg.Trace, errLoc *cfg.Loc, engine smt.Engine, conf Config) (TraceResult, error) {
	res := TraceResult{Trace: tr, Error: errLoc}
	var steps []int
	for k, e := range tr.Edges {
		if Assigning(e) && (conf.Only == nil || conf.Only(k)) {
			steps = append(steps, k)
		}
	}
	res.Marks = make([]Mark, len(steps))
	var chunks [][]int
	for i := 0; i == 0 || i < len(steps); i += chunk {
		chunks = append(chunks, steps[i:min(i+chunk, len(steps))])
	}
	errs := make([]error, len(chunks))
	broken := make([]string, len(chunks))
	// Chunks may run at the same time: each has a clock of its own.
	clock := conf.Clock
	clocks := make([]work.Clock, len(chunks))
	defer func() {
		for i := range clocks {
			if clock != nil {
				clock.Add(clocks[i].Now())
			}
		}
	}()
	analyze := func(n int, engine smt.Engine) {
		conf := conf
		conf.Clock = &clocks[n]
		conf.limitRanges()
		r := newRun(ctx, prog, tr, engine, conf)
		if r.stopped != nil {
			for i, step := range chunks[n] {
				res.Marks[n*chunk+i] = Mark{Step: step, Status: Undecided}
			}
			return
		}
		if errs[n] = r.execution(); errs[n] != nil {
			return
		}
		for i, step := range chunks[n] {
			res.Marks[n*chunk+i] = r.mark(step)
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(chunks))
	if engine == nil && conf.NewEngine != nil {
		engine = conf.NewEngine()
	}
	if conf.NewEngine == nil || workers == 1 {
		for n := len(chunks) - 1; n >= 0; n-- { // what is near the error first
			if analyze(n, engine); errs[n] != nil {
				return res, errs[n]
			}
		}
		return res, nil
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			engine := conf.NewEngine()
			for n := range next {
				func() {
					defer func() { // a broken invariant is the caller's, like all others
						if p := recover(); p != nil {
							broken[n] = fmt.Sprintf("%v\n%s", p, debug.Stack())
						}
					}()
					analyze(n, engine)
				}()
			}
		}()
	}
	for n := len(chunks) - 1; n >= 0; n-- {
		next <- n
	}
	close(next)
	wg.Wait()
	for n, err := range errs {
		if broken[n] != "" {
			panic(broken[n])
		}
		if err != nil {
			return res, err
		}
	}
	return res, nil
}
