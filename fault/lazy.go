package fault

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
)

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
