package fault

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

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
	Reruns int // executions to find it
}

// Bounds of the search for repairs of several switches.
const (
	mostSwitches = 3  // of different statements
	mostRepeated = 24 // of statements that were switched before: a fault in a loop
	mostBases    = 3  // changed runs that a further switch is tried in
)

// FindRepair switches predicate instances of the failing run, those near the
// failure first, until one makes the run pass. Of a failed assertion one is
// preferred that does not go around the check. Predicates are branches and
// what else decides between values: the operators && and ||, comparisons and
// conditional expressions whose value is assigned.
//
// If none does, the runs that print more of the expected output than the failing
// one are the beginning of others, in which one more instance after the first
// is switched: a fault that is executed several times takes several switches.
// The last resort is the run that prints most of what is expected.
//
// The repair is nil if there is none; the error says then what kept the search
// from its end, if anything.
func FindRepair(ctx context.Context, in *Input) (*Repair, error) {
	r, err := NewRerunner(ctx, in)
	if err != nil {
		return nil, err
	}
	rec, err := in.Recording(ctx)
	if err != nil {
		return nil, err
	}
	c, err := in.checked(ctx)
	if err != nil {
		return nil, err
	}
	s := repairing{ctx: ctx, in: in, r: r, check: c}
	if in.Failure.Kind == WrongOutput {
		s.wrong = in.Failure.Offset + max(len(firstWord(in.Failure)), 1)
	}
	all := s.switches(instances(ctx, rec, 0))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	near, far := bySlice(ctx, in, all, func(c switched) int { return c.force.At })
	s.try(nil, append(nearestFirst(near), nearestFirst(far)...), r.most/2)
	for n := 1; n < mostRepeated && s.best == nil && len(s.farther) > 0 && ctx.Err() == nil; n++ {
		if !s.further(n) {
			break
		}
	}
	switch {
	case s.best != nil:
	case s.evading != nil:
		s.best = s.evading
	case len(s.farther) > 0 && s.farther[0].Right >= s.wrong:
		s.best = s.farther[0]
	default:
		if errors.Is(s.stopped, errShare) {
			s.stopped = ErrBudget
		}
		return nil, s.stopped
	}
	s.best.Reruns = r.Runs
	return s.best, nil
}

// switched is one way in which a predicate instance could have gone instead.
type switched struct {
	force interp.Force
	took  *cfg.Edge
}

// repairing is the state of FindRepair.
type repairing struct {
	ctx     context.Context
	in      *Input
	r       *Rerunner
	check   *check
	wrong   int // where in the output the first wrong word ends
	best    *Repair
	evading *Repair   // passes by going around the check
	farther []*Repair // that print more of what is expected than the failing run, most first
	stopped error
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

// try executes the run with what base changes and, one after the other, each of
// the switches, until one makes it pass; at most a share of executions.
func (s *repairing) try(base *Repair, all []switched, share int) {
	until := s.r.Runs + share
	for _, c := range all {
		if s.check.finds(c.force.At) {
			continue
		}
		if s.r.Runs >= until {
			s.stopped = cmp.Or(s.stopped, errShare)
			return
		}
		p := &Repair{Right: -1}
		if base != nil {
			p.Forces, p.Took = slices.Clone(base.Forces), slices.Clone(base.Took)
		}
		p.Forces, p.Took = append(p.Forces, c.force), append(p.Took, c.took)
		o, got, err := s.r.Try(p.Forces...)
		if err != nil {
			s.stopped = err
			return
		}
		switch o {
		case Pass:
			evades, err := s.r.evades(s.check, p.Forces...)
			if err != nil {
				s.stopped = err
				return
			}
			if evades {
				if s.evading == nil {
					s.evading = p
				}
				continue
			}
			s.best, s.stopped = p, nil
			return
		case Fail:
			if _, f := s.r.Judge(got); s.wrong > 0 && f.Kind == WrongOutput && f.Offset > s.in.Failure.Offset {
				p.Right = f.Offset
				s.farther = append(s.farther, p)
			}
		}
	}
}

// further adds one switch to the changed runs with n that print most of what is
// expected. It is false if there are none.
func (s *repairing) further(n int) bool {
	s.sort()
	var bases []*Repair
	for _, p := range s.farther {
		if len(p.Forces) == n && len(bases) < mostBases {
			bases = append(bases, p)
		}
	}
	for k, p := range bases {
		first, last := p.Forces[0].At, p.Forces[n-1].At
		rec, err := s.r.Record(first, p.Forces...)
		if err != nil {
			s.stopped = err
			return false
		}
		all := s.switches(func(yield func(*cfg.Instance) bool) {
			for inst := range instances(s.ctx, rec, first) {
				if inst.Index > last && !yield(inst) {
					return
				}
			}
		})
		// What is wrong next was decided before it was printed.
		if at, _, _ := rec.Printed(p.Right); at >= 0 {
			all = slices.DeleteFunc(all, func(c switched) bool { return c.force.At > at })
		}
		rec.Close()
		again, others := divide(all, func(c switched) bool {
			return slices.ContainsFunc(p.Took, func(e *cfg.Edge) bool { return e.From == c.took.From })
		})
		order := nearestFirst(again)
		if n < mostSwitches {
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
