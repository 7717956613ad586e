package fault

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"culprit/cfg"
	"culprit/interp"
	"culprit/interp/dependence"
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
	graph     lazy[*dependence.Graph]
	snapshots lazy[*snapshots]
	coverage  lazy[*Coverage]
	check     lazy[*check]
	tests     lazy[map[*cfg.Proc]bool]
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
func (in *Input) Graph(ctx context.Context) (*dependence.Graph, error) {
	return in.graph.get(ctx, func(ctx context.Context) (*dependence.Graph, error) {
		rec, err := in.Recording(ctx)
		if err != nil {
			return nil, err
		}
		return dependence.NewGraph(in.Prog, rec, dependence.Options{Size: rec.N, Context: ctx})
	})
}

// Close gives up what was made for the methods. Another run may be explained
// with the Input then.
func (in *Input) Close() {
	in.snapshots.reset()
	in.tests.reset()
	in.check.reset()
	in.coverage.reset()
	in.graph.reset()
	in.recording.reset()
}

// lazy is a value that is made when somebody asks for it, and once for all who
// ask. The making has a goroutine of its own, so that everybody waits no longer
// than his own context, and continues until reset, even if nobody waits: whoever comes
// first and runs out of time leaves what is half done to the next one.
type lazy[T any] struct {
	mu  sync.Mutex
	now *making[T]
}

// making is a value, or the work on it.
type making[T any] struct {
	done   chan struct{} // closed when v, err and panic are set
	v      T
	err    error
	panic  any
	ready  bool
	cancel context.CancelFunc
}

// get returns the value, which build makes if there is none. An error is kept
// like a value.
func (l *lazy[T]) get(ctx context.Context, build func(context.Context) (T, error)) (T, error) {
	var none T
	if ctx.Err() != nil {
		return none, context.Cause(ctx)
	}
	l.mu.Lock()
	m := l.now
	if m == nil {
		m = l.begin(ctx, build)
	}
	l.mu.Unlock()
	select {
	case <-m.done:
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
	if m.panic != nil {
		panic(m.panic)
	}
	return m.v, m.err
}

// begin starts the making. The values of ctx continue, its end does not count.
func (l *lazy[T]) begin(ctx context.Context, build func(context.Context) (T, error)) *making[T] {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	m := &making[T]{done: make(chan struct{}), cancel: cancel}
	l.now = m
	go func() {
		defer cancel()
		v, broken, err := protected(ctx, build)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.now != m { // nobody wants it any more
			if err == nil && broken == nil {
				closeValue(v)
			}
			var none T
			v, err, broken = none, context.Canceled, nil
		}
		m.v, m.err, m.panic, m.ready = v, err, broken, true
		close(m.done)
	}()
	return m
}

// protected calls build. A panic is a value, with the stack where it happened:
// it continues where the value was asked for.
func protected[T any](ctx context.Context, build func(context.Context) (T, error)) (v T, broken any, err error) {
	defer func() {
		if p := recover(); p != nil {
			broken = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	v, err = build(ctx)
	return v, nil, err
}

// reset gives the value up, if there is one. Those who wait for it get an error.
func (l *lazy[T]) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.now
	l.now = nil
	switch {
	case m == nil:
	case !m.ready:
		m.cancel()
	case m.err == nil && m.panic == nil:
		closeValue(m.v)
	}
}

func closeValue(v any) {
	if c, ok := v.(io.Closer); ok {
		c.Close()
	}
}
