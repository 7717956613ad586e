package fault

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"culprit/interp/dependence"
)

// Each method has an even share of the time. One that does not notice the end
// of its share, or breaks, takes nothing from those after it.
func TestShares(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	method := func(name string, run func(context.Context) error) Method {
		return Method{Name: name, Run: func(ctx context.Context, in *Input) (*Result, error) { return &Result{}, run(ctx) }}
	}
	list := []Method{
		method("uninterruptible", func(context.Context) error { <-stop; return nil }),
		method("broken", func(context.Context) error { panic("no such\nthing") }),
		method("slow", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }),
		method("quick", func(context.Context) error { return nil }),
	}
	for _, tt := range []struct {
		workers int
		want    string
	}{
		{1, `["it did not stop after its share of the time, 100ms" "internal error: no such\nthing" "its share of the time, 200ms, was not enough" "<nil>"]`},
		{2, `["it did not stop after its share of the time, 200ms" "internal error: no such\nthing" "its share of the time, 400ms, was not enough" "<nil>"]`},
	} {
		errs := make([]string, len(list))
		Together{
			Workers: tt.workers,
			Left:    func(int) (time.Duration, bool) { return 400 * time.Millisecond, true },
			Done:    func(i int, a Answer) { errs[i] = fmt.Sprint(a.Err) },
		}.Run(context.Background(), list, &Input{})
		if got := fmt.Sprintf("%q", errs); got != tt.want {
			t.Errorf("%d workers: %s", tt.workers, got)
		}
	}
}

// At most as many methods run at once as there are workers, and none begins
// when the time is up.
func TestWorkers(t *testing.T) {
	var mu sync.Mutex
	running, most := 0, 0
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	both := make(chan bool)
	var list []Method
	for range 10 {
		list = append(list, Method{Run: func(context.Context, *Input) (*Result, error) {
			mu.Lock()
			running++
			most = max(most, running)
			if running == 2 {
				close(both)
			}
			mu.Unlock()
			<-both
			cancel()
			mu.Lock()
			defer mu.Unlock()
			running--
			return nil, nil
		}})
	}
	answers := 0
	Together{Workers: 2, Done: func(int, Answer) { answers++ }}.Run(ctx, list, &Input{})
	if most != 2 || answers != 2 {
		t.Errorf("%d at once, %d answers", most, answers)
	}
}

// The methods of this package, side by side on one input, answer as they do one
// after the other, each on an input of its own (for -race: they share the
// recording, the graph and the points of re-execution).
func TestSideBySide(t *testing.T) {
	methods := func() []Method {
		return []Method{Slice(), RelevantSlice(), PredicateSwitching(), ValueReplacement(), Slice()}
	}
	for _, test := range []*Test{{Expect: status(11)}, {Expect: status(3)}} {
		in := input(t, sumC, test)
		got := make([]string, len(methods()))
		Together{Workers: 4, Done: func(i int, a Answer) { got[i] = where(a.Result) }}.Run(context.Background(), methods(), in)
		in.Close()
		for i, m := range methods() {
			alone := input(t, sumC, test)
			if want := where(run(t, m, alone)); got[i] != want {
				t.Errorf("%s: %s, alone %s", m.Name, got[i], want)
			}
			alone.Close()
		}
	}
}

// The graph is one for all who ask, and one who gives up does not take it from
// the others.
func TestGraphIsShared(t *testing.T) {
	in := input(t, sumC, &Test{Expect: status(11)})
	defer in.Close()
	ended, end := context.WithCancel(context.Background())
	end()
	if _, err := in.Graph(ended); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	graphs := make([]*dependence.Graph, 8)
	var all sync.WaitGroup
	for k := range graphs {
		all.Go(func() { graphs[k], _ = in.Graph(context.Background()) })
	}
	all.Wait()
	for _, g := range graphs {
		if g == nil || g != graphs[0] {
			t.Errorf("%p and %p", g, graphs[0])
		}
	}
}

// Who does not wait any longer leaves the making to the next one; after a reset
// there is a new one.
func TestLazy(t *testing.T) {
	var l lazy[int]
	n := 0
	began, finish := make(chan bool), make(chan bool)
	build := func(ctx context.Context) (int, error) {
		n++
		began <- true
		select {
		case <-finish:
			return n, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	get := func(ctx context.Context) chan error {
		failed := make(chan error)
		go func() {
			_, err := l.get(ctx, build)
			failed <- err
		}()
		return failed
	}
	ctx, cancel := context.WithCancel(context.Background())
	first := get(ctx)
	<-began
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	close(finish)
	for range 2 {
		if v, err := l.get(context.Background(), build); v != 1 || err != nil {
			t.Error(v, err)
		}
	}
	l.reset()
	finish = make(chan bool)
	second := get(context.Background())
	<-began
	l.reset()
	if err := <-second; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var broken lazy[int]
	for range 2 { // a panic continues where the value is asked for
		func() {
			defer func() {
				if p := recover(); !strings.HasPrefix(fmt.Sprint(p), "no luck\n") {
					t.Error(p)
				}
			}()
			broken.get(context.Background(), func(context.Context) (int, error) { panic("no luck") })
		}()
	}
}

// The method of the greatest worth begins first and has all the time that is
// left, the others share what another worker has.
func TestWorth(t *testing.T) {
	var mu sync.Mutex
	var begun []string
	shares := map[string]time.Duration{}
	method := func(name string) Method {
		return Method{Name: name, Run: func(ctx context.Context, in *Input) (*Result, error) {
			end, _ := ctx.Deadline()
			mu.Lock()
			begun = append(begun, name)
			shares[name] = time.Until(end)
			mu.Unlock()
			return &Result{}, nil
		}}
	}
	worth := map[string]float64{"a": 1, "b": 2, "best": 4, "c": 1}
	Together{
		Workers: 2,
		Left:    func(int) (time.Duration, bool) { return time.Hour, true },
		Worth:   func(m *Method) float64 { return worth[m.Name] },
		Done:    func(int, Answer) {},
	}.Run(context.Background(), []Method{method("a"), method("b"), method("best"), method("c")}, &Input{})
	for name, want := range map[string]time.Duration{"a": 15 * time.Minute, "b": 40 * time.Minute, "best": time.Hour, "c": time.Hour} {
		if d := want - shares[name]; d < 0 || d > time.Minute {
			t.Errorf("%s has %v, want %v", name, shares[name], want)
		}
	}
	if len(begun) != 4 {
		t.Error(begun)
	}
}
