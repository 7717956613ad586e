package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/concolic"
	"culprit/fault"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance/sample"
	"culprit/smt"
	"culprit/svcomp"
	"culprit/verifier"
)

// input determines the failing run.
func (e *explaining) input(ctx context.Context) (*fault.Input, error) {
	c := e.c
	in := &fault.Input{Failing: &fault.Test{Property: e.t.Executed()}, Budget: fault.Budget{Steps: c.Steps, Runs: c.Runs}, Engine: c.Solver.engine, EachList: !e.quiet || c.All}
	e.t.Labels = e.t.Labels || !c.given() // as the verifier takes it, which finds the run
	in.Source = textsOf(e.t, e.t.Config(false), c.Solver.engine)
	if e.quiet && !c.All {
		in.Budget.Method = work.Amount(c.Effort * float64(work.Of(explainTime)))
	}
	var err error
	if in.Known, err = fault.ParseKnown(c.Correct); err != nil {
		return nil, err
	}
	if in.Oracle, in.Reference, err = e.oracle(); err != nil {
		return nil, err
	}
	if in.Prog, err = e.t.Parse(true); err != nil {
		return nil, err
	}
	if err := e.files(in); err != nil {
		return nil, err
	}
	var passing []*fault.Test
	if c.Tests != "" {
		if passing, err = e.tests(ctx, in); err != nil {
			return nil, err
		}
	}
	if traceOnly, err := e.find(ctx, in); traceOnly || err != nil {
		return in, err
	}
	if err := e.passing(ctx, in); err != nil {
		return nil, err
	}
	in.Passing = append(in.Passing, passing...)
	if c.Minimize {
		return in, e.minimize(ctx, in)
	}
	return in, nil
}

// find locates the failure of the run that the command line says, or else of one that
// the verifier finds, of which there may be the trace only. Where the program fails
// without any input, as a test does that has its data in its text, the verifier is not
// needed: it has the time of a method to tell more about a failed assertion.
func (e *explaining) find(ctx context.Context, in *fault.Input) (traceOnly bool, err error) {
	note := ""
	if !e.c.given() {
		var most work.Amount
		if fault.Locate(ctx, in) == nil {
			switch in.Failure.Kind {
			case fault.UndefinedBehavior:
				return false, nil
			case fault.FailedAssertion:
				most = work.Amount(e.c.Effort * float64(work.Of(explainTime)))
			}
		}
		if note, err = e.counterexample(ctx, in, most); err != nil {
			return false, err
		}
	}
	why, err := locate(ctx, in)
	switch {
	case err != nil:
		return false, console.BadFile(e.t.File, "%v%s", err, note)
	case why != nil:
		fmt.Fprintf(e.stderr, "%s: %v%s: only its trace is explained\n", e.t.File, why, note)
	}
	return why != nil, nil
}

// locate finds the failure of the failing run. Values that the verifier leaves
// open, such as results of the C library, are not open in an execution: if that
// does not fail as the trace does, traceOnly says why not, and in has the trace
// alone.
func locate(ctx context.Context, in *fault.Input) (traceOnly, err error) {
	err = fault.Locate(ctx, in)
	if err == nil || in.Trace == nil || ctx.Err() != nil {
		return nil, err
	}
	in.Prog = nil
	in.Failure = &fault.Failure{Kind: fault.FailedAssertion, What: console.OneLine(in.Error.Reason.Violation()), Loc: in.Error, Pos: in.Error.Pos, At: -1}
	return err, nil
}

// counterexample lets the verifier find a failing run, with so much work at most, if that
// is not 0. The note says what it said if it found none; then the program is run on an
// empty input.
func (e *explaining) counterexample(ctx context.Context, in *fault.Input, most work.Amount) (note string, err error) {
	in.Verifier, err = e.t.Parse(false)
	if err != nil {
		return "", err
	}
	g := newGiver(e.t)
	config := verifier.Config{Replay: g.replay, Library: interp.Ask, Questions: interp.Questions, Execute: sample.Execute, Search: concolic.Search, States: interp.Explore, Worlds: interp.Worlds, Engine: e.c.Solver.engine, Work: most}
	if d, limited := e.left(1); limited { // the methods need time, too
		config.Timeout = max((d / 2).Round(10*time.Millisecond), time.Millisecond)
	}
	res := decide(ctx, in.Verifier, e.t.Files, e.t.Config(false), config)
	if res.Verdict != verifier.False || len(res.Traces) == 0 {
		note = fmt.Sprintf(" on an empty input, and the verifier says %v", res.Verdict)
		if res.Reason != "" {
			note += ": " + res.Reason
		}
		return note, nil
	}
	t := &res.Traces[0]
	in.Verifier = res.Program
	in.Trace, in.Error = t.Trace, t.Error
	e.inputs = g.start(in.Failing, t.Trace)
	return fmt.Sprintf(" when it is executed on the inputs of the counterexample to %v", t.Error.Pos), nil
}

// textsOf is the text of a target, for methods that change it.
func textsOf(t *target.Program, lowering frontend.Config, engine smt.Factory) *fault.Source {
	src := &fault.Source{Files: t.Files, Execute: t.Config(true), Verify: lowering}
	src.Prove = func(ctx context.Context, texts map[string][]byte, most work.Amount) (proof fault.Proof, fails *fault.Test, took work.Amount) {
		lowering.Ctx = ctx
		files := src.Changed(texts)
		changed := *t
		changed.Files = files
		g := newGiver(&changed)
		prog, err := frontend.ParseFiles(files, lowering)
		if err != nil {
			return proof, nil, 0
		}
		config := verifier.Config{Replay: g.replay, Library: interp.Ask, Questions: interp.Questions, Search: concolic.Search, States: interp.Explore, Worlds: interp.Worlds, Engine: engine, Work: min(most, provingWork), NoRelevance: true}
		res := decide(ctx, prog, files, lowering, config)
		switch {
		case res.Verdict == verifier.True:
			proof = fault.ProofOf(prog, lowering.Checks, res.Assumed())
		case res.Verdict == verifier.False && len(res.Traces) > 0:
			fails = &fault.Test{}
			g.start(fails, res.Traces[0].Trace)
		case res.Undefined != nil:
			fails = &fault.Test{}
			g.start(fails, res.Undefined)
		}
		return proof, fails, res.Stats.Work
	}
	return src
}

// passing makes sure that the runs which should pass do.
func (e *explaining) passing(ctx context.Context, in *fault.Input) error {
	for _, t := range in.Passing {
		switch o, f := in.Oracle.Judge(ctx, t, fault.Execute(ctx, in.Prog, t, in.Budget)); o {
		case fault.Fail:
			return console.BadInput("--pass-stdin %s: this run fails: %s", t.Name, f.What)
		case fault.Unresolved:
			return console.BadInput("--pass-stdin %s: this run does not end", t.Name)
		}
	}
	return nil
}

// files reads the inputs of the failing and of the passing runs.
func (e *explaining) files(in *fault.Input) error {
	c := e.c
	in.Failing.Args, in.Failing.Env = c.Args, c.Env
	if c.Stdin != "" {
		text, err := svcomp.ReadFile(c.Stdin)
		if err != nil {
			return console.Complaint(err)
		}
		in.Failing.Stdin = text
	}
	if c.Inputs != "" {
		values, err := e.values(in)
		if err != nil {
			return console.Complaint(err)
		}
		in.Failing.Values = values
	}
	for _, name := range c.PassStdin {
		text, err := svcomp.ReadFile(name)
		if err != nil {
			return console.Complaint(err)
		}
		in.Passing = append(in.Passing, &fault.Test{Name: name, Args: c.Args, Env: c.Env, Stdin: text, Expect: &fault.Expectation{}, Property: e.t.Executed()})
	}
	return nil
}

// oracle is what the command line says about correct runs, and the correct
// program if there is one.
func (e *explaining) oracle() (*fault.Oracle, *cfg.Program, error) {
	c := e.c
	var x fault.Expectation
	x.FoldSpace = c.FoldSpace
	if c.ExpectStatus != nil {
		x.Status, x.HasStatus = *c.ExpectStatus, true
	}
	if c.Expect != "" {
		text, err := svcomp.ReadFile(c.Expect)
		if err != nil {
			return nil, nil, console.Complaint(err)
		}
		x.Output, x.HasOutput = text, true
	}
	if c.Reference == "" {
		return &fault.Oracle{Expect: func(context.Context, *fault.Test) (fault.Expectation, error) { return x, nil }}, nil, nil
	}
	t, err := target.Load([]string{c.Reference}, c.Property, svcomp.DataModel(e.t.PtrBits), e.t.Compile)
	if err != nil {
		return nil, nil, err
	}
	ref, err := t.Parse(true)
	if err != nil {
		return nil, nil, err
	}
	o := fault.Reference(ref, fault.Budget{Steps: c.Steps}, c.FoldSpace)
	if c.ExpectStatus != nil {
		inner := o.Expect
		o.Expect = func(ctx context.Context, t *fault.Test) (fault.Expectation, error) {
			y, err := inner(ctx, t)
			y.Status, y.HasStatus = x.Status, true
			return y, err
		}
	}
	return o, ref, nil
}

// minimize replaces the failing run by the smallest one found that fails
// alike.
func (e *explaining) minimize(ctx context.Context, in *fault.Input) error {
	limit := minimizingTime
	if t := e.c.Timeout / 2; t > 0 {
		limit = min(limit, t)
	}
	short, stop := context.WithTimeout(ctx, limit)
	defer stop()
	failure, given := in.Failure, in.Failing.Values
	in.Failing = fault.ReduceTest(short, in.Failing, func(t *fault.Test) fault.Outcome {
		o, f := in.Oracle.Judge(short, t, fault.Execute(short, in.Prog, t, in.Budget))
		if o == fault.Fail && !f.Same(failure) {
			return fault.Unresolved
		}
		return o
	})
	if short.Err() != nil && ctx.Err() == nil {
		fmt.Fprintf(e.stderr, "%s: after %v the input is not minimal yet\n", e.t.File, limit)
	}
	e.inputs = leftOf(e.inputs, given, in.Failing.Values)
	return fault.Locate(ctx, in)
}

// leftOf are the texts of the values that are left of those given, in order.
func leftOf(texts []string, given, left []uint64) []string {
	var out []string
	for i, v := range given {
		if len(left) > 0 && left[0] == v && i < len(texts) {
			out, left = append(out, texts[i]), left[1:]
		}
	}
	return out
}

// values reads the values of nondeterministic inputs. Those of a test case
// have the types that the program asks for in a run.
func (e *explaining) values(in *fault.Input) ([]uint64, error) {
	if strings.HasSuffix(e.c.Inputs, ".xml") {
		texts, err := readTestcase(e.c.Inputs)
		if err != nil {
			return nil, err
		}
		values, texts, err := typedValues(in, texts)
		e.inputs = texts
		return values, err
	}
	inputs, err := readInputs(e.c.Inputs, 1)
	if err != nil {
		return nil, err
	}
	out := []uint64{}
	for i := range inputs.Inputs {
		x := &inputs.Inputs[i]
		if x.Kind != "nondet" {
			continue
		}
		v, err := strconv.ParseUint(x.Bits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: input %d has the bits %q, want an unsigned number", e.c.Inputs, i+1, x.Bits)
		}
		out = append(out, v)
		text := x.Value
		if text == "" {
			text = x.Bits
		}
		e.inputs = append(e.inputs, text)
	}
	return out, nil
}

// typedValues are the values of a test case, as bits of the types that the
// program asks for in a run, and as text.
func typedValues(in *fault.Input, texts []string) ([]uint64, []string, error) {
	taken := &taken{from: &testcase{values: texts}, values: []uint64{}}
	conf := fault.Config(in.Prog, in.Failing, in.Budget)
	conf.Inputs = taken
	interp.Run(in.Prog, conf)
	return taken.values, taken.texts, taken.from.err
}

// taken remembers the values that a run takes from a test case.
type taken struct {
	from   *testcase
	values []uint64
	texts  []string
}

// Value implements interp.InputSource.
func (t *taken) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	v, ok := t.from.Value(e, h)
	if ok {
		t.values = append(t.values, v)
		t.texts = append(t.texts, shown(h, v))
	}
	return v, ok
}

// Memory implements interp.InputSource.
func (t *taken) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	return t.from.Memory(e, addr, size)
}
