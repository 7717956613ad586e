package main

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/interp"
	"culprit/relevance"
	"culprit/report"
	"culprit/verifier"
)

// known is what the verifier has said so far. It is the answer of a run that
// cannot wait for the verifier any longer.
type known struct {
	mu       sync.Mutex
	prog     *cfg.Program
	traces   []relevance.TraceResult
	unmarked []string
	faults   map[*cfg.Trace]*interp.Fault // what traces end with, if that is a use of memory
	values   map[*cfg.Trace]string        // of the operation that fails at their end
	proof    *verifier.Result             // a TRUE, before anything was made of it; or nil
	memory   bool                         // the property is about accesses: a proof assumes nothing about them
	giver    *giver                       // of texts for traces; nil: nobody asks
	automata []report.Automaton           // of the run, if they are asked for
}

func newKnown(t *target.Program) *known {
	return &known{memory: t.Property.Checks()&safety.Deref != 0, giver: newGiver(t)}
}

// proved is verifier.Config.OnProof.
func (k *known) proved(res *verifier.Result) {
	k.mu.Lock()
	defer k.mu.Unlock()
	r := *res
	if !k.memory {
		r.Notes = append(slices.Clip(r.Notes), assumeWithin(r.Program))
	}
	if mayBeUndefined(r.Program) {
		r.Notes = append(slices.Clip(r.Notes), assumeDefined(r.Program))
	}
	k.proof = &r
}

// replay is verifier.Config.Replay.
func (k *known) replay(p *cfg.Program, t *cfg.Trace) error {
	res, err := interp.ReplayNotes(p, t)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if err := k.giver.take(p, t, res.Places); err != nil {
		return err
	}
	k.prog = p // a copy, which states what the library says, or assumes something
	if k.faults == nil {
		k.faults, k.values = map[*cfg.Trace]*interp.Fault{}, map[*cfg.Trace]string{}
	}
	k.faults[t], k.values[t] = res.Fault, res.Values
	return nil
}

// calledAt is where the program of the user called the function in which a trace
// ends, which may be one of the library.
func calledAt(t *cfg.Trace) (at cfg.Pos) {
	var calls []cfg.Pos
	for _, e := range t.Edges {
		switch e.Stmt.(type) {
		case *cfg.Call:
			calls = append(calls, e.Pos)
		case *cfg.Return:
			calls = calls[:len(calls)-1]
		}
	}
	for _, p := range slices.Backward(calls) {
		if p.IsValid() {
			return p
		}
	}
	return at
}

// detail is report.Options.Detail.
func (k *known) detail(t *cfg.Trace) (text string, at cfg.Pos, code *fault.Code) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f := k.faults[t]
	if f == nil {
		return "", calledAt(t), nil
	}
	text = f.Kind.String()
	if f.Func != "" {
		text += " in " + f.Func
	}
	if f.Text != "" {
		text += ": " + f.Text
	}
	if f.Kind == interp.Leak { // what was allocated here
		text = f.At.String() + ": " + text
	}
	return text, f.At, fault.CodeOf(f)
}

// fault is what a trace ends with, if that is a use of memory.
func (k *known) fault(t *cfg.Trace) *interp.Fault {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.faults[t]
}

// valuesAt is report.Options.Values.
func (k *known) valuesAt(t *cfg.Trace) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.values[t]
}

func (k *known) program(p *cfg.Program) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.prog = p
}

// trace is verifier.Config.OnTrace.
func (k *known) trace(n int, t relevance.TraceResult, unmarked string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.proof = nil // it rested on an assumption that the trace does without
	if n == len(k.traces) {
		k.traces, k.unmarked = append(k.traces, t), append(k.unmarked, unmarked)
		return
	}
	k.traces[n], k.unmarked[n] = t, unmarked
}

// result is what the traces found so far make of a result without an answer:
// all other assertions are open. Fixes common to several traces are not looked
// for.
func (k *known) result(res *verifier.Result) (*cfg.Program, *verifier.Result) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.prog == nil {
		return nil, res
	}
	if k.proof != nil {
		return k.proof.Program, k.proof
	}
	if len(k.traces) > 0 {
		res = &verifier.Result{
			Verdict: verifier.False,
			Traces:  slices.Clone(k.traces), Unmarked: slices.Clone(k.unmarked),
		}
	}
	seen := map[cfg.Pos]bool{}
	for _, t := range res.Traces {
		if !seen[t.Error.Pos] {
			seen[t.Error.Pos] = true
			res.Errors = append(res.Errors, verifier.ErrorStatus{Loc: t.Error, Status: verifier.Violated})
		}
	}
	for _, l := range k.prog.ErrorLocs() {
		if !seen[l.Pos] {
			res.Errors = append(res.Errors, verifier.ErrorStatus{Loc: l, Status: verifier.Open})
		}
	}
	slices.SortStableFunc(res.Errors, func(a, b verifier.ErrorStatus) int { return cmp.Compare(a.Loc.ID, b.Loc.ID) })
	if len(res.Traces) == 0 {
		return k.prog, res
	}
	res.Summaries = k.summaries(res.Traces)
	return k.prog, res
}

// summaries puts together what is known about the statements of traces:
// nothing if that breaks, as whatever led here may have.
func (k *known) summaries(traces []relevance.TraceResult) (out []relevance.Summary) {
	defer func() {
		if p := recover(); p != nil {
			out = nil
		}
	}()
	ended, end := context.WithCancel(context.Background())
	end()
	return relevance.Summarize(ended, k.prog, traces, nil, relevance.Config{})
}
