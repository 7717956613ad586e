package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/internal/work"
)

// A bound on recursion is for programs with memory that recursion builds or
// walks through, for which there are no contracts. It is an assumption of the
// user (Config.RecursionDepth). Once that gives a proof, the bound is itself
// proved, or a note of the answer.

// viaBounded verifies a program in which no procedure is active more than
// Config.RecursionDepth times at once. An error trace of it is one of the
// program.
func viaBounded(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *Result {
	begun := c.clock.Now()
	bounded := c
	note := c.bound(prog)
	if c.OnProof != nil {
		bounded.OnProof = func(r *Result) { c.OnProof(r.under(note)) }
	}
	depths := []int{c.RecursionDepth}
	first := verifyTo(ctx, prog, bounded, start, depths, true)
	switch first.Verdict {
	case False:
		first.partial(fmt.Sprintf("proved only where recursion is at most %d deep", c.RecursionDepth))
		return first
	case Unknown:
		return first
	}
	attempt, cancel := c.clock.WithLimit(ctx, c.dropLimit(c.clock.Since(begun)))
	defer cancel()
	if res := verifyTo(attempt, prog, c, start, depths, false); res.Verdict != Unknown {
		return res
	}
	return first.under(note)
}

// bound is the assumption that recursion is no deeper than it is followed.
func (c *Config) bound(prog *cfg.Program) cfg.Note {
	procs := recursive(prog)
	var names []string
	for _, p := range procs {
		names = append(names, p.Name)
	}
	const shown = 3
	if more := len(names) - shown; more > 0 {
		names = append(names[:shown], fmt.Sprintf("%d more", more))
	}
	return cfg.Note{Pos: procs[0].Pos, Assumed: true, Text: fmt.Sprintf("assumes that no function is active more than %s at once (--recursion-depth): %s",
		plural(c.RecursionDepth, "time"), strings.Join(names, ", "))}
}

// recursive are the procedures of a program that may call themselves.
func recursive(prog *cfg.Program) []*cfg.Proc {
	calls := prog.CallGraph()
	return slices.DeleteFunc(slices.Clone(prog.Procs), func(p *cfg.Proc) bool { return !calls.Recursive(p) })
}

// under is a proof that rests on one more assumption.
func (r *Result) under(n cfg.Note) *Result {
	out := *r
	out.Notes = append(slices.Clip(out.Notes), n)
	return &out
}

// partial makes a result of executions under an assumption one of all: what was
// proved of them is open for the reason given, and there may be other traces.
func (r *Result) partial(why string) {
	r.Complete, r.Exact = false, false
	for _, s := range r.Summaries {
		for i := range s.Statements {
			s.Statements[i].Everywhere = false
		}
	}
	for i := range r.Errors {
		if e := &r.Errors[i]; e.Status == Proved {
			e.Status, e.Reason = Open, why
		}
	}
}

// dropLimit is the work to drop the assumption of a proof that took so much.
func (c *Config) dropLimit(took work.Amount) work.Amount {
	if c.dropping != 0 {
		return c.dropping
	}
	return min(max(2*turnWork, 2*took), c.share(limitPart, maxShare))
}
