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
			if conf.MarkWork > 0 && conf.Clock.Now() > conf.MarkWork {
				res.Marks[n*chunk+i] = Mark{Step: step, Status: Undecided}
				continue
			}
			res.Marks[n*chunk+i] = r.mark(step)
		}
	}
	waves := waves{left: len(chunks), limit: conf.MarkWork}
	workers := min(runtime.GOMAXPROCS(0), len(chunks))
	if engine == nil && conf.NewEngine != nil {
		engine = conf.NewEngine()
	}
	if conf.NewEngine == nil || workers == 1 {
		for from, to := waves.next(clocks); from < to; from, to = waves.next(clocks) {
			for n := to - 1; n >= from; n-- {
				if analyze(n, engine); errs[n] != nil {
					return res, errs[n]
				}
			}
		}
		undecided(res.Marks, chunks[:waves.left])
		return res, nil
	}
	for from, to := waves.next(clocks); from < to; from, to = waves.next(clocks) {
		var wg sync.WaitGroup
		next := make(chan int)
		for range min(workers, to-from) {
			wg.Go(func() {
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
			})
		}
		for n := to - 1; n >= from; n-- {
			next <- n
		}
		close(next)
		wg.Wait()
	}
	undecided(res.Marks, chunks[:waves.left])
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

// undecided marks the steps of chunks for which no work is left.
func undecided(marks []Mark, chunks [][]int) {
	for n, steps := range chunks {
		for i, step := range steps {
			marks[n*chunk+i] = Mark{Step: step, Status: Undecided}
		}
	}
}

// waves divides chunks into those that are analysed at the same time, what is
// near the error first. How many there are depends on the work that the waves
// before took, and not on the processors.
type waves struct {
	left  int         // chunks before those of all waves so far
	limit work.Amount // 0: none
	last  int         // chunks in the wave before
}

// next is the next wave; from is to if there is none.
func (w *waves) next(clocks []work.Clock) (from, to int) {
	to = w.left
	switch {
	case w.limit == 0:
		w.left = 0
		return 0, to
	case w.last == 0: // what one costs is not known
		w.last = min(1, to)
	default:
		var used, wave work.Amount
		for i := range clocks[to:] {
			used += clocks[to+i].Now()
			if i < w.last {
				wave += clocks[to+i].Now()
			}
		}
		if used >= w.limit {
			return to, to
		}
		// The farther from the error, the more follows a statement.
		each := max(2*wave/work.Amount(w.last), 1)
		w.last = min(int((w.limit-used)/each)+1, 2*w.last, to)
	}
	w.left = to - w.last
	return w.left, to
}
