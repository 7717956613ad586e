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
	m := marking{ctx: ctx, prog: prog, tr: tr, conf: conf}
	var steps []int
	for k, e := range tr.Edges {
		if Assigning(e) && (conf.Only == nil || conf.Only(k)) {
			steps = append(steps, k)
		}
	}
	for i := 0; i == 0 || i < len(steps); i += chunk {
		m.chunks = append(m.chunks, steps[i:min(i+chunk, len(steps))])
	}
	m.marks = make([]Mark, len(steps))
	m.clocks = make([]work.Clock, len(m.chunks))
	defer func() {
		for i := range m.clocks {
			if conf.Clock != nil {
				conf.Clock.Add(m.clocks[i].Now())
			}
		}
	}()
	if engine == nil && conf.NewEngine != nil {
		engine = conf.NewEngine()
	}
	waves := waves{left: len(m.chunks), limit: conf.MarkWork}
	workers := min(runtime.GOMAXPROCS(0), len(m.chunks))
	var err error
	if conf.NewEngine == nil || workers == 1 {
		err = m.oneByOne(&waves, engine)
	} else {
		err = m.sideBySide(&waves, workers)
	}
	return TraceResult{Trace: tr, Error: errLoc, Marks: m.marks}, err
}

// marking is the work on the assigning statements of a trace, in chunks that
// may be worked on at the same time: each has a clock of its own.
type marking struct {
	ctx    context.Context
	prog   *cfg.Program
	tr     *cfg.Trace
	conf   Config
	chunks [][]int // steps
	clocks []work.Clock
	marks  []Mark
}

// chunk marks the steps of chunk n.
func (m *marking) chunk(n int, engine smt.Engine) error {
	conf := m.conf
	conf.Clock = &m.clocks[n]
	conf.limitRanges()
	r := newRun(m.ctx, m.prog, m.tr, engine, conf)
	marks := m.marks[n*chunk:]
	if r.stopped != nil {
		for i, step := range m.chunks[n] {
			marks[i] = Mark{Step: step, Status: Undecided}
		}
		return nil
	}
	if err := r.execution(); err != nil {
		return err
	}
	for i, step := range m.chunks[n] {
		if conf.MarkWork > 0 && conf.Clock.Now() > conf.MarkWork {
			marks[i] = Mark{Step: step, Status: Undecided}
			continue
		}
		marks[i] = r.mark(step)
	}
	return nil
}

func (m *marking) oneByOne(waves *waves, engine smt.Engine) error {
	for from, to := waves.next(m.clocks); from < to; from, to = waves.next(m.clocks) {
		for n := to - 1; n >= from; n-- {
			if err := m.chunk(n, engine); err != nil {
				return err
			}
		}
	}
	undecided(m.marks, m.chunks[:waves.left])
	return nil
}

// sideBySide has an engine for each worker. The error is that of the first chunk
// that has one; a panic, which means a broken invariant, is the caller's.
func (m *marking) sideBySide(waves *waves, workers int) error {
	errs := make([]error, len(m.chunks))
	broken := make([]string, len(m.chunks))
	try := func(n int, engine smt.Engine) {
		defer func() {
			if p := recover(); p != nil {
				broken[n] = fmt.Sprintf("%v\n%s", p, debug.Stack())
			}
		}()
		errs[n] = m.chunk(n, engine)
	}
	for from, to := waves.next(m.clocks); from < to; from, to = waves.next(m.clocks) {
		var wg sync.WaitGroup
		next := make(chan int)
		for range min(workers, to-from) {
			wg.Go(func() {
				engine := m.conf.NewEngine()
				for n := range next {
					try(n, engine)
				}
			})
		}
		for n := to - 1; n >= from; n-- {
			next <- n
		}
		close(next)
		wg.Wait()
	}
	undecided(m.marks, m.chunks[:waves.left])
	for n, err := range errs {
		if broken[n] != "" {
			panic(broken[n])
		}
		if err != nil {
			return err
		}
	}
	return nil
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
