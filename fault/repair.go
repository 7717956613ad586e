package fault

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/interp"
)

// Repair is a change of the failing run that makes it pass: predicate instances
// that go the other way (Zhang, Gupta and Gupta, see PredicateSwitching).
type Repair struct {
	Forces []interp.Force
	Took   []*cfg.Edge // by force, what the run did before the change
	// Right is -1 if the changed run passes. Else it is how much of its output
	// is right: at least the piece that the failing run printed wrong.
	Right  int
	Evades bool // the changed run passes by going around the check that failed
	Reruns int  // executions to find it
}

// FindRepair switches predicate instances of the failing run until one makes
// the run pass, and then earlier ones: what lies between the earliest of those
// that do and the failure is most of what can be explained, where the last one
// often only is the test of a value that was long wrong. Of a failed assertion
// those are preferred that do not go around the check.
// Predicates are branches and what else decides between values: the operators
// && and ||, comparisons and conditional expressions whose value is assigned.
//
// If none does, all instances of one predicate go the other way, or the same
// way, and it is found out which of them have to: a fault in a loop spoils
// several rounds. Then come two switches, and more of runs that print more of
// the expected output than the failing one. The last resort is the run that
// prints most of what is expected.
//
// The repair is nil if there is none; the error says then what kept the search
// from its end, if anything.
func FindRepair(ctx context.Context, in *Input) (*Repair, error) {
	s, all, err := newRepairing(ctx, in)
	if err != nil {
		return nil, err
	}
	near, far := bySlice(ctx, in, all, func(c switched) int { return c.force.At })
	s.try(nil, append(nearestFirst(near), nearestFirst(far)...), s.r.most/2)
	if s.best != nil {
		s.earlier(append(earliestFirst(near), earliestFirst(far)...))
	}
	cut := s.stopped
	if s.best == nil && (cut == nil || errors.Is(cut, errShare)) {
		s.stopped = nil
		s.together(all)
	}
	for n := 1; n < maxRepeated && s.best == nil && len(s.farther) > 0 && ctx.Err() == nil; n++ {
		if !s.further(n) {
			break
		}
	}
	if s.best == nil && ctx.Err() == nil {
		s.pairs(append(nearestFirst(near), nearestFirst(far)...))
	}
	switch {
	case s.best != nil:
	case s.evading != nil:
		s.best, s.evading.Evades = s.evading, true
	case len(s.farther) > 0 && s.farther[0].Right >= s.wrong:
		s.best = s.farther[0]
	default:
		if cut = cmp.Or(s.stopped, cut); errors.Is(cut, errShare) {
			cut = ErrBudget
		}
		return nil, cut
	}
	s.best.Reruns = s.r.Runs
	return s.best, nil
}

// RepairAt is the repair that switches one instance of the failing run, nil if
// that does not make it pass.
func RepairAt(ctx context.Context, in *Input, at int) (*Repair, error) {
	s, all, err := newRepairing(ctx, in)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c switched) bool { return c.force.At != at })
	s.try(nil, all, len(all))
	if s.best != nil {
		s.best.Reruns = s.r.Runs
	}
	return s.best, s.stopped
}

// newRepairing lists what can be switched in the failing run.
func newRepairing(ctx context.Context, in *Input) (*repairing, []switched, error) {
	r, err := NewRerunner(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, nil, err
	}
	c, err := in.checked(ctx)
	if err != nil {
		return nil, nil, err
	}
	s := &repairing{ctx: ctx, in: in, r: r, check: c, violated: purpose.Doomed(in.Prog)}
	if in.Failure.Kind == WrongOutput {
		s.wrong = in.Failure.Offset + max(len(firstWord(in.Failure)), 1)
	}
	return s, s.switches(instances(ctx, rec, 0)), context.Cause(ctx)
}

// switched is one way in which a predicate instance could have gone instead.
type switched struct {
	force interp.Force
	took  *cfg.Edge
}

// repairing is the state of FindRepair.
type repairing struct {
	ctx   context.Context
	in    *Input
	r     *Rerunner
	check *check
	// violated are the ways that branches go only where an assertion is violated. To
	// switch one of those explains nothing, whichever assertion it is.
	violated map[*cfg.Edge]bool
	wrong    int // where in the output the first wrong word ends
	best     *Repair
	evading  *Repair   // passes by going around the check
	farther  []*Repair // that print more of what is expected than the failing run, most first
	stopped  error
}

// errShare says that a part of the search has used its share of executions.
var errShare = errors.New("a part of the search has used its share of executions")

// firstWord is the expected text from the first wrong byte to the end of the
// word.
func firstWord(f *Failure) []byte {
	text := f.Expected[min(commonPrefix(f.Printed, f.Expected), len(f.Expected)):]
	if n := bytes.IndexAny(text, " \t\r\n"); n >= 0 {
		text = text[:n]
	}
	return text
}

func commonPrefix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// switches lists what can be switched in a run, of each statement as many of the
// last instances as can be tried.
func (s *repairing) switches(run iter.Seq[*cfg.Instance]) []switched {
	kept := newRecent[*cfg.Edge, switched](s.r.most)
	for inst := range run {
		e := inst.Edge
		switch {
		case IsBranch(e):
			for _, other := range e.From.Out {
				if other != e {
					kept.add(other, switched{interp.Force{At: inst.Index, Take: other}, e})
				}
			}
		case Shown(e) && len(inst.Writes) > 0:
			now := inst.Writes[len(inst.Writes)-1].Value
			for _, v := range outcomes(Assigned(e)) {
				if v != now {
					kept.add(e, switched{interp.Force{At: inst.Index, Edge: e, SetValue: true, Value: v}, e})
				}
			}
		}
	}
	return kept.all(func(c switched) int { return c.force.At })
}

// Assigned is what a statement assigns, nil if it assigns nothing.
func Assigned(e *cfg.Edge) cfg.Expr {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		return s.Src
	case *cfg.Store:
		return s.Val
	}
	return nil
}

// outcomes are the values that an expression of conditions chooses from, if it
// is one: those of truth values, and the constants of a conditional expression.
func outcomes(x cfg.Expr) []uint64 {
	var out []uint64
	switch x := x.(type) {
	case nil:
	case *cfg.Ite:
		for _, way := range []cfg.Expr{x.Then, x.Else} {
			switch c := way.(type) {
			case *cfg.Const:
				out = append(out, c.V)
			default:
				out = append(out, outcomes(way)...)
			}
		}
	case *cfg.Cast:
		if x.Op == cfg.BoolToBits || x.Op == cfg.ZExt {
			return outcomes(x.X)
		}
	case *cfg.Unary:
		if x.T == cfg.BoolType {
			return []uint64{0, 1}
		}
	case *cfg.Binary:
		if x.T == cfg.BoolType {
			return []uint64{0, 1}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// nearestFirst orders instances as PredicateSwitching tries them: the last one
// of every statement, the statements executed last in front, then the last but
// one of each, and so on.
func nearestFirst(all []switched) []switched {
	return rounds(byLocation(all, func(c switched) *cfg.Edge { return statement(c.took) }))
}

// earliestFirst is the opposite: the first instance of every statement, those
// executed first in front, then the second of each, and so on.
func earliestFirst(all []switched) []switched {
	groups := byLocation(all, func(c switched) *cfg.Edge { return statement(c.took) })
	for _, g := range groups {
		slices.Reverse(g)
	}
	slices.SortStableFunc(groups, func(a, b []switched) int { return a[0].force.At - b[0].force.At })
	return rounds(groups)
}

// earlier looks for earlier switches that make the run pass, with half of what
// is left of the executions and of the time.
func (s *repairing) earlier(all []switched) {
	ctx, cancel := s.ctx, context.CancelFunc(func() {})
	if end, ok := ctx.Deadline(); ok {
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)/2)
	}
	defer cancel()
	s.r.ctx = ctx
	until := s.r.Runs + (s.r.most-s.r.Runs)/2
	for _, c := range all {
		if s.r.Runs >= until {
			break
		}
		if c.force.At >= s.best.Forces[0].At {
			continue
		}
		if _, err := s.attempt(nil, c); err != nil {
			break
		}
	}
	s.r.ctx = s.ctx
}

// try executes the run with what base changes and, one after the other, each of
// the switches, until one makes it pass; at most a share of executions.
func (s *repairing) try(base *Repair, all []switched, share int) {
	until := s.r.Runs + share
	for _, c := range all {
		if s.r.Runs >= until {
			s.stopped = cmp.Or(s.stopped, errShare)
			return
		}
		found, err := s.attempt(base, c)
		if found || err != nil {
			s.stopped = err
			return
		}
	}
}

// attempt executes the run with what base changes and one more switch. It is true
// if that makes the run pass.
func (s *repairing) attempt(base *Repair, c switched) (bool, error) {
	if base == nil && s.check.finds(c.force.At) {
		return false, nil
	}
	p := &Repair{Right: -1}
	if base != nil {
		p.Forces, p.Took = slices.Clone(base.Forces), slices.Clone(base.Took)
	}
	p.Forces, p.Took = append(p.Forces, c.force), append(p.Took, c.took)
	o, got, err := s.r.Try(p.Forces...)
	switch {
	case err != nil:
		return false, err
	case o == Fail:
		if _, f := s.r.Judge(got); s.wrong > 0 && f.Kind == WrongOutput && f.Offset > s.in.Failure.Offset {
			p.Right = f.Offset
			s.farther = append(s.farther, p)
		}
		return false, nil
	case o != Pass:
		return false, nil
	}
	evades, err := s.r.evades(s.check, p.Forces...)
	if err != nil {
		return false, err
	}
	if evades {
		s.evading = cmp.Or(s.evading, p)
		return false, nil
	}
	s.best = p
	return true, nil
}

// pairs makes the run pass by two switches, with the executions that are left.
// First come those that come first among the switches of the failing run, and of
// the changed run.
func (s *repairing) pairs(all []switched) {
	type begun struct {
		repair *Repair
		then   []switched
	}
	var bases []begun
	for k := 0; ; k++ {
		if k < len(all) {
			p := &Repair{Right: -1, Forces: []interp.Force{all[k].force}, Took: []*cfg.Edge{all[k].took}}
			then, ok := s.after(p)
			if !ok {
				return
			}
			bases = append(bases, begun{p, nearestFirst(then)})
		}
		more := false
		for i, b := range bases {
			if k-i >= len(b.then) {
				continue
			}
			more = true
			found, err := s.attempt(b.repair, b.then[k-i])
			if found || err != nil {
				s.stopped = err
				return
			}
		}
		if k >= len(all) && !more {
			return
		}
	}
}

// after lists what can be switched after the changes of a repair. It is false if
// the search has to end.
func (s *repairing) after(p *Repair) ([]switched, bool) {
	first, last := p.Forces[0].At, p.Forces[len(p.Forces)-1].At
	rec, err := s.r.Record(first, p.Forces...)
	if err != nil {
		s.stopped = err
		return nil, false
	}
	defer rec.Close()
	all := s.switches(func(yield func(*cfg.Instance) bool) {
		for inst := range instances(s.ctx, rec, first) {
			if inst.Index > last && !s.violated[inst.Edge] && !yield(inst) {
				return
			}
		}
	})
	// A switch after the next wrong output was printed comes too late for it.
	if at, _, _ := rec.Printed(p.Right); p.Right >= 0 && at >= 0 {
		all = slices.DeleteFunc(all, func(c switched) bool { return c.force.At > at })
	}
	return all, s.ctx.Err() == nil
}

// further adds one switch to the changed runs with n that print most of what is
// expected. It is false if there are none.
func (s *repairing) further(n int) bool {
	s.sort()
	var bases []*Repair
	for _, p := range s.farther {
		if len(p.Forces) == n && len(bases) < maxSwitches {
			bases = append(bases, p)
		}
	}
	for k, p := range bases {
		all, ok := s.after(p)
		if !ok {
			return false
		}
		again, others := divide(all, func(c switched) bool {
			return slices.ContainsFunc(p.Took, func(e *cfg.Edge) bool { return e.From == c.took.From })
		})
		order := nearestFirst(again)
		if n < maxSwitches {
			order = append(order, nearestFirst(others)...)
		}
		s.try(p, order, (s.r.most-s.r.Runs)/(len(bases)-k)/2)
		if s.best != nil || s.ctx.Err() != nil {
			return true
		}
	}
	s.sort()
	return len(bases) > 0
}

func (s *repairing) sort() {
	slices.SortStableFunc(s.farther, func(a, b *Repair) int {
		return cmp.Or(b.Right-a.Right, len(a.Forces)-len(b.Forces))
	})
}

func divide[T any](all []T, is func(T) bool) (yes, no []T) {
	for _, x := range all {
		if is(x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	return yes, no
}
