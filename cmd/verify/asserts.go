package main

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/report"
	"culprit/verifier"
)

// finding is what a further run says about the error locations that those before it
// leave open.
type finding struct {
	outcome
	known *known
	at    []int // its error locations among those of the whole program
}

// every reports whether each assertion and check is to be answered by itself.
func every(t *target.Program) bool { return t.Property.Name == safety.AllAsserts }

// findings asks about the error locations that a FALSE leaves open, until the rest is
// proved, or stays open: what was found already ends a run of the program.
func (c *verifyCommand) findings(t *target.Program, lim *limits, m *meter, first *verifier.Result, parse frontend.Config, config func(*known) verifier.Config) (out []finding) {
	over := map[int]bool{}
	last := finding{outcome: outcome{res: first}}
	for i := range first.Errors {
		last.at = append(last.at, i)
	}
	for last.res.Verdict == verifier.False && lim.ctx.Err() == nil {
		found := false
		for j := range last.res.Errors {
			if s := last.res.Errors[j].Status; s == verifier.Violated || s == verifier.Covered {
				found, over[last.at[j]] = true, true
			}
		}
		if !found {
			break
		}
		m.enter(phaseFrontEnd)
		prog, err := frontend.ParseFiles(t.Files, parse)
		if err != nil {
			break
		}
		next := finding{outcome: outcome{prog: prog}, known: newKnown(t)}
		next.known.program(prog)
		for i, l := range prog.ErrorLocs() {
			if over[i] {
				l.Kind, l.Reason, l.Property, l.Checks = cfg.Plain, cfg.Reason{}, "", nil
			} else {
				next.at = append(next.at, i)
			}
		}
		if len(next.at) == 0 {
			break
		}
		m.enter("verification")
		next.res = decide(lim.ctx, prog, t.Files, parse, config(next.known))
		if next.res.Program != nil {
			next.prog = next.res.Program
		}
		if len(next.res.Errors) != len(next.at) {
			break
		}
		out = append(out, next)
		last = next
	}
	return out
}

// join adds the findings to a report.
func (c *verifyCommand) join(rep *report.Report, t *target.Program, findings []finding) {
	for _, f := range findings {
		other := c.report(t, f.outcome, f.known)
		c.repetitions(f.outcome, other, f.known.giver)
		rep.Join(other, f.at)
	}
}
