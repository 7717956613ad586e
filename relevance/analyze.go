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
	res, err := assignments(ctx, prog, tr, errLoc, engine, conf)
	if err == nil && conf.Branches {
		if engine == nil && conf.NewEngine != nil {
			engine = conf.NewEngine()
		}
		conf.limitRanges()
		res.Branches = branches(ctx, prog, tr, engine, conf)
	}
	return res, err
}

// assignments marks the assigning statements: first by executions on numbers,
// which settle nearly all of them in work that grows with the length of the trace,
// then, unless the trace is long, by questions, which also say what else blocks.
func assignments(ctx context.Context, prog *cfg.Program, tr *cfg.Trace, errLoc *cfg.Loc, engine smt.Engine, conf Config) (TraceResult, error) {
	m := marking{ctx: ctx, u: unfold(prog, tr), conf: conf}
	for k, e := range tr.Edges {
		if Assigning(e) && (conf.Only == nil || conf.Only(k)) {
			m.marks = append(m.marks, Mark{Step: k, Status: Undecided})
		}
	}
	used := m.screen()
	if conf.Clock != nil {
		conf.Clock.Add(used)
	}
	if conf.MarkWork > 0 {
		m.conf.MarkWork = max(conf.MarkWork-used, 1)
	}
	if IsLong(len(tr.Edges)) {
		return TraceResult{Trace: tr, Error: errLoc, Marks: m.marks}, nil
	}
	err := m.ask(engine, m.order())
	if conf.MarkWork > 0 && conf.MoreWork > 0 && err == nil {
		m.conf.MarkWork = conf.MoreWork
		if open := m.open(); len(open) > 0 {
			err = m.ask(engine, open)
		}
	}
	return TraceResult{Trace: tr, Error: errLoc, Marks: m.marks}, err
}

// IsLong reports whether a trace of so many steps is too long for questions, so
// that what executions do not decide about its assignments stays undecided.
func IsLong(steps int) bool { return steps > maxHeld }

// ask asks questions about marks, in this order.
func (m *marking) ask(engine smt.Engine, marks []int) error {
	m.chunks = nil
	each := max(minChunk, len(marks)/maxChunks)
	for i := 0; i == 0 || i < len(marks); i += each {
		m.chunks = append(m.chunks, marks[i:min(i+each, len(marks))])
	}
	m.clocks = make([]work.Clock, len(m.chunks))
	defer func() {
		for i := range m.clocks {
			if m.conf.Clock != nil {
				m.conf.Clock.Add(m.clocks[i].Now())
			}
		}
	}()
	if engine == nil && m.conf.NewEngine != nil {
		engine = m.conf.NewEngine()
	}
	waves := waves{limit: m.conf.MarkWork}
	workers := min(runtime.GOMAXPROCS(0), len(m.chunks))
	if m.conf.NewEngine == nil || workers == 1 {
		return m.oneByOne(&waves, engine)
	}
	return m.sideBySide(&waves, workers)
}

// marking is the work on the assigning statements of a trace, in chunks that
// may be worked on at the same time: each has a clock of its own.
type marking struct {
	ctx    context.Context
	u      *unfolded
	conf   Config
	marks  []Mark
	known  []bool  // by mark: it is irrelevant, or no question is worth it
	chunks [][]int // marks
	clocks []work.Clock
}

// chunk marks what chunk n has.
func (m *marking) chunk(n int, engine smt.Engine) error {
	conf := m.conf
	conf.Clock = &m.clocks[n]
	conf.limitRanges()
	conf.marksUntil = conf.MarkWork
	r := newRun(m.ctx, m.u, engine, conf)
	if r.stopped != nil {
		return nil
	}
	if err := r.execution(); err != nil {
		return err
	}
	for _, i := range m.chunks[n] {
		if r.expired() {
			return nil
		}
		if k := r.mark(m.marks[i].Step); k.Status == Irrelevant || !better(&m.marks[i], &k) {
			m.marks[i] = k
		}
	}
	return nil
}

func (m *marking) oneByOne(waves *waves, engine smt.Engine) error {
	for from, to := waves.next(m.clocks); from < to; from, to = waves.next(m.clocks) {
		for n := from; n < to; n++ {
			if err := m.chunk(n, engine); err != nil {
				return err
			}
		}
	}
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
		for n := from; n < to; n++ {
			next <- n
		}
		close(next)
		wg.Wait()
	}
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

// waves divides chunks into those that are analysed at the same time, the first
// ones first. How many there are depends on the work that the waves before took,
// and not on the processors.
type waves struct {
	done  int         // chunks of all waves so far
	limit work.Amount // 0: none
	last  int         // chunks in the wave before
}

// next is the next wave; from is to if there is none.
func (w *waves) next(clocks []work.Clock) (from, to int) {
	from = w.done
	switch left := len(clocks) - from; {
	case w.limit == 0:
		w.last = left
	case w.last == 0: // what one costs is not known
		w.last = min(1, left)
	default:
		var used, wave work.Amount
		for i := range clocks[:from] {
			used += clocks[i].Now()
			if i >= from-w.last {
				wave += clocks[i].Now()
			}
		}
		if used >= w.limit {
			return from, from
		}
		// Others may follow a statement for longer.
		each := max(2*wave/work.Amount(w.last), 1)
		w.last = min(int((w.limit-used)/each)+1, 2*w.last, left)
	}
	w.done = from + w.last
	return from, w.done
}
