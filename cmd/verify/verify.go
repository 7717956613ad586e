package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/concolic"
	"culprit/frontend"
	"culprit/interp"
	"culprit/relevance/sample"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp"
	"culprit/verifier"
)

// Run executes the command.
func (c *verifyCommand) Run(a *app) error {
	start := time.Now()
	if err := c.check(); err != nil {
		return err
	}
	if several(c.Entry) {
		return c.entries(a)
	}
	t, err := target.Load(append([]string{c.File}, c.More...), c.Property, c.DataModel, c.CompileFlags)
	if err != nil {
		return err
	}
	if t.Refused != "" {
		return c.print(a, t, outcome{res: unknown("property", t.Refused)}, &known{}, start, nil)
	}
	m := a.newMeter(start, c.limitFlags, c.Log)
	lim := a.startLimits(start, c.limitFlags)
	defer lim.release()
	ch := make(chan outcome, 1)
	k := newKnown(t)
	go func() { ch <- c.work(a, t, lim, m, k, start) }()
	var out outcome
	select {
	case out = <-ch:
	case <-lim.hard:
		out.prog, out.res = k.result(unknown(lim.cause().kind, fmt.Sprintf("%s, and %s did not stop", lim.cause(), m.where())))
		m.fill(&out.res.Stats)
		if out.res.Verdict == verifier.Unknown {
			out.res.Obstacle = m.obstacle()
		}
	}
	m.close()
	if ie := (*frontend.InternalError)(nil); errors.As(out.err, &ie) {
		out = outcome{crash: ie.Value, detail: ie.Stack, phase: phaseFrontEnd}
	}
	if out.err != nil {
		return out.err
	}
	if out.crash != nil {
		fmt.Fprintf(a.Stderr, "internal error in %s: %v\n%s", out.phase, out.crash, out.detail)
		reason := fmt.Sprintf("internal error in %s: %s", out.phase, console.FirstLine(out.crash))
		if out.prog, out.res = k.result(unknown("internal", reason)); out.res.Verdict == verifier.Unknown {
			if a.json && c.Output == "" {
				return console.StatusError(a.refuse(console.ExitInternal, errors.New(reason)))
			}
			fmt.Fprintf(a.Stdout, "UNKNOWN %s %s\n", t.Property.Name, reason)
			return console.StatusError(console.ExitInternal)
		}
		// The traces found were replayed before: the verdict stands.
		m.fill(&out.res.Stats)
	}
	return c.print(a, t, out, k, start, lim)
}

func unknown(kind, reason string) *verifier.Result {
	return &verifier.Result{Verdict: verifier.Unknown, ReasonKind: kind, Reason: reason}
}

// work lowers and verifies. A panic of either becomes the outcome, with the
// phase that it was in.
func (c *verifyCommand) work(a *app, t *target.Program, lim *limits, m *meter, k *known, start time.Time) (out outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = outcome{crash: p, detail: debug.Stack(), phase: m.where()}
		}
	}()
	m.enter(phaseFrontEnd)
	parse := c.lowering(t)
	parse.Scopes, parse.Ctx = c.annotates(), lim.ctx
	if out.prog, out.err = frontend.ParseFiles(t.Files, parse); out.err != nil {
		if cause := lim.cause(); cause != nil && errors.Is(out.err, cause) {
			return outcome{res: unknown(cause.kind, fmt.Sprintf("%s in the front end", cause))}
		}
		out.err = t.CError(out.err)
		return out
	}
	k.program(out.prog)
	m.enter("verification")
	out.res = decide(lim.ctx, out.prog, t.Files, parse, c.config(a, m, k, start))
	if out.res.Program != nil {
		out.prog = out.res.Program
	}
	if cause := lim.cause(); cause != nil && out.res.Verdict == verifier.Unknown {
		// The verifier knows that it was told to stop, but not always why.
		out.res.ReasonKind, out.res.Reason = cause.kind, cause.text
	} else if out.res.ReasonKind == "time" && c.Timeout > 0 {
		// It was first to notice, and knows only what was left for it.
		out.res.Reason = timeReached(c.Timeout)
	}
	if out.res.Unchecked && out.res.ReasonKind != "recheck" {
		out.res.Reason += verifier.WhileRechecked
	}
	if out.res.Verdict == verifier.False && every(t) {
		out.more = c.findings(t, lim, m, out.res, parse, func(k *known) verifier.Config { return c.config(a, m, k, start) })
	}
	if out.res.Verdict == verifier.False {
		out.res.Notes = append(undefinedNotes(out.prog, out.res, parse), out.res.Notes...)
	}
	m.enter("report")
	return out
}

// config is what the flags say to the verifier.
func (c *verifyCommand) config(a *app, m *meter, k *known, start time.Time) verifier.Config {
	config := verifier.Config{
		MultiTrace:     c.MultiTrace,
		MaxTraces:      c.MaxTraces,
		RecursionDepth: c.RecursionDepth,
		Memory:         uint64(c.Memory),
		Engine:         c.Solver.engine,
		Replay:         k.replay,
		Library:        interp.Ask,
		Questions:      interp.Questions,
		Execute:        sample.Execute,
		Search:         concolic.Search,
		States:         interp.Explore,
		Worlds:         interp.Worlds,
		Progress:       m.update,
		OnTrace:        k.trace,
		OnProof:        k.proved,
		Annotate:       c.annotates(),
		OnSubtract:     k.watcher(c.Report != ""),
	}
	if c.Effort != nil {
		config.Effort = *c.Effort
	}
	if c.Timeout > 0 {
		config.Timeout = max(c.Timeout-time.Since(start), time.Millisecond)
	}
	if c.CPUTimeout > 0 {
		config.CPU = max(c.CPUTimeout-cpuTime(), time.Millisecond)
	}
	if c.Log {
		config.Log = func(format string, args ...any) { fmt.Fprintf(a.Stderr, format+"\n", args...) }
	}
	return config
}

// print writes the report and returns the exit status as an error. Without
// limits it does not look for the likeliest lines.
func (c *verifyCommand) print(a *app, t *target.Program, out outcome, k *known, start time.Time, lim *limits) error {
	out.res.Stats.Wall = time.Since(start)
	if cpu := cpuTime(); cpu > 0 {
		out.res.Stats.CPU = cpu
	}
	var rep *report.Report
	if err := a.guarded("reporting", func() error {
		rep = c.report(t, out, k)
		c.join(rep, t, out.more)
		return nil
	}); err != nil {
		if a.json && c.Output == "" {
			return console.StatusError(a.refuse(console.ExitInternal, fmt.Errorf("%v %s, and internal error in reporting it", out.res.Verdict, t.Property.Name)))
		}
		fmt.Fprintf(a.Stdout, "%v %s\n", out.res.Verdict, t.Property.Name)
		return console.StatusError(console.ExitInternal)
	}
	// The answer comes first: it stays if one of these cannot be written.
	var lost []error
	rep.Later = func() {
		lost = append(lost, c.extras(a, t, out, rep)...)
		c.repetitions(out, rep, k.giver)
		_ = a.guarded("looking for the likeliest lines", func() error {
			rep.Answer = c.likeliest(a, t, out, k.giver, start, lim)
			return nil
		})
		if c.Report != "" {
			rep.Invariants, rep.Automata = invariantsOf(t, out), k.watched()
			lost = append(lost, a.writePage(c.Report, t, out.prog, html.Input{Report: rep}))
		}
	}
	style := report.Style{Width: a.columns(), Trace: c.Trace, Invert: c.Invert, IgnoreCommon: c.IgnoreCommon, Stats: c.Stats, All: c.All}
	if c.Output == "" && !c.All && !c.Trace && !c.Invert && !c.IgnoreCommon && !c.Stats {
		style.Lines = report.Page
	}
	write := func(w io.Writer) error {
		switch c.Format {
		case "json":
			return report.WriteJSON(w, rep)
		case "sarif":
			root, _ := os.Getwd() // without one names are absolute
			return report.WriteSARIF(w, rep, root)
		}
		return report.WriteText(w, rep, style)
	}
	stdout := a.Reader()
	if c.Output == "" {
		style.Color = a.colour(a.Stdout)
		if err := stdout.Lost(write(stdout)); err != nil {
			lost = append(lost, fmt.Errorf("writing the report of %s: %w", rep.VerdictLine(), err))
		}
	} else {
		_, err := fmt.Fprintln(stdout, rep.VerdictLine())
		lost = append(lost, stdout.Lost(err), console.WriteFile(c.Output, write))
	}
	return a.Unwritten(rep.ExitCode(), lost...)
}

// report is the report of an outcome.
func (c *verifyCommand) report(t *target.Program, out outcome, k *known) *report.Report {
	return report.New(out.prog, out.res, report.Options{
		Tool: "verify", Version: version, Property: t.Property.Name, Checks: t.Property.Checks(), Expected: t.Expected,
		File: t.File, DataModel: svcomp.DataModel(t.PtrBits), MultiTrace: c.MultiTrace, PeakMemory: peakMemory(), Detail: k.detail,
		Functions: c.Report != "",
		Steps: func(tr *cfg.Trace) []string {
			if c.Report == "" && c.Format != "json" {
				return nil
			}
			return interp.Values(out.prog, tr)
		},
		Values:       k.valuesAt,
		Precondition: func(tr *cfg.Trace) string { return room(&c.EntryFlags, t.Call, k.fault(tr)) },
	})
}

// extras writes what was asked for beside the report, and says what could not be
// written.
func (c *verifyCommand) extras(a *app, t *target.Program, out outcome, rep *report.Report) (lost []error) {
	for _, extra := range []struct {
		what  string
		asked bool
		write func() error
	}{
		{"inputs", c.WriteInputs != "", func() error { return c.writeInputs(a, out, rep) }},
		{"the test harness", c.TestHarness != "" && out.prog != nil, func() error { return c.writeHarness(a, t, out, rep) }},
		{"the witness", c.Witness != "" && out.prog != nil, func() error { return c.writeWitness(a, t, out) }},
	} {
		if !extra.asked {
			continue
		}
		if err := a.guarded("writing "+extra.what, extra.write); err != nil {
			lost = append(lost, fmt.Errorf("writing %s: %w", extra.what, err))
		}
	}
	return lost
}
