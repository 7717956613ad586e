package fault

import (
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

// uniformly is a change of all instances of a predicate: instead is how one goes
// that went as the instance did, false if that may stay.
type uniformly struct {
	at      *cfg.Loc
	instead func(*cfg.Instance) (interp.Force, bool)
}

// together lets all instances of one predicate go another way, and keeps of a
// change that makes the run pass what is needed: of those of several predicates
// the one that begins earliest. A fault that is executed several times takes
// several switches, and none of them alone need get the run any farther.
func (s *repairing) together(all []switched) {
	seen := map[*cfg.Edge]bool{}
	for _, c := range all {
		e := statement(c.took)
		if seen[e] || s.check != nil && c.took.From == s.check.at {
			continue
		}
		seen[e] = true
		for _, u := range ways(c) {
			p := s.uniform(u)
			if p != nil && (s.best == nil || p.Forces[0].At < s.best.Forces[0].At) {
				s.best = p
			}
			if s.stopped != nil {
				return
			}
		}
	}
}

// ways lists the changes of all instances of a predicate: each of its outcomes
// always, and, if it has two, always the other one.
func ways(c switched) (out []uniformly) {
	at := c.took.From
	if !c.force.SetValue {
		for _, take := range at.Out {
			out = append(out, uniformly{at, func(i *cfg.Instance) (interp.Force, bool) {
				return interp.Force{At: i.Index, Take: take}, i.Edge != take
			}})
		}
		if len(at.Out) == 2 {
			out = append(out, uniformly{at, func(i *cfg.Instance) (interp.Force, bool) {
				other := at.Out[0]
				if i.Edge == other {
					other = at.Out[1]
				}
				return interp.Force{At: i.Index, Take: other}, true
			}})
		}
		return out
	}
	values := outcomes(Assigned(c.took))
	set := func(to func(now uint64) uint64) {
		out = append(out, uniformly{at, func(i *cfg.Instance) (interp.Force, bool) {
			if i.Edge != c.took || len(i.Writes) == 0 {
				return interp.Force{}, false
			}
			now := i.Writes[len(i.Writes)-1].Value
			return interp.Force{At: i.Index, Edge: i.Edge, SetValue: true, Value: to(now)}, to(now) != now
		}})
	}
	for _, v := range values {
		set(func(uint64) uint64 { return v })
	}
	if len(values) == 2 {
		set(func(now uint64) uint64 {
			if now == values[0] {
				return values[1]
			}
			return values[0]
		})
	}
	return out
}

// uniform makes the run pass by a change of all instances of a predicate, or of
// as few of them as will do; nil if it does not.
func (s *repairing) uniform(u uniformly) *Repair {
	p, ok := s.changed(u, nil)
	if !ok {
		return nil
	}
	which := make([]int, len(p.Forces)) // of the instances that can be changed
	for k := range which {
		which[k] = k
	}
	DDMin(which, func(sub []int) Outcome {
		if len(sub) == len(which) {
			return Fail
		}
		if q, ok := s.changed(u, sub); ok && len(q.Forces) < len(p.Forces) {
			p = q
			return Fail
		}
		return Pass
	})
	return p
}

// changed executes the run with a change of those instances of a predicate that
// the change makes a difference to and whose numbers are listed, nil for all. It
// is true if the run passes, and does not go around the check.
func (s *repairing) changed(u uniformly, which []int) (*Repair, bool) {
	p := &Repair{Right: -1}
	n, v := 0, s.check.from(0)
	o, err := s.r.TryAll(0, func(run *interp.Session, i *cfg.Instance) {
		v.visit(i.Edge)
		if i.Edge.From != u.at {
			return
		}
		f, ok := u.instead(i)
		if !ok {
			return
		}
		if which != nil && !slices.Contains(which, n) {
			n++
			return
		}
		n++
		p.Forces, p.Took = append(p.Forces, f), append(p.Took, i.Edge)
		if f.SetValue {
			Overwrite(run, i, f.Value)
		} else {
			run.Turn(f.Take)
		}
	}, s.check.watched(u.at)...)
	if err != nil {
		s.stopped = err
		return nil, false
	}
	return p, o == Pass && !v.evades() && len(p.Forces) > 0
}
