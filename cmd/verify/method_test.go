package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"culprit/cascade"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/relevance"
	"culprit/report"
	"culprit/verifier"
)

// Each method has an even share of the time. One that does not notice the end
// of its share, or breaks, takes nothing from those behind it.
func TestMethodsShareTime(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	given := make(chan time.Duration, 4)
	method := func(name string, run func(context.Context) error) fault.Method {
		return fault.Method{Name: name, Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			given <- in.Budget.Time
			ctx, cancel := in.Budget.Context(ctx)
			defer cancel()
			if err := run(ctx); err != nil {
				return nil, err
			}
			return &fault.Result{Method: name}, nil
		}}
	}
	list := []fault.Method{
		method("deaf", func(context.Context) error { <-stop; return nil }),
		method("broken", func(context.Context) error { panic("no such\nthing") }),
		method("slow", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }),
		method("quick", func(context.Context) error { return nil }),
	}
	e := &explaining{chosen: list, stderr: io.Discard, left: func() (time.Duration, bool) { return 400 * time.Millisecond, true }}
	var errs []string
	for i := range list {
		_, err := e.method(context.Background(), &list[i], &fault.Input{}, len(list)-i)
		errs = append(errs, fmt.Sprint(err))
	}
	want := []string{
		"it did not stop after its share of the time, 100ms", "internal error: no such",
		"its share of the time, 200ms, was not enough", "<nil>",
	}
	if fmt.Sprint(errs) != fmt.Sprint(want) {
		t.Errorf("%q", errs)
	}
	for _, want := range []string{"100ms", "133.333333ms", "200ms", "400ms"} {
		if got := <-given; got.String() != want {
			t.Errorf("%v instead of %s", got, want)
		}
	}
}

// What is known at a limit is read while a method is at work (for -race).
func TestExplainingIsShared(t *testing.T) {
	e := &explaining{x: &report.Explanation{}, left: func() (time.Duration, bool) { return 0, false }}
	done := begin(func() bool {
		m := fault.Method{Name: "tree", Run: func(context.Context, *fault.Input) (*fault.Result, error) {
			e.keep(&cascade.Tree{})
			return nil, errors.New("none")
		}}
		_, err := e.method(context.Background(), &m, &fault.Input{}, 1)
		return err != nil
	})
	for e.built() == nil || e.known(nil) == nil {
		time.Sleep(time.Millisecond)
	}
	if !(<-done).value() {
		t.Error("no error")
	}
}

// A verdict line is one line, also if a panic brings its stack along.
func TestFirstLine(t *testing.T) {
	if got := firstLine(fmt.Errorf("index out of range\ngoroutine 1 [running]:\n")); got != "index out of range" || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
}

// The traces found are the answer of a run that broke later, also if what it
// left about their statements is broken.
func TestTracesOutliveCrash(t *testing.T) {
	p, err := frontend.Parse("p.c", []byte("extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"), frontend.Config{})
	if err != nil {
		t.Fatal(err)
	}
	k := &known{}
	k.program(p)
	k.trace(0, relevance.TraceResult{Trace: &cfg.Trace{}, Error: p.ErrorLocs()[0], Marks: []relevance.Mark{{Step: 7}}}, "")
	_, res := k.result(unknown("internal", "broken"))
	if res.Verdict != verifier.False || len(res.Traces) != 1 || len(res.Summaries) != 0 {
		t.Errorf("%v, %d traces, %d summaries", res.Verdict, len(res.Traces), len(res.Summaries))
	}
}
