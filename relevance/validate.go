package relevance

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
)

// Outcome is what an injected verifier says of a program.
type Outcome uint8

// The outcomes.
const (
	OutcomeUnknown  Outcome = iota
	OutcomeSafe             // proved: no error location is reachable
	OutcomeViolated         // an error location is reachable
)

// VerifyFunc verifies a whole program, of which a proof rests on the assumptions
// that it returns. The program is the original one with fix in place; nil: a copy
// of that, which only tells whether its error locations are reachable.
type VerifyFunc func(ctx context.Context, prog *cfg.Program, fix *Fix) (Outcome, []cfg.Note)

// Tools are what Validate needs of packages that import this one.
type Tools struct {
	Verify  VerifyFunc
	Execute ExecuteFunc
}

// Validate tries the constants that block all traces of sums, which lifts
// results, on the whole program, those with the most precise set of values
// first. A constant is called a fix (Validated) if
//
//   - the program in which the statement always assigns it is proved: no
//     assertion fails;
//   - it does not disarm: the assertion is still reached, and the constant is
//     not what it reads; the statement is an assignment of the user that the
//     program, not just a monitor, depends on, and neither an input, nor in a test of several
//     things, nor a read; other statements decide whether the assertion fails; and all statements of the user that sampled executions of the
//     program execute before the failure are still executed;
//   - sampled executions that were right end as before, in the same state, and
//     none has undefined behaviour that the program lacks.
//
// Fix becomes the value that passes, Kept the number of these executions.
// FixNote says why a constant is not called a fix.
func Validate(ctx context.Context, prog *cfg.Program, results []TraceResult, sums []Summary, tools Tools, conf Config) {
	v := &validator{ctx: ctx, prog: prog, results: results, tools: tools, conf: conf}
	for i := range sums {
		s := &sums[i]
		var order []*Statement
		for k := range s.Statements {
			if s.Statements[k].HasFix {
				order = append(order, &s.Statements[k])
			}
		}
		slices.SortStableFunc(order, func(a, b *Statement) int { return cmp.Compare(a.Precision(), b.Precision()) })
		v.begin(s)
		proved := 0
		for _, st := range order {
			if proved == maxFixes {
				st.FixNote = "not tried: enough other fixes were found"
				continue
			}
			if v.statement(s, st); st.Validated {
				proved++
			}
		}
	}
}

// validator is the state of Validate.
type validator struct {
	ctx     context.Context
	prog    *cfg.Program
	results []TraceResult
	tools   Tools
	conf    Config

	inputs   *purpose.Inputs
	tests    map[*cfg.Proc]bool
	operands map[int]bool // ids of the statements that define what the assertion reads in a trace
	verified int          // constants of the current statement
	checker  checker
	watching *purpose.Monitors
	sampled  *baseline
}

// begin prepares for the statements of a summary.
func (v *validator) begin(s *Summary) {
	if v.inputs == nil {
		v.inputs, v.tests = purpose.NewInputs(v.prog), purpose.Tests(v.prog)
	}
	v.operands = map[int]bool{}
	for _, i := range s.Traces {
		edges := v.results[i].Trace.Edges
		operandsOf(edges, condition(edges), func(e *cfg.Edge) { v.operands[e.ID] = true })
	}
	v.checker = findChecker(v.prog, v.results[s.Traces[0]].Trace.Edges)
	v.sampled = nil
}

func (v *validator) statement(s *Summary, st *Statement) {
	t := st.target()
	if t == nil {
		return
	}
	note := v.disarms(st.Edge, t)
	if note == "" {
		v.verified = 0
		for n, x := range alternatives(st, t) {
			if v.verified == maxFixes {
				break
			}
			if v.ctx.Err() != nil {
				note = cmp.Or(note, "out of time")
				break
			}
			kept, assumed, why := v.attempt(s, st, t, x)
			if why == "" {
				st.Fix, st.Validated, st.Assumed, st.Kept, st.FixNote = x, true, assumed, kept, ""
				return
			}
			if n == 0 {
				note, st.Unreached = why, why == neverReached
			}
		}
	}
	st.FixNote = "no fix: " + note
}

// target is what the fix of st replaces.
func (st *Statement) target() *target {
	ts := targets(st.Edge)
	for i := range ts {
		if ts[i].v == st.FixVar {
			return &ts[i]
		}
	}
	return nil
}

// alternatives are values of the fix and of the ends of the blocking ranges,
// the chosen fix first, then the simplest.
func alternatives(st *Statement, t *target) []uint64 {
	var vs []uint64
	for _, r := range st.Blocking {
		vs = append(vs, r.Lo, r.Hi)
	}
	slices.SortStableFunc(vs, t.simpler)
	return dedupe(append([]uint64{st.Fix}, vs...))
}

// attempt tries one constant; it gives the number of right executions that end
// as before and what the proof assumes, or says why it is not called a fix.
func (v *validator) attempt(s *Summary, st *Statement, t *target, x uint64) (kept int, assumed []cfg.Note, why string) {
	if t.address(v.prog, x) {
		return 0, nil, "it is the address of a block"
	}
	if x != 0 && t.v != nil && v.monitor().Counts(t.v) {
		return 0, nil, "only the assertion depends on it"
	}
	fix := &Fix{edge: st.Edge, target: *t, value: x}
	kept, reached, why := v.compare(s, st, t, patchToRun(v.prog, st.Edge, t.constStmt(st.Edge, x)))
	if why != "" {
		return 0, nil, why
	}
	fixed := fix.apply(v.prog, st.Edge)
	v.verified++
	outcome, assumed := v.tools.Verify(v.ctx, fixed, fix)
	switch outcome {
	case OutcomeViolated:
		return 0, nil, "other error traces remain"
	case OutcomeUnknown:
		return 0, nil, "the changed program was neither proved nor refuted"
	}
	if !reached {
		at := assertions(fixed, fixed.Locs[s.Error.ID])
		if len(at) == 0 {
			return 0, nil, "the assertion is not guarded by a condition"
		}
		switch outcome, _ := v.tools.Verify(v.ctx, reachability(fixed, at), nil); outcome {
		case OutcomeSafe:
			return 0, nil, neverReached
		case OutcomeUnknown:
			return 0, nil, "it is not known whether the assertion is still reached"
		}
	}
	if !v.canFail(st, fixed) {
		return 0, nil, "with it, nothing else decides whether the assertion fails"
	}
	return kept, assumed, ""
}

const neverReached = "with it, the assertion is never reached"

// assertions are the locations at which the decision to fail is taken: the
// last branches before the error location, across calls.
func assertions(prog *cfg.Program, err *cfg.Loc) []*cfg.Loc {
	calls := prog.CallGraph()
	seen := map[*cfg.Loc]bool{err: true}
	var out []*cfg.Loc
	work := []*cfg.Loc{err}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		before := l.In
		if l == l.Proc.Entry {
			before = append(slices.Clone(before), calls.Callers[l.Proc.ID]...)
		}
		for _, e := range before {
			f := e.From
			if seen[f] || f.Kind != cfg.Plain {
				continue
			}
			seen[f] = true
			if len(f.Out) > 1 {
				out = append(out, f)
			} else {
				work = append(work, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b *cfg.Loc) int { return a.ID - b.ID })
	return out
}

// String describes an outcome.
func (o Outcome) String() string {
	switch o {
	case OutcomeUnknown:
		return "unknown"
	case OutcomeSafe:
		return "safe"
	case OutcomeViolated:
		return "violated"
	}
	return fmt.Sprintf("outcome %d", uint8(o))
}
