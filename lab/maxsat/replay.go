package maxsat

import (
	"bytes"
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/logic"
)

// Check says what executing the model of a correction set showed.
type Check uint8

// The outcomes of a check, the strongest last.
const (
	// Open: the failure still shows where it did, or the run goes another way
	// than the model, which does not know all that a program can do.
	Open Check = iota
	// NotForced: the model gives values to memory in a way that cannot be
	// forced on a run.
	NotForced
	// Definition: it is the statement at which the failure shows.
	Definition
	// Vanished: the wrong text is not printed there any more.
	Vanished
	// Passed: the failed check holds, or what is printed there is as expected.
	Passed
)

// replayer executes the models of correction sets: the failing run again, with
// the values that the model gives the statements of the set.
type replayer struct {
	*trail
	ctx     context.Context
	start   *interp.Session
	old     []byte
	arrived int // instances of the postcondition's location in the failing run
	runs    int
}

func newReplayer(ctx context.Context, t *trail) *replayer {
	r := &replayer{trail: t, ctx: ctx, old: t.rec.Result.Stdout}
	conf := fault.Config(t.prog, t.in.Failing, t.in.Budget)
	conf.Context = ctx
	conf.Limits.Steps = min(conf.Limits.Steps, 4*t.g.N()+100_000)
	r.start = interp.NewSession(t.prog, conf)
	from := t.goal()
	for i := range t.post.at + 1 {
		if t.g.Edge(i).From == from {
			r.arrived++
		}
	}
	return r
}

// goal is the location that must be passed once more than in the failing run:
// that of the failed check, or of the statement at which the failure shows.
func (t *trail) goal() *cfg.Loc {
	for l := range t.fixed {
		return l
	}
	return t.g.Edge(t.post.at).From
}

// check executes the model of a correction set.
func (r *replayer) check(u *unroller, m *logic.Model, lines []fault.Line) Check {
	at := r.g.Edge(r.post.at)
	if line, ok := r.line(at); ok && len(lines) == 1 && lines[0] == line && r.in.Failure.Kind != fault.FailedAssertion {
		return Definition
	}
	if m == nil {
		return Open
	}
	plan, ok := r.plan(u, m, lines)
	if !ok {
		return NotForced
	}
	var forces []interp.Force
	for range maxReplays {
		if r.ctx.Err() != nil {
			break
		}
		s := r.start.Fork()
		s.Force(forces...)
		r.runs++
		rec, err := s.Record()
		if err != nil {
			return Open
		}
		next, same := r.align(rec, plan, forces, lines)
		if same {
			out := r.judge(rec)
			rec.Close()
			return out
		}
		rec.Close()
		if next == nil {
			return Open
		}
		forces = next
	}
	return Open
}

// step is what a model says of one execution of a statement.
type step struct {
	edge  *cfg.Edge
	force *interp.Force // nil: as it goes
}

// plan lists what the statements of some lines do in a model, in order.
func (r *replayer) plan(u *unroller, m *logic.Model, lines []fault.Line) ([]step, bool) {
	ev := logic.NewEvaluator(u.tb)
	ev.Reset(m)
	var out []step
	for i := range u.soft.events {
		x := &u.soft.events[i]
		if line, _ := r.line(x.edge); !slices.Contains(lines, line) || ev.Value(x.path) != 1 {
			continue
		}
		s := step{edge: x.edge}
		switch {
		case x.take:
			s.force = &interp.Force{Take: x.edge}
		case len(x.vals) > 0:
			vals := make([]uint64, len(x.vals))
			other := false
			for k, v := range x.vals {
				vals[k] = ev.Value(v)
				other = other || vals[k] != ev.Value(x.defs[k])
			}
			if _, call := x.edge.Stmt.(*cfg.Call); call {
				s.force = &interp.Force{Args: vals}
			} else if !x.mem {
				s.force = &interp.Force{SetValue: true, Value: vals[0]}
			} else if other {
				return nil, false
			}
		}
		out = append(out, s)
	}
	return out, true
}

// align compares a run with a plan: same, if everything was forced where the
// plan has it. Else next are forces that fit as far as the run goes, nil if
// there are none.
func (r *replayer) align(rec *interp.Recording, plan []step, forces []interp.Force, lines []fault.Line) (next []interp.Force, same bool) {
	same = true
	k := 0
	for inst := range rec.All(0) {
		if k == len(plan) {
			break
		}
		if line, ok := r.line(inst.Edge); !ok || !slices.Contains(lines, line) {
			continue
		}
		s := plan[k]
		if s.edge != inst.Edge && (s.edge.From != inst.Edge.From || len(s.edge.From.Out) < 2) {
			return nil, same && len(next) == len(forces)
		}
		k++
		if s.force == nil {
			continue
		}
		f := *s.force
		f.At = inst.Index
		n := len(next)
		same = same && n < len(forces) && forces[n].At == f.At && forces[n].Take == f.Take
		next = append(next, f)
	}
	return next, same && len(next) == len(forces)
}

// judge says whether the failure has vanished from a run, at least where the
// postcondition is.
func (r *replayer) judge(rec *interp.Recording) Check {
	got := &rec.Result
	f := r.in.Failure
	if o, _ := r.in.Oracle.Judge(r.ctx, r.in.Failing, got); o == fault.Pass {
		return Passed
	}
	switch f.Kind {
	case fault.WrongOutput:
		if x := r.in.Failing.Expect; x != nil {
			ended := *got // what follows does not matter
			ended.Status = interp.Exited
			if _, g := x.Judge(&ended); g == nil || g.Kind != fault.WrongOutput || g.Offset > f.Offset {
				return Passed
			}
		}
		right := r.old[:min(len(r.old), f.Offset)]
		if !r.post.exact && bytes.HasPrefix(got.Stdout, right) && !bytes.HasPrefix(got.Stdout, r.old[:min(len(r.old), f.Offset+1)]) {
			return Vanished
		}
	case fault.FailedAssertion, fault.UndefinedBehavior:
		from, n := r.goal(), 0
		for inst := range rec.All(0) {
			if inst.Edge.From == from {
				n++
				if n > r.arrived {
					return Passed
				}
			}
		}
	}
	return Open
}
