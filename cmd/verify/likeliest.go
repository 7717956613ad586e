package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/fault/answer"
	"culprit/fault/methods"
	"culprit/internal/work"
	"culprit/relevance/localize"
	"culprit/report"
	"culprit/verifier"
)

// likeliest asks the localization methods about the first trace of a FALSE, and
// makes one answer of what they say. Nil: nobody wants to know, or nobody can
// say.
func (c *verifyCommand) likeliest(a *app, t *target.Program, out outcome, g *giver, start time.Time, lim *limits) []report.Place {
	effort := 1.0
	switch {
	case c.Effort != nil:
		effort = *c.Effort
	case len(out.more) > 0: // for several failures there is no one place
		effort = 0
	case c.Report != "": // which shows it
	case c.Format == "json" || c.Format == "text" && c.Output != "":
		effort = 0 // for a program, which knows what it asks for
	}
	if effort == 0 || lim == nil || lim.ctx.Err() != nil || out.res.Verdict != verifier.False || len(out.res.Traces) == 0 {
		return nil
	}
	first := &out.res.Traces[0]
	t.Labels = true // as the verifier takes it, which finds the run
	clock := fault.NewClock(threadTimes)
	in := &fault.Input{
		Verifier: out.prog, Trace: first.Trace, Error: first.Error,
		Source:  textsOf(t, c.lowering(t), c.Solver.engine),
		Budget:  fault.Budget{Method: work.Amount(effort * float64(2*work.Of(verdictTime)+out.res.Stats.Work))},
		Failing: &fault.Test{Property: t.Executed()}, Oracle: &fault.Oracle{}, Engine: c.Solver.engine,
	}
	defer in.Close()
	g.start(in.Failing, first.Trace)
	var err error
	if in.Prog, err = t.Parse(true); err != nil {
		return nil // only the verifier understands the program
	}
	if _, err := locate(lim.ctx, in); err != nil {
		return nil
	}
	list := answer.WorthAsking(methods.All())
	s := said{results: make([]*fault.Result, len(list))}
	stop := a.live(func() string {
		return fmt.Sprintf("%s  the likeliest lines, %d of %d methods%s", took(start), s.answered.Load(), len(list), c.untilLimit(start))
	})
	defer stop()
	blameless := in.Blameless(lim.ctx)
	fault.Together{
		Clock: clock,
		Left:  lim.left,
		Until: worth(effort, verdictTime, start, clock),
		Worth: answer.Worth,
		Done:  s.note,
	}.Run(lim.ctx, list, in)
	decided := make(chan struct{})
	go func() { // a proof may not stop in time
		defer close(decided)
		_ = a.guarded("proving a fix", func() error {
			s.decide(lim.ctx, in, max(out.res.Stats.Work, shortWork))
			return nil
		})
	}()
	select {
	case <-decided:
	case <-lim.hard:
	case <-time.After(decidingTime + 2*time.Since(start)):
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return report.Places(append([]*fault.Result{localize.Proved(out.res.Program, out.res.Summaries)}, s.results...), blameless)
}

// said is what the methods say.
type said struct {
	mu       sync.Mutex
	results  []*fault.Result // by method, nil of those that have not answered
	answered atomic.Int32
}

// note is told the answer of method i.
func (s *said) note(i int, a fault.Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[i] = a.Result
	s.answered.Add(1)
}

// decide asks the verifier about the fixes that come first and are not proved.
func (s *said) decide(ctx context.Context, in *fault.Input, most work.Amount) {
	for range maxReproved {
		l := unproved(s.results)
		if l == nil || ctx.Err() != nil {
			return
		}
		s.decideFix(ctx, in, l, most)
	}
}

// unproved is the first fix of a method, if it is not proved and the verifier was not
// asked in vain.
func unproved(results []*fault.Result) *fault.Location {
	for _, res := range results {
		if res == nil {
			continue
		}
		for i := range res.Locations {
			l := &res.Locations[i]
			if c := l.Change; c != nil && c.Mends() {
				if c.Proof.Holds == "" && !c.Asked {
					return l
				}
				break
			}
		}
	}
	return nil
}

// decideFix asks the verifier about a fix: one that it refutes is none, unless the run that fails
// does so in another way, and without the fix, too.
func (s *said) decideFix(ctx context.Context, in *fault.Input, l *fault.Location, most work.Amount) {
	c := l.Change
	proof, fails, _ := in.Source.Prove(ctx, c.Files, most)
	var other *fault.Failure
	if fails != nil {
		other = in.FailsOtherwise(ctx, fails)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.Asked = true
	switch {
	case proof.Holds != "":
		c.Proof, c.Reason = proof, proof.Reason()
		l.Reason = c.Sentence()
	case other != nil && other.Kind == in.Failure.Kind && other.Fault == in.Failure.Fault: // of the same cause
		c.Doubt, c.Suggested = fmt.Sprintf("the same kind of failure remains at line %d", other.Pos.Line), c.Doubt == "" || c.Suggested
		l.Reason = c.Sentence()
	case other != nil:
		c.Reason += fmt.Sprintf("; another failure remains, at line %d", other.Pos.Line)
		l.Reason = c.Sentence()
	case fails != nil:
		l.Reason = fault.Quoted(c.Before, c.After, fault.MaxQuoted) + " makes the failing run pass, but another one fails"
		c.Reason, l.Fixes, l.Hint = "", false, true
	}
}
