package relevance

import (
	"context"
	"fmt"
	"slices"

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

// VerifyFunc verifies a whole program. The caller of Validate injects it,
// because the verifier imports this package.
type VerifyFunc func(ctx context.Context, prog *cfg.Program) Outcome

// Validate tries the fixes of all statements of sums on the whole program: a
// fix is validated if the program in which the statement always assigns the
// constant is proved safe, and in which the assertion can still be reached.
// It sets Validated, and Fix to another blocking value if that one is
// validated instead; FixNote says what stands against the fix.
func Validate(ctx context.Context, prog *cfg.Program, sums []Summary, verify VerifyFunc, conf Config) {
	conf = conf.withDefaults()
	for i := range sums {
		s := &sums[i]
		for k := range s.Statements {
			if st := &s.Statements[k]; st.HasFix {
				validate(ctx, prog, s, st, verify, conf.MaxValidate)
			}
		}
	}
}

func validate(ctx context.Context, prog *cfg.Program, s *Summary, st *Statement, verify VerifyFunc, most int) {
	t := st.target()
	if t == nil {
		return
	}
	note := ""
	for n, v := range alternatives(st, t) {
		if n == most {
			break
		}
		if ctx.Err() != nil {
			note = "not validated: out of time"
			break
		}
		why := attempt(ctx, prog, s, st, t, v, verify)
		if why == "" {
			st.Fix, st.Validated, st.FixNote = v, true, ""
			return
		}
		if n == 0 {
			note = "not validated: " + why
		}
	}
	st.FixNote = note
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

// attempt verifies one fix; it says why it is not validated.
func attempt(ctx context.Context, prog *cfg.Program, s *Summary, st *Statement, t *target, v uint64, verify VerifyFunc) string {
	fixed := patch(prog, st.Edge, t.constStmt(st.Edge, v))
	switch verify(ctx, fixed) {
	case OutcomeViolated:
		return "other error traces remain"
	case OutcomeUnknown:
		return "the fixed program was neither proved nor refuted"
	}
	at := assertions(fixed, fixed.Locs[s.Error.ID])
	if len(at) == 0 {
		return "the assertion is not guarded by a condition"
	}
	switch verify(ctx, reachability(fixed, at)) {
	case OutcomeSafe:
		return "with it the assertion is never reached"
	case OutcomeUnknown:
		return "it is not known whether the assertion is still reached"
	}
	return ""
}

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
