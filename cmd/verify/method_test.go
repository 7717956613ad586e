package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/relevance"
	"culprit/report"
	"culprit/svcomp"
	"culprit/verifier"
)

// What is known at a limit is read while methods are at work (for -race), and
// answers are in the order of the methods, whichever comes first.
func TestExplainingIsShared(t *testing.T) {
	var stderr bytes.Buffer
	second := make(chan bool)
	e := &explaining{stderr: &stderr, x: &report.Explanation{}, methods: []fault.Method{
		{Name: "first", Run: func(context.Context, *fault.Input) (*fault.Result, error) { <-second; return nil, errors.New("none") }},
		{Name: "second", Run: func(context.Context, *fault.Input) (*fault.Result, error) { return &fault.Result{}, nil }},
		{Name: "third", Run: func(context.Context, *fault.Input) (*fault.Result, error) { panic("no such\nthing") }},
	}}
	e.answers = make([]*fault.Answer, len(e.methods))
	done := begin(func() bool {
		fault.Together{Workers: 2, Done: e.answer}.Run(context.Background(), e.methods, &fault.Input{})
		return true
	})
	for len(e.known(nil).Methods) < 2 {
		time.Sleep(time.Millisecond)
	}
	names := func(x *report.Explanation) (out string) {
		for _, m := range x.Methods {
			out += m.Method + ": " + m.Error + "; "
		}
		return out
	}
	if got := names(e.known(nil)); got != "second: ; third: internal error: no such; " {
		t.Error(got)
	}
	if got := names(e.known(&stopCause{"time", "too late"})); got != "first: too late before it came to an end; second: ; third: internal error: no such; " {
		t.Error(got)
	}
	close(second)
	(<-done).value()
	if got := names(e.known(nil)); got != "first: none; second: ; third: internal error: no such; " {
		t.Error(got)
	}
	if !strings.HasPrefix(stderr.String(), "internal error in third: no such\nthing\ngoroutine ") {
		t.Error(stderr.String())
	}
}

// A verdict line is one line, also if a panic brings its stack along.
func TestFirstLine(t *testing.T) {
	if got := console.FirstLine(fmt.Errorf("index out of range\ngoroutine 1 [running]:\n")); got != "index out of range" || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
}

// A proof is the answer of a run that broke later, and what breaks after the
// verdict does not lose it.
func TestProofOutlivesCrash(t *testing.T) {
	p := frontendtest.Parse(t, "extern void reach_error(void);\nint main(void) { return 0; reach_error(); }\n", frontend.Config{})
	k := &known{}
	k.program(p)
	verifier.Verify(context.Background(), p, verifier.Config{OnProof: func(r *verifier.Result) {
		if r.Verdict != verifier.True || r.Annotation != nil {
			t.Errorf("%v", r)
		}
		k.proved(r)
	}, Annotate: true})
	_, res := k.result(unknown("internal", "broken"))
	if res.Verdict != verifier.True || len(res.Notes) != 1 || !res.Notes[0].Assumed {
		t.Errorf("%v, %v", res.Verdict, res.Notes)
	}
	var out, errs strings.Builder
	a := &app{Streams: console.Streams{Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }}}
	c := &verifyCommand{Witness: t.TempDir() + "/w.yml", Format: "text"}
	tgt := &target.Program{Property: svcomp.Property{Name: "unreach-call"}, File: "p.c", PtrBits: 64}
	broken := *res
	broken.Annotation = &verifier.Annotation{At: []verifier.Invariant{{}}}
	if err := c.print(a, tgt, outcome{prog: p, res: &broken}, k, time.Now(), nil); !errors.Is(err, console.StatusError(console.ExitUnwritten)) {
		t.Error(err)
	}
	if !strings.HasPrefix(out.String(), "TRUE unreach-call") || !strings.Contains(errs.String(), "internal error in writing the witness") {
		t.Errorf("%s\n%s", out.String(), errs.String())
	}
}

// A trace found after a proof with an assumption is the answer, and before it the
// proof is, of the program that it is about.
func TestTraceAfterProof(t *testing.T) {
	p := frontendtest.Parse(t, "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n", frontend.Config{})
	k := &known{}
	k.program(p)
	k.proved(&verifier.Result{Verdict: verifier.True, Program: p})
	q, _ := p.Clone()
	k.program(q)
	if prog, res := k.result(unknown("time", "time limit reached")); res.Verdict != verifier.True || prog != p {
		t.Errorf("%v", res.Verdict)
	}
	k.trace(0, relevance.TraceResult{Trace: &cfg.Trace{}, Error: q.ErrorLocs()[0]}, "")
	if prog, res := k.result(unknown("time", "time limit reached")); res.Verdict != verifier.False || prog != q {
		t.Errorf("%v", res.Verdict)
	}
}

// The traces found are the answer of a run that broke later, also if what it
// left about their statements is broken.
func TestTracesOutliveCrash(t *testing.T) {
	p := frontendtest.Parse(t, "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n", frontend.Config{})
	k := &known{}
	k.program(p)
	k.trace(0, relevance.TraceResult{Trace: &cfg.Trace{}, Error: p.ErrorLocs()[0], Marks: []relevance.Mark{{Step: 7}}}, "")
	_, res := k.result(unknown("internal", "broken"))
	if res.Verdict != verifier.False || len(res.Traces) != 1 || len(res.Summaries) != 0 {
		t.Errorf("%v, %d traces, %d summaries", res.Verdict, len(res.Traces), len(res.Summaries))
	}
}
